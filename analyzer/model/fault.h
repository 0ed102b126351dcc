/* Accesses that are wrong: where the GPU stops, or which reach what is not theirs. */
#ifndef GPULINT_MODEL_FAULT_H
#define GPULINT_MODEL_FAULT_H

#include "model/facts.h"
#include "model/request.h"

/* As struct fault in facts.h, while the launch runs. */
struct known_fault {
	enum fault_kind kind;
	uint32_t block[3];
	unsigned thread;             /* of the block, counted through */
	int64_t at;                  /* from the object's beginning; FAULT_NULL: 0 */
	const struct object *object; /* NULL: there is none */
	/* Of requests so far, right or wrong: where in units of their width accesses to the first one's object begin, a bit each. */
	const struct object *started;
	uint32_t starts;
	bool base_aligned; /* that object surely begins where a unit does */
};

/* Memory of the host of which the driver has not been told. */
bool fault_is_host_memory(const struct object *object);
/* Notes whether the request is wrong, of a warp all of whose lanes are sure to make it; of several such of an access the
 * farthest off. object: where its first lane goes, NULL: to none. ends: the request's. */
void fault_note(struct known_fault *fault, const struct object *object, const struct request *r,
                const uint32_t block[3], unsigned warp, const struct request_ends *ends);

#endif
