#include "frontend/text/listed_launch.h"

#include <stdbool.h>
#include <string.h>

#include "frontend/text/blanks.h"
#include "support/memory.h"
#include "support/name_letter.h"

struct naming {
	char *text;
	size_t length;
	char *header;
	size_t header_length, header_capacity;
};

/* ---- words of the text ---- */

static size_t
end_of_raw_string(const struct naming *n, size_t quote)
{
	const char *open = memchr(n->text + quote, '(', n->length - quote);
	const size_t mark = open ? (size_t)(open - n->text) - quote - 1 : 0;
	for (size_t at = open ? (size_t)(open - n->text) + 1 : n->length; at + mark + 1 < n->length; at++)
		if (n->text[at] == ')' && n->text[at + mark + 1] == '"' && !memcmp(n->text + at + 1, n->text + quote + 1, mark))
			return at + mark + 2;
	return n->length;
}

static size_t
end_of_literal(const struct naming *n, size_t at)
{
	const char quote = n->text[at++];
	for (; at < n->length && n->text[at] != quote && n->text[at] != '\n'; at++)
		at += n->text[at] == '\\';
	return at < n->length ? at + 1 : n->length;
}

/* Behind the word, the literal or the other character that begins there. */
static size_t
end_of_word(const struct naming *n, size_t at)
{
	const char first = n->text[at];
	if (first == '"' || first == '\'')
		return end_of_literal(n, at);
	if (!is_name_letter(first))
		return at + 1;
	const bool is_number = first >= '0' && first <= '9';
	while (at < n->length && (is_name_letter(n->text[at]) || (is_number && n->text[at] == '\'')))
		at++;
	return at < n->length && n->text[at] == '"' && n->text[at - 1] == 'R' ? end_of_raw_string(n, at) : at;
}

static bool
is_thrice(const struct naming *n, size_t at, char bracket)
{
	return at + 3 <= n->length && n->text[at] == bracket && n->text[at + 1] == bracket && n->text[at + 2] == bracket;
}

/* From there on to the comma that ends the argument, or to the brackets that end the configuration, past what stands in
 * brackets; n->length: neither comes. */
static size_t
end_of_argument(const struct naming *n, size_t at)
{
	unsigned depth = 0;
	for (at = skip_to_code(n->text, at, n->length); at < n->length;
	     at = skip_to_code(n->text, end_of_word(n, at), n->length)) {
		const char c = n->text[at];
		if (!depth && (c == ',' || is_thrice(n, at, '>')))
			return at;
		if (c == ';' || (!depth && c && strchr(")]}", c)))
			break;
		depth += c && strchr("([{", c);
		depth -= c && strchr(")]}", c);
	}
	return n->length;
}

/* ---- names ---- */

static bool
has_name(const struct naming *n, const char *name)
{
	const size_t length = strlen(name);
	const char *end = n->text + n->length;
	for (const char *at = n->text; (at = memchr(at, '$', (size_t)(end - at))); at++)
		if ((size_t)(end - at) >= length && !memcmp(at, name, length))
			return true;
	return false;
}

/* One that fits into so many bytes and that the text does not have: $a, $b, ..., where there is room $aa, $ab, ... */
static bool
new_name(const struct naming *n, size_t room, char name[4])
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
	enum { LETTERS = sizeof letters - 1 };
	const unsigned count = room > 2 ? LETTERS * LETTERS : LETTERS;
	for (unsigned i = 0; i < count; i++) {
		const char second = letters[room > 2 ? i / LETTERS : i], third = room > 2 ? letters[i % LETTERS] : '\0';
		memcpy(name, (const char[]){'$', second, third, '\0'}, 4);
		if (!has_name(n, name))
			return true;
	}
	return false;
}

static void
write_out(struct naming *n, const char *bytes, size_t count)
{
	n->header = memory_grow(n->header, &n->header_capacity, n->header_length + count + 1, 1);
	memcpy(n->header + n->header_length, bytes, count);
	n->header_length += count;
	n->header[n->header_length] = '\0';
}

/* What stands in text[start, end), on one line and without comments. */
static void
write_words(struct naming *n, size_t start, size_t end)
{
	for (size_t at = skip_to_code(n->text, start, end); at < end;) {
		const size_t behind = end_of_word(n, at), next = skip_to_code(n->text, behind, end);
		write_out(n, n->text + at, behind - at);
		if (next > behind)
			write_out(n, " ", 1);
		at = next;
	}
}

/* text[start, end) is what a dim3 is made of. */
static void
name_list(struct naming *n, size_t start, size_t end)
{
	char name[4];
	if (memchr(n->text + start, '#', end - start) || !new_name(n, end - start, name))
		return;
	write_out(n, "#define ", strlen("#define "));
	write_out(n, name, strlen(name));
	write_out(n, " ::dim3", strlen(" ::dim3"));
	write_words(n, start, end);
	write_out(n, "\n", 1);
	for (size_t at = start; at < end; at++)
		if (n->text[at] != '\n' && n->text[at] != '\r')
			n->text[at] = ' ';
	memcpy(n->text + start, name, strlen(name));
}

/* The grid and the block of a launch; at: behind <<<. */
static void
name_shape(struct naming *n, size_t at)
{
	for (unsigned arg = 0; arg < 2; arg++) {
		const size_t start = skip_to_code(n->text, at, n->length), end = end_of_argument(n, start);
		if (end >= n->length)
			return;
		size_t last = end;
		while (last > start && n->text[last - 1] != '}')
			last--;
		if (n->text[start] == '{' && last > start && skip_to_code(n->text, last, end) == end)
			name_list(n, start, last);
		if (n->text[end] != ',')
			return;
		at = end + 1;
	}
}

char *
listed_launch_name(char *text, size_t length)
{
	struct naming n = {.text = text, .length = length};
	for (size_t at = skip_to_code(text, 0, length); at < length; at = skip_to_code(text, at, length)) {
		if (is_thrice(&n, at, '<')) {
			at += 3;
			name_shape(&n, at);
		} else {
			at = end_of_word(&n, at);
		}
	}
	return n.header;
}
