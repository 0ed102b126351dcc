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

struct blanked {
	char *text;              /* as long as the original; bytes that are no UTF-8 are '?' */
	size_t length;
	struct range *droppable;
	size_t droppable_count, droppable_capacity;
	struct range *kernels;   /* definitions of kernels and kernel templates, with their template heads */
	size_t kernel_count, kernel_capacity;
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

/* The kernel definition that the place lies in, or else its line; NULL: none. Columns are bytes, from 1 on. */
const struct range *blanked_kernel_at(const struct blanked *blanked, uint32_t line, uint32_t column);

#endif
