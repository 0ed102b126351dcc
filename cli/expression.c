#include "cli/expression.h"

#include <ctype.h>
#include <string.h>

/* The part of line `number` that belongs to the place. */
static struct source_line
part_of_line(struct source *source, const struct place *place, uint32_t number)
{
	struct source_line line = source_line(source, number);
	if (number == place->end_line && place->end_column && line.length > place->end_column - 1)
		line.length = place->end_column - 1;
	if (number == place->line && place->column) {
		const size_t skipped = place->column - 1 < line.length ? place->column - 1 : line.length;
		line.text += skipped;
		line.length -= skipped;
	}
	return line;
}

/* Appends with white space as single blanks, none at the start; returns the new end of `out`. */
static char *
append(char *start, char *out, struct source_line text)
{
	for (size_t i = 0; i < text.length; i++) {
		if (!isspace((unsigned char)text.text[i]))
			*out++ = text.text[i];
		else if (out > start && out[-1] != ' ')
			*out++ = ' ';
	}
	return out;
}

static const char *
read_expression(struct arena *arena, struct source *source, const struct place *place)
{
	size_t length = 0;
	for (uint32_t line = place->line; line <= place->end_line; line++)
		length += part_of_line(source, place, line).length + 1;
	char *text = arena_alloc(arena, length + 1), *out = text;
	for (uint32_t line = place->line; line <= place->end_line; line++) {
		out = append(text, out, part_of_line(source, place, line));
		out = append(text, out, (struct source_line){"\n", 1});
	}
	while (out > text && out[-1] == ' ')
		*--out = '\0';
	return text;
}

void
expression_fill(struct facts *facts, struct sources *sources)
{
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		for (size_t k = 0; k < kernel->launch_count; k++) {
			const struct launch *launch = &kernel->launches[k];
			for (size_t s = 0; s < launch->site_count; s++) {
				struct site *site = &launch->sites[s];
				const struct place *place = &site->place;
				if (site->expression && *site->expression)
					continue;
				site->expression = "";
				if (place->file && place->line)
					site->expression = read_expression(&facts->arena, sources_open(sources, place->file), place);
			}
		}
	}
}
