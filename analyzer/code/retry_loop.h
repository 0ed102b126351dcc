/* Loops that try a compare-and-swap until no other thread was faster:
 *
 *	do {                                                while (true) {
 *		assumed = old;                                      old = *p;
 *		old = atomicCAS(p, assumed, f(assumed));            if (atomicCAS(p, old, f(old)) == old)
 *	} while (old != assumed);                                   break;
 *	                                                    }
 *
 * Nothing else happens in them, so that each thread comes through once, and of those that want one word at once one alone
 * does. Where f is one operation with a number that the loop does not change, or loads from elsewhere, an atomic does the same
 * without a loop. */
#ifndef GPULINT_CODE_RETRY_LOOP_H
#define GPULINT_CODE_RETRY_LOOP_H

#include "code/definitions.h"

struct retry_loop {
	const struct ir_expr *swap;      /* the compare-and-swap; NULL: it is no such loop */
	const struct ir_expr *test;      /* the condition that says who has to try again: the loop's, or of an if that leaves it, */
	bool again;                      /* those for whom it comes out so */
	enum ir_builtin native;          /* the atomic that does the same; IR_BUILTIN_COUNT: none */
	const struct ir_type *type;      /* of the number that it changes, */
	const struct ir_expr *operand;   /* and what it adds, say; */
	bool negates;                    /* or rather subtracts; */
	bool loads;                      /* that is loaded in the loop: the atomic does the same if it lies in other memory */
};

struct retry_loop retry_loop_of(const struct definitions *definitions, const struct ir_stmt *loop);

#endif
