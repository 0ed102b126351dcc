/* Internal to the engine: what is read from a kernel's cubin. */
#ifndef GPULINT_CODEGEN_EXECUTE_KERNEL_H
#define GPULINT_CODEGEN_EXECUTE_KERNEL_H

#include "codegen/cubin.h"
#include "codegen/execute/demand.h"
#include "codegen/sass/flow.h"
#include "support/arena.h"

enum { BANKS = 18 };

struct parameter {
	unsigned number;
	uint32_t offset, size; /* bytes; the offset counts from the first parameter */
};

struct bank {
	uint8_t *bytes;
	size_t size;
};

/* An offset in a constant bank that holds the address of a variable or function. */
struct held_variable {
	const char *name;
	struct bank *bank;
	uint64_t at, addend, address; /* address: the one used if the caller gives none */
	bool is_external;             /* a function that the module does not define */
};

/* A variable in constant memory. */
struct constant_variable {
	const char *name;
	uint64_t offset, size;
};

struct execute_kernel {
	const struct cubin *cubin;
	const char *name;
	struct arena arena;
	const uint8_t *text;
	struct sass_code code;
	struct sass_flow flow;
	uint32_t *post_dominators; /* by block, its immediate post-dominator (find_post_dominators) */
	bool calls_external;       /* all calls through registers are external (external.h) */
	struct demand demand;
	const uint16_t *unknown_operations;       /* by instruction (find_unknown_operations); NULL: none */
	uint32_t parameter_base, parameter_bytes; /* in bank 0, bytes */
	struct parameter *parameters;
	size_t parameter_count, parameter_capacity;
	struct bank banks[BANKS];
	bool *variables_known; /* by byte of the bank of constant variables */
	struct held_variable *held_variables;
	size_t held_variable_count, held_variable_capacity;
	struct constant_variable *constant_variables;
	size_t constant_variable_count, constant_variable_capacity;
};

/* Whether the instruction may read a byte of the parameters in [offset, offset + size) whose mark is not 0. */
bool kernel_reads_parameter(const struct execute_kernel *kernel, const struct sass_instruction *instruction,
                            size_t offset, const uint8_t *marks, size_t size);

#endif
