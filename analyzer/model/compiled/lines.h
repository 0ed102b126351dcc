/* What a launch's instructions do, by the source line that the compiler says they are of: the map between accesses of the source
 * and instructions, as far as lines tell them apart.
 *
 * An instruction that was inlined is of the line of the function that it is in, not of the call's. */
#ifndef GPULINT_MODEL_COMPILED_LINES_H
#define GPULINT_MODEL_COMPILED_LINES_H

#include "codegen/line_table.h"
#include "model/compiled/traffic.h"

struct line_traffic {
	const char *file;              /* as the compiler was given it */
	uint32_t line;
	enum site_kind kind;           /* SITE_LOAD, SITE_STORE, SITE_ATOMIC or SITE_BRANCH */
	enum site_space space;         /* SPACE_GLOBAL or SPACE_SHARED; SPACE_NONE of branches */
	unsigned instructions;         /* that are executed, */
	unsigned width;                /* bytes a lane of each; 0: they differ */
	struct instruction_traffic sum;
};

struct lines_traffic {
	struct line_traffic *items;    /* by kind and space, in no order; malloc'ed */
	size_t count, capacity;
};

/* `function` is the kernel's name in the line table. */
struct lines_traffic lines_of_launch(const struct launch_traffic *traffic, const struct sass_code *code, const struct line_table *table,
                                     const char *function);
void lines_free(struct lines_traffic *lines);

/* NULL: no instruction of that kind is executed there. */
const struct line_traffic *lines_find(const struct lines_traffic *lines, const char *file, uint32_t line, enum site_kind kind,
                                      enum site_space space);

#endif
