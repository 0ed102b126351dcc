/* Objects without a name: they end with the full expression that made them, unless a reference is bound to them. */
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

int trace, alive;

/* Writes a digit when it goes. */
struct Digit {
	int digit;
	explicit Digit(int d) : digit(d) { alive++; }
	Digit(const Digit &o) : digit(o.digit + 1) { alive++; }
	~Digit()
	{
		trace = trace * 10 + digit;
		alive--;
	}
	int value() const { return digit; }
	const Digit &self() const { return *this; }
	Digit next() const { return Digit(digit + 1); }
	explicit operator bool() const { return digit != 0; }
	bool operator<(const Digit &o) const { return digit < o.digit; }
};

struct Line {
	int sum = 0;
	~Line() { trace = trace * 10 + sum % 10; }
	Line &operator<<(int i)
	{
		sum += i;
		return *this;
	}
};
Line line() { return Line(); }

struct Lock {
	int &depth;
	explicit Lock(int &d) : depth(d) { depth++; }
	~Lock() { depth--; }
};

int by_reference(const Digit &d) { return d.digit * 100 + trace; }
int by_value(Digit d) { return d.digit * 100 + trace; }
const Digit &same(const Digit &d) { return d; }
Digit made(int d) { return Digit(d); }
int with_default(int x, const Digit &d = Digit(7)) { return x + d.digit; }

struct Holder {
	int number;
	Holder(int a) : number(by_reference(Digit(a)) + trace) {}
};

struct Pair {
	const Digit &first;
	int second;
};

struct Base {
	Digit part;
	explicit Base(int d) : part(d) {}
};
struct Heir : Base {
	Digit more;
	explicit Heir(int d) : Base(d), more(d + 1) {}
};

int summed(std::initializer_list<Digit> all)
{
	int sum = 0;
	for (const Digit &d : all)
		sum += d.digit;
	return sum * 10 + alive;
}

} // namespace

int discarded()
{
	trace = 0;
	Digit(1);
	trace = trace * 10 + 2;
	made(3);
	(void)Digit(4);
	return trace;
}

int lock_without_a_name()
{
	int depth = 0;
	Lock{depth};
	const int behind = depth;
	Lock named(depth);
	return behind * 10 + depth;
}

int argument_by_reference()
{
	trace = 0;
	const int got = by_reference(Digit(3));
	return got * 10 + trace;
}

int argument_by_value()
{
	trace = 0;
	Digit d(2);
	const int got = by_value(Digit(3)), copy = by_value(d);
	return got * 1000 + copy + trace;
}

int streamed()
{
	trace = 0;
	Line() << 1 << 2;
	line() << 4;
	return trace;
}

int bound_to_a_reference()
{
	trace = 0;
	{
		const Digit &a = Digit(1);
		Digit &&b = made(2);
		const Digit &c = same(Digit(3));
		trace = trace * 10 + a.digit + b.digit + (&c != nullptr);
	}
	return trace;
}

int bound_through_a_member()
{
	trace = 0;
	{
		const Digit &part = Heir(4).part;
		const Base &base = Heir(6);
		const int &digit = Digit(1).digit;
		trace = trace * 10 + part.digit - 4 + base.part.digit - 6 + digit - 1;
	}
	return trace;
}

int bound_in_braces()
{
	trace = 0;
	{
		Pair p{Digit(5), 6};
		trace = trace * 10 + p.second;
	}
	return trace;
}

int returned_value_of_a_temporary()
{
	trace = 0;
	const auto get = [] {
		Digit local(2);
		return Digit(1).value() + by_reference(Digit(3));
	};
	return get() * 1000 + trace;
}

int returned_temporary()
{
	trace = 0;
	const auto get = [](bool first) {
		if (first)
			return Digit(1);
		return Digit(2).next();
	};
	const int sum = get(true).digit + get(false).digit;
	return sum * 1000 + trace;
}

int one_of_two()
{
	trace = 0;
	int sum = 0;
	for (int i = 0; i < 4; i++) {
		sum += (i % 2 ? Digit(1) : Digit(2)).digit;
		sum += i > 1 && Digit(i + 3).digit > 3;
		sum += i > 2 || by_reference(Digit(i + 6)) > 10000;
	}
	return (trace % 100000000) * 10 + sum;
}

int one_of_two_named()
{
	trace = 0;
	{
		Digit d = alive % 2 == 0 ? Digit(3) : Digit(4);
		const Digit &e = d.digit == 3 ? Digit(5) : d;
		const Digit f = d.digit == 3 ? d : Digit(9);
		trace = trace * 10 + e.digit + f.digit - 5;
	}
	return trace;
}

int in_conditions()
{
	trace = 0;
	int rounds = 0;
	if (Digit(1).value() == 1)
		trace = trace * 10 + 9;
	for (int i = 0; i < Digit(2).value(); Digit(i++ + 5))
		rounds++;
	while (rounds < made(3).value())
		rounds++;
	do
		rounds++;
	while (Digit(rounds).value() < 5);
	switch (Digit(4).value()) {
	case 4: trace = trace * 10 + 8;
	}
	return trace % 100000000 * 10 + rounds;
}

int in_a_comma()
{
	trace = 0;
	const int got = (Digit(1), Digit(2).digit, by_reference(Digit(3)));
	return got * 1000 + trace;
}

int in_a_chain()
{
	trace = 0;
	const int got = Digit(1).next().next().self().value();
	return got * 1000 + trace;
}

int default_arguments()
{
	trace = 0;
	const int got = with_default(1) + with_default(2, Digit(3));
	return got * 1000 + trace;
}

int in_initialisers_of_members()
{
	trace = 0;
	Holder h(4);
	return h.number * 10 + trace;
}

int in_an_initialiser_list()
{
	trace = alive = 0;
	const int got = summed({Digit(1), Digit(2), Digit(3)});
	return got * 1000 + trace;
}

int into_a_vector()
{
	trace = 0;
	{
		std::vector<Digit> all;
		all.reserve(4);
		all.push_back(Digit(1));
		all.emplace_back(4);
		Digit named(7);
		all.push_back(named);
	}
	return trace;
}

int ranged_over()
{
	trace = 0;
	struct Many {
		Digit guard{9};
		int at[3] = {1, 2, 3};
		const int *begin() const { return at; }
		const int *end() const { return at + 3; }
	};
	for (int i : Many())
		trace = trace * 10 + i;
	return trace;
}

int in_a_loop()
{
	trace = alive = 0;
	int most = 0;
	for (int i = 0; i < 100; i++) {
		const int now = by_reference(Digit(0)) / 100 + alive;
		most = now > most ? now : most;
	}
	return most * 10 + alive;
}

int assigned_from()
{
	struct Slot {
		int number = 0;
		Digit digit{1};
		Slot &operator=(const Digit &d)
		{
			number = d.digit + trace;
			return *this;
		}
	};
	trace = 0;
	Slot slot;
	slot = Digit(5);
	return slot.number * 10 + trace;
}

int kept_by_new()
{
	trace = 0;
	std::unique_ptr<Digit> made_of(new Digit(Digit(4).value() + 1));
	trace = trace * 10 + made_of->digit;
	made_of = nullptr;
	return trace;
}

int compared()
{
	trace = 0;
	const bool less = Digit(1) < Digit(2), more = made(4) < made(3);
	return (trace < 0 ? -trace : trace) % 1 + less * 10 + more;
}

int closures()
{
	trace = 0;
	const Digit d(1);
	[d] { return d.digit; }();
	const int got = [c = Digit(5)] { return c.digit; }();
	{
		auto held = [d, &got] { return d.digit + got; };
		auto copy = held;
		trace = trace * 10 + copy() % 10;
	}
	return trace;
}

int in_a_statement_expression()
{
	trace = 0;
	const int got = ({
		Digit d(6);
		by_reference(Digit(2)) + d.digit;
	});
	return got * 100 + trace;
}

// not followed: what is thrown is not looked at
int thrown_past()
{
	trace = 0;
	try {
		throw Digit(3);
	} catch (const Digit &d) {
		trace = trace * 10 + d.digit;
	}
	return trace;
}

int array_without_a_name()
{
	using Three = Digit[3];
	trace = 0;
	const int got = Three{Digit(1), Digit(2), Digit(3)}[1].digit;
	return got * 1000 + trace;
}
