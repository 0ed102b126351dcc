/* What the source of a function says of its variables, whatever the launch: which expression each stands for, which are
 * constants, by which powers of two the others are divisible. */
#ifndef GPULINT_CODE_DEFINITIONS_H
#define GPULINT_CODE_DEFINITIONS_H

#include "ir/ir.h"
#include "support/arena.h"
#include "support/pointer_map.h"

/* The locals and parameters of a function by slot: how often each is assigned, and what. */
struct definition {
	const struct ir_expr *value;   /* assigned to it, if one expression alone is */
	const struct ir_expr *added;   /* the same of what is added or subtracted */
	unsigned times;                /* that it is assigned or changed, as the source has it */
	unsigned given;                /* a parameter: the power of two that divides what callers give it; 0: nobody has asked */
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

/* How often a statement, as the source has it, assigns or changes a variable. */
unsigned assignments_of(const struct ir_stmt *s, const struct ir_var *var);

/* What a variable that is read always stands for; NULL if that is not one expression, or `e` reads no variable. */
const struct ir_expr *definition_of(const struct definitions *definitions, const struct ir_expr *e);

/* The value of an integer expression that is one constant; false when it is none. */
bool constant_value(struct definitions *definitions, const struct ir_expr *e, int64_t *value);

/* The largest power of two, up to 16, that surely divides the value; of a pointer, the alignment of what it points to. */
unsigned known_multiple(struct definitions *definitions, const struct ir_expr *e);
/* The same of a number. */
unsigned power_of_two_in(int64_t number);

#endif
