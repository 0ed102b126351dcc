/* The state of data on host and device: copies of unchanged data, and managed memory that a kernel finds on the
 * host. */
#ifndef GPULINT_EVAL_HOST_HOST_DATA_H
#define GPULINT_EVAL_HOST_HOST_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "support/pointer_map.h"

struct memory;
struct object;

struct host_data {
	struct pointer_map states; /* by object */
	uint64_t changes;          /* counts changes of device memory by copies, fills and launches */
};

/* An executed copy between known objects. */
struct known_copy {
	struct object *to, *from;
	int64_t to_offset, from_offset;
	uint64_t bytes;
};

struct copy_news {
	bool same_source, repeated, round_trip; /* as in struct host_operation */
};

void host_data_free(struct host_data *data);
/* Record a copy to the device, and one to the host. */
struct copy_news host_data_upload(struct host_data *data, const struct known_copy *copy);
void host_data_download(struct host_data *data, const struct known_copy *copy);
/* A hash of the bytes there; 0: some are unknown, so they may have come from the device. Only the first 1024 bytes
 * are read. */
uint64_t host_data_known(const struct memory *memory, const struct object *object, int64_t offset, uint64_t bytes);
/* Something on the device may have changed the object. */
void host_data_change(struct host_data *data, struct object *object);
/* The GPU has the managed object, or has read the object in pinned memory: host stores up to this clock no longer
 * count. */
void host_data_resolve(struct host_data *data, struct object *object, uint32_t clock);
/* Whether the host has stored to the object since the GPU last had it. */
bool host_data_migrates(const struct host_data *data, const struct object *object);

#endif
