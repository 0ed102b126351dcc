/* The possible effects of code that the compiler rejects. The code becomes a call of a function without a body. Its
 * arguments are the parts that the compiler understands, and the variables that the rest of the text names. */
#ifndef GPULINT_FRONTEND_LOWER_REJECTED_H
#define GPULINT_FRONTEND_LOWER_REJECTED_H

#include "frontend/unit/lower.h"

/* Bytes [start, end) of a file's text. */
struct rejected_stretch {
	unsigned start, end;
};

struct rejected {
	struct lower *l;
	struct ir_loc loc;
	struct lower_effects args;
	/* scalar local variables, which become unknown */
	const struct lower_var **changed;
	size_t changed_count, changed_capacity;
	/* the text of parts that are arguments; sorted by start when queried */
	struct rejected_stretch *understood;
	size_t understood_count, understood_capacity;
	size_t sorted_count; /* number of sorted parts; the `end` of each of them is the maximum up to it */
	bool has_this;       /* `this` is among the arguments */
	bool returns, begins_with_return;
};

/* The code may change the variable and the object that it points to; `only_read`: only the latter. */
void rejected_touch_var(struct rejected *r, const struct lower_var *var, bool only_read);
/* The code may write an object of that type at the address. */
void rejected_touch(struct rejected *r, const struct ir_expr *address, const struct ir_type *type);
void rejected_touch_this(struct rejected *r);
/* Excludes a part of the text, which is handled separately. */
void rejected_understand(struct rejected *r, CXCursor part);
bool rejected_understands(struct rejected *r, unsigned offset);
/* rejected_text.c: adds the possible effects of the text outside the understood parts. False: there are no words in
 * it. */
bool rejected_read_text(struct rejected *r, size_t file, struct rejected_stretch text);
/* rejected_parts.c: adds the parts of an expression that the compiler understands. */
void rejected_read_parts(struct rejected *r, CXCursor expression);
/* The call, and then the stores that make variables unknown. Yields an unknown value of the type. */
const struct ir_expr *rejected_build(struct rejected *r, const struct ir_type *type);

#endif
