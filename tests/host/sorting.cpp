/* Orders that the standard library makes: of what is known they are followed. */
#include <algorithm>
#include <array>
#include <cstdlib>
#include <deque>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Entry {
	int row, column;
};

bool by_row(const Entry &a, const Entry &b) { return a.row < b.row; }

int rows_compared(const void *a, const void *b) { return static_cast<const Entry *>(a)->row - static_cast<const Entry *>(b)->row; }
int by_number(const void *a, const void *b) { return *static_cast<const int *>(a) - *static_cast<const int *>(b); }

template <class C>
int mixed(const C &numbers)
{
	unsigned all = 7;
	for (const auto &n : numbers)
		all = all * 31 + (unsigned)n;
	return (int)(all % 1000003);
}

std::vector<int> numbers(int count, int below)
{
	std::vector<int> made;
	unsigned state = 12345;
	for (int i = 0; i < count; i++)
		made.push_back((int)((state = state * 1103515245 + 12345) >> 16) % below);
	return made;
}

}

int sorted()
{
	std::vector<int> v = {5, 3, 5, 1, -2, 40};
	std::sort(v.begin(), v.end());
	return mixed(v);
}

int sorted_backwards()
{
	int v[] = {5, 3, 5, 1, -2, 40};
	std::sort(v, v + 6, std::greater<int>());
	return mixed(v);
}

int many_sorted()
{
	std::vector<int> v = numbers(100, 1000);
	std::sort(v.begin(), v.end());
	return mixed(v) + std::is_sorted(v.begin(), v.end());
}

int alike_but_not_the_same()
{
	std::vector<int> order(60), weight = numbers(60, 6);
	std::iota(order.begin(), order.end(), 0);
	std::sort(order.begin(), order.end(), [&](int a, int b) { return weight[a] > weight[b]; });
	return mixed(order);
}

int stable()
{
	std::vector<int> order(60), weight = numbers(60, 6);
	std::iota(order.begin(), order.end(), 0);
	std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return weight[a] < weight[b]; });
	return mixed(order);
}

int stable_with_strings()
{
	std::vector<std::string> words = {"delta", "al", "gamma", "beta", "it", "zeta", "ei", "theta", "iota", "ka", "la",
	                                  "mu", "nu", "xi", "omikron", "pi", "rho", "si", "tau", "ypsilon"};
	std::stable_sort(words.begin(), words.end(), [](const std::string &a, const std::string &b) { return a.size() < b.size(); });
	int all = 0;
	for (const std::string &word : words)
		all = (all * 29 + word[0]) % 1000003;
	return all;
}

int rows_from_coordinates()
{
	std::vector<std::pair<int, int>> at = {{2, 1}, {0, 3}, {2, 0}, {0, 3}, {1, 1}, {2, 1}};
	std::sort(at.begin(), at.end());
	at.erase(std::unique(at.begin(), at.end()), at.end());
	int starts[4] = {};
	for (const auto &one : at)
		starts[one.first + 1]++;
	std::partial_sum(starts, starts + 4, starts);
	return mixed(starts) + (int)at.size();
}

int records_sorted()
{
	std::array<Entry, 5> entries = {{{4, 0}, {1, 1}, {4, 2}, {0, 3}, {1, 4}}};
	std::sort(entries.begin(), entries.end(), by_row);
	int all = 0;
	for (const Entry &entry : entries)
		all = all * 10 + entry.column;
	return all;
}

int deque_sorted()
{
	std::deque<int> v = {3, 1, 2};
	v.push_front(9);
	std::sort(v.begin(), v.end());
	return mixed(v);
}

int least_ones()
{
	std::vector<int> v = numbers(30, 100);
	std::partial_sort(v.begin(), v.begin() + 3, v.end());
	return v[0] * 10000 + v[1] * 100 + v[2];
}

int median()
{
	std::vector<int> v = numbers(31, 100);
	std::nth_element(v.begin(), v.begin() + 15, v.end());
	return v[15];
}

int in_order_or_not()
{
	const int up[] = {1, 2, 2, 7}, not_up[] = {1, 3, 2};
	return std::is_sorted(up, up + 4) * 100 + std::is_sorted(not_up, not_up + 3) * 10 +
	       (int)(std::is_sorted_until(not_up, not_up + 3) - not_up);
}

int unique_by_a_function()
{
	std::vector<int> v = {1, 11, 2, 22, 12, 3};
	v.erase(std::unique(v.begin(), v.end(), [](int a, int b) { return a % 10 == b % 10; }), v.end());
	return mixed(v);
}

int rotated()
{
	std::vector<int> v = {1, 2, 3, 4, 5, 6, 7};
	const auto at = std::rotate(v.begin(), v.begin() + 2, v.end());
	return mixed(v) + (int)(at - v.begin());
}

int partitioned()
{
	std::vector<int> v = {1, 2, 3, 4, 5, 6, 7};
	const auto at = std::partition(v.begin(), v.end(), [](int x) { return x % 2 == 0; });
	return mixed(v) + (int)(at - v.begin());
}

int partitioned_stably()
{
	std::vector<int> v = {1, 2, 3, 4, 5, 6, 7};
	const auto at = std::stable_partition(v.begin(), v.end(), [](int x) { return x > 3; });
	return mixed(v) + (int)(at - v.begin());
}

int permutations()
{
	std::string letters = "abc";
	int all = 0, count = 0;
	do
		all = (all * 37 + letters[0] * 2 + letters[1]) % 1000003;
	while (++count < 10 && std::next_permutation(letters.begin(), letters.end()));
	const bool back = std::prev_permutation(letters.begin(), letters.end());
	return all + count * 10 + back + letters[0];
}

// not followed: how the rest of a range lies that is sorted in part, a library may choose
int rest_of_a_sorted_part()
{
	std::vector<int> v = numbers(30, 100);
	std::partial_sort(v.begin(), v.begin() + 3, v.end());
	return v[3];
}

int many_more_sorted()
{
	std::vector<int> v = numbers(1500, 1000);
	std::sort(v.begin(), v.end());
	return mixed(v);
}

int thousands_of_which_many_are_alike()
{
	std::vector<int> order(2000), weight = numbers(2000, 40);
	std::iota(order.begin(), order.end(), 0);
	std::sort(order.begin(), order.end(), [&](int a, int b) { return weight[a] < weight[b]; });
	return mixed(order);
}

int thousands_in_order_already()
{
	std::vector<int> up(3000), down(3000);
	for (int i = 0; i < 3000; i++) {
		up[i] = i / 3;
		down[i] = 3000 - i;
	}
	std::sort(up.begin(), up.end());
	std::sort(down.begin(), down.end());
	return mixed(up) + mixed(down);
}

int thousands_sorted_stably()
{
	std::vector<std::pair<int, int>> v;
	const std::vector<int> keys = numbers(3000, 50);
	for (int i = 0; i < 3000; i++)
		v.push_back({keys[i], i});
	std::stable_sort(v.begin(), v.end(), [](const std::pair<int, int> &a, const std::pair<int, int> &b) { return a.first > b.first; });
	int all = 0;
	for (const auto &one : v)
		all = (all * 31 + one.second) % 1000003;
	return all;
}

int rows_sorted_one_by_one()
{
	std::vector<int> v = numbers(40 * 60, 500);
	for (int row = 0; row < 40; row++)
		std::sort(v.begin() + row * 60, v.begin() + row * 60 + 60 - row % 7);
	return mixed(v);
}

int median_of_many()
{
	std::vector<int> v = numbers(900, 100000);
	std::nth_element(v.begin(), v.begin() + 450, v.end());
	return v[450];
}

int sorted_by_the_c_library()
{
	std::vector<int> v = numbers(1000, 100000);
	std::qsort(v.data(), v.size(), sizeof(int), by_number);
	const int key = v[77];
	const int *found = static_cast<int *>(std::bsearch(&key, v.data(), v.size(), sizeof(int), by_number));
	return mixed(v) + *found;
}

int local_array_sorted_by_the_c_library()
{
	int v[40];
	for (int i = 0; i < 40; i++)
		v[i] = i * 13 % 40 * 8;
	qsort(v, 40, sizeof(int), by_number);
	return mixed(v);
}

int records_sorted_by_the_c_library()
{
	Entry v[30];
	for (int i = 0; i < 30; i++)
		v[i] = {i * 7 % 30, i};
	qsort(v, 30, sizeof(Entry), rows_compared);
	int all = 0;
	for (const Entry &entry : v)
		all = (all * 31 + entry.column) % 1000003;
	return all;
}

// not followed: how elements lie that are alike but not the same, a C library may choose
int alike_for_the_c_library()
{
	Entry v[30];
	for (int i = 0; i < 30; i++)
		v[i] = {i % 3, i};
	qsort(v, 30, sizeof(Entry), rows_compared);
	return v[1].column;
}

// not followed: it would take all of what there is to spend on host code
int very_many_sorted()
{
	std::vector<int> v = numbers(100000, 1000);
	std::sort(v.begin(), v.end());
	return v[17];
}

// not followed: it would take much of what there is to spend on host code
int very_many_looked_at_backwards()
{
	std::vector<int> v = numbers(5000, 1000);
	v[0] = 2000;
	return std::is_sorted(v.rbegin(), v.rend()) + 2 * (std::is_sorted_until(v.rbegin(), v.rend()) == v.rend());
}
