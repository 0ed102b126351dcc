// options: --no-compile
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

__global__ void k(int *p) { p[threadIdx.x] = 1; }

// Texts from which programs read their arguments: what they hold decides the grid.
int main()
{
	int *p;
	cudaMalloc(&p, 4096);
	char list[] = "sizes=16,33, 71", pair[] = "4xx5", *rest = pair, *item;
	for (item = strtok(strchr(list, '=') + 1, ", "); item; item = strtok(NULL, ", "))
		k<<<atoi(item), 32>>>(p); // expect: launch source grid=16; launch source grid=33; launch source grid=71
	while ((item = strsep(&rest, "x")))
		if (*item)
			k<<<atoi(item), 32>>>(p); // expect: launch source grid=4; launch source grid=5
	std::map<std::string, int> numbers;
	numbers["b"] = 7;
	numbers["a"] = 8;
	std::string name = "b";
	k<<<name == "b" && name < "ba" ? numbers[name] : 1, 32>>>(p);        // expect: launch source grid=7
	k<<<memcmp("ab", "ac", 2) + 3 * (int)strspn("aabx", "ba"), 32>>>(p); // expect: launch source grid=8
}
