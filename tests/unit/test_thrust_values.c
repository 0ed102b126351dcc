/* The results of Thrust's and CUB's algorithms, in memory and as return values, for later kernels. */
#include "evaluate.h"

static struct evaluation e;

#define INCLUDES \
	"#include <cub/cub.cuh>\n#include <thrust/device_vector.h>\n#include <thrust/host_vector.h>\n#include <thrust/scan.h>\n#include <thrust/sort.h>\n" \
	"#include <thrust/reduce.h>\n#include <thrust/transform.h>\n#include <thrust/gather.h>\n#include <thrust/unique.h>\n" \
	"#include <thrust/remove.h>\n#include <thrust/extrema.h>\n#include <thrust/inner_product.h>\n#include <thrust/iterator/transform_iterator.h>\n"

/* The launch after a statement that works on a, which has i * 37 % 101 at index i of 1000, on b, which has i, and on c,
 * which has zeros; x is an int that it may set. The kernel stores to out[i] if c[i] is as expected, and otherwise far
 * away. */
static const struct site *
store_behind(const char *statement, const char *expected)
{
	char source[4096];
	snprintf(source, sizeof source,
	         INCLUDES
	         "struct is_odd { __device__ bool operator()(int x) const { return x & 1; } };\n"
	         "struct twice { __device__ int operator()(int x) const { return 2 * x; } };\n"
	         "struct by_tens { __device__ bool operator()(int a, int b) const { return a / 10 == b / 10; } };\n"
	         "__global__ void k(const int *c, int *out, int x) { int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  out[c[i] == (%s) ? i : i * 32] = 1; }\n"
	         "int main() { std::vector<int> h(1000), g(1000); int x = 0, *out;\n"
	         "  for (int i = 0; i < 1000; i++) h[i] = i * 37 %% 101;\n"
	         "  for (int i = 0; i < 1000; i++) g[i] = i;\n"
	         "  thrust::device_vector<int> a(h), b(g), c(1000); cudaMalloc(&out, 1 << 20);\n"
	         "  %s\n"
	         "  k<<<2, 64>>>(thrust::raw_pointer_cast(c.data()), out, x); }\n",
	         expected, statement);
	evaluate(&e, source, NULL);
	return site_at(launch_of_kernel(&e, "k"), 18, SITE_STORE);
}

static void
expect_values(const char *statement, const char *expected)
{
	expect_packed(store_behind(statement, expected), statement, 16);
	evaluation_free(&e);
}

static void
expect_unknown(const char *statement, const char *expected)
{
	expect_unsettled(store_behind(statement, expected), statement);
	evaluation_free(&e);
}

static void
test_what_is_written_for_each_element(void **state)
{
	(void)state;
	expect_values("thrust::transform(a.begin(), a.end(), c.begin(), twice());", "2 * (i * 37 % 101)");
	expect_values("thrust::transform(a.begin(), a.end(), b.begin(), c.begin(), thrust::plus<int>());",
	              "i * 37 % 101 + i");
	expect_values(
		"thrust::transform(b.begin(), b.end(), b.begin(), twice()); thrust::gather(a.begin(), a.end(), b.begin(), c.begin());",
		"2 * (i * 37 % 101)");
	expect_values("thrust::tabulate(c.begin(), c.end(), twice());", "2 * i");
	expect_values(
		"thrust::transform(thrust::device, thrust::raw_pointer_cast(b.data()), thrust::raw_pointer_cast(b.data()) + 1000,"
		" thrust::raw_pointer_cast(c.data()), twice());",
		"2 * i");
	expect_values("c = b; thrust::replace_if(c.begin(), c.end(), is_odd(), 7);", "i & 1 ? 7 : i");
}

static void
test_scans(void **state)
{
	(void)state;
	expect_values("thrust::exclusive_scan(b.begin(), b.end(), c.begin());", "i * (i - 1) / 2");
	expect_values("thrust::exclusive_scan(b.begin(), b.end(), c.begin(), 5);", "5 + i * (i - 1) / 2");
	expect_values("c = b; thrust::inclusive_scan(thrust::device, c.begin(), c.end(), c.begin());",
	              "i * (i + 1) / 2");
	expect_values("thrust::inclusive_scan(b.begin(), b.end(), c.begin(), thrust::maximum<int>());", "i");
	expect_values("thrust::transform_inclusive_scan(b.begin(), b.end(), c.begin(), twice(), thrust::plus<int>());",
	              "i * (i + 1)");
}

static void
test_sorts(void **state)
{
	(void)state;
	expect_values("c = a; thrust::sort(c.begin(), c.begin() + 101);", "i < 101 ? i : c[i]");
	expect_values("thrust::sort(b.begin(), b.end(), thrust::greater<int>()); c = b;", "999 - i");
	expect_values("thrust::sort_by_key(a.begin(), a.begin() + 101, b.begin()); c = b;",
	              "i > 100 || c[i] * 37 % 101 == i ? c[i] : -1");
}

static void
test_what_grows_shorter(void **state)
{
	(void)state;
	expect_values("x = thrust::copy_if(b.begin(), b.end(), c.begin(), is_odd()) - c.begin();",
	              "2 * i + 1 + (x - 500)");
	expect_values("c = b; x = thrust::remove_if(c.begin(), c.end(), is_odd()) - c.begin();", "2 * i + (x - 500)");
	expect_values("c = b; x = thrust::unique(c.begin(), c.end(), by_tens()) - c.begin();",
	              "i < 100 ? 10 * i + (x - 100) : c[i]");
	expect_values(
		"thrust::device_vector<int> d(1000); x = thrust::reduce_by_key(b.begin(), b.end(), thrust::make_constant_iterator(3),"
		" d.begin(), c.begin(), by_tens()).second - c.begin();",
		"i < 100 ? 30 + (x - 100) : c[i]");
}

static void
test_numbers(void **state)
{
	(void)state;
	expect_values("x = thrust::reduce(b.begin(), b.end());", "x - 499500");
	expect_values("x = thrust::reduce(thrust::device, b.begin(), b.end(), -1, thrust::maximum<int>());", "x - 999");
	expect_values("x = thrust::count_if(b.begin(), b.end(), is_odd());", "x - 500");
	expect_values("x = thrust::count(a.begin(), a.end(), 0);", "x - 10");
	expect_values("x = thrust::max_element(a.begin(), a.end()) - a.begin();", "x * 37 % 101 - 100");
	expect_values("x = thrust::find(b.begin(), b.end(), 77) - b.begin();", "x - 77");
	expect_values("x = thrust::inner_product(b.begin(), b.begin() + 10, b.begin(), 0);", "x - 285");
	expect_values("x = thrust::transform_reduce(b.begin(), b.end(), twice(), 0, thrust::plus<int>());",
	              "x - 999000");
	expect_values("x = thrust::is_sorted(b.begin(), b.end()) + 2 * thrust::equal(a.begin(), a.end(), b.begin());",
	              "x - 1");
}

/* The order of a device's additions is unknown, and so are results of unknown numbers. */
static void
test_what_is_not_known(void **state)
{
	(void)state;
	expect_unknown("thrust::device_vector<float> f(1000, 0.1f); x = thrust::reduce(f.begin(), f.end());", "x");
	expect_unknown("b[0] = rand() ? getenv(\"X\") != 0 : 1; x = thrust::reduce(b.begin(), b.end());", "x");
	expect_unknown("thrust::device_vector<int> d(1 << 20, 1); x = thrust::reduce(d.begin(), d.end());", "x");
}

/* A call made twice, as CUB requires. */
#define CUB(call) \
	"int *p = thrust::raw_pointer_cast(a.data()), *q = thrust::raw_pointer_cast(b.data()), *r = thrust::raw_pointer_cast(c.data());" \
	"void *t = 0; size_t bytes = 0; cub::" call "; cudaMalloc(&t, bytes); cub::" call ";"

static void
test_algorithms_of_cub(void **state)
{
	(void)state;
	expect_values(CUB("DeviceScan::ExclusiveSum(t, bytes, q, r, 1000)"), "i * (i - 1) / 2");
	expect_values(CUB("DeviceScan::InclusiveScan(t, bytes, q, r, cub::Max(), 1000)"), "i");
	expect_values(CUB("DeviceReduce::Sum(t, bytes, q, r, 1000)"), "i ? c[i] : 499500");
	expect_values(CUB("DeviceReduce::Min(t, bytes, q + 7, r, 900)"), "i ? c[i] : 7");
	expect_values(CUB("DeviceRadixSort::SortKeys(t, bytes, p, r, 101)"), "i < 101 ? i : c[i]");
	expect_values(CUB("DeviceRadixSort::SortPairsDescending(t, bytes, q, p, p, r, 101)"),
	              "i < 101 ? (100 - i) * 37 % 101 : c[i]");
	expect_values(CUB("DeviceSelect::If(t, bytes, q, r, p, 1000, is_odd())"), "i < 500 ? 2 * i + 1 : c[i]");
	expect_values(CUB("DeviceSelect::Flagged(t, bytes, p, q, r, p, 1000)"), "i < 990 ? c[i] : c[i]");
	expect_unknown(CUB("DeviceRadixSort::SortKeys(t, bytes, p, r, 101, 0, 4)"), "i < 101 ? i : c[i]");
}

/* In host memory the order is that of the elements. */
static void
test_host_memory(void **state)
{
	(void)state;
	expect_values("thrust::host_vector<float> f(1000, 0.5f); x = thrust::reduce(f.begin(), f.end());", "x - 500");
	expect_values("thrust::host_vector<int> f(b); thrust::sort(f.begin(), f.end(), thrust::greater<int>()); c = f;",
	              "999 - i");
	expect_values("x = thrust::reduce(thrust::host, g.begin(), g.end());", "x - 499500");
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_is_written_for_each_element),
		cmocka_unit_test(test_scans),
		cmocka_unit_test(test_sorts),
		cmocka_unit_test(test_what_grows_shorter),
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_what_is_not_known),
		cmocka_unit_test(test_host_memory),
		cmocka_unit_test(test_algorithms_of_cub),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
