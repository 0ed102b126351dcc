/* How long the logged values continue by their steps. */
#include "codegen/execute/extrapolate.h"

#include <string.h>

/* How often `step` can be added to a value in the interval without leaving it. */
static uint64_t
times_within(int64_t value, int64_t step, struct interval reach)
{
	if (!step)
		return UINT64_MAX;
	return step > 0 ? (uint64_t)(reach.high - value) / (uint64_t)step
	                : (uint64_t)(value - reach.low) / (uint64_t)-step;
}

/* Both entries must satisfy the condition: the decision of the earlier one need not be visible in the path. */
static uint64_t
times_of(const struct log_entry *now, const struct log_entry *before, unsigned lane)
{
	const int64_t step = now->of[lane] - before->of[lane];
	const struct interval reach = extrapolate_reach(now, lane, extrapolate_fixed_bits(now, before, lane));
	if (!step || interval_is_all(reach))
		return UINT64_MAX;
	if (!interval_has(reach, extrapolate_number(before, lane)))
		return 0;
	return times_within(extrapolate_number(now, lane), step, reach);
}

static int64_t
step_of(const struct log_entry *now, const struct log_entry *before)
{
	const unsigned first = now->lanes ? (unsigned)__builtin_ctz(now->lanes) : 0;
	return now->of[first] - before->of[first];
}

bool
extrapolate_moves_together(const struct log_entry *now, const struct log_entry *before)
{
	const int64_t step = step_of(now, before);
	for (uint32_t left = now->lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		if (now->of[i] - before->of[i] != step)
			return false;
	}
	return now->lanes == before->lanes;
}

/* For addresses: unlimited, or not at all. */
static uint64_t
times_of_addresses(const struct log_entry *now, const struct log_entry *before)
{
	const bool stays = !now->lanes || (now->by == before->by && step_of(now, before) % now->by == 0);
	return stays && extrapolate_moves_together(now, before) ? UINT64_MAX : 0;
}

uint64_t
extrapolate_entry_times(const struct log_entry *now, const struct log_entry *before)
{
	uint64_t least = UINT64_MAX;
	if (now->at != before->at || now->kind != before->kind || now->lanes != before->lanes)
		return 0;
	if (!memcmp(now->of, before->of, sizeof now->of))
		return UINT64_MAX;
	if (now->kind == LOG_SAME)
		return 0;
	if (now->kind == LOG_GLOBAL || now->kind == LOG_SHARED)
		return times_of_addresses(now, before);
	for (uint32_t left = now->lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const uint64_t times = times_of(now, before, i);
		least = times < least ? times : least;
	}
	return least;
}

uint64_t
extrapolate_times(const struct log *now, const struct log *before)
{
	uint64_t least = UINT64_MAX;
	for (size_t i = 0; i < now->count && least; i++) {
		const uint64_t times = extrapolate_entry_times(&now->entries[i], &before->entries[i]);
		least = times < least ? times : least;
	}
	return least;
}
