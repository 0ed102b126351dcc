/* Long loops: they run until the pattern of an iteration is known, and are then sampled.
 *
 * This applies to loops that end only by their condition. Their variables change by a constant step in each
 * iteration, or in every second to fourth. Some of the remaining iterations run with weights (sampling/samples.h), and
 * the variables are advanced in between. The first and the last iterations run unchanged. After such a jump,
 * variables without a constant step are unknown. So are those assigned under a condition that may differ in a
 * skipped iteration. If lanes leave one after the other, each lane's remaining trip count is used
 * (divergent_exits.h). */
#ifndef GPULINT_EVAL_LOOP_LOOP_H
#define GPULINT_EVAL_LOOP_LOOP_H

#include "analysis/assigned.h"
#include "eval/state/machine.h"
#include "sampling/samples.h"

enum { MOST_WATCHED = 96, MOST_SNAPSHOTS = 9, MOST_PERIOD = 4 };

/* A loop leaves at least 1/REST_SHARE of the remaining steps to later code. */
enum { REST_SHARE = 4 };

struct snapshot {
	bool defined, uniform, real, symbols;
	union lane *lane;
	symbol_id *symbol;
};

struct watched {
	struct variable *variable;
	struct snapshot ring[MOST_SNAPSHOTS];
	unsigned taken; /* number of snapshots */
	uint64_t since; /* the first of them follows that iteration */
	bool affine;
	union lane *step; /* change in one period; one entry if step_uniform */
	bool step_uniform;
	struct snapshot at_window; /* at the start of the running window */
};

enum sampling_phase {
	SAMPLING_LEARN,         /* iterations are watched for a pattern */
	SAMPLING_OFF,           /* all iterations run */
	SAMPLING_PERIODS,       /* some iterations run, with weights */
	SAMPLING_TAIL,          /* the last iterations run unchanged */
	SAMPLING_LEARN_FALLING, /* the same as LEARN, while lanes leave one after the other */
};

struct divergent_exits;

struct sampler {
	const struct ir_stmt *stmt;
	struct arena_mark mark;
	uint32_t begun;         /* machine.clock at the loop's start */
	uint64_t inputs_before; /* program.inputs_read at the loop's start */
	uint64_t steps_at_start;
	uint64_t most_steps;                 /* step limit of the loop, from steps_at_start */
	uint64_t steps_before, latest_steps; /* machine.budget.steps after the latest iteration, and its steps */
	struct mask lanes; /* lanes of the first iteration watched; with divergent exits, the active ones */
	uint64_t iterations;
	uint64_t left_out;          /* skipped iterations */
	bool asked, reaches_device; /* host, for expensive loops: whether the device is involved */
	bool runs_whole;            /* all iterations run: their cost is accounted for */
	bool iterations_assumed;    /* host: some skipped iterations may behave differently */
	enum sampling_phase state;
	struct watched *watched;
	size_t watched_count;
	unsigned period;
	/* while sampling */
	struct samples periods;
	size_t next;                     /* index in `periods`: the running or next one */
	unsigned in_period;              /* iterations of it that have run */
	uint64_t in_window;              /* iterations run in the current window */
	struct divergent_exits *falling; /* for sampled divergent exits; else NULL */
	unsigned falling_iterations;     /* iterations watched since lanes began to leave; 0: none, or not sampled */
	double outer_weight;
	bool outer_extrapolating;
	const struct ir_stmt *outer_sampled_loop;
	const struct assigned *assigned; /* set once the loop is sampled */
};

/* The variables that it may assign. */
const struct assigned *loop_assigned(struct machine *m, const struct ir_stmt *loop);

/* Call before the first iteration and after the last; the latter restores the weight of the surrounding code. */
void sampler_begin(struct machine *m, struct sampler *sampler, const struct ir_stmt *stmt);
void sampler_end(struct machine *m, struct sampler *sampler);
/* Call after each iteration, before the next condition: may skip iterations. Returns the active lanes that left the
 * loop in skipped ones. */
struct mask sampler_iteration(struct machine *m, struct sampler *sampler);

/* The innermost running loop's share of a number of steps. Nested loops run many times, so their share is smaller. */
uint64_t loop_inner_share(const struct machine *m, uint64_t steps);

/* Everything written since `clock` becomes unknown in these lanes. */
void forget_since(struct machine *m, uint32_t clock, const struct mask *lanes, uint32_t reason);
/* The host's random generators become unknown if skipped iterations may have drawn numbers. */
void loop_forget_draws(struct machine *m, const struct ir_stmt *loop);

/* A lower bound of the remaining iterations for all active lanes, in whole periods, if the variables keep their
 * steps; 0: unknown. */
uint64_t loop_trips(struct machine *m, struct sampler *sampler);
/* For loops that end only by their condition: how many times in a row it holds from now, for each active lane.
 * False: unknown in some lane. */
bool loop_lane_trips(struct machine *m, struct sampler *sampler, uint64_t *trips);
/* Advances the watched variables by so many periods; negative: moves them back. */
void sampler_shift(struct machine *m, struct sampler *sampler, int64_t periods);

typedef void (*variable_visitor)(struct machine *m, struct variable *v, void *context);
/* Visits all variables older than `clock` that have been written since. */
void sampler_each_changed(struct machine *m, uint32_t clock, variable_visitor visit, void *context);
/* NULL: not watched. */
struct watched *sampler_watched(const struct sampler *sampler, const struct variable *v);

#endif
