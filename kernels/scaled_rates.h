/* The rates of a GPU that nobody measured, from those of one that was measured and the data sheets of both (model/gpu.h).
 *
 *   memory               by its bandwidth. What it moves for a sector by itself is taken to be the same, though GDDR has smaller
 *                        pieces than HBM
 *   L2                   by what its slices move: their number (gpu_l2_slices), bytes and clock, which is taken to be that of the
 *                        multiprocessors. Local arrays go by L2, too: they are 1.17 times as fast on an H200 as on an H100, whose
 *                        multiprocessors are the same and whose L2 is 1.18 times as wide
 *   atomics              by the number of slices and the clock: one slice does as much a clock on all (H100 and H200: 0.86)
 *   L2 that is kept      of the size, the measured share where L2 has two halves, as the measured GPU's; all of it where it is one
 *   L1, constant memory, textures, special functions, instructions
 *                        by multiprocessors and clock: 32 banks, four schedulers and 16 special results a clock are the same from
 *                        7.0 to 12.0 (CUDA programming guide, "Throughput of Native Arithmetic Instructions"). Two things are left
 *                        out: 7.0, 7.5 and 8.0 have half the single precision units, which matters where hardly any other
 *                        instruction comes between; and A40 and L40 load whole lines from L1 at half the rate (RRZE-HPC/gpu-benches)
 *   shared memory        the same, by its bytes a clock
 *   double precision     the same, by its results a clock (the guide's table); one operation takes the measured latency and as much
 *                        longer as a warp takes longer to pass the units
 *   block starts         by the clock: one unit is taken to start the blocks of all multiprocessors
 *   latencies            cycles by the clock; of L2 also by the cycles that both GPUs are known to have. What memory takes beyond L2
 *                        is the same time on all
 *
 * The clock is the boost clock of the sheet: a GPU that is throttled is slower. What a sheet leaves out is that of another GPU of
 * the same major version (gpu_completed). How far all that may be off, tests/unit/test_scaled.c and tests/bench/scaled.py check. */
#ifndef GPULINT_KERNELS_SCALED_RATES_H
#define GPULINT_KERNELS_SCALED_RATES_H

#include <stdbool.h>

#include "model/gpu.h"
#include "model/time.h"

struct profile;

/* Whether the rates of the GPU have to be scaled from those of the profile: it is of another GPU, and both have data sheets. */
bool rates_are_scaled(const struct profile *profile, const struct gpu *gpu);
/* Those of the profile, scaled if they have to be. False: as rates_of_profile. gpu NULL: that of the profile. */
bool rates_of_gpu(const struct profile *profile, const struct gpu *gpu, struct rates *rates);
/* How much the one GPU is like the other, by which the profile is chosen that a third one is scaled from: 0, the same; less than
 * 1, of one architecture; the less the better. */
double gpu_distance(const struct gpu *gpu, const struct gpu *other);

#endif
