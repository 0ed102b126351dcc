/* Definitions of a function's variables by its source, for any launch: the expression that each stands for, and
 * constants. */
#ifndef GPULINT_ANALYSIS_DEFINITIONS_H
#define GPULINT_ANALYSIS_DEFINITIONS_H

#include "ir/ir.h"
#include "support/arena.h"
#include "support/pointer_map.h"

/* A local or parameter, by slot. */
struct definition {
	const struct ir_expr *value; /* the only expression assigned to it; NULL: none or several */
	unsigned times;              /* assignments and updates in the source */
};

struct definitions {
	struct definition *slots;
	uint32_t count;
	unsigned visits; /* during the current query */
};

/* Cache of the functions queried so far; zeroed: empty. */
struct definitions_known {
	struct pointer_map funcs;
	struct arena arena;
};

/* The definitions of a function. */
struct definitions definitions_known_of(struct definitions_known *known, const struct ir_func *func);
void definitions_known_free(struct definitions_known *known);

/* The single expression that the variable read by `e` stands for. NULL: there is none, or `e` reads no variable. */
const struct ir_expr *definition_of(const struct definitions *definitions, const struct ir_expr *e);

/* Whether an integer expression is a constant, and its value. */
bool constant_value(struct definitions *definitions, const struct ir_expr *e, int64_t *value);

#endif
