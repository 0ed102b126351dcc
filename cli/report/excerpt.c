#include "cli/report/excerpt.h"

#include <inttypes.h>
#include <stdbool.h>

#include "cli/report/report.h"
#include "support/utf8.h"

/* The character at `at`, and its number of bytes; invalid UTF-8 counts byte by byte. */
static uint32_t
character(struct source_line line, size_t at, size_t *bytes)
{
	const unsigned char first = (unsigned char)line.text[at];
	const size_t length = utf8_length(line.text + at, line.length - at);
	*bytes = length ? length : 1;
	if (length <= 1)
		return first;
	uint32_t code = first & (0x7fu >> length);
	for (size_t i = 1; i < length; i++)
		code = code << 6 | ((unsigned char)line.text[at + i] & 0x3f);
	return code;
}

/* The columns of a character in a terminal: two for East Asian scripts and pictographs, none for combining marks. */
static unsigned
columns_of(uint32_t code)
{
	static const struct {
		uint32_t first, last;
		unsigned columns;
	} ranges[] = {
		{0x300, 0x36f, 0},     {0x1100, 0x115f, 2},   {0x200b, 0x200f, 0}, {0x2e80, 0x303e, 2},
		{0x3041, 0xa4cf, 2},   {0xac00, 0xd7a3, 2},   {0xf900, 0xfaff, 2}, {0xfe00, 0xfe0f, 0},
		{0xfe30, 0xfe6f, 2},   {0xfeff, 0xfeff, 0},   {0xff00, 0xff60, 2}, {0xffe0, 0xffe6, 2},
		{0x1f300, 0x1faff, 2}, {0x20000, 0x3fffd, 2},
	};
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (code >= ranges[i].first && code <= ranges[i].last)
			return ranges[i].columns;
	return 1;
}

/* The columns of the character at `at`, and its number of bytes. A tab counts as its most. */
static size_t
columns_at(struct source_line line, size_t at, size_t *bytes)
{
	enum { TAB = 8 };
	const uint32_t code = character(line, at, bytes);
	return code == '\t' ? TAB : columns_of(code);
}

/* Where the character before `end` begins. */
static size_t
begin_of_last(struct source_line line, size_t end)
{
	size_t at = end - 1, bytes;
	while (at && utf8_continues(line.text[at]) && end - at < 4)
		at--;
	character(line, at, &bytes);
	return bytes == end - at ? at : end - 1;
}

/* A part of a line, in bytes. */
struct part {
	size_t begin, end;
};

/* As much from the part's beginning as fits into `room` columns. */
static struct part
fitting(struct source_line line, struct part part, size_t room, size_t *used)
{
	size_t at = part.begin, bytes;
	for (*used = 0; at < part.end; at += bytes) {
		const size_t columns = columns_at(line, at, &bytes);
		if (*used + columns > room)
			break;
		*used += columns;
	}
	return (struct part){part.begin, at};
}

/* The visible part of a line: all of it, or what fits with the marked part in its centre. */
static struct part
visible(struct source_line line, struct part marked, size_t room)
{
	const struct part whole = {0, line.length};
	size_t used;
	if (fitting(line, whole, room, &used).end == line.length)
		return whole;
	room -= 2; /* the dots at both ends */
	struct part part = fitting(line, marked, room, &used);
	for (bool left = part.begin > 0, right = part.end < line.length; left || right;) {
		size_t bytes;
		const size_t before = left ? begin_of_last(line, part.begin) : 0;
		const size_t left_columns = left ? columns_at(line, before, &bytes) : 0;
		left = left && used + left_columns <= room;
		if (left) {
			part.begin = before;
			used += left_columns;
		}
		const size_t right_columns = right ? columns_at(line, part.end, &bytes) : 0;
		right = right && used + right_columns <= room;
		if (right) {
			part.end += bytes;
			used += right_columns;
		}
		left = left && part.begin > 0;
		right = right && part.end < line.length;
	}
	return part;
}

static void
write_times(FILE *out, char sign, unsigned times)
{
	while (times--)
		putc(sign, out);
}

static void
write_carets(FILE *out, struct source_line line, size_t from, size_t to)
{
	size_t bytes;
	for (size_t i = 0; i < from && i < line.length; i += bytes) {
		const uint32_t code = character(line, i, &bytes);
		write_times(out, code == '\t' ? '\t' : ' ', columns_of(code));
	}
	putc('^', out);
	for (size_t i = from; i < to && i < line.length; i += bytes) {
		const unsigned columns = columns_of(character(line, i, &bytes));
		write_times(out, '~', i == from && columns ? columns - 1 : columns);
	}
}

/* What stands for the part of the line that is not shown. */
static const char *
dots_for(struct source_line line, struct part hidden)
{
	for (size_t i = hidden.begin; i < hidden.end; i++)
		if (line.text[i] != ' ' && line.text[i] != '\t')
			return "…";
	return "";
}

void
excerpt_write(FILE *out, struct source *source, const struct place *place, const struct excerpt_style *style)
{
	enum { MARGIN = 9, LEAST_ROOM = 16 }; /* columns: the line number's, and of the source */
	const struct source_line line = source_line(source, place->line);
	if (!line.text)
		return;
	struct part marked = {place->column ? place->column - 1 : 0, line.length};
	if (marked.begin > line.length)
		return;
	if (place->end_line == place->line && place->end_column > place->column)
		marked.end = place->end_column - 1;
	else if (place->end_line <= place->line)
		marked.end = marked.begin + 1;
	marked.end = marked.end < line.length ? marked.end : line.length;

	const size_t room = style->width > MARGIN + LEAST_ROOM ? style->width - MARGIN : LEAST_ROOM;
	const struct part part = visible(line, marked, room);
	const struct source_line shown = {line.text + part.begin, part.end - part.begin};
	const char *dots = dots_for(line, (struct part){0, part.begin});
	fprintf(out, "%6" PRIu32 " | %s", place->line, dots);
	report_write(out, shown.text, shown.length);
	fprintf(out, "%s\n       | %s%s", dots_for(line, (struct part){part.end, line.length}), *dots ? " " : "",
	        style->carets);
	write_carets(out, shown, marked.begin - part.begin, marked.end > part.begin ? marked.end - part.begin : 0);
	fprintf(out, "%s\n", style->plain);
}
