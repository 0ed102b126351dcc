/* Branches whose arms contain code with explicit lane masks. */
#include "evaluate.h"

static bool
names_lanes(const char *side, const char *behind)
{
	struct evaluation e;
	char source[2000];
	bool names = false;
	snprintf(source, sizeof source,
	         "#include <cooperative_groups.h>\n"
	         "namespace cg = cooperative_groups;\n"
	         "__device__ int sum_of(int x) { return x + __shfl_xor_sync(0xffffffff, x, 1); }\n"
	         "__device__ int sum_in(unsigned mask, int x) { return x + __shfl_xor_sync(mask, x, 2); }\n"
	         "__global__ void k(int *a, int n) {\n"
	         "int i = threadIdx.x, x = a[i]; unsigned m = __ballot_sync(~0u, i & 1);\n"
	         "cg::thread_block_tile<8> tile = cg::tiled_partition<8>(cg::this_thread_block());\n"
	         "if (i & 1) { x *= 3; %s }\n"
	         "%s a[i] = x + m + tile.size(); }\n",
	         side, behind);
	evaluate(&e, source, "k<<<1, 32>>>(65536, 8)");
	const struct launch *launch = first_launch(&e);
	for (size_t i = 0; i < launch->site_count; i++)
		names |= launch->sites[i].place.line == 8 && launch->sites[i].branch.names_lanes;
	evaluation_free(&e);
	return names;
}

static void
masks_of_some_lanes_name_them(void **state)
{
	(void)state;
	static const char *const sides[] = {
		"x += __shfl_xor_sync(0xaaaaaaaa, x, 2);",
		"x += __shfl_xor_sync(m, x, 2);",
		"__syncwarp(m);",
		"__syncwarp(0xaaaaaaaa);",
		"x += __popc(__activemask());",
		"x += __any_sync(m, x);",
		"x += __match_any_sync(m, x);",
		"x += __reduce_add_sync(m, x);",
		"x += sum_in(0xaaaaaaaa, x);",
		"x += cg::coalesced_threads().size();",
		"cg::coalesced_threads().sync();",
		"for (int k = 0; k < n; k++) x += __shfl_xor_sync(m, x, 2);",
	};
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
		if (!names_lanes(sides[i], ""))
			fail_msg("%s names its lanes", sides[i]);
	/* If the lanes of one arm leave, the rest of the code is the other arm. */
	assert_true(names_lanes("a[i] = x; return;", "x += __shfl_xor_sync(0x55555555, x, 2);"));
}

static void
masks_of_all_lanes_name_none(void **state)
{
	(void)state;
	static const char *const sides[] = {
		"",
		"x += sum_of(x);",
		"x += __shfl_xor_sync(~0u, x, 2);",
		"const unsigned all = 0xffffffff; x += __any_sync(all, x);",
		"__syncwarp();",
		"tile.sync();",
		"x += tile.shfl_down(x, 1);",
	};
	for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
		if (names_lanes(sides[i], ""))
			fail_msg("%s names lanes", sides[i]);
	assert_false(names_lanes("", "x += __shfl_xor_sync(m, x, 2);"));
	assert_false(names_lanes("a[i] = x; return;", "x += __shfl_xor_sync(0xffffffff, x, 2);"));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(masks_of_some_lanes_name_them),
		cmocka_unit_test(masks_of_all_lanes_name_none),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
