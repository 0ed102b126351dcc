/* Samples of a site's requests. For shared memory, they serve trials of other layouts of the array (layout.h). For
 * global memory, they show whether unevenly stepping lanes are close together in rows (summary_patch.c). */
#ifndef GPULINT_MODEL_SAMPLES_H
#define GPULINT_MODEL_SAMPLES_H

#include "model/facts.h"
#include "model/request.h"
#include "support/arena.h"

struct sampled_requests {
	struct shared_sample items[MOST_SHARED_SAMPLES];
	size_t count;  /* of the samples */
	uint64_t seen; /* requests so far; each is kept with equal probability */
};

/* Offers a request as a sample; *sampled is created if needed. row_bytes: size of the object's innermost rows; 0:
 * none. */
void samples_take(struct sampled_requests **sampled, const struct request *r, const struct object *object,
                  uint64_t row_bytes);
/* A copy in the arena; NULL and a count of 0 without samples. */
const struct shared_sample *samples_reported(const struct sampled_requests *sampled, struct arena *arena,
                                             size_t *count);

#endif
