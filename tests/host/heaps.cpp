/* Heaps, which of several that are alike comes up, and what else stands in <algorithm> and is asked for now and then. */
#include <algorithm>
#include <bitset>
#include <deque>
#include <numeric>
#include <queue>
#include <stack>
#include <string>
#include <vector>

namespace {

struct Job {
	int cost, number;
	bool operator<(const Job &j) const { return cost < j.cost; }
};

template <class C>
int mixed(const C &c)
{
	int sum = 7;
	for (int x : c)
		sum = (sum * 31 + x) % 1000003;
	return sum;
}

std::vector<int> scattered(int n)
{
	std::vector<int> v(n);
	for (int i = 0; i < n; i++)
		v[i] = i * 37 % 101;
	return v;
}

bool by_tens(int a, int b) { return a / 10 < b / 10; }

}

int alike_in_a_queue()
{
	std::priority_queue<Job> q;
	int sum = 0;
	for (int i = 0; i < 40; i++)
		q.push({i * 7 % 5, i});
	for (; !q.empty(); q.pop())
		sum = (sum * 31 + q.top().number) % 1000003;
	return sum;
}

int queue_of_a_container()
{
	std::priority_queue<int, std::vector<int>, std::greater<int>> q(std::greater<int>(), scattered(9));
	q.emplace(3);
	q.pop();
	return q.top() * 100 + static_cast<int>(q.size());
}

int queue_by_a_function()
{
	const auto later = [](const Job &a, const Job &b) { return a.cost > b.cost; };
	std::priority_queue<Job, std::vector<Job>, decltype(later)> q(later);
	for (int i = 0; i < 12; i++)
		q.push({i % 3, i});
	q.pop();
	q.pop();
	return q.top().number;
}

int heap_made()
{
	std::vector<int> v = scattered(60);
	std::make_heap(v.begin(), v.end(), by_tens);
	v.push_back(55);
	std::push_heap(v.begin(), v.end(), by_tens);
	std::pop_heap(v.begin(), v.end(), by_tens);
	return mixed(v);
}

int heap_sorted()
{
	std::vector<int> v = scattered(60);
	std::make_heap(v.begin(), v.end(), by_tens);
	std::sort_heap(v.begin(), v.end(), by_tens);
	return mixed(v);
}

int least_and_greatest()
{
	const std::vector<int> v{8, 1, 8, 1, 8};
	const auto both = std::minmax_element(v.begin(), v.end());
	return static_cast<int>(both.first - v.begin()) * 10 + static_cast<int>(both.second - v.begin());
}

int copied_in_part()
{
	std::vector<int> v{1, 1, 2, 2, 2, 3, 1}, w(20);
	auto out = std::unique_copy(v.begin(), v.end(), w.begin());
	out = std::remove_copy_if(v.begin(), v.end(), out, [](int x) { return x == 2; });
	out = std::rotate_copy(v.begin(), v.begin() + 2, v.end(), out);
	return mixed(w);
}

int found_in_order()
{
	const std::vector<int> v{1, 2, 2, 2, 9, 5}, w{9, 2, 1, 2, 5, 2};
	return static_cast<int>(std::search_n(v.begin(), v.end(), 3, 2) - v.begin()) * 100 +
	       static_cast<int>(std::partition_point(v.begin(), v.end(), [](int x) { return x < 3; }) - v.begin()) * 10 +
	       std::is_permutation(v.begin(), v.end(), w.begin());
}

int bits()
{
	std::bitset<100> b("10110");
	b[70] = true;
	b.flip(3);
	b[0].flip();
	const std::bitset<100> c = b << 20 | b >> 3;
	return static_cast<int>(c.count()) * 10000 + static_cast<int>(c.to_string().find('1')) * 100 + static_cast<int>(std::bitset<8>(5).to_string()[7]) + b.test(70);
}

int all_bits()
{
	std::bitset<10> b;
	b.flip();
	b &= std::bitset<10>(0x35a);
	return static_cast<int>(b.to_ulong()) * 2 + b.any() + (~b).all() + (b ^ b).none();
}

int adapters_of_containers()
{
	std::queue<int> q(std::deque<int>{1, 2});
	std::stack<int> s(std::deque<int>{3, 4});
	return q.front() * 10 + s.top();
}

int flags()
{
	std::vector<bool> b(10, true), c{true, false, true};
	b.flip();
	b[3] = true;
	b[4].flip();
	b[5] = b[4];
	b.push_back(true);
	b.resize(14, true);
	c = b;
	c.insert(c.begin(), false);
	c.assign(3, true);
	int sum = b.back() + 2 * (b == c);
	for (bool x : b)
		sum = sum * 2 + x;
	for (auto &&x : b)
		x = !x;
	return sum * 10 + static_cast<int>(std::count(b.begin(), b.end(), true)) + std::accumulate(c.begin(), c.end(), 0);
}

int flags_in_rows()
{
	std::vector<std::vector<bool>> seen(4, std::vector<bool>(5));
	seen[2][3] = true;
	std::fill(seen[1].begin(), seen[1].end(), true);
	return seen[2][3] + seen[1][4] * 2 + seen[0][0] * 4 + (seen[2][3] && !seen[3][1]) * 8;
}
