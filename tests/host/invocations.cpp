/* What the standard library calls for the program: members, bound arguments, operations of reductions. */
#include <algorithm>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

struct Size {
	int rows = 3, columns = 5;
	int area() const { return rows * columns; }
	void widen(int by) { columns += by; }
	int &cell(int n) { return n ? columns : rows; }
};
struct Large : Size {
	int layers = 2;
};

int digits(int a, int b, int c) { return a * 100 + b * 10 + c; }

}

int members_invoked()
{
	Size size;
	std::invoke(&Size::widen, size, 4);
	std::invoke(&Size::rows, size) = 7;
	std::invoke(&Size::cell, &size, 1) += 100;
	return std::invoke(&Size::area, &size) * 10 + std::invoke(&Size::rows, std::ref(size)) + std::invoke(digits, 1, 2, 3);
}

int member_of_an_heir_invoked()
{
	Large large;
	const auto held = std::make_unique<Size>();
	return std::invoke(&Size::area, large) * 100 + std::invoke(&Large::columns, large) + std::invoke(&Size::area, held);
}

int member_functions()
{
	const auto area = std::mem_fn(&Size::area);
	const auto rows = std::mem_fn(&Size::rows);
	Size size;
	rows(size) = 6;
	return area(size) * 10 + rows(&size);
}

int over_a_range()
{
	std::vector<Size> all(3);
	all[1].rows = 10;
	std::vector<int> areas(3);
	std::transform(all.begin(), all.end(), areas.begin(), std::mem_fn(&Size::area));
	return areas[0] + areas[1] * 100 + areas[2];
}

int bound_members()
{
	Size size;
	const std::function<int()> area = std::bind(&Size::area, Size{});
	const std::function<void(int)> widen = std::bind(&Size::widen, &size, std::placeholders::_1);
	widen(7);
	widen(1);
	return area() * 100 + size.columns;
}

// not followed: what stands for a placeholder is lost on the way through a tuple of references
int bound_in_another_order()
{
	using namespace std::placeholders;
	auto turned = std::bind(digits, _3, _1, _2);
	auto in_part = std::bind(digits, _2, 4, _1);
	return turned(1, 2, 3) * 1000 + in_part(5, 6);
}

int members_as_functions()
{
	std::function<int(const Size &)> area = &Size::area;
	std::function<int(const Size &)> rows = &Size::rows;
	Size size;
	size.rows = 8;
	return area(size) * 10 + rows(size);
}

int result_that_nobody_wants()
{
	int calls = 0;
	const std::function<void()> count = [&] { return ++calls; };
	count();
	count();
	return calls;
}

int member_in_a_thread()
{
	Size size;
	std::thread worker(&Size::widen, &size, 9);
	worker.join();
	return size.columns;
}

int reduced()
{
	const std::vector<int> v{1, 2, 3}, w{4, 5, 6};
	return std::transform_reduce(v.begin(), v.end(), 0, std::plus<>(), [](int x) { return x * x; }) * 100 +
	       std::transform_reduce(v.begin(), v.end(), w.begin(), 1, std::multiplies<>(), [](int a, int b) { return a + b; });
}

int least_and_most()
{
	const auto both = std::minmax({4, 1, 7});
	return both.first * 10 + both.second;
}

int string_of_a_view()
{
	const std::string_view all = "size=42";
	const std::string braces{all}, parentheses(all.substr(5));
	return std::stoi(std::string{all.substr(5)}) * 100 + (int)braces.size() * 10 + (int)parentheses.size();
}
