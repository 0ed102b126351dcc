/* Mathematical functions that a GPU and the host may round differently. By CUDA's error tables all are off by some
 * units in the last place, except basic operations, square roots, roundings and selections. Decisions on their
 * results are uncertain. The same holds for single-precision arithmetic under -ftz=true, -prec-div=false or
 * -use_fast_math. */
#ifndef GPULINT_ANALYSIS_ROUNDING_H
#define GPULINT_ANALYSIS_ROUNDING_H

#include <stdio.h>

#include "ir/ir.h"

/* An abstract domain (docs/ARCHITECTURE.md, Domains): each includes those before it. Three values need no widening. */
enum rounding_sensitive { EXACT, ROUNDED_ON_HOST, ROUNDED };

static inline enum rounding_sensitive
rounding_join(enum rounding_sensitive a, enum rounding_sensitive b)
{
	return a > b ? a : b;
}

static inline bool
rounding_includes(enum rounding_sensitive a, enum rounding_sensitive b)
{
	return a >= b;
}

/* "exact", "rounded on the host", "rounded". */
void rounding_print(FILE *out, enum rounding_sensitive a);

/* Whether a function or its callees use such functions. ROUNDED_ON_HOST: only ones whose results the execution of
 * machine code (codegen/execute) takes as known. */
enum rounding_sensitive func_rounding_sensitive(const struct ir_func *func);

#endif
