/* Atomics that compile to more than one instruction per warp: one lane elected for all lanes, and retry loops. */
#include "analysis/invariant.h"
#include "analysis/known_code.h"
#include "analysis/retry_loop.h"
#include "model/atomics.h"
#include "model/aggregator_internal.h"
#include "model/meeting.h"

struct atomic
atomic_of_event(const struct access_event *access)
{
	const struct ir_expr *site = access->site;
	const bool is_call = site->kind == IR_BUILTIN && site->arg_count;
	return (struct atomic){
		.builtin = is_call ? site->builtin : IR_BUILTIN_COUNT,
		.type = is_call ? site->args[0]->type->element : NULL,
		.operand = is_call && site->arg_count > 1 ? site->args[1] : NULL,
		.result_unused = access->result_unused,
		.uniform_operand = access->uniform_operand,
	};
}

/* ---- election ---- */

void
aggregator_election(const struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
                    const struct request_figures *figures, const struct access_event *access)
{
	const struct atomic atomic = atomic_of_event(access);
	if (access->spins || !atomic_elects(&atomic))
		return;
	const uint32_t elected = atomic_elected(&atomic, aggregator->gpu, r->active);
	/* One address is one sector, or one bank, whatever the address is. */
	const struct request_cost cost = r->space == SPACE_SHARED
	                                         ? memory_shared_atomic(r->address, elected, r->width, r->atomic)
	                                         : memory_global(r->address, elected, r->width);
	struct election *sums = &t->atomic.election;
	sums->requests += value_is_common(aggregator->symbols, access->address) ? access->weight : 0;
	if (figures->same_address == (unsigned)__builtin_popcount(r->active))
		sums->alike += access->weight;
	sums->lanes += access->weight * __builtin_popcount(elected);
	sums->cost += access->weight * cost.cost;
	sums->ideal += access->weight * cost.ideal;
}

static bool
stands_in_kernel(const struct site_accumulator *t)
{
	return t->func->is_kernel && t->reported == t->node;
}

/* Whether the compiler can prove that all lanes of a warp access one address: the source proves it, not this
 * launch's values. The address inside a called function depends on its callers, so this launch's values decide
 * there. */
static bool
is_seen_to_be_uniform(struct aggregator *aggregator, const struct site_accumulator *t)
{
	const struct ir_expr *call = t->node;
	if (!stands_in_kernel(t) || !aggregator->code)
		return true;
	const struct definitions definitions = definitions_known_of(&aggregator->code->definitions, t->func);
	return uniform_address(&definitions, call->args[0]);
}

static void
elect(struct site_accumulator *t)
{
	t->atomic.elected = true;
	t->sums.lanes = t->atomic.election.lanes;
	t->sums.cost = t->sums.low = t->sums.high = t->atomic.election.cost;
	t->sums.ideal = t->sums.gap_cost = t->atomic.election.ideal;
	t->caveats.unknown_requests = t->caveats.bounded_requests = 0;
	t->sums.worst_excess = t->sums.cost / t->sums.ideal;
	t->diverging_branch = NULL;
	if (t->sums.lanes > t->sums.requests)
		return;
	t->atomic.same_address = 1;
	t->atomic.same_lanes = t->atomic.same_requests;
}

void
resolve_elections(struct aggregator *aggregator)
{
	for (size_t i = 0; i < aggregator->accumulators.count; i++) {
		struct site_accumulator *t = aggregator->accumulators.items[i];
		if (!(t->atomic.election.lanes > 0) || t->atomic.election.lanes >= t->sums.lanes)
			continue;
		/* Weights are fractions, so the sums have rounding errors. */
		const double all = t->sums.requests * (1 - 1e-9);
		if (t->atomic.election.requests >= all && is_seen_to_be_uniform(aggregator, t)) {
			elect(t);
			if (!stands_in_kernel(t))
				t->caveats.assumption =
					"the compiler sees that all lanes of a warp use one address: one lane then "
					"executes the atomic for all";
		} else if (t->atomic.election.requests >= all || t->atomic.election.alike >= all) {
			t->caveats.assumption =
				"all lanes of a warp use one address: if the compiler sees that, one lane executes "
				"the atomic for all";
		}
	}
}

/* ---- loops ---- */

static struct atomic
native_of(const struct retry_loop *loop)
{
	return (struct atomic){.builtin = loop->native, .type = loop->type, .operand = loop->operand};
}

void
aggregator_first_try(const struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
                     const struct access_event *access)
{
	const struct atomic native = native_of(access->first_try);
	struct retry_sums *sums = &t->atomic.retry;
	sums->loop = access->first_try;
	sums->requests += access->weight;
	sums->lanes += access->weight * __builtin_popcount(r->active);
	sums->is_native = native.builtin != IR_BUILTIN_COUNT &&
	                  atomic_is_native(&native, r->space == SPACE_SHARED, aggregator->gpu);
	if (!sums->is_native)
		return;
	if (r->space == SPACE_SHARED)
		sums->native_cost += access->weight * memory_shared_atomic(r->address, r->active, r->width,
		                                                           atomic_in_shared(&native, aggregator->gpu))
		                                              .cost;
	else
		contention_add(&sums->contention, r, atomic_pace(&native), access->weight,
		               access->weight / access->block_weight, aggregator->block_count);
}

void
aggregator_atomic_loop(struct aggregator *aggregator, const struct access_event *access)
{
	struct active left = *access->active;
	struct access_event attempt = *access;
	attempt.active = &left;
	attempt.spins = true;
	attempt.assumption =
		"shared memory has no instruction for this atomic; its compare-and-swap loop loses only against lanes "
		"of its own warp";
	while (!mask_empty(&left.may)) {
		attempt.kind = SITE_LOAD;
		aggregator_count(aggregator, &attempt);
		attempt.kind = SITE_ATOMIC;
		aggregator_count(aggregator, &attempt);
		const struct mask losers = meeting_losers(access->address, &left.may, aggregator->warps);
		left = active_among(&left, &losers);
	}
}
