/* The numbers that an integer may be, whatever the data: which of its bits are known, and between what bounds it lies. This is
 * what compilers know of it (LLVM's KnownBits and ConstantRange), and what they compute with as here.
 *
 * Numbers are 64 bits wide, sign- or zero-extended from their type as everywhere in the IR; unsigned ones of 64 bits whose
 * highest bit is set are below zero here. */
#ifndef GPULINT_IR_POSSIBLE_H
#define GPULINT_IR_POSSIBLE_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

struct possible {
	uint64_t zeros, ones;      /* bits that are surely 0, surely 1 */
	int64_t low, high;         /* both ends included; low > high: none at all, of code that nothing comes to */
};

/* Whatever a value of the type may be; of types that hold no integer nothing is known. */
struct possible possible_of_type(const struct ir_type *type);
struct possible possible_exactly(int64_t number);
struct possible possible_between(int64_t low, int64_t high);
struct possible possible_none(void);
struct possible possible_anything(void);

bool possible_is_none(struct possible p);
/* Whether there is one number alone that it may be. */
bool possible_is_one(struct possible p);
bool possible_same(struct possible a, struct possible b);

/* Either of both. */
struct possible possible_join(struct possible a, struct possible b);
/* What both say. */
struct possible possible_meet(struct possible a, struct possible b);
/* Of `next`, which comes after `last` at a loop's head and holds all that `last` does: bounds that grow are given up, and bits
 * that others carry into, so that few rounds come to what holds in all of them. */
struct possible possible_widen(struct possible last, struct possible next);

/* `type`: the result's; signedness and width of comparisons are those of `operand`. Unary operators do not use b. */
struct possible possible_operation(enum ir_op op, const struct ir_type *type, const struct ir_type *operand, struct possible a,
                                   struct possible b);
struct possible possible_converted(const struct ir_type *to, const struct ir_type *from, struct possible a);
/* Of a, where `a op b` is known to hold; op is a comparison of numbers of the type. */
struct possible possible_where(enum ir_op op, const struct ir_type *type, struct possible a, struct possible b);
/* The smaller, or the larger, of two numbers of the type. */
struct possible possible_least(const struct ir_type *type, struct possible a, struct possible b);
struct possible possible_most(const struct ir_type *type, struct possible a, struct possible b);

#endif
