/* Inline assembly: what lower_asm.c (the statement and its operands) and lower_ptx.c (the instructions) share. */
#ifndef GPULINT_FRONTEND_PTX_LOWER_ASM_H
#define GPULINT_FRONTEND_PTX_LOWER_ASM_H

#include "frontend/lower/lower.h"
#include "frontend/ptx/ptx.h"

/* An operand of the statement, or a register that its text declares. */
struct asm_operand {
	const char *name;             /* of a register */
	const struct ir_type *type;   /* as C++ or the declaration has it; NULL: cannot be used */
	const struct ir_expr *place;  /* where it is written; NULL: an input */
	const struct ir_expr *value;  /* of an input */
	struct ir_loc loc;
	const struct ir_loc *line_of; /* what of it is read last */
};

struct assembly {
	struct lower *l;
	struct ir_loc loc;
	struct ptx ptx;
	struct asm_operand *operands; /* outputs, inputs, then registers */
	unsigned operand_count;
	unsigned numbered;            /* outputs and inputs */
	const struct ir_loc *line_of; /* by whose line the compiler knows the instructions: the operand that is read last */
};

/* The type that PTX calls u32; NULL: one that IR does not have. */
const struct ir_type *ptx_ir_type(struct lower *l, const char *name);

/* ---- lower_ptx.c ---- */

const struct ir_type *ptx_integer_type(struct lower *l, unsigned size, bool is_signed);
/* The operand or declared register that an argument names; NULL: it is something else. */
const struct asm_operand *ptx_operand(const struct assembly *a, const struct ptx_arg *arg);
const struct ir_expr *ptx_value(const struct assembly *a, const struct ptx_arg *arg, const struct ir_type *type);
const struct ir_expr *ptx_call(const struct assembly *a, enum ir_builtin builtin, const struct ir_type *type,
                               unsigned count, const struct ir_expr *const *values);
void ptx_write(const struct assembly *a, const struct ptx_arg *to, const struct ir_expr *value);
/* Every register of an argument becomes unknown. */
void ptx_write_unknown(const struct assembly *a, const struct ptx_arg *to, const char *opcode);
/* Lowers an instruction into the current block; false: what it may write is not known. */
bool ptx_lower(struct assembly *a, const struct ptx_instruction *instruction);
/* Whether its lowering asks several times for an argument: an operand that is an expression is evaluated before. */
bool ptx_repeats(const char *opcode);

/* One for each family of instructions, with the meaning of ptx_lower. */
typedef bool ptx_lowering(struct assembly *a, const struct ptx_instruction *in);
/* lower_ptx.c: an instruction that writes its first argument and nothing else. */
ptx_lowering ptx_data;
/* lower_ptx_memory.c */
ptx_lowering ptx_load, ptx_store, ptx_async_copy, ptx_matrix_load, ptx_atomic, ptx_address_space;
/* lower_ptx_registers.c */
ptx_lowering ptx_move, ptx_conversion, ptx_comparison, ptx_election;

#endif
