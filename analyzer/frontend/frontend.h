/* The front end: source text and compiler flags in, a typed IR unit out. The only module that knows libclang.
 *
 * A file is parsed once, for the device side, with gpulint's own small CUDA and standard headers in front (virtual
 * files; the cache keeps what libclang makes of the first: prelude.h), so that neither a toolkit nor a standard library need be
 * installed. Real headers serve where the code includes what the small ones lack.
 *
 * Folders, from the bottom up; each uses only those above it in this list:
 *   headers/   those small headers
 *   unit/      the unit that is lowered: its cursors, types and problems, and nodes for it
 *   text/      what is done to a file's text before it is parsed, or parsed again
 *   classes/   how objects begin, are copied and end
 *   lower/     expressions, statements and functions, from libclang's cursors to the IR
 * Lowering is recursive nevertheless: unit/lowering.h declares what classes/ needs of lower/. */
#ifndef GPULINT_FRONTEND_FRONTEND_H
#define GPULINT_FRONTEND_FRONTEND_H

#include <stdbool.h>
#include <stddef.h>

#include "ir/ir.h"

struct frontend_options {
	const char *const *flags; /* the user's compiler flags, nvcc's or clang's, unfiltered; may be NULL when 0 */
	size_t flag_count;
	const char *directory;  /* relative paths of the first `directory_flags` flags are relative to it, */
	size_t directory_flags; /* those of the others to the current folder */
	const char *arch;       /* "sm_90" */
	const char *toolkit;    /* include folder of an installed CUDA toolkit, NULL: none */
	/* of kernel templates that are to be made besides the program's: "name<arguments>" */
	const char *const *instances;
	size_t instance_count;
	const char *contents; /* the file's text instead of the disk's (standard input, an editor's buffer); or NULL */
	size_t contents_length;
	double most_bytes; /* of memory that the process may take meanwhile; 0: far more than most code needs */
};

/* Parses `path`. Always yields a unit: on the worst of inputs one that is `failed`, with the problem in it. The caller
 * frees it with ir_unit_free. Thread-safe, but for the limit of memory, which is all threads' together. Returns, for benchmarks,
 * how many milliseconds of processor time libclang itself took, where nothing ran beside it. */
double frontend_parse(struct ir_unit *unit, const char *path, const struct frontend_options *options);

/* The newest architecture that compiler flags name (-arch, -gencode, …) of those that are older than `before` (0: of all), as a
 * number such as 90; 0: they name none. */
unsigned frontend_flags_arch(const char *const *flags, size_t count, unsigned before);

#endif
