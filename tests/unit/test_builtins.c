/* What the built-in headers and the evaluator's builtins make of calls of libraries. */
#include "evaluate.h"

static struct evaluation e;

static void
test_library_accesses_stand_at_the_call(void **state)
{
	(void)state;
	const char *source = "#include <cuda_pipeline.h>\n"
	                     "__global__ void k(int *p)\n"
	                     "{ __shared__ int s[64];\n"
	                     "  __pipeline_memcpy_async(&s[threadIdx.x], &p[2 * threadIdx.x], 4);\n"
	                     "  __pipeline_memcpy_async(&s[threadIdx.x], &p[threadIdx.x], 4);\n"
	                     "  atomicAdd_system(&p[threadIdx.x], 1);\n"
	                     "  atomicAdd_block(&s[0], 1); }\n";
	evaluate(&e, source, "k<<<1, 64>>>(1024)");
	const struct launch *launch = first_launch(&e);
	expect_double(per_request(site_at(launch, 4, SITE_LOAD)), 8, 1e-9);
	expect_double(per_request(site_at(launch, 5, SITE_LOAD)), 4, 1e-9);
	assert_int_equal(site_at(launch, 5, SITE_STORE)->space, SPACE_SHARED);
	assert_int_equal(site_at(launch, 6, SITE_ATOMIC)->standing, STANDING_EXACT);
	expect_double(per_request(site_at(launch, 6, SITE_ATOMIC)), 4, 1e-9);
	assert_string_equal(site_at(launch, 7, SITE_ATOMIC)->object, "s");
	for (size_t i = 0; i < launch->site_count; i++)
		assert_string_equal(launch->sites[i].place.file, "test.cu");
	evaluation_free(&e);
}

static void
test_called_back_code_is_the_programs(void **state)
{
	(void)state;
	const char *source = "#include <cooperative_groups.h>\n"
	                     "#include <cooperative_groups/reduce.h>\n"
	                     "namespace cg = cooperative_groups;\n"
	                     "struct counting {\n"
	                     "  int *calls;\n"
	                     "  __device__ int operator()(int a, int b) const\n"
	                     "  { calls[32 * threadIdx.x] = a;\n"
	                     "    return a + b; }\n"
	                     "};\n"
	                     "__global__ void k(int *p)\n"
	                     "{ cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());\n"
	                     "  cg::reduce(tile, 1, counting{p}); }\n";
	evaluate(&e, source, "k<<<1, 32>>>(4096)");
	const struct site *site = site_at(first_launch(&e), 7, SITE_STORE);
	expect_double(site->predicted.requests, 5, 1e-9);
	expect_double(per_request(site), 32, 1e-9);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_library_accesses_stand_at_the_call),
		cmocka_unit_test(test_called_back_code_is_the_programs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
