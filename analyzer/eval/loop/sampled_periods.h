/* The periods of a long loop that run, and their weights.
 *
 * Periods that behave alike are run in evenly spread windows of equal weight. If they may differ, later windows
 * weigh more, so that quantities that grow from period to period come out right. */
#ifndef GPULINT_EVAL_LOOP_SAMPLED_PERIODS_H
#define GPULINT_EVAL_LOOP_SAMPLED_PERIODS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

struct sampled_period {
	uint64_t at;   /* index of the period, from the start of sampling */
	double weight; /* periods that it stands for, itself included */
};

struct sampled_periods {
	struct sampled_period *items; /* in order of `at` */
	size_t count;
	uint64_t periods; /* number of periods that they represent together; sampling ends after them */
};

#endif
