/* What the compiler makes of a loop before it looks for neighbouring accesses: how many copies of its body stand one
 * after the other.
 *
 * Found by compiling some hundred small loops with nvcc 13.0 for sm_90 and counting the instructions: a loop of a known
 * number of iterations goes whole where all its copies are up to 600 instructions, else in as many copies as divide that
 * number and are up to 150 instructions; one of an unknown number becomes four copies and a loop for the rest, or two, or
 * none, again up to 150. Where the body is tiny a longer one goes whole as well, a thousand times round too, if the body
 * computes or repeats what it loads; most that load or store something new each time do not from some 200 on. So many
 * copies stand behind each other all the same that values are known in them as if it did: it counts as whole, perhaps.
 * The numbers of instructions are estimated from the source. */
#ifndef GPULINT_CODE_UNROLL_H
#define GPULINT_CODE_UNROLL_H

#include "code/definitions.h"

enum wholeness { WHOLE_NEVER, WHOLE_PERHAPS, WHOLE_SURELY };

struct unrolling {
	const struct ir_stmt *loop;
	const struct ir_var *counter;   /* NULL: there is none */
	enum wholeness whole;           /* nothing goes round any more: each copy knows its counter */
	unsigned copies;                /* else so many make up one time round; 1: it stays as it is */
	bool rest_alone;                /* the iterations that are left over run in a loop of their own */
	unsigned trips;                 /* 0: not known */
	int64_t step;
	const struct ir_expr *start;    /* of the counter; NULL: not seen */
};

/* What a piece of code amounts to: its instructions, roughly, and whether it is one straight line. */
struct extent {
	double instructions;
	bool breaks;                    /* a loop, a barrier, a subroutine or a way out stands in it */
};

/* around: the statement that the loop is a part of, or NULL: where it is a block, the statements in it up to the loop tell
 * where the counter starts. */
struct unrolling unrolling_of(struct definitions *definitions, const struct ir_stmt *loop, const struct ir_stmt *around);
/* The variable that the loop's step moves by a known amount; NULL: there is none. */
const struct ir_var *loop_counter(struct definitions *definitions, const struct ir_stmt *loop);
/* The same of one that is added to, and how much: negative where that is taken away. */
const struct ir_var *loop_counter_step(struct definitions *definitions, const struct ir_stmt *loop, int64_t *by);
/* Whether several copies of the loop's body may be made. It has to be known on the way in how often the loop will go round:
 * so it is where a counter moves by a constant, or by any signed amount, which may not overflow; not where it moves by an
 * unsigned one that is no constant. A loop without a step, whose counter is not looked for, may be of the former. */
bool may_have_copies(struct definitions *definitions, const struct ir_stmt *loop);
/* Of a loop whose counter starts at that number; `start` and `loop` are not told. */
struct unrolling unrolling_from(struct definitions *definitions, const struct ir_stmt *loop, const struct extent *body,
                                int64_t start);
/* Copies of the body of a loop that goes round as often as only the launch says. */
unsigned copies_of_unknown_trips(const struct extent *body);
/* Of two pieces together. */
struct extent extent_both(struct extent a, struct extent b);
struct extent extent_of(struct definitions *definitions, const struct ir_stmt *s);
/* The same of code that predicates may take the place of branches in: jumps forward (break, continue, return, the cases of a
 * switch) do not break it then, for they only switch off what is behind them, nor does what is an instruction that may stand
 * under a predicate: barriers, votes, exchanges, atomics, fetches of textures, reads of clocks, inline assembly. What is not
 * known to have branches of its own counts as one. */
struct extent extent_under_predicates(struct definitions *definitions, const struct ir_stmt *s);

#endif
