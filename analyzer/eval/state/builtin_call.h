/* A call of a builtin with evaluated arguments. */
#ifndef GPULINT_EVAL_STATE_BUILTIN_CALL_H
#define GPULINT_EVAL_STATE_BUILTIN_CALL_H

#include "domain/value.h"
#include "ir/ir.h"

struct builtin_call {
	const struct ir_expr *expr;
	enum ir_builtin id;
	const struct value *args;
	uint32_t count;
};

/* The type of argument i. */
static inline const struct ir_type *
builtin_type(const struct builtin_call *call, uint32_t i)
{
	return call->expr->args[i]->type;
}

/* An argument as one known integer. */
static inline bool
builtin_constant(const struct builtin_call *call, uint32_t i, int64_t *number)
{
	return i < call->count && value_is_constant(&call->args[i], number);
}

#endif
