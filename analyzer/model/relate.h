/* Relations between the sites of a launch: ids, diverging branches, else-if ladders, index keys. */
#ifndef GPULINT_MODEL_RELATE_H
#define GPULINT_MODEL_RELATE_H

#include "model/site_accumulator.h"

/* The sites of a launch and their accumulators, in order of place. */
struct relatives {
	const struct site_accumulator **accumulators;
	struct site *sites;
	size_t count;
};

void relate_sites(const struct relatives *relatives, const struct kernel *kernel, struct arena *arena);

#endif
