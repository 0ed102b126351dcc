/* The demand of accesses to pinned host memory on the link (PCIe).
 *
 * L1 caches data from the link, L2 does not. Measured on an H200 with PCIe 5.0 x16, where copies move 55.2 bytes a
 * nanosecond, by kernels that read or write 64 MiB contiguously, with steps of 2 to 1024 words, and at random:
 * - loads: 51 bytes a nanosecond, of sectors of 32 bytes that L1 misses; one whose neighbour is not accessed takes
 *   as much as 72 bytes;
 * - stores: 52.6 bytes a nanosecond, of whole sectors; in others each run of words is a transfer, which takes as
 *   long as 105 bytes;
 * - atomics: a trip of 1.08 microseconds for each request and line, or for each of several lanes on one word; those
 *   on one piece of 256 bytes are serialized.
 *
 * Both directions at once take 1.23 times as long as one. */
#ifndef GPULINT_MODEL_LINK_H
#define GPULINT_MODEL_LINK_H

#include "model/facts.h"

/* Rates of kernels that read and write, over those of copies. */
extern const double link_read_share, link_write_share;
/* Microseconds: an atomic's trip, and a load's latency. */
extern const double link_trip_us, link_latency_us;

/* The link demand of an access if its requests touch `sectors` sectors. Its figures, pattern and cache demand must
 * be set. */
struct link_demand link_demand_of(const struct site *site, const struct demand *demand, double sectors);

#endif
