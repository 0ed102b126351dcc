// options: --no-compile
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>

__global__ void k(int *p) { p[threadIdx.x] = 1; }

static void write(std::ostream &s, int n) { s << n << ' ' << "cd"; }

// Streams of strings from which programs read their arguments: what they hold decides the grid.
int main()
{
	int *p;
	cudaMalloc(&p, 4096);
	int a, b = 0, c;
	double x;
	std::string word;
	std::stringstream mixed("12 7.5 words!");
	mixed >> a >> x >> word;
	k<<<a, 32>>>(p);            // expect: launch source grid=12 assumptions=0
	k<<<(int)(2 * x), 32>>>(p); // expect: launch source grid=15 assumptions=0
	k<<<word.size(), 32>>>(p);  // expect: launch source grid=6 assumptions=0
	std::ostringstream text;
	write(text, 42);
	text << -3L;
	std::cout << a;
	k<<<text.str() == "42 cd-3" ? 3 : 1, 32>>>(p); // expect: launch source grid=3 assumptions=0
	std::istringstream items("1,22,300");
	while (std::getline(items, word, ','))
		b += std::stoi(word);
	k<<<b, 32>>>(p); // expect: launch source grid=323 assumptions=0
	std::istringstream few("5 6x");
	for (b = 0; few >> a;)
		b += a;
	k<<<b, 32>>>(p); // expect: launch source grid=11 assumptions=0
	// A stream of which the format was changed says nothing, rather than what it would have said without.
	std::stringstream six;
	six << std::hex << 17;
	six >> c;
	k<<<c, 32>>>(p); // expect: launch source grid=1024 assumptions=1
}
