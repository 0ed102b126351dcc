/* Invalid accesses: the GPU stops, or memory outside of the object is accessed. */
#ifndef GPULINT_MODEL_FAULT_H
#define GPULINT_MODEL_FAULT_H

#include "model/facts.h"
#include "model/request.h"

/* The state of struct fault (facts.h) while the launch is evaluated. */
struct known_fault {
	enum fault_kind kind;
	uint32_t block[3];
	unsigned thread;             /* linear index in the block */
	int64_t at;                  /* bytes from the object's beginning; FAULT_NULL: 0 */
	const struct object *object; /* NULL: none */
	/* the object of the first request, and the offsets modulo the width at which accesses to it begin, a bit
	 * each */
	const struct object *started;
	uint32_t starts;
	bool base_aligned; /* the object certainly begins at a multiple of the width */
};

/* Whether it is host memory that is not registered with the driver. */
bool fault_is_host_memory(const struct object *object);
/* Checks the request of a warp whose lanes all certainly execute it, and keeps the farthest invalid access. object:
 * that of the request's first lane, or NULL. ends: the request's. */
void fault_note(struct known_fault *fault, const struct object *object, const struct request *r,
                const uint32_t block[3], unsigned warp, const struct request_ends *ends);

#endif
