/* Calls that the lanes of a warp make together: of each other they ask as the mask says that each of them gives. */
#include "evaluate.h"

static struct evaluation e;

static void
expect_sectors(const char *body, double sectors)
{
	char source[1024];
	snprintf(source, sizeof source,
	         "#include <cooperative_groups.h>\n"
	         "namespace cg = cooperative_groups;\n"
	         "__global__ void k(float *o) { unsigned lane = threadIdx.x, half = 0xffffu << (lane & 16); %s }\n"
	         "int main() { float *o; cudaMalloc(&o, 1 << 20); k<<<1, 32>>>(o); }\n",
	         body);
	evaluate(&e, source, NULL);
	const struct site *store = site_at(first_launch(&e), 3, SITE_STORE);
	assert_int_equal(store->confidence, CONFIDENCE_EXACT);
	expect_double(per_request(store), sectors, 1e-9);
	evaluation_free(&e);
}

static void
test_halves_of_a_warp_vote_apart(void **state)
{
	(void)state;
	expect_sectors("o[__any_sync(half, lane < 3) ? lane * 8 : 0] = 1;", 16);
	expect_sectors("o[__all_sync(half, lane < 16) ? lane * 8 : 0] = 1;", 16);
	expect_sectors("o[__popc(__ballot_sync(half, lane < 20)) * 8] = 1;", 2);
	expect_sectors("o[__popc(__match_any_sync(half, lane < 20)) * 8] = 1;", 3);
	expect_sectors("cg::thread_block_tile<16> tile = cg::tiled_partition<16>(cg::this_thread_block()); "
	               "o[tile.any(lane < 3) ? lane * 8 : 0] = 1;",
	               16);
}

static void
test_a_whole_warp_votes_as_one(void **state)
{
	(void)state;
	expect_sectors("o[__any_sync(~0u, lane < 3) ? lane * 8 : 0] = 1;", 32);
	expect_sectors("o[__popc(__ballot_sync(~0u, lane < 20)) * 8] = 1;", 1);
}

/* A barrier is one, whatever is known of what it counts: what was loaded before is loaded again behind it. */
static void
test_a_barrier_that_counts_what_is_not_known(void **state)
{
	(void)state;
	static const char *const barriers[] = {"__syncthreads_or", "__syncthreads_and", "__syncthreads_count"};
	for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++) {
		char source[512];
		snprintf(
			source, sizeof source,
			"__global__ void k(float *o, float *in) {\n"
			"  float x = in[threadIdx.x];\n"
			"  int some = %s(x > 3);\n"
			"  float y = in[threadIdx.x];\n"
			"  o[threadIdx.x] = x + y + some; }\n"
			"int main() { float *o, *i; cudaMalloc(&o, 1 << 20); cudaMalloc(&i, 1 << 20); k<<<1, 32>>>(o, i); }\n",
			barriers[i]);
		evaluate(&e, source, NULL);
		expect_double(site_at(first_launch(&e), 2, SITE_LOAD)->predicted.requests, 1, 1e-9);
		expect_double(site_at(first_launch(&e), 4, SITE_LOAD)->predicted.requests, 1, 1e-9);
		evaluation_free(&e);
	}
}

/* What another block has there is not known, and the compiler goes there by other instructions. */
static void
test_shared_memory_of_other_blocks(void **state)
{
	(void)state;
	static const char *const ways[] = {"cg::this_cluster().map_shared_rank(s, 1)",
	                                   "(float *)__cluster_map_shared_rank(s, 1)"};
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		char source[1024];
		snprintf(
			source, sizeof source,
			"#include <cooperative_groups.h>\n"
			"namespace cg = cooperative_groups;\n"
			"__global__ void __cluster_dims__(2) k(float *o) { __shared__ float s[32]; s[threadIdx.x] = blockIdx.x;\n"
			"cg::this_cluster().sync(); float *r = %s;\n"
			"o[threadIdx.x] = r[threadIdx.x]; }\n"
			"int main() { float *o; cudaMalloc(&o, 1 << 20); k<<<2, 32>>>(o); }\n",
			ways[i]);
		evaluate(&e, source, NULL);
		const struct site *load = site_at(first_launch(&e), 5, SITE_LOAD);
		assert_int_equal(load->confidence, CONFIDENCE_ASSUMED);
		assert_non_null(strstr(load->why, "other blocks in the cluster"));
		evaluation_free(&e);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_halves_of_a_warp_vote_apart),
		cmocka_unit_test(test_a_whole_warp_votes_as_one),
		cmocka_unit_test(test_shared_memory_of_other_blocks),
		cmocka_unit_test(test_a_barrier_that_counts_what_is_not_known),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
