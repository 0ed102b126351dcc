/* Variables that a loop's condition declares: each round makes and destroys one. */
#include <memory>

namespace {

int trace, left;

struct Token {
	int number;
	explicit Token(int n) : number(n) {}
	Token(const Token &) = delete;
	~Token() { trace = trace * 10 + number; }
	explicit operator bool() const { return number > 0; }
};
Token next() { return Token(left--); }

} // namespace

int in_while()
{
	trace = 0;
	left = 3;
	while (Token t = next())
		trace = trace * 10 + 7;
	return trace;
}

int left_early()
{
	trace = 0;
	left = 5;
	while (Token t = next()) {
		if (t.number == 4)
			continue;
		if (t.number == 2)
			break;
		trace = trace * 10 + 8;
	}
	return trace;
}

int in_for()
{
	trace = 0;
	left = 3;
	for (int i = 1; Token t = next(); i++) {
		if (i == 2)
			continue;
		trace = trace * 10 + i + 4;
	}
	return trace;
}

int returned_from()
{
	const auto run = [] {
		while (Token t = next())
			if (t.number == 2)
				return t.number + trace * 10;
		return 0;
	};
	trace = 0;
	left = 3;
	const int got = run();
	return got * 1000 + trace;
}

int owned_by_the_condition()
{
	int rounds = 0;
	const auto make = [&rounds] { return rounds < 4 ? std::make_unique<int>(rounds) : nullptr; };
	while (std::unique_ptr<int> p = make())
		rounds += *p % 2 + 1;
	return rounds;
}

int in_if()
{
	trace = 0;
	left = 2;
	if (Token t = next())
		trace = trace * 10 + 5;
	else
		trace = trace * 10 + 6;
	if (Token t = next(); t.number == 1)
		trace = trace * 10 + 9;
	return trace;
}
