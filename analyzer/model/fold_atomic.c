/* Atomics that are not one instruction for all lanes: those that one lane of a warp does for all, and loops. */
#include "code/known_code.h"
#include "model/atomics.h"
#include "model/fold_internal.h"

struct atomic
fold_atomic_of(const struct fold_access *access)
{
	return (struct atomic){access->site, access->result_unused, access->uniform_operand};
}

/* ---- election ---- */

void
fold_election(const struct fold *fold, struct tally *t, const struct request *r, const struct request_figures *figures,
              const struct fold_access *access)
{
	const struct atomic atomic = fold_atomic_of(access);
	if (access->spins || !atomic_elects(&atomic))
		return;
	const uint32_t elected = atomic_elected(&atomic, fold->gpu, r->active);
	/* One address is one sector, or one bank, wherever it is. */
	const struct request_cost cost = r->space == SPACE_SHARED
		? memory_shared_atomic(r->address, elected, r->width, r->atomic)
		: memory_global(r->address, elected, r->width);
	struct election *sums = &t->election;
	sums->requests += value_is_common(fold->symbols, access->address) ? access->weight : 0;
	if (figures->same_address == (unsigned)__builtin_popcount(r->active))
		sums->alike += access->weight;
	sums->lanes += access->weight * __builtin_popcount(elected);
	sums->cost += access->weight * cost.cost;
	sums->ideal += access->weight * cost.ideal;
}

static bool
stands_in_kernel(const struct tally *t)
{
	return t->func->is_kernel && t->place == t->node;
}

/* Whether the compiler sees that all lanes of a warp go to one address: it follows from the text, not from what this launch's
 * numbers happen to be. Of a function that a kernel calls its callers decide, so that the launch's numbers have to do. */
static bool
is_seen_to_be_uniform(struct fold *fold, const struct tally *t)
{
	const struct ir_expr *call = t->node;
	return !stands_in_kernel(t) || !fold->code || divergence_is_uniform(&fold->code->divergence, t->func, call->args[0]);
}

static void
elect(struct tally *t)
{
	t->elected = true;
	t->lanes = t->election.lanes;
	t->cost = t->low = t->high = t->election.cost;
	t->ideal = t->gap_cost = t->election.ideal;
	t->unknown_requests = t->bounded_requests = 0;
	t->least_cost = t->most_cost = t->cost / t->lanes;
	t->worst_excess = t->cost / t->ideal;
	t->divider = NULL;
	if (t->lanes <= t->requests)
		t->same_address = 1;
}

void
settle_elections(struct fold *fold)
{
	for (size_t i = 0; i < fold->tallies.count; i++) {
		struct tally *t = fold->tallies.items[i];
		if (!(t->election.lanes > 0) || t->election.lanes >= t->lanes)
			continue;
		/* Weights are fractions. */
		const double all = t->requests * (1 - 1e-9);
		if (t->election.requests >= all && is_seen_to_be_uniform(fold, t)) {
			elect(t);
			if (!stands_in_kernel(t))
				t->assumption = "the compiler is taken to see that all lanes of a warp go to one address: one of them then "
				                "does the atomic for all";
		} else if (t->election.requests >= all || t->election.alike >= all) {
			t->assumption = "all lanes of a warp go to one address: if the compiler can see that, one of them does the "
			                "atomic for all";
		}
	}
}

/* ---- loops ---- */

/* The lanes that go to the address of `lane`, itself among them. */
static uint32_t
lanes_beside(const struct value *address, uint32_t lanes, unsigned warp, unsigned lane)
{
	const struct term at = value_term(address, warp * WARP_LANES + lane);
	uint32_t beside = 0;
	for (uint32_t bits = lanes; bits; bits &= bits - 1) {
		const unsigned l = (unsigned)__builtin_ctz(bits);
		const struct term other = value_term(address, warp * WARP_LANES + l);
		if (other.symbol == at.symbol && other.offset == at.offset)
			beside |= UINT32_C(1) << l;
	}
	return beside;
}

/* The lanes that have to try again: on each address one gets through, the first. */
static struct mask
losers(const struct value *address, const struct mask *active, unsigned warps)
{
	struct mask left = *active;
	for (unsigned w = 0; w < warps; w++) {
		for (uint32_t bits = active->warp[w]; bits;) {
			const unsigned winner = (unsigned)__builtin_ctz(bits);
			left.warp[w] &= ~(UINT32_C(1) << winner);
			bits &= ~lanes_beside(address, bits, w, winner);
		}
	}
	return left;
}

void
fold_atomic_loop(struct fold *fold, const struct fold_access *access)
{
	struct active left = *access->active;
	struct fold_access round = *access;
	round.active = &left;
	round.spins = true;
	round.assumption = "shared memory has no instruction for this atomic: the loop that does it is taken to lose against "
	                   "lanes of its own warp alone";
	while (!mask_empty(&left.may)) {
		round.kind = SITE_LOAD;
		fold_count(fold, &round);
		round.kind = SITE_ATOMIC;
		fold_count(fold, &round);
		left.may = losers(access->address, &left.may, fold->warps);
		left.must = mask_and(&left.must, &left.may);
	}
}
