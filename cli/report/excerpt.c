#include "cli/report/excerpt.h"

#include <inttypes.h>
#include <stdbool.h>

#include "cli/report/report.h"

enum { WIDTH = 160, BEFORE = 60 };

static bool
is_continuation(char byte)
{
	return ((unsigned char)byte & 0xc0) == 0x80;
}

/* The part of a line that is shown: all of it, unless it is machine-made and very long. */
static struct source_line
window(struct source_line line, size_t around, size_t *start)
{
	*start = 0;
	if (line.length <= WIDTH)
		return line;
	size_t from = around > BEFORE ? around - BEFORE : 0;
	size_t to = line.length - from > WIDTH ? from + WIDTH : line.length;
	while (from < around && is_continuation(line.text[from]))
		from++;
	while (to < line.length && to > from && is_continuation(line.text[to]))
		to--;
	*start = from;
	return (struct source_line){line.text + from, to - from};
}

static void
write_carets(FILE *out, struct source_line line, size_t from, size_t to)
{
	for (size_t i = 0; i < from && i < line.length; i++)
		if (!is_continuation(line.text[i]))
			putc(line.text[i] == '\t' ? '\t' : ' ', out);
	putc('^', out);
	for (size_t i = from + 1; i < to && i < line.length; i++)
		if (!is_continuation(line.text[i]))
			putc('~', out);
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
