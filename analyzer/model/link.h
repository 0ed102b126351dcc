/* What accesses to pinned memory of the host take of the link to it (PCIe).
 *
 * L1 keeps what comes over the link, L2 does not. Measured on an H200 behind PCIe 5.0 x16, where copies move 55.2 bytes a nanosecond, by
 * kernels that read or write 64 MiB side by side, at steps of 2 to 1024 words, and at random:
 *
 *   loads     51 bytes a nanosecond, of sectors of 32 bytes that L1 misses; one whose neighbour is not wanted takes as much as 72 bytes
 *   stores    52.6 bytes a nanosecond, of whole sectors; what is written of others goes by itself, each run of words as long as 105 bytes
 *   atomics   a trip of 1.08 microseconds for each request and line, or for each of several lanes on one word: those on one piece of 256
 *             bytes one after the other
 *
 * Both directions at once take 1.23 times as long as one. */
#ifndef GPULINT_MODEL_LINK_H
#define GPULINT_MODEL_LINK_H

#include "model/facts.h"

/* What kernels read and write in a microsecond, over what copies do. */
extern const double link_read_share, link_write_share;
/* Microseconds: of an atomic's trip, and of a load. */
extern const double link_trip_us, link_latency_us;

/* Of an access of which the figures, the pattern and what it takes of the caches are known, in a form in which its requests go to so
 * many sectors. */
struct link_demand link_demand_of(const struct site *site, const struct demand *demand, double sectors);

#endif
