/* Numbers read from texts. */
#include <cstdio>
#include <cstdlib>
#include <string>

int largest_of_64_bits() { return (int)(strtoull("18446744073709551615", nullptr, 10) % 1000003); }
int beyond_64_bits() { return (int)(strtoull("18446744073709551616", nullptr, 10) % 1000003); }
int unsigned_of_a_negative() { return (int)(strtoul("-3", nullptr, 10) % 1000003); }
int beyond_long() { return (int)(strtol("9223372036854775808", nullptr, 10) % 1000003); }
int hexadecimal() { return (int)strtol("0x1fz", nullptr, 16); }
int octal_by_prefix() { return (int)strtol("017", nullptr, 0); }

int where_a_number_ends()
{
	const char text[] = "  -42abc";
	char *end;
	const long n = strtol(text, &end, 10);
	return (int)n * 100 + (int)(end - text);
}

int length_of_a_number()
{
	size_t length = 77;
	const int n = std::stoi("123 4", &length);
	return n * 10 + (int)length;
}

int length_of_a_real()
{
	size_t length = 77;
	const double x = std::stod("2.5e1x", &length);
	return (int)x * 10 + (int)length;
}

int integer_of_any_base()
{
	int n = 1;
	sscanf("0x20", "%i", &n);
	return n;
}

int unsigned_scanned()
{
	unsigned n = 1;
	sscanf("4294967295", "%u", &n);
	return (int)(n % 1000);
}

int base_of_the_environment() { return (int)strtol("11", nullptr, getenv("GPULINT_NO_BASE") ? 2 : 10); }

// not followed: the environment
int end_in_an_unknown_text()
{
	const char *text = getenv("PATH");
	char *end = (char *)text;
	strtol(text, &end, 10);
	return end == text;
}

int word_scanned()
{
	char word[8] = "before";
	sscanf("a b", "%s", word);
	return word[3];
}

int bits_by_the_compiler()
{
	unsigned n = 40;
	return __builtin_popcount(n) + 10 * __builtin_clz(n) + 1000 * __builtin_ctz(n) + 10000 * __builtin_ffs(n);
}

int wide_bits_by_the_compiler()
{
	unsigned long long n = 40ull << 32 | 1ull << 63;
	long high = -1;
	return __builtin_popcountll(n) + 10 * __builtin_clzll(n >> 5) + 100 * __builtin_ctzll(n) + 10000 * __builtin_popcountl(high) +
	       __builtin_ffsll(n) + __builtin_clzl(1l) + __builtin_ctzl(8l);
}
