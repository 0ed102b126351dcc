/* Device code out of a CUDA source: NVRTC compiles no host code, and the lines of what remains must stay true. So host
 * functions, the bodies of host-only members and host variables are overwritten with blanks. What cannot be told by its
 * looks alone (a class that only the host uses, a prototype with types of the standard library) stays, and is listed as
 * something that may go when the compiler rejects it.
 *
 * It works on tokens, not on meaning: it must not depend on a full parse, since what it is for is precisely code that
 * another compiler than the project's own is going to see. */
#ifndef GPULINT_CODEGEN_SOURCE_BLANK_H
#define GPULINT_CODEGEN_SOURCE_BLANK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct range { size_t begin, end; };   /* bytes, end exclusive */

/* A function of the host with a body, in bytes of the original. */
struct host_function {
	size_t begin, head_end;  /* its template heads; head_end = begin: it has none */
	size_t body, end;        /* from the brace to behind the other one */
};

struct blanked {
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

/* Any bytes are accepted; the result is for blanked_free. */
void blank_host_code(struct blanked *blanked, const char *text, size_t length, const struct annotation_macros *macros);
void blanked_free(struct blanked *blanked);

/* Text that goes in front of a byte. */
struct insertion {
	size_t at;
	const char *text;
};
/* Puts them in, in order of their places, of one place one behind the other. A range that begins or ends at one does so as before:
 * what is put there is part of the range that begins there. */
void blanked_insert(struct blanked *blanked, struct insertion *insertions, size_t count);
void blanked_may_drop(struct blanked *blanked, size_t begin, size_t end);
/* Overwrites a part of the text. */
void blanked_leave_out(struct blanked *blanked, const struct range *part);

/* The kernel definition that the place lies in, or else its line; NULL: none. Columns are bytes, from 1 on. */
const struct range *blanked_kernel_at(const struct blanked *blanked, uint32_t line, uint32_t column);

#endif
