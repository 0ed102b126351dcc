/* Operations on ranges that are in order, and algorithms that are called without their namespace. */
#include <algorithm>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

namespace {

int mix(const std::vector<int> &values)
{
	unsigned sum = 1;
	for (int value : values)
		sum = sum * 31 + (unsigned)value;
	return (int)(sum % 1000000007);
}

const int few[] = {1, 2, 2, 5, 9, 9}, more[] = {0, 2, 5, 5, 9, 11, 12};

template <class T>
T middle_of(std::vector<T> v)
{
	sort(v.begin(), v.end());
	return v[v.size() / 2];
}

}

int united()
{
	std::vector<int> out(13);
	out.resize(std::set_union(few, few + 6, more, more + 7, out.begin()) - out.begin());
	return mix(out);
}
int in_common()
{
	std::vector<int> out;
	std::set_intersection(few, few + 6, more, more + 7, std::back_inserter(out));
	return mix(out);
}
int without_the_others()
{
	std::vector<int> out;
	std::set_difference(few, few + 6, more, more + 7, std::back_inserter(out));
	std::set_difference(more, more + 7, few, few + 6, std::back_inserter(out));
	return mix(out);
}
int in_one_of_them()
{
	std::vector<int> out;
	std::set_symmetric_difference(few, few + 6, more, more + 7, std::back_inserter(out));
	return mix(out);
}
int united_downwards()
{
	const int a[] = {9, 5, 1}, b[] = {8, 5, 0};
	std::vector<int> out;
	std::set_union(a, a + 3, b, b + 3, std::back_inserter(out), std::greater<int>());
	return mix(out);
}
int whether_all_are_there()
{
	const int some[] = {2, 5, 9};
	return std::includes(more, more + 7, some, some + 3) + 2 * std::includes(few, few + 6, more, more + 7);
}
int merged_downwards()
{
	const int a[] = {9, 5, 1}, b[] = {8, 5, 0};
	std::vector<int> out(6);
	std::merge(a, a + 3, b, b + 3, out.begin(), std::greater<int>());
	return mix(out);
}
int swapped_ranges()
{
	std::vector<int> a{1, 2, 3, 4}, b{5, 6, 7, 8};
	std::swap_ranges(a.begin() + 1, a.end(), b.begin());
	return mix(a) + 7 * mix(b);
}
int parted_copies()
{
	std::vector<int> even, odd;
	std::partition_copy(more, more + 7, std::back_inserter(even), std::back_inserter(odd), [](int x) { return x % 2 == 0; });
	return mix(even) + 7 * mix(odd) + std::is_partitioned(few, few + 6, [](int x) { return x < 5; });
}
int replaced_copies()
{
	std::vector<int> out(6);
	std::replace_copy(few, few + 6, out.begin(), 9, 4);
	return mix(out);
}
int whether_it_is_a_heap()
{
	std::vector<int> v{3, 8, 1, 9, 4};
	const int before = (int)(std::is_heap_until(v.begin(), v.end()) - v.begin());
	std::make_heap(v.begin(), v.end());
	return before * 2 + std::is_heap(v.begin(), v.end());
}
int the_last_of_several()
{
	const int v[] = {1, 2, 1, 2, 1}, part[] = {1, 2};
	return (int)(std::find_end(v, v + 5, part, part + 2) - v);
}
int where_they_differ()
{
	return (int)(std::mismatch(few, few + 6, more, [](int a, int b) { return a - b < 2 && b - a < 2; }).first - few);
}

int without_the_namespace()
{
	std::vector<int> v(6), w(6);
	copy(few, few + 0, v.begin());
	iota(v.begin(), v.end(), 3);
	reverse_copy(v.begin(), v.end(), w.begin());
	sort(w.begin() + 1, w.end());
	fill(v.begin(), v.begin() + 2, 8);
	return mix(v) + 7 * mix(w) + accumulate(w.begin(), w.end(), 0) + (int)(max_element(v.begin(), v.end()) - v.begin());
}
int of_a_text_without_the_namespace()
{
	std::string s("namespace");
	reverse(s.begin(), s.end());
	return (int)(find(s.begin(), s.end(), 'm') - s.begin()) + (int)count(s.begin(), s.end(), 'e') * 10;
}
int in_a_template_without_the_namespace() { return middle_of(std::vector<int>{5, 1, 9, 2, 7}); }
