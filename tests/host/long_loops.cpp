/* Loops that go round so often that they are followed only where they run fast. */
#include <cstdlib>
#include <cstring>
#include <functional>
#include <vector>

namespace {

int thrice(int i) { return i * 3; }
int plus_five(int i) { return i + 5; }
int next(int state) { return (state * 1103 + 12345) & 0xffff; }

struct Shape {
	virtual int area(int i) const = 0;
	virtual ~Shape() {}
};
struct Square : Shape {
	int area(int i) const override { return i * i; }
};
struct Strip : Shape {
	int width;
	explicit Strip(int w) : width(w) {}
	int area(int i) const override { return i * width; }
};

struct Point {
	int x, y;
};
Point mirrored(Point p) { return {p.y, p.x}; }
Point moved(Point p) { return {p.x + 1, p.y + 2}; }

int positive(int i)
{
	if (i < 0)
		throw 7;
	return i;
}

int mixed(const std::vector<int> &v)
{
	unsigned all = 7;
	for (int n : v)
		all = all * 31 + (unsigned)n;
	return (int)(all % 1000003);
}

}

int functions_by_turns()
{
	int (*const f[])(int) = {thrice, plus_five, next};
	std::vector<int> v;
	for (int i = 0; i < 900; i++)
		v.push_back(f[i % 3](i));
	return mixed(v);
}

int records_through_functions()
{
	Point (*const f[])(Point) = {mirrored, moved};
	std::vector<int> v(1800);
	Point p = {3, 4};
	for (int i = 0; i < 900; i++) {
		p = f[i & 1](p);
		v[2 * i] = p.x;
		v[2 * i + 1] = p.y;
	}
	return mixed(v);
}

int function_objects()
{
	const int factor = 11;
	const std::function<int(int)> times = [factor](int i) { return i * factor; }, plus = plus_five;
	std::vector<int> v;
	for (int i = 0; i < 900; i++)
		v.push_back(i % 5 ? times(i) : plus(i));
	return mixed(v);
}

int virtual_functions()
{
	const Square square;
	const Strip strip(6);
	const Shape *shapes[] = {&square, &strip};
	std::vector<int> v;
	for (int i = 0; i < 900; i++)
		v.push_back(shapes[i & 1]->area(i));
	return mixed(v);
}

int within_try()
{
	std::vector<int> v;
	for (int i = 0; i < 900; i++) {
		try {
			v.push_back(positive(i * 5));
		} catch (int) {
			v.push_back(-1);
		}
	}
	return mixed(v);
}

int moved_within_one_buffer()
{
	int *v = static_cast<int *>(std::malloc(3000 * sizeof(int)));
	for (int i = 0; i < 3000; i++)
		v[i] = i * i;
	std::memmove(v + 100, v, 1500 * sizeof(int));
	std::memmove(v + 2000, v + 2500, 500 * sizeof(int));
	unsigned all = 7;
	for (int i = 0; i < 3000; i++)
		all = all * 31 + (unsigned)v[i];
	std::free(v);
	return (int)(all % 1000003);
}
