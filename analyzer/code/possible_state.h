/* What the integers of a function may be at one place of its code, as the reader of possible_values.c comes by. */
#ifndef GPULINT_CODE_POSSIBLE_STATE_H
#define GPULINT_CODE_POSSIBLE_STATE_H

#include "code/possible_values.h"
#include "ir/walk.h"

enum { MOST_WORK = 1 << 22 };   /* on one function */

/* What the function's own integers may be, by slot. */
struct possible_state {
	struct possible *vars;
	bool is_reached;
};

struct possible_reader {
	struct possible_known *known;
	struct possible_values *found;
	const struct ir_func *func;
	struct arena arena;
	struct possible_state state;   /* at the place that has been read up to */
	struct possible_state *at_break, *at_continue;   /* what comes there so far */
	unsigned long work;
	bool lost;                     /* not all of the function could be read */
	unsigned depth;
};

static inline bool
is_integer(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT || type->kind == IR_TYPE_BOOL;
}

/* A variable of the function's own that is an integer and whose address nobody has, or NULL. */
const struct ir_var *possible_own_integer(const struct possible_reader *r, const struct ir_expr *address);
struct possible possible_in_state(const struct possible_state *state, const struct ir_var *var);

/* Nothing comes there yet. States are in the reader's arena. */
struct possible_state possible_new_state(struct possible_reader *r);
struct possible_state possible_copy_state(struct possible_reader *r, const struct possible_state *state);
void possible_set_state(struct possible_reader *r, struct possible_state *to, const struct possible_state *from);
/* Adds what comes on another way. */
void possible_join_state(struct possible_reader *r, struct possible_state *to, const struct possible_state *other);
/* Of a loop's head: adds what comes from its end. Whether that was more than was there. */
bool possible_widen_state(struct possible_reader *r, struct possible_state *head, const struct possible_state *end);
/* The condition, which has been read, has come out that way. */
void possible_assume(struct possible_reader *r, const struct ir_expr *condition, bool holds);

/* Whether it is a variable of the function's own. */
static inline bool
possible_is_own(const struct ir_func *func, const struct ir_var *var)
{
	return var->slot < func->slot_count && (var->storage == IR_STORAGE_LOCAL || var->storage == IR_STORAGE_PARAM);
}

#endif
