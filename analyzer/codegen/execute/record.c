#include "codegen/execute/record.h"
#include "codegen/execute/cruise.h"
#include "support/hash.h"
#include "support/memory.h"

#include <stdlib.h>
#include <string.h>

enum { DIMENSIONS = 3, MOST_RECORDED = 1 << 16 };

__extension__ typedef __int128 wide;

struct execute_record {
	struct cruise *warps;
	struct log *logs; /* one a warp */
	uint32_t count;
	uint16_t differing; /* enum sass_space: where the block has stored what, or where, hangs on its number */
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
record_begin(struct execute_record *record)
{
	record->is_whole = false;
	record->differing = 0;
	for (uint32_t i = 0; i < record->count; i++) {
		record->logs[i].count = 0;
		record->logs[i].path = 0;
		record->warps[i] = (struct cruise){
			.logs = {&record->logs[i]}, .most_logged = MOST_RECORDED / record->count, .is_of_block = true,
			.differing = &record->differing};
	}
}

struct cruise *
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

/* ---- loops of which periods are left out ---- */

void
record_begin_second(const struct cruise *block, struct passage *passage)
{
	passage->second = block->logs[0]->count;
}

void
record_begin_third(const struct cruise *block, struct passage *passage)
{
	passage->third = block->logs[0]->count;
	memcpy(passage->word_taints, block->word_taints, sizeof passage->word_taints);
	memcpy(passage->predicate_taints, block->predicate_taints, sizeof passage->predicate_taints);
}

bool
record_is_steady(const struct cruise *block, const struct passage *passage)
{
	const struct log *log = block->logs[0];
	const size_t count = passage->third - passage->second;
	bool is_steady = log->count - passage->third == count && log->count + count <= block->most_logged &&
	                 !memcmp(passage->word_taints, block->word_taints, sizeof block->word_taints) &&
	                 !memcmp(passage->predicate_taints, block->predicate_taints, sizeof block->predicate_taints);
	for (size_t i = 0; is_steady && i < count; i++) {
		const struct log_entry *before = &log->entries[passage->second + i], *now = &log->entries[passage->third + i];
		is_steady = now->at == before->at && now->kind == before->kind && now->by == before->by && now->lanes == before->lanes;
	}
	return is_steady;
}

/* What an entry of the third period is so many periods later; `before`: what it was in the second. Of bits those above the number stay. */
static struct log_entry
entry_later(const struct log_entry *now, const struct log_entry *before, uint64_t periods)
{
	struct log_entry entry = *now;
	for (unsigned i = 0; i < LANES; i++) {
		const uint64_t later = (uint64_t)now->of[i] + periods * ((uint64_t)now->of[i] - (uint64_t)before->of[i]);
		entry.of[i] = (int64_t)(now->kind < LOG_BITS ? later : ((uint64_t)now->of[i] & ~(uint64_t)UINT32_MAX) | (uint32_t)later);
	}
	return entry;
}

/* What changes with the block's number and with the period linearly is, in between, between what it is in the third and in the last one. */
void
record_leave_out(struct cruise *block, const struct passage *passage, uint64_t periods)
{
	struct log *log = block->logs[0];
	const size_t count = passage->third - passage->second;
	log->path = hash_mix(log->path, periods);
	for (size_t i = 0; i < count; i++) {
		const struct log_entry *before = &log->entries[passage->second + i], *now = &log->entries[passage->third + i];
		const struct log_entry later = entry_later(now, before, periods);
		cruise_log(block, &later);
	}
}

/* ---- what others do ---- */

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

/* Times are of steps behind the second; of what has no step, or another way to go on, the two are not alike either. */
uint64_t
execute_record_alike(const struct execute_record *first, const struct execute_record *next)
{
	uint64_t times = UINT64_MAX - 2;
	if (!are_of_one_path(first, next))
		return 1;
	for (uint32_t i = 0; i < first->count; i++) {
		const uint64_t of_warp = cruise_times(&next->logs[i], &first->logs[i]);
		times = of_warp < times ? of_warp : times;
	}
	return times ? times + 2 : 1;
}

bool
execute_record_is_shifted(const struct execute_record *first, const struct execute_record *next)
{
	bool some = false, alone = are_of_one_path(first, next);
	for (uint32_t i = 0; alone && i < first->count; i++)
		for (size_t k = 0; alone && k < first->logs[i].count; k++) {
			const struct log_entry *entry = &next->logs[i].entries[k], *before = &first->logs[i].entries[k];
			const bool is_alike = cruise_entry_times(entry, before);
			alone = is_alike || (entry->kind == LOG_GLOBAL && cruise_moves_together(entry, before));
			some |= !is_alike;
		}
	return some && alone;
}

static bool
is_within(struct reach reach, wide low, wide high)
{
	return reach.may_move && low >= reach.low && high <= reach.high;
}

static bool
is_entry_alike(const struct log_entry *first, const struct log_entry *const nexts[DIMENSIONS], const uint32_t sizes[DIMENSIONS])
{
	for (uint32_t left = first->lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		wide low = cruise_number(first, i), high = low;
		unsigned steady = 64;
		for (unsigned d = 0; d < DIMENSIONS; d++) {
			const wide step = nexts[d] ? (wide)nexts[d]->of[i] - first->of[i] : 0;
			*(step < 0 ? &low : &high) += step * (sizes[d] - 1);
			if (nexts[d] && cruise_steady_bits(nexts[d], first, i) < steady)
				steady = cruise_steady_bits(nexts[d], first, i);
		}
		if (first->kind >= LOG_SHIFT && low != high && !is_within(cruise_reach(first, i, steady), low, high))
			return false;
		if (first->kind == LOG_SIGN && !(low > 0 || high < 0 || (low == 0 && high == 0)))
			return false;
		if (first->kind == LOG_SIGNED && (low < INT32_MIN || high > INT32_MAX))
			return false;
		if (first->kind == LOG_UPPER && low >> 32 != high >> 32)
			return false;
	}
	return true;
}

/* Steps along several dimensions together may lead further than those along each. */
bool
execute_record_box(const struct execute_record *first, const struct execute_record *const nexts[DIMENSIONS],
                   const uint32_t sizes[DIMENSIONS], uint64_t alike[DIMENSIONS])
{
	unsigned dimensions = 0;
	bool are_alike = first->is_whole;
	for (unsigned d = 0; d < DIMENSIONS; d++) {
		alike[d] = nexts[d] ? execute_record_alike(first, nexts[d]) : 1;
		are_alike &= alike[d] >= sizes[d];
		dimensions += nexts[d] != NULL;
	}
	if (dimensions < 2)
		return are_alike;
	for (uint32_t i = 0; are_alike && i < first->count; i++)
		for (size_t k = 0; are_alike && k < first->logs[i].count; k++) {
			const struct log_entry *entries[DIMENSIONS];
			for (unsigned d = 0; d < DIMENSIONS; d++)
				entries[d] = nexts[d] ? &nexts[d]->logs[i].entries[k] : NULL;
			are_alike = is_entry_alike(&first->logs[i].entries[k], entries, sizes);
		}
	return are_alike;
}
