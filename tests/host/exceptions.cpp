/* Exceptions: which handler takes them, what it is given, and what is destroyed on the way. */
#include <stdexcept>

namespace {

int trace;

struct Digit {
	int digit;
	explicit Digit(int d) : digit(d) {}
	~Digit() { trace = trace * 10 + digit; }
};

struct Fault {
	int code;
	virtual int weight() const { return 1; }
};
struct HeavyFault : Fault {
	int weight() const override { return 5; }
};
struct Other {};

enum Kind { SMALL, LARGE };

int thrown_above(int limit, int x)
{
	if (x > limit)
		throw x;
	return x;
}

int raise_heavy(int code)
{
	HeavyFault fault;
	fault.code = code;
	throw fault;
}

int through(int code) { return raise_heavy(code) + 1; }

} // namespace

int nothing_thrown()
{
	int r = 0;
	try {
		r = thrown_above(3, 2);
		r += 10;
	} catch (...) {
		r += 100;
	}
	return r;
}

int caught_by_type()
{
	int r = 0;
	try {
		r += thrown_above(3, 2);
		r += thrown_above(3, 9);
		r = 1000;
	} catch (const char *) {
		r += 20;
	} catch (long) {
		r += 30;
	} catch (int x) {
		r += 40 + x;
	} catch (...) {
		r += 50;
	}
	return r;
}

int caught_by_anything()
{
	int r = 1;
	try {
		throw Other();
	} catch (int) {
		r += 10;
	} catch (...) {
		r += 100;
	}
	return r;
}

int caught_as_base()
{
	try {
		through(7);
	} catch (const Fault &fault) {
		return fault.code * 10 + fault.weight();
	}
	return 0;
}

int caught_further_out()
{
	int r = 0;
	try {
		try {
			thrown_above(1, 4);
		} catch (const Fault &) {
			r = 100;
		}
		r += 10;
	} catch (int &x) {
		r += x;
	}
	return r;
}

int thrown_again()
{
	int r = 0;
	try {
		try {
			through(3);
		} catch (Fault &fault) {
			fault.code++;
			r += 10;
			throw;
		}
	} catch (Fault &fault) {
		r += fault.code;
	}
	return r;
}

int enumerations()
{
	try {
		throw LARGE;
	} catch (int) {
		return 1;
	} catch (Kind kind) {
		return 10 + kind;
	}
}

int library_exceptions()
{
	int r = 0;
	try {
		throw std::invalid_argument("seven");
	} catch (const std::runtime_error &) {
		r = 1;
	} catch (const std::logic_error &) {
		r = 2;
	} catch (const std::exception &) {
		r = 3;
	}
	return r;
}

int out_of_loops()
{
	int r = 0;
	for (int i = 0; i < 4; i++) {
		try {
			for (int k = 0;; k++) {
				if (k == 2)
					continue;
				if (k == i + 3)
					throw k;
			}
		} catch (int k) {
			r = r * 10 + k;
			if (i == 2)
				break;
			continue;
		}
		r += 1000;
	}
	return r;
}

int destroyed_on_the_way()
{
	trace = 0;
	Digit outer(1);
	try {
		Digit a(2);
		{
			Digit b(3);
			if (trace == 0)
				throw 4;
			Digit c(5);
		}
	} catch (int x) {
		Digit d(x);
	}
	return trace;
}

int destroyed_in_the_thrower()
{
	trace = 0;
	const auto thrower = [](int x) {
		Digit a(x), b(x + 1);
		throw 7;
	};
	try {
		thrower(3);
	} catch (int x) {
		trace = trace * 10 + x;
	}
	return trace;
}

// not followed: destructors of functions that an exception passes by
int destroyed_in_the_caller()
{
	trace = 0;
	try {
		Digit a(6);
		thrown_above(0, 1);
	} catch (int) {
	}
	return trace;
}

int thrown_by_one_operand()
{
	int r = 0;
	const auto checked = [](int x) { return x > 3 ? throw x : x * 10; };
	const auto other = [](int x) { return x <= 3 ? x * 10 : throw std::logic_error("large"); };
	try {
		r += checked(2);
		r += checked(7);
		r += 1000;
	} catch (int x) {
		r += x;
	}
	try {
		r += other(1);
		r = other(9);
	} catch (const std::logic_error &) {
		r += 100;
	}
	return r;
}

int thrown_behind_a_condition()
{
	int r = 0;
	for (int i = 0; i < 4; i++) {
		try {
			i % 2 && (throw i, true);
			r = r * 10 + 5;
		} catch (int x) {
			r = r * 10 + x;
		}
	}
	return r;
}

int object_that_is_thrown()
{
	trace = 0;
	try {
		try {
			throw Digit(3);
		} catch (Digit &d) {
			d.digit++;
			throw;
		}
	} catch (const Digit &d) {
		trace = trace * 10 + 1;
	}
	return trace;
}

int temporaries_of_a_throw()
{
	trace = 0;
	try {
		Digit local(5);
		throw Digit(2).digit + 1;
	} catch (int x) {
		trace = trace * 10 + x;
	}
	return trace;
}

int thrown_with_a_text()
{
	trace = 0;
	try {
		Digit local(5);
		throw std::runtime_error("text");
	} catch (const std::exception &) {
		trace = trace * 10 + 1;
	}
	return trace;
}
