/* Chooses the iterations of a loop to run, once the steps of its variables are known. */
#include "analysis/effects.h"
#include "eval/loop/divergent_exits.h"
#include "eval/loop/launching_loop.h"
#include "eval/loop/sampler.h"
#include "eval/state/program.h"
#include "ir/walk.h"

enum {
	WINDOW = 4, /* iterations: half the 4-byte words in a sector; an even number of windows meets both halves */
	LEAST_WINDOW = 2, /* in deeply nested loops, which run many times */
	WINDOWS = 4,
	LEAST_WINDOWS = 2, /* one window would not show what changes from iteration to iteration */
	AFTER_WINDOWS = 2, /* approximate number of iterations that remain after the windows */
	SHORTEST_SAMPLED = 24,
	WORTH_SHARE = 3, /* of an affordable loop, the most that is sampled: else it runs in full */
	/* a loop with divergent exits runs in full if it costs at most this many times full_loop_steps */
	FALLING_SHARE = 8,
};

static void
assume_iterations(struct machine *m, struct sampler *sampler)
{
	sampler->iterations_assumed = true;
	if (!m->program->rehearsing)
		program_report_cut_loop(m->program, machine_reason(m, REASON_LOOP, sampler->stmt->loc, ""));
}

/* Whether iterations may differ there: a statement that chooses what runs, a call that may contain one, or a read of a
 * variable or of memory that an iteration may have written; a ?: by its operands. Calls of the library do not count: they
 * compose launch shapes. */
static bool
may_differ(const void *context, struct ir_node node)
{
	const struct assigned *assigned = context;
	const struct ir_expr *e = node.expr;
	const struct ir_stmt *s = node.stmt;
	const struct ir_var *var = e && e->kind == IR_LOAD ? ir_local_of_address(e->a) : NULL;
	if (s && (s->kind == IR_STMT_LOOP || s->kind == IR_STMT_IF || s->kind == IR_STMT_SWITCH))
		return true;
	if (e && e->kind == IR_CALL && !(e->func && e->func->is_library))
		return true;
	for (size_t i = 0; var && i < assigned->count; i++)
		if (assigned->vars[i] == var && assigned->varying[i])
			return true;
	return e && e->kind == IR_LOAD && !var;
}

/* Whether all iterations certainly make the same launches: the body has no condition, and nothing that it reads
 * changes. */
static bool
periods_are_alike(const struct sampler *sampler)
{
	const struct ir_node body = {.stmt = sampler->stmt->body};
	return !sampler->assigned->anything && !stmt_draws(sampler->stmt) &&
	       !ir_any(body, may_differ, sampler->assigned);
}

/* Host code is run for its effects, not for its cost: only loops that launch need sampling. */
static void
plan_on_host(struct machine *m, struct sampler *sampler, uint64_t trips, uint64_t cost)
{
	const bool launches = launching_loop(sampler);
	if (launches && launching_loop_affords(m, sampler, trips, cost))
		return;
	sampler->assigned = loop_assigned(m, sampler->stmt);
	if (!launches) {
		sampler_jump(m, sampler, (trips - 1) / sampler->period * sampler->period);
		sampler->state = SAMPLING_TAIL;
		return;
	}
	if (!periods_are_alike(sampler))
		assume_iterations(m, sampler);
	/* One period, so that each launch has a whole number as its weight. */
	sampler_begin_periods(m, sampler, samples_first(&m->snapshots, (trips - sampler->period) / sampler->period));
}

/* The cost of an iteration from here on: the first ones may cost more than later ones. */
static uint64_t
cost_of_iteration(const struct machine *m, const struct sampler *sampler)
{
	const uint64_t count = sampler->iterations ? sampler->iterations : 1;
	return 1 + (m->on_device && sampler->period == 1 ? sampler->latest_steps
	                                                 : (m->budget.steps - sampler->steps_at_start) / count);
}

/* The number of iterations that the loop can still afford. */
static uint64_t
affordable_iterations(const struct machine *m, const struct sampler *sampler, uint64_t cost)
{
	const uint64_t taken = m->budget.steps - sampler->steps_at_start;
	return taken < sampler->most_steps ? (sampler->most_steps - taken) / cost : 0;
}

/* The periods to sample: fewer in nested loops, which run many times, and as the loop can afford. */
static struct samples
sample_periods(struct machine *m, const struct sampler *sampler, uint64_t trips, uint64_t affordable)
{
	const unsigned depth = m->sampling.loop_depth;
	const unsigned length = depth <= 2 ? WINDOW : LEAST_WINDOW, whole_periods = length / sampler->period;
	unsigned windows = depth <= 1 ? WINDOWS : LEAST_WINDOWS;
	if ((uint64_t)windows * length + AFTER_WINDOWS > affordable)
		windows = LEAST_WINDOWS;
	return samples_spread(&m->snapshots, (trips - sampler->period) / sampler->period, windows,
	                      whole_periods ? whole_periods : 1, ENDS_NONE);
}

void
sampler_plan(struct machine *m, struct sampler *sampler)
{
	const uint64_t trips = loop_trips(m, sampler), cost = cost_of_iteration(m, sampler);
	const uint64_t affordable = affordable_iterations(m, sampler, cost);
	const uint64_t whole = loop_inner_share(m, m->budget.full_loop_steps);
	sampler->state = SAMPLING_OFF;
	if ((m->on_device && sampler->runs_whole) || trips < SHORTEST_SAMPLED)
		return;
	if (trips <= whole && trips * cost <= whole)
		return;
	if (!m->on_device) {
		plan_on_host(m, sampler, trips, cost);
		return;
	}
	const struct samples periods = sample_periods(m, sampler, trips, affordable);
	if (periods.count > periods.total / WORTH_SHARE && trips <= affordable)
		return;
	sampler->assigned = loop_assigned(m, sampler->stmt);
	sampler_begin_periods(m, sampler, periods);
}

/* Whether a loop with divergent exits has too many iterations to run all of them. */
static bool
is_worth_leaving_out(struct machine *m, const struct sampler *sampler, const struct divergent_exits *falling)
{
	const uint64_t whole = FALLING_SHARE * loop_inner_share(m, m->budget.full_loop_steps);
	return falling->most >= SHORTEST_SAMPLED && falling->most * cost_of_iteration(m, sampler) > whole;
}

void
sampler_plan_falling(struct machine *m, struct sampler *sampler, struct divergent_exits *falling)
{
	if (!is_worth_leaving_out(m, sampler, falling))
		return;
	sampler->assigned = loop_assigned(m, sampler->stmt);
	sampler->falling = falling;
	sampler_begin_periods(m, sampler, divergent_exits_iterations(m, falling));
}
