/* Loops over ranges. */
#include <array>
#include <deque>
#include <initializer_list>
#include <list>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace {

/* With begin and end as a class may have them: of its own, of its base's, for constants as well, as free functions. */
struct Three {
	int at[3] = {1, 2, 4};
	int *begin() { return at; }
	int *end() { return at + 3; }
};
struct Heir : Three {};
struct Second {
	int other = 9;
};
struct LateHeir : Second, Three {};

template <class T>
struct Both {
	T at[3] = {1, 2, 4};
	T *begin() { return at; }
	T *end() { return at + 3; }
	const T *begin() const { return at; }
	const T *end() const { return at + 3; }
};
template <class T>
struct Reversed {
	T at[3] = {1, 2, 4};
	const T *begin() const { return at; }
	const T *end() const { return at + 3; }
	T *begin() { return at; }
	T *end() { return at + 3; }
};
template <class T>
struct BothHeir : Both<T> {};

namespace shop {
struct Shelf {
	int at[3] = {1, 2, 4};
};
int *begin(Shelf &shelf) { return shelf.at; }
int *end(Shelf &shelf) { return shelf.at + 3; }
}

/* Counts without memory; its end is of another type. */
struct Stop {
	int last;
};
struct Count {
	int now;
	int operator*() const { return now; }
	Count &operator++()
	{
		++now;
		return *this;
	}
	bool operator!=(const Stop &stop) const { return now != stop.last; }
};
struct Span {
	int first, last;
	Count begin() const { return {first}; }
	Stop end() const { return {last}; }
};

/* Compared by a free function, stepped by one. */
struct Halved {
	int now;
};
int operator*(const Halved &at) { return at.now; }
Halved &operator++(Halved &at)
{
	at.now /= 2;
	return at;
}
bool operator!=(const Halved &a, const Halved &b) { return a.now != b.now; }
struct Halves {
	int from;
	Halved begin() const { return {from}; }
	Halved end() const { return {0}; }
};

template <class Range>
int digits(const Range &range)
{
	int all = 0;
	for (const auto &digit : range)
		all = 10 * all + static_cast<int>(digit);
	return all;
}

}

int over_array()
{
	int numbers[] = {3, 1, 2}, all = 0;
	for (int number : numbers)
		all = 10 * all + number;
	return all;
}

int over_array_by_reference()
{
	int numbers[] = {3, 1, 2};
	for (int &number : numbers)
		number += 2;
	return digits(numbers);
}

int over_rows()
{
	int table[2][3] = {{1, 2, 3}, {4, 5, 6}}, all = 0;
	for (auto &row : table)
		for (int number : row)
			all = all * 7 + number;
	return all;
}

int over_own()
{
	Three three;
	int all = 0;
	for (int number : three)
		all = 10 * all + number;
	return all;
}

int over_inherited()
{
	Heir heir;
	int all = 0;
	for (int number : heir)
		all = 10 * all + number;
	return all;
}

int over_inherited_from_second_base()
{
	LateHeir heir;
	int all = 0;
	for (int number : heir)
		all = 10 * all + number;
	return all;
}

int over_either_constness()
{
	Both<int> both;
	Reversed<int> reversed;
	int all = 0;
	for (int &number : both)
		number++;
	for (int number : reversed)
		all = 10 * all + number;
	return digits(both) * 1000 + all + digits(reversed);
}

int over_inherited_template()
{
	BothHeir<short> heir;
	for (short &number : heir)
		number *= 2;
	return digits(heir);
}

int over_free_functions()
{
	shop::Shelf shelf;
	int all = 0;
	for (int number : shelf)
		all = 10 * all + number;
	return all;
}

int over_sentinel()
{
	int all = 0;
	for (int number : Span{2, 6})
		all = 10 * all + number;
	return all;
}

int over_free_operators()
{
	int all = 0;
	for (int number : Halves{20})
		all = 31 * all + number;
	return all;
}

int over_list_in_braces()
{
	int all = 0;
	for (int number : {7, 1, 8})
		all = 10 * all + number;
	return all;
}

int over_initializer_list()
{
	const std::initializer_list<int> numbers = {7, 1, 8};
	return digits(numbers);
}

int over_vector()
{
	std::vector<int> numbers{2, 5};
	numbers.push_back(3);
	int all = 0;
	for (int number : numbers)
		all = 10 * all + number;
	return all;
}

int over_vector_by_reference()
{
	std::vector<int> numbers{2, 5};
	for (auto &number : numbers)
		number *= 3;
	return digits(numbers);
}

int over_temporary()
{
	int all = 0;
	for (int number : std::vector<int>(3, 4))
		all = 10 * all + number;
	return all;
}

int over_std_array()
{
	std::array<int, 3> numbers{{6, 2, 1}};
	for (int &number : numbers)
		number++;
	return digits(numbers);
}

int over_string()
{
	std::string text = "cab";
	int all = 0;
	for (char letter : text)
		all = 10 * all + (letter - 'a');
	return all;
}

int over_bits()
{
	std::vector<bool> bits(5);
	bits[2] = true;
	int all = 0;
	for (bool bit : bits)
		all = 2 * all + bit;
	return all;
}

int over_deque()
{
	std::deque<int> numbers{2, 3};
	numbers.push_front(1);
	return digits(numbers);
}

int over_list()
{
	std::list<int> numbers{2, 3};
	numbers.push_front(1);
	int all = 0;
	for (int &number : numbers)
		all = 10 * all + number++;
	return all * 1000 + digits(numbers);
}

int over_set()
{
	std::set<int> numbers{5, 3, 5, 4};
	return digits(numbers);
}

int over_multiset()
{
	std::multiset<int> numbers{5, 3, 5, 4};
	return digits(numbers);
}

int over_map()
{
	std::map<int, int> prices;
	prices[2] = 30;
	prices[1] = 40;
	int all = 0;
	for (const auto &entry : prices)
		all = 100 * all + entry.first * entry.second;
	return all;
}

int over_unordered()
{
	std::unordered_map<int, int> prices;
	prices[2] = 30;
	prices[1] = 40;
	std::unordered_set<int> numbers{7, 8, 7};
	int all = 0;
	for (const auto &[number, price] : prices)
		all += number * price;
	for (int number : numbers)
		all += number;
	return all;
}

int over_pairs()
{
	std::vector<std::pair<int, int>> pairs;
	pairs.emplace_back(1, 2);
	pairs.push_back(std::make_pair(3, 4));
	int all = 0;
	for (auto [first, second] : pairs)
		all = 100 * all + 10 * first + second;
	return all;
}

int over_map_with_binding()
{
	std::map<std::string, int> prices;
	prices["b"] = 4;
	prices["a"] = 3;
	for (auto &[name, price] : prices)
		price += name[0] - 'a';
	int all = 0;
	for (const auto &[name, price] : prices)
		all = 100 * all + 10 * (name[0] - 'a') + price;
	return all;
}

int over_nested_vectors()
{
	std::vector<std::vector<int>> table(3, std::vector<int>(2, 5));
	table[1][0] = 1;
	int all = 0;
	for (const std::vector<int> &row : table)
		for (int number : row)
			all = 6 * all + number;
	return all;
}

int over_empty()
{
	std::vector<int> none;
	std::map<int, int> nobody;
	int all = 3;
	for (int number : none)
		all = number;
	for (auto &entry : nobody)
		all = entry.second;
	return all;
}

int with_break_and_continue()
{
	std::vector<int> numbers{1, 2, 3, 4, 5, 6};
	int all = 0;
	for (int number : numbers) {
		if (number % 2)
			continue;
		if (number == 6)
			break;
		all = 10 * all + number;
	}
	return all;
}

int in_template()
{
	std::vector<int> numbers{4, 2};
	const std::list<short> others{1, 9};
	const char text[] = {1, 2, 3};
	return digits(numbers) * 10000 + digits(others) * 100 + digits(text);
}

int in_lambda()
{
	const std::vector<int> numbers{4, 2};
	auto all = [&] {
		int sum = 0;
		for (int number : numbers)
			sum = 10 * sum + number;
		return sum;
	};
	return all();
}

int over_pointed_to()
{
	std::vector<int> numbers{8, 3}, *pointer = &numbers;
	int all = 0;
	for (int number : *pointer)
		all = 10 * all + number;
	return all;
}
