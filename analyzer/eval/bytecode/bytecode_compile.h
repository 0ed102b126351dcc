/* The interface between the parts of the bytecode compiler: bytecode_compile.c has statements and loops;
 * bytecode_expr.c, bytecode_call.c, bytecode_builtin.c, bytecode_access.c and bytecode_arithmetic.c have
 * expressions; bytecode_emit.c has instructions and registers. */
#ifndef GPULINT_EVAL_BYTECODE_BYTECODE_COMPILE_H
#define GPULINT_EVAL_BYTECODE_BYTECODE_COMPILE_H

#include "eval/bytecode/bytecode_code.h"

enum {
	FIRST_INPUT = 0x8000, /* number of the first input during compilation */
	MOST_REGISTERS = 4096,
	MOST_INPUTS = 4096,
	MOST_INSTRUCTIONS = 32768,
	MOST_STACK = BYTECODE_STACK_BYTES,
	MOST_LEAVES_COPIED = 64, /* scalars of a record that is copied */
	DEEPEST_INLINING = 24,
	/* nested calls of one function: a function that calls itself twice expands to 511 bodies */
	DEEPEST_RECURSION = 8,
	MOST_CALLEES = 8,          /* functions that a call by address is compared with */
	MOST_CALLS_BY_ADDRESS = 3, /* nested in each other */
	DEEPEST_NESTING = 400,     /* of statements and expressions */
	NO_REGISTER = 0xffff,
};

/* The address of a local of a function that is being compiled. */
struct bytecode_binding {
	bool bound;
	bytecode_register reg; /* a scalar's value, or the address of another variable */
};

/* A function that is compiled into its caller; the outermost scope is the function around the loop. */
struct bytecode_scope {
	struct bytecode_scope *outer;
	const struct ir_func *func;
	struct bytecode_binding *slots;
	bytecode_register result; /* a scalar, or the address that a record is stored to */
	uint32_t end;             /* label after the function */
	unsigned depth;
};

struct bytecode_compiler {
	struct machine *m;
	struct arena *arena;
	struct bytecode_code *code;
	const char *refused;
	size_t instruction_capacity, input_capacity, count_capacity;
	uint32_t *labels; /* indices of the instructions after them */
	size_t label_count, label_capacity;
	struct bytecode_scope *scope;
	bool is_variable[MOST_REGISTERS]; /* the register belongs to a local, which later code may write */
	unsigned next_register, most_registers;
	unsigned conditional; /* conditions around the code that is being compiled */
	unsigned nesting;
	unsigned calls_by_address; /* those around the code that is being compiled */
	uint32_t break_label, continue_label, loop;
};

#define NO_LABEL UINT32_MAX

void bytecode_refuse(struct bytecode_compiler *c, const char *why);
/* Unsupported code. Under a condition it ends the run, because it may never be reached; otherwise the loop is
 * refused. */
void bytecode_unsupported(struct bytecode_compiler *c, const char *what);

struct bytecode_instruction *bytecode_emit(struct bytecode_compiler *c, enum bytecode_op op, bytecode_register d,
                                           bytecode_register a, bytecode_register b);
/* A jump target; it may be placed later. */
uint32_t bytecode_label(struct bytecode_compiler *c);
void bytecode_bind_label(struct bytecode_compiler *c, uint32_t label);
void bytecode_jump(struct bytecode_compiler *c, enum bytecode_op op, bytecode_register a, bytecode_register b,
                   uint32_t label);

/* Replaces labels by instructions. A backward jump costs the instructions in between. */
void bytecode_resolve_labels(struct bytecode_compiler *c);

bytecode_register bytecode_temporary(struct bytecode_compiler *c);
/* `want`; a temporary if that is NO_REGISTER. */
bytecode_register bytecode_destination(struct bytecode_compiler *c, bytecode_register want);
/* The same, with an unknown number. */
bytecode_register bytecode_unknown(struct bytecode_compiler *c, bytecode_register want);
bytecode_register bytecode_constant(struct bytecode_compiler *c, union lane value);
bytecode_register bytecode_integer(struct bytecode_compiler *c, int64_t number);
/* The address of `bytes` bytes on the stack. */
bytecode_register bytecode_stack(struct bytecode_compiler *c, uint64_t bytes);
/* The register of a local scalar; the address of any other variable. */
bytecode_register bytecode_variable(struct bytecode_compiler *c, const struct ir_var *var);
bytecode_register bytecode_assigned(struct bytecode_compiler *c, const struct ir_var *var);
void bytecode_declare(struct bytecode_compiler *c, const struct ir_var *var, bool initialised);
/* Whether the register belongs to a local, which later code may write. */
bool bytecode_is_variable(const struct bytecode_compiler *c, bytecode_register reg);
/* A register whose value does not change while `next` is evaluated. */
bytecode_register bytecode_stable(struct bytecode_compiler *c, bytecode_register reg, const struct ir_expr *next);

void bytecode_stmt(struct bytecode_compiler *c, const struct ir_stmt *stmt);
/* The same, but variables that it declares keep their registers. */
void bytecode_block(struct bytecode_compiler *c, const struct ir_stmt *stmt);

/* The value of an expression, preferably in `want`. */
bytecode_register bytecode_expr(struct bytecode_compiler *c, const struct ir_expr *expr, bytecode_register want);
/* The same, always in d. */
void bytecode_into(struct bytecode_compiler *c, const struct ir_expr *expr, bytecode_register d);
/* Evaluates only for the effects. */
void bytecode_effects(struct bytecode_compiler *c, const struct ir_expr *expr);
/* Jumps to the label if the condition e equals `sense`. */
void bytecode_jump_if(struct bytecode_compiler *c, const struct ir_expr *e, uint32_t label, bool sense);

/* bytecode_arithmetic.c; d = a op b in the type of the result, or of the operands for comparisons. */
void bytecode_arithmetic(struct bytecode_compiler *c, enum ir_op op, const struct ir_type *type, bytecode_register d,
                         bytecode_register a, bytecode_register b);
void bytecode_compare(struct bytecode_compiler *c, enum ir_op op, const struct ir_type *type, bytecode_register d,
                      bytecode_register a, bytecode_register b);
/* d = a wrapped to an integer type. */
void bytecode_wrap(struct bytecode_compiler *c, const struct ir_type *type, bytecode_register d, bytecode_register a);
bytecode_register bytecode_convert(struct bytecode_compiler *c, const struct ir_type *to, const struct ir_type *from,
                                   bytecode_register a, bytecode_register want);

/* bytecode_access.c */

/* base + index * scale + displacement */
struct bytecode_address {
	bytecode_register base, index;
	bool indexed;
	int64_t scale, displacement;
};

struct bytecode_address bytecode_address_of(struct bytecode_compiler *c, const struct ir_expr *e);
bytecode_register bytecode_one_register(struct bytecode_compiler *c, const struct bytecode_address *address,
                                        bytecode_register want);
/* For scalars. */
void bytecode_store_to(struct bytecode_compiler *c, const struct ir_type *type, const struct bytecode_address *address,
                       bytecode_register value);
/* For records and arrays, by address. */
void bytecode_copy(struct bytecode_compiler *c, const struct ir_type *type, bytecode_register to,
                   bytecode_register from);
void bytecode_zero(struct bytecode_compiler *c, const struct ir_type *type, bytecode_register at);
/* IR_LOAD, IR_STORE and IR_UPDATE; used: the update's value is used. */
bytecode_register bytecode_load_value(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want);
bytecode_register bytecode_assign(struct bytecode_compiler *c, const struct ir_expr *e);
bytecode_register bytecode_update(struct bytecode_compiler *c, const struct ir_expr *e, bool used);

/* bytecode_call.c: IR_CALL and IR_CALL_POINTER. */
bytecode_register bytecode_call(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want);
bytecode_register bytecode_call_pointer(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want);
/* bytecode_builtin.c: IR_BUILTIN. */
bytecode_register bytecode_builtin(struct bytecode_compiler *c, const struct ir_expr *e, bytecode_register want);

static inline bool
bytecode_is_real(const struct ir_type *type)
{
	return type->kind == IR_TYPE_FLOAT;
}

static inline bool
bytecode_is_signed(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT && type->is_signed;
}

#endif
