/* The front end: from source text and compiler flags to a typed IR unit. The only module that uses libclang.
 *
 * A file is parsed once, for the device side. gpulint's own small CUDA and standard headers come first, as virtual
 * files, so that neither a toolkit nor a standard library need be installed. The cache keeps the precompiled form of
 * the first one: prelude.h. Installed headers are used for those that the built-in ones lack.
 *
 * Folders, from the bottom up; each uses only those above it in this list:
 *   headers/   those small headers
 *   unit/      the unit that is lowered: its cursors, types and problems, and nodes for it
 *   text/      changes to a file's text before it is parsed, or parsed again
 *   classes/   how objects begin, are copied and end
 *   lower/     expressions, statements and functions, from libclang's cursors to the IR
 * Lowering is recursive nevertheless: frontend/unit/lowering.h declares the entries of lower/ that classes/ calls. */
#ifndef GPULINT_FRONTEND_FRONTEND_H
#define GPULINT_FRONTEND_FRONTEND_H

#include <stdbool.h>
#include <stddef.h>

#include "ir/ir.h"

struct frontend_options {
	/* the user's compiler flags, nvcc's or clang's, unfiltered; may be NULL if there are none */
	const char *const *flags;
	size_t flag_count;
	const char *directory;  /* base of the relative paths in the first `directory_flags` flags */
	size_t directory_flags; /* the other flags are relative to the current folder */
	const char *arch;       /* "sm_90" */
	const char *toolkit;    /* include folder of an installed CUDA toolkit, NULL: none */
	/* kernel template instances to make in addition to the program's: "name<arguments>" */
	const char *const *instances;
	size_t instance_count;
	/* the file's text, instead of the text on disk (standard input, an editor's buffer); or NULL */
	const char *contents;
	size_t contents_length;
	/* limits of the parse; 0: far more than most code needs */
	double most_bytes;   /* of the process's memory */
	double most_seconds; /* of processor time, for all parses of the file and their lowering */
};

/* Parses `path`. Always yields a unit; in the worst case one that is `failed` and holds the problem. The caller frees
 * it with ir_unit_free. Thread-safe, except that all threads share the memory limit. Returns libclang's processor time
 * in milliseconds, for benchmarks. It is only valid if no other thread ran meanwhile. */
double frontend_parse(struct ir_unit *unit, const char *path, const struct frontend_options *options);

/* The newest architecture that the flags name (-arch, -gencode, …) and that is older than `before` (0: no limit), as a
 * number such as 90; 0: none. */
unsigned frontend_flags_arch(const char *const *flags, size_t count, unsigned before);
/* Collects the flags that are ignored although they may matter, each once, `count` at most, and returns their number. Switches
 * that change no prediction, such as those for warnings, are not among them. */
size_t frontend_flags_ignored(const char *const *flags, size_t count, const char **ignored);

#endif
