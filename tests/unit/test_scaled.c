/* Scaled rates compared with measured ones: those of the shipped profiles, and published ones of GPUs without a
 * profile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "kernels/profile.h"
#include "kernels/profiles.h"
#include "kernels/rates.h"
#include "kernels/scaled_rates.h"
#include "model/gpu.h"
#include "model/time.h"

static struct rates
measured_rates(const char *gpu)
{
	struct rates rates;
	struct profile *profile = profile_shipped(gpu);
	assert_true(rates_of_profile(profile, &rates));
	profile_free(profile);
	return rates;
}

static struct rates
scaled_rates(const char *measured, const char *gpu)
{
	struct rates rates;
	struct profile *profile = profile_shipped(measured);
	assert_true(rates_are_scaled(profile, gpu_find(gpu)));
	assert_true(rates_of_gpu(profile, gpu_find(gpu), &rates));
	profile_free(profile);
	return rates;
}

/* ---- H100 and H200 ---- */

/* A `double` member of struct rates: its offset, and the tolerated factor of a scaled value. */
struct bound {
	const char *name;
	size_t offset;
	double factor;
};
#define BOUND(member, factor) {#member, offsetof(struct rates, member), factor}

/* clang-format off */
static const struct bound bounds[] = {
	BOUND(bytes, 1.05), BOUND(l2_sectors, 1.05), BOUND(l2_lines, 1.05), BOUND(resumed_lines, 1.05),
	BOUND(lookups, 1.01), BOUND(wavefronts, 1.01), BOUND(instructions, 1.01), BOUND(special, 1.01), BOUND(doubles, 1.01),
	BOUND(passes, 1.05), BOUND(slice_passes, 1.01), BOUND(slices_by_pieces, 1.01), BOUND(constants, 1.01),
	BOUND(constant_passes, 1.01), BOUND(local_bytes, 1.02), BOUND(fetches, 1.02), BOUND(blocks, 1.01),
	BOUND(loaded[NEAR_SECTOR], 1.01), BOUND(loaded[NEAR_PIECE], 1.1), BOUND(loaded[NEAR_LINE], 1.01), BOUND(loaded[NEAR_NOTHING], 1.05),
	BOUND(part_stored[NEAR_SECTOR], 1.05), BOUND(part_stored[NEAR_PIECE], 1.1), BOUND(part_stored[NEAR_LINE], 1.15),
	BOUND(part_stored[NEAR_NOTHING], 1.15), BOUND(stored[NEAR_SECTOR], 1.01), BOUND(stored[NEAR_PIECE], 1.1),
	BOUND(stored[NEAR_LINE], 1.01), BOUND(stored[NEAR_NOTHING], 1.2), BOUND(l1_latency, 1.01), BOUND(l2_latency, 1.02), BOUND(memory_latency, 1.02),
	BOUND(shared_latency, 1.01), BOUND(double_step, 1.01), BOUND(block_overhead, 1.15), BOUND(l2_bytes, 1.15),
};
/* clang-format on */

static double
member_of(const struct rates *rates, const struct bound *bound)
{
	double value;
	memcpy(&value, (const char *)rates + bound->offset, sizeof value);
	return value;
}

static void
expect_within(const char *gpu, const char *name, double value, double expected, double factor)
{
	if (!(value <= expected * factor && value >= expected / factor))
		fail_msg("%s of %s: %g, and expected is %g", name, gpu, value, expected);
}

static void
from_one_to_the_other(void **state)
{
	(void)state;
	static const char *const gpus[] = {"H100", "H200"};
	for (unsigned to = 0; to < 2; to++) {
		const struct rates measured = measured_rates(gpus[to]), scaled = scaled_rates(gpus[!to], gpus[to]);
		for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++)
			expect_within(gpus[to], bounds[i].name, member_of(&scaled, &bounds[i]),
			              member_of(&measured, &bounds[i]), bounds[i].factor);
		assert_true(scaled.multiprocessors == measured.multiprocessors &&
		            scaled.schedulers == measured.schedulers);
		assert_true(measured.uncertainty == 1 && scaled.uncertainty > 1 && scaled.uncertainty < 1.2);
	}
}

/* A copy of 64 Mi elements, and one whose stores have a sector each, by blocks of 256. */
static struct launch
copy_by(struct site sites[2], bool scatters)
{
	const double warps = 1 << 21, sectors = scatters ? 32 : 4;
	for (unsigned i = 0; i < 2; i++)
		sites[i] = (struct site){.kind = i ? SITE_STORE : SITE_LOAD,
		                         .space = SPACE_GLOBAL,
		                         .predicted = {.requests = warps},
		                         .basis.demand_is_known = true,
		                         .demand = {.lookups = warps}};
	sites[0].demand.l2_sectors = sites[0].demand.loaded[NEAR_SECTOR] = 4 * warps;
	sites[0].demand.late = warps;
	sites[0].demand.late_share = 1;
	sites[1].demand.l2_lines = scatters ? 32 * warps : warps;
	*(scatters ? &sites[1].demand.part_stored[NEAR_NOTHING] : &sites[1].demand.stored[NEAR_SECTOR]) =
		sectors * warps;
	return (struct launch){.grid = {1 << 18, 1, 1},
	                       .block = {256, 1, 1},
	                       .sites = sites,
	                       .site_count = 2,
	                       .occupancy.warps = 1,
	                       .execution.footprint = 1e9};
}

/* The range contains the time that follows from measured rates, on both GPUs. */
static void
ranges_hold_the_time(void **state)
{
	(void)state;
	static const char *const gpus[] = {"H100", "H200"};
	for (unsigned i = 0; i < 4; i++) {
		struct site sites[2];
		const struct launch launch = copy_by(sites, i & 2);
		const struct rates measured = measured_rates(gpus[i & 1]),
				   scaled = scaled_rates(gpus[!(i & 1)], gpus[i & 1]);
		const struct launch_time by_own = time_of_launch(&measured, &launch, &time_as_it_is);
		const struct launch_time by_other = time_of_launch(&scaled, &launch, &time_as_it_is);
		assert_true(by_other.low_us < by_own.us && by_own.us < by_other.high_us);
		assert_true(by_other.high_us / by_other.low_us > by_own.high_us / by_own.low_us);
	}
}

/* ---- others ---- */

/* Measured with gpu-benches (RRZE-HPC, https://github.com/RRZE-HPC/gpu-benches, as of 2025-02-11): the copy of
 * gpu-stream ("scale"), gpu-l2-cache (or gpu-cache, for GPUs that it lacks) with 2 to 20 MB, and the chains of loads of
 * gpu-latency, in cycles. NAN: it has no figure for the GPU; for a size: the effect of L2's halves hides it. */
static const struct published {
	const char *gpu;
	double copy_gbs, l2_gbs, l1_cycles, l2_cycles, memory_cycles;
	/* size in MiB that is read at five sixths of L2's rate, or by chains with one load in six from memory */
	double l2_mib;
} published[] = {
	{"V100 PCIe", 809, 2400, 28, 212, 434, 6},    {"A100", 1737, 5420, 33, 206, 552, 28},
	{"A40", 653, 2490, 33, 250, 556, 5.5},        {"L40", 776, 5220, 34, 274, 625, 91},
	{"H100 PCIe", 1704, 6950, NAN, NAN, NAN, 39}, {"GH200", 3174, NAN, 32, 281, 689, NAN},
};
/* The same for a GPU with a profile, or nearly: the latencies are a GH200's. */
static const struct published reference = {"H200", NAN, 9750, 32, 281, 689, NAN};

static double
cycles(const struct gpu *gpu, double us)
{
	return us * gpu->clock_ghz * 1e3;
}

/* Published figures that another kind of kernel measures only proportionally are compared as ratios. */
static void
compare_with_published(const char *from, const struct published *expected)
{
	const struct rates measured = measured_rates("H200"), rates = scaled_rates(from, expected->gpu);
	const struct gpu *gpu = gpu_find(expected->gpu), *h200 = gpu_find("H200");
	const struct {
		const char *name;
		double value, expected, factor;
	} figures[] = {
		{"copies", rates.bytes / 1e3, expected->copy_gbs, 1.2},
		{"L2", rates.l2_sectors / measured.l2_sectors, expected->l2_gbs / reference.l2_gbs, 1.2},
		{"latency of L1", cycles(gpu, rates.l1_latency), expected->l1_cycles, 1.15},
		{"latency of L2", cycles(gpu, rates.l2_latency) / cycles(h200, measured.l2_latency),
	         expected->l2_cycles / reference.l2_cycles, 1.05},
		{"latency of memory", cycles(gpu, rates.memory_latency) / cycles(h200, measured.memory_latency),
	         expected->memory_cycles / reference.memory_cycles, 1.3},
		{"L2 that is kept", rates.l2_bytes / (1 << 20), expected->l2_mib, 1.3},
	};
	for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
		if (!isnan(figures[i].expected))
			expect_within(expected->gpu, figures[i].name, figures[i].value, figures[i].expected,
			              figures[i].factor);
	if (gpu->major != 9)
		assert_true(rates.uncertainty > 1.3);
}

static void
as_others_measured(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof published / sizeof *published; i++)
		for (unsigned k = 0; k < 2; k++)
			compare_with_published(k ? "H200" : "H100", &published[i]);
}

/* Each product in the list must have times. */
static void
all_have_rates(void **state)
{
	(void)state;
	const struct gpu *gpu;
	setenv("XDG_CACHE_HOME", "/nowhere", 1);
	for (size_t i = 0; (gpu = gpu_at(i)); i++) {
		char sm[16], *passed_over;
		struct rates rates;
		snprintf(sm, sizeof sm, "sm_%u%u", gpu->major, gpu->minor);
		struct profile *profile = profile_load(gpu->name, sm, &passed_over);
		assert_null(passed_over);
		assert_true(rates_of_gpu(profile, gpu, &rates));
		for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
			const double rate = member_of(&rates, &bounds[k]);
			if (!(isfinite(rate) && rate > 0))
				fail_msg("%s of %s is %g", bounds[k].name, gpu->name, rate);
		}
		assert_true(rates.multiprocessors > 0 && rates.warps_per_multiprocessor == gpu->max_warps_per_sm);
		assert_true((rates.uncertainty > 1) == rates_are_scaled(profile, gpu));
		profile_free(profile);
	}
}

/* These have one double-precision result where others have 64. */
static void
double_precision(void **state)
{
	(void)state;
	const struct rates v100 = scaled_rates("H100", "V100"), rtx = scaled_rates("H100", "RTX 4090"),
			   h100 = measured_rates("H100");
	expect_within("V100", "double precision", v100.doubles, h100.doubles * 80 * 32 * 1.53 / (132 * 64 * 1.98),
	              1.001);
	expect_within("RTX 4090", "double precision", rtx.doubles, h100.doubles * 128 * 2 * 2.52 / (132 * 64 * 1.98),
	              1.001);
	assert_true(rtx.double_step * 2.52 > 2 * h100.double_step * 1.98);
	expect_within("T4", "shared memory", scaled_rates("H100", "T4").wavefronts,
	              h100.wavefronts * 40 * 0.5 * 1.59 / (132 * 1.98), 1.001);
}

/* Data sheets lack values on which published figures differ. */
static void
completes_sheets(void **state)
{
	(void)state;
	const struct gpu b300 = gpu_completed(gpu_find("B300")), *b200 = gpu_find("B200");
	assert_true(b300.multiprocessors == b200->multiprocessors && b300.l2_bytes == b200->l2_bytes &&
	            b300.bus_bits == b200->bus_bits);
	assert_true(b300.dram_gbs == 8000 && b300.doubles_per_clock == 2);
	assert_int_equal(gpu_l2_slices(gpu_find("A100")), 80);
	assert_int_equal(gpu_l2_slices(gpu_find("V100")), 64);
	assert_int_equal(gpu_l2_slices(gpu_find("RTX 3090")), 48);
}

/* The nearest of one architecture first, then one for the same use. */
static void
distances(void **state)
{
	(void)state;
	const struct gpu *a100 = gpu_find("A100"), *h100 = gpu_find("H100"), *h200 = gpu_find("H200"),
			 *rtx = gpu_find("RTX 3090");
	assert_true(gpu_distance(h100, h100) == 0 && fabs(gpu_distance(h100, h200) - gpu_distance(h200, h100)) < 1e-9);
	assert_true(gpu_distance(h200, gpu_find("H100 PCIe")) > gpu_distance(h100, gpu_find("H100 PCIe")));
	assert_true(gpu_distance(h200, gpu_find("H100 PCIe")) < 1 && gpu_distance(h100, a100) > 1);
	assert_true(gpu_distance(h100, a100) < gpu_distance(rtx, a100));
	assert_true(gpu_distance(rtx, gpu_find("RTX 4090")) < gpu_distance(h100, gpu_find("RTX 4090")));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(from_one_to_the_other),
		cmocka_unit_test(ranges_hold_the_time),
		cmocka_unit_test(as_others_measured),
		cmocka_unit_test(all_have_rates),
		cmocka_unit_test(double_precision),
		cmocka_unit_test(completes_sheets),
		cmocka_unit_test(distances),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
