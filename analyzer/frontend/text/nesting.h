/* How deeply a text is nested. libclang parses by recursion and has no limit of its own for much of what can be nested
 * (operators, casts, ifs, calls); what would exhaust its stack has to be taken out before. */
#ifndef GPULINT_FRONTEND_TEXT_NESTING_H
#define GPULINT_FRONTEND_TEXT_NESTING_H

#include <stddef.h>
#include <stdint.h>

/* Where something was taken out. */
struct nesting_cut {
	size_t offset;
	uint32_t line, column;
	size_t first, last; /* offsets: the begin of the statement that lacks it, and the first token behind it */
};

struct nesting_cuts {
	struct nesting_cut *items; /* heap; in order of place */
	size_t count, capacity;
};

/* Overwrites with blanks what is nested more deeply than can be parsed, up to the end of the bracket or statement that holds
 * it: the rest keeps its place and is parsed. Goes by the text alone, and so does not see what macros and included files
 * add. */
void nesting_cut(char *text, size_t length, struct nesting_cuts *cuts);

#endif
