/* What operations of device code are for the warps that execute them.
 *
 * An operation is an instruction, but functions, divisions, and remainders are several: as many as nvcc 13.0 makes of them for
 * sm_90 (compiled one by one, and counted along the way that usual arguments take), of which so many go to the special function
 * units, and so many are in double precision. What of a multiplication goes into a sum is part of the sum's instruction. */
#ifndef GPULINT_EVAL_LANGUAGE_OPERATIONS_H
#define GPULINT_EVAL_LANGUAGE_OPERATIONS_H

#include <stdbool.h>

#include "ir/ir.h"
#include "model/work.h"

/* Of more than 32 bits. */
bool is_wide_integer(const struct ir_type *type);
/* Of one warp. An operator on numbers of that type. */
struct work work_of_operator(enum ir_op op, const struct ir_type *type);
/* From floating point to integers, or back. */
struct work work_of_conversion(const struct ir_type *to);
/* Of a division or remainder of integers: what the compiler knows of its operands. */
enum division {
	DIVISION_NEW,
	DIVISION_BY_THE_SAME,      /* something else was divided by it before: half is done */
	DIVISION_AGAIN,            /* of both: its other result */
	DIVISION_BY_CONSTANT,      /* which is a multiplication, */
	DIVISION_BY_POWER,         /* of two: which is a shift */
};
/* are_narrow: 32 bits would do for the numbers; those of 64 are then divided as such. */
struct work work_of_division(const struct ir_type *type, enum division division, bool are_narrow);
/* A call of a builtin that yields a number of that type. */
/* Whether it branches around a slow path for some arguments. */
bool builtin_branches(enum ir_builtin builtin);
struct work work_of_builtin(enum ir_builtin builtin, const struct ir_type *type);
/* The same as an approximation (`__sinf`); divisions too, which have an operator and not a builtin. */
struct work work_of_approximation(const struct ir_expr *exact);
/* An instruction of PTX that only computes; of matrices it is not known how long they take. */
struct work work_of_instruction(const char *opcode);
/* What sinf and its kin do beside that for arguments that they reduce the long way. */
extern const struct work work_of_long_reduction;

#endif
