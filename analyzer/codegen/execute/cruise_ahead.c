/* How far what is logged goes on as it has begun. */
#include "codegen/execute/cruise.h"

#include <string.h>

/* How often `step` can be added to what lies in [low, high] without leaving that. */
static uint64_t
times_within(int64_t value, int64_t step, int64_t low, int64_t high)
{
	if (!step)
		return UINT64_MAX;
	return step > 0 ? (uint64_t)(high - value) / (uint64_t)step : (uint64_t)(value - low) / (uint64_t)-step;
}

static uint64_t
times_of(enum log_kind kind, int64_t value, int64_t step)
{
	const int64_t upper = value >> 32, most = (int64_t)1 << 48;
	switch (kind) {
	case LOG_SIGN:
		return value ? times_within(value, step, value > 0 ? 1 : -most, value > 0 ? most : -1) : step ? 0 : UINT64_MAX;
	case LOG_SIGNED:
		return times_within(value, step, INT32_MIN, INT32_MAX);
	default:
		return times_within(value, step, upper << 32, (upper << 32) + UINT32_MAX);
	}
}

static uint64_t
times_of_bits(const struct log_entry *now, const struct log_entry *before, unsigned lane)
{
	const int64_t step = now->of[lane] - before->of[lane];
	const struct reach reach = cruise_reach(now, lane, cruise_steady_bits(now, before, lane));
	if (!step || (reach.may_move && reach.low == INT64_MIN))
		return UINT64_MAX;
	return reach.may_move ? times_within(cruise_number(now, lane), step, reach.low, reach.high) : 0;
}

static int64_t
step_of(const struct log_entry *now, const struct log_entry *before)
{
	const unsigned first = now->lanes ? (unsigned)__builtin_ctz(now->lanes) : 0;
	return now->of[first] - before->of[first];
}

bool
cruise_moves_together(const struct log_entry *now, const struct log_entry *before)
{
	const int64_t step = step_of(now, before);
	for (uint32_t left = now->lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		if (now->of[i] - before->of[i] != step)
			return false;
	}
	return now->lanes == before->lanes;
}

/* Of addresses: as often as one likes, or not at all. */
static uint64_t
times_of_addresses(const struct log_entry *now, const struct log_entry *before)
{
	const bool stays = !now->lanes || (now->by == before->by && step_of(now, before) % now->by == 0);
	return stays && cruise_moves_together(now, before) ? UINT64_MAX : 0;
}

uint64_t
cruise_entry_times(const struct log_entry *now, const struct log_entry *before)
{
	uint64_t least = UINT64_MAX;
	if (now->at != before->at || now->kind != before->kind || now->lanes != before->lanes)
		return 0;
	if (!memcmp(now->of, before->of, sizeof now->of))
		return UINT64_MAX;
	if (now->kind == LOG_GLOBAL || now->kind == LOG_SHARED)
		return times_of_addresses(now, before);
	for (uint32_t left = now->lanes; left; left &= left - 1) {
		const unsigned i = (unsigned)__builtin_ctz(left);
		const uint64_t times = now->kind >= LOG_SHIFT ? times_of_bits(now, before, i)
		                                              : times_of(now->kind, now->of[i], now->of[i] - before->of[i]);
		least = times < least ? times : least;
	}
	return least;
}

uint64_t
cruise_times(const struct log *now, const struct log *before)
{
	uint64_t least = UINT64_MAX;
	for (size_t i = 0; i < now->count && least; i++) {
		const uint64_t times = cruise_entry_times(&now->entries[i], &before->entries[i]);
		least = times < least ? times : least;
	}
	return least;
}
