/* Who owns what: shared and weak pointers, functions that hold objects, optionals, and the ways in which they let go. */
#include <any>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace {

int trace, alive;

struct Digit {
	int digit;
	explicit Digit(int d) : digit(d) { alive++; }
	Digit(const Digit &o) : digit(o.digit) { alive++; }
	Digit(Digit &&o) noexcept : digit(o.digit)
	{
		o.digit = 0;
		alive++;
	}
	Digit &operator=(const Digit &o) = default;
	virtual ~Digit()
	{
		trace = trace * 10 + digit;
		alive--;
	}
};
struct Big : Digit {
	Digit more{8};
	explicit Big(int d) : Digit(d) {}
};

struct Node : std::enable_shared_from_this<Node> {
	int id;
	std::vector<std::shared_ptr<Node>> children;
	std::weak_ptr<Node> parent;
	explicit Node(int i) : id(i) {}
	~Node() { trace = trace * 10 + id; }
	void add(std::shared_ptr<Node> child)
	{
		child->parent = shared_from_this();
		children.push_back(std::move(child));
	}
};

long owners_by_value(std::shared_ptr<Digit> p) { return p.use_count(); }
long owners_by_reference(const std::shared_ptr<Digit> &p) { return p.use_count(); }

std::optional<Digit> maybe(int d)
{
	if (d > 5)
		return std::nullopt;
	return Digit(d);
}
std::optional<int> half(int x)
{
	if (x % 2)
		return {};
	return x / 2;
}

} // namespace

int last_owner()
{
	trace = 0;
	{
		std::shared_ptr<Digit> a = std::make_shared<Digit>(1), b;
		{
			std::shared_ptr<Digit> c = a, d(new Digit(2));
			b = d;
			trace = trace * 10 + static_cast<int>(a.use_count());
		}
		trace = trace * 10 + static_cast<int>(a.use_count() + b.use_count());
		a = b;
		trace = trace * 10 + static_cast<int>(b.use_count());
		b.reset();
		trace = trace * 10 + static_cast<int>(a.use_count());
	}
	return trace;
}

int owners_counted()
{
	auto p = std::make_shared<Digit>(1);
	auto q = p;
	long n = owners_by_value(p) * 100 + owners_by_reference(p) * 10 + owners_by_value(std::move(q));
	n = n * 10 + p.use_count();
	return static_cast<int>(n * 10 + (q == nullptr));
}

int weak_owners()
{
	std::weak_ptr<Digit> w;
	int got = w.expired();
	{
		auto p = std::make_shared<Digit>(4);
		w = p;
		if (auto q = w.lock())
			got = got * 10 + static_cast<int>(q.use_count());
		got = got * 10 + static_cast<int>(w.use_count());
	}
	got = got * 10 + (w.lock() == nullptr);
	return got * 10 + w.expired();
}

int with_a_deleter()
{
	int freed = 0;
	{
		std::shared_ptr<int> a(new int(3), [&freed](int *p) {
			freed += *p;
			delete p;
		});
		std::shared_ptr<int> b = a;
		a.reset();
		freed += 100;
	}
	return freed;
}

int by_a_base()
{
	trace = 0;
	{
		std::shared_ptr<Digit> p = std::make_shared<Big>(5);
		std::shared_ptr<Digit> q(std::make_unique<Big>(6));
		auto big = std::static_pointer_cast<Big>(p);
		trace = trace * 10 + static_cast<int>(p.use_count()) + big->more.digit;
	}
	return trace;
}

int a_tree_of_owners()
{
	trace = 0;
	{
		auto root = std::make_shared<Node>(1);
		root->add(std::make_shared<Node>(2));
		root->add(std::make_shared<Node>(3));
		root->children[0]->add(std::make_shared<Node>(4));
		std::shared_ptr<Node> kept = root->children[1];
		trace = static_cast<int>(root.use_count() * 10 + kept.use_count()) * 10 + (kept->parent.lock() == root);
		root.reset();
		trace = trace * 10 + kept->parent.expired();
	}
	return trace;
}

int in_containers()
{
	trace = alive = 0;
	int got;
	{
		std::vector<std::shared_ptr<Digit>> all;
		for (int i = 1; i < 4; i++)
			all.push_back(std::make_shared<Digit>(i));
		std::map<int, std::shared_ptr<Digit>> by_digit;
		for (const auto &p : all)
			by_digit[p->digit] = p;
		all.erase(all.begin());
		got = static_cast<int>(by_digit[1].use_count() * 10 + by_digit[2].use_count());
		all.clear();
		got = got * 10 + alive;
		by_digit.erase(3);
		got = got * 10 + alive;
	}
	return got * 10 + alive;
}

int part_of_an_owned_object()
{
	trace = 0;
	{
		std::shared_ptr<Digit> part;
		{
			auto whole = std::make_shared<Big>(3);
			part = std::shared_ptr<Digit>(whole, &whole->more);
		}
		trace = trace * 10 + part->digit;
	}
	return trace;
}

int functions_that_hold()
{
	trace = alive = 0;
	int got;
	{
		std::function<int()> f, g;
		{
			Digit d(4);
			f = [d, calls = 0]() mutable { return d.digit * 10 + ++calls; };
		}
		g = f;
		got = f() + f() * 10 + g() * 100 + alive * 10000;
		f = nullptr;
		got += alive * 100000 + (f ? 1 : 0);
	}
	return got + alive;
}

int functions_that_share()
{
	auto p = std::make_shared<int>(5);
	std::vector<std::function<void()>> actions;
	for (int i = 0; i < 3; i++)
		actions.push_back([p, i] { *p += i; });
	for (auto &action : actions)
		action();
	const long owners = p.use_count();
	actions.clear();
	return static_cast<int>(owners * 100 + p.use_count() * 10) + *p;
}

int guards_at_the_end_of_a_scope()
{
	struct Guard {
		std::function<void()> at_end;
		explicit Guard(std::function<void()> f) : at_end(std::move(f)) {}
		Guard(const Guard &) = delete;
		~Guard()
		{
			if (at_end)
				at_end();
		}
		void dismiss() { at_end = nullptr; }
	};
	int x = 1;
	{
		Guard a([&x] { x *= 10; }), b([&x] { x += 3; }), c([&x] { x = 1000; });
		c.dismiss();
		x++;
	}
	return x;
}

int guards_of_a_template()
{
	struct {
		int depth = 0;
	} state;
	const auto guard = [](auto f) {
		struct Guard {
			decltype(f) at_end;
			~Guard() { at_end(); }
		};
		return Guard{f};
	};
	int seen;
	{
		auto g = guard([&state] { state.depth *= 7; });
		state.depth++;
		seen = state.depth;
	}
	return seen * 100 + state.depth;
}

int optionals()
{
	trace = alive = 0;
	int got;
	{
		std::optional<Digit> a = maybe(3), b = maybe(7), c;
		got = a.has_value() * 10 + b.has_value();
		c = a;
		c->digit++;
		b.emplace(6);
		got = got * 10 + alive;
		a.reset();
		got = got * 10 + alive;
		c = std::nullopt;
		got = got * 10 + alive;
	}
	return got * 10 + alive;
}

int optional_numbers()
{
	std::optional<int> a = half(8), b = half(3);
	const int sum = a.value_or(100) + b.value_or(100) + *half(4);
	std::optional<std::string> s;
	if (!s)
		s = "abc";
	return sum * 10 + static_cast<int>(s->size()) + (a == 4);
}

int optional_of_what_only_moves()
{
	std::optional<std::unique_ptr<int>> p;
	p = std::make_unique<int>(5);
	std::unique_ptr<int> q = std::move(*p);
	auto r = std::make_optional(std::move(q));
	return **r * 100 + (q == nullptr) * 10 + p.has_value();
}

int arrays_owned()
{
	trace = 0;
	{
		std::unique_ptr<Digit[]> a(new Digit[2]{Digit(1), Digit(2)});
		trace = 0;
		std::shared_ptr<Digit[]> b(new Digit[1]{Digit(3)});
		trace = 0;
	}
	return trace;
}

int anything()
{
	trace = alive = 0;
	int got;
	{
		std::any a = Digit(1);
		std::any b = a;
		a = 5;
		got = std::any_cast<int>(a) * 10 + alive;
	}
	return got * 10 + alive;
}

int handles_with_a_deleter()
{
	static int open;
	struct Close {
		void operator()(int *handle) const
		{
			open -= *handle;
			delete handle;
		}
	};
	using Handle = std::unique_ptr<int, Close>;
	const auto make = [](int n) {
		open += n;
		return Handle(new int(n));
	};
	open = 0;
	int got;
	{
		std::vector<Handle> all;
		all.push_back(make(1));
		all.push_back(make(20));
		Handle last = std::move(all.back());
		all.pop_back();
		got = open;
		all.clear();
		got = got * 100 + open;
	}
	return got * 100 + open;
}

int hierarchy_in_a_vector()
{
	struct Stage {
		virtual ~Stage() { trace = trace * 10 + 1; }
		virtual int run(int x) const = 0;
	};
	struct Add : Stage {
		int by;
		explicit Add(int b) : by(b) {}
		int run(int x) const override { return x + by; }
	};
	struct Twice : Stage {
		std::unique_ptr<Stage> inner;
		explicit Twice(std::unique_ptr<Stage> i) : inner(std::move(i)) {}
		~Twice() override { trace = trace * 10 + 2; }
		int run(int x) const override { return inner->run(inner->run(x)); }
	};
	trace = 0;
	int got = 1;
	{
		std::vector<std::unique_ptr<Stage>> stages;
		stages.push_back(std::make_unique<Add>(3));
		stages.emplace_back(new Twice(std::make_unique<Add>(5)));
		for (const auto &stage : stages)
			got = stage->run(got);
	}
	return got * 1000 + trace;
}

int optionals_on_the_right()
{
	const std::optional<int> none, five = 5;
	return (5 == five) * 1000 + (5 != none) * 100 + (std::nullopt == none) * 10 + (std::nullopt != five);
}
