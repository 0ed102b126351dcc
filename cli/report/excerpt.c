#include "cli/report/excerpt.h"

#include <inttypes.h>
#include <stdbool.h>

#include "cli/report/report.h"
#include "support/utf8.h"

enum { WIDTH = 71, BEFORE = 24 }; /* columns: a line of 80 with the line number */

/* The visible part of a line: all of it, unless it is generated and very long. */
static struct source_line
window(struct source_line line, size_t around, size_t *start)
{
	*start = 0;
	if (line.length <= WIDTH)
		return line;
	size_t from = around > BEFORE ? around - BEFORE : 0;
	size_t to = line.length - from > WIDTH ? from + WIDTH : line.length;
	while (from < around && utf8_continues(line.text[from]))
		from++;
	while (to < line.length && to > from && utf8_continues(line.text[to]))
		to--;
	*start = from;
	return (struct source_line){line.text + from, to - from};
}

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

void
excerpt_write(FILE *out, struct source *source, const struct place *place, const char *style, const char *plain)
{
	const struct source_line line = source_line(source, place->line);
	if (!line.text)
		return;
	const size_t from = place->column ? place->column - 1 : 0;
	if (from > line.length)
		return;
	size_t to = line.length;
	if (place->end_line == place->line && place->end_column > place->column)
		to = place->end_column - 1;
	else if (place->end_line <= place->line)
		to = from + 1;

	size_t start;
	const struct source_line shown = window(line, from, &start);
	fprintf(out, "%6" PRIu32 " | ", place->line);
	report_write(out, shown.text, shown.length);
	fprintf(out, "\n       | %s", style);
	write_carets(out, shown, from - start, to > start ? to - start : 0);
	fprintf(out, "%s\n", plain);
}
