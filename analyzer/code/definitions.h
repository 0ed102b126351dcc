/* What the source of a function says of its variables, whatever the launch: which expression each stands for, and which
 * are constants. */
#ifndef GPULINT_CODE_DEFINITIONS_H
#define GPULINT_CODE_DEFINITIONS_H

#include "ir/ir.h"
#include "support/arena.h"
#include "support/pointer_map.h"

/* The locals and parameters of a function by slot: how often each is assigned, and what. */
struct definition {
	const struct ir_expr *value;   /* assigned to it, if one expression alone is */
	unsigned times;                /* that it is assigned or changed, as the source has it */
};

struct definitions {
	struct definition *slots;
	uint32_t count;
	unsigned visits;           /* of the question that is being answered */
};

/* Of the functions that were asked about so far; zeroed: none. */
struct definitions_known {
	struct pointer_map funcs;
	struct arena arena;
};

/* Those of a function. */
struct definitions definitions_known_of(struct definitions_known *known, const struct ir_func *func);
void definitions_known_free(struct definitions_known *known);

/* What a variable that is read always stands for; NULL if that is not one expression, or `e` reads no variable. */
const struct ir_expr *definition_of(const struct definitions *definitions, const struct ir_expr *e);

/* The value of an integer expression that is one constant; false when it is none. */
bool constant_value(struct definitions *definitions, const struct ir_expr *e, int64_t *value);

#endif
