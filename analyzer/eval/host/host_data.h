/* Where data lie, and what has changed them: copies that move nothing new, and managed memory that a kernel finds on the host. */
#ifndef GPULINT_EVAL_HOST_HOST_DATA_H
#define GPULINT_EVAL_HOST_HOST_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "support/pointer_map.h"

struct memory;
struct object;

struct host_data {
	struct pointer_map states; /* of objects */
	uint64_t changes;          /* of device memory, by copies, fills and launches */
};

/* A copy that has been made, of known objects. */
struct known_copy {
	struct object *to, *from;
	int64_t to_offset, from_offset;
	uint64_t bytes;
};

struct copy_news {
	bool same_source, repeated, round_trip; /* as of struct host_operation */
};

void host_data_free(struct host_data *data);
/* To the device; and to the host. */
struct copy_news host_data_upload(struct host_data *data, const struct known_copy *copy);
void host_data_download(struct host_data *data, const struct known_copy *copy);
/* Stands for the bytes that a copy has left there; 0: not all are known, so that some may have come from the device. Of many the first
 * stand for all. */
uint64_t host_data_known(const struct memory *memory, const struct object *object, int64_t offset, uint64_t bytes);
/* Something on the device may have changed the object. */
void host_data_change(struct host_data *data, struct object *object);
/* From now on the GPU finds the managed object where it is, or has seen what lies in pinned memory: the host's stores up to that clock
 * do not matter. */
void host_data_resolve(struct host_data *data, struct object *object, uint32_t clock);
/* Whether the host has stored to the object since the GPU had it. */
bool host_data_migrates(const struct host_data *data, const struct object *object);

#endif
