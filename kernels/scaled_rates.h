/* The rates of a GPU that was not measured, scaled from those of a measured GPU by the data sheets of both
 * (model/gpu.h):
 * - memory: by its bandwidth. The bytes moved for a single sector are assumed to be equal, although GDDR has smaller
 *   pieces than HBM.
 * - L2: by the throughput of its slices: their number (gpu_l2_slices), bytes and clock, which is assumed to be the
 *   multiprocessors'. Local arrays scale like L2 too: they are 1.17 times as fast on an H200 as on an H100, which
 *   has the same multiprocessors, and whose L2 is 1.18 times as wide.
 * - atomics: by the number of slices and the clock, since a slice has the same throughput per clock on all GPUs
 *   (H100 and H200: 0.86).
 * - usable L2 capacity: if L2 has two halves, the measured GPU's share of the size; if it is one, the whole size.
 * - L1, constant memory, textures, special functions, instructions: by multiprocessors and clock. 32 banks, four
 *   schedulers and 16 special results per clock are the same from 7.0 to 12.0 (CUDA programming guide, "Throughput
 *   of Native Arithmetic Instructions"). Two exceptions are ignored. 7.0, 7.5 and 8.0 have half the single-precision
 *   units, which matters if there are hardly any other instructions. A40 and L40 load whole lines from L1 at half
 *   the rate (RRZE-HPC/gpu-benches).
 * - shared memory: the same, by its bytes per clock.
 * - double precision: the same, by its results per clock (the guide's table). One operation has the measured
 *   latency, increased by the additional time that a warp occupies the units.
 * - block starts: by the clock, assuming that one unit starts the blocks of all multiprocessors.
 * - latencies: their cycles by the clock. For L2 also by the known cycles of both GPUs. The time that memory takes
 *   beyond L2 is equal on all GPUs.
 * The clock is the data sheet's boost clock: a throttled GPU is slower. A value that a data sheet lacks is that of
 * another GPU of the same major version (gpu_completed). tests/unit/test_scaled.c and tests/bench/scaled.py check
 * how large the errors may be. */
#ifndef GPULINT_KERNELS_SCALED_RATES_H
#define GPULINT_KERNELS_SCALED_RATES_H

#include <stdbool.h>

#include "model/gpu.h"
#include "model/time.h"

struct profile;

/* Whether the GPU's rates must be scaled from the profile's: the profile is of another GPU, and both have data
 * sheets. */
bool rates_are_scaled(const struct profile *profile, const struct gpu *gpu);
/* The profile's rates, scaled if necessary. False: as of rates_of_profile. gpu NULL: the profile's GPU. */
bool rates_of_gpu(const struct profile *profile, const struct gpu *gpu, struct rates *rates);
/* The difference between two GPUs, by which the profile for scaling is chosen. 0: the same GPU; less than 1: the same
 * architecture; less is better. */
double gpu_distance(const struct gpu *gpu, const struct gpu *other);

#endif
