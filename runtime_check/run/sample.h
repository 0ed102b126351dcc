/* Statistics of repeatedly measured times. Counts are at least 1. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_SAMPLE_H
#define GPULINT_RUNTIME_CHECK_RUN_SAMPLE_H

#include <stddef.h>

void sample_sort(double *sorted, const double *values, unsigned count);
/* Interpolates linearly between neighbours. */
double sample_quantile(const double *sorted, unsigned count, double share);
/* The median's standard error, relative to the median. It is estimated from the quartiles (a normal distribution's are
 * 1.349 deviations apart). */
double sample_median_error(const double *sorted, unsigned count);

/* The timer's step, of which all these times are multiples, in the times' unit; each row has `count` times. It is the
 * smallest difference between two of them, or `coarsest` if none differ by less. */
double sample_step(double *const *times, size_t rows, unsigned count, double coarsest);

/* A ratio of two medians, with the bounds of its 95% interval. */
struct sample_ratio {
	double ratio, low, high;
};

/* The extremes of 6 rounds enclose the median with a probability above 95%: 1 - 2 / 2^6. Fewer rounds do not
 * suffice. */
enum { SAMPLE_LEAST_ROUNDS = 6 };

/* Item i of both arrays was measured in round i, and rounds are drawn whole, so that drift affects both. The interval
 * is a bootstrap's. For few rounds the bootstrap's interval is too narrow; then it is no narrower than the range of the
 * rounds' ratios. Samples do not show rounding by the timer, which may be equal in each. So the interval is widened by
 * one step of the timer for either time. */
struct sample_ratio sample_ratio(const double *above, const double *below, unsigned count, double step);

#endif
