/* Samples of a site's requests: to shared memory, for trials of other layouts of its array (layout.h), and to global memory, for
 * whether lanes that step unevenly are close together in rows (summary_patch.c). */
#ifndef GPULINT_MODEL_SAMPLES_H
#define GPULINT_MODEL_SAMPLES_H

#include "model/facts.h"
#include "model/request.h"
#include "support/arena.h"

struct sampled_requests {
	struct shared_sample items[MOST_SHARED_SAMPLES];
	size_t count;  /* of them */
	uint64_t seen; /* requests so far, of which each is as likely to be among them */
};

/* Takes the request as a sample, or not; *sampled is made when there is none. row_bytes: of the object's innermost rows, 0: it has
 * none. */
void samples_take(struct sampled_requests **sampled, const struct request *r, const struct object *object,
                  uint64_t row_bytes);
/* A copy in the arena; NULL, and none: nothing was sampled. */
const struct shared_sample *samples_reported(const struct sampled_requests *sampled, struct arena *arena,
                                             size_t *count);

#endif
