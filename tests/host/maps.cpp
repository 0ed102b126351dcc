/* Where the elements of lists, maps and sets stay, and in which order they come. */
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>

namespace {

template <class M>
int mixed(const M &m)
{
	int sum = 7;
	for (const auto &p : m)
		sum = (sum * 31 + p.first * 3 + p.second) % 1000003;
	return sum;
}

template <class M>
int mixed_set(const M &m)
{
	int sum = 7;
	for (const auto &p : m)
		sum = (sum * 31 + p) % 1000003;
	return sum;
}

}

int order_of_integers()
{
	std::unordered_map<int, int> m;
	for (int i = 0; i < 300; i++)
		m[i * 37 % 1009] = i;
	return mixed(m);
}

int order_of_few()
{
	std::unordered_map<int, int> m = {{5, 1}, {-3, 2}, {18, 4}, {31, 9}};
	m.erase(18);
	m.insert({44, 3});
	m.emplace(57, 3);
	return mixed(m);
}

int order_of_equal_keys()
{
	std::unordered_multimap<int, int> m;
	for (int i = 0; i < 100; i++)
		m.insert({i % 17, i});
	return mixed(m);
}

int order_of_texts()
{
	std::unordered_map<std::string, int> m;
	for (int i = 0; i < 40; i++)
		m[std::string(i % 19, 'a' + i % 26)] = i;
	int s = 7;
	for (const auto &p : m)
		s = (s * 31 + p.second) % 1000003;
	return s;
}

int hash_of_text() { return std::hash<std::string>()("a text that is longer than eight") % 1000003; }
int order_of_a_set()
{
	std::unordered_set<int> s;
	s.reserve(50);
	for (int i = 0; i < 80; i++)
		s.insert(i * i % 211);
	return mixed_set(s) + s.bucket_count();
}

int order_of_a_copy()
{
	std::unordered_set<int> s{9, 8, 7, 1, 2, 3, 44, 55, 66, 77, 88, 99, 101, 202, 303};
	std::unordered_set<int> t = s, u;
	t.insert(1000);
	u = std::move(s);
	return mixed_set(t) * 3 + mixed_set(u);
}

int order_of_a_range()
{
	int a[30];
	for (int i = 0; i < 30; i++)
		a[i] = i * 7 % 13;
	std::unordered_multiset<int> m(a, a + 30);
	m.insert(a, a + 20);
	return mixed_set(m) + m.count(3);
}

int place_stays()
{
	std::map<int, int> m;
	int &five = m[5];
	for (int i = 0; i < 5; i++)
		m[i] = i;
	five = 77;
	return m.at(5) * 10 + m.size();
}

int erased_on_the_way()
{
	std::map<int, int> m;
	for (int i = 0; i < 10; i++)
		m[i] = i * i;
	for (auto i = m.begin(); i != m.end();) {
		if (i->second % 2)
			m.erase(i++);
		else
			++i;
	}
	return mixed(m);
}

int ordered_by_a_function()
{
	auto back = [](int a, int b) { return a > b; };
	std::set<int, decltype(back)> s(back);
	std::multimap<int, int, std::greater<int>> m;
	for (int i = 0; i < 12; i++) {
		s.insert(i * 5 % 12);
		m.insert({i % 4, i});
	}
	return mixed_set(s) + mixed(m) + m.count(2) + std::distance(m.lower_bound(2), m.upper_bound(1));
}

int bounds()
{
	std::map<int, int> m{{1, 2}, {5, 6}, {9, 1}};
	return m.lower_bound(5)->second * 100 + m.upper_bound(5)->second * 10 + (m.upper_bound(9) == m.end()) + m.rbegin()->first * 1000 + std::prev(m.end())->first;
}

int taken_and_merged()
{
	std::map<int, int> m{{1, 2}, {5, 6}, {9, 1}}, n{{5, 7}, {6, 8}};
	auto node = m.extract(1);
	node.key() = 10;
	m.insert(std::move(node));
	m.merge(n);
	m.insert_or_assign(9, 4);
	m.try_emplace(3, 5);
	return mixed(m) * 10 + n.size();
}

int returned() { return [] { std::map<std::string, int> m; m["b"] = 2; m["a"] = 1; return m; }().begin()->second; }
