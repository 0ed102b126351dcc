/* Chooses the iterations of a loop to run, once the steps of its variables are known. */
#include "analysis/effects.h"
#include "eval/loop/divergent_exits.h"
#include "eval/loop/launching_loop.h"
#include "eval/loop/sampled_windows.h"
#include "eval/loop/sampler.h"
#include "eval/state/program.h"
#include "ir/walk.h"

enum {
	WINDOW = 4,
	WINDOW_ALONE = 5,  /* with the three iterations before it, one cycle of addresses in a sector */
	AFTER_WINDOWS = 2, /* approximate number of iterations that remain after the windows */
	SHORTEST_SAMPLED = 24,
	MOST_SEGMENTS = 4,
	/* share of a loop's steps for a loop that is too short for many windows: below it, the loop runs in full */
	WHOLE_SHARE = 2,
	/* a loop with divergent exits runs in full if it costs at most this many times full_loop_steps */
	FALLING_SHARE = 8,
};

/* Whether it may be executed more often in one iteration than in another, or contains parts that may. */
static bool
may_grow(const void *context, struct ir_node node)
{
	(void)context;
	const struct ir_stmt *s = node.stmt;
	return (node.expr && (node.expr->kind == IR_CALL || node.expr->kind == IR_CONDITIONAL)) ||
	       (s && (s->kind == IR_STMT_LOOP || s->kind == IR_STMT_IF || s->kind == IR_STMT_SWITCH));
}

static void
assume_iterations(struct machine *m, struct sampler *sampler)
{
	sampler->iterations_assumed = true;
	if (!m->program->rehearsing)
		program_report_cut_loop(m->program, machine_reason(m, REASON_LOOP, sampler->stmt->loc, ""));
}

/* Whether iterations may differ there: a condition, a call that may contain one, or a read of a variable or of
 * memory that an iteration may have written. Calls of the library do not count: they compose launch shapes. */
static bool
may_differ(const void *context, struct ir_node node)
{
	const struct assigned *assigned = context;
	const bool is_call =
		node.expr && node.expr->kind == IR_CALL && !(node.expr->func && node.expr->func->is_library);
	const struct ir_var *var = node.expr && node.expr->kind == IR_LOAD ? ir_local_of_address(node.expr->a) : NULL;
	if (is_call || (node.stmt && may_grow(NULL, node)))
		return true;
	for (size_t i = 0; var && i < assigned->count; i++)
		if (assigned->vars[i] == var && assigned->varying[i])
			return true;
	return node.expr && node.expr->kind == IR_LOAD && !var;
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
	sampler_begin_periods(m, sampler,
	                      sampled_windows_even(&m->snapshots, sampler->period, trips, 1, sampler->period));
}

static unsigned
most_segments(const struct machine *m)
{
	return m->sampling.loop_depth <= 1 ? MOST_SEGMENTS : m->sampling.loop_depth == 2 ? 2 : 1;
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

static bool
has_room(const struct sampler *sampler, uint64_t trips, unsigned segments, uint64_t window)
{
	return trips / segments > window + (SECTOR_CYCLE + 1) * sampler->period;
}

/* The wanted number of segments, limited by the trip count and by the affordable iterations; at least one. */
static unsigned
count_segments(const struct sampler *sampler, uint64_t trips, uint64_t affordable, uint64_t window, unsigned wanted)
{
	while (wanted > 1 &&
	       (wanted * window + AFTER_WINDOWS > affordable || !has_room(sampler, trips, wanted, window)))
		wanted--;
	return wanted;
}

void
sampler_plan(struct machine *m, struct sampler *sampler)
{
	const uint64_t trips = loop_trips(m, sampler), cost = cost_of_iteration(m, sampler);
	const uint64_t affordable = affordable_iterations(m, sampler, cost);
	const uint64_t window = sampler->period == 3 ? 6 : WINDOW;
	const uint64_t whole = loop_inner_share(m, m->budget.full_loop_steps);
	const unsigned most = most_segments(m);
	const bool as_well_whole = !m->on_device || trips <= affordable / WHOLE_SHARE;
	sampler->state = SAMPLING_OFF;
	if (m->on_device && sampler->runs_whole)
		return;
	if (trips < SHORTEST_SAMPLED || !has_room(sampler, trips, as_well_whole ? most : 1, window))
		return;
	if (trips <= whole && trips * cost <= whole)
		return;
	if (!m->on_device) {
		plan_on_host(m, sampler, trips, cost);
		return;
	}
	sampler->assigned = loop_assigned(m, sampler->stmt);
	const bool may_vary = ir_any((struct ir_node){.stmt = sampler->stmt->body}, may_grow, NULL);
	const unsigned segments = count_segments(sampler, trips, affordable, window, most);
	const bool alone = segments == 1 && most > 1 && sampler->period == 1;
	struct sampled_periods periods =
		sampled_windows_even(&m->snapshots, sampler->period, trips, segments, alone ? WINDOW_ALONE : window);
	if (may_vary)
		periods = sampled_windows_growing(&m->snapshots, sampler->period, trips, segments, window);
	if (periods.count > periods.periods / 2 && trips <= affordable)
		return;
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
