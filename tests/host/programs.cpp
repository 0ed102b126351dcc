/* The ways of larger programs: buffers that own memory, factories, builders, guards, class hierarchies, iterators. */
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

int allocated, frees, trace;

int *allocate(int bytes)
{
	allocated += bytes;
	return new int[bytes / 4];
}
void release(int *p, int bytes)
{
	allocated -= bytes;
	frees++;
	delete[] p;
}

/* A buffer as CUDA programs have them. */
template <class T>
class Buffer {
	T *data_ = nullptr;
	size_t size_ = 0;

public:
	Buffer() = default;
	explicit Buffer(size_t n) : data_(reinterpret_cast<T *>(allocate(static_cast<int>(n * sizeof(T))))), size_(n) {}
	explicit Buffer(const std::vector<T> &host) : Buffer(host.size()) { std::copy(host.begin(), host.end(), data_); }
	Buffer(const Buffer &) = delete;
	Buffer &operator=(const Buffer &) = delete;
	Buffer(Buffer &&other) noexcept { swap(other); }
	Buffer &operator=(Buffer &&other) noexcept
	{
		Buffer taken(std::move(other));
		swap(taken);
		return *this;
	}
	~Buffer()
	{
		if (data_)
			release(reinterpret_cast<int *>(data_), static_cast<int>(size_ * sizeof(T)));
	}
	void swap(Buffer &other) noexcept
	{
		std::swap(data_, other.data_);
		std::swap(size_, other.size_);
	}
	friend void swap(Buffer &a, Buffer &b) noexcept { a.swap(b); }
	T *get() const { return data_; }
	size_t size() const { return size_; }
	Buffer clone() const
	{
		Buffer copy(size_);
		for (size_t i = 0; i < size_; i++)
			copy.data_[i] = data_[i];
		return copy;
	}
};

struct Tensor {
	std::string name;
	std::vector<int> shape;
	Buffer<float> data;
	Tensor(std::string n, std::vector<int> s) : name(std::move(n)), shape(std::move(s)), data(count()) {}
	int count() const
	{
		int all = 1;
		for (int d : shape)
			all *= d;
		return all;
	}
};

class Config {
	int grid_ = 1, block_ = 32;
	std::vector<std::string> log_;

public:
	Config &grid(int g)
	{
		grid_ = g;
		log_.push_back("grid");
		return *this;
	}
	Config &&block(int b) &&
	{
		block_ = b;
		return std::move(*this);
	}
	Config &block(int b) &
	{
		block_ = b + 1;
		return *this;
	}
	int total() const { return grid_ * block_ + static_cast<int>(log_.size()); }
	struct Builder;
};
struct Config::Builder {
	Config made;
	Builder with(int g) &&
	{
		made.grid(g);
		return std::move(*this);
	}
	Config build() && { return std::move(made); }
};

template <class F>
class ScopeGuard {
	F f_;
	bool active_ = true;

public:
	explicit ScopeGuard(F f) : f_(std::move(f)) {}
	ScopeGuard(ScopeGuard &&o) : f_(std::move(o.f_)), active_(o.active_) { o.active_ = false; }
	~ScopeGuard()
	{
		if (active_)
			f_();
	}
	void dismiss() { active_ = false; }
};
template <class F>
ScopeGuard<F> on_exit(F f) { return ScopeGuard<F>(std::move(f)); }

template <class Derived>
struct Op {
	int run(int x) const { return static_cast<const Derived *>(this)->apply(x); }
	~Op() { trace = trace * 10 + Derived::digit; }
};
struct AddOp : Op<AddOp> {
	static constexpr int digit = 3;
	int apply(int x) const { return x + 4; }
};
struct MulOp : Op<MulOp> {
	static constexpr int digit = 5;
	int apply(int x) const { return x * 6; }
};

struct Timer {
	int &total;
	int started;
	Timer(int &t, int now) : total(t), started(now) {}
	~Timer() { total += trace - started; }
};

struct Stream {
	static int next, open;
	int id;
	Stream() : id(next++) { open++; }
	Stream(const Stream &) = delete;
	Stream(Stream &&o) : id(o.id) { o.id = -1; }
	~Stream()
	{
		if (id >= 0)
			open--;
	}
};
int Stream::next, Stream::open;

struct Shape {
	virtual ~Shape() { trace = trace * 10 + 1; }
	virtual int area() const = 0;
	virtual std::unique_ptr<Shape> clone() const = 0;
};
struct Box : Shape {
	int w, h;
	Box(int a, int b) : w(a), h(b) {}
	~Box() override { trace = trace * 10 + 2; }
	int area() const override { return w * h; }
	std::unique_ptr<Shape> clone() const override { return std::make_unique<Box>(*this); }
};
struct Pile : Shape {
	std::vector<std::unique_ptr<Shape>> parts;
	int area() const override
	{
		int sum = 0;
		for (const auto &p : parts)
			sum += p->area();
		return sum;
	}
	std::unique_ptr<Shape> clone() const override
	{
		auto copy = std::make_unique<Pile>();
		for (const auto &p : parts)
			copy->parts.push_back(p->clone());
		return copy;
	}
};

struct Range {
	struct Iterator {
		int at;
		int operator*() const { return at; }
		Iterator &operator++()
		{
			at++;
			return *this;
		}
		bool operator!=(const Iterator &o) const { return at != o.at; }
	};
	int first, last;
	Iterator begin() const { return {first}; }
	Iterator end() const { return {last}; }
};

std::tuple<int, int, Buffer<int>> dims(int n)
{
	Buffer<int> b(n);
	return {n, n + 1, std::move(b)};
}
struct Result {
	Buffer<int> data;
	int status;
};
Result compute(int n)
{
	Result r{Buffer<int>(n), 0};
	if (n > 2)
		return {Buffer<int>(2 * n), 1};
	return r;
}
std::unique_ptr<Shape> factory(const std::string &kind)
{
	if (kind == "box")
		return std::make_unique<Box>(2, 3);
	if (kind == "pile")
		return std::make_unique<Pile>();
	return nullptr;
}
Buffer<int> through(Buffer<int> b) { return b; }
int consume(Buffer<int> b) { return static_cast<int>(b.size()); }
int consume_all(std::vector<Buffer<int>> all)
{
	int n = 0;
	for (auto &b : all)
		n += consume(std::move(b));
	return n;
}

struct Pool {
	std::map<int, std::vector<std::unique_ptr<int>>> free_;
	int made = 0;
	std::unique_ptr<int> take(int size)
	{
		auto &list = free_[size];
		if (list.empty())
			return std::make_unique<int>(++made);
		auto p = std::move(list.back());
		list.pop_back();
		return p;
	}
	void give(int size, std::unique_ptr<int> p) { free_[size].push_back(std::move(p)); }
};

struct Base {
	int x;
	explicit Base(int a) : x(a) {}
	Base(Buffer<int> b, int a) : x(static_cast<int>(b.size()) + a) {}
	virtual ~Base() { trace = trace * 10 + x; }
};
struct Heir : Base {
	using Base::Base;
	int y = 7;
};

class Singleton {
	int uses = 0;
	Singleton() = default;

public:
	static Singleton &instance()
	{
		static Singleton one;
		return one;
	}
	int use() { return ++uses; }
};

struct Logger {
	int lines = 0;
	struct Line {
		Logger &to;
		std::string text;
		explicit Line(Logger &l) : to(l) {}
		Line(Line &&o) : to(o.to), text(std::move(o.text)) {}
		~Line() { to.lines += static_cast<int>(text.size()); }
		template <class T>
		Line &operator<<(const T &t)
		{
			text += std::string(static_cast<size_t>(t), 'x');
			return *this;
		}
	};
	Line line() { return Line(*this); }
};

void reset() { allocated = frees = trace = 0; }

} // namespace

int buffers_in_a_vector()
{
	reset();
	int most;
	{
		std::vector<Buffer<float>> all;
		for (int i = 1; i <= 4; i++)
			all.emplace_back(i);
		all.push_back(all[0].clone());
		std::vector<Buffer<float>> some(std::make_move_iterator(all.begin()), std::make_move_iterator(all.begin() + 2));
		all.erase(all.begin(), all.begin() + 2);
		most = allocated * 10 + static_cast<int>(all.size());
	}
	return most * 100 + frees * 10 + allocated;
}

int buffers_by_value()
{
	reset();
	Buffer<int> a(3), b = through(std::move(a)), c = through(Buffer<int>(2));
	int n = consume(std::move(b)) + consume(Buffer<int>(5));
	return n * 10000 + allocated * 100 + frees * 10 + (a.get() == nullptr);
}

int buffers_in_an_argument_vector()
{
	reset();
	std::vector<Buffer<int>> all;
	all.emplace_back(1);
	all.emplace_back(2);
	const int n = consume_all(std::move(all));
	return n * 1000 + frees * 100 + allocated * 10 + static_cast<int>(all.size());
}

int tensors()
{
	reset();
	int n = 0;
	{
		std::map<std::string, Tensor> weights;
		weights.emplace("a", Tensor("a", {2, 3}));
		weights.emplace("b", Tensor("b", {4}));
		for (const auto &[name, t] : weights)
			n = n * 10 + t.count() + static_cast<int>(name.size());
		n = n * 100 + allocated;
	}
	return n * 10 + frees;
}

int returned_aggregates()
{
	reset();
	int n;
	{
		auto [data, status] = compute(3);
		Result r = compute(2);
		n = static_cast<int>(data.size()) * 10 + status + static_cast<int>(r.data.size()) * 100;
	}
	return n * 100 + frees * 10 + allocated;
}

int returned_tuples()
{
	reset();
	int w, h, n;
	{
		Buffer<int> b;
		std::tie(w, h, b) = dims(3);
		auto [x, y, c] = dims(4);
		n = static_cast<int>(b.size() + c.size()) + x + y;
	}
	return (w * 10 + h) * 1000 + n * 10 + frees;
}

int builders()
{
	Config named;
	named.grid(3).block(10);
	const int chained = Config().grid(2).total();
	Config moved = Config().block(64);
	Config built = Config::Builder().with(5).with(6).build();
	return named.total() * 1000000 + chained * 10000 + moved.total() * 1000 % 7 + built.total();
}

int guards()
{
	int x = 1;
	{
		auto a = on_exit([&] { x = x * 10 + 1; });
		auto b = on_exit([&] { x = x * 10 + 2; });
		auto c = std::move(a);
		b.dismiss();
		auto d = on_exit([y = std::make_unique<int>(4), &x] { x += *y; });
	}
	return x;
}

// not followed: what is thrown is not looked at
int guard_and_exception()
{
	int x = 0;
	try {
		auto g = on_exit([&] { x = x * 10 + 1; });
		x = 5;
		throw std::runtime_error("no");
	} catch (const std::exception &) {
		x = x * 10 + 2;
	}
	return x;
}

int curious_templates()
{
	reset();
	int x;
	{
		AddOp a;
		x = MulOp().run(a.run(1));
	}
	return x * 100 + trace;
}

int timers()
{
	reset();
	int total = 0;
	{
		Timer t(total, trace);
		trace += 5;
		{
			Timer(total, trace), trace += 3;
		}
		trace += 7;
	}
	return total;
}

int streams()
{
	Stream::next = Stream::open = 0;
	int got;
	{
		std::vector<Stream> all(3);
		std::array<Stream, 2> two;
		all.push_back(Stream());
		Stream one = std::move(all[0]);
		got = Stream::open * 10 + one.id;
	}
	return got * 100 + Stream::next * 10 + Stream::open;
}

int shapes()
{
	reset();
	int area;
	{
		std::unique_ptr<Shape> box = factory("box"), pile = factory("pile"), none = factory("x");
		auto &parts = static_cast<Pile &>(*pile).parts;
		parts.push_back(box->clone());
		parts.push_back(std::move(box));
		auto copy = pile->clone();
		area = pile->area() + copy->area() * 10 + (none == nullptr) * 1000;
	}
	return area * 10 + trace % 9;
}

int ranges()
{
	int sum = 0;
	for (int i : Range{2, 5})
		sum = sum * 10 + i;
	std::vector<int> v(4);
	std::iota(v.begin(), v.end(), 1);
	auto it = std::find_if(v.begin(), v.end(), [](int x) { return x > 2; });
	return sum * 100 + *it * 10 + static_cast<int>(v.end() - it);
}

int pools()
{
	Pool pool;
	auto a = pool.take(8), b = pool.take(8);
	const int first = *a * 10 + *b;
	pool.give(8, std::move(a));
	auto c = pool.take(8);
	auto d = pool.take(16);
	return first * 100 + *c * 10 + *d + (a == nullptr);
}

int inherited_constructors()
{
	reset();
	int got;
	{
		Heir a(4), b(Buffer<int>(3), 2);
		got = a.x * 10 + b.x + a.y;
	}
	return got * 1000 + trace * 10 + frees;
}

int singletons()
{
	Singleton::instance().use();
	return Singleton::instance().use() * 10 + Singleton::instance().use();
}

int logged()
{
	Logger log;
	log.line() << 2 << 3;
	Logger::Line(log) << 4;
	{
		auto kept = log.line();
		kept << 1;
		log.lines *= 10;
	}
	return log.lines;
}

int callbacks()
{
	std::map<std::string, std::function<int(int)>> table;
	int calls = 0;
	table["add"] = [&calls](int x) { return calls++, x + 1; };
	table["twice"] = [f = table["add"]](int x) { return f(f(x)); };
	std::function<int(int)> chain = table["twice"];
	chain = [chain, &table](int x) { return chain(table["add"](x)); };
	return chain(5) * 10 + calls;
}

int optional_buffers()
{
	reset();
	int got;
	{
		std::optional<Buffer<int>> a, b(Buffer<int>(4));
		a = Buffer<int>(2);
		a = std::move(b);
		got = allocated * 10 + b.has_value();
		b.reset();
		a.emplace(1);
		got = got * 100 + allocated;
	}
	return got * 100 + frees * 10 + allocated;
}

int sums_of_temporaries()
{
	reset();
	const int n = consume(Buffer<int>(Buffer<int>(6).size() - 1)) + static_cast<int>(Buffer<int>(std::vector<int>{1, 2}).get()[1]);
	return n * 100 + frees * 10 + allocated;
}

int swapped_buffers()
{
	reset();
	Buffer<int> a(1), b(2);
	for (int i = 0; i < 5; i++)
		std::swap(a, b);
	swap(a, b);
	a.swap(b);
	return static_cast<int>(a.size() * 10 + b.size()) * 10 + frees;
}

int two_dimensions()
{
	reset();
	int got;
	{
		std::vector<std::vector<Buffer<int>>> grid(2);
		for (int i = 0; i < 2; i++)
			for (int k = 0; k < 2; k++)
				grid[i].push_back(Buffer<int>(i + k + 1));
		grid.push_back(std::move(grid[0]));
		got = allocated * 10 + static_cast<int>(grid[0].size() + grid[2].size());
		grid.resize(1);
	}
	return got * 10 + frees;
}

/* What is put in lies where the elements were before there were more of them. */
int of_its_own()
{
	std::vector<int> numbers{3, 4};
	std::string text = "ab";
	for (int i = 0; i < 5; i++) {
		numbers.push_back(numbers[i] + 1);
		numbers.push_back(numbers[0]);
		numbers.emplace_back(numbers.back());
		text += text[0];
		text.append(text);
	}
	return std::accumulate(numbers.begin(), numbers.end(), 0) * 100 + static_cast<int>(text.size() % 100);
}

int early_returns()
{
	reset();
	const auto run = [](int n) {
		Buffer<int> a(1);
		if (n == 0)
			return 1;
		for (int i = 0; i < n; i++) {
			Buffer<int> b(i + 1);
			if (i == 2)
				return static_cast<int>(b.size()) + allocated;
		}
		return allocated;
	};
	const int got = run(0) * 1000 + run(2) * 100 + run(4);
	return got * 10 + allocated + frees;
}

int exchanged()
{
	std::vector<int> v{1, 2, 3};
	std::vector<int> old = std::exchange(v, {4});
	std::unique_ptr<int> p = std::make_unique<int>(5), q = std::exchange(p, nullptr);
	return static_cast<int>(v.size() * 100 + old.size() * 10) + *q + (p == nullptr);
}

int erased_and_removed()
{
	std::vector<std::unique_ptr<int>> all;
	for (int i = 0; i < 6; i++)
		all.push_back(std::make_unique<int>(i));
	all.erase(std::remove_if(all.begin(), all.end(), [](const auto &p) { return *p % 2 == 0; }), all.end());
	std::reverse(all.begin(), all.end());
	int n = 0;
	for (const auto &p : all)
		n = n * 10 + *p;
	return n;
}

int captured_this()
{
	struct Counter {
		int n = 1;
		std::vector<std::function<void()>> steps;
		void fill()
		{
			for (int i = 1; i < 4; i++)
				steps.push_back([this, i] { n += i; });
			steps.push_back([*this]() mutable { n = 100; });
		}
	};
	Counter c;
	c.fill();
	for (auto &s : c.steps)
		s();
	return c.n;
}

int arrays_of_buffers()
{
	reset();
	int got;
	{
		Buffer<int> local[3] = {Buffer<int>(1), Buffer<int>(2)};
		std::array<Buffer<int>, 2> two{Buffer<int>(3), Buffer<int>(4)};
		std::array<Buffer<int>, 2> other = std::move(two);
		struct {
			Buffer<int> many[2];
		} a, b;
		a.many[1] = Buffer<int>(5);
		b = std::move(a);
		got = static_cast<int>(local[1].size() + two[0].size() + other[1].size() * 10 + a.many[1].size() + b.many[1].size() * 100);
	}
	return got * 100 + frees * 10 + allocated;
}

int conditional_moves()
{
	reset();
	int got = 0;
	for (int i = 0; i < 2; i++) {
		Buffer<int> a(1), b(2);
		Buffer<int> c = i ? std::move(a) : b.clone();
		Buffer<int> d = i ? Buffer<int>(5) : std::move(b);
		got = got * 100 + static_cast<int>(c.size() * 10 + d.size()) + (a.get() == nullptr);
	}
	return got * 10 + frees;
}
