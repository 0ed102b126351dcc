/* Compiles the device code of a program's files with NVRTC for one architecture. This happens in another process
 * (gpulint-run), while the caller does something else. No compiled code is run. Answers are cached (ask.h).
 *
 * Files without kernel templates are compiled at once. Files with templates wait until the caller has listed the
 * instances. Files that take seconds wait until the caller has said which kernels are launched; if any is, only
 * those are compiled. Two halves of many instances are compiled in parallel, and so are the kernels of a file that
 * takes seconds. */
#ifndef GPULINT_CODEGEN_COMPILE_H
#define GPULINT_CODEGEN_COMPILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "codegen/cubin.h"
#include "codegen/source/closures.h"
#include "codegen/source/device_source.h"

/* A kernel and the place of its name. */
struct compile_kernel {
	struct kernel_name name;
	const char *file;
	uint32_t line, column;
	/* template arguments with closures by number, as in struct ir_func; NULL: no closures */
	const char *const *closure_args;
	struct closures closures; /* of its unit */
};

/* Whether `kernel` has this mangled name and place. Other files may have kernels of the same name. */
bool compile_kernel_is(const struct compile_kernel *kernel, const char *link_name, const char *file, uint32_t line);

struct compile_request {
	const struct compile_command *commands; /* one per file */
	size_t command_count;
	const struct compile_kernel *kernels; /* NULL: compile_kernels sets them later */
	size_t kernel_count;
	bool leaves_others_out; /* compile only `kernels`; else all kernels that are not templates */
	const char *arch;       /* such as sm_90 */
	double seconds;         /* time limit for one file */
	const char *version;    /* gpulint's; part of the cache key */
	/* shell command that runs gpulint-run; NULL: the one next to this executable, or on the path */
	const char *command;
};

struct compiled_kernel {
	const struct compile_kernel *asked; /* the caller's kernel */
	const char *function;               /* its name in the cubin; NULL: it was not compiled */
	const char *reason;                 /* why it was not compiled; "": it was */
	const struct cubin *cubin;          /* NULL: it was not compiled */
	/* Per thread: registers, and bytes; -1: unknown. */
	int registers;
	int64_t stack_bytes, spill_store_bytes, spill_load_bytes;
	int64_t static_shared; /* bytes per block */
};

struct compilation {
	bool is_answered;     /* else nothing is known of any kernel */
	const char *reason;   /* why it is not answered; "": it is */
	const char *compiler; /* NVRTC's version, such as "13.0"; NULL: unknown */
	bool is_from_cache;
	struct compiled_kernel *kernels; /* those that a file of the request defines */
	size_t kernel_count;
};

struct compile;

/* Starts. All that the request points to must stay until compile_free. Never NULL. */
struct compile *compile_begin(const struct compile_request *request);
/* Sets the kernels of the files, once. They must stay until compile_free. */
void compile_kernels(struct compile *compile, const struct compile_kernel *kernels, size_t count);
/* Sets which of these kernels are launched, once: one flag per kernel, which must stay until compile_free. NULL:
 * all. */
void compile_launched(struct compile *compile, const bool *launched);
/* Waits for the answer, which compile_free frees. Kernels that were not set count as none; launched flags that were
 * not set count as all true. */
const struct compilation *compile_answer(struct compile *compile);
/* NULL does nothing. */
void compile_free(struct compile *compile);

/* Finds a kernel by its mangled name and place. NULL: the compiler was not asked for it. */
const struct compiled_kernel *compilation_find(const struct compilation *compilation, const char *link_name,
                                               const char *file, uint32_t line);

#endif
