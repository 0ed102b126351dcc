/* Why the compiler does not know which element of an array of a thread's own an access goes to. */
#ifndef GPULINT_CODE_ARRAY_INDEX_H
#define GPULINT_CODE_ARRAY_INDEX_H

#include "code/definitions.h"

struct array_index {
	/* By what can be done about it, the hardest last. */
	enum array_index_kind {
		INDEX_UNSEEN,
		INDEX_BY_VARIABLE,     /* that is assigned several times, as a loop's counter is */
		INDEX_BY_TABLE,        /* loaded from constant memory */
		INDEX_BY_DATA,         /* from other memory */
	} kind;
	const struct ir_expr *load;   /* that yields it; NULL: none does */
};

/* Of the hardest index by which the kernel, or what it calls with the array, goes to an element. */
struct array_index array_index_of(struct definitions_known *known, const struct ir_func *kernel, const struct ir_var *array);

/* Whether each thread fills the array with the same constants, and never writes to it afterwards: a table, of which one for all would do. */
bool array_is_table(const struct ir_func *kernel, const struct ir_var *array);

#endif
