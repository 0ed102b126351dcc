#include "kernels/scaled_rates.h"

#include <math.h>

#include "kernels/profile.h"
#include "kernels/rates.h"

/* Error of times and ratios in addition to that of the model with a GPU's own rates (docs/measuring/rates.md). */
static const double off_in_architecture = 1.1, off_beyond = 1.5;

enum { LANES = 32 };

/* The second GPU's figures over the first's. */
struct factors {
	double clock, multiprocessors, memory;
	double slices, l2; /* including the clock */
	double l2_cycles;
};

bool
rates_are_scaled(const struct profile *profile, const struct gpu *gpu)
{
	const struct gpu *measured = profile ? gpu_find(profile_gpu(profile)) : NULL;
	return measured && gpu && measured != gpu;
}

static double
l2_bytes_per_clock(const struct gpu *gpu)
{
	return (double)gpu_l2_slices(gpu) * gpu->l2_slice_bytes;
}

static struct factors
factors_between(const struct gpu *from, const struct gpu *to)
{
	const double clock = to->clock_ghz / from->clock_ghz;
	return (struct factors){
		.clock = clock,
		.multiprocessors = clock * to->multiprocessors / from->multiprocessors,
		.memory = to->dram_gbs / from->dram_gbs,
		.slices = clock * gpu_l2_slices(to) / gpu_l2_slices(from),
		.l2 = clock * l2_bytes_per_clock(to) / l2_bytes_per_clock(from),
		.l2_cycles = to->l2_cycles && from->l2_cycles ? (double)to->l2_cycles / from->l2_cycles : 1,
	};
}

static void
scale_throughputs(struct rates *rates, const struct factors *by)
{
	rates->bytes *= by->memory;
	rates->l2_sectors *= by->l2;
	rates->l2_lines *= by->l2;
	rates->resumed_lines *= by->l2;
	rates->passes *= by->slices;
	rates->slice_passes *= by->clock;
	rates->lookups *= by->multiprocessors;
	rates->wavefronts *= by->multiprocessors;
	rates->special *= by->multiprocessors;
	rates->doubles *= by->multiprocessors;
	rates->integers *= by->multiprocessors;
	rates->constants *= by->multiprocessors;
	rates->constant_passes *= by->multiprocessors;
	for (unsigned i = 0; i < TABLE_SIZES; i++)
		rates->constant_line_us[i] /= by->multiprocessors;
	rates->fetches *= by->multiprocessors;
	rates->blocks *= by->clock;
}

static void
scale_latencies(struct rates *rates, const struct factors *by)
{
	const double beyond_l2 = rates->memory_latency - rates->l2_latency;
	rates->l1_latency /= by->clock;
	rates->shared_latency /= by->clock;
	rates->l2_latency *= by->l2_cycles / by->clock;
	rates->memory_latency = rates->l2_latency + beyond_l2;
	rates->barrier /= by->clock;
	rates->barrier_of_warp /= by->clock;
	rates->block_overhead /= by->clock;
}

static double
cycles_of_doubles(const struct gpu *gpu)
{
	return (double)LANES / gpu->doubles_per_clock;
}

static void
scale_units(struct rates *rates, const struct gpu *from, const struct gpu *to)
{
	const double cycles =
		rates->double_step * from->clock_ghz * 1e3 + cycles_of_doubles(to) - cycles_of_doubles(from);
	rates->double_step = cycles / (to->clock_ghz * 1e3);
	rates->doubles *= (double)to->doubles_per_clock / from->doubles_per_clock;
	rates->wavefronts *= (double)to->shared_bytes_per_clock / from->shared_bytes_per_clock;
}

static double
kept_share(const struct rates *rates, const struct gpu *from, const struct gpu *to)
{
	if (!to->l2_is_split)
		return 1;
	return from->l2_is_split ? fmin(1, rates->l2_bytes / (double)from->l2_bytes) : gpu_l2_kept(1);
}

static void
scale(struct rates *rates, const struct gpu *from, const struct gpu *to)
{
	const struct factors by = factors_between(from, to);
	const double kept = kept_share(rates, from, to) * (double)to->l2_bytes;
	scale_throughputs(rates, &by);
	scale_units(rates, from, to);
	scale_latencies(rates, &by);
	rates->l2_bytes = kept;
	rates->local_bytes *= (double)to->shared_per_sm / from->shared_per_sm;
	rates->multiprocessors = to->multiprocessors;
	rates->warps_per_multiprocessor = to->max_warps_per_sm;
	rates->schedulers = to->warp_unit;
	rates->instructions = (double)to->multiprocessors * to->warp_unit * to->clock_ghz * 1e3;
	rates->uncertainty = gpu_distance(from, to) < 1 ? off_in_architecture : off_beyond;
}

bool
rates_of_gpu(const struct profile *profile, const struct gpu *gpu, struct rates *rates)
{
	if (!rates_of_profile(profile, rates))
		return false;
	if (rates_are_scaled(profile, gpu)) {
		const struct gpu from = gpu_completed(gpu_find(profile_gpu(profile))), to = gpu_completed(gpu);
		scale(rates, &from, &to);
	}
	return true;
}

static double
version(const struct gpu *gpu)
{
	return gpu->major + gpu->minor / 10.0;
}

/* Within one architecture the bandwidths decide, which differ by less than a hundredfold. Otherwise it is first whether
 * both have stacked memory, as GPUs for computing do, and then the difference of their versions. */
double
gpu_distance(const struct gpu *gpu, const struct gpu *other)
{
	enum { OTHER_ARCHITECTURE = 1, OTHER_MEMORY = 100 };
	const struct gpu a = gpu_completed(gpu), b = gpu_completed(other);
	const double apart = fabs(version(&a) - version(&b));
	const double bandwidths = fmin(1, fabs(log(a.dram_gbs / b.dram_gbs)) / log(100)) / 100;
	const double beyond = apart > 0 ? OTHER_ARCHITECTURE + apart : 0;
	return bandwidths + beyond + (gpu_has_stacked_memory(&a) != gpu_has_stacked_memory(&b) ? OTHER_MEMORY : 0);
}
