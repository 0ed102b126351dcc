/* Texts that are made and taken apart by the C library. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

namespace {

/* All of a text in one number. */
int mixed(const char *text)
{
	int all = 7;
	for (; *text; text++)
		all = (all * 31 + *text) % 1000003;
	return all;
}

}

int two_sides()
{
	int width = 1, height = 2, depth = 3;
	const int found = sscanf("96x40x2", "%dx%dx%d", &width, &height, &depth);
	return found * 1000000 + width * 10000 + height * 100 + depth;
}

int where_a_text_ends()
{
	int width = 1, height = 2;
	const int found = sscanf("96x", "%dx%d", &width, &height);
	return found * 1000000 + width * 1000 + height;
}

int nothing_to_read()
{
	int n = 5;
	return sscanf("", "%d", &n) * 100 + n;
}

int another_text()
{
	int a = 5, b = 6;
	return sscanf("key:3", "key=%d,%d", &a, &b) * 100 + a * 10 + b;
}

int reals_and_words()
{
	float x = 0;
	double y = 0;
	char word[16] = "";
	const int found = sscanf("scale 2.5 by -4e1", "%15s %f by %lf", word, &x, &y);
	return found * 10000 + (int)(x * 100 + y) + mixed(word) % 97;
}

int widths_sets_and_passed_over()
{
	int a = 0;
	unsigned b = 0;
	long long c = 0;
	char name[8] = "";
	const int found = sscanf("12345ff,name;77", "%3d%*2d%x,%7[^;];%lld", &a, &b, name, &c);
	return found * 10000 + a + (int)b + (int)c + mixed(name) % 97;
}

int short_and_unsigned()
{
	short a = 0;
	unsigned char b = 0;
	unsigned c = 0;
	const int found = sscanf("-7 300 -1", "%hd %hhu %u", &a, &b, &c);
	return found * 1000 + a + b + (c == 0xffffffffu);
}

int printed_and_read()
{
	char text[64];
	const int length = sprintf(text, "%d-%05u-%x", -17, 42u, 255);
	return length * 1000 + mixed(text) % 1000;
}

int printed_reals()
{
	char text[64];
	const int length = snprintf(text, sizeof text, "%.3f|%8.2e|%g", 3.14159, 12345.678, 0.5);
	return length * 1000 + mixed(text) % 1000;
}

int printed_in_part()
{
	char text[8] = "abcdefg";
	const int length = snprintf(text, 4, "%s", "wxyz12");
	return length * 1000 + mixed(text) % 1000 + text[5];
}

int how_long_it_would_be() { return snprintf(nullptr, 0, "%s_%dx%d", "tile", 32, 8); }

int narrow_numbers()
{
	char text[64];
	sprintf(text, "%hhd %hu %ld %c%%", 300, 70000, -5L, 'z');
	return mixed(text);
}

int texts_joined()
{
	char text[32];
	strcpy(text, "12");
	strcat(text, "34");
	strncat(text, "5678", 1);
	return atoi(text);
}

int the_beginning_of_a_text()
{
	char text[8] = "zzzzzzz";
	strncpy(text, "456", 2);
	const int kept = text[2];
	strncpy(text, "89", 6);
	return kept * 1000 + text[2] + text[5] * 10 + text[6] + atoi(text);
}

int bytes_filled()
{
	char text[16];
	memset(text, '-', 10);
	memset(text + 10, 0, 6);
	memset(text + 2, '7', 3);
	return atoi(text + 2) + (int)strlen(text) + text[0];
}

int numbers_zeroed()
{
	int numbers[6] = {1, 2, 3, 4, 5, 6};
	memset(numbers + 2, 0, 2 * sizeof *numbers);
	int sum = 0;
	for (int i = 0; i < 6; i++)
		sum = sum * 10 + numbers[i];
	return sum;
}

int names_of_options()
{
	char name[32];
	int sum = 0;
	for (int i = 0; i < 4; i++) {
		snprintf(name, sizeof name, "size%d=%d", i, 100 << i);
		const char *equals = strchr(name, '=');
		sum = sum * 3 + atoi(equals + 1) + (int)(equals - name);
	}
	return sum;
}

// not followed: the number is not known
int printed_unknown()
{
	char text[32];
	sprintf(text, "%d", getenv("HOME") ? 3 : 4);
	return atoi(text);
}

namespace {
using namespace std::literals;

template <class C, class T> bool
begins_with(std::basic_string_view<C, T> all, std::basic_string_view<C, T> first)
{
	return all.substr(0, first.size()) == first;
}

constexpr size_t
length_of(std::string_view text)
{
	return text.size();
}
}

int views_of_any_character()
{
	static_assert(length_of("four"sv) == 4);
	std::string text = "size";
	text.append("=42"sv) += "!"sv;
	return begins_with(std::string_view(text), "size"sv) * 1000 + (int)text.size() * 10 +
	       ("b"sv > "a"sv && "a"sv <= "a"sv);
}
