/* Random numbers that loops draw. */
#include <algorithm>
#include <cstdlib>
#include <map>
#include <random>
#include <utility>
#include <vector>

template <class T> static int mix(const T *values, int count)
{
	unsigned sum = 0;
	for (int i = 0; i < count; i++)
		sum = sum * 31 + (unsigned)values[i];
	return (int)(sum % 1000000007);
}

int indices_of_a_twister()
{
	int h[256];
	std::mt19937 g(42);
	std::uniform_int_distribution<int> u(0, 255);
	for (int i = 0; i < 256; i++)
		h[i] = u(g);
	return mix(h, 256);
}

int indices_of_a_vector()
{
	std::vector<int> h(2000);
	std::mt19937_64 g(7);
	std::uniform_int_distribution<int> u(-1000, 1000);
	for (auto &x : h)
		x = u(g);
	return mix(h.data(), 2000);
}

int numbers_of_two_draws_each()
{
	unsigned long h[300];
	std::mt19937 g(3);
	std::uniform_int_distribution<unsigned long> u(5, 1000000000000000ul);
	for (int i = 0; i < 300; i++)
		h[i] = u(g);
	return mix(h, 300);
}

int numbers_of_three_draws_each()
{
	unsigned long h[300];
	std::minstd_rand g(3);
	std::uniform_int_distribution<unsigned long> u(0, 0xfffffffffffffff0ul);
	for (int i = 0; i < 300; i++)
		h[i] = u(g) >> 7;
	return mix(h, 300);
}

/* Three values, so that a number of many digits is often too large. */
struct three {
	typedef unsigned result_type;
	unsigned state = 1;
	static constexpr unsigned min() { return 1; }
	static constexpr unsigned max() { return 3; }
	unsigned operator()() { return 1 + (state = state * 1664525u + 1013904223u) / 65536 % 3; }
};

int numbers_of_many_digits()
{
	int h[200];
	three g;
	for (int i = 0; i < 200; i++)
		h[i] = std::uniform_int_distribution<int>(-i, 100 + 37 * i)(g);
	return mix(h, 200);
}

int small_types()
{
	short h[200];
	std::mt19937 g(9);
	std::uniform_int_distribution<short> u(-32768, 32767);
	for (int i = 0; i < 200; i++)
		h[i] = u(g);
	return mix(h, 200);
}

int whole_ranges()
{
	int h[200];
	std::mt19937 g(11);
	std::uniform_int_distribution<int> u(-2147483647 - 1, 2147483647);
	for (int i = 0; i < 200; i++)
		h[i] = u(g);
	return mix(h, 200);
}

int shuffled_by_a_twister()
{
	std::vector<int> order(1000);
	std::iota(order.begin(), order.end(), 0);
	std::mt19937 g(5);
	std::shuffle(order.begin(), order.end(), g);
	return mix(order.data(), 1000);
}

int shuffled_by_a_narrow_engine()
{
	int order[301];
	std::iota(order, order + 301, 0);
	std::shuffle(order, order + 301, std::default_random_engine(8));
	return mix(order, 301);
}

int pairs_of_draws_sorted()
{
	srand(4);
	std::vector<std::pair<int, int>> p;
	for (int i = 0; i < 256; i++)
		p.push_back({int(rand() % 100), i});
	std::sort(p.begin(), p.end());
	int h[256];
	for (int i = 0; i < 256; i++)
		h[i] = p[i].second;
	return mix(h, 256);
}

int pairs_of_draws_emplaced()
{
	srand(6);
	std::vector<std::pair<int, int>> p;
	for (int i = 0; i < 256; i++)
		p.emplace_back(rand() % 100, i);
	std::sort(p.begin(), p.end());
	int h[256];
	for (int i = 0; i < 256; i++)
		h[i] = p[i].second;
	return mix(h, 256);
}

int counted_in_a_map()
{
	std::map<int, int> m;
	for (int i = 0; i < 200; i++)
		m[i * 7 % 50] += i;
	int sum = 0;
	for (auto &entry : m)
		sum = sum * 31 % 100003 + entry.first + entry.second;
	return sum;
}

int draws_counted_in_a_map()
{
	srand(2);
	std::map<int, int> m;
	for (int i = 0; i < 200; i++)
		m[rand() % 50]++;
	int sum = 0;
	for (auto &entry : m)
		sum = sum * 31 % 100003 + entry.first + entry.second;
	return sum;
}
