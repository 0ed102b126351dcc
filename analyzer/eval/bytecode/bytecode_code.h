/* The instructions of loop bytecode: bytecode_compile.c generates them, and bytecode_run.c executes them.
 *
 * A register holds a number and whether it is known. Integers, addresses and booleans are extended to 64 bits from
 * their type, as everywhere in the evaluator; floating point is a double that was rounded to its type. Other locals
 * (records, arrays, variables whose address is taken) are on the run's stack, an object of its own. Their addresses are
 * fixed at compile time. Functions are compiled into their callers; a recursive function is inlined a few times, and
 * deeper recursion ends the run. */
#ifndef GPULINT_EVAL_BYTECODE_BYTECODE_CODE_H
#define GPULINT_EVAL_BYTECODE_BYTECODE_CODE_H

#include <stdbool.h>
#include <stdint.h>

#include "eval/builtin/builtin.h"
#include "eval/bytecode/bytecode_ops.h"

enum { BYTECODE_STACK_BYTES = 32 * 1024 };

typedef uint16_t bytecode_register;

/* d is written, a and b are read. An address is a + b * scale + displacement; a store's value is d. */
struct bytecode_instruction {
	uint16_t op;
	bytecode_register d, a, b;
	union {
		struct {
			int32_t scale, displacement;
		};
		struct {
			uint32_t target, cost;
		}; /* jumps; cost is charged when the jump is taken */
		struct {
			uint64_t bytes;
		};
		enum bytecode_scalar shape;
		uint32_t loop;
		enum ir_builtin builtin;
		struct bytecode_function *function;
		const struct bytecode_conversion *conversion;
		const struct ir_expr *expr; /* for an allocation */
	};
};

/* A builtin whose result depends only on its arguments. */
struct bytecode_function {
	builtin_function function;
	struct builtin_call call;
	bytecode_register args[4];
};

struct bytecode_conversion {
	const struct ir_type *from, *to;
};

/* A register that is set before the run. */
struct bytecode_input {
	enum { INPUT_CONSTANT, INPUT_VARIABLE, INPUT_OBJECT, INPUT_STACK } kind;
	union lane value;         /* the constant; integer: an object's offset on the stack */
	const struct ir_var *var; /* a scalar's value, or the address of an object, of the function around the loop */
	bool assigned;            /* a variable that is written back */
};

/* The counter of the compiled loop or of a loop within it, to estimate its progress. */
struct bytecode_count {
	uint32_t begin, end; /* instructions */
	bytecode_register counter, bound;
	int64_t step;   /* 0: unknown */
	bool bounded;   /* counter and bound are set */
	uint32_t outer; /* the enclosing loop; the compiled loop is 0 and encloses itself */
};

struct bytecode_code {
	const struct ir_stmt *loop;
	const char *refused; /* why it cannot be compiled, or NULL */
	struct bytecode_instruction *instructions;
	uint32_t instruction_count;
	uint32_t iteration;            /* index of the ITERATION instruction */
	struct bytecode_input *inputs; /* registers from first_input on */
	uint32_t input_count, first_input, register_count;
	struct bytecode_count *counts;
	uint32_t count_count;
	uint32_t stack_bytes;
	bool stores, stores_integers; /* to memory that outlives an iteration */
	bool draws;                   /* draws from the process's random generators */
	uint32_t attempts_failed;
	bool was_hopeless; /* abandoned for its length */
};

/* Compiles a loop of the running function. The result is in the arena. */
struct bytecode_code *bytecode_compile(struct machine *m, struct arena *arena, const struct ir_stmt *loop);

enum bytecode_scalar bytecode_scalar_of(const struct ir_type *type);

#endif
