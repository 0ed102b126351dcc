/* Moves: what they leave behind, where none is made, and what they do of members and bases. */
#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace {

int trace, copies, moves, freed;

struct Counted {
	int number = 0;
	Counted() = default;
	explicit Counted(int n) : number(n) {}
	Counted(const Counted &o) : number(o.number) { copies++; }
	Counted(Counted &&o) noexcept : number(o.number)
	{
		o.number = 0;
		moves++;
	}
	Counted &operator=(const Counted &o)
	{
		number = o.number;
		copies++;
		return *this;
	}
	Counted &operator=(Counted &&o) noexcept
	{
		number = o.number;
		o.number = 0;
		moves++;
		return *this;
	}
};
int counts() { return copies * 10 + moves; }

/* Memory that one object owns. */
struct Buffer {
	int *at = nullptr;
	int size = 0;
	Buffer() = default;
	explicit Buffer(int n) : at(new int[n]), size(n)
	{
		for (int i = 0; i < n; i++)
			at[i] = i;
	}
	Buffer(const Buffer &) = delete;
	Buffer &operator=(const Buffer &) = delete;
	Buffer(Buffer &&o) noexcept : at(std::exchange(o.at, nullptr)), size(std::exchange(o.size, 0)) {}
	Buffer &operator=(Buffer &&o) noexcept
	{
		if (this != &o) {
			release();
			at = o.at;
			size = o.size;
			o.at = nullptr;
			o.size = 0;
		}
		return *this;
	}
	~Buffer() { release(); }
	void release()
	{
		if (at) {
			delete[] at;
			freed += size;
		}
		at = nullptr;
	}
};

struct Layer {
	Buffer weights, bias;
	int id;
	Layer(int n, int i) : weights(n), bias(2 * n), id(i) {}
};
struct Tagged : Layer {
	Counted tag;
	std::unique_ptr<int> extra;
	Tagged(int n, int i) : Layer(n, i), tag(i), extra(new int(i)) {}
};
struct Plain {
	Counted a, b[2];
	std::string name;
};
struct Declared {
	Counted c;
	Declared() = default;
	Declared(const Declared &) = default;
	Declared(Declared &&) = default;
	Declared &operator=(Declared &&) = default;
	Declared &operator=(const Declared &) = default;
	virtual ~Declared() = default;
};
struct OnlyCopies {
	Counted c;
	~OnlyCopies() {}
};

Buffer make(int n)
{
	Buffer b(n);
	b.at[0] = 10 * n;
	return b;
}
Layer layer(int n) { return Layer(n, n); }
Counted pass(Counted c) { return c; }
Counted chosen(bool first)
{
	Counted a(1), b(2);
	return first ? std::move(a) : std::move(b);
}
std::pair<Buffer, int> with_size(int n) { return {Buffer(n), n}; }
std::tuple<Buffer, Counted, int> three(int n) { return std::make_tuple(Buffer(n), Counted(n), n); }

} // namespace

int left_behind()
{
	std::vector<int> v{1, 2, 3};
	std::string s = "four";
	std::unique_ptr<int> p(new int(5));
	std::vector<int> w = std::move(v);
	std::string t = std::move(s);
	std::unique_ptr<int> q = std::move(p);
	return static_cast<int>(v.size() * 1000 + w.size() * 100 + t.size() * 10 + s.size()) + (p == nullptr) + *q * 10000;
}

int assigned_moves()
{
	std::vector<int> v{1, 2, 3}, w{4};
	w = std::move(v);
	std::unique_ptr<int> p(new int(5)), q(new int(6));
	q = std::move(p);
	return static_cast<int>(w.size()) * 100 + *q * 10 + (p == nullptr);
}

int not_made()
{
	copies = moves = 0;
	Counted a = Counted(1);
	Counted b = Counted(Counted(2));
	Counted c = pass(Counted(3));
	auto d = [] { return Counted(4); }();
	return counts() * 100 + a.number + b.number + c.number + d.number;
}

int made_of_locals()
{
	copies = moves = 0;
	Counted a = chosen(true), b = chosen(false);
	return counts() * 100 + a.number * 10 + b.number;
}

int counted_moves()
{
	copies = moves = 0;
	Counted a(1), b(2), c(3);
	Counted d = std::move(a);
	b = std::move(d);
	c = b;
	std::swap(b, c);
	return counts() * 10000 + a.number * 1000 + b.number * 100 + c.number * 10 + d.number;
}

int members_move()
{
	freed = 0;
	int sizes;
	{
		Layer a(3, 1);
		Layer b = std::move(a);
		Layer c = layer(2);
		sizes = a.weights.size * 1000 + b.weights.size * 100 + b.bias.size * 10 + c.bias.size;
		c = std::move(b);
		sizes = sizes * 10 + c.weights.size;
	}
	return sizes * 100 + freed;
}

int bases_move()
{
	freed = copies = moves = 0;
	int got;
	{
		Tagged a(2, 7);
		Tagged b(std::move(a));
		got = (a.extra == nullptr) * 1000 + a.tag.number * 100 + b.tag.number * 10 + *b.extra + a.weights.size;
	}
	return got * 1000 + counts() * 100 + freed;
}

int implicit_copies_and_moves()
{
	copies = moves = 0;
	Plain p;
	p.a.number = 1;
	p.b[1].number = 2;
	p.name = "abc";
	Plain q = p;
	const int first = counts();
	Plain r = std::move(q);
	return first * 10000 + counts() * 100 + q.a.number + q.b[1].number + r.b[1].number * 10 + static_cast<int>(q.name.size());
}

int defaulted_moves()
{
	copies = moves = 0;
	Declared a;
	a.c.number = 5;
	Declared b(std::move(a)), c;
	c = std::move(b);
	Declared d(c);
	return counts() * 100 + a.c.number + b.c.number + c.c.number + d.c.number;
}

int moves_that_copy()
{
	copies = moves = 0;
	OnlyCopies a;
	a.c.number = 3;
	OnlyCopies b(std::move(a)), c;
	c = std::move(b);
	const Counted fixed(4);
	Counted d(std::move(fixed));
	return counts() * 100 + a.c.number + b.c.number + c.c.number + d.number;
}

int moved_into_a_vector()
{
	freed = 0;
	int got = 0;
	{
		std::vector<Buffer> all;
		for (int i = 1; i <= 5; i++)
			all.push_back(Buffer(i));
		all.emplace_back(6);
		Buffer named(7);
		all.push_back(std::move(named));
		got = named.size;
		for (const Buffer &b : all)
			got = got * 10 + b.size;
		got = got % 100000 * 10 + freed;
		all.erase(all.begin());
		std::vector<Buffer> other = std::move(all);
		got += static_cast<int>(all.size());
	}
	return got + freed;
}

int vectors_of_layers()
{
	freed = 0;
	int got = 0;
	{
		std::vector<Layer> net;
		net.emplace_back(1, 0);
		net.push_back(Layer(2, 1));
		net.push_back(layer(3));
		for (const Layer &l : net)
			got += l.weights.at[l.weights.size - 1] * 10 + l.bias.size;
	}
	return got * 100 + freed;
}

int factories()
{
	freed = 0;
	int got;
	{
		Buffer a = make(2), b;
		b = make(3);
		a = std::move(b);
		got = a.at[0] * 10 + (b.at == nullptr) + a.size;
	}
	return got * 100 + freed;
}

int pairs_and_tuples()
{
	freed = copies = moves = 0;
	int got;
	{
		auto [buffer, size] = with_size(3);
		auto [b, c, n] = three(2);
		std::pair<Buffer, int> p = with_size(4);
		Buffer taken = std::move(p.first);
		Buffer other = std::get<0>(three(5));
		got = buffer.size + size * 10 + b.size * 100 + c.number * 1000 + n * 10000 + (p.first.at == nullptr) + taken.size + other.size;
	}
	return got * 100 + freed;
}

int swapped()
{
	freed = 0;
	Buffer a(1), b(2);
	std::swap(a, b);
	std::vector<int> v{1, 2}, w{3};
	v.swap(w);
	return a.size * 1000 + b.size * 100 + static_cast<int>(v.size() * 10 + w.size()) + freed;
}

int sorted_by_moves()
{
	std::vector<Buffer> all;
	for (int i : {3, 1, 4, 2})
		all.push_back(Buffer(i));
	std::sort(all.begin(), all.end(), [](const Buffer &a, const Buffer &b) { return a.size < b.size; });
	int got = 0;
	for (const Buffer &b : all)
		got = got * 10 + b.size;
	return got;
}

int by_value_into_a_member()
{
	struct Owner {
		std::vector<int> data;
		Buffer buffer;
		Owner(std::vector<int> d, Buffer b) : data(std::move(d)), buffer(std::move(b)) {}
	};
	freed = 0;
	int got;
	{
		std::vector<int> v{1, 2, 3};
		Owner a(v, Buffer(2)), b(std::move(v), make(3));
		a.data[0] = 9;
		got = static_cast<int>(a.data.size() * 1000 + b.data[0] * 100 + v.size() * 10 + b.buffer.size);
	}
	return got * 10 + freed;
}

int struct_with_vector_by_value()
{
	struct Options {
		std::vector<int> sizes;
		int count;
	};
	const auto change = [](Options o) {
		o.sizes[0] = 100;
		o.sizes.push_back(1);
		return static_cast<int>(o.sizes.size());
	};
	Options o{{1, 2}, 2};
	const int got = change(o);
	return got * 100 + o.sizes[0] * 10 + static_cast<int>(o.sizes.size());
}

int self_move_by_swap()
{
	std::vector<std::vector<int>> rows(3);
	for (int i = 0; i < 3; i++)
		rows[i].assign(i + 1, i);
	std::swap(rows[0], rows[2]);
	std::vector<int> last = std::move(rows.back());
	rows.pop_back();
	return static_cast<int>(rows.size() * 100 + rows[0].size() * 10 + last.size());
}
