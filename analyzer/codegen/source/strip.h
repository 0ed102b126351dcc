/* Device code out of a CUDA source: NVRTC compiles no host code, and the lines of what remains must stay true. So host
 * functions, the bodies of host-only members and host variables are overwritten with blanks. What cannot be told by its
 * looks alone (a class that only the host uses, a prototype with types of the standard library) stays, and is listed as
 * something that may go when the compiler rejects it.
 *
 * It works on tokens, not on meaning: it must not depend on a full parse, since what it is for is precisely code that
 * another compiler than the project's own is going to see. */
#ifndef GPULINT_CODEGEN_SOURCE_STRIP_H
#define GPULINT_CODEGEN_SOURCE_STRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct range { size_t begin, end; };   /* bytes, end exclusive */

/* A function of the host with a body, in bytes of the original. */
struct host_function {
	size_t begin, head_end;  /* its template heads; head_end = begin: it has none */
	size_t body, end;        /* from the brace to behind the other one */
};

struct stripped {
	char *text;              /* as long as the original; bytes that are no UTF-8 are '?' */
	size_t length;
	struct range *droppable;
	size_t droppable_count, droppable_capacity;
	struct range *kernels;   /* definitions of kernels and kernel templates, with their template heads */
	size_t kernel_count, kernel_capacity;
	struct host_function *functions;
	size_t function_count, function_capacity;
	size_t *line_ends;
	size_t line_count, line_capacity;
};

/* Macros that stand for __global__, __device__ and the like, or for whole declarations, collected over all files of a program. */
struct annotation_macros;
struct annotation_macros *annotation_macros_new(void);
void annotation_macros_free(struct annotation_macros *macros);
/* Adds those that the text defines. */
void annotation_macros_collect(struct annotation_macros *macros, const char *text, size_t length);

/* Any bytes are accepted; the result is for stripped_free. */
void strip_host_code(struct stripped *stripped, const char *text, size_t length, const struct annotation_macros *macros);
void stripped_free(struct stripped *stripped);

/* Text that goes in front of a byte. */
struct insertion {
	size_t at;
	const char *text;
};
/* Puts them in, in order of their places, of one place one behind the other. A range that begins or ends at one does so as before:
 * what is put there is part of the range that begins there. */
void stripped_insert(struct stripped *stripped, struct insertion *insertions, size_t count);
void stripped_may_drop(struct stripped *stripped, size_t begin, size_t end);
/* Overwrites a part of the text. */
void stripped_leave_out(struct stripped *stripped, const struct range *part);

/* The kernel definition that the place lies in, or else its line; NULL: none. Columns are bytes, from 1 on. */
const struct range *stripped_kernel_at(const struct stripped *stripped, uint32_t line, uint32_t column);

#endif
