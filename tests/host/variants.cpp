/* std::variant and std::valarray, and the member templates that they are made of. */
#include <string>
#include <variant>
#include <vector>
#include <valarray>

int variant_of_numbers()
{
	std::variant<int, double, std::string> v = 3;
	int sum = std::get<int>(v) * 10 + (int)v.index();
	v = 2.5;
	sum += (int)(std::get<double>(v) * 2) + (std::holds_alternative<double>(v) ? 100 : 0);
	v = std::string("four");
	sum += (int)std::get<2>(v).size() * 1000;
	if (std::get_if<int>(&v))
		sum += 100000;
	return sum;
}

namespace {

struct circle { int radius; };
struct box { int width, height; };

}

int variant_visited()
{
	std::vector<std::variant<circle, box>> shapes;
	shapes.push_back(circle{3});
	shapes.push_back(box{2, 5});
	shapes.push_back(circle{1});
	int area = 0;
	for (const auto &shape : shapes)
		area += std::visit([](const auto &s) -> int {
			if constexpr (std::is_same_v<std::decay_t<decltype(s)>, circle>)
				return 3 * s.radius * s.radius;
			else
				return s.width * s.height;
		}, shape);
	return area;
}

// not followed: what is thrown is not looked at
int variant_of_text()
{
	std::variant<bool, std::string> v("text");
	std::variant<bool, std::string> copy = v, other;
	other = copy;
	copy = true;
	try {
		return std::get<bool>(other);
	} catch (const std::bad_variant_access &) {
		return (int)other.index() * 10 + (copy == other) + (int)std::get<1>(v).size();
	}
}

int variant_emplaced()
{
	std::variant<std::monostate, std::vector<int>, int> v;
	int sum = (int)v.index();
	v.emplace<std::vector<int>>(4, 7);
	sum += std::get<1>(v)[2] + (int)std::get<1>(v).size() * 10;
	v.emplace<2>(5);
	return sum + std::get<2>(v) * 1000 + (int)sizeof(std::variant<char, int>) * 10000;
}

int valarray_elementwise()
{
	std::valarray<int> a{1, 2, 3, 4}, b(5, 4);
	a += b;
	std::valarray<int> c = a * b - 1;
	c[std::slice(0, 2, 2)] = 100;
	std::valarray<int> odd = c[std::slice(1, 2, 2)];
	return c.sum() + odd.max() * 1000 + (c == 100).size();
}

namespace {

struct counter {
	int count = 0;
	template <int step> void advance(int times) { count += step * times; }
	template <int step> int twice(int times)
	{
		advance<step>(times);
		this->advance<step + 1>(times);
		return count;
	}
};

}

int member_templates_of_this()
{
	counter c;
	return c.twice<3>(5) * 100 + c.count;
}

int alternatives_named_in_place()
{
	std::variant<int, double, std::string> v{std::in_place_type<std::string>, 4, 'x'}, w{std::in_place_index<1>, 2.5};
	return (int)std::get<std::string>(v).size() * 100 + (int)(std::get<double>(w) * 2) * 10 + (int)w.index();
}
