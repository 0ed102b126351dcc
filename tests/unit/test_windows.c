/* Stretches of blocks between those that are run: what they may do otherwise is told exactly of nobody. */
#include "evaluate.h"

static struct evaluation e;

/* The store on line 3 of a kernel with so many threads, which blocks from 161 to 163 are not to make. */
static enum standing
standing_behind(const char *condition)
{
	char source[1024];
	snprintf(source, sizeof source,
	         "__constant__ int low = 161, high = 164;\n"
	         "__global__ void k(float *o, int from, int to) { int b = blockIdx.x; unsigned u = b; %s return;\n"
	         "  o[threadIdx.x] = 1; }\n"
	         "int main() { float *o; cudaMalloc(&o, 1 << 20); k<<<1000, 256>>>(o, 161, 164); }\n",
	         condition);
	evaluate(&e, source, NULL);
	const enum standing standing = site_at(first_launch(&e), 3, SITE_STORE)->standing;
	evaluation_free(&e);
	return standing;
}

static void
test_an_unsigned_difference_wraps(void **state)
{
	(void)state;
	assert_int_equal(standing_behind("if (u - 161u < 3u)"), STANDING_ASSUMED);
	assert_int_equal(standing_behind("if (u + -161 < 3u)"), STANDING_ASSUMED);
	assert_int_equal(standing_behind("if ((unsigned)(b - 161) < 3u)"), STANDING_ASSUMED);
	assert_int_equal(standing_behind("unsigned d = u; d -= 161; if (min(d, 3u) < 3u)"), STANDING_ASSUMED);
	assert_int_equal(standing_behind("long long d = u - 161u; if (d < 3)"), STANDING_ASSUMED);
}

static void
test_two_bounds_leave_a_stretch(void **state)
{
	(void)state;
	assert_int_equal(standing_behind("if (b >= low && b < high)"), STANDING_ASSUMED);
	assert_int_equal(standing_behind("if (b >= low & b < high)"), STANDING_ASSUMED);
	assert_int_equal(standing_behind("b = b * 2; if (b >= 2 * from && b < 2 * to)"), STANDING_ASSUMED);
}

/* Bounds of two dimensions leave no stretch along either, nor do differences with a sign. */
static void
test_what_leaves_no_stretch_stays_exact(void **state)
{
	(void)state;
	assert_int_equal(standing_behind("if (b - 1000 >= from)"), STANDING_EXACT);
	assert_int_equal(standing_behind("if (u >= 1000u)"), STANDING_EXACT);
	assert_int_equal(standing_behind("for (int k = 1; k < 3; k++) if (b + k < 0 && b + k > 2000)"), STANDING_EXACT);
	evaluate(&e,
	         "__device__ void put(float *o, int x, int y, int w, int h) {\n"
	         "  if (x < w && y < h) o[y * w + x] = 1; }\n"
	         "__global__ void k(float *o, int w, int h)\n"
	         "{ put(o, blockIdx.x * 32 + threadIdx.x, blockIdx.y * 8 + threadIdx.y, w, h); }\n"
	         "int main() { float *o; cudaMalloc(&o, 1 << 22); dim3 g(20, 20), b(32, 8); k<<<g, b>>>(o, 640, 160); }\n",
	         NULL);
	assert_int_equal(site_at(first_launch(&e), 2, SITE_STORE)->standing, STANDING_EXACT);
	evaluation_free(&e);
}

/* The load on line 3 of a loop over so many elements with the grid's threads, 128 blocks of 256. */
static enum standing
standing_in_loop_over(const char *count)
{
	char source[1024];
	snprintf(source, sizeof source,
	         "__global__ void k(const float *a, float *b, int n) { float t = 0; int at = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  for (int i = at; i < n; i += blockDim.x * gridDim.x)\n"
	         "    t += a[i];\n"
	         "  b[at] = t; }\n"
	         "int main() { float *a, *b; cudaMalloc(&a, 1 << 22); cudaMalloc(&b, 1 << 20); k<<<128, 256>>>(a, b, %s); }\n", count);
	evaluate(&e, source, NULL);
	const enum standing standing = site_at(first_launch(&e), 3, SITE_LOAD)->standing;
	evaluation_free(&e);
	return standing;
}

/* Where the last round does not go through the whole grid, blocks up to some make one more than the others. */
static void
test_the_last_round_of_a_grid_ends_somewhere(void **state)
{
	(void)state;
	assert_int_equal(standing_in_loop_over("65536"), STANDING_EXACT);
	assert_int_equal(standing_in_loop_over("33 * 1024"), STANDING_ASSUMED);
	assert_int_equal(standing_in_loop_over("1000000"), STANDING_ASSUMED);
	assert_int_equal(standing_in_loop_over("9000"), STANDING_ASSUMED);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_an_unsigned_difference_wraps),
		cmocka_unit_test(test_two_bounds_leave_a_stretch),
		cmocka_unit_test(test_what_leaves_no_stretch_stays_exact),
		cmocka_unit_test(test_the_last_round_of_a_grid_ends_somewhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
