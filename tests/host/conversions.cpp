/* Braces whose constructor the tree does not show, and values that its parameters convert; and values taken bit by bit. */
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Range {
	int from, to;
	Range(int a, int b) : from(a), to(b) {}
	Range(const std::string &s, double scale) : from(static_cast<int>(s.size() * scale)), to(100) {}
};
struct Item {
	std::string name;
	Range range;
	float weight;
};
struct Named {
	std::string name;
	int number;
	Named(std::string n, int i = 3) : name(std::move(n)), number(i) {}
};
struct Wide {
	long number;
	explicit Wide(const long &n) : number(n) {}
};

struct Index {
	int at;
	operator int() const { return at; }
};
struct Half {
	float value;
	operator float() const { return value; }
	operator short() const { return 1; }
};
struct HeirOfHalf : Half {
	int more;
};
struct Holder {
	int held[3];
	operator int *() { return held; }
};
struct View {
	const int *first;
	unsigned count;
	bool any;
};
Index index_of(int i)
{
	return {i};
}

Range range_of(int i)
{
	return {i, i + 2};
}

std::vector<int> list_of(int i)
{
	return {i, i + 1, i + 3};
}

int sum(const std::vector<Range> &all)
{
	int n = 0;
	for (const Range &r : all)
		n = n * 100 + r.from * 10 + r.to;
	return n;
}

} // namespace

int vectors_in_braces()
{
	std::vector<std::vector<int>> rows{{1, 2, 3}, {4}, {}};
	return static_cast<int>(rows[0].size() * 100 + rows[1][0] * 10 + rows[2].size());
}

int pairs_in_braces()
{
	std::vector<std::pair<int, float>> all{{1, 2.5f}, {3, 4}};
	std::vector<std::pair<std::string, int>> named = {{"ab", 1}, {"cde", 2}};
	return static_cast<int>(all[0].second * 2) * 100 + static_cast<int>(all[1].second) * 10 + static_cast<int>(named[1].first.size());
}

int strings_in_braces()
{
	std::vector<std::string> all{"a", "bcd"};
	std::vector<std::string> more = {"xy", std::string("z")};
	return static_cast<int>(all[1].size() * 10 + more[0].size());
}

int objects_in_braces()
{
	return sum({{1, 2}, {3, 4}}) % 10000 * 100 + sum({{"abc", 2.0}});
}

int members_in_braces()
{
	Item item{"name", {5, 6}, 7};
	Item other{"x", {"four", 1.5}, 2.5};
	return static_cast<int>(item.name.size()) * 1000 + item.range.to * 100 + static_cast<int>(item.weight) * 10 + other.range.from;
}

int maps_in_braces()
{
	std::map<std::string, int> sizes{{"small", 1}, {"large", 20}};
	std::map<int, std::string> names = {{1, "one"}, {3, "three"}};
	return sizes["large"] * 100 + sizes["small"] * 10 + static_cast<int>(names[3].size());
}

int default_parameters_in_braces()
{
	std::vector<Named> all{{"a"}, {"bc", 7}, std::string("def")};
	return all[0].number * 100 + all[1].number * 10 + static_cast<int>(all[2].name.size());
}

int converted_in_braces()
{
	Wide w{5};
	struct {
		Wide a;
		int b;
	} s{Wide(6), 7};
	return static_cast<int>(w.number * 100 + s.a.number * 10) + s.b;
}

int over_map_from_braces()
{
	std::map<int, int> prices{{2, 30}, {1, 40}};
	int all = 0;
	for (const auto &entry : prices)
		all = 100 * all + entry.first * entry.second;
	return all;
}

int over_pairs_from_braces()
{
	std::vector<std::pair<int, int>> pairs{{1, 2}, {3, 4}};
	int all = 0;
	for (auto [first, second] : pairs)
		all = 100 * all + 10 * first + second;
	return all;
}

int references_to_results()
{
	const Range &range = range_of(4);
	auto &&other = range_of(7);
	const auto &list = list_of(20);
	int sum = 0;
	for (const auto &number : list_of(1))
		sum = sum * 10 + number;
	return range.from + 10 * range.to + 100 * other.to + sum + list[2];
}
