/* Which bits of an operand decide on bits of a result, as compilers see it. */
#ifndef GPULINT_CODE_NARROW_BITS_H
#define GPULINT_CODE_NARROW_BITS_H

#include "code/possible_values.h"
#include "ir/ir.h"

enum { BITS_OF_WORD = 32 };
#define ALL_BITS UINT64_MAX

/* Those of a number or a record of the type; of others all. */
uint64_t narrow_all_of(const struct ir_type *type);
/* Whether half of its bytes, from the lowest or to the highest, or less are enough. */
bool narrow_is_enough(const struct ir_type *type, uint64_t bits);
/* Of both operands of an operation, and of the only one of IR_UNARY, if nothing is known of them. */
uint64_t narrow_operand(enum ir_op op, const struct ir_type *type, uint64_t bits);
/* Of the operands of an IR_BINARY. */
struct narrow_operands { uint64_t a, b; };
struct narrow_operands narrow_operands_of(const struct possible_values *values, const struct ir_expr *binary, uint64_t bits);
/* The first of them of what an IR_UPDATE updates. */
struct narrow_operands narrow_updated(const struct possible_values *values, const struct ir_expr *update, uint64_t bits);
/* Of what an IR_CONVERT converts. */
uint64_t narrow_converted(const struct ir_expr *convert, uint64_t bits);
/* Of an argument of an IR_BUILTIN. */
uint64_t narrow_argument(const struct ir_expr *builtin, uint32_t index, uint64_t bits);

#endif
