/* How the compiler implements atomics. Figures are those of the compiled instructions, which may differ from the
 * source. Found by compiling about sixty small kernels with nvcc 13.0 for sm_75, sm_80 and sm_90 and reading the
 * instructions.
 *
 * Election. If the address does not depend on the thread, one lane of a warp performs the atomic for all. The other
 * lanes' operands are combined first (REDUX, a shuffle or a count of lanes). This applies to 32-bit integers for add
 * and sub, and for min, max, and, or and xor if the old value is unused. It applies to 64-bit integers for adding a
 * value that does not depend on the thread either. It does not apply to exchanges, compare-and-swap, inc, dec and
 * floating point.
 *
 * Loops. Shared memory has instructions for 32-bit integers, and for 64-bit exchange and compare-and-swap. All other
 * atomics are a load and a compare-and-swap (ATOMS.CAST.SPIN), repeated until every lane has succeeded. */
#ifndef GPULINT_MODEL_ATOMICS_H
#define GPULINT_MODEL_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"
#include "model/memory_model.h"

struct gpu;

/* An atomic in the source. */
struct atomic {
	enum ir_builtin builtin;       /* IR_BUILTIN_COUNT: unknown */
	const struct ir_type *type;    /* type of the changed value; NULL: unknown */
	const struct ir_expr *operand; /* NULL: none */
	bool result_unused;
	bool uniform_operand; /* the operand does not depend on the thread */
};

/* The shared-memory instruction of the atomic, if there is one. */
enum shared_atomic atomic_in_shared(const struct atomic *atomic, const struct gpu *gpu);
/* Whether the atomic is a loop in shared memory. */
bool atomic_loops_in_shared(const struct atomic *atomic);

/* Whether the atomic is a single instruction, in shared or in global memory. */
bool atomic_is_native(const struct atomic *atomic, bool in_shared, const struct gpu *gpu);

/* atomic_elects: whether one lane is elected if all access one address that does not depend on the thread.
 * atomic_elected: the lanes of `active` that then execute the atomic. */
bool atomic_elects(const struct atomic *atomic);
uint32_t atomic_elected(const struct atomic *atomic, const struct gpu *gpu, uint32_t active);

/* Passes in L2: for a sector in which each lane has its own word, and for each of several lanes on one word. A
 * floating-point addition must finish before the next one begins. Fitted to 15 atomics on 1 to 2^22 addresses on an
 * H100. Atomics on other words continue meanwhile: `at_once` is the number of parallel passes on independent words
 * (an H200: of a million lanes of which 1 to 32 of a warp are on one word, doubles take 0.5 to 0.8 times as long as
 * floats). */
struct atomic_pace {
	double apart, each, at_once;
};
struct atomic_pace atomic_pace(const struct atomic *atomic);

#endif
