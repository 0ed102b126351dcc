#include "ptx.h"
#include "support/name_letter.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A position in a `.loc` directive: file, line and column. */
struct position {
	unsigned long file, line, column;
};

static const char *
next_line(const char *line)
{
	const char *end = strchr(line, '\n');
	return end ? end + 1 : line + strlen(line);
}

/* The previous line; NULL before the first. */
static const char *
previous_line(const char *ptx, const char *line)
{
	if (line == ptx)
		return NULL;
	for (line--; line > ptx && line[-1] != '\n'; line--)
		continue;
	return line;
}

/* The text after the directive with which the line begins; NULL if it begins with something else. */
static const char *
directive(const char *line, const char *name)
{
	const size_t length = strlen(name);
	line += strspn(line, " \t");
	return strncmp(line, name, length) == 0 && isspace((unsigned char)line[length]) ? line + length : NULL;
}

/* The part of the line from `text` on; NULL if the line does not contain it. */
static const char *
in_line(const char *line, const char *text)
{
	const size_t length = strlen(text);
	const char *end = line + strcspn(line, "\n");
	for (const char *at = line; (at = memchr(at, *text, (size_t)(end - at))) != NULL; at++)
		if (strncmp(at, text, length) == 0)
			return at;
	return NULL;
}

static struct position
read_position(const char *text)
{
	char *end;
	struct position position;
	position.file = strtoul(text, &end, 10);
	position.line = strtoul(end, &end, 10);
	position.column = strtoul(end, NULL, 10);
	return position;
}

static bool
same_position(struct position a, struct position b)
{
	return a.file == b.file && a.line == b.line && a.column == b.column;
}

static bool
begins_function(const char *line)
{
	return in_line(line, ".entry ") || in_line(line, ".func ");
}

/* The `.loc` line that applies to a line. For the head of a function it is the first one after the head. NULL: there is
 * none. */
static const char *
location_of(const char *ptx, const char *line)
{
	const bool head = begins_function(line);
	while (line && *line && !directive(line, ".loc")) {
		line = head ? next_line(line) : previous_line(ptx, line);
		if (line && begins_function(line))
			return NULL;
	}
	return line && *line ? line : NULL;
}

/* The outermost call site through which the code of a `.loc` line was inlined. The position of a call has a `.loc` line
 * before those of the inlined code; it shows where the caller itself was inlined. */
static struct position
outermost(const char *ptx, const char *location)
{
	struct position position = read_position(directive(location, ".loc"));
	const char *inlined = in_line(location, "inlined_at ");
	while (inlined) {
		position = read_position(inlined + strlen("inlined_at "));
		inlined = NULL;
		while ((location = previous_line(ptx, location)) && !begins_function(location)) {
			const char *text = directive(location, ".loc");
			if (text && same_position(read_position(text), position)) {
				inlined = in_line(location, "inlined_at ");
				break;
			}
		}
	}
	return position;
}

static const char *
file_path(const char *ptx, unsigned long number, struct arena *arena)
{
	for (const char *line = ptx; *line; line = next_line(line)) {
		const char *text = directive(line, ".file");
		if (!text || strtoul(text, NULL, 10) != number)
			continue;
		const char *quote = in_line(line, "\"");
		return quote ? arena_strndup(arena, quote + 1, strcspn(quote + 1, "\"\n")) : NULL;
	}
	return NULL;
}

static bool
place_of(const char *ptx, const char *line, struct arena *arena, struct ptx_place *place)
{
	const char *location = location_of(ptx, line);
	if (!location)
		return false;
	const struct position position = outermost(ptx, location), inner = read_position(directive(location, ".loc"));
	*place = (struct ptx_place){
		file_path(ptx, position.file, arena),
		(uint32_t)position.line,
		file_path(ptx, inner.file, arena),
		(uint32_t)inner.line,
	};
	return place->file && place->inner_file;
}

bool
ptx_place_of_line(const char *ptx, uint32_t number, struct arena *arena, struct ptx_place *place)
{
	const char *line = ptx;
	for (uint32_t i = 1; i < number && *line; i++)
		line = next_line(line);
	return *line && place_of(ptx, line, arena, place);
}

static bool
is_name_character(char c)
{
	return is_name_letter(c) || c == '$';
}

/* The next occurrence of the name as a whole word; NULL: there is none. */
static const char *
find_name(const char *text, const char *name)
{
	const size_t length = strlen(name);
	const char *at = length ? strstr(text, name) : NULL;
	while (at && ((at > text && is_name_character(at[-1])) || is_name_character(at[length])))
		at = strstr(at + 1, name);
	return at;
}

bool
ptx_place_of_name(const char *ptx, const char *name, struct arena *arena, struct ptx_place *place)
{
	const char *at = ptx;
	while ((at = find_name(at, name))) {
		const char *line = at;
		while (line > ptx && line[-1] != '\n')
			line--;
		const bool comment = strncmp(line + strspn(line, " \t"), "//", 2) == 0;
		if (!comment && !in_line(line, ".func ") && place_of(ptx, line, arena, place))
			return true;
		at += strlen(name);
	}
	return false;
}
