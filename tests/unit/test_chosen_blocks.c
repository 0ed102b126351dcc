/* Blocks that are distinguished by their indices, in any notation. Their number must be correct if it is exact, also
 * for a grid too large to be run whole. */
#define EVALUATE_COMPILED
#include "evaluate.h"

enum { BLOCKS = 4096 };

#define SOURCE_BEFORE \
	"__constant__ int table[8] = {0, 1, 0, 0, 1, 0, 0, 0};\n" \
	"__device__ bool chosen(int block, int k) { return block == k; }\n" \
	"__global__ void k(float *out, const float *in, int n, int k, int end)\n" \
	"{ const int b = blockIdx.x; float sum = 0;\n" \
	"  if (!("
#define SOURCE_AFTER \
	")) return;\n" \
	"  for (int i = 0; i < n; i++)\n" \
	"    sum += in[(i * 32 + threadIdx.x) %% 65536] * sum;\n" \
	"  out[b * 32 + threadIdx.x] = sum; }\n"

typedef bool chooses(int b);
static bool
by_bits(int b)
{
	return (b ^ 5) < 3;
}
static bool
by_remainder(int b)
{
	return b % 7 == 3;
}
static bool
by_count(int b)
{
	return __builtin_popcount((unsigned)b) == 2;
}
static bool
but_one(int b)
{
	return b != 1777;
}
static bool
outside(int b)
{
	return b < 1777 || b >= 1999;
}
static bool
by_table(int b)
{
	return b / 512 != 1 && b / 512 != 4;
}
static bool
by_square(int b)
{
	return b * b % 4096 != 1024;
}
static bool
by_quotient(int b)
{
	return b / 1777 != 1;
}
static bool
but_three(int b)
{
	return b < 1777 || b >= 1780;
}
static bool
by_least(int b)
{
	return (b < 4000 - b ? b : 4000 - b) != 77;
}

static const struct {
	const char *condition;
	chooses *chooses;
} cases[] = {
	{"(b ^ 5) < 3", by_bits},
	{"b % 7 == 3", by_remainder},
	{"__popc(b) == 2", by_count},
	{"b != k", but_one},
	{"!chosen(b, k)", but_one},
	{"b < k || b >= end", outside},
	{"!((unsigned)b - 1777u < 3u)", but_three},
	{"!(b >= k & b < k + 3)", but_three},
	{"table[b / 512] == 0", by_table},
	{"b * b % 4096 != 1024", by_square},
	{"b / k != 1", by_quotient},
	{"min(b, 4000 - b) != 77", by_least},
};

static void
test_exact_is_right(void **state)
{
	size_t exact = 0;
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct evaluation e;
		char source[1024];
		double expected = 0;
		snprintf(source, sizeof source, SOURCE_BEFORE "%s" SOURCE_AFTER, cases[i].condition);
		for (int b = 0; b < BLOCKS; b++)
			expected += cases[i].chooses(b);
		evaluate(&e, source, "k<<<4096, 32>>>(524288, 262144, 3000, 1777, 1999)");
		const struct launch *launch = first_launch(&e);
		for (size_t s = 0; s < launch->site_count; s++) {
			const struct site *site = &launch->sites[s];
			if (site->kind != SITE_STORE || site->confidence != CONFIDENCE_EXACT)
				continue;
			exact++;
			if (site->predicted.requests != expected)
				fail_msg("%s: %g requests are called exact, %g are made", cases[i].condition,
				         site->predicted.requests, expected);
		}
		evaluation_free(&e);
	}
	assert_true(exact >= 3);
}

/* The requests of `p[threadIdx.x] = 1` after a guard, for a grid and blocks of one warp. */
static const struct {
	const char *guard, *grid;
	double requests;
} guards[] = {
	{"if (blockIdx.x == n) return;", "100", 99},
	{"if (blockIdx.x != n) return;", "100", 1},
	{"if (blockIdx.x % 4 == 1) return;", "102", 76},
	{"if (blockIdx.x == n || blockIdx.y == n) return;", "50, 40", 49 * 39},
	{"if ((blockIdx.x == n) != (blockIdx.y == n))", "50, 40", 49 + 39},
	{"if (blockIdx.x + blockIdx.y != 19) return;", "20, 20", 20},
	{"if (blockIdx.x > blockIdx.y) return;", "20, 30", 20 * 21 / 2 + 10 * 20},
	{"if (blockIdx.x == blockIdx.y) return;", "20, 20", 380},
	{"if (is_left(n)) return;", "50, 40", 49 * 39},
	{"if (blockIdx.x >= r.from && blockIdx.x < r.to && blockIdx.y != 7)", "50, 40", 37 * 39},
	{"if (blockIdx.x & 1 ? y < 10 : y > 30)", "50, 40", 25 * 10 + 25 * 9},
	{"y += 2; if (y == n) { if (x < 64) return; y = 0; } if (y == 4) return;", "50, 40", 50 * 39 - 2},
	{"const int b = blockIdx.x; if (b == 5 || b == 9 || b == 77 || b == 130 || b == 200 || b == 401 || b == 800 || y == 41) return;",
         "1000, 100", 993 * 99},
	/* All threads do; LEA.HI with a constant as its last operand. */
	{"unsigned t = threadIdx.x; if (x >= __funnelshift_l(blockIdx.x, 2u, 23) + (t ^ t >> 1)) return;", "5000",
         5000},
	/* Some threads of a block reach it, without the last ones of a warp. */
	{"if (x > y)", "4, 100", 31 * 4 + 32 * 3 + 32 * 2 + 5},
	{"if (x % 50 == 7)", "100", 64},
	{"if (x + y == 1000)", "50, 40", 40},
};

/* All, unless no sampled block reaches the store. */
static void
test_guards_are_counted(void **state)
{
	size_t exact = 0;
	(void)state;
	for (size_t i = 0; i < sizeof guards / sizeof *guards; i++) {
		struct evaluation e;
		char source[1024];
		snprintf(
			source, sizeof source,
			"__device__ bool is_left(int k) { if (blockIdx.y == 5) return true; return blockIdx.x == k; }\n"
			"struct range { int from, to; };\n"
			"__global__ void k(float *p, int n, range r) { int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y;\n"
			"%s\n"
			"p[threadIdx.x] = 1; }\n"
			"int main() { float *p; cudaMalloc(&p, 1 << 20); k<<<dim3(%s), 32>>>(p, 37, {3, 40}); }\n",
			guards[i].guard, guards[i].grid);
		evaluate(&e, source, NULL);
		const struct site *store = site_at(first_launch(&e), 5, SITE_STORE);
		exact += store->confidence == CONFIDENCE_EXACT;
		if (store->confidence == CONFIDENCE_EXACT && store->predicted.requests != guards[i].requests)
			fail_msg("%s: %g requests are called exact, %g are made", guards[i].guard,
			         store->predicted.requests, guards[i].requests);
		evaluation_free(&e);
	}
	assert_true(exact >= sizeof guards / sizeof *guards - 3);
}

/* Blocks that were not sampled count for the unevenness of the blocks' work. */
static void
test_busy_blocks_are_as_many_as_there_are(void **state)
{
	enum { GRID = 5000, BUSY = 100 };
	struct evaluation e;
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *a, int n) {\n"
	         "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)\n"
	         "  a[i] = 1; }\n",
	         "k<<<5000, 1024>>>(409600, 102400)");
	const struct site *store = site_at(first_launch(&e), 3, SITE_STORE);
	expect_double(store->uneven.of_launch, GRID / BUSY, 1);
	evaluation_free(&e);
}

/* Data decides their addresses, but the machine code their number. */
static void
test_lanes_are_counted_whose_addresses_are_not_known(void **state)
{
	struct evaluation e;
	(void)state;
	evaluate(&e,
	         "__global__ void k(int *sums, const int *places, int n)\n"
	         "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i < n)\n"
	         "    atomicAdd(&sums[places[i]], 1); }\n",
	         "k<<<5000, 1024>>>(64, 409600, 102400)");
	const struct site *atomic = site_at(first_launch(&e), 4, SITE_ATOMIC);
	expect_double(atomic->predicted.requests, 102400 / 32, 1e-6);
	expect_double(atomic->predicted.lanes, 102400, 1e-6);
	expect_double(first_launch(&e)->execution.busy_warps, 102400 / 32, 1e-6);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_exact_is_right),
	                                   cmocka_unit_test(test_guards_are_counted),
	                                   cmocka_unit_test(test_busy_blocks_are_as_many_as_there_are),
	                                   cmocka_unit_test(test_lanes_are_counted_whose_addresses_are_not_known)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
