/* Variables that outlive functions: when their initialisers run, and what these do to others. */

namespace {

int registered = 5;
int order;
int copied = 1;

struct Registration {
	int *to;
	Registration(int *p, int n) : to(p) { *p += n; }
};
Registration first(&registered, 70);
Registration second(&registered, 700);

struct Mark {
	int place;
	Mark(int digit) : place(order) { order = order * 10 + digit; }
};
Mark one(1);
struct Plain {
	int n;
};
Plain plain = {4};
Mark two(2), three(3);

int read_early = copied + 1;

struct Table {
	int squares[8];
	Table()
	{
		for (int i = 0; i < 8; i++)
			squares[i] = i * i;
	}
};
const Table table;

int counted(int *where)
{
	static Registration once(&registered, 1000);
	static int calls = 0;
	*where = registered;
	return ++calls;
}

} // namespace

int registered_before_main() { return registered; }
int in_the_order_of_the_file() { return order * 10 + three.place; }
int of_what_was_before_main()
{
	copied = 50;
	return read_early;
}
int tables() { return table.squares[5] + plain.n; }

int local_statics()
{
	const int before = registered;
	int after;
	counted(&after);
	counted(&after);
	return before * 10000 + after + counted(&after);
}
