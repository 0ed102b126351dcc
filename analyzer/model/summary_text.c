/* Locations, source excerpts, and the reasons for unknown values. */
#include <string.h>

#include "model/summary.h"
#include "support/source_reader.h"

const char *
summary_file(const struct ir_unit *unit, struct ir_loc loc)
{
	return loc.file < unit->file_count ? unit->files[loc.file] : "";
}

/* The beginning of a place, in text that begins with the place's line. */
static const char *
place_start(const char *line, const char *end, uint32_t column)
{
	return column - 1 < end - line ? line + column - 1 : end;
}

const char *
summary_excerpt(struct summary *t, const struct ir_unit *unit, struct ir_loc loc)
{
	size_t length;
	if (!t->sources->text || !loc.line)
		return "";
	const char *text = t->sources->text(t->sources->context, summary_file(unit, loc), loc.line, &length);
	if (!text)
		return "";
	const char *end = text + length;
	char *out = arena_alloc(t->arena, LONGEST_EXPRESSION + 1);
	size_t used = 0;
	uint32_t line = loc.line, column = loc.column ? loc.column : 1;
	for (text = place_start(text, end, column);
	     text < end && used < LONGEST_EXPRESSION &&
	     (line < loc.end_line || (line == loc.end_line && column < loc.end_column));
	     text++) {
		const bool blank = *text == ' ' || *text == '\t' || *text == '\n' || *text == '\r';
		if (!(blank && (!used || out[used - 1] == ' ')))
			out[used++] = blank ? ' ' : *text;
		column++;
		if (*text == '\n') {
			line++;
			column = 1;
		}
	}
	return out;
}

/* ---- reasons ---- */

const char *
summary_line(struct summary *t, const struct reason *r)
{
	const struct ir_func *kernel = t->aggregator->kernel;
	const char *file = r->unit ? summary_file(r->unit, r->loc) : "";
	if (!*file || !strcmp(file, summary_file(kernel->unit, kernel->loc)))
		return arena_printf(t->arena, "line %u", r->loc.line);
	return arena_printf(t->arena, "line %u of %s", r->loc.line, file);
}

/* Names from the program are quoted; descriptions such as "a function pointer" are not. */
static const char *
named(struct arena *arena, const char *name)
{
	if (!name || !*name)
		return "an object";
	const bool is_description = strncmp(name, "a ", 2) == 0 || strncmp(name, "an ", 3) == 0;
	return is_description ? name : arena_printf(arena, "'%s'", name);
}

static const char *
reason_text(struct summary *t, const struct reason *r)
{
	struct arena *arena = t->arena;
	const char *line = summary_line(t, r);
	const char *name = named(arena, r->name), *what = r->name ? r->name : "";
	if (r->kind == REASON_LOADED && !r->loc.line)
		return arena_printf(arena, "no code in these files sets the data in %s", name);
	switch (r->kind) {
	case REASON_LOADED:
		return arena_printf(arena, "%s holds data that no code in these files sets (loaded at %s)", name, line);
	case REASON_UNFOLLOWED:
		return arena_printf(arena, "the values stored to %s were not computed (loaded at %s)", name, line);
	case REASON_SCATTERED:
		return arena_printf(arena, "the store to %s at %s (unknown address) may have changed it", name, line);
	case REASON_PARAMETER: return arena_printf(arena, "the parameter %s is not bound", name);
	case REASON_CALL: return arena_printf(arena, "the result of %s at %s is unknown", name, line);
	case REASON_REJECTED:
		return arena_printf(arena, "the value of the code at %s is unknown: the compiler rejects it", line);
	case REASON_LOOP:
		return arena_printf(arena,
		                    "it changes in the loop at %s, and not all iterations of that loop were "
		                    "evaluated",
		                    line);
	case REASON_READING:
		return arena_printf(arena, "it changes in the loop at %s, which reads the program's input", line);
	case REASON_BRANCH: return "it is set in a branch that depends on data";
	case REASON_ATOMIC:
		return arena_printf(arena, "the result of %s at %s depends on the order of the threads", name, line);
	case REASON_UNINITIALISED: return arena_printf(arena, "%s has no known value", name);
	case REASON_KERNEL: return arena_printf(arena, "kernel %s may have written it", name);
	case REASON_DIVISION: return arena_printf(arena, "the division at %s is by zero", line);
	case REASON_UNSUPPORTED: return arena_printf(arena, "%s at %s is not modelled", what, line);
	case REASON_RANDOM: return arena_printf(arena, "it comes from %s at %s", what, line);
	case REASON_INPUT: return arena_printf(arena, "it comes from the program's input at %s", line);
	case REASON_NONE: break;
	}
	return "its value is unknown";
}

const char *
summary_symbol(struct summary *t, symbol_id symbol)
{
	return reason_text(t, symbols_reason_of(t->aggregator->symbols, symbol));
}

const char *
summary_unbounded_time(struct summary *t, uint32_t reason)
{
	const struct reason *r = &t->aggregator->symbols->reasons.items[reason];
	const char *line = summary_line(t, r);
	switch (r->kind) {
	case REASON_LOOP: return arena_printf(t->arena, "the trip count of the loop at %s depends on data", line);
	case REASON_CALL:
		return arena_printf(t->arena, "the call of %s at %s was not evaluated to its end",
		                    named(t->arena, r->name), line);
	case REASON_REJECTED:
		return arena_printf(t->arena, "the work of the code at %s is unknown: the compiler rejects it", line);
	default: return arena_printf(t->arena, "%s at %s is not modelled", r->name, line);
	}
}
