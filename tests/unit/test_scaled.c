/* Rates that are scaled by data sheet, against measured ones: those of the shipped profiles, and what others published of GPUs that no
 * profile is of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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

/* What is a number of `double` in struct rates: its place, and by how much a scaled one may be off. */
struct bound {
	const char *name;
	size_t offset;
	double factor;
};
#define BOUND(member, factor) {#member, offsetof(struct rates, member), factor}

static const struct bound bounds[] = {
	BOUND(bytes, 1.05), BOUND(l2_sectors, 1.05), BOUND(l2_lines, 1.05), BOUND(resumed_lines, 1.1),
	BOUND(lookups, 1.01), BOUND(wavefronts, 1.01), BOUND(instructions, 1.01), BOUND(special, 1.01), BOUND(doubles, 1.01),
	BOUND(passes, 1.05), BOUND(slice_passes, 1.01), BOUND(slices_by_pieces, 1.1), BOUND(constants, 1.01),
	BOUND(constant_passes, 1.01), BOUND(local_requests, 1.02), BOUND(fetches, 1.02), BOUND(blocks, 1.01),
	BOUND(loaded[NEAR_SECTOR], 1.01), BOUND(loaded[NEAR_PIECE], 1.1), BOUND(loaded[NEAR_LINE], 1.1), BOUND(loaded[NEAR_NOTHING], 1.1),
	BOUND(part_stored[NEAR_SECTOR], 1.1), BOUND(part_stored[NEAR_PIECE], 1.1), BOUND(part_stored[NEAR_LINE], 1.1),
	BOUND(part_stored[NEAR_NOTHING], 1.1), BOUND(stored[NEAR_SECTOR], 1.1), BOUND(stored[NEAR_PIECE], 1.1), BOUND(stored[NEAR_LINE], 1.1),
	BOUND(stored[NEAR_NOTHING], 1.1), BOUND(l1_latency, 1.01), BOUND(l2_latency, 1.02), BOUND(memory_latency, 1.02),
	BOUND(shared_latency, 1.01), BOUND(step, 1.01), BOUND(double_step, 1.01), BOUND(block_turn, 1.1), BOUND(l2_bytes, 1.1),
};

static double
member_of(const struct rates *rates, const struct bound *bound)
{
	double value;
	memcpy(&value, (const char *)rates + bound->offset, sizeof value);
	return value;
}

static void
from_one_to_the_other(void **state)
{
	(void)state;
	static const char *const gpus[] = {"H100", "H200"};
	for (unsigned to = 0; to < 2; to++) {
		const struct rates measured = measured_rates(gpus[to]), scaled = scaled_rates(gpus[!to], gpus[to]);
		for (size_t i = 0; i < sizeof bounds / sizeof *bounds; i++) {
			const double off = member_of(&scaled, &bounds[i]) / member_of(&measured, &bounds[i]);
			print_message("%s %-28s %.3f\n", gpus[to], bounds[i].name, off);
		}
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(from_one_to_the_other),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
