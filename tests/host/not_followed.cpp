/* What is not followed yet: no wrong value may come of it. */
#include <cstdlib>
#include <cstring>

namespace {

namespace shop {
template <class T>
struct Box {
	T at[2] = {3, 5};
};
template <class T>
const T *begin(const Box<T> &box) { return box.at; }
template <class T>
const T *end(const Box<T> &box) { return box.at + 2; }
}

struct FromTemplate {
	int number;
	template <class T>
	FromTemplate(T *) : number(sizeof(T)) {}
};
struct FromTemplateHeir : FromTemplate {
	using FromTemplate::FromTemplate;
};

struct Registered {
	static Registered *last;
	int number;
	explicit Registered(int n) : number(n) { last = this; }
	Registered(const Registered &) = delete;
	~Registered() { last = nullptr; }
};
Registered *Registered::last;
Registered registered(int n) { return Registered(n); }

struct Size {
	int rows = 3, columns = 5;
	int area() const { return rows * columns; }
};
struct Volume : Registered, Size {
	Volume() : Registered(2) {}
};

}

// not followed: the tree does not show which instance of a template `end` is
int over_free_templates()
{
	shop::Box<long> box;
	int all = 0;
	for (long number : box)
		all = 10 * all + static_cast<int>(number);
	return all;
}

// not followed: the tree does not show which instance the base's constructor is
int inherited_template()
{
	int number;
	FromTemplateHeir heir(&number);
	return heir.number;
}

// not followed: a result is made elsewhere than where it is to be
int known_by_its_place()
{
	Registered here = registered(3);
	return Registered::last == &here;
}

// not followed: of a number that is moved in part no byte is known any more
int over_parts_of_numbers()
{
	int numbers[4] = {};
	numbers[0] = 0x01020304;
	unsigned char *bytes = static_cast<unsigned char *>(std::malloc(8));
	std::memcpy(bytes, reinterpret_cast<char *>(numbers) + 1, 8);
	return bytes[0];
}

// not followed: the pointer would have to say as well how far the base lies in the object
int function_of_a_further_base()
{
	Volume volume;
	int (Volume::*area)() const = &Size::area;
	return (volume.*area)();
}
