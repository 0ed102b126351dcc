/* Properties of an address, other than its figures: whose index it shares, whether that was loaded, whether it is in a
 * record, and where in a sector it begins and why. */
#include "evaluate.h"

static void
test_accesses_by_one_index_share_their_walk(void **state)
{
	(void)state;
	struct evaluation e;
	const char *source = "__global__ void k(float *a, double *b, float *c, int s)\n"
			     "{ int i = threadIdx.x, at = i * s;\n"
			     "  a[i * s] = 1;\n"
			     "  b[at + 3] = 2;\n"
			     "  *(c + i * s) = 3;\n"
			     "  c[i * 2] = 4;\n"
			     "  c[i] = 5; }\n";
	evaluate(&e, source, "k<<<1, 32>>>(65536, 65536, 65536, 4)");
	const struct launch *launch = first_launch(&e);
	const void *walk = site_at(launch, 3, SITE_STORE)->object.walk;
	assert_non_null(walk);
	assert_ptr_equal(site_at(launch, 4, SITE_STORE)->object.walk, walk);
	assert_ptr_equal(site_at(launch, 5, SITE_STORE)->object.walk, walk);
	assert_non_null(site_at(launch, 6, SITE_STORE)->object.walk);
	assert_ptr_not_equal(site_at(launch, 6, SITE_STORE)->object.walk, walk);
	assert_ptr_not_equal(site_at(launch, 7, SITE_STORE)->object.walk, walk);
	evaluation_free(&e);
}

/* A number that all threads add makes no other index; a factor does, and so does a number that differs between
 * threads. */
static void
test_a_walk_is_what_differs_between_threads(void **state)
{
	(void)state;
	struct evaluation e;
	const char *source = "__global__ void k(float *a, float *b, float *c, float *d, int n, int m)\n"
			     "{ int i = threadIdx.x + 1, j = blockIdx.x, k = threadIdx.y;\n"
			     "  a[(i * n + j) * n + k] = 1;\n"
			     "  b[((i - 1) * n + j) * n + k] = 2;\n"
			     "  d[k + n * (n * i)] = 3;\n"
			     "  c[(i * m + j) * n + k] = 4;\n"
			     "  c[(i * n + j) * m + k] = 5;\n"
			     "  c[(i * n + k) * n + k] = 6;\n"
			     "  for (int l = 0; l < 2; l++)\n"
			     "    c[(i * n + l) * n + k] = 7; }\n";
	evaluate(&e, source, "k<<<2, dim3(16, 2)>>>(65536, 65536, 65536, 65536, 4, 5)");
	const struct launch *launch = first_launch(&e);
	const void *walk = site_at(launch, 3, SITE_STORE)->object.walk;
	assert_non_null(walk);
	assert_ptr_equal(site_at(launch, 4, SITE_STORE)->object.walk, walk);
	assert_ptr_equal(site_at(launch, 5, SITE_STORE)->object.walk, walk);
	for (uint32_t line = 6; line <= 8; line++)
		assert_ptr_not_equal(site_at(launch, line, SITE_STORE)->object.walk, walk);
	assert_ptr_not_equal(site_at(launch, 10, SITE_STORE)->object.walk, walk);
	evaluation_free(&e);
}

static void
test_an_index_that_was_loaded_makes_a_gather(void **state)
{
	(void)state;
	struct evaluation e;
	const char *source = "__device__ int steps[64];\n"
			     "__global__ void fill() { steps[threadIdx.x] = threadIdx.x * 4; }\n"
			     "__global__ void k(float *out, const float *in)\n"
			     "{ int i = threadIdx.x;\n"
			     "  out[steps[i]] = 1;\n"
			     "  int at = steps[i] + 1;\n"
			     "  float x = in[at];\n"
			     "  int first = steps[3];\n"
			     "  float y = in[first + 2 * i];\n"
			     "  out[i] = x + y; }\n"
			     "int main() { float *p; cudaMalloc(&p, 4096);\n"
			     "  fill<<<1, 64>>>(); k<<<1, 64>>>(p, p + 512); }\n";
	evaluate(&e, source, NULL);
	const struct launch *launch = &e.facts.kernels[1].launches[0];
	const struct site *store = site_at(launch, 5, SITE_STORE);
	assert_int_equal(store->pattern, PATTERN_GATHER);
	assert_string_equal(store->reason, "the index is data, loaded from 'steps' at line 5");
	expect_double(per_request(store), 16, 1e-9);
	assert_int_equal(store->step.bytes, 0);
	assert_int_equal(site_at(launch, 7, SITE_LOAD)->pattern, PATTERN_GATHER);
	/* A number that is equal for all lanes does not affect their steps. */
	assert_int_equal(site_at(launch, 9, SITE_LOAD)->pattern, PATTERN_STRIDED);
	evaluation_free(&e);
}

static void
test_members_are_found_in_their_records_through_pointers(void **state)
{
	(void)state;
	struct evaluation e;
	const char *source = "struct point { float x, y, z; };\n"
			     "struct pair { point a, b; };\n"
			     "__device__ void set(point &p) {\n"
			     "  p.z = 1; }\n"
			     "__global__ void k(point *points, pair *pairs, float *flat)\n"
			     "{ int i = threadIdx.x;\n"
			     "  point *mine = points + i;\n"
			     "  mine->x = 1;\n"
			     "  set(points[i]);\n"
			     "  pairs[i].b.y = 2;\n"
			     "  points[2 * i].y = 3;\n"
			     "  flat[3 * i] = 4;\n"
			     "  points[i + 32] = {5, 6, 7}; }\n";
	evaluate(&e, source, "k<<<1, 32>>>(65536, 65536, 65536)");
	const struct launch *launch = first_launch(&e);
	const struct site *through_pointer = site_at(launch, 8, SITE_STORE), *whole = site_at(launch, 13, SITE_STORE);
	assert_true(through_pointer->record.is_accessed);
	assert_int_equal(through_pointer->step.bytes, 12);
	assert_int_equal(through_pointer->step.used, 0xf);
	assert_true(site_at(launch, 4, SITE_STORE)->record.is_accessed);
	assert_int_equal(site_at(launch, 4, SITE_STORE)->step.used, 0xf00);
	assert_ptr_equal(site_at(launch, 4, SITE_STORE)->object.allocation, through_pointer->object.allocation);
	assert_true(site_at(launch, 10, SITE_STORE)->record.is_accessed);
	assert_int_equal(site_at(launch, 10, SITE_STORE)->step.used, 0xf << 16);
	assert_false(site_at(launch, 11, SITE_STORE)->record.is_accessed);
	assert_false(site_at(launch, 12, SITE_STORE)->record.is_accessed);
	assert_true(whole->record.is_accessed);
	assert_int_equal(whole->step.used, 0xfff);
	evaluation_free(&e);
}

static void
test_what_a_warp_uses_of_a_step_is_distinguished(void **state)
{
	(void)state;
	struct evaluation e;
	const char *source =
		"__global__ void k(float *a, float *b, float *c, float *d)\n"
		"{ int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;\n"
		"  a[(blockIdx.x * 32 + lane) * 4 + warp] = 1;\n"
		"  for (int i = 0; i < 4; i++) b[threadIdx.x * 4 + i] = 1;\n"
		"  c[threadIdx.y * 100 + threadIdx.x * 3] = 2;\n"
		"  d[threadIdx.x * 4 + blockIdx.x] = 3; }\n"
		"int main() { float *p; cudaMalloc(&p, 1 << 20); k<<<4, 128>>>(p, p + 65536, p + 98304, p + 196608);\n"
		"  k<<<4, dim3(16, 8)>>>(p, p + 65536, p + 98304, p + 196608); }\n";
	evaluate(&e, source, NULL);
	const struct launch *flat = &e.facts.kernels[0].launches[0], *tile = &e.facts.kernels[0].launches[1];
	assert_int_equal(site_at(flat, 3, SITE_STORE)->step.used, 0xffff);
	assert_int_equal(site_at(flat, 3, SITE_STORE)->step.used_by_warp, 0xf);
	assert_int_equal(site_at(flat, 4, SITE_STORE)->step.used_by_warp, 0xffff);
	/* Rows of the block are examined separately. */
	assert_int_equal(site_at(tile, 5, SITE_STORE)->pattern, PATTERN_MIXED);
	assert_int_equal(site_at(tile, 5, SITE_STORE)->step.used_by_warp, 0xf);
	/* A block continues where the previous one ends, but a lane does not. */
	assert_int_equal(site_at(flat, 6, SITE_STORE)->step.used, 0xffff);
	assert_int_equal(site_at(flat, 6, SITE_STORE)->step.used_by_warp, 0xf);
	assert_false(site_at(flat, 6, SITE_STORE)->loop.walks);
	evaluation_free(&e);
}

/* An unknown stride that is only known to be one. */
static void
test_a_stride_that_was_made_up_is_distinguished(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__global__ void k(float *a, float *b, float *c, float *d, int s, int lda)\n"
	         "{ int i = threadIdx.x, at = i * s;\n"
	         "  a[at] = 1;\n"
	         "  b[i * lda] = 2;\n"
	         "  c[i * 2 + s] = 3;\n"
	         "  d[i] = 4; }\n",
	         NULL);
	const struct launch *launch = first_launch(&e);
	assert_true(site_at(launch, 3, SITE_STORE)->step.is_arbitrary);
	for (uint32_t line = 4; line <= 6; line++)
		assert_false(site_at(launch, line, SITE_STORE)->step.is_arbitrary);
	evaluation_free(&e);
	evaluate(&e, "__global__ void k(float *a, int s) { a[threadIdx.x * s] = 1; }\n", "k<<<1, 32>>>(65536, 4)");
	assert_false(site_at(first_launch(&e), 1, SITE_STORE)->step.is_arbitrary);
	evaluation_free(&e);
}

static void
test_where_requests_begin_is_reported_with_its_cause(void **state)
{
	(void)state;
	struct evaluation e;
	const char *source = "__global__ void k(float *a, float *b, float *c, int n)\n"
			     "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
			     "  a[i] = 1;\n"
			     "  b[i + 2] = 2;\n"
			     "  c[blockIdx.x * n + threadIdx.x] = 3; }\n";
	evaluate(&e, source, "k<<<8, 100>>>(65536, 65536, 65536, 128)");
	const struct launch *launch = first_launch(&e);
	const struct site *plain = site_at(launch, 3, SITE_STORE), *shifted = site_at(launch, 4, SITE_STORE);
	assert_int_equal(plain->pattern, PATTERN_MISALIGNED);
	assert_true(plain->alignment.varies && plain->alignment.is_of_block);
	assert_true(shifted->alignment.varies && !shifted->alignment.is_of_block);
	assert_int_equal(site_at(launch, 5, SITE_STORE)->pattern, PATTERN_CONTIGUOUS);
	evaluation_free(&e);

	evaluate(&e, source, "k<<<8, 128>>>(65536, 65536, 65536, 129)");
	launch = first_launch(&e);
	shifted = site_at(launch, 4, SITE_STORE);
	assert_int_equal(site_at(launch, 3, SITE_STORE)->pattern, PATTERN_CONTIGUOUS);
	assert_int_equal(shifted->alignment.misalignment, 8);
	assert_false(shifted->alignment.varies);
	assert_true(site_at(launch, 5, SITE_STORE)->alignment.varies);
	assert_false(site_at(launch, 5, SITE_STORE)->alignment.is_of_block);
	evaluation_free(&e);
}

static void
test_lanes_that_are_off_misalign_nothing(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__global__ void k(float *a, float *b)\n"
	         "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i % 2 == 0) a[i ^ 1] = 1;\n"
	         "  if (i % 32 < 16) b[i + 2] = 2; }\n",
	         "k<<<8, 128>>>(65536, 65536)");
	const struct launch *launch = first_launch(&e);
	assert_int_equal(site_at(launch, 3, SITE_STORE)->pattern, PATTERN_CONTIGUOUS);
	assert_int_equal(site_at(launch, 4, SITE_STORE)->pattern, PATTERN_MISALIGNED);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_accesses_by_one_index_share_their_walk),
		cmocka_unit_test(test_a_walk_is_what_differs_between_threads),
		cmocka_unit_test(test_an_index_that_was_loaded_makes_a_gather),
		cmocka_unit_test(test_members_are_found_in_their_records_through_pointers),
		cmocka_unit_test(test_what_a_warp_uses_of_a_step_is_distinguished),
		cmocka_unit_test(test_a_stride_that_was_made_up_is_distinguished),
		cmocka_unit_test(test_where_requests_begin_is_reported_with_its_cause),
		cmocka_unit_test(test_lanes_that_are_off_misalign_nothing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
