/* Barriers, shuffles and votes. All threads of a block run in lock step, so a barrier needs no waiting. */
#include "eval/builtin/builtin.h"

#include <limits.h>

#include "eval/order/barrier_counts.h"
#include "eval/order/block_order.h"
#include "eval/state/count.h"

struct value
builtin_nothing(struct machine *m, const struct builtin_call *call)
{
	(void)call;
	return value_integer(m, 0);
}

/* Threads of the block that have ended or may have. */
static struct mask
ended_threads(const struct machine *m)
{
	const struct frame *kernel = m->frame;
	while (kernel->caller)
		kernel = kernel->caller;
	return mask_join(&m->exited, &kernel->returned.may);
}

static bool
is_same_mask(const struct mask *a, const struct mask *b, unsigned warps)
{
	for (unsigned w = 0; w < warps; w++)
		if (a->warp[w] != b->warp[w])
			return false;
	return true;
}

/* A thread of the block that has not ended and certainly does not arrive. block_threads: all arrive. More: it is
 * unknown who arrives. */
static unsigned
missing_thread(const struct machine *m)
{
	const struct active *active = &m->active;
	if (!is_same_mask(&active->may, &active->must, m->warps) || !mask_empty(&m->divergence.maybe_active) ||
	    !mask_empty(&m->divergence.may_have_left))
		return UINT_MAX;
	const struct mask ended = ended_threads(m);
	unsigned thread = 0;
	while (thread < m->block.threads && mask_has(&active->may, thread) + mask_has(&ended, thread))
		thread++;
	return thread;
}

/* All threads of the block that have not ended and do not arrive. */
static struct mask
missing_threads(const struct machine *m)
{
	const struct mask ended = ended_threads(m), gone = mask_join(&m->active.may, &ended);
	struct mask missing = mask_none();
	for (unsigned thread = 0; thread < m->block.threads; thread++)
		if (!mask_has(&gone, thread))
			mask_set(&missing, thread);
	return missing;
}

/* Records a barrier of the program's own code. */
static void
note_barrier(struct machine *m, const struct builtin_call *call)
{
	const unsigned missing = missing_thread(m);
	barrier_counts_meet(m);
	if (!m->sink || m->frame->entry.call || m->frame->func->is_library) {
		order_unseen(m);
		return;
	}
	order_barrier(m, call->expr, missing == m->block.threads && call->id == IR_BUILTIN___syncthreads);
	if (m->by_example || m->assumption || missing >= m->block.threads)
		return;
	const struct mask elsewhere = missing_threads(m);
	barrier_counts_note(
		m, &(struct barrier_event){call->expr, m->frame->func, mask_first(&m->active.may), missing, false},
		&elsewhere);
}

static void
note_fence(struct machine *m, const struct builtin_call *call)
{
	const struct library_entry *entry = &m->frame->entry;
	double warps = 0;
	for (unsigned w = 0; w < m->warps; w++)
		warps += m->active.may.warp[w] ? m->sampling.weight : 0;
	if (m->sink && warps > 0 && call->expr->scope == IR_SCOPE_SYSTEM)
		m->sink->ops->system_fence(m->sink,
		                           &(struct fence_event){entry->call ? entry->call : call->expr,
		                                                 entry->call ? entry->func : m->frame->func, warps});
}

struct value
builtin_sync(struct machine *m, const struct builtin_call *call)
{
	m->syncs_grid |= call->id == IR_BUILTIN___gl_grid_sync;
	if (call->id == IR_BUILTIN___gl_grid_sync)
		barrier_counts_forget(m);
	if (call->id == IR_BUILTIN___syncthreads)
		note_barrier(m, call);
	else if (call->id == IR_BUILTIN___syncwarp)
		order_warps(m);
	else
		order_unseen(m);
	if (call->id == IR_BUILTIN___threadfence)
		note_fence(m, call);
	if (call->id != IR_BUILTIN___syncwarp)
		count_barrier(m);
	return value_integer(m, 0);
}

struct value
builtin_data_dependent(struct machine *m, const struct builtin_call *call)
{
	return builtin_unknown(m, call, REASON_CALL);
}

struct value
builtin_random(struct machine *m, const struct builtin_call *call)
{
	return builtin_unknown(m, call, REASON_RANDOM);
}

struct value
builtin_lane_id(struct machine *m, const struct builtin_call *call)
{
	(void)call;
	union lane *lane = value_lanes(m);
	for (unsigned i = 0; i < m->lanes; i++)
		lane[i].integer = i & 31;
	return (struct value){lane, NULL, .uniform = false, .real = false};
}

/* A number for each warp, from its active lanes; NULL symbol: all known. */
struct value
builtin_activemask(struct machine *m, const struct builtin_call *call)
{
	union lane *lane = value_lanes(m);
	for (unsigned i = 0; i < m->lanes; i++)
		lane[i].integer = m->active.may.warp[i >> 5];
	if (!mask_equal(&m->active.may, &m->active.must))
		return builtin_unknown(m, call, REASON_BRANCH);
	return (struct value){lane, NULL, .uniform = m->lanes == 1, .real = false};
}

/* The first of the remaining lanes of a warp, and the lanes that make the call with it. A uniform mask names all of
 * them, other masks name some. */
static uint32_t
group_of(const struct value *mask, unsigned warp, uint32_t left)
{
	const uint32_t first = left & -left;
	const unsigned lane = warp * 32 + (unsigned)__builtin_ctz(left);
	if (mask->uniform)
		return left;
	return value_known(mask, lane) ? ((uint32_t)mask->lane[lane].integer & left) | first : first;
}

/* Whether it is known which lanes of the group arrive and, if their masks differ, which lanes these name. */
static bool
is_known_group(const struct machine *m, const struct value *mask, unsigned warp, uint32_t group)
{
	if ((m->active.may.warp[warp] & group) != (m->active.must.warp[warp] & group))
		return false;
	for (uint32_t bits = group; bits && !mask->uniform; bits &= bits - 1)
		if (!value_known(mask, warp * 32 + (unsigned)__builtin_ctz(bits)))
			return false;
	return true;
}

static bool
knows_all(const struct value *operand, unsigned warp, uint32_t group)
{
	for (uint32_t bits = group; bits; bits &= bits - 1)
		if (!value_known(operand, warp * 32 + (unsigned)__builtin_ctz(bits)))
			return false;
	return true;
}

static int64_t
vote(enum ir_builtin id, uint32_t yes, uint32_t group)
{
	switch (id) {
	case IR_BUILTIN___all_sync: return (yes & group) == group;
	case IR_BUILTIN___any_sync: return (yes & group) != 0;
	default: return yes & group;
	}
}

/* One number for each group of lanes: their vote, or an unknown number. votes NULL: the votes are unknown. */
static struct value
group_by_group(struct machine *m, const struct builtin_call *call, const struct split *votes, uint32_t reason)
{
	const struct value *mask = &call->args[0];
	union lane *lane = value_lanes(m);
	symbol_id *symbol = value_symbols(m);
	bool symbols = false;
	for (unsigned i = 0; i < m->lanes; i++)
		lane[i].integer = 0;
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t left = m->active.may.warp[w], group; left; left &= ~group) {
			group = group_of(mask, w, left);
			const bool known =
				votes && is_known_group(m, mask, w, group) && !(votes->unknown.warp[w] & group);
			const symbol_id unknown = known ? 0 : symbols_fresh(m->symbols, reason);
			symbols |= !known;
			for (uint32_t bits = group; bits; bits &= bits - 1) {
				const unsigned i = w * 32 + (unsigned)__builtin_ctz(bits);
				lane[i].integer = known ? vote(call->id, votes->yes.warp[w], group) : 0;
				symbol[i] = unknown;
			}
		}
	}
	return (struct value){lane, symbols ? symbol : NULL, .uniform = false, .real = false};
}

/* One unknown number for all lanes of a group. */
struct value
builtin_reduce(struct machine *m, const struct builtin_call *call)
{
	if (call->count < 2 || m->lanes == 1)
		return builtin_unknown(m, call, REASON_CALL);
	return group_by_group(m, call, NULL, builtin_reason(m, call, REASON_CALL));
}

struct value
builtin_vote(struct machine *m, const struct builtin_call *call)
{
	if (call->count < 2 || m->lanes == 1)
		return builtin_unknown(m, call, REASON_CALL);
	const struct split split = value_split(m, call->args[1], &m->active.may);
	return group_by_group(m, call, &split, split.reason);
}

static uint32_t
lanes_that_hold(const struct value *operand, unsigned warp, uint32_t group, int64_t number)
{
	uint32_t holders = 0;
	for (uint32_t bits = group; bits; bits &= bits - 1)
		if (operand->lane[value_at(operand, warp * 32 + (unsigned)__builtin_ctz(bits))].integer == number)
			holders |= bits & -bits;
	return holders;
}

/* For each lane, the lanes that hold the same number. */
struct value
builtin_match_any(struct machine *m, const struct builtin_call *call)
{
	if (call->count < 2 || m->lanes == 1 || call->args[1].real)
		return builtin_unknown(m, call, REASON_CALL);
	const struct value *mask = &call->args[0], *operand = &call->args[1];
	const uint32_t reason = builtin_reason(m, call, REASON_CALL);
	union lane *lane = value_lanes(m);
	symbol_id *symbol = value_symbols(m);
	for (unsigned i = 0; i < m->lanes; i++)
		lane[i].integer = 0;
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t left = m->active.may.warp[w], group; left; left &= ~group) {
			group = group_of(mask, w, left);
			const bool known = is_known_group(m, mask, w, group) && knows_all(operand, w, group);
			for (uint32_t bits = group; bits; bits &= bits - 1) {
				const unsigned i = w * 32 + (unsigned)__builtin_ctz(bits);
				lane[i].integer =
					known ? lanes_that_hold(operand, w, group, value_term(operand, i).offset) : 0;
				symbol[i] = known ? 0 : symbols_varying(m->symbols, reason);
			}
		}
	}
	return (struct value){lane, symbol, .uniform = false, .real = false};
}

struct value
builtin_sync_vote(struct machine *m, const struct builtin_call *call)
{
	const struct split split = value_split(m, call->args[0], &m->active.may);
	note_barrier(m, call);
	order_unseen(m);
	count_barrier(m);
	if (!mask_empty(&split.unknown))
		return value_symbol(m, call->expr->type, symbols_fresh(m->symbols, split.reason), 0);
	const unsigned yes = mask_count(&split.yes), no = mask_count(&split.no);
	if (call->id == IR_BUILTIN___syncthreads_count)
		return value_integer(m, yes);
	return value_integer(m, call->id == IR_BUILTIN___syncthreads_and ? no == 0 : yes > 0);
}

/* The lane that a lane reads from; its own if there is none. */
static unsigned
source_lane(enum ir_builtin id, unsigned lane, int64_t operand, unsigned width)
{
	const unsigned first = lane & ~(width - 1), within = lane & (width - 1);
	switch (id) {
	case IR_BUILTIN___shfl_sync: return first + (unsigned)((uint64_t)operand & (width - 1));
	case IR_BUILTIN___shfl_up_sync: return operand >= 0 && operand <= within ? lane - (unsigned)operand : lane;
	case IR_BUILTIN___shfl_down_sync:
		return operand >= 0 && within + operand < width ? lane + (unsigned)operand : lane;
	default: {
		const unsigned other = lane ^ (unsigned)operand;
		return (other & 31 & ~(width - 1)) <= first && other < 32 ? other : lane;
	}
	}
}

struct value
builtin_shuffle(struct machine *m, const struct builtin_call *call)
{
	int64_t width = 32;
	if (call->count < 3 || (call->count > 3 && !builtin_constant(call, 3, &width)) || width <= 0 || width > 32 ||
	    (width & (width - 1)) || call->expr->type->kind == IR_TYPE_RECORD)
		return builtin_unknown(m, call, REASON_CALL);
	const struct value *from = &call->args[1], *operand = &call->args[2];
	if (from->uniform)
		return *from;
	union lane *lane = value_lanes(m);
	symbol_id *symbol = from->symbol || operand->symbol ? value_symbols(m) : NULL;
	for (unsigned i = 0; i < m->lanes; i++) {
		const struct term by = value_term(operand, i);
		if (by.symbol && symbol) {
			lane[i].integer = 0;
			symbol[i] = symbols_varying(m->symbols, m->symbols->items[by.symbol].reason);
			continue;
		}
		const unsigned source = (i & ~31u) + source_lane(call->id, i & 31, by.offset, (unsigned)width);
		lane[i] = from->lane[source];
		if (symbol)
			symbol[i] = from->symbol ? from->symbol[source] : 0;
	}
	return (struct value){lane, symbol, .uniform = false, .real = from->real};
}
