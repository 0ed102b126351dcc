#include "kernels/rates.h"

#include <math.h>

#include "kernels/profile.h"
#include "model/gpu.h"
#include "model/link.h"

/* Bytes of an element, of a sector and of a row of the banks. */
enum { ELEMENT = 4, SECTOR = 32, ROW = 128, LANES = 32 };

/* The number of elements of a copy, which moves each of them twice. */
static double
copied(const struct profile *profile, const char *effect, double degree)
{
	return profile_point(profile, effect, degree).useful_bytes / (2 * ELEMENT);
}

static double
copied_in_time(const struct profile *profile, const char *effect, double degree)
{
	return copied(profile, effect, degree) / profile_point(profile, effect, degree).us;
}

/* The bytes that memory moves for each sector on a copy's penalised side, with `elements` in each sector: what it could
 * have moved in that time, minus the contiguous side. */
static double
bytes_a_sector(const struct profile *profile, const struct rates *rates, const char *effect, double degree,
               double elements)
{
	const double all = profile_point(profile, effect, degree).us * rates->bytes;
	return (all / copied(profile, effect, degree) - ELEMENT) * elements;
}

/* From strides of one, two and four sectors, which have these distances, and from random addresses. */
static void
set_bytes_of_sectors(const struct profile *profile, struct rates *rates)
{
	static const double strides[] = {[NEAR_SECTOR] = 8, [NEAR_PIECE] = 16, [NEAR_LINE] = 32};
	for (unsigned i = NEAR_SECTOR; i < NEAR_NOTHING; i++) {
		rates->loaded[i] = bytes_a_sector(profile, rates, "read-stride-busy", strides[i], 1);
		rates->part_stored[i] = bytes_a_sector(profile, rates, "write-stride-busy", strides[i], 1);
	}
	rates->loaded[NEAR_SECTOR] = SECTOR;
	rates->loaded[NEAR_NOTHING] = bytes_a_sector(profile, rates, "gather-read", LANES, 1);
	rates->part_stored[NEAR_NOTHING] = bytes_a_sector(profile, rates, "scatter-write", LANES, 1);
	/* Sectors that are completely written are not loaded first; no curve has them at a distance of a few
	 * sectors. */
	for (unsigned i = NEAR_SECTOR; i < NEAR_NOTHING; i++)
		rates->stored[i] = rates->loaded[i];
	rates->stored[NEAR_NOTHING] = bytes_a_sector(profile, rates, "scatter-write", 4, SECTOR / ELEMENT);
}

/* Of each sector's eight words, the first begins a line access, and seven continue it. */
static double
resumed_lines(const struct profile *profile, double l2_lines)
{
	static const char effect[] = "row-walk-write";
	const double lines = copied(profile, effect, 1024), begun = lines * ELEMENT / SECTOR;
	return (lines - begun) / (profile_point(profile, effect, 1024).us - begun / l2_lines);
}

static void
set_throughputs(const struct profile *profile, struct rates *rates, double schedulers, double clock_ghz)
{
	const struct profile_point copy = profile_point(profile, "read-stride-busy", 1);
	const struct profile_point banks = profile_point(profile, "bank-conflict-4", LANES);
	const struct profile_point blocks = profile_point(profile, "block-size", LANES);
	rates->bytes = copy.useful_bytes / copy.ideal_us;
	/* One sector, or one line, for each element: hits in L2, stores by columns, and loads by columns that hit in
	 * L1. */
	rates->l2_sectors = copied_in_time(profile, "gather-read-cached", LANES);
	rates->l2_lines = copied_in_time(profile, "column-write", 4096);
	rates->resumed_lines = resumed_lines(profile, rates->l2_lines);
	rates->lookups = copied_in_time(profile, "column-read", 4096);
	rates->wavefronts = banks.useful_bytes / ROW * LANES / banks.us;
	/* Two arrays are added by blocks of one warp. */
	rates->blocks = blocks.useful_bytes / (3 * ELEMENT) / LANES / blocks.us;
	rates->instructions = schedulers * clock_ghz * 1e3;
}

/* From a copy of one element per thread with so few warps that it only waits. */
static double
block_overhead(const struct profile *profile, const struct rates *rates)
{
	enum { WARPS = 16 };
	static const char effect[] = "elements-per-thread-16-warps";
	const double iterations = copied(profile, effect, 1) / LANES / (rates->multiprocessors * WARPS);
	return profile_point(profile, effect, 1).us / iterations - rates->memory_latency;
}

/* For a profile without the curve, measured before the curve existed: the cycles of an H200. */
static void
set_of_barriers(const struct profile *profile, struct rates *rates, double cycles)
{
	enum { FEWEST = 1, MOST = 32 }; /* warps of a block */
	static const char effect[] = "latency-barrier";
	static const double fewest_on_h200 = 16.5, most_on_h200 = 78.7;
	const double fewest = profile_point(profile, effect, FEWEST).us, most = profile_point(profile, effect, MOST).us;
	const bool is_measured = fewest > 0 && most > fewest;
	rates->barrier = (is_measured ? fewest : fewest_on_h200) / cycles;
	rates->barrier_of_warp =
		(is_measured ? most - fewest : most_on_h200 - fewest_on_h200) / (MOST - FEWEST) / cycles;
}

/* No curve has them yet. All GPUs use measurements on one of sm_90: a store and a fence by 8 to 64 warps on each of 1
 * to 132 multiprocessors (the table in rules/atomic-scope/page.md). */
static void
set_of_fences(struct rates *rates)
{
	rates->fence = (struct wait){.likely = 0.35, .least = 0.25, .most = 0.4};
	rates->system_fence = (struct wait){.likely = 0.9, .least = 0.6, .most = 1.1};
}

static void
set_latencies(const struct profile *profile, struct rates *rates, double clock_ghz)
{
	const double cycles = clock_ghz * 1e3;
	rates->l1_latency = profile_point(profile, "latency-memory", 16).us / cycles;
	rates->l2_latency = profile_point(profile, "latency-memory", 4096).us / cycles;
	rates->memory_latency = profile_point(profile, "latency-memory", 524288).us / cycles;
	rates->shared_latency = profile_point(profile, "latency-shared", 1).us / cycles;
	rates->double_step = profile_point(profile, "latency-multiply-add-double", 1).us / cycles;
	rates->block_overhead = block_overhead(profile, rates);
	set_of_barriers(profile, rates, cycles);
	set_of_fences(rates);
}

/* Bytes of L2 in which data is found again. It is the length of a list, followed by a chain of loads, at which one load
 * in six comes from memory (an H200: 36 of 60 MiB), interpolated linearly between the measured lists. */
static double
l2_kept(const struct profile *profile, double l2_bytes)
{
	enum { KIB = 1024, MISSES = 6 };
	static const double lists[] = {4096, 16384, 32768, 49152, 65536, 131072, 262144, 524288};
	const double hit = profile_point(profile, "latency-memory", 4096).us,
		     miss = profile_point(profile, "latency-memory", 524288).us;
	for (size_t i = 1; i < sizeof lists / sizeof *lists; i++) {
		const double below =
			(profile_point(profile, "latency-memory", lists[i - 1]).us - hit) / (miss - hit) * MISSES;
		const double above =
			(profile_point(profile, "latency-memory", lists[i]).us - hit) / (miss - hit) * MISSES;
		if (below < 1 && above >= 1)
			return KIB * (lists[i - 1] + (lists[i] - lists[i - 1]) * (1 - below) / (above - below));
	}
	return gpu_l2_kept(l2_bytes);
}

/* Warp operations per microsecond. */
static double
in_time(const struct profile *profile, const char *effect, double degree)
{
	const struct profile_point point = profile_point(profile, effect, degree);
	return point.operations / point.us;
}

/* From requests of 32 words, each in its own line. For a profile without the curve, measured before the curve existed,
 * a line costs the cycles of an H200. */
static void
set_of_constant_tables(const struct profile *profile, struct rates *rates, double clock_ghz)
{
	static const double cycles_on_h200[TABLE_SIZES] = {0, 6.3, 13.3, 20.9, 25.2};
	const double cycles_per_us = 1e3 * clock_ghz * rates->multiprocessors;
	const double held_us = profile_point(profile, "constant-table", 256).us;
	for (unsigned i = 0; i < TABLE_SIZES; i++) {
		const struct profile_point point = profile_point(profile, "constant-table", (SMALLEST_TABLE << i) / 4);
		const double measured = fmax(0, point.us - held_us) / (LANES * point.operations);
		rates->constant_line_us[i] = isnan(measured) ? cycles_on_h200[i] / cycles_per_us : measured;
	}
}

/* From generic pointers that all lead to shared memory. A profile without the curve gives 0. */
static double
generic_passes(const struct profile *profile, const struct rates *rates)
{
	enum { BLOCKS = 4096, WARPS = 8, ITERATIONS = 256 };
	const struct profile_point point = profile_point(profile, "mixed-pointers", 0);
	const double more = (point.us - point.ideal_us) * rates->wavefronts / ((double)BLOCKS * WARPS * ITERATIONS);
	return more > 0 ? more : 0;
}

/* For a profile without the curve, measured before the curve existed: half of the issue rate, as on all GPUs from
 * compute capability 7.0 to 9.0. */
static double
integers_in_time(const struct profile *profile, const struct rates *rates)
{
	const double measured = in_time(profile, "integer-arithmetic", 8);
	return measured > 0 ? measured : rates->instructions / 2;
}

/* Bytes per microsecond of the largest copies. For a profile without the curve: the H200's. */
static double
pinned_rate(const struct profile *profile, const char *effect)
{
	static const double kib = 262144, of_h200 = 55200;
	const double us = profile_point(profile, effect, kib).ideal_us;
	return us > 0 ? kib * 1024 / us : of_h200;
}

static void
set_of_units(const struct profile *profile, struct rates *rates, double clock_ghz)
{
	const struct profile_point one_address = profile_point(profile, "constant-addresses", 1);
	rates->special = in_time(profile, "function-sin", 0);
	rates->doubles = in_time(profile, "double-arithmetic", 8);
	rates->integers = integers_in_time(profile, rates);
	rates->constants = one_address.operations / one_address.ideal_us;
	rates->constant_passes = LANES * in_time(profile, "constant-addresses", LANES);
	set_of_constant_tables(profile, rates, clock_ghz);
	rates->generic_passes = generic_passes(profile, rates);
	rates->fetches = in_time(profile, "texture-tile", 1);
	rates->link_read = link_read_share * pinned_rate(profile, "pageable-to-device");
	rates->link_written = link_write_share * pinned_rate(profile, "pageable-to-host");
}

/* All slices: four sectors for each request, with eight lanes on one word of each sector. One slice: requests to its
 * 256 bytes, which are eight sectors of eight words, four sectors for each request. 4 KiB are spread over several
 * slices; their number follows from the speedup. */
static void
set_of_atomics(const struct profile *profile, struct rates *rates)
{
	enum { SECTORS = 4, LANES_ON_A_WORD = 8, ONE_PIECE = 64, PIECES = 16 };
	const double one_slice = profile_point(profile, "atomic-addresses", ONE_PIECE).us;
	rates->passes = SECTORS * LANES_ON_A_WORD * in_time(profile, "atomic-lanes", LANES_ON_A_WORD);
	rates->slice_passes = SECTORS * in_time(profile, "atomic-addresses", ONE_PIECE);
	rates->slices_by_pieces =
		log(one_slice / profile_point(profile, "atomic-addresses", ONE_PIECE * PIECES).us) / log(PIECES);
}

static bool
is_known(double rate)
{
	return isfinite(rate) && rate > 0;
}

static bool
is_whole(const struct rates *rates)
{
	const double all[] = {
		rates->bytes,          rates->l2_sectors, rates->l2_lines,        rates->resumed_lines,
		rates->lookups,        rates->wavefronts, rates->instructions,    rates->blocks,
		rates->l1_latency,     rates->l2_latency, rates->memory_latency,  rates->shared_latency,
		rates->block_overhead, rates->l2_bytes,   rates->double_step,     rates->special,
		rates->doubles,        rates->constants,  rates->constant_passes, rates->local_bytes,
		rates->fetches,        rates->passes,     rates->slice_passes,    rates->slices_by_pieces};
	bool whole = rates->multiprocessors > 0 && rates->schedulers > 0;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		whole &= is_known(all[i]);
	for (unsigned i = 0; i < NEARNESSES; i++)
		whole &= is_known(rates->loaded[i]) && is_known(rates->part_stored[i]) && is_known(rates->stored[i]);
	return whole;
}

/* The driver's figures of the measured GPU, which may be a part of one, or a GPU without a data sheet; otherwise the
 * data sheet's. 0: neither has it. */
static struct profile_device
device_of(const struct profile *profile)
{
	const struct gpu *sheet = gpu_find(profile_gpu(profile));
	struct profile_device device = profile_device(profile);
	if (sheet && !(device.multiprocessors > 0))
		device.multiprocessors = sheet->multiprocessors;
	if (sheet && !(device.l2_bytes > 0))
		device.l2_bytes = (double)sheet->l2_bytes;
	if (sheet && !(device.clock_ghz > 0))
		device.clock_ghz = sheet->clock_ghz;
	return device;
}

/* L1 and shared memory are one memory. Local memory is found again up to this share of 228 KiB (H200: loads of 256
 * KiB). */
static const double local_share = 0.85;

bool
rates_of_profile(const struct profile *profile, struct rates *rates)
{
	const struct gpu *architecture = profile ? gpu_find(profile_sm(profile)) : NULL;
	if (!architecture)
		return false;
	const struct profile_device device = device_of(profile);
	*rates = (struct rates){
		.multiprocessors = (unsigned)device.multiprocessors,
		.warps_per_multiprocessor = architecture->max_warps_per_sm,
		.schedulers = architecture->warp_unit,
		.l2_bytes = l2_kept(profile, device.l2_bytes),
		.local_bytes = local_share * architecture->shared_per_sm,
		.uncertainty = 1,
	};
	set_throughputs(profile, rates, architecture->warp_unit * device.multiprocessors, device.clock_ghz);
	set_bytes_of_sectors(profile, rates);
	set_of_units(profile, rates, device.clock_ghz);
	set_of_atomics(profile, rates);
	set_latencies(profile, rates, device.clock_ghz);
	return is_whole(rates);
}
