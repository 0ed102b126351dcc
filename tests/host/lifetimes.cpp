/* More of the lives of objects: what is made in the midst of others, handed through several functions, and known by its place. */
#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <list>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <utility>
#include <vector>

namespace {

int trace, alive;

struct Digit {
	int digit;
	Digit(int d = 0) : digit(d) { alive++; }
	Digit(const Digit &o) : digit(o.digit) { alive++; }
	Digit(Digit &&o) noexcept : digit(o.digit)
	{
		o.digit = 0;
		alive++;
	}
	Digit &operator=(const Digit &) = default;
	Digit &operator=(Digit &&o) noexcept
	{
		digit = o.digit;
		o.digit = 0;
		return *this;
	}
	~Digit()
	{
		if (digit)
			trace = trace * 10 + digit;
		alive--;
	}
	Digit operator+(const Digit &o) const { return Digit(digit + o.digit); }
	Digit operator++(int)
	{
		Digit old = *this;
		digit++;
		return old;
	}
};
std::vector<Digit> digits(int n)
{
	std::vector<Digit> all;
	all.reserve(4);
	for (int i = 1; i <= n; i++)
		all.emplace_back(i);
	return all;
}
std::pair<Digit, Digit> two() { return {Digit(1), Digit(2)}; }

struct Matrix {
	int n;
	std::unique_ptr<int[]> at;
	explicit Matrix(int k, int x = 0) : n(k), at(new int[k])
	{
		for (int i = 0; i < k; i++)
			at[i] = x + i;
		alive++;
	}
	Matrix(const Matrix &o) : n(o.n), at(new int[o.n])
	{
		for (int i = 0; i < n; i++)
			at[i] = o.at[i];
		alive++;
	}
	Matrix(Matrix &&o) noexcept : n(o.n), at(std::move(o.at)) { alive++; }
	Matrix &operator=(Matrix o)
	{
		std::swap(n, o.n);
		std::swap(at, o.at);
		return *this;
	}
	~Matrix() { alive--; }
	friend Matrix operator+(Matrix a, const Matrix &b)
	{
		for (int i = 0; i < a.n; i++)
			a.at[i] += b.at[i];
		return a;
	}
	Matrix &operator*=(int k)
	{
		for (int i = 0; i < n; i++)
			at[i] *= k;
		return *this;
	}
	friend Matrix operator*(Matrix a, int k) { return std::move(a *= k); }
};

struct Delegating {
	Digit a;
	int number;
	Delegating(const Digit &d, int n) : a(d.digit + 1), number(n) {}
	Delegating() : Delegating(Digit(4), 2) { trace = trace * 10 + number; }
};
struct WithBase : Delegating {
	Digit more;
	explicit WithBase(int d) : Delegating(Digit(d), d + 1), more(d + 2) {}
};

struct Observer;
std::vector<Observer *> watching;
struct Observer {
	int seen = 0;
	Observer() { watching.push_back(this); }
	Observer(const Observer &) = delete;
	~Observer() { watching.erase(std::find(watching.begin(), watching.end(), this)); }
};
void notify(int x)
{
	for (Observer *o : watching)
		o->seen += x;
}

struct Handle {
	Digit *held = nullptr;
	Handle() = default;
	explicit Handle(int d) : held(new Digit(d)) {}
	Handle(Handle &&o) : held(o.held) { o.held = nullptr; }
	Handle &operator=(Handle &&o)
	{
		delete held;
		held = o.held;
		o.held = nullptr;
		return *this;
	}
	~Handle() { delete held; }
	Digit *release() { return std::exchange(held, nullptr); }
};
struct Device {
	Handle memory;
	Handle take() { return std::move(memory); }
};

union Slot {
	Digit digit;
	int number;
	Slot() : number(0) {}
	~Slot() {}
};

int depth_of(int n, Digit d)
{
	if (n == 0)
		return alive * 10 + d.digit;
	return depth_of(n - 1, Digit(d.digit + 1));
}
int handed_on(Handle h, int n) { return n ? handed_on(std::move(h), n - 1) : h.held->digit; }

int sum_of(std::initializer_list<std::shared_ptr<int>> all)
{
	long n = 0;
	for (const auto &p : all)
		n = n * 10 + *p + p.use_count();
	return static_cast<int>(n);
}

void begin() { trace = alive = 0; }

} // namespace

int sums_of_objects()
{
	begin();
	const Digit a(1), b(2);
	const Digit c = a + b + a + b;
	return c.digit * 100000 + trace;
}

int sums_of_matrices()
{
	begin();
	int got;
	{
		Matrix a(3, 1), b(3, 2);
		Matrix c = a + b * 2 + a;
		a = c + b;
		b = std::move(c);
		got = a.at[2] * 100 + b.at[1] * 10 + alive;
	}
	return got * 10 + alive;
}

int over_a_made_vector()
{
	begin();
	int n = 0;
	for (const Digit &d : digits(3))
		n = n * 10 + d.digit;
	return n * 1000 + trace;
}

int over_copies()
{
	begin();
	const auto all = digits(3);
	int n = 0;
	for (Digit d : all)
		n = n * 10 + d.digit;
	return n * 1000 + trace;
}

int bound_parts()
{
	begin();
	{
		auto &&[a, b] = two();
		const auto &[c, d] = std::make_pair(Digit(3), Digit(4));
		trace = trace * 10 + a.digit + b.digit + c.digit + d.digit - 5;
	}
	return trace;
}

int delegating_constructors()
{
	begin();
	{
		Delegating d;
		WithBase w(5);
		trace = trace * 10 + w.number + w.a.digit - 10;
	}
	return trace;
}

int known_by_its_place()
{
	int got;
	{
		Observer a;
		auto b = std::make_unique<Observer>();
		notify(1);
		{
			Observer c;
			notify(20);
			got = c.seen;
		}
		b.reset();
		notify(300);
		got = got * 1000 + a.seen;
	}
	return got * 10 + static_cast<int>(watching.size());
}

int handles()
{
	begin();
	int got;
	{
		Handle a(1), b(2), c;
		c = std::move(a);
		b = Handle(3);
		Device device{Handle(4)};
		Handle d = device.take();
		std::unique_ptr<Digit> e(d.release());
		got = (a.held == nullptr) * 100 + (d.held == nullptr) * 10 + e->digit;
		b = std::move(c);
	}
	return got * 100000 + trace;
}

int handed_through_calls()
{
	begin();
	const int n = depth_of(3, Digit(1));
	const int h = handed_on(Handle(6), 4);
	return n * 10000 + h * 1000 + alive * 100 + trace % 100;
}

int shrinking_vectors()
{
	begin();
	{
		auto all = digits(4);
		all.resize(3);
		all.pop_back();
		all.erase(all.begin());
		all.insert(all.begin(), Digit(7));
		all[0] = Digit(8);
		trace = trace * 10 + alive;
		all.clear();
		trace = trace * 10 + alive;
	}
	return trace;
}

int placed_by_hand()
{
	begin();
	alignas(Digit) unsigned char room[2 * sizeof(Digit)];
	Digit *first = new (room) Digit(1), *second = new (room + sizeof(Digit)) Digit(*first);
	second->digit = 5;
	second->~Digit();
	first->~Digit();
	Slot slot;
	new (&slot.digit) Digit(3);
	slot.digit.~Digit();
	return trace * 10 + alive;
}

int made_anew()
{
	begin();
	Digit *all = new Digit[3]{Digit(1), Digit(2)};
	std::swap(all[0], all[2]);
	delete[] all;
	std::unique_ptr<Digit> p = std::make_unique<Digit>(5);
	p = std::make_unique<Digit>(6);
	p.reset(new Digit(7));
	return trace * 10 + alive;
}

int counted_up()
{
	begin();
	Digit d(1);
	d++;
	const int old = d++.digit;
	return old * 10000 + d.digit * 1000 + trace;
}

int lists_of_owners()
{
	auto p = std::make_shared<int>(3);
	const int got = sum_of({p, p, std::make_shared<int>(4)});
	std::vector<std::shared_ptr<int>> v{p, p};
	return got * 10 + static_cast<int>(p.use_count());
}

int lambdas_in_lambdas()
{
	begin();
	int got;
	{
		auto outer = [h = Handle(2), d = Digit(3)]() mutable {
			auto inner = [h = std::move(h), &d] { return h.held->digit * 10 + d.digit; };
			return inner();
		};
		got = outer();
	}
	return got * 1000 + trace;
}

int returned_members()
{
	begin();
	struct Maker {
		Digit d{4};
		Digit copy() const { return d; }
		Digit moved() { return std::move(d); }
		const Digit &seen() const { return d; }
	};
	int got;
	{
		Maker m;
		got = m.copy().digit + m.seen().digit * 10;
		Digit taken = m.moved();
		got = got * 10 + m.d.digit + taken.digit;
	}
	return got * 10000 + trace % 10000;
}

int chosen_objects()
{
	begin();
	int n = 0;
	Digit kept(9);
	for (int i = 0; i < 3; i++) {
		const Digit &r = i == 1 ? kept : kept;
		Digit c = i == 2 ? Digit(1) : i == 1 ? kept : Digit(2) + Digit(3);
		n = n * 10 + c.digit + r.digit - 9;
		if (i && Digit(4).digit == 4 && (i > 1 || Digit(6).digit))
			n++;
	}
	return n * 1000 + trace % 1000 + alive;
}

int out_by_goto_with_temporaries()
{
	begin();
	int n = 0;
again: {
	Digit d(1);
	if ((d + Digit(n)).digit > 4)
		goto out;
	n += Digit(3).digit;
	goto again;
}
out:
	return n * 1000 + trace % 1000 + alive;
}

int arrays_copied()
{
	begin();
	struct Three {
		Digit at[3];
		std::array<Digit, 2> more;
	};
	int got;
	{
		Three a;
		a.at[1].digit = 5;
		a.more[1].digit = 6;
		Three b = a;
		b.at[1].digit = 7;
		Three c = std::move(b);
		a = c;
		got = a.at[1].digit * 100 + b.at[1].digit * 10 + c.more[1].digit + alive * 1000;
	}
	return got + alive;
}

int one_for_all_calls()
{
	begin();
	const auto count = [] {
		static Digit calls(0);
		return ++calls.digit;
	};
	count();
	count();
	return count() * 10 + alive;
}

int owners_in_structures()
{
	struct Graph {
		struct Node {
			int id;
			std::vector<std::shared_ptr<Node>> to;
			~Node() { trace = trace * 10 + id; }
		};
		std::map<int, std::shared_ptr<Node>> nodes;
		std::shared_ptr<Node> node(int id)
		{
			auto &n = nodes[id];
			if (!n)
				n = std::shared_ptr<Node>(new Node{id, {}});
			return n;
		}
		void edge(int a, int b) { node(a)->to.push_back(node(b)); }
	};
	begin();
	int got;
	{
		Graph g;
		g.edge(1, 2);
		g.edge(1, 3);
		g.edge(2, 3);
		got = static_cast<int>(g.node(3).use_count() * 10 + g.nodes.size());
		g.nodes.erase(3);
		g.nodes.erase(1);
		trace = trace * 10 + 9;
	}
	return got * 10000 + trace;
}

int kept_by_a_list()
{
	begin();
	std::list<Digit> all;
	for (int i = 1; i < 4; i++)
		all.push_back(Digit(i));
	all.remove_if([](const Digit &d) { return d.digit == 2; });
	all.pop_front();
	return trace * 100 + static_cast<int>(all.size()) * 10 + alive;
}

int assigned_to_itself()
{
	begin();
	Matrix m(2, 5);
	m = m;
	std::vector<int> v{1, 2};
	v = v;
	std::string s = "abc";
	s = s + s;
	s = std::move(s) + "d";
	return m.at[1] * 100 + static_cast<int>(v.size()) * 10 + static_cast<int>(s.size()) + alive;
}

int comma_and_parentheses()
{
	begin();
	const int n = ((Digit(1)), (Digit(2)).digit);
	(void)(Digit(4), 0);
	return n * 100000 + trace;
}

int functions_by_value()
{
	begin();
	int got = 0;
	{
		Digit d(3);
		std::function<int(Digit)> f = [d](Digit e) { return d.digit * 10 + e.digit; };
		const auto call = [](std::function<int(Digit)> g, int x) { return g(Digit(x)); };
		got = call(f, 4) * 100 + call(std::move(f), 5);
		got = got * 10 + (f ? 1 : 0) + alive;
	}
	return got * 10 + alive;
}
