/* What the sites of a launch have to do with each other: ids, dividers, ladders of else-ifs, walks. */
#ifndef GPULINT_MODEL_RELATE_H
#define GPULINT_MODEL_RELATE_H

#include "model/tally.h"

/* The sites of a launch and the tallies that they are told from, in order of place. */
struct relatives {
	const struct tally **tallies;
	struct site *sites;
	size_t count;
};

void relate_sites(const struct relatives *relatives, const struct kernel *kernel, struct arena *arena);

#endif
