/* Asynchronous copies by a group: in what pieces they go, and on which line of the toolkit's headers that is. The expected
 * instructions are those that nvcc 13.0 made of the same code for sm_90. */
#include "evaluate.h"

static struct evaluation e;

static void
expect_copy(unsigned line, unsigned width, double requests, unsigned toolkit_line)
{
	const struct site *load = site_at(first_launch(&e), line, SITE_LOAD),
			  *store = site_at(first_launch(&e), line, SITE_STORE);
	assert_int_equal(load->width, width);
	assert_int_equal(store->width, width);
	expect_double(load->predicted.requests, requests, 1e-9);
	expect_double(store->predicted.requests, requests, 1e-9);
	assert_int_equal(load->confidence, CONFIDENCE_EXACT);
	assert_int_equal(load->line_info.line, toolkit_line);
}

static void
test_pieces_are_as_wide_as_the_type_is_aligned(void **state)
{
	(void)state;
	evaluate(
		&e,
		"#include <cooperative_groups/memcpy_async.h>\n"
		"#include <cuda/barrier>\n"
		"namespace cg = cooperative_groups;\n"
		"struct point { float x, y, z; };\n"
		"__global__ void k(const float *f, const double *d, const point *p, const float4 *v, float *o)\n"
		"{ __shared__ float a[256]; __shared__ double b[256]; __shared__ point c[256]; __shared__ float4 e[256];\n"
		"  auto g = cg::this_thread_block();\n"
		"  cg::memcpy_async(g, a, f, sizeof a);\n"
		"  cg::memcpy_async(g, b, d, sizeof b);\n"
		"  cg::memcpy_async(g, c, p, sizeof c);\n"
		"  cg::memcpy_async(g, e, v, sizeof e);\n"
		"  cg::memcpy_async(g, a, 256, f, 512);\n"
		"  cg::memcpy_async(g, a, f, cuda::aligned_size_t<16>(sizeof a));\n"
		"  cg::wait(g); int i = threadIdx.x; o[i] = a[i] + b[i] + c[i].x + e[i].x; }\n",
		"k<<<1, 256>>>(4096, 4096, 4096, 4096, 4096)");
	expect_copy(8, 4, 8, 190);
	expect_copy(9, 8, 8, 190);
	expect_copy(10, 4, 24, 190);
	expect_copy(11, 16, 8, 203);
	expect_copy(12, 4, 8, 190);
	expect_copy(13, 16, 2, 203);
	evaluation_free(&e);
}

static void
test_small_types_go_as_the_addresses_allow(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cooperative_groups/memcpy_async.h>\n"
	         "namespace cg = cooperative_groups;\n"
	         "__global__ void k(const unsigned char *b, const short *s, float *to, const float *from, float *o)\n"
	         "{ __shared__ __align__(16) unsigned char c[256]; __shared__ __align__(16) short h[256];\n"
	         "  auto g = cg::this_thread_block();\n"
	         "  cg::memcpy_async(g, c, b + 1, 256);\n"
	         "  cg::memcpy_async(g, h, s + 1, 512);\n"
	         "  cg::memcpy_async(g, h, s + 2, 512);\n"
	         "  cg::memcpy_async(g, to, from, 1024);\n"
	         "  cg::wait(g); int i = threadIdx.x; o[i] = c[i] + h[i]; }\n",
	         "k<<<1, 256>>>(4096, 4096, 4096, 4096, 4096)");
	expect_copy(6, 1, 8, 123);
	expect_copy(7, 2, 8, 123);
	expect_copy(8, 4, 4, 190);
	expect_copy(9, 4, 8, 123);
	evaluation_free(&e);
}

/* All threads of a tile take part in the last round. */
static void
test_tiles_copy_the_last_piece_several_times(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cooperative_groups/memcpy_async.h>\n"
	         "namespace cg = cooperative_groups;\n"
	         "__global__ void k(const float *f, float *o)\n"
	         "{ __shared__ float s[40]; auto t = cg::tiled_partition<32>(cg::this_thread_block());\n"
	         "  cg::memcpy_async(t, s, f, sizeof s); cg::wait(t); o[threadIdx.x] = s[threadIdx.x]; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	unsigned loads = 0;
	double lanes = 0;
	const struct launch *launch = first_launch(&e);
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind != SITE_LOAD || site->space != SPACE_GLOBAL)
			continue;
		loads++;
		assert_int_equal(site->width, 4);
		lanes += site->predicted.lanes;
	}
	assert_int_equal(loads, 2);
	expect_double(lanes, 64, 1e-9);
	evaluation_free(&e);
}

static size_t
count_global_loads(const struct launch *launch, unsigned line)
{
	size_t count = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		count += launch->sites[i].place.line == line && launch->sites[i].kind == SITE_LOAD &&
		         launch->sites[i].space == SPACE_GLOBAL;
	return count;
}

/* In bulk, which no warp's instruction does, where a barrier of the block can wait for it. */
static void
test_copies_that_a_barrier_waits_for(void **state)
{
	(void)state;
	evaluate(
		&e,
		"#include <cooperative_groups.h>\n"
		"#include <cuda/barrier>\n"
		"#include <cuda/pipeline>\n"
		"__global__ void k(const float *f, const float4 *v, const short *h, float *o)\n"
		"{ __shared__ float a[1024]; __shared__ float4 b[256]; __shared__ short c[256];\n"
		"  __shared__ cuda::barrier<cuda::thread_scope_block> bar; auto g = cooperative_groups::this_thread_block();\n"
		"  auto p = cuda::make_pipeline(); int i = threadIdx.x;\n"
		"  cuda::memcpy_async(g, a, f, sizeof a, bar);\n"
		"  cuda::memcpy_async(a + 4 * i, f + 4 * i, 16, bar);\n"
		"  cuda::memcpy_async(g, b, v, sizeof b, bar);\n"
		"  cuda::memcpy_async(g, b, v, sizeof b, p);\n"
		"  cuda::memcpy_async(a + 4 * i, f + 4 * i, cuda::aligned_size_t<16>(16), p);\n"
		"  cuda::memcpy_async(g, c, h, sizeof c, bar);\n"
		"  bar.arrive_and_wait(); p.consumer_wait(); o[i] = a[i] + b[i].x + c[i]; }\n",
		"k<<<1, 256>>>(16384, 4096, 4096, 4096)");
	expect_copy(8, 4, 32, 46);
	expect_copy(9, 4, 32, 46);
	assert_int_equal(count_global_loads(first_launch(&e), 10), 0);
	expect_copy(11, 16, 8, 60);
	expect_copy(12, 16, 8, 60);
	expect_copy(13, 2, 8, 61);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pieces_are_as_wide_as_the_type_is_aligned),
		cmocka_unit_test(test_small_types_go_as_the_addresses_allow),
		cmocka_unit_test(test_tiles_copy_the_last_piece_several_times),
		cmocka_unit_test(test_copies_that_a_barrier_waits_for),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
