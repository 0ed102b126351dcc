/* The hardware model: requests compared with measured ones, GPU tables, and occupancy compared with the toolkit's own
 * header. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/async_copy.h"
#include "model/gpu.h"
#include "model/memory_model.h"

#if defined(__has_include) && __has_include(<cuda_occupancy.h>)
#define HAVE_TOOLKIT 1
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#include <cuda_occupancy.h>
#pragma GCC diagnostic pop
#else
#define HAVE_TOOLKIT 0
#endif

static struct request_cost
cost_of(const char *kind, const uint64_t address[WARP_LANES], uint32_t active, unsigned width)
{
	if (!strcmp(kind, "global"))
		return memory_global(address, active, width);
	if (!strcmp(kind, "shared-load"))
		return memory_shared(address, active, width, SHARED_LOAD);
	if (!strcmp(kind, "shared-store"))
		return memory_shared(address, active, width, SHARED_STORE);
	if (!strcmp(kind, "shared-atomic"))
		return memory_shared_atomic(address, active, width, SHARED_ATOMIC_OTHER);
	if (!strcmp(kind, "shared-count"))
		return memory_shared_atomic(address, active, width, SHARED_ATOMIC_COUNT);
	if (!strcmp(kind, "shared-compare"))
		return memory_shared_atomic(address, active, width, SHARED_ATOMIC_COMPARE);
	fail_msg("unknown kind %s", kind);
	return (struct request_cost){0, 0};
}

/* Compares one line of h200_requests.txt with the model. */
static void
check_measured(const char *line)
{
	const int known = *line == '?';
	char kind[32];
	unsigned width, active, cost, ideal;
	int used;
	uint64_t address[WARP_LANES];

	line += known ? 2 : 0;
	assert_int_equal(sscanf(line, "%31s %u %x %u %u%n", kind, &width, &active, &cost, &ideal, &used), 5);
	const char *rest = line + used;
	for (unsigned lane = 0; lane < WARP_LANES; lane++) {
		char *end;
		address[lane] = (UINT64_C(1) << 40) + strtoull(rest, &end, 10);
		assert_ptr_not_equal(end, rest);
		rest = end;
	}
	const struct request_cost got = cost_of(kind, address, active, width);
	if ((got.cost == cost && got.ideal == ideal) == known)
		fail_msg("%s: %u and %u measured, %u and %u %s", line, cost, ideal, got.cost, got.ideal,
		         known ? "computed: no longer a known difference" : "computed");
}

static void
measured_requests(void **state)
{
	(void)state;
	FILE *file = fopen(GPULINT_SOURCE_DIR "/tests/unit/h200_requests.txt", "r");
	char line[1024];
	unsigned checked = 0;

	assert_non_null(file);
	while (fgets(line, sizeof line, file)) {
		if (*line == '#')
			continue;
		check_measured(line);
		checked++;
	}
	fclose(file);
	assert_true(checked > 800);
}

/* Compares one line of h200_copies.txt with the model; false: the model's figure is an estimate. */
static bool
check_copy(const char *line)
{
	char path[32];
	unsigned sectors, wavefronts;
	int used;
	struct async_copy copy;

	assert_int_equal(sscanf(line, "%31s %u %x %x %u %u%n", path, &copy.width, &copy.active, &copy.empty, &sectors,
	                        &wavefronts, &used),
	                 6);
	copy.bypass = !strncmp(path, "past-l1", 7);
	copy.fills = strstr(path, "-filling") != NULL;
	const char *rest = line + used;
	for (unsigned lane = 0; lane < WARP_LANES; lane++) {
		unsigned from, to;
		assert_int_equal(sscanf(rest, " %u>%u%n", &from, &to, &used), 2);
		copy.from[lane] = (UINT64_C(1) << 40) + from;
		copy.to[lane] = (UINT64_C(1) << 50) + to;
		rest += used;
	}
	const struct async_copy_cost got = async_copy_cost(&copy);
	if (got.global.cost != sectors || (!got.estimated && got.shared.cost != wavefronts))
		fail_msg("%s: %u and %u computed", line, got.global.cost, got.shared.cost);
	assert_true(got.global.ideal <= got.global.cost && got.shared.ideal <= got.shared.cost);
	return !got.estimated;
}

static void
measured_copies(void **state)
{
	(void)state;
	FILE *file = fopen(GPULINT_SOURCE_DIR "/tests/unit/h200_copies.txt", "r");
	char line[1024];
	unsigned exact = 0, estimated = 0;

	assert_non_null(file);
	while (fgets(line, sizeof line, file))
		if (*line != '#')
			*(check_copy(line) ? &exact : &estimated) += 1;
	fclose(file);
	assert_true(exact > 450 && estimated < exact / 8);
}

static void
requests_without_lanes(void **state)
{
	(void)state;
	const uint64_t address[WARP_LANES] = {0};

	assert_int_equal(memory_global(address, 0, 4).cost, 0);
	assert_int_equal(memory_shared(address, 0, 4, SHARED_LOAD).cost, 0);
	assert_int_equal(memory_shared_atomic(address, 0, 4, SHARED_ATOMIC_OTHER).cost, 0);
	assert_int_equal(memory_constant(address, 0, 4).cost, 0);
	assert_int_equal(memory_same_address(address, 0), 0);
}

/* Inactive lanes' addresses must not count. */
static void
inactive_lanes(void **state)
{
	(void)state;
	uint64_t address[WARP_LANES];

	for (unsigned lane = 0; lane < WARP_LANES; lane++)
		address[lane] = lane < 8 ? lane * 4 : UINT64_MAX - lane * 4096;
	assert_int_equal(memory_global(address, 0xff, 4).cost, 1);
	assert_int_equal(memory_shared(address, 0xff, 4, SHARED_STORE).cost, 1);
	assert_int_equal(memory_same_address(address, 0xff), 1);
}

/* An element that crosses a sector boundary, as in packed records. */
static void
straddling_elements(void **state)
{
	(void)state;
	uint64_t address[WARP_LANES];

	for (unsigned lane = 0; lane < WARP_LANES; lane++)
		address[lane] = 30 + lane * 32;
	assert_int_equal(memory_global(address, 1, 4).cost, 2);
	assert_int_equal(memory_global(address, UINT32_MAX, 4).cost, 33);
	address[5] = 0; /* no longer ascending: the other counting method */
	assert_int_equal(memory_global(address, UINT32_MAX, 4).cost, 33);
}

static void
constant_and_same_address(void **state)
{
	(void)state;
	uint64_t address[WARP_LANES];

	for (unsigned lane = 0; lane < WARP_LANES; lane++)
		address[lane] = lane % 5 * 4;
	assert_int_equal(memory_constant(address, UINT32_MAX, 4).cost, 5);
	assert_int_equal(memory_constant(address, UINT32_MAX, 4).ideal, 1);
	assert_int_equal(memory_constant(address, 0x1f, 4).cost, 5);
	assert_int_equal(memory_same_address(address, UINT32_MAX), 7);
	assert_int_equal(memory_same_address(address, 0x1f), 1);
	assert_int_equal(memory_same_address(address, 0x21), 2);
	assert_true(memory_all_apart(address, 0));
	assert_true(memory_all_apart(address, 0x1f));
	assert_false(memory_all_apart(address, 0x21));
	address[31] = 400;
	address[30] = 404; /* descending, without duplicates */
	assert_true(memory_all_apart(address, 0xe0000000));
	address[29] = 404;
	assert_false(memory_all_apart(address, 0xe0000000));
}

static void
gpu_names(void **state)
{
	(void)state;
	const struct gpu *h200 = gpu_find("H200");

	assert_non_null(h200);
	assert_string_equal(h200->full_name, "NVIDIA H200");
	assert_int_equal(h200->multiprocessors, 132);
	assert_int_equal(h200->max_warps_per_sm, 64);
	assert_ptr_equal(gpu_find("NVIDIA H200"), h200);
	assert_ptr_equal(gpu_find("nvidia h200"), h200);
	assert_ptr_equal(gpu_find("sm_90"), h200);
	assert_ptr_equal(gpu_find("SM_90a"), h200);
	assert_ptr_equal(gpu_find("compute_90"), h200);
	assert_ptr_equal(gpu_find("90"), h200);
	assert_ptr_equal(gpu_find("9.0"), h200);
	assert_string_equal(gpu_find("rtx4090")->full_name, "NVIDIA GeForce RTX 4090");
	assert_string_equal(gpu_find("GeForce RTX 4090")->name, "RTX 4090");
	assert_string_equal(gpu_find("v100")->full_name, "Tesla V100-SXM2-32GB");
	assert_string_equal(gpu_find("H100 SXM5")->name, "H100");
	assert_int_equal(gpu_find("sm_103")->minor, 3);
	assert_true(gpu_is_same("NVIDIA H200", "h200") && gpu_is_same("H100 SXM5", "NVIDIA H100 80GB HBM3"));
	assert_true(gpu_is_same("NVIDIA Unheard 1", "Unheard-1"));
	assert_false(gpu_is_same("NVIDIA H200", "NVIDIA H100 PCIe") ||
	             gpu_is_same("NVIDIA H200", "NVIDIA H200 MIG 1g.18gb"));
	assert_false(gpu_is_same("NVIDIA Unheard 1", "NVIDIA Unheard 2"));
	static const char *const unknown[] = {"",     "sm_",  "sm_1", "sm_99",       "H20",    "H2000", "90x",
	                                      "9..0", "9.0.", ".90",  "99999999999", "NVIDIA", "RTX"};
	for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
		if (gpu_find(unknown[i]))
			fail_msg("\"%s\" is taken for %s", unknown[i], gpu_find(unknown[i])->full_name);
}

/* All documented architectures are present, in order, and all figures are possible. */
static void
gpu_table(void **state)
{
	(void)state;
	static const unsigned promised[] = {70, 75, 80, 86, 87, 89, 90, 100, 103, 120};
	unsigned previous = 0;
	size_t seen = 0;

	for (size_t i = 0; gpu_at(i); i++) {
		const struct gpu *gpu = gpu_at(i);
		const unsigned arch = gpu->major * 10 + gpu->minor;
		assert_true(arch >= previous);
		if (arch != previous) {
			assert_true(seen < sizeof promised / sizeof *promised);
			assert_int_equal(arch, promised[seen++]);
		}
		previous = arch;
		assert_ptr_equal(gpu_find(gpu->name), gpu);
		assert_ptr_equal(gpu_find(gpu->full_name), gpu);
		assert_true(strlen(gpu->source) > 0);
		assert_true(gpu->dram_gbs > 100 && gpu->dram_gbs < 10000);
		assert_true(gpu->shared_per_block_optin + gpu->shared_reserved <= gpu->shared_per_sm);
		if (gpu->multiprocessors && gpu->clock_ghz > 0) {
			/* 64 or 128 lanes per SM, two operations each: the published peak must follow from the other
			 * figures. */
			const double a_lane = 2 * gpu->multiprocessors * gpu->clock_ghz / 1e3;
			const double lanes = gpu->fp32_tflops / a_lane;
			assert_true((lanes > 60 && lanes < 68) || (lanes > 120 && lanes < 136));
		}
		if (gpu->bus_bits && gpu->memory_clock_ghz > 0) {
			const double peak = 2 * gpu->memory_clock_ghz * gpu->bus_bits / 8;
			assert_true(peak > 0.95 * gpu->dram_gbs && peak < 1.05 * gpu->dram_gbs);
		}
	}
	assert_int_equal(seen, sizeof promised / sizeof *promised);
}

static void
occupancy_examples(void **state)
{
	(void)state;
	const struct gpu *h200 = gpu_find("H200"), *t4 = gpu_find("T4"), *rtx = gpu_find("RTX 3090");

	assert_int_equal(gpu_occupancy(h200, 256, -1, 0).limiter, LIMITED_BY_NOTHING);
	assert_int_equal(gpu_occupancy(h200, 256, -1, 0).blocks_per_sm, 8);
	assert_int_equal(gpu_occupancy(h200, 32, -1, 0).limiter, LIMITED_BY_BLOCKS);
	assert_int_equal(gpu_occupancy(h200, 32, -1, 0).warps_per_sm, 32);
	assert_int_equal(gpu_occupancy(h200, 768, -1, 0).limiter, LIMITED_BY_THREADS);
	assert_int_equal(gpu_occupancy(h200, 768, -1, 0).warps_per_sm, 48);
	assert_int_equal(gpu_occupancy(h200, 256, 128, 0).limiter, LIMITED_BY_REGISTERS);
	assert_int_equal(gpu_occupancy(h200, 256, 128, 0).blocks_per_sm, 2);
	assert_int_equal(gpu_occupancy(h200, 256, 32, 48 * 1024).limiter, LIMITED_BY_SHARED);
	assert_int_equal(gpu_occupancy(h200, 256, 32, 48 * 1024).blocks_per_sm, 4);
	assert_int_equal(gpu_occupancy(h200, 1025, -1, 0).limiter, LIMITED_IMPOSSIBLE);
	assert_int_equal(gpu_occupancy(h200, 0, -1, 0).limiter, LIMITED_IMPOSSIBLE);
	assert_int_equal(gpu_occupancy(h200, 1024, 128, 0).limiter, LIMITED_IMPOSSIBLE);
	assert_int_equal(gpu_occupancy(h200, 256, -1, 300 * 1024).limiter, LIMITED_IMPOSSIBLE);
	assert_int_equal(gpu_occupancy(h200, 256, -1, UINT64_MAX).limiter, LIMITED_IMPOSSIBLE);
	assert_int_equal(gpu_occupancy(t4, 1024, -1, 0).warps_per_sm, 32);
	assert_int_equal(gpu_occupancy(rtx, 1024, -1, 0).limiter, LIMITED_BY_THREADS);
}

#if HAVE_TOOLKIT
static int
toolkit_blocks(const struct gpu *gpu, unsigned threads, int registers, size_t shared)
{
	const cudaOccDeviceProp device = {
		.computeMajor = (int)gpu->major,
		.computeMinor = (int)gpu->minor,
		.maxThreadsPerBlock = 1024,
		.maxThreadsPerMultiprocessor = (int)gpu->max_threads_per_sm,
		.regsPerBlock = (int)gpu->max_registers_per_block,
		.regsPerMultiprocessor = (int)gpu->registers_per_sm,
		.warpSize = 32,
		.sharedMemPerBlock = gpu->shared_per_block,
		.sharedMemPerMultiprocessor = gpu->shared_per_sm,
		.numSms = 100,
		.sharedMemPerBlockOptin = gpu->shared_per_block_optin,
		.reservedSharedMemPerBlock = gpu->shared_reserved,
	};
	const cudaOccFuncAttributes kernel = {
		.maxThreadsPerBlock = 1024,
		.numRegs = registers,
		.partitionedGCConfig = PARTITIONED_GC_OFF,
		.shmemLimitConfig = FUNC_SHMEM_LIMIT_OPTIN,
		.maxDynamicSharedSizeBytes = shared,
		.numBlockBarriers = 1,
	};
	const cudaOccDeviceState chosen = {.carveoutConfig = SHAREDMEM_CARVEOUT_DEFAULT};
	cudaOccResult result;

	if (cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &chosen, (int)threads, shared))
		return 0;
	return result.activeBlocksPerMultiprocessor;
}

static void
occupancy_is_the_toolkits(void **state)
{
	(void)state;
	for (size_t i = 0; gpu_at(i); i++)
		for (unsigned threads = 1; threads <= 1024; threads += threads < 40 ? 1 : 31)
			for (int registers = 1; registers <= 255; registers += 6)
				for (uint64_t shared = 0; shared <= 240 * 1024; shared = shared * 5 / 4 + 16) {
					const int theirs = toolkit_blocks(gpu_at(i), threads, registers, shared);
					const unsigned ours =
						gpu_occupancy(gpu_at(i), threads, registers, shared).blocks_per_sm;
					if ((unsigned)theirs != ours)
						fail_msg(
							"%s, %u threads, %d registers, %ju bytes: %u blocks, the toolkit says %d",
							gpu_at(i)->name, threads, registers, (uintmax_t)shared, ours,
							theirs);
				}
}
#else
static void
occupancy_is_the_toolkits(void **state)
{
	(void)state;
	print_message("cuda_occupancy.h is not on this machine's include path: not compared\n");
	skip();
}
#endif

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(measured_requests),
		cmocka_unit_test(measured_copies),
		cmocka_unit_test(requests_without_lanes),
		cmocka_unit_test(inactive_lanes),
		cmocka_unit_test(straddling_elements),
		cmocka_unit_test(constant_and_same_address),
		cmocka_unit_test(gpu_names),
		cmocka_unit_test(gpu_table),
		cmocka_unit_test(occupancy_examples),
		cmocka_unit_test(occupancy_is_the_toolkits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
