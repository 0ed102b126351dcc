/* What the parts of the replay's compiler share: replay_compile.c has statements and loops; replay_expr.c,
 * replay_call.c, replay_builtin.c, replay_access.c and replay_arithmetic.c have expressions; replay_emit.c instructions and registers. */
#ifndef GPULINT_EVAL_REPLAY_REPLAY_COMPILE_H
#define GPULINT_EVAL_REPLAY_REPLAY_COMPILE_H

#include "eval/replay/replay_code.h"

enum {
	FIRST_INPUT = 0x8000, /* while compiling, inputs are numbered from here on */
	MOST_REGISTERS = 4096,
	MOST_INPUTS = 4096,
	MOST_INSTRUCTIONS = 32768,
	MOST_STACK = REPLAY_STACK_BYTES,
	MOST_LEAVES_COPIED = 64, /* scalars of a record that is copied */
	DEEPEST_INLINING = 24,
	DEEPEST_RECURSION = 8, /* calls of a function within its first: what calls itself twice grows to 511 bodies */
	MOST_CALLEES = 8,      /* functions that one call by an address is tried for */
	MOST_CALLS_BY_ADDRESS = 3, /* one within the other */
	DEEPEST_NESTING = 400,     /* of statements and expressions */
	NO_REGISTER = 0xffff,
};

/* Where a local of a function that is being compiled lives. */
struct replay_binding {
	bool bound;
	replay_register reg; /* the value of a scalar, or the address of anything else */
};

/* A function compiled into its caller; the outermost is the one around the loop. */
struct replay_scope {
	struct replay_scope *outer;
	const struct ir_func *func;
	struct replay_binding *slots;
	replay_register result; /* a scalar, or the address that a record goes to */
	uint32_t end;           /* label behind the function */
	unsigned depth;
};

struct replay_compiler {
	struct machine *m;
	struct arena *arena;
	struct replay_code *code;
	const char *refused;
	size_t instruction_capacity, input_capacity, count_capacity;
	uint32_t *labels; /* instructions they stand before */
	size_t label_count, label_capacity;
	struct replay_scope *scope;
	bool is_variable[MOST_REGISTERS]; /* a local's own register, which later code may write */
	unsigned next_register, most_registers;
	unsigned conditional; /* conditions around the code that is being compiled */
	unsigned nesting;
	unsigned calls_by_address; /* around the code that is being compiled */
	uint32_t break_label, continue_label, loop;
};

#define NO_LABEL UINT32_MAX

void replay_refuse(struct replay_compiler *c, const char *why);
/* Code that cannot be replayed: under a condition it may never be reached. */
void replay_unsupported(struct replay_compiler *c, const char *what);

struct replay_instruction *replay_emit(struct replay_compiler *c, enum replay_op op, replay_register d,
                                       replay_register a, replay_register b);
/* A place to jump to; until it is placed, one ahead. */
uint32_t replay_label(struct replay_compiler *c);
void replay_place_label(struct replay_compiler *c, uint32_t label);
void replay_jump(struct replay_compiler *c, enum replay_op op, replay_register a, replay_register b, uint32_t label);

/* Labels become instructions; going back costs what lies between. */
void replay_resolve_labels(struct replay_compiler *c);

replay_register replay_temporary(struct replay_compiler *c);
/* `want`, or a temporary when that is NO_REGISTER. */
replay_register replay_destination(struct replay_compiler *c, replay_register want);
/* The same, holding what is not known. */
replay_register replay_unknown(struct replay_compiler *c, replay_register want);
replay_register replay_constant(struct replay_compiler *c, union lane value);
replay_register replay_integer(struct replay_compiler *c, int64_t number);
/* The address of so many bytes on the stack. */
replay_register replay_stack(struct replay_compiler *c, uint64_t bytes);
/* The register of a local scalar; the address of any other variable. */
replay_register replay_variable(struct replay_compiler *c, const struct ir_var *var);
replay_register replay_assigned(struct replay_compiler *c, const struct ir_var *var);
void replay_declare(struct replay_compiler *c, const struct ir_var *var, bool initialised);
/* Whether a register is a local's own, which later code may write. */
bool replay_is_variable(const struct replay_compiler *c, replay_register reg);
/* A value that stays as it is while `next` is evaluated. */
replay_register replay_steady(struct replay_compiler *c, replay_register reg, const struct ir_expr *next);

void replay_stmt(struct replay_compiler *c, const struct ir_stmt *stmt);
/* The same, but what it declares keeps its registers. */
void replay_block(struct replay_compiler *c, const struct ir_stmt *stmt);

/* The value of an expression, preferably in `want`. */
replay_register replay_expr(struct replay_compiler *c, const struct ir_expr *expr, replay_register want);
/* The same, surely in d. */
void replay_into(struct replay_compiler *c, const struct ir_expr *expr, replay_register d);
/* For its effects only. */
void replay_effects(struct replay_compiler *c, const struct ir_expr *expr);
/* Goes to the label when the condition e comes out as `sense`, else on. */
void replay_jump_if(struct replay_compiler *c, const struct ir_expr *e, uint32_t label, bool sense);

/* replay_arithmetic.c; d = a op b in the type of the result, or of the operands for comparisons. */
void replay_arithmetic(struct replay_compiler *c, enum ir_op op, const struct ir_type *type, replay_register d,
                       replay_register a, replay_register b);
void replay_compare(struct replay_compiler *c, enum ir_op op, const struct ir_type *type, replay_register d,
                    replay_register a, replay_register b);
/* d = a cut to an integer type. */
void replay_wrap(struct replay_compiler *c, const struct ir_type *type, replay_register d, replay_register a);
replay_register replay_convert(struct replay_compiler *c, const struct ir_type *to, const struct ir_type *from,
                               replay_register a, replay_register want);

/* replay_access.c */

/* base + index * scale + displacement */
struct replay_address {
	replay_register base, index;
	bool indexed;
	int64_t scale, displacement;
};

struct replay_address replay_address_of(struct replay_compiler *c, const struct ir_expr *e);
replay_register replay_one_register(struct replay_compiler *c, const struct replay_address *address,
                                    replay_register want);
/* A scalar. */
void replay_store_to(struct replay_compiler *c, const struct ir_type *type, const struct replay_address *address,
                     replay_register value);
/* Records and arrays, by their addresses. */
void replay_copy(struct replay_compiler *c, const struct ir_type *type, replay_register to, replay_register from);
void replay_zero(struct replay_compiler *c, const struct ir_type *type, replay_register at);
/* IR_LOAD, IR_STORE and IR_UPDATE; used: somebody wants the update's value. */
replay_register replay_load_value(struct replay_compiler *c, const struct ir_expr *e, replay_register want);
replay_register replay_assign(struct replay_compiler *c, const struct ir_expr *e);
replay_register replay_update(struct replay_compiler *c, const struct ir_expr *e, bool used);

/* replay_call.c: IR_CALL and IR_CALL_POINTER. */
replay_register replay_call(struct replay_compiler *c, const struct ir_expr *e, replay_register want);
replay_register replay_call_pointer(struct replay_compiler *c, const struct ir_expr *e, replay_register want);
/* replay_builtin.c: IR_BUILTIN. */
replay_register replay_builtin(struct replay_compiler *c, const struct ir_expr *e, replay_register want);

static inline bool
replay_is_real(const struct ir_type *type)
{
	return type->kind == IR_TYPE_FLOAT;
}

static inline bool
replay_is_signed(const struct ir_type *type)
{
	return type->kind == IR_TYPE_INT && type->is_signed;
}

#endif
