/* What can be said of times that were measured many times. Counts are at least 1. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_SAMPLE_H
#define GPULINT_RUNTIME_CHECK_RUN_SAMPLE_H

#include <stddef.h>

void sample_sort(double *sorted, const double *values, unsigned count);
/* Linear between neighbours. */
double sample_quantile(const double *sorted, unsigned count, double share);
/* The median's standard error, by the quartiles (a normal distribution's are 1.349 deviations apart), over the median. */
double sample_median_error(const double *sorted, unsigned count);

/* The step of the timer that all these times, so many of each row, are multiples of, as far as they tell: the least by which two
 * of them differ, or `coarsest` where none do or that is less. In the times' unit. */
double sample_step(double *const *times, size_t rows, unsigned count, double coarsest);

/* Of two medians, with the bounds of its 95% interval. */
struct sample_ratio {
	double ratio, low, high;
};

/* Of so many rounds the least and the greatest hold a median between them with a probability above 95%: 1 - 2 / 2^6. Of fewer
 * nothing does. */
enum { SAMPLE_LEAST_ROUNDS = 6 };

/* Item i of both was measured in round i, and rounds are drawn whole: what drifts takes both along. By bootstrap; of few
 * rounds, where that promises too much, no narrower than from the least round's ratio to the greatest. Samples do not show what
 * the timer rounds away, which may be the same in each: the interval is wider by a step of it in either time. */
struct sample_ratio sample_ratio(const double *above, const double *below, unsigned count, double step);

#endif
