/* Internal to the engine: evolutions, an abstract domain (docs/ARCHITECTURE.md, Domains). An evolution states how a
 * word or predicate of a warp changes from one period of a loop to the next, or from one block to another.
 *
 * `invariant` is the bottom, `unknown` the top, and no other two are comparable. The height is three, so joins alone
 * reach a fixpoint. */
#ifndef GPULINT_CODEGEN_EXECUTE_EVOLUTION_H
#define GPULINT_CODEGEN_EXECUTE_EVOLUTION_H

#include <stdbool.h>
#include <stdio.h>

/* In the order of the rules: the rules for operands of one evolution also treat operands of those before it. */
enum evolution {
	EVOLUTION_INVARIANT, /* the same in each period */
	EVOLUTION_AFFINE,    /* each lane advances by the same step in each period, modulo 2^32 */
	EVOLUTION_SIGN,      /* its sign is the same in each period */
	/* Only for values of the block index (extrapolate_moved.c): */
	EVOLUTION_MOVED, /* other blocks: the same amount more in all lanes, with some lowest bits 0 (fixed_bits) */
	EVOLUTION_UPPER, /* the upper half of such a pair, or the carry into it */
	EVOLUTION_UNKNOWN,
};

/* Of a word that evolves in one of two ways. Up to EVOLUTION_SIGN also of one of which some lanes evolve in one way and
 * the others in another. */
static inline enum evolution
evolution_join(enum evolution a, enum evolution b)
{
	if (a == b || b == EVOLUTION_INVARIANT)
		return a;
	return a == EVOLUTION_INVARIANT ? b : EVOLUTION_UNKNOWN;
}

static inline bool
evolution_includes(enum evolution a, enum evolution b)
{
	return evolution_join(a, b) == a;
}

/* Of two operands, the one whose rules treat both. */
static inline enum evolution
evolution_dominant(enum evolution a, enum evolution b)
{
	return a > b ? a : b;
}

void evolution_print(FILE *out, enum evolution evolution);

#endif
