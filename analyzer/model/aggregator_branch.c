/* Branches: which path each lane takes, and how many warps the paths need. */
#include <math.h>

#include "analysis/arms.h"
#include "analysis/loop_test.h"
#include "ir/last_operand.h"
#include "model/aggregator_internal.h"
#include "support/allocate.h"
#include "support/trace.h"

/* Whether the statement is the else-if of the branch. */
static bool
is_otherwise_of(const struct ir_stmt *stmt, const struct ir_stmt *branch)
{
	const struct ir_stmt *otherwise = branch->kind == IR_STMT_IF ? branch->otherwise : NULL;
	while (otherwise && otherwise->kind == IR_STMT_BLOCK && otherwise->stmt_count == 1)
		otherwise = otherwise->stmts[0];
	return otherwise == stmt;
}

/* Whether all lanes of a warp hold the same unknown value, or only one lane is active. The warp then does not
 * diverge. */
static bool
one_way(const struct aggregator *aggregator, const struct value *condition, unsigned warp, uint32_t lanes)
{
	const bool is_one_lane = !(lanes & (lanes - 1));
	if (!condition->symbol || is_one_lane)
		return true;
	const unsigned first = warp * WARP_LANES + (unsigned)__builtin_ctz(lanes);
	const struct term t = value_term(condition, first);
	if (t.symbol && symbol_varies(aggregator->symbols, t.symbol))
		return false;
	for (uint32_t bits = lanes; bits; bits &= bits - 1)
		if (!term_equal(value_term(condition, warp * WARP_LANES + (unsigned)__builtin_ctz(bits)), t))
			return false;
	return true;
}

static bool
is_loop(const struct site_accumulator *t)
{
	return t->branch.ends_loop || ((const struct ir_stmt *)t->node)->kind == IR_STMT_LOOP;
}

/* Whether the arm of interest belongs to the lanes for which the condition is false. If the other arm only jumps,
 * the code after the branch is the arm. In a loop, the lanes that continue are of interest. */
static bool
is_other_arm(const struct site_accumulator *t)
{
	const struct ir_stmt *branch = t->node;
	if (branch->kind != IR_STMT_IF)
		return false;
	return t->branch.ends_loop ? loop_exit_leaves_first(branch) : arm_only_jumps(branch->then);
}

/* The lanes of a warp that could execute the arm together: all lanes that reach the branch, or for a loop all lanes
 * that entered it. */
static unsigned
company(const struct site_accumulator *t, const struct branch_event *branch, unsigned warp)
{
	const struct mask *came = is_loop(t) ? &t->branch.entered : &branch->active->may;
	return (unsigned)__builtin_popcount(came->warp[warp]);
}

/* A lane that reaches a loop's test but did not continue at the previous test has entered the loop anew. */
static void
note_entered(const struct aggregator *aggregator, struct site_accumulator *t, const struct branch_event *branch)
{
	for (unsigned w = 0; w < aggregator->warps; w++) {
		const uint32_t came = branch->active->may.warp[w];
		if (came & ~t->branch.going_on.warp[w])
			t->branch.entered.warp[w] = came;
	}
	t->branch.going_on = is_other_arm(t) ? branch->split->no : branch->split->yes;
}

/* Adds the warps that execute one arm of the branch or one path of a switch. Also adds how many warps the same lanes
 * would need if each warp took the arm with all its lanes or with none. */
static double
add_arm(const struct aggregator *aggregator, struct site_accumulator *t, const struct branch_event *branch,
        const struct mask *lanes)
{
	unsigned warps = 0, count = 0;
	double whole = 0;
	for (unsigned w = 0; w < aggregator->warps; w++) {
		if (!lanes->warp[w])
			continue;
		const unsigned own = (unsigned)__builtin_popcount(lanes->warp[w]);
		warps++;
		count += own;
		t->blocks.of_warp[w] += branch->weight;
		whole += fmin(1, own / fmax(1, company(t, branch, w)));
	}
	t->branch.arm_warps += branch->weight * warps;
	t->branch.arm_lanes += branch->weight * count;
	return whole;
}

/* The warps that each block needs if that many blocks share their partly filled warps. A block cannot run a fraction
 * of a warp. */
static double
in_blocks(double warps, double blocks)
{
	const double full = floor(warps + 1e-9), sharing = fmax(1, floor(blocks + 1e-9));
	return full + ceil(sharing * (warps - full) - 1e-9) / sharing;
}

void
aggregator_branch_end_block(struct site_accumulator *t)
{
	t->branch.entered = t->branch.going_on = (struct mask){{0}};
}

/* Records nothing if the path of some lane is unknown. */
static void
add_arms(const struct aggregator *aggregator, struct site_accumulator *t, const struct branch_event *branch)
{
	const struct ir_stmt *site = branch->site;
	const bool is_if = site->kind == IR_STMT_IF, is_other = is_other_arm(t);
	t->branch.both_arms =
		site->kind == IR_STMT_SWITCH || (is_if && !is_other && !t->branch.ends_loop && site->otherwise);
	if (!mask_empty(&branch->split->unknown)) {
		t->branch.arm_warps = NAN;
		return;
	}
	if (is_loop(t))
		note_entered(aggregator, t, branch);
	double whole = 0;
	for (unsigned i = 0; i < branch->path_count; i++)
		whole += add_arm(aggregator, t, branch, &branch->paths[i]);
	if (!branch->paths && !is_other)
		whole += add_arm(aggregator, t, branch, &branch->split->yes);
	const double warps = t->branch.arm_warps, before = t->branch.arm_lanes;
	if (!branch->paths && (is_other || t->branch.both_arms))
		whole += add_arm(aggregator, t, branch, &branch->split->no);
	t->branch.no_warps += t->branch.arm_warps - warps;
	t->branch.no_lanes += t->branch.arm_lanes - before;
	t->branch.whole_warps += branch->weight * in_blocks(whole, branch->block_weight);
	t->branch.visits += branch->weight;
	t->branch.group_visits += branch->weight / branch->block_weight;
}

static void
log_branch(const struct aggregator *aggregator, const struct site_accumulator *t, const struct branch_event *branch,
           unsigned warp)
{
	fprintf(aggregator->events, "%u:%u branch lanes %08x weight %g yes %08x no %08x unknown %08x\n", t->loc.line,
	        t->loc.column, branch->active->may.warp[warp], branch->weight, branch->split->yes.warp[warp],
	        branch->split->no.warp[warp], branch->split->unknown.warp[warp]);
}

/* Counts one warp that reaches the branch. */
static void
add_warp(struct aggregator *aggregator, struct site_accumulator *t, const struct branch_event *branch, unsigned warp)
{
	const uint32_t unknown = branch->split->unknown.warp[warp];
	const int lanes = __builtin_popcount(branch->active->may.warp[warp]);
	const int yes = __builtin_popcount(branch->split->yes.warp[warp]),
		  no = __builtin_popcount(branch->split->no.warp[warp]);
	const double own = branch->weight / branch->block_weight;
	t->sums.requests += branch->weight;
	if (branch->active->must.warp[warp] != branch->active->may.warp[warp])
		t->caveats.doubtful_requests += branch->weight;
	t->sums.lanes += branch->weight * lanes;
	t->blocks.running.requests += own;
	t->blocks.running.lanes += own * lanes;
	if (yes && no) {
		t->branch.divergent += branch->weight;
		t->blocks.running.divergent += own;
		t->branch.minority += branch->weight * (yes < no ? yes : no);
	}
	if (!unknown)
		return;
	t->branch.data_dependent = true;
	aggregator->has_untracked_indices = true;
	if (!(yes && no) && (yes || no || !one_way(aggregator, branch->condition, warp, unknown)))
		t->caveats.unknown_requests += branch->weight;
	if (!t->caveats.unknown_symbol)
		t->caveats.unknown_symbol =
			value_term(branch->condition, warp * WARP_LANES + (unsigned)__builtin_ctz(unknown)).symbol;
}

/* The location at which the compiler places the branch: a do-while loop branches at its condition. */
static const struct ir_loc *
place_of(const struct ir_stmt *branch)
{
	const bool behind = branch->kind == IR_STMT_LOOP && branch->test_last && branch->expr && branch->expr->loc.line;
	return behind ? ir_condition_loc(branch) : &branch->loc;
}

void
aggregator_branch(struct event_sink *sink, const struct branch_event *branch)
{
	struct aggregator *aggregator = aggregator_of(sink);
	struct site_accumulator *t =
		accumulators_get(&aggregator->accumulators, branch->site, NULL, SITE_BRANCH, SPACE_NONE);
	t->func = branch->func;
	t->unit = branch->func->unit;
	t->loc = *ir_place_of_macro(place_of(branch->site));
	t->branch.condition = branch->site->expr;
	t->extrapolated |= branch->extrapolated;
	t->open_loop = t->open_loop ? t->open_loop : branch->open_loop;
	t->branch.ends_loop = branch->ends_loop;
	if (branch->diverging_branch && is_otherwise_of(branch->site, branch->diverging_branch))
		t->diverging_branch = branch->diverging_branch;
	if (aggregator->trace)
		aggregator_trace_site(aggregator, t);
	add_arms(aggregator, t, branch);
	for (unsigned w = 0; w < aggregator->warps; w++) {
		if (!branch->active->may.warp[w])
			continue;
		if (aggregator->events)
			log_branch(aggregator, t, branch, w);
		add_warp(aggregator, t, branch, w);
		aggregator->event_count++;
		if (t->trace)
			trace_event(t->trace);
	}
}

void
aggregator_branch_work(struct event_sink *sink, const struct ir_stmt *branch, const struct work *work)
{
	struct aggregator *aggregator = aggregator_of(sink);
	struct site_accumulator *t =
		accumulators_find(&aggregator->accumulators, branch, NULL, SITE_BRANCH, SPACE_NONE);
	if (t)
		work_add(&t->branch.arm_work, work ? work : &(struct work){.instructions = NAN}, 1);
}

void
aggregator_iterations(struct event_sink *sink, uint32_t open_loop, uint64_t iterations)
{
	struct aggregator *aggregator = aggregator_of(sink);
	for (size_t i = 0; i < aggregator->open_loop_count; i++) {
		struct open_loop *known = &aggregator->open_loops[i];
		if (known->reason != open_loop)
			continue;
		known->iterations = iterations > known->iterations ? iterations : known->iterations;
		return;
	}
	memory_push(aggregator->open_loops, aggregator->open_loop_count, aggregator->open_loop_capacity,
	            ((struct open_loop){open_loop, iterations}));
}
