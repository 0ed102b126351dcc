#include "codegen/execute/record.h"
#include "codegen/execute/extrapolate.h"
#include "support/hash.h"
#include "support/allocate.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_RECORDED = 1 << 16 };

__extension__ typedef __int128 wide;

struct execute_record {
	struct extrapolation *warps;
	struct log *logs; /* by warp */
	uint32_t count;
	/* spaces (enum sass_space) in which stored data or store addresses depend on the block's number */
	uint16_t differing;
	bool is_whole; /* each instruction of the block was followed */
};

struct execute_record *
execute_record_new(const struct execute_run *run)
{
	struct execute_record *record = memory_zeroed(1, sizeof *record);
	record->count = run->warp_count;
	record->warps = memory_zeroed(record->count + 1, sizeof *record->warps);
	record->logs = memory_zeroed(record->count + 1, sizeof *record->logs);
	return record;
}

void
execute_record_free(struct execute_record *record)
{
	for (uint32_t i = 0; i < record->count; i++)
		free(record->logs[i].entries);
	free(record->warps);
	free(record->logs);
	free(record);
}

void
record_begin(struct execute_record *record, const struct execute_launch *launch)
{
	record->is_whole = false;
	record->differing = 0;
	for (uint32_t i = 0; i < record->count; i++) {
		record->logs[i].count = 0;
		record->logs[i].path = 0;
		record->warps[i] = (struct extrapolation){.logs = {&record->logs[i]},
		                                          .most_logged = MOST_RECORDED / record->count,
		                                          .is_of_block = true,
		                                          .differing = &record->differing,
		                                          .moves_bits = launch->moves_bits};
	}
}

struct extrapolation *
record_of(const struct warp *warp)
{
	return &warp->run->record->warps[warp->number];
}

bool
record_loads_alike(const struct warp *warp)
{
	return !warp->run->follows_block || warp->run->follows_block->loads_alike;
}

void
record_end(struct execute_record *record, const struct execute_run *run)
{
	uint64_t followed = 0;
	bool fails = false;
	for (uint32_t i = 0; i < record->count; i++) {
		followed += record->warps[i].followed;
		fails |= record->warps[i].fails;
	}
	record->is_whole = !fails && followed == run->steps;
}

/* ---- loops with skipped periods ---- */

void
record_begin_second(const struct extrapolation *block, struct passage *passage)
{
	passage->second = block->logs[0]->count;
}

void
record_begin_third(const struct extrapolation *block, struct passage *passage)
{
	passage->third = block->logs[0]->count;
	memcpy(passage->word_evolutions, block->word_evolutions, sizeof passage->word_evolutions);
	memcpy(passage->predicate_evolutions, block->predicate_evolutions, sizeof passage->predicate_evolutions);
	memcpy(passage->fixed_bits, block->fixed_bits, sizeof passage->fixed_bits);
}

bool
record_is_invariant(const struct extrapolation *block, const struct passage *passage)
{
	const struct log *log = block->logs[0];
	const size_t count = passage->third - passage->second;
	bool is_invariant = log->count - passage->third == count && log->count + count <= block->most_logged &&
	                    !memcmp(passage->word_evolutions, block->word_evolutions, sizeof block->word_evolutions) &&
	                    !memcmp(passage->predicate_evolutions, block->predicate_evolutions,
	                            sizeof block->predicate_evolutions) &&
	                    !memcmp(passage->fixed_bits, block->fixed_bits, sizeof block->fixed_bits);
	for (size_t i = 0; is_invariant && i < count; i++) {
		const struct log_entry *before = &log->entries[passage->second + i],
				       *now = &log->entries[passage->third + i];
		is_invariant = now->at == before->at && now->kind == before->kind && now->by == before->by &&
		               now->lanes == before->lanes &&
		               (now->kind != LOG_SAME || !memcmp(now->of, before->of, sizeof now->of));
	}
	return is_invariant;
}

/* The entry of the third period, advanced by `periods`; `before`: the entry of the second. For bit entries, the
 * upper 32 bits stay. */
static struct log_entry
entry_later(const struct log_entry *now, const struct log_entry *before, uint64_t periods)
{
	struct log_entry entry = *now;
	for (unsigned i = 0; i < LANES; i++) {
		const uint64_t later =
			(uint64_t)now->of[i] + periods * ((uint64_t)now->of[i] - (uint64_t)before->of[i]);
		entry.of[i] = (int64_t)(now->kind < LOG_BITS
		                                ? later
		                                : ((uint64_t)now->of[i] & ~(uint64_t)UINT32_MAX) | (uint32_t)later);
	}
	return entry;
}

/* A value that is linear in the block's number and in the period lies between its values in the third and in the
 * last period. */
void
record_leave_out(struct extrapolation *block, const struct passage *passage, uint64_t periods)
{
	struct log *log = block->logs[0];
	const size_t count = passage->third - passage->second;
	log->path = hash_mix(log->path, periods);
	for (size_t i = 0; i < count; i++) {
		const struct log_entry *before = &log->entries[passage->second + i],
				       *now = &log->entries[passage->third + i];
		const struct log_entry later = entry_later(now, before, periods);
		extrapolate_log(block, &later);
	}
}

/* ---- other blocks ---- */

bool
execute_record_is_whole(const struct execute_record *record)
{
	return record->is_whole;
}

static bool
are_of_one_path(const struct execute_record *a, const struct execute_record *b)
{
	bool same = a->is_whole && b->is_whole && a->count == b->count;
	for (uint32_t i = 0; same && i < a->count; i++)
		same = a->logs[i].path == b->logs[i].path && a->logs[i].count == b->logs[i].count &&
		       a->warps[i].followed == b->warps[i].followed;
	return same;
}

/* The result counts blocks: the first two and further ones. Without a common step, or with another path, the two
 * blocks are not alike. */
uint64_t
execute_record_alike(const struct execute_record *first, const struct execute_record *next)
{
	uint64_t times = UINT64_MAX - 2;
	if (!are_of_one_path(first, next))
		return 1;
	for (uint32_t i = 0; i < first->count; i++) {
		const uint64_t of_warp = extrapolate_times(&next->logs[i], &first->logs[i]);
		times = of_warp < times ? of_warp : times;
	}
	return times ? times + 2 : 1;
}

/* How far steps along some dimensions move a value. `fixed_bits`: the number of lowest bits that the smallest step
 * leaves unchanged. */
struct move {
	wide low, high;
	unsigned fixed_bits;
};

/* Sorted by the number of unchanged bits. */
static unsigned
find_moves(const struct log_entry *first, const struct log_entry *const nexts[], const uint32_t sizes[], unsigned count,
           unsigned lane, struct move moves[EXECUTE_DIMENSIONS])
{
	unsigned moving = 0;
	for (unsigned d = 0; d < count; d++) {
		const wide step = nexts[d] ? (wide)nexts[d]->of[lane] - first->of[lane] : 0,
			   whole = step * (sizes[d] - 1);
		if (!step)
			continue;
		const struct move move = {step < 0 ? whole : 0, step < 0 ? 0 : whole,
		                          extrapolate_fixed_bits(nexts[d], first, lane)};
		unsigned at = moving++;
		for (; at && moves[at - 1].fixed_bits > move.fixed_bits; at--)
			moves[at] = moves[at - 1];
		moves[at] = move;
	}
	return moving;
}

static struct move
sum_of(const struct move *moves, unsigned count)
{
	struct move sum = {0};
	for (unsigned i = 0; i < count; i++) {
		sum.low += moves[i].low;
		sum.high += moves[i].high;
	}
	return sum;
}

/* The number of moves, in sorted order, that change bits within the differing bits of the reach's ends. */
static unsigned
moves_within(const struct move *moves, unsigned count, struct interval reach)
{
	const uint64_t field = (uint64_t)reach.low ^ (uint64_t)reach.high;
	unsigned within = 0;
	while (within < count && moves[within].fixed_bits < 64 && field >> moves[within].fixed_bits)
		within++;
	return within;
}

/* Whether each move, or several moves together, changes only bits with equal effect and does not carry into others. */
static bool
is_lane_alike(const struct log_entry *first, unsigned lane, const struct move *moves, unsigned count)
{
	const wide number = extrapolate_number(first, lane);
	for (unsigned i = 0; i < count;) {
		const struct interval reach = extrapolate_reach(first, lane, moves[i].fixed_bits);
		const unsigned within = interval_is_empty(reach) ? 0 : moves_within(&moves[i], count - i, reach);
		const struct move sum = sum_of(&moves[i], within);
		if (!within || number + sum.low < reach.low || number + sum.high > reach.high)
			return false;
		i += within;
	}
	return true;
}

/* Addresses that move together along each dimension also do so along all. */
static bool
is_entry_alike(const struct log_entry *first, const struct log_entry *const nexts[], const uint32_t sizes[],
               unsigned count)
{
	const bool is_address = first->kind == LOG_GLOBAL || first->kind == LOG_SHARED;
	bool is_alike = true;
	for (uint32_t left = is_address ? 0 : first->lanes; left && is_alike; left &= left - 1) {
		const unsigned lane = (unsigned)__builtin_ctz(left);
		struct move moves[EXECUTE_DIMENSIONS];
		is_alike = is_lane_alike(first, lane, moves, find_moves(first, nexts, sizes, count, lane, moves));
	}
	return is_alike;
}

/* Steps along several dimensions together may leave a range that each alone stays in. */
bool
execute_record_box(const struct execute_record *first, const struct execute_record *const nexts[],
                   const uint32_t sizes[], unsigned count, uint64_t alike[])
{
	unsigned dimensions = 0;
	bool are_alike = first->is_whole;
	for (unsigned d = 0; d < count; d++) {
		alike[d] = nexts[d] ? execute_record_alike(first, nexts[d]) : 1;
		are_alike &= alike[d] >= sizes[d];
		dimensions += nexts[d] != NULL;
	}
	if (dimensions < 2)
		return are_alike;
	for (uint32_t i = 0; are_alike && i < first->count; i++)
		for (size_t k = 0; are_alike && k < first->logs[i].count; k++) {
			const struct log_entry *entries[EXECUTE_DIMENSIONS];
			for (unsigned d = 0; d < count; d++)
				entries[d] = nexts[d] ? &nexts[d]->logs[i].entries[k] : NULL;
			are_alike = is_entry_alike(&first->logs[i].entries[k], entries, sizes, count);
		}
	return are_alike;
}
