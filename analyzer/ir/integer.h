/* Arithmetic on known integers by C's types: in 64 bits, then truncated to the type's width and extended again. */
#ifndef GPULINT_IR_INTEGER_H
#define GPULINT_IR_INTEGER_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

/* The range of an integer type; false: all 64-bit numbers. */
bool integer_range(const struct ir_type *type, int64_t *low, int64_t *high);
/* A 64-bit number truncated to the type's width and extended again. */
int64_t integer_wrap(int64_t number, const struct ir_type *type);
/* False: no result (division by zero, INT64_MIN / -1, types of more than 64 bits). Unary operators do not use b. */
bool integer_binary(enum ir_op op, const struct ir_type *type, int64_t a, int64_t b, int64_t *result);
/* The same for an IR_UNARY or IR_BINARY whose operands have these values, in the type that C computes in. */
bool integer_of(const struct ir_expr *e, int64_t a, int64_t b, int64_t *result);
/* The order of two numbers. For floating point all three may be false. */
struct order {
	bool less, equal, greater;
};
/* The result of a comparison with that order, 0 or 1; false: `op` is no comparison. */
bool integer_relation(enum ir_op op, struct order order, int64_t *result);
/* The comparison that is true exactly if `op` is false. */
enum ir_op integer_opposite(enum ir_op op);

#endif
