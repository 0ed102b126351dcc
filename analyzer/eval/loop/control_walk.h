/* Runs what of a loop decides where its iterations go (see code/control/loop_control.h), and nothing else: no access is made, and what
 * it costs is the sampler's. */
#ifndef GPULINT_EVAL_LOOP_CONTROL_WALK_H
#define GPULINT_EVAL_LOOP_CONTROL_WALK_H

#include "code/control/loop_control.h"
#include "eval/machine.h"

/* How a decider comes out, as hashes: of which lanes go which way; of in which warps none, some or all do, or of about how often a
 * loop goes round; and of how many such warps there are. */
enum { BY_LANES, BY_WARPS, BY_NUMBER, CONTROL_WAYS };

struct control_walk {
	struct machine *m;
	const struct loop_control *control;
	uint64_t most_steps;         /* that it may take */
	uint64_t *what;              /* for each decider how it has come out, all hashes, since this was last zero; NULL: no matter */
	bool failed;                 /* something that decides is not known, or it takes too much */
	/* The machine's, put back at the end. */
	uint64_t steps, step_limit, loop_limit;
	struct work work;
	struct fold *fold;
	struct idle_run *idle_run;
	struct active active;
};

void control_walk_begin(struct control_walk *walk, struct machine *m, const struct loop_control *control, uint64_t most_steps);
/* One iteration, from before its test. False: it has failed. */
bool control_walk_round(struct control_walk *walk);
/* Whether so many times what it has taken so far is no more than it may take. */
bool control_walk_affords(const struct control_walk *walk, uint64_t times);
/* Returns how many steps it took. */
uint64_t control_walk_end(struct control_walk *walk);

/* What the variables that it assigns hold, to be put back. */
struct control_state {
	struct variable *former;     /* one each, with arrays of its own */
};

/* In memory of the arena. */
struct control_state control_state_take(struct machine *m, const struct loop_control *control, struct arena *arena);
void control_state_restore(struct machine *m, const struct loop_control *control, const struct control_state *state);

#endif
