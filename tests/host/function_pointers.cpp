/* Pointers to functions, those made of lambdas among them, and tables of such. */
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

int increased(int v) { return v + 1; }

struct Row {
	const char *name;
	int (*call)(int);
};

int (*const at_namespace_scope)(int) = [](int v) { return 5 * v; };

Row table[] = {{"more", increased}, {"twice", [](int v) { return 2 * v; }}, {"none", nullptr}};

template <class F>
int called(F &&f) { return f(6); }

template <class F>
int (*as_pointer(F f))(int) { return f; }

int of_pointer(int (*f)(int), int v) { return f ? f(v) : -1; }

}

int lambda_as_pointer()
{
	int (*f)(int) = [](int v) { return v * 3; };
	const int first = f(4);
	f = [](int v) { return v - 100; };
	return first * 1000 + f(4);
}

int named_lambda_as_pointer()
{
	const auto body = [](int v) { return v * 7; };
	int (*f)(int) = body;
	return f(3) + body(1) + of_pointer(body, 2);
}

int lambda_behind_plus()
{
	auto f = +[](int v) { return v * 3; };
	return f(5);
}

int lambda_in_a_global() { return at_namespace_scope(8); }

int table_of_functions()
{
	int all = 0;
	for (const Row &row : table)
		all = all * 100 + of_pointer(row.call, 11);
	return all;
}

int table_in_a_function()
{
	static const Row rows[] = {{"a", increased}, {"b", [](int v) { return v * 2; }}};
	int all = 0;
	for (const Row &row : rows)
		if (!std::strcmp(row.name, "b"))
			all += row.call(21);
	return all;
}

int array_of_lambdas()
{
	int (*steps[])(int) = {[](int v) { return v + 2; }, [](int v) { return v * 10; }, increased};
	int v = 1;
	for (auto step : steps)
		v = step(v);
	return v;
}

int map_of_functions()
{
	std::map<char, int (*)(int, int)> operations{{'+', [](int a, int b) { return a + b; }}, {'*', [](int a, int b) { return a * b; }}};
	return operations['*'](6, 7) * 100 + operations['+'](6, 7);
}

int map_by_name()
{
	std::map<std::string, int (*)(int)> by_name;
	by_name["more"] = increased;
	by_name["less"] = [](int v) { return v - 1; };
	return by_name["more"](10) * 100 + by_name["less"](10);
}

int vector_of_functions()
{
	std::vector<int (*)(int)> all{increased, [](int v) { return v * v; }};
	all.push_back([](int v) { return -v; });
	int v = 3;
	for (const auto &f : all)
		v = f(v);
	return v;
}

int pointer_by_reference() { return called(&increased) * 100 + called(increased) + called(+[](int v) { return v / 2; }); }

int pointer_in_a_function_object()
{
	std::function<int(int)> f = +[](int v) { return v * 3; }, g = &increased, h = increased;
	return f(4) * 10000 + g(4) * 100 + h(8);
}

int pointer_out_of_a_template() { return as_pointer([](int v) { return v * 9; })(4); }

int lambda_that_recurses_by_pointer()
{
	static int (*sum)(int) = nullptr;
	sum = [](int n) { return n ? n + sum(n - 1) : 0; };
	return sum(10);
}

int one_function_for_one_lambda()
{
	const auto body = [](int v) { return v; };
	int (*a)(int) = body, (*b)(int) = body;
	return a == b;
}

int pair_of_functions()
{
	const std::pair<int (*)(int), int (*)(int)> both{increased, [](int v) { return v % 4; }};
	return both.first(9) * 10 + both.second(9);
}

// not followed: the tree does not show which instance of its operator a lambda with auto is converted to
int generic_lambda_as_pointer()
{
	int (*f)(int) = [](auto v) { return v + 1; };
	return f(4);
}
