#include "sample.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "support/allocate.h"
#include "support/hash.h"

static int
compare_doubles(const void *left, const void *right)
{
	const double a = *(const double *)left, b = *(const double *)right;
	return (a > b) - (a < b);
}

void
sample_sort(double *sorted, const double *values, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		sorted[i] = values[i];
	qsort(sorted, count, sizeof *sorted, compare_doubles);
}

double
sample_quantile(const double *sorted, unsigned count, double share)
{
	const double position = share * (count - 1);
	const unsigned below = (unsigned)position;
	if (below + 1 >= count)
		return sorted[count - 1];
	return sorted[below] + (position - below) * (sorted[below + 1] - sorted[below]);
}

double
sample_median_error(const double *sorted, unsigned count)
{
	const double deviation = (sample_quantile(sorted, count, 0.75) - sample_quantile(sorted, count, 0.25)) / 1.349;
	return 1.2533 * deviation / sqrt(count) / sample_quantile(sorted, count, 0.5);
}

double
sample_step(double *const *times, size_t rows, unsigned count, double coarsest)
{
	/* Times are differences of floating-point numbers: a smaller difference is rounding. */
	const double nothing = 1e-3 * coarsest;
	const unsigned all = (unsigned)rows * count;
	double *values = memory_zeroed(all, sizeof *values), step = coarsest;
	for (size_t i = 0; i < rows; i++)
		for (unsigned k = 0; k < count; k++)
			values[i * count + k] = times[i][k];
	qsort(values, all, sizeof *values, compare_doubles);
	for (unsigned i = 1; i < all; i++)
		if (values[i] - values[i - 1] > nothing)
			step = fmin(step, values[i] - values[i - 1]);
	free(values);
	return step;
}

/* ---- ratios ------------------------------------------------------------------------------------------------------ */

static double
median(double *values, unsigned count)
{
	qsort(values, count, sizeof *values, compare_doubles);
	return sample_quantile(values, count, 0.5);
}

/* Draws rounds with replacement. The generator's seed is fixed, so the draws are equal in every run. */
static double
resampled_ratio(const double *above, const double *below, unsigned count, uint64_t *random, double *drawn)
{
	double *other = drawn + count;
	for (unsigned i = 0; i < count; i++) {
		*random = hash_mix(*random, i);
		const unsigned round = (unsigned)(*random % count);
		drawn[i] = above[round];
		other[i] = below[round];
	}
	return median(drawn, count) / median(other, count);
}

/* From a simulation with 4% of noise: the bootstrap's interval of 6 to 10 rounds contains the ratio in 93% of the
 * cases. */
enum { ENOUGH_TO_DRAW = 11 };

/* A time shorter than a step of the timer may have any value below it. */
static void
widen_by_step(struct sample_ratio *ratio, double above, double below, double step)
{
	const double least = 1e-3;
	ratio->low *= fmax(1 - step / above, least) / (1 + step / below);
	ratio->high *= (1 + step / above) / fmax(1 - step / below, least);
}

struct sample_ratio
sample_ratio(const double *above, const double *below, unsigned count, double step)
{
	enum { DRAWS = 1000 };
	double *drawn = memory_zeroed(2 * (size_t)count, sizeof *drawn), ratios[DRAWS];
	uint64_t random = 1;
	for (unsigned i = 0; i < DRAWS; i++)
		ratios[i] = resampled_ratio(above, below, count, &random, drawn);
	qsort(ratios, DRAWS, sizeof *ratios, compare_doubles);
	sample_sort(drawn, above, count);
	sample_sort(drawn + count, below, count);
	const double median_above = sample_quantile(drawn, count, 0.5),
		     median_below = sample_quantile(drawn + count, count, 0.5);
	struct sample_ratio ratio = {
		median_above / median_below,
		sample_quantile(ratios, DRAWS, 0.025),
		sample_quantile(ratios, DRAWS, 0.975),
	};
	for (unsigned i = 0; count < ENOUGH_TO_DRAW && i < count; i++) {
		ratio.low = fmin(ratio.low, above[i] / below[i]);
		ratio.high = fmax(ratio.high, above[i] / below[i]);
	}
	widen_by_step(&ratio, median_above, median_below, step);
	free(drawn);
	return ratio;
}
