/* What is not followed yet: no wrong value may come of it. */
#include <map>
#include <utility>
#include <vector>

namespace {

namespace shop {
template <class T>
struct Box {
	T at[2] = {3, 5};
};
template <class T>
const T *begin(const Box<T> &box) { return box.at; }
template <class T>
const T *end(const Box<T> &box) { return box.at + 2; }
}

struct FromTemplate {
	int number;
	template <class T>
	FromTemplate(T *) : number(sizeof(T)) {}
};
struct FromTemplateHeir : FromTemplate {
	using FromTemplate::FromTemplate;
};

}

// not followed: the tree does not show which instance of a template `end` is
int over_free_templates()
{
	shop::Box<long> box;
	int all = 0;
	for (long number : box)
		all = 10 * all + static_cast<int>(number);
	return all;
}

// not followed: the tree shows braces without the constructor that they call
int over_map_from_braces()
{
	std::map<int, int> prices{{2, 30}, {1, 40}};
	int all = 0;
	for (const auto &entry : prices)
		all = 100 * all + entry.first * entry.second;
	return all;
}

// not followed: the tree shows braces without the constructor that they call
int over_pairs_from_braces()
{
	std::vector<std::pair<int, int>> pairs{{1, 2}, {3, 4}};
	int all = 0;
	for (auto [first, second] : pairs)
		all = 100 * all + 10 * first + second;
	return all;
}

// not followed: the tree does not show which instance the base's constructor is
int inherited_template()
{
	int number;
	FromTemplateHeir heir(&number);
	return heir.number;
}

// not followed: libclang does not tell the type that a bit cast makes
int bits_of_a_float()
{
	float f = 1.5f;
	return __builtin_bit_cast(int, f) >> 22;
}
