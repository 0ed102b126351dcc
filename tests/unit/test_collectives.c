/* CUB's collectives: threads' results are known if their inputs are. */
#include "evaluate.h"

static struct evaluation e;

/* `call` sets `got` in a block of 100 threads from thread t's inputs; expected: the value that thread t gets. If it
 * matches, the store is contiguous, otherwise scattered. */
static void
expect_got(const char *call, const char *expected)
{
	char source[2048];
	snprintf(
		source, sizeof source,
		"#include <cub/cub.cuh>\n"
		"struct most { __device__ int operator()(int a, int b) const { return a < b ? b : a; } };\n"
		"struct running { int sum; __device__ int operator()(int all) { int old = sum; sum += all; return old; } };\n"
		"__global__ void k(int *out) { int t = threadIdx.x, got = -1, all = -1;\n"
		"  typedef cub::BlockReduce<int, 100> reduce; typedef cub::BlockReduce<int, 100, cub::BLOCK_REDUCE_RAKING> raking;\n"
		"  typedef cub::BlockScan<int, 100> scan; typedef cub::BlockScan<int, 100, cub::BLOCK_SCAN_WARP_SCANS> warps;\n"
		"  typedef cub::BlockExchange<int, 100, 2> exchange; typedef cub::WarpScan<int> of_warp; typedef cub::WarpReduce<int, 8> of_8;\n"
		"  __shared__ union { reduce::TempStorage r; raking::TempStorage k; scan::TempStorage s; warps::TempStorage w;\n"
		"                     exchange::TempStorage e; of_warp::TempStorage a; of_8::TempStorage b; } storage;\n"
		"  __shared__ int shared[4];\n"
		"  %s\n"
		"  out[got == (%s) ? t : t * 32] = 1; }\n"
		"int main() { int *o; cudaMalloc(&o, 1 << 20); k<<<1, 100>>>(o); }\n",
		call, expected);
	evaluate(&e, source, NULL);
	expect_packed(site_at(first_launch(&e), 12, SITE_STORE), call, 13);
	evaluation_free(&e);
}

/* Only the first thread gets the result. */
#define OF_FIRST(value) "{ int v = " value "; if (t == 0) shared[0] = v; __syncthreads(); got = shared[0]; }"

static void
test_reductions_of_a_block(void **state)
{
	(void)state;
	expect_got(OF_FIRST("reduce(storage.r).Sum(t % 7)"), "295");
	expect_got(OF_FIRST("reduce(storage.r).Reduce(t * 31 % 97, most(), 40)"), "96");
	expect_got(OF_FIRST("raking(storage.k).Sum(t)"), "4950");
	expect_got("int two[2] = {t, 1};" OF_FIRST("reduce(storage.r).Sum(two)"), "5050");
}

static void
test_scans_of_a_block(void **state)
{
	(void)state;
	expect_got("scan(storage.s).ExclusiveSum(t, got);", "t * (t - 1) / 2");
	expect_got("warps(storage.w).InclusiveSum(2, got);", "2 * t + 2");
	expect_got("scan(storage.s).ExclusiveSum(t, all, got);", "4950");
	expect_got("scan(storage.s).InclusiveScan(t ^ 1, got, most());", "t | 1");
	expect_got("scan(storage.s).ExclusiveScan(t, got, 40, most());", "t < 42 ? 40 : t - 1");
	expect_got("int two[2] = {1, t}, sums[2]; warps(storage.w).ExclusiveSum(two, sums); got = sums[1];",
	           "t + t * (t - 1) / 2 + 1");
	expect_got("running r{500}; scan(storage.s).InclusiveSum(3, got, r);", "500 + 3 * (t + 1)");
	expect_got("running r{500}; int two[2] = {1, 1}; scan(storage.s).ExclusiveSum(two, two, r); got = two[1];",
	           "501 + 2 * t");
}

static void
test_collectives_of_a_warp(void **state)
{
	(void)state;
	expect_got("of_warp(storage.a).ExclusiveSum(1, got);", "t % 32");
	expect_got("of_warp(storage.a).InclusiveScan(-t, got, most());", "-(t - t % 32)");
	expect_got("got = of_warp(storage.a).Broadcast(t, 5);", "t < 96 ? t - t % 32 + 5 : got");
	expect_got("int v = of_8(storage.b).Sum(t); got = __shfl_sync(0xffffffff, v, 0, 8);",
	           "t < 96 ? (t / 8 * 8) * 8 + 28 : got");
}

static void
test_exchanges_of_a_block(void **state)
{
	(void)state;
	expect_got("int two[2] = {2 * t, 2 * t + 1}; exchange(storage.e).BlockedToStriped(two); got = two[1];",
	           "100 + t");
	expect_got("int two[2] = {t, t + 100}; exchange(storage.e).StripedToBlocked(two); got = two[1];", "2 * t + 1");
	expect_got(
		"int two[2] = {t, -t}, to[2] = {99 - t, 199 - t}; exchange(storage.e).ScatterToStriped(two, to); got = two[0];",
		"99 - t");
}

/* The built-in implementations exchange values differently from CUB, so these accesses are not reported. */
static void
test_that_storage_is_not_reported(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cub/cub.cuh>\n__global__ void k(int *out) { typedef cub::BlockScan<int, 64> scan;\n"
	         "  __shared__ scan::TempStorage storage; int before;\n"
	         "  scan(storage).ExclusiveSum(threadIdx.x, before);\n"
	         "  out[before] = 1; }\nint main() { int *o; cudaMalloc(&o, 1 << 20); k<<<1, 64>>>(o); }\n",
	         NULL);
	const struct launch *launch = first_launch(&e);
	for (size_t i = 0; i < launch->site_count; i++)
		assert_true(launch->sites[i].place.line != 4 || launch->sites[i].space != SPACE_SHARED);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reductions_of_a_block),        cmocka_unit_test(test_scans_of_a_block),
		cmocka_unit_test(test_collectives_of_a_warp),        cmocka_unit_test(test_exchanges_of_a_block),
		cmocka_unit_test(test_that_storage_is_not_reported),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
