/* Lists: their elements stay where they are. */
#include <forward_list>
#include <list>
#include <algorithm>
#include <string>

namespace {

template <class M>
int mixed(const M &m)
{
	int sum = 7;
	for (const auto &p : m)
		sum = (sum * 31 + p) % 1000003;
	return sum;
}

}

int sorted_list_keeps_order()
{
	std::list<int> l;
	for (int i = 0; i < 40; i++)
		l.push_back(i * 7 % 40);
	l.sort([](int a, int b) { return a / 8 < b / 8; });
	return mixed(l);
}

int places_of_a_list_stay()
{
	std::list<int> l{1, 2, 3};
	auto i = std::next(l.begin());
	int &two = *i;
	l.push_front(9);
	l.insert(i, 8);
	two = 5;
	l.erase(l.begin());
	return mixed(l) + *i;
}

int spliced()
{
	std::list<int> l{1, 5, 3}, m{2, 4, 4, 7};
	l.splice(std::next(l.begin()), m, m.begin());
	l.sort();
	l.merge(m);
	l.unique();
	l.reverse();
	l.remove(3);
	l.remove_if([](int x) { return x == 7; });
	return mixed(l) * 10 + m.size();
}

int of_texts()
{
	std::list<std::string> l;
	l.emplace_back("one");
	l.push_front(std::string(20, 'x'));
	std::list<std::string> m = l;
	l.front() = "two";
	return m.front().size() * 10 + l.front().size() + l.size() + m.back()[0];
}

int in_one_direction()
{
	std::forward_list<int> l{1, 2};
	l.push_front(8);
	l.insert_after(l.begin(), 6);
	l.erase_after(std::next(l.begin()));
	l.insert_after(l.before_begin(), 3);
	l.reverse();
	return mixed(l);
}

int from_a_range()
{
	int a[] = {3, 1, 2};
	std::list<int> l(a, a + 3);
	l.resize(5, 4);
	return mixed(l) + *std::max_element(l.begin(), l.end()) + (std::find(l.begin(), l.end(), 9) == l.end());
}
