/* Arithmetic on known integers, as C's types have it: 64 bits wide, cut to the type's width and extended from it again. */
#ifndef GPULINT_IR_INTEGER_H
#define GPULINT_IR_INTEGER_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

/* The numbers that an integer type holds; false when they are all of 64 bits. */
bool integer_range(const struct ir_type *type, int64_t *low, int64_t *high);
/* A 64-bit number cut to the type's width and extended again. */
int64_t integer_wrap(int64_t number, const struct ir_type *type);
/* False when the operation has no result: a division by zero. Unary operators do not use b. */
bool integer_binary(enum ir_op op, const struct ir_type *type, int64_t a, int64_t b, int64_t *result);
/* The same of an IR_UNARY or IR_BINARY whose operands have these values; those of integers, in the type that C computes in. */
bool integer_of(const struct ir_expr *e, int64_t a, int64_t b, int64_t *result);
/* How two numbers lie; of numbers of floating point nothing of it may hold. */
struct order {
	bool less, equal, greater;
};
/* What a comparison of two such says, 0 or 1; false: it is none. */
bool integer_relation(enum ir_op op, struct order order, int64_t *result);
/* The comparison that is true where that one is not. */
enum ir_op integer_opposite(enum ir_op op);

#endif
