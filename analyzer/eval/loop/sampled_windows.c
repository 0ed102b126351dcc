#include "eval/loop/sampled_windows.h"

/* The first period from `period` on at which a window may begin: alternately at the first and the second half of the
 * cycle that addresses have within a sector. */
static uint64_t
in_phase(uint64_t period, unsigned number)
{
	const uint64_t phase = number % 2 ? SECTOR_CYCLE / 2 : 0;
	return period + (SECTOR_CYCLE + phase - period % SECTOR_CYCLE) % SECTOR_CYCLE;
}

struct sampled_periods
sampled_windows_even(struct arena *arena, unsigned period, uint64_t trips, unsigned segments, uint64_t window)
{
	const uint64_t segment = (trips - period) / segments / period, length = window / period;
	struct sampled_periods periods = {.items = arena_new_array(arena, struct sampled_period, segments * length),
	                                  .periods = segment * segments};
	for (unsigned s = 0; s < segments; s++) {
		const uint64_t from = in_phase(segment * s, s);
		for (uint64_t i = 0; i < length; i++)
			periods.items[periods.count++] =
				(struct sampled_period){from + i, (double)segment / (double)length};
	}
	return periods;
}

/* The middle of a window, as a fraction of all periods. The first window is at the start, the others are about two
 * thirds on, with three quarters of the weight. Linear and quadratic growth then come out right (Radau's
 * quadrature). */
static double
middle_of_window(unsigned number, unsigned count)
{
	static const double main = 2.0 / 3, apart = 1.0 / 6;
	return main + apart * (number - count / 2.0);
}

/* Chooses weights that preserve the mean place. The first `length` items are the first window. */
static void
weigh_windows(struct sampled_periods *periods, size_t length)
{
	const double all = (double)periods->periods, first = (double)(length - 1) / 2,
		     count = (double)(periods->count - length);
	double later = 0;
	for (size_t i = length; i < periods->count; i++)
		later += (double)periods->items[i].at / count;
	const double others = all * ((all - 1) / 2 - first) / (later - first);
	for (size_t i = 0; i < periods->count; i++)
		periods->items[i].weight = i < length ? (all - others) / (double)length : others / count;
}

struct sampled_periods
sampled_windows_growing(struct arena *arena, unsigned period, uint64_t trips, unsigned segments, uint64_t window)
{
	const unsigned windows = segments > 1 ? segments : 2;
	const uint64_t all = window / period, length = segments > 1 || all < 2 ? all : all / 2;
	struct sampled_periods periods = {.items = arena_new_array(arena, struct sampled_period, windows * length),
	                                  .periods = (trips - period) / period};
	uint64_t behind = 0;
	for (unsigned s = 0; s < windows; s++) {
		const double middle = s ? middle_of_window(s, windows) * (double)periods.periods : 0;
		const double earliest = middle - (double)length / 2 - (SECTOR_CYCLE - 1);
		const uint64_t wanted = in_phase(earliest > 0 ? (uint64_t)earliest : 0, s),
			       from = wanted > behind ? wanted : behind;
		for (behind = from; behind < from + length && behind < periods.periods; behind++)
			periods.items[periods.count++] = (struct sampled_period){behind, 0};
	}
	weigh_windows(&periods, length);
	return periods;
}
