/* Objects that end to live: at which of the ways out of a scope, in which order, and what they are part of. */
#include <memory>
#include <utility>
#include <vector>

namespace {

int trace;

/* Writes a digit when it goes. */
struct Digit {
	int digit;
	explicit Digit(int d) : digit(d) {}
	~Digit() { trace = trace * 10 + digit; }
};

/* The same for one that can be moved: what was moved from goes silently. */
struct Owner {
	int digit;
	explicit Owner(int d) : digit(d) {}
	Owner(Owner &&o) : digit(o.digit) { o.digit = 0; }
	Owner(const Owner &) = delete;
	Owner &operator=(Owner &&o)
	{
		std::swap(digit, o.digit);
		return *this;
	}
	~Owner()
	{
		if (digit)
			trace = trace * 10 + digit;
	}
};

struct Base {
	Digit member{3};
	~Base() { trace = trace * 10 + 4; }
};
struct Derived : Base {
	Digit first{1}, second{2};
	~Derived() { trace = trace * 10 + 5; }
};
struct Whole {
	Derived part;
	Digit many[3] = {Digit(6), Digit(7), Digit(8)};
};

struct Shape {
	virtual int area() { return 1; }
	virtual ~Shape() { trace = trace * 10 + 1; }
};
struct Square : Shape {
	Digit side{2};
	int area() override { return 4; }
	~Square() { trace = trace * 10 + 3; }
};
struct Empty {
	virtual ~Empty() {}
};
struct Loud : Empty {
	~Loud() { trace = trace * 10 + 7; }
};

struct Early {
	int stop;
	Digit part{9};
	~Early()
	{
		Digit local(1);
		if (stop)
			return;
		trace = trace * 10 + 2;
	}
};

int taken(int from)
{
	trace = 0;
	Digit outer(1);
	for (int i = 0; i < 5; i++) {
		Digit inner(2);
		if (i == from)
			continue;
		Digit innermost(3);
		if (i == 2)
			return trace * 10 + 9;
		if (i > from)
			break;
	}
	return trace;
}

Digit made(int digit)
{
	Digit one(digit);
	one.digit++;
	return one;
}
Owner chosen(bool first)
{
	Owner a(1), b(2);
	if (first)
		return a;
	return b;
}
int by_value(Digit d) { return d.digit; }
int by_move(Owner o) { return o.digit; }

template <class T>
struct Stack {
	T *items;
	int count = 0;
	Stack() : items(new T[4]) {}
	~Stack() { delete[] items; }
};
struct Cell {
	int value = 0;
	~Cell() { trace += value; }
};

struct Closer {
	int *where;
	void operator()(int *p) const { *where = *p; }
};

} // namespace

int end_of_block()
{
	trace = 0;
	{
		Digit a(1), b(2);
		{
			Digit c(3);
		}
	}
	return trace;
}

int reference_into_scope()
{
	int x = 1;
	struct Guard {
		int &r;
		~Guard() { r = 9; }
	};
	{
		Guard g{x};
		x = 3;
	}
	return x;
}

int break_and_continue() { return taken(0) * 1000 + trace % 1000; }
int return_from_loop() { return taken(7) * 1000 + trace % 1000; }

int out_by_goto()
{
	trace = 0;
	for (int i = 0; i < 3; i++) {
		Digit a(1);
		for (int k = 0; k < 3; k++) {
			Digit b(2);
			if (i == 1)
				goto out;
			if (k == 1)
				break;
		}
	}
out:
	return trace;
}

int back_by_goto()
{
	trace = 0;
	int rounds = 0;
again:
	Digit a(rounds + 1);
	if (++rounds < 3)
		goto again;
	return trace;
}

int in_switch()
{
	trace = 0;
	for (int i = 0; i < 4; i++)
		switch (i) {
		case 0: {
			Digit a(1);
			break;
		}
		case 1: {
			Digit b(2);
		}
		case 2:
			trace = trace * 10 + 5;
			continue;
		default:
			Digit c(3);
			trace = trace * 10 + 6;
		}
	return trace;
}

int conditions()
{
	trace = 0;
	if (Digit a(1); a.digit == 1)
		Digit b(2);
	else
		Digit c(3);
	for (Digit d(4); d.digit < 6; d.digit++)
		Digit e(5);
	return trace;
}

int members_and_bases()
{
	trace = 0;
	{
		Whole whole;
	}
	return trace;
}

int array_of_objects()
{
	trace = 0;
	{
		Digit a[3] = {Digit(1), Digit(2), Digit(3)};
	}
	return trace;
}

int long_array()
{
	trace = 0;
	{
		Cell cells[40];
		for (int i = 0; i < 40; i++)
			cells[i].value = i;
	}
	return trace;
}

int deleted()
{
	trace = 0;
	Digit *a = new Digit(4);
	Digit *none = nullptr;
	delete a;
	delete none;
	return trace;
}

int deleted_array()
{
	trace = 0;
	{
		Stack<Cell> stack;
		for (int i = 0; i < 4; i++)
			stack.items[i].value = i + 1;
	}
	return trace;
}

int deleted_by_base()
{
	trace = 0;
	Shape *shape = new Square;
	const int area = shape->area();
	delete shape;
	Empty *empty = new Loud;
	delete empty;
	return trace * 10 + area;
}

int called_by_hand()
{
	trace = 0;
	alignas(Whole) char room[sizeof(Whole)];
	Whole *whole = new (room) Whole;
	whole->~Whole();
	return trace;
}

int early_return_in_destructor()
{
	trace = 0;
	{
		Early a{0}, b{1};
	}
	return trace;
}

int returned_in_place()
{
	trace = 0;
	{
		Digit d = made(3);
		trace = trace * 10 + 1;
	}
	return trace;
}

int returned_by_move()
{
	trace = 0;
	{
		Owner a = chosen(true), b = chosen(false);
		trace = trace * 10 + a.digit + b.digit;
	}
	return trace;
}

int arguments_by_value()
{
	trace = 0;
	int sum = by_value(Digit(3));
	Digit d(4);
	sum += by_value(d);
	sum += by_move(Owner(5));
	Owner o(6);
	sum += by_move(std::move(o));
	return trace * 100 + sum;
}

int result_before_destruction()
{
	struct Reset {
		int *p;
		~Reset() { *p = 0; }
	};
	const auto seven = [] {
		int x = 7;
		Reset reset{&x};
		return x;
	};
	return seven();
}

int elements_of_a_vector()
{
	trace = 0;
	{
		std::vector<Cell> cells(5);
		for (int i = 0; i < 5; i++)
			cells[i].value = i + 1;
		std::vector<int> plain(3, 7);
	}
	return trace;
}

int unique_pointers()
{
	trace = 0;
	int closed = 0, value = 8;
	{
		std::unique_ptr<Digit> a(new Digit(1)), b;
		b = std::move(a);
		std::unique_ptr<Shape> shape(new Square);
		std::unique_ptr<int, Closer> c(&value, Closer{&closed});
	}
	return trace * 10 + closed;
}

int statement_expression()
{
	trace = 0;
	const int got = ({
		Digit d(6);
		d.digit + trace;
	});
	return trace * 10 + got;
}

/* What is declared before the condition lives as long as the statement. */
int before_conditions()
{
	trace = 0;
	int sum = 0;
	switch (Digit d(3), e(4); d.digit + e.digit) {
	case 7: sum += 100; break;
	default: sum += 5;
	}
	switch (int z = 2, y = z + 5; int w = y - z) {
	case 5: sum += w * 1000 + z; break;
	}
	if (Digit f(5); int g = f.digit - 4)
		sum += g * 7;
	if (sum++; sum > 3)
		sum += 2;
	if (sum += 3; sum < 3)
		sum = 0;
	else
		sum += 4;
	return trace * 10000 + sum;
}
