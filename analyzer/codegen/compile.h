/* Asking the compiler: the device code of a program's files, compiled by NVRTC for one architecture, in a process of its own
 * (gpulint-run), while the caller does something else. Nothing of it is run. Answers are kept (ask.h).
 *
 * Files without kernel templates are compiled at once. The others wait for the caller to say which instances there are, and those that
 * take the compiler seconds which kernels are launched: if any is, the compiler is not asked for the others. Two halves of many
 * instances are compiled side by side, and so are the kernels of a file that takes seconds. */
#ifndef GPULINT_CODEGEN_COMPILE_H
#define GPULINT_CODEGEN_COMPILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "codegen/cubin.h"
#include "codegen/source/closures.h"
#include "codegen/source/device_source.h"

/* A kernel of the files, and where its name stands. */
struct compile_kernel {
	struct kernel_name name;
	const char *file;
	uint32_t line, column;
	const char *const *closure_args;   /* template arguments with closures by number, as of struct ir_func; NULL: it has none */
	struct closures closures;      /* those of its unit */
};

/* Whether it is the one of this mangled name that stands there: other files may have others of the name. */
bool compile_kernel_is(const struct compile_kernel *kernel, const char *link_name, const char *file, uint32_t line);

struct compile_request {
	const struct compile_command *commands;   /* one a file */
	size_t command_count;
	const struct compile_kernel *kernels;     /* NULL: compile_kernels says them, once they are known */
	size_t kernel_count;
	bool leaves_others_out;        /* of those kernels; else all that are no templates are compiled */
	const char *arch;              /* as sm_90 */
	double seconds;                /* that compiling a file may take */
	const char *version;           /* gpulint's: others may ask differently */
	const char *command;           /* for the shell, that is gpulint-run; NULL: the one beside this executable, or on the path */
};

struct compiled_kernel {
	const struct compile_kernel *asked;   /* of those that were said */
	const char *function;          /* its name in the cubin; NULL: it was not compiled */
	const char *reason;            /* why it was not; "": it was */
	const struct cubin *cubin;     /* NULL as well */
	/* A thread's: registers, and bytes; -1: the compiler does not say. */
	int registers;
	int64_t stack_bytes, spill_store_bytes, spill_load_bytes;
	int64_t static_shared;         /* bytes a block */
};

struct compilation {
	bool is_answered;              /* else nothing is known of any kernel */
	const char *reason;            /* why it is not; "" */
	const char *compiler;          /* "13.0": NVRTC's version; NULL: not known */
	bool is_from_cache;
	struct compiled_kernel *kernels;   /* those that a file of the request defines */
	size_t kernel_count;
};

struct compile;

/* Begins; what the request points to stays until the end. Never NULL. */
struct compile *compile_begin(const struct compile_request *request);
/* Says which kernels the files have, once; they stay until the end. */
void compile_kernels(struct compile *compile, const struct compile_kernel *kernels, size_t count);
/* Says which of these are launched, by a flag for each that stays until the end; NULL: all. Once. */
void compile_launched(struct compile *compile, const bool *launched);
/* Waits for the end; without kernels, where none were said; where it was not said which are launched, with all. The
 * answer is freed with the rest. */
const struct compilation *compile_answer(struct compile *compile);
/* NULL does nothing. */
void compile_free(struct compile *compile);

/* By its mangled name and where that stands. NULL: the compiler was not asked for it. */
const struct compiled_kernel *compilation_find(const struct compilation *compilation, const char *link_name, const char *file,
                                               uint32_t line);

#endif
