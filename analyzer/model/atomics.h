/* What the compiler makes of an atomic: figures are those of its instructions, which are not always the source's. Found by
 * compiling some sixty small kernels with nvcc 13.0 for sm_75, sm_80 and sm_90 and looking at the instructions.
 *
 * Election. Where the address does not depend on the thread, one lane of a warp does for all what their atomics come to:
 * the others' operands are added up first (REDUX, a shuffle or a count of lanes). So it is with 32-bit integers for add
 * and sub and, if the old value is not used, min, max, and, or and xor; with 64-bit ones for adding what does not depend on
 * the thread either. It is not with exchanges, compare-and-swap, inc and dec, nor with floating point.
 *
 * Loops. Shared memory has instructions for 32-bit integers, and for exchange and compare-and-swap of 64 bits. All else is
 * a load and a compare-and-swap (ATOMS.CAST.SPIN), over and over until no lane has lost against another. */
#ifndef GPULINT_MODEL_ATOMICS_H
#define GPULINT_MODEL_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"
#include "model/memory_model.h"

struct gpu;

/* An atomic as the source has it. */
struct atomic {
	enum ir_builtin builtin;       /* IR_BUILTIN_COUNT: it is none of those that are known */
	const struct ir_type *type;    /* of what it changes; NULL: not known */
	const struct ir_expr *operand; /* NULL: it has none */
	bool result_unused;
	bool uniform_operand; /* what it adds does not depend on the thread */
};

/* How shared memory does it, where it has an instruction for it. */
enum shared_atomic atomic_in_shared(const struct atomic *atomic, const struct gpu *gpu);
/* Whether it is a loop there. */
bool atomic_loops_in_shared(const struct atomic *atomic);

/* Whether it is one instruction, in shared or in global memory. */
bool atomic_is_native(const struct atomic *atomic, bool in_shared, const struct gpu *gpu);

/* Whether lanes elect one of them where they all go to one address that does not depend on the thread; of `active`, the
 * lanes that then make the atomic. */
bool atomic_elects(const struct atomic *atomic);
uint32_t atomic_elected(const struct atomic *atomic, const struct gpu *gpu, uint32_t active);

/* In L2: passes for a sector of which each word is one lane's, and for each of several lanes on one word. An addition of floating
 * point has to have the sum before the next can begin. Of 15 atomics on 1 to 2^22 addresses on an H100. Meanwhile those of other words
 * go on: L2 makes so many passes at once of words that do not wait for each other (an H200: of a million lanes of which 1 to 32 of a
 * warp are on one word, doubles take 0.5 to 0.8 times as long as floats). */
struct atomic_pace {
	double apart, each, at_once;
};
struct atomic_pace atomic_pace(const struct atomic *atomic);

#endif
