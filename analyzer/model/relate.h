/* What the sites of a launch have to do with each other: ids, dividers, ladders of else-ifs, walks. */
#ifndef GPULINT_MODEL_RELATE_H
#define GPULINT_MODEL_RELATE_H

#include "model/site_accumulator.h"

/* The sites of a launch and the accumulators that they are told from, in order of place. */
struct relatives {
	const struct site_accumulator **accumulators;
	struct site *sites;
	size_t count;
};

void relate_sites(const struct relatives *relatives, const struct kernel *kernel, struct arena *arena);

#endif
