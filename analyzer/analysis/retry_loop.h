/* Compare-and-swap loops that retry until no other thread interfered:
 *
 *	do {                                                while (true) {
 *		assumed = old;                                      old = *p;
 *		old = atomicCAS(p, assumed, f(assumed));            if (atomicCAS(p, old, f(old)) == old)
 *	} while (old != assumed);                                   break;
 *	                                                    }
 *
 * They do nothing else, so each thread succeeds once. If several threads compete for a word, one of them succeeds in
 * each try. If f is one operation with a loop-invariant operand, or with one loaded elsewhere, an atomic can replace
 * the loop. */
#ifndef GPULINT_ANALYSIS_RETRY_LOOP_H
#define GPULINT_ANALYSIS_RETRY_LOOP_H

#include "analysis/definitions.h"

struct retry_loop {
	const struct ir_expr *swap;    /* the compare-and-swap; NULL: not such a loop */
	const struct ir_expr *test;    /* the retry condition: the loop's own, or that of an if that leaves it */
	bool again;                    /* the value of `test` that means retry */
	enum ir_builtin native;        /* the atomic that can replace the loop; IR_BUILTIN_COUNT: none */
	const struct ir_type *type;    /* of the number that it changes */
	const struct ir_expr *operand; /* the operand, for example the addend */
	bool negates;                  /* it is subtracted */
	/* it is loaded in the loop: the replacement is valid if it is in other memory */
	bool loads;
};

struct retry_loop retry_loop_of(const struct definitions *definitions, const struct ir_stmt *loop);

#endif
