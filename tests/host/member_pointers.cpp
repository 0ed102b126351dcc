/* Pointers to members: what is read, written and called through them. */
#include <cstddef>
#include <cstring>
#include <vector>

namespace {

struct Size {
	int rows = 3, columns = 5;
	Size &widen(int by) { columns += by; return *this; }
	int area() const { return rows * columns; }
	template <class T>
	int scaled(T by) const { return (int)(rows * by); }
};

struct Padding {
	double before[3] = {};
	int depth = 7;
	int twice() const { return 2 * depth; }
};

struct Volume : Padding, Size {
	int layers = 2;
	int volume() const { return area() * layers; }
};

struct Shape {
	int side = 4;
	virtual ~Shape() {}
	virtual int edges(int of) const { return of; }
};
struct Cube : Shape {
	int edges(int of) const override { return 12 * of + side; }
};

struct Pair {
	int a, b;
};

struct Option {
	const char *name;
	int Size::*member;
};

struct Command {
	const char *name;
	Size &(Size::*run)(int);
};

template <int Size::*member>
int fixed(const Size &size) { return size.*member; }

template <class C, class T>
T held(const C *object, T C::*member) { return object->*member; }

}

int written_through()
{
	Size size;
	int Size::*const which = &Size::columns;
	size.*which = 77;
	return size.columns * 100 + size.rows;
}

int updated_through()
{
	Size size, *at = &size;
	int Size::*which = &Size::rows;
	at->*which += 4;
	++(at->*which);
	which = &Size::columns;
	(at->*which)--;
	return at->rows * 10 + at->columns;
}

int options_in_a_table()
{
	const Option options[] = {{"rows", &Size::rows}, {"columns", &Size::columns}};
	const char *const given[] = {"columns", "31", "rows", "9"};
	Size size;
	for (int i = 0; i < 4; i += 2)
		for (const Option &option : options)
			if (!std::strcmp(option.name, given[i]))
				size.*option.member = (int)std::strlen(given[i + 1]) + i;
	return size.rows * 100 + size.columns;
}

int function_called()
{
	Size size;
	Size &(Size::*widen)(int) = &Size::widen;
	int (Size::*area)() const = &Size::area;
	(size.*widen)(4);
	return ((&size)->*area)();
}

int result_that_is_a_reference()
{
	Size size;
	Size &(Size::*widen)(int) = &Size::widen;
	(size.*widen)(1).rows = 11;
	return ((size.*widen)(1).*&Size::area)();
}

int functions_in_a_table()
{
	const Command commands[] = {{"widen", &Size::widen}, {"none", nullptr}};
	Size size;
	int without = 0;
	for (const Command &command : commands)
		if (command.run)
			(size.*command.run)(without + 6);
		else
			without++;
	return size.columns * 10 + without;
}

int null_or_not()
{
	int Size::*rows = &Size::rows, Size::*none = nullptr, Size::*zero{};
	int (Size::*area)() const = &Size::area, (Size::*nothing)() const = nullptr;
	return (rows != nullptr) + 2 * (none == nullptr) + 4 * !zero + 8 * (area ? 1 : 0) + 16 * (nothing == nullptr) +
	       32 * (rows == &Size::rows) + 64 * (rows == &Size::columns) + 128 * (area == &Size::area);
}

int left_null_in_an_aggregate()
{
	Option option = {"rows"};
	static Option other;
	return (option.member == nullptr) + 2 * (other.member == nullptr);
}

int of_a_base()
{
	Volume volume;
	int Volume::*columns = &Size::columns;
	int Volume::*depth = &Volume::depth;
	int Size::*of_base = &Size::rows;
	volume.*columns = 8;
	volume.*depth = 9;
	volume.*of_base = 6;
	return volume.columns * 100 + volume.Padding::depth * 10 + volume.rows;
}

int function_of_a_first_base()
{
	Volume volume;
	int (Volume::*twice)() const = &Padding::twice;
	volume.depth = 21;
	return (volume.*twice)();
}

int function_of_a_base()
{
	Volume volume;
	int (Size::*area)() const = &Volume::area;
	int (Volume::*all)() const = &Volume::volume;
	return (volume.*area)() * 100 + (volume.*all)();
}

int virtual_function()
{
	Cube cube;
	Shape shape, *const shapes[] = {&cube, &shape};
	int (Shape::*edges)(int) const = &Shape::edges;
	int all = 0;
	for (Shape *one : shapes)
		all = 1000 * all + (one->*edges)(3);
	return all + (edges == &Shape::edges);
}

int as_template_arguments()
{
	Size size;
	size.columns = 13;
	return fixed<&Size::rows>(size) * 100 + fixed<&Size::columns>(size) + held(&size, &Size::columns);
}

int instance_of_a_template()
{
	Size size;
	int (Size::*scaled)(double) const = &Size::scaled<double>;
	return (size.*scaled)(2.5);
}

int chosen_by_a_condition()
{
	int all = 0;
	for (int i = 0; i < 3; i++) {
		Size size;
		size.*(i % 2 ? &Size::rows : &Size::columns) = 40 + i;
		all = all * 100 + size.rows + size.columns;
	}
	return all;
}

int kept_in_a_vector()
{
	std::vector<int Pair::*> order{&Pair::b, &Pair::a};
	order.push_back(&Pair::b);
	const Pair pair = {1, 2};
	int all = 0;
	for (int Pair::*member : order)
		all = all * 10 + pair.*member;
	return all;
}

int functions_in_a_vector()
{
	std::vector<int (Size::*)() const> all;
	for (int i = 0; i < 5; i++)
		all.push_back(&Size::area);
	Size size;
	int sum = 0;
	for (auto function : all)
		sum += (size.*function)();
	return sum + (int)all.size();
}

int member_that_is_an_object()
{
	struct Two {
		Pair first{1, 2}, second{3, 4};
	} two;
	Pair Two::*which = &Two::second;
	(two.*which).a = 9;
	const Pair copy = two.*which;
	return copy.a * 10 + copy.b;
}

int member_that_is_an_array()
{
	struct Row {
		int before, cells[3];
	} row = {0, {1, 2, 3}};
	int (Row::*cells)[3] = &Row::cells;
	(row.*cells)[1] = 8;
	return row.cells[0] * 100 + row.cells[1] * 10 + row.cells[2];
}
