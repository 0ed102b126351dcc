/* How many instructions a round of a loop is: expectations are those of nvcc 13.0 for sm_90, which makes copies of the body.
 * Accesses are not among them: they are counted by their sites. */
#include "evaluate.h"

static struct evaluation e;

#define X "blockIdx.x * blockDim.x + threadIdx.x"
#define KERNEL \
	"__global__ void k(float *__restrict__ o, const float *__restrict__ a, const float *__restrict__ b, int n, int m) {\n" \
	"  __shared__ float s[256]; int x = " X ", y = blockIdx.y; float t = a[x], u = b[x]; s[threadIdx.x] = t;\n"

/* Of a warp, so many rounds of the loop and all else. */
static double
instructions_of(const char *loop, unsigned rounds)
{
	enum { WARPS = 264 * 8 };
	char source[2048], launch[64];
	snprintf(source, sizeof source, "%s  %s\n  o[x] = t + u; }", KERNEL, loop);
	snprintf(launch, sizeof launch, "k<<<264, 256>>>(67108864, 67108864, 67108864, %u, 64)", rounds);
	evaluate(&e, source, launch);
	const double instructions = first_launch(&e)->work.instructions / WARPS;
	evaluation_free(&e);
	return instructions;
}

static double
each_round(const char *loop)
{
	return (instructions_of(loop, 512) - instructions_of(loop, 256)) / 256;
}

static const double control = 3;   /* count, compare, jump */

static void
test_copies_share_the_control(void **state)
{
	(void)state;
	expect_double(each_round("for (int j = 0; j < n; j++) t = t * t + 2;"), 1 + control / 16, 0.01);
	expect_double(each_round("for (unsigned j = 0; j < n; ++j) t = t * t + 2;"), 1 + control / 16, 0.01);
	expect_double(each_round("for (int j = n; j > 0; j--) t = t * t + 2;"), 1 + control / 16, 0.01);
	/* Barriers are instructions, and do not keep copies apart. */
	expect_double(each_round("for (int j = 0; j < n; j++) { s[threadIdx.x] = t; __syncthreads(); t += s[1]; __syncthreads(); }"),
	              3 + control / 16, 0.01);
#define FIVE "t = t * u + 1; u = u * t + 2; t = t * u + 3; u = u * t + 4; t = t * u + 5;"
#define FIFTEEN FIVE FIVE FIVE
	expect_double(each_round("for (int j = 0; j < n; j++) { " FIVE FIVE "}"), 10 + control / 4, 0.01);
	expect_double(each_round("for (int j = 0; j < n; j++) { " FIFTEEN FIFTEEN "}"), 30 + control / 2, 0.01);
	expect_double(each_round("for (int j = 0; j < n; j++) { " FIFTEEN FIFTEEN FIFTEEN FIFTEEN "}"), 60 + control, 0.01);
	expect_double(each_round("_Pragma(\"unroll 2\") for (int j = 0; j < n; j++) t = t * t + 2;"), 1 + control / 2, 0.01);
}

/* A register of two is an instruction. */
static void
test_integers_of_64_bits(void **state)
{
	(void)state;
#define WIDE(body) "unsigned long long w = s[0], v = s[1]; long long i = s[2]; _Pragma(\"unroll 1\") for (int j = 0; j < n; j++) { " body " } t += w + v + i;"
	expect_double(each_round(WIDE("w ^= v; v += w;")), 4 + control, 0.01);
	expect_double(each_round(WIDE("w = w * 6364136223846793005ull + 1442695040888963407ull;")), 4 + control, 0.01);
	expect_double(each_round(WIDE("w = w * v ^ v;")), 6 + control, 0.01);
	expect_double(each_round(WIDE("v += (unsigned long long)((unsigned)w + j) * (unsigned)x;")), 3 + control, 1.01);
	expect_double(each_round(WIDE("i = i / 8 ^ 77777777777ll;")), 6 + control, 0.01);
	expect_double(each_round(WIDE("i = i / 10 ^ 77777777777ll;")), 17 + control, 0.01);
	expect_double(each_round(WIDE("w = (w ^ v) % m;")), 102 + control, 0.01);
	expect_double(each_round(WIDE("w += (w & 255) == 3;")), 1 + 2 + 2 + control, 1.01);
}

/* Where the one test stands, what it asks and where the counter moves is all the same to the compiler. */
static void
test_a_loop_may_be_tested_anywhere(void **state)
{
	(void)state;
	static const char *const loops[] = {
		"for (int j = 0; ; j++) { if (j >= n) break; t = t * t + 2; }",
		"for (int j = 0; ; j++) { if (j < n) t = t * t + 2; else break; }",
		"for (int j = 0; ; j++) { if (j == n) { o[x] = t; return; } t = t * t + 2; }",
		"int j = 0; while (true) { t = t * t + 2; if (++j >= n) break; }",
		"int j = 0; while (true) { if (!(j++ < n)) break; t = t * t + 2; }",
		"int j = n; while (j--) t = t * t + 2;",
		"int j = 0; do { t = t * t + 2; } while (++j < n);",
		"int j = n; while (j > 0) { t = t * t + 2; j--; }",
		"int j = 0; while (true) { if (j >= n) break; t = t * t + 2; j++; }",
	};
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++)
		assert_true(each_round(loops[i]) <= 1 + (control + 1) / 16);
	expect_double(each_round("for (int j = 0; ; j++) { if (j >= n) break; " FIVE FIVE "}"), 10 + control / 4, 0.01);
}

static void
test_rounds_that_stay_as_they_are(void **state)
{
	(void)state;
	expect_double(each_round("_Pragma(\"unroll 1\") for (int j = 0; j < n; j++) t = t * t + 2;"), 1 + control, 0.01);
	/* Ends that are not known on the way in: there is a way out, the bound moves, or the counter does not move evenly. */
	expect_double(each_round("for (int j = 0; j < n; j++) { if (j == 100000) break; t = t * t + 2; }"), 2 + control, 0.01);
	expect_double(each_round("for (int j = 0; ; j++) { if (j >= n) break; if (j >= 16 * m) break; t = t * t + 2; }"), 4, 0.01);
	expect_double(each_round("int j = 0; while (true) { if (j >= n) break; if (x == -1) continue; t = t * t + 2; j++; }"), 4, 0.01);
	expect_double(each_round("for (int j = 0, to = 2 * n; j < to; j++) { t = t * t + 2; to--; }"), 2 + control, 0.05);
	expect_double(each_round("for (unsigned j = 0; j < n * m; j += m) t = t * t + 2;"), 1 + control, 0.01);
	expect_double(each_round("_Pragma(\"unroll 1\") for (int i = 0; i < n / 4; i++)\n"
	                         "  for (int j = 8 * (y + 1); j > 0; j >>= 1) t = t * t + 2;"), (4 * (1 + control) + 1 + control) / 4, 0.01);
	/* Memory that the loop may write is another each time. */
	expect_double(each_round("s[0] = n; for (int j = 0; j < (int)s[0]; j++) { t = t * t + 2; s[threadIdx.x + 1] = t; }"), 2 + control, 0.5);
}

static void
test_what_a_loop_does_not_change_is_done_once(void **state)
{
	(void)state;
	expect_double(each_round("for (int j = 0; j < n + (y & 31) * m; j++) t = t * t + 2;"), 1 + control / 16, 0.01);
	expect_double(each_round("for (int j = 0; j < n; j++) t = t * (u * u - 1) + u / 3.1f;"), 1 + control / 16, 0.01);
	/* Nor is anything done twice. */
	expect_double(each_round("for (int j = 0; j < n; j++) { t = t * t + 2; u = (t - 1) * (t - 1) * u; }"), 4 + control / 16, 0.01);
}

static void
test_addresses_are_stepped(void **state)
{
	(void)state;
	/* By constants, in the instruction. */
	expect_double(each_round("for (int j = 0; j < n; j++) t += a[j];"), 1 + control / 16, 0.01);
	expect_double(each_round("for (int j = 0; j < n; j++) t += a[y * n + j] * a[y * n + j + 1];"), 1 + control / 16, 0.05);
	expect_double(each_round("for (int j = 0; j < n; j++) t += s[j & 127];"), 3 + control / 16, 0.01);
	/* By what is no constant, and each by one instruction that makes an address. */
	expect_double(each_round("for (int j = 0; j < n; j++) t += a[j * m + x];"), 2 + control / 16, 0.01);
	expect_double(each_round("for (int j = 0; j < n; j++) t += a[y * n + j] * b[j * m + x];"), 2 + control / 16, 0.05);
	expect_double(each_round("for (int j = 1; j < n; j++) o[j * m + x] = a[(j - 1) * m + x] + a[j * m + x];"),
	              3 + control / 16, 0.01);
	/* Unsigned indices may overflow, and are computed. */
	expect_double(each_round("for (unsigned j = 0; j < n; j++) t += a[j * m + threadIdx.x];"), 3 + control / 16, 0.01);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_copies_share_the_control),
		cmocka_unit_test(test_integers_of_64_bits),
		cmocka_unit_test(test_a_loop_may_be_tested_anywhere),
		cmocka_unit_test(test_rounds_that_stay_as_they_are),
		cmocka_unit_test(test_what_a_loop_does_not_change_is_done_once),
		cmocka_unit_test(test_addresses_are_stepped),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
