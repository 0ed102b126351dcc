/* Long loops: run until the pattern of an iteration is known, then sampled.
 *
 * A loop that nothing but its condition ends, and whose variables change by a constant step (or do so every second,
 * third or fourth time round), need not be run whole. Of its remaining iterations some run, standing for the others as well
 * (see sampled_rounds.h), and in between the variables are moved on. The first and the last iterations run as they are. What
 * does not change by a constant step is unknown after such a jump, and so is what is assigned under a condition that may come
 * out differently in an iteration that was not run. Where lanes leave one after the other, the same is done with what each has
 * left (see divergent_exits.h). */
#ifndef GPULINT_EVAL_LOOP_LOOP_H
#define GPULINT_EVAL_LOOP_LOOP_H

#include "code/assigned.h"
#include "eval/loop/sampled_rounds.h"
#include "eval/state/machine.h"

enum { MOST_WATCHED = 96, MOST_SNAPSHOTS = 9, MOST_PERIOD = 4 };

/* A loop may take so much of the steps that are left that one in REST_SHARE stays for what comes behind it. */
enum { REST_SHARE = 4 };

struct snapshot {
	bool defined, uniform, real, symbols;
	union lane *lane;
	symbol_id *symbol;
};

struct watched {
	struct variable *variable;
	struct snapshot ring[MOST_SNAPSHOTS];
	unsigned taken;             /* snapshots, */
	uint64_t since;             /* the first of them behind that iteration */
	bool affine;
	union lane *step;           /* change in one period; one entry if the variable was uniform */
	bool step_uniform;
	struct snapshot at_window;  /* when the running window began */
};

enum sampling {
	SAMPLING_LEARN,      /* iterations are watched for their pattern */
	SAMPLING_OFF,        /* all of them run */
	SAMPLING_ROUNDS,     /* some of them run, for the others as well */
	SAMPLING_TAIL,       /* the last ones run as they are */
	SAMPLING_LEARN_FALLING,   /* the same as LEARN, where lanes have left and more may any time */
};

struct divergent_exits;

struct sampler {
	const struct ir_stmt *stmt;
	struct arena_mark mark;
	uint32_t begun;             /* machine.clock at the loop's start */
	uint64_t inputs_before;     /* program.inputs_read there */
	uint64_t steps_at_start;
	uint64_t most_steps;        /* that it may take, counted from there */
	uint64_t steps_before, latest_steps;   /* behind the latest iteration, and that it took */
	struct mask lanes;          /* that ran the first iteration watched; of falling ones those that run */
	uint64_t iterations;
	uint64_t left_out;          /* iterations that were not run */
	bool asked, reaches_device;   /* host code, once it has cost much: whether the device has a part in it */
	bool runs_whole;              /* all its iterations are paid for */
	bool rounds_assumed;          /* the same: some that are not run may do otherwise */
	enum sampling state;
	struct watched *watched;
	size_t watched_count;
	unsigned period;
	/* while sampling */
	struct sampled_rounds rounds;
	size_t next;                /* of them, the one that runs or is to run next */
	unsigned in_round;          /* iterations of it that have run */
	uint64_t in_window;         /* of those one behind the other, how many have */
	struct divergent_exits *falling;   /* of lanes that leave one after the other, which are sampled all the same; else NULL */
	unsigned falling_rounds;    /* watched since they began to leave; 0: they have not, or are not sampled */
	double outer_weight;
	bool outer_extrapolating;
	const struct ir_stmt *outer_sampled_loop;
	const struct assigned *assigned;  /* once the loop is known to be sampled */
};

/* What has been found out of a loop so far; good until another loop is asked for. */
struct loop_entry *loop_entry(struct machine *m, const struct ir_stmt *loop);

/* What it may assign. */
const struct assigned *loop_assigned(struct machine *m, const struct ir_stmt *loop);

/* Before the loop's first iteration, and behind its last: restores the weight that code around it has. */
void sampler_begin(struct machine *m, struct sampler *sampler, const struct ir_stmt *stmt);
void sampler_end(struct machine *m, struct sampler *sampler);
/* After each iteration, the condition of the next not yet evaluated: may move the variables on. Returns the active lanes that
 * have left the loop in iterations that were not run. */
struct mask sampler_iteration(struct machine *m, struct sampler *sampler);

/* What the innermost loop that runs may take of a number of steps: one within another runs many times over, so its share is
 * so much smaller. */
uint64_t loop_inner_share(const struct machine *m, uint64_t steps);

/* What was written since `clock` is unknown in these lanes. */
void forget_since(struct machine *m, uint32_t clock, const struct mask *lanes, uint32_t reason);
/* So is what the host's random generators draw from now on, where iterations that are not run may have drawn. */
void loop_lose_draws(struct machine *m, const struct ir_stmt *loop);

/* Why what the loop has changed is not known. inputs_before: program.inputs_read at its start. */
uint32_t loop_reason(struct machine *m, const struct ir_stmt *loop, uint64_t inputs_before);

/* In how many more iterations (whole periods of them) the loop surely goes on, for all active lanes, when its variables
 * move by their steps; 0 when that cannot be told. */
uint64_t loop_trips(struct machine *m, struct sampler *sampler);
/* Of a loop that nothing but its condition ends: how many times in a row that holds, from now, for each active lane. False:
 * that cannot be told of all of them. */
bool loop_lane_trips(struct machine *m, struct sampler *sampler, uint64_t *trips);
/* Moves the watched variables on by so many periods, or back. */
void sampler_shift(struct machine *m, struct sampler *sampler, int64_t periods);

typedef void (*variable_visitor)(struct machine *m, struct variable *v, void *context);
/* All variables that were there before `clock` and have been written since. */
void sampler_each_changed(struct machine *m, uint32_t clock, variable_visitor visit, void *context);
/* NULL: it is not watched. */
struct watched *sampler_watched(const struct sampler *sampler, const struct variable *v);

#endif
