/* How often a loop is to be unrolled. libclang shows the statement that the hint and the loop make, not the hint, which
 * is read from the text: where it stands, or where the macro is defined that writes it. */
#define _GNU_SOURCE

#include "frontend/lower/lower.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/lower/lower_loop.h"
#include "frontend/lower/source.h"
#include "support/memory.h"
#include "support/name_letter.h"

enum { NO_HINT = -2, MOST_HINT_BYTES = 128 };

/* The factor that a text names: 0 none, -1 without a number; NO_HINT: it is about something else. */
static int32_t
factor_in(const char *text, size_t length)
{
	char line[MOST_HINT_BYTES];
	const size_t count = length < sizeof line - 1 ? length : sizeof line - 1;
	memcpy(line, text, count);
	line[count] = '\0';
	const char *unroll = strstr(line, "unroll");
	if (!unroll)
		return NO_HINT;
	if (unroll >= line + 2 && !strncmp(unroll - 2, "no", 2))
		return 1;
	unroll += strlen("unroll");
	unroll += strspn(unroll, " \t(");
	const long factor = strtol(unroll, NULL, 10);
	return factor > 0 && factor < INT32_MAX ? (int32_t)factor : -1;
}

struct macro_search {
	struct lower *l;
	const char *name;
	size_t length;
	int32_t factor;   /* NO_HINT: no definition has been found that is a hint */
};

static size_t
line_length(const char *text, size_t left)
{
	const char *end = memchr(text, '\n', left);
	return end ? (size_t)(end - text) : left;
}

static bool
is_defined_at(const char *text, const char *name, size_t length, size_t left)
{
	static const char define[] = "define";
	const char *at = name;
	if (left < length || (left > length && is_name_letter(name[length])))
		return false;
	while (at > text && (at[-1] == ' ' || at[-1] == '\t'))
		at--;
	const size_t count = sizeof define - 1;
	return at < name && (size_t)(at - text) >= count && !memcmp(at - count, define, count);
}

static void
search_file(CXFile file, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	struct macro_search *search = data;
	size_t length;
	(void)stack;
	(void)depth;
	const char *text = search->factor == NO_HINT ? clang_getFileContents(search->l->tu, file, &length) : NULL;
	if (!text)
		return;
	const char *end = text + length, *at = text;
	while (search->factor == NO_HINT && (at = memmem(at, (size_t)(end - at), search->name, search->length))) {
		const char *behind = at + search->length;
		if (is_defined_at(text, at, search->length, (size_t)(end - at)))
			search->factor = factor_in(behind, line_length(behind, (size_t)(end - behind)));
		at = behind;
	}
}

/* Of the hint that a macro of that name is. */
static int32_t
factor_of_macro(struct lower *l, const char *name)
{
	for (size_t i = 0; i < l->hint_count; i++)
		if (!strcmp(l->hints[i].name, name))
			return l->hints[i].factor;
	struct macro_search search = {l, name, strlen(name), NO_HINT};
	clang_getInclusions(l->tu, search_file, &search);
	const struct lower_hint hint = {name, search.factor == NO_HINT ? 0 : search.factor};
	memory_push(l->hints, l->hint_count, l->hint_capacity, hint);
	return hint.factor;
}

int32_t
unroll_factor(struct lower *l, CXCursor cursor)
{
	size_t file, length;
	unsigned start, end;
	if (!source_extent(l, cursor, &file, &start, &end))
		return 0;
	const char *text = source_text(l, file, &length);
	if (!text || start >= length)
		return 0;
	const int32_t factor = factor_in(text + start, line_length(text + start, length - start));
	if (factor != NO_HINT)
		return factor;
	size_t name = 0;
	while (start + name < length && is_name_letter(text[start + name]))
		name++;
	return name ? factor_of_macro(l, arena_strndup(l->arena, text + start, name)) : 0;
}
