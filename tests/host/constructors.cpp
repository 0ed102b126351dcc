/* Objects as their constructors leave them. */
#include <list>
#include <vector>

namespace {

struct Base {
	int number;
	Base(int a, int b = 5) : number(a * b) {}
	Base(const char *text) : number(text[0]) {}
};
struct Heir : Base {
	using Base::Base;
	int other = 3;
};
struct LateHeir : Heir {
	using Heir::Heir;
};

template <class T>
struct Any {
	T number;
	Any(T given) : number(given) {}
};
template <class T>
struct AnyHeir : Any<T> {
	using Any<T>::Any;
};

struct Holder {
	std::vector<int> braced{8, 3}, assigned = {4, 5, 6}, called = std::vector<int>(2, 7), none{};
	Base base{2, 3}, other = {4};
	int array[3]{1, 2}, number{9};
};

}

int inherited()
{
	Heir both(2, 3), one(4), text("a");
	return both.number * 10000 + one.number * 100 + one.other + text.number;
}

int inherited_twice()
{
	LateHeir heir(2, 3);
	return heir.number * 10 + heir.other;
}

int inherited_by_template()
{
	AnyHeir<long> heir(7);
	return static_cast<int>(heir.number);
}

int inherited_by_list()
{
	std::list<int> numbers{1, 2};
	numbers.push_back(3);
	return static_cast<int>(numbers.size()) * 10 + numbers.back();
}

int by_default_of_member()
{
	Holder holder;
	int all = holder.base.number + 100 * holder.other.number + holder.array[1] + holder.number;
	for (const auto &numbers : {holder.braced, holder.assigned, holder.called, holder.none}) {
		all = 10 * all + static_cast<int>(numbers.size());
		for (int number : numbers)
			all = 10 * all + number;
	}
	return all % 1000003;
}

namespace {

int made;
struct Numbered {
	int number;
	Numbered() : number(++made) {}
	explicit Numbered(int n) : number(n * 10 + ++made) {}
};
struct InOrder {
	Numbered first;
	Numbered second{5};
	Numbered third;
	InOrder() : third(7), first(3) {}
};
struct Aggregate {
	int x, y;
};
struct OfAggregate : Aggregate {
	int z;
	OfAggregate() : Aggregate{4, 5}, z(x + y) {}
};

} // namespace

int order_of_members()
{
	made = 0;
	InOrder o;
	return o.first.number * 10000 + o.second.number * 100 + o.third.number;
}

int braces_for_a_base()
{
	OfAggregate o;
	return o.x * 100 + o.y * 10 + o.z;
}
