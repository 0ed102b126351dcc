/* Extracts device code from a CUDA source. NVRTC compiles no host code, and line numbers must stay true. So host
 * functions, bodies of host-only members and host variables are overwritten with blanks. Some host code cannot be
 * recognized by its tokens: a class that only the host uses, a prototype with types of the standard library. It
 * stays and is listed as droppable if the compiler rejects it.
 *
 * This works on tokens and must not depend on a full parse, because another compiler than the project's own will see
 * the code. */
#ifndef GPULINT_CODEGEN_SOURCE_STRIP_H
#define GPULINT_CODEGEN_SOURCE_STRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct range {
	size_t begin, end;
}; /* bytes, end exclusive */

/* A host function with a body. Offsets are bytes of the original. */
struct host_function {
	size_t begin, head_end; /* its template heads; head_end = begin: none */
	size_t body, end;       /* from the opening brace to after the closing one */
};

struct stripped {
	char *text; /* as long as the original until stripped_insert; bytes that are not UTF-8 are '?' */
	size_t length;
	struct range *droppable;
	size_t droppable_count, droppable_capacity;
	struct range *kernels; /* definitions of kernels and kernel templates, with their template heads */
	size_t kernel_count, kernel_capacity;
	struct host_function *functions;
	size_t function_count, function_capacity;
	size_t *line_ends;
	size_t line_count, line_capacity;
};

/* Macros for __global__, __device__ and the like, or for whole declarations, of all files of a program. */
struct annotation_macros;
struct annotation_macros *annotation_macros_new(void);
void annotation_macros_free(struct annotation_macros *macros);
/* Adds the macros that the text defines. */
void annotation_macros_collect(struct annotation_macros *macros, const char *text, size_t length);

/* Accepts any bytes. Free the result with stripped_free. */
void strip_host_code(struct stripped *stripped, const char *text, size_t length,
                     const struct annotation_macros *macros);
void stripped_free(struct stripped *stripped);

/* Text to insert before the byte `at`. */
struct insertion {
	size_t at;
	const char *text;
};
/* Inserts the texts, sorted by place; texts of one place stay in order. Ranges keep their contents; an insertion at
 * a range's begin becomes part of it. */
void stripped_insert(struct stripped *stripped, struct insertion *insertions, size_t count);
void stripped_may_drop(struct stripped *stripped, size_t begin, size_t end);
/* Overwrites a part of the text with blanks. */
void stripped_leave_out(struct stripped *stripped, const struct range *part);

/* The kernel definition at this place, or else on this line; NULL: none. Columns count bytes from 1. */
const struct range *stripped_kernel_at(const struct stripped *stripped, uint32_t line, uint32_t column);

#endif
