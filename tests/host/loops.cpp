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

static int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int what_calls_itself_twice()
{
	int h[100], all = 0;
	for (int i = 0; i < 100; i++)
		h[i] = fibonacci(i % 5);
	for (int i = 0; i < 100; i++)
		all = all * 3 % 10007 + h[i];
	return all;
}

static int divisor(int a, int b)
{
	if (b == 0)
		return a;
	return divisor(b, a % b);
}

int what_calls_itself_behind_a_return()
{
	int h[400], all = 0;
	for (int i = 0; i < 400; i++)
		h[i] = divisor(i % 40, i / 40);
	for (int i = 0; i < 400; i++)
		all = all * 3 % 10007 + h[i];
	return all;
}

static bool is_odd(int n);
static bool is_even(int n) { return n == 0 || is_odd(n - 1); }
static bool is_odd(int n) { return n != 0 && is_even(n - 1); }

int what_call_each_other()
{
	int all = 0, h[200];
	for (int i = 0; i < 200; i++)
		h[i] = is_even(i % 12);
	for (int i = 0; i < 200; i++)
		all = all * 3 % 10007 + h[i];
	return all;
}

/* Each call has locals of its own, in memory. */
static void digits(int *to, int number, int base)
{
	int own[2] = {number % base, number / base};
	if (own[1] > 0)
		digits(to, own[1], base);
	*to = *to * 10 + own[0];
}

int locals_of_what_calls_itself()
{
	int all = 0, h[200];
	for (int i = 0; i < 200; i++) {
		h[i] = 0;
		digits(&h[i], i, 3);
	}
	for (int i = 0; i < 200; i++)
		all = (all * 3 + h[i]) % 10007;
	return all;
}

/* What it has written before it is found to go too deep is not written twice. */
static int steps_down(int *to, int n)
{
	*to += 1;
	if (n == 0)
		return 1;
	return steps_down(to, n - 1) + n;
}

int what_goes_deep_in_some_rounds()
{
	int all = 0, h[60];
	for (int i = 0; i < 60; i++) {
		h[i] = i;
		const int sum = steps_down(&h[i], i % 50 == 49 ? 14 : i % 3);
		h[i] += sum;
	}
	for (int i = 0; i < 60; i++)
		all = (all * 3 + h[i]) % 10007;
	return all;
}
