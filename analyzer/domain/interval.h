/* Intervals, an abstract domain (docs/ARCHITECTURE.md, Domains): the integers from `low` to `high`, both included.
 *
 * INT64_MIN as `low` and INT64_MAX as `high` mean that there is no such bound. The bottom is any empty interval, the
 * top interval_all. Chains of joins are long, so an interval that grows in a loop needs interval_widen. */
#ifndef GPULINT_DOMAIN_INTERVAL_H
#define GPULINT_DOMAIN_INTERVAL_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct interval {
	int64_t low, high;
};

static const struct interval interval_all = {INT64_MIN, INT64_MAX}, interval_empty = {INT64_MAX, INT64_MIN};

static inline struct interval
interval_of(int64_t number)
{
	return (struct interval){number, number};
}

static inline bool
interval_is_empty(struct interval a)
{
	return a.low > a.high;
}

static inline bool
interval_is_all(struct interval a)
{
	return a.low == INT64_MIN && a.high == INT64_MAX;
}

/* Whether it has both bounds. */
static inline bool
interval_is_bounded(struct interval a)
{
	return a.low != INT64_MIN && a.high != INT64_MAX;
}

static inline bool
interval_has(struct interval a, int64_t number)
{
	return number >= a.low && number <= a.high;
}

static inline bool
interval_includes(struct interval a, struct interval b)
{
	return interval_is_empty(b) || (a.low <= b.low && a.high >= b.high);
}

static inline struct interval
interval_join(struct interval a, struct interval b)
{
	if (interval_is_empty(a) || interval_is_empty(b))
		return interval_is_empty(a) ? b : a;
	return (struct interval){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

static inline struct interval
interval_meet(struct interval a, struct interval b)
{
	return (struct interval){a.low > b.low ? a.low : b.low, a.high < b.high ? a.high : b.high};
}

/* After any number of further steps, if one step led from `before` to `after`: a bound that moved is dropped. */
static inline struct interval
interval_widen(struct interval before, struct interval after)
{
	if (interval_is_empty(before) || interval_is_empty(after))
		return interval_join(before, after);
	return (struct interval){after.low < before.low ? INT64_MIN : before.low,
	                         after.high > before.high ? INT64_MAX : before.high};
}

/* All sums of a number of each. False: a bound overflows. */
static inline bool
interval_add(struct interval a, struct interval b, struct interval *sum)
{
	return !__builtin_add_overflow(a.low, b.low, &sum->low) && !__builtin_add_overflow(a.high, b.high, &sum->high);
}

/* All differences of a number of `a` and one of `b`. False: a bound overflows. */
static inline bool
interval_subtract(struct interval a, struct interval b, struct interval *difference)
{
	return !__builtin_sub_overflow(a.low, b.high, &difference->low) &&
	       !__builtin_sub_overflow(a.high, b.low, &difference->high);
}

/* All products with `factor`. False: a bound overflows. */
static inline bool
interval_scale(struct interval a, int64_t factor, struct interval *product)
{
	int64_t x, y;
	if (__builtin_mul_overflow(a.low, factor, &x) || __builtin_mul_overflow(a.high, factor, &y))
		return false;
	*product = interval_join(interval_of(x), interval_of(y));
	return true;
}

/* "[0, 31]", "[0, ...]" without an upper bound, "[]" if it is empty. */
void interval_print(FILE *out, struct interval a);

#endif
