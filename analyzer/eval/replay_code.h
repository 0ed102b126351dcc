/* The instructions of a replay: what replay_compile.c makes of a loop and replay_run.c executes.
 *
 * Registers hold a number and whether it is known. Integers, addresses and booleans are extended to 64 bits from
 * their type, as everywhere in the evaluator; floating point is a double that was rounded to its type. Locals that are
 * not registers (records, arrays, what has its address taken) lie on the replay's stack, an object of its own, at
 * places that are fixed when the loop is compiled: functions are compiled into their callers, and there is no
 * recursion. */
#ifndef GPULINT_EVAL_REPLAY_CODE_H
#define GPULINT_EVAL_REPLAY_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "eval/builtin.h"

/* Operands: d is written, a and b are read. ADDRESS is a + b * scale + displacement. */
#define REPLAY_OPS(OP) \
	OP(MOVE) OP(UNKNOWN) OP(ADDRESS) \
	OP(ADD_I32) OP(ADD_U32) OP(ADD_64) OP(SUB_I32) OP(SUB_U32) OP(SUB_64) OP(MUL_I32) OP(MUL_U32) OP(MUL_64) \
	OP(DIV_I32) OP(DIV_U32) OP(DIV_I64) OP(DIV_U64) OP(REM_I32) OP(REM_U32) OP(REM_I64) OP(REM_U64) \
	OP(SHL_I32) OP(SHL_U32) OP(SHL_64) OP(SHR_I32) OP(SHR_U32) OP(SHR_I64) OP(SHR_U64) \
	OP(AND) OP(OR) OP(XOR) OP(LT_S) OP(LE_S) OP(LT_U) OP(LE_U) OP(EQ) OP(NE) \
	OP(WRAP_I8) OP(WRAP_U8) OP(WRAP_I16) OP(WRAP_U16) OP(WRAP_I32) OP(WRAP_U32) \
	OP(ADD_F32) OP(SUB_F32) OP(MUL_F32) OP(DIV_F32) OP(ADD_F64) OP(SUB_F64) OP(MUL_F64) OP(DIV_F64) \
	OP(LT_F) OP(LE_F) OP(EQ_F) OP(NE_F) OP(NEGATE_F) OP(ROUND_F32) OP(CONVERT) \
	OP(JUMP) OP(JUMP_ZERO) OP(JUMP_NONZERO) OP(JUMP_LT_S) OP(JUMP_LE_S) OP(JUMP_LT_U) OP(JUMP_LE_U) \
	OP(JUMP_EQ) OP(JUMP_NE) \
	/* memory: in the order of enum replay_scalar; a store's value is d */ \
	OP(LOAD_BOOL) OP(LOAD_I8) OP(LOAD_U8) OP(LOAD_I16) OP(LOAD_U16) OP(LOAD_I32) OP(LOAD_U32) OP(LOAD_64) \
	OP(LOAD_F32) OP(LOAD_F64) \
	OP(STORE_BOOL) OP(STORE_I8) OP(STORE_U8) OP(STORE_I16) OP(STORE_U16) OP(STORE_I32) OP(STORE_U32) OP(STORE_64) \
	OP(STORE_F32) OP(STORE_F64) \
	OP(UNKNOW)         /* `bytes` bytes at a are not known any more */ \
	OP(FILL)           /* d bytes at a hold b; kept as scalars of `shape` */ \
	OP(MOVE_BYTES)     /* d bytes from b to a */ \
	OP(FUNCTION)       /* d = a builtin that is a function of numbers */ \
	OP(ALLOCATE)       /* d = a new object of a * b bytes */ \
	OP(RANDOM)         /* d = a call of the builtin, for which a is a seed, or the address of one */ \
	OP(IS_KNOWN)       /* d = whether a is known */ \
	OP(LOOP)           /* a loop within the loop begins: a is what it counts with */ \
	OP(ITERATION)      /* the replayed loop is about to test whether it goes on */ \
	OP(BAIL) OP(END)

enum replay_op {
#define OP(name) REPLAY_##name,
	REPLAY_OPS(OP)
#undef OP
};

enum { REPLAY_STACK_BYTES = 32 * 1024 };

enum replay_scalar {
	SCALAR_BOOL, SCALAR_I8, SCALAR_U8, SCALAR_I16, SCALAR_U16, SCALAR_I32, SCALAR_U32, SCALAR_64,
	SCALAR_F32, SCALAR_F64,
	SCALAR_NONE,           /* a type that a replay does not handle */
};

typedef uint16_t replay_register;

struct replay_instruction {
	uint16_t op;
	replay_register d, a, b;
	union {
		struct { int32_t scale, displacement; };
		struct { uint32_t target, cost; };          /* jumps; cost is charged when they are taken */
		struct { uint64_t bytes; };
		enum replay_scalar shape;
		uint32_t loop;
		enum ir_builtin builtin;
		struct replay_function *function;
		const struct replay_conversion *conversion;
		const struct ir_expr *expr;                 /* of an allocation */
	};
};

/* A builtin whose result depends on nothing but its arguments. */
struct replay_function {
	builtin_function function;
	struct builtin_call call;
	replay_register args[4];
};

struct replay_conversion {
	const struct ir_type *from, *to;
};

/* A register that is set before the replay begins. */
struct replay_input {
	enum { INPUT_CONSTANT, INPUT_VARIABLE, INPUT_OBJECT, INPUT_STACK } kind;
	union lane value;                     /* of a constant; integer: the place of an object on the stack */
	const struct ir_var *var;             /* a scalar's value, or the address of an object, of the function around */
	bool assigned;                        /* a variable that is written back */
};

/* What a loop within the replayed one counts, to tell how far it has come. */
struct replay_count {
	uint32_t begin, end;                  /* instructions */
	replay_register counter, bound;
	int64_t step;                         /* 0: not known */
	bool bounded;                         /* counter and bound are meant */
	uint32_t outer;                       /* the loop around it; the replayed loop is 0 and its own outer one */
};

struct replay_code {
	const struct ir_stmt *loop;
	const char *refused;                  /* why it cannot be replayed, or NULL */
	struct replay_instruction *instructions;
	uint32_t instruction_count;
	uint32_t iteration;                   /* where ITERATION stands */
	struct replay_input *inputs;          /* of registers first_input on */
	uint32_t input_count, first_input, register_count;
	struct replay_count *counts;
	uint32_t count_count;
	uint32_t stack_bytes;
	bool stores, stores_integers;         /* to memory that outlives an iteration */
	bool draws;                           /* from the process's random generators */
	uint32_t attempts_failed;
	bool was_hopeless;                    /* was given up for its length */
	uint64_t callers;                     /* the functions called when launch_ahead was found out; 0: it was not */
	bool launch_ahead;
};

/* Compiles a loop of the function that runs now. What it returns lives in the arena. */
struct replay_code *replay_compile(struct machine *m, struct arena *arena, const struct ir_stmt *loop);

enum replay_scalar replay_scalar_of(const struct ir_type *type);

#endif
