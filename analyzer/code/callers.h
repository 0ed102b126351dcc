/* What a kernel's functions are called with, as the compiler sees it, which compiles them into their callers: of pointers and
 * integers that they are given, the powers of two that divide them. */
#ifndef GPULINT_CODE_CALLERS_H
#define GPULINT_CODE_CALLERS_H

#include "code/definitions.h"
#include "support/arena.h"
#include "support/pointer_map.h"

struct callers {
	const struct ir_func *kernel;
	struct pointer_map calls;      /* each function's: to the first struct call_site */
	struct pointer_map given;      /* each function's: to its struct definitions, or to one that is being made */
	struct arena *arena;
};

/* Reads the kernel and all that it calls; what is found out lies in `arena`. */
void callers_find(struct callers *callers, const struct ir_func *kernel, struct arena *arena);
/* The function's own definitions, with what is known of its parameters. */
struct definitions callers_definitions(struct callers *callers, const struct ir_func *func);
void callers_free(struct callers *callers);

#endif
