/* Names: what the compiler can tell of a value without running the program.
 *
 * Two values of one name are surely equal, whatever the data and the launch: the same expression of the same versions of
 * the same variables. (Two equal values may well have two names: `i * s` is not `i`, though this launch has s = 1.) A name
 * is the number that the value would be if everything that the compiler does not know had a random number of 64 bits:
 * then what is computed by sums and products is equal when it is the same polynomial, however it is written down, and no
 * program runs long enough to see two others collide. What else is computed is known by the hash of its operands.
 *
 * Loops make one expression stand for many values. The compiler takes what a loop changes for a new value in each
 * iteration, but follows its way from one to the next through additions of constants and steps of pointers alone; so a
 * name also holds the iteration in which it became something else. */
#ifndef GPULINT_DATA_NAME_H
#define GPULINT_DATA_NAME_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

enum name_kind {
	NAME_NONE,        /* equal to nothing, itself included */
	NAME_CONSTANT,
	NAME_OPAQUE,
};

struct name {
	uint64_t number;
	uint32_t varies;      /* the latest iteration of a loop that changes what it is made of; 0: none */
	uint32_t made : 30;   /* the latest in which it was made of that by more than such an addition; 0: none */
	uint32_t kind : 2;
};

struct name name_of_constant(int64_t number);
/* What is known by its identity alone: the address of a variable, a counter's value. */
struct name name_of_identity(uint64_t identity);
struct name name_of_real(double number);

static inline bool
name_same(struct name a, struct name b)
{
	return a.kind != NAME_NONE && a.kind == b.kind && a.number == b.number && a.made == b.made;
}

/* Of enum ir_op; for comparisons `type` is that of the operands. Not of two constants. */
struct name name_binary(enum ir_op op, const struct ir_type *type, struct name a, struct name b);
struct name name_unary(enum ir_op op, const struct ir_type *type, struct name a);
struct name name_convert(const struct ir_type *to, const struct ir_type *from, struct name a);
/* base + index * scale, on addresses; `type` is the index's. */
struct name name_offset(struct name base, const struct ir_type *type, struct name index, int64_t scale);
/* Whether it names the place so many bytes behind that one, which is a variable's. */
bool name_is_within(struct name name, struct name variable, int64_t bytes);
/* What a function without effects makes of the arguments named so far: begin with its identity. */
struct name name_apply(struct name function, struct name argument);

#endif
