/* How often the compiled code executes a branch, against the source: the compiler makes copies of loops' bodies, tests loops'
 * conditions behind them, and makes one branch of several or several of one. Which way lanes go it leaves as it is.
 *
 * Found by compiling some eighty small kernels with nvcc 13.0 for sm_90, and in agreement with what an H200 counted of
 * public programs:
 *  - A loop's condition is tested behind its body. A branch before it, for what may not go round at all, there is unless
 *    that cannot be, or the way out is the kernel's end, or another branch serves for it.
 *  - Of a loop that is unrolled one test serves several iterations; the tests of how many are left stand on whatever line
 *    the compiler comes from, mostly one in the body.
 *  - The parts of a condition (&&, ||, ?:) are computed together where what comes second costs no more than five instructions
 *    and loads nothing by a computed address; else they have branches of their own. What asks for three numbers
 *    (`a == 3 || a == 7 || a == 12`) counts as a switch.
 *  - A switch has a branch for each range of numbers, or a jump by a table.
 *  - Short sides, up to some seven to sixteen instructions without loop or call, are predicated or selected between, and there is
 *    no branch; barriers, reads of clocks and fetches of textures may be predicated, too. Where one side alone is short, it may
 *    be, and what jumps around the other then stands on its line. A side that ends by a jump is one of two ways, of which the
 *    other is what is behind the branch, up to where the jump leads (ways.h).
 *  - Lanes of which nothing more is wanted in the kernel leave it by an exit under a predicate, which is no branch. What they
 *    still have to do before that, if it is short, is predicated. So it is in functions behind whose call the kernel ends;
 *    and where the caller asks for a number that is returned, there is a jump to where that leads.
 *  - Lanes that leave a loop do so together with those that its own test lets go, in one branch, if nothing is between the two.
 *  - Of two branches on one condition there is one, if one stands in the other or little is between them (asked_again.h).
 *  - A condition that is the same for all lanes and in all rounds of a loop is asked once, before the loop, which then exists
 *    twice; so it is with #pragma unroll 1, too. */
#ifndef GPULINT_CODE_BRANCHING_H
#define GPULINT_CODE_BRANCHING_H

#include "code/definitions.h"
#include "ir/ir.h"

enum branching {
	BRANCHING_AS_WRITTEN,
	BRANCHING_UNROLLED,      /* a loop that may be unrolled */
	BRANCHING_TURNED,        /* another loop that is tested first */
	BRANCHING_PARTED,        /* a condition of parts that may have branches of their own */
	BRANCHING_CASES,         /* a switch between more than two ways */
	BRANCHING_SHORT,         /* what it decides about may be done under predicates */
	BRANCHING_EXIT,          /* lanes on one side leave the kernel */
	BRANCHING_RETURN,        /* lanes on one side leave a function that is called */
	BRANCHING_LEAVES_LOOP,   /* lanes on one side do nothing more but leave the loop around it */
	BRANCHING_ASKED_AGAIN,   /* another branch near it has the same condition */
	BRANCHING_BESIDE_TESTS,  /* it stands in a loop that may be unrolled, whose tests may come to its line */
	BRANCHING_UNCHANGED,     /* it stands in a loop in which its condition does not change */
	BRANCHINGS
};

/* Of an if, a switch or a loop of the function. one_way: the lanes of no warp part there. */
enum branching branching_of(const struct ir_func *func, const struct ir_stmt *branch, bool one_way,
                            struct definitions_known *known);
/* Of a branch in a function that such a loop calls, which the compiler puts there: whether the loop or those around it set
 * it beside their tests. Else it counts as written. */
enum branching branching_of_called(const struct ir_func *caller, const struct ir_stmt *loop, struct definitions_known *known);

#endif
