/* Elements of braces that the compiler converts: by constructors, templates of them among these, and by conversion functions. */
#include <array>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

struct Index {
	int v;
	operator int() const { return v; }
};

struct Scaled : Index {
	int by;
	operator double() const { return v * by; }
};

struct Cell {
	int value = 8;
	operator int &() { return value; }
};

struct Two {
	int a, b;
};

struct ToTwo {
	int n;
	operator Two() const { return {n, n + 1}; }
};

struct Made {
	int v;
	template <class F>
	Made(F f) : v(f()) {}
};

struct Tripled {
	int number;
	template <typename T> Tripled(const T &t) : number(3 * t.v) {}
};

struct Benchmark {
	const char *name;
	std::function<int(int)> run;
	int times = 2;
};

struct Guard {
	std::function<void()> at_end;
	~Guard() { at_end(); }
};

struct Held {
	Two two;
	int rest;
};

Two two_of(Index i) { return {i, i}; }

template <class T, int n>
int first_of(T x)
{
	std::tuple<T, int> all[] = {{x, n}, {x + x, n + 1}};
	return (int)std::get<0>(all[0]) * 1000 + (int)std::get<0>(all[1]) * 10 + std::get<1>(all[1]);
}

template <class F>
int called(F f)
{
	std::function<int(int)> all[] = {f, [](int v) { return -v; }};
	return all[0](5) * 100 + all[1](5);
}

std::tuple<int, int> at_namespace_scope[] = {{32, 4}, {16, 2}};

}

int array_of_tuples()
{
	std::tuple<int, int> all[2] = {{32, 4}, {16, 15}};
	return std::get<1>(all[0]) * 100 + std::get<0>(all[1]) + std::get<1>(all[1]);
}

int tuples_at_namespace_scope() { return std::get<1>(at_namespace_scope[0]) * 100 + std::get<0>(at_namespace_scope[1]); }

int std_array_of_tuples()
{
	const std::array<std::tuple<int, long, char>, 2> all = {{{1, 2, 'a'}, {4, 5, 'b'}}};
	return std::get<0>(all[1]) * 100 + (int)std::get<1>(all[0]) + std::get<2>(all[1]);
}

int vector_of_tuples()
{
	const std::vector<std::tuple<int, int>> all{{32, 4}, {16, 15}, {7, 1}};
	int sum = 0;
	for (const auto &[a, b] : all)
		sum = sum * 50 + a - b;
	return sum;
}

int tuples_of_objects()
{
	const std::vector<std::tuple<std::string, int>> all{{"one", 1}, {"three", 3}};
	return (int)std::get<0>(all[1]).size() * 10 + std::get<1>(all[1]);
}

int in_instances_of_a_template() { return first_of<int, 3>(5) + first_of<long, 4>(6) + first_of<int, 7>(1); }

int made_by_a_template()
{
	Made all[] = {[] { return 3; }, [] { return 4; }};
	return all[0].v * 10 + all[1].v;
}

int functions_in_a_table()
{
	int calls = 0;
	const std::vector<Benchmark> all = {{"a", [&](int i) { return calls += i; }}, {"b", [=](int i) { return i * 3; }, 1}};
	int sum = 0;
	for (const Benchmark &one : all)
		for (int i = 0; i < one.times; i++)
			sum += one.run(i + 10);
	return sum * 100 + calls;
}

int functions_in_a_vector()
{
	int n = 3;
	const std::vector<std::function<int()>> all = {[&] { return n; }, [n] { return n * 2; }};
	n = 5;
	return all[0]() * 10 + all[1]();
}

int function_in_a_guard()
{
	int state = 1;
	{
		Guard guard{[&] { state *= 7; }};
		state += 2;
	}
	return state;
}

int functions_of_an_argument() { return called([](int v) { return v + 1; }) + called([](int v) { return v * v; }); }

int pairs_with_functions()
{
	const std::vector<std::pair<std::string, std::function<int(int)>>> all = {{"plus", [](int v) { return v + 2; }},
	                                                                         {"times", [](int v) { return v * 2; }}};
	int v = 5;
	for (const auto &entry : all)
		v = entry.second(v) + (int)entry.first.size();
	return v;
}

int made_of_objects_by_a_template()
{
	Index first{3};
	Cell unused;
	Scaled second{{4}, 1};
	Tripled all[2] = {first, second};
	return all[0].number * 100 + all[1].number + unused.value;
}

struct Pair { int a, b = 3; };
struct Counted { int n; Counted(int v) : n(v * 2) {} };
class Closed { int kept = 6; public: int get() const { return kept; } };
struct Outer { Pair pair; Counted counted; int rest; };

int members_of_classes_without_constructors()
{
	Pair all[] = {{1, 2}, {5}, {}};
	return all[0].a * 10000 + all[0].b * 1000 + all[1].a * 100 + all[1].b * 10 + all[2].a + all[2].b;
}

int objects_made_by_one_element()
{
	Pair from = {8, 9};
	Pair all[] = {{from}, from};
	return all[0].a * 100000 + all[0].b * 10000 + all[1].a * 1000 + all[1].b * 100;
}

int empty_braces_of_a_class()
{
	Closed all[2] = {{}, {}};
	return all[0].get() * 10 + all[1].get();
}

int braces_left_out()
{
	Outer all[] = {1, 2, 3, 4, {{5, 6}, 7, 8}};
	return all[0].pair.a * 1000 + all[0].pair.b * 100 + all[0].counted.n * 10 + all[0].rest + all[1].counted.n;
}

/* ---- classes of functions ---- */

namespace {

struct Length {
	int value;
	Length(int v) : value(v + 1) {}
};

}

int local_classes_in_braces()
{
	struct Odd {
		int value;
		Odd(int v) : value(2 * v + 1) {}
	};
	struct Triple {
		Odd a;
		Length b;
		Odd c;
	};
	const Length before[] = {3, 4};
	const Triple triple = {5, 6, 7};
	return before[0].value + 10 * before[1].value + triple.a.value + 100 * triple.b.value + 1000 * triple.c.value;
}
