/* Options of a program's arguments, as glibc's getopt has them. */
#include <getopt.h>
#include <stdlib.h>

namespace {

enum { MOST_WORDS = 12 };

/* Arguments as a program gets them: getopt changes their order. */
struct Words {
	char *at[MOST_WORDS] = {};
	int count = 0;
	Words(const char *const *words, int n)
	{
		for (; count < n; count++)
			at[count] = (char *)words[count];
	}
};

/* Everything that a scan tells, mixed into one number. */
int mixed(int sum, int option)
{
	const int letter = optarg ? optarg[0] : 1;
	return (sum * 31 + option * 7 + letter * 3 + optind) % 1000003;
}

template <int n>
int scanned(const char *const (&list)[n], const char *letters)
{
	Words words(list, n);
	int sum = 1;
	opterr = 0;
	for (int c; (c = getopt(words.count, words.at, letters)) != -1;)
		sum = mixed(sum, c);
	for (int i = optind; i < words.count; i++)
		sum = (sum * 31 + words.at[i][0]) % 1000003;
	optind = 0;
	return sum;
}

int seen = 0;
const option names[] = {
	{"number", required_argument, nullptr, 'n'}, {"verbose", no_argument, &seen, 7}, {"level", optional_argument, nullptr, 'l'},
	{"numeric", no_argument, nullptr, 300},      {nullptr, 0, nullptr, 0},
};

template <int n>
int scanned_long(const char *const (&list)[n], const char *letters, bool only)
{
	Words words(list, n);
	int sum = 1, index = 50;
	opterr = seen = 0;
	for (int c; (c = only ? getopt_long_only(words.count, words.at, letters, names, &index)
	                      : getopt_long(words.count, words.at, letters, names, &index)) != -1;)
		sum = mixed(sum, c + index + seen + (c == '?' || c == ':' ? optopt : 0));
	for (int i = optind; i < words.count; i++)
		sum = (sum * 31 + words.at[i][0]) % 1000003;
	optind = 0;
	return sum;
}

}

int options_behind_operands()
{
	const char *const list[] = {"program", "in.txt", "-n", "5000", "out.txt", "-b", "100"};
	return scanned(list, "n:b:");
}

int numbers_behind_operands()
{
	const char *const list[] = {"program", "in.txt", "-n", "5000", "-b100"};
	Words words(list, 5);
	int n = 1, b = 2;
	for (int c; (c = getopt(words.count, words.at, "n:b:")) != -1;)
		(c == 'n' ? n : b) = atoi(optarg);
	const int operand = words.at[optind][0];
	optind = 0;
	return n * 1000 + b + operand;
}

int options_in_one_word()
{
	const char *const list[] = {"program", "-vb7", "-v", "x", "-vv"};
	return scanned(list, "vb:");
}

int optional_arguments()
{
	const char *const list[] = {"program", "-o", "x", "-o7", "-v"};
	return scanned(list, "vo::");
}

int two_dashes_end_options()
{
	const char *const list[] = {"program", "x", "-v", "--", "-v", "y"};
	return scanned(list, "v");
}

int first_operand_ends_options()
{
	const char *const list[] = {"program", "-v", "x", "-v"};
	return scanned(list, "+v");
}

int operands_in_order()
{
	const char *const list[] = {"program", "-v", "x", "-v", "-", "--", "y"};
	return scanned(list, "-v");
}

int missing_argument()
{
	const char *const list[] = {"program", "-v", "-b"};
	return scanned(list, "vb:") * 3 + scanned(list, ":vb:") + scanned(list, "+:vb:") + optopt;
}

int unknown_option()
{
	const char *const list[] = {"program", "-zv", "x", "-:"};
	return scanned(list, "v") + optopt;
}

int long_options()
{
	const char *const list[] = {"program", "x", "--number", "5", "--number=6", "--verbose", "--level", "--level=3", "-n8"};
	return scanned_long(list, "n:l::", false);
}

int abbreviated_long_options()
{
	const char *const list[] = {"program", "--numb", "5", "--verb", "--num=4", "--lev=3", "x"};
	return scanned_long(list, "n:", false);
}

int faulty_long_options()
{
	const char *const list[] = {"program", "--verbose=1", "--none", "x", "--number"};
	return scanned_long(list, "n:", false) * 2 + scanned_long(list, ":n:", false);
}

int long_options_with_one_dash()
{
	const char *const list[] = {"program", "-number", "5", "-n", "6", "-level=3", "-vn7", "--numeric"};
	return scanned_long(list, "vn:", true);
}
