/* What a piece of code that the compiler rejects may touch. It becomes a call of a function that cannot be seen: what that is handed
 * are the parts that the compiler still understands, and the variables that the rest of the text names. */
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
	/* numbers and pointers of the function's own, which may be anything afterwards */
	const struct lower_var **changed;
	size_t changed_count, changed_capacity;
	/* the text of parts that are arguments; sorted by start once it is asked for, */
	struct rejected_stretch *understood;
	size_t understood_count, understood_capacity;
	size_t sorted_count; /* so many of them, and then each `end` is the last of those up to it */
	bool has_this;       /* the object of the method is among the arguments */
	bool returns, begins_with_return;
};

/* It may change a variable, and what that points to; `only_read`: the latter alone. */
void rejected_touch_var(struct rejected *r, const struct lower_var *var, bool only_read);
/* It may write an object of that type at the address. */
void rejected_touch(struct rejected *r, const struct ir_expr *address, const struct ir_type *type);
void rejected_touch_this(struct rejected *r);
/* A part of the text is looked after otherwise. */
void rejected_understand(struct rejected *r, CXCursor part);
bool rejected_understands(struct rejected *r, unsigned offset);
/* rejected_text.c: it may do whatever the text does that no part stands for. False: there are no words in that. */
bool rejected_read_text(struct rejected *r, size_t file, struct rejected_stretch text);
/* rejected_parts.c: the parts of an expression that the compiler understands. */
void rejected_read_parts(struct rejected *r, CXCursor expression);
/* The call, and behind it what else becomes unknown; yields a value of the type. */
const struct ir_expr *rejected_build(struct rejected *r, const struct ir_type *type);

#endif
