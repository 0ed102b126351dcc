#include "sample.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

#include "support/hash.h"
#include "support/memory.h"

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
	const double place = share * (count - 1);
	const unsigned below = (unsigned)place;
	if (below + 1 >= count)
		return sorted[count - 1];
	return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

double
sample_median_error(const double *sorted, unsigned count)
{
	const double deviation = (sample_quantile(sorted, count, 0.75) - sample_quantile(sorted, count, 0.25)) / 1.349;
	return 1.2533 * deviation / sqrt(count) / sample_quantile(sorted, count, 0.5);
}

/* ---- ratios -------------------------------------------------------------------------------------------------------- */

static double
median(double *values, unsigned count)
{
	qsort(values, count, sizeof *values, compare_doubles);
	return sample_quantile(values, count, 0.5);
}

/* Rounds drawn with replacement; the same ones in every run of the program. */
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

/* By simulation with 4% of noise, the bootstrap's interval of 6 to 10 rounds holds the ratio in 93% of the cases. */
enum { ENOUGH_TO_DRAW = 11 };

struct sample_ratio
sample_ratio(const double *above, const double *below, unsigned count)
{
	enum { DRAWS = 1000 };
	double *drawn = memory_zeroed(2 * (size_t)count, sizeof *drawn), ratios[DRAWS];
	uint64_t random = 1;
	for (unsigned i = 0; i < DRAWS; i++)
		ratios[i] = resampled_ratio(above, below, count, &random, drawn);
	qsort(ratios, DRAWS, sizeof *ratios, compare_doubles);
	sample_sort(drawn, above, count);
	sample_sort(drawn + count, below, count);
	struct sample_ratio ratio = {
		sample_quantile(drawn, count, 0.5) / sample_quantile(drawn + count, count, 0.5),
		sample_quantile(ratios, DRAWS, 0.025),
		sample_quantile(ratios, DRAWS, 0.975),
	};
	for (unsigned i = 0; count < ENOUGH_TO_DRAW && i < count; i++) {
		ratio.low = fmin(ratio.low, above[i] / below[i]);
		ratio.high = fmax(ratio.high, above[i] / below[i]);
	}
	free(drawn);
	return ratio;
}
