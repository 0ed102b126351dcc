/* What each round of a loop begins with, behind the loop's test or behind a branch that some leave it by. If what stands behind the
 * loop begins with the same, as in `while (k < n) o[k++] = a[i]; a[i]++;`, both ways from the test do: nvcc 13.0 makes one of
 * both, in front of the test, which has no line. */
#ifndef GPULINT_EVAL_REUSE_LOOP_STARTS_H
#define GPULINT_EVAL_REUSE_LOOP_STARTS_H

#include "model/fold.h"

struct machine;
struct reuse_place;

enum { LOOP_STARTS = 8 };

struct loop_starts {
	struct loop_start {
		const struct ir_expr *site, *ahead;   /* the latest such access before it when it was first made; NULL: none */
		enum site_kind kind;
		const struct object *object;
		unsigned width;
		struct name address, value;   /* the value: of a store */
		bool address_moves, value_moves;   /* with the loop */
		bool at_known;
		int64_t at, step;             /* of the first lane; in bytes from one round to the next, 0: not known, or not always the same */
		unsigned lane, rounds;
		bool met;                     /* behind the loop */
		uint64_t block;               /* as of reuse.blocks, the latest */
	} items[LOOP_STARTS];
	unsigned count;
	bool open;                 /* nothing else was done since the test, */
	uint64_t block;            /* in this block */
	uint64_t rounds;           /* that were run */
	bool leaves_out;           /* rounds that were not */
};

/* Behind the test, or such a branch. */
void loop_starts_open(struct machine *m);
/* The loop ends, after so many rounds, with those that were not run; it is in that one of which the starts are given. */
void loop_starts_end(struct machine *m, const struct loop_starts *outer, uint64_t rounds);
/* At a barrier, an atomic or something unseen: nothing behind it begins a round, nor what follows the loop. */
void loop_starts_close(struct machine *m);
/* An access is made now, a load or a store of that value. Whether it may be one with such a start: both are in doubt then, and what
 * may get the one that is made of both. */
bool loop_starts_note(struct machine *m, const struct reuse_place *place, enum site_kind kind, struct name value);

#endif
