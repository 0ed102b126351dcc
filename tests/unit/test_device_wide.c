/* Device-wide algorithms: the kernels that CUB and Thrust launch. Shapes and lines are those of programs that nvcc 13.0
 * compiled for sm_90; figures were counted on an H200. */
#include <stdlib.h>

#include "evaluate.h"
#include "frontend/lower/toolkit_lines.h"

#define INCLUDES \
	"#include <cub/cub.cuh>\n#include <thrust/device_vector.h>\n#include <thrust/host_vector.h>\n" \
	"#include <thrust/copy.h>\n#include <thrust/scan.h>\n#include <thrust/sort.h>\n#include <thrust/gather.h>\n#include <thrust/scatter.h>\n#include <cstdlib>\n"
enum { LINE = 11 }; /* of the statement that evaluate_call runs */

/* Runs a program whose main is one statement, with n a million. */
static void
evaluate_call(struct evaluation *e, const char *statement)
{
	char source[2000];
	snprintf(source, sizeof source, INCLUDES "int main() { int n = 1000000;\n%s\n}\n", statement);
	evaluate(e, source, NULL);
}

static const struct kernel *
find_kernel(const struct evaluation *e, const char *name)
{
	for (size_t i = 0; i < e->facts.kernel_count; i++)
		if (!strcmp(e->facts.kernels[i].name, name))
			return &e->facts.kernels[i];
	return NULL;
}

static const struct launch *
launch_of(const struct evaluation *e, const char *name)
{
	const struct kernel *kernel = find_kernel(e, name);
	if (!kernel)
		print_error("no %s\n", name);
	assert_non_null(kernel);
	assert_true(kernel->is_library);
	assert_true(kernel->launch_count > 0);
	return &kernel->launches[0];
}

static void
expect_shape(const struct launch *launch, uint32_t grid, uint32_t block)
{
	assert_int_equal(launch->grid[0], grid);
	assert_int_equal(launch->block[0], block);
	assert_int_equal(launch->place.line, LINE);
}

/* Checks the sum over all accesses of this kind on a library line: the cost of a lane, and its excess. */
static void
expect_line(const struct launch *launch, const char *file, unsigned line, enum site_kind kind, double cost_of_lane,
            double excess)
{
	double cost = 0, ideal = 0, lanes = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind != kind || site->code.line_info.line != line || strcmp(site->code.line_info.file, file))
			continue;
		assert_int_equal(site->confidence, CONFIDENCE_ASSUMED);
		assert_int_equal(site->place.line, LINE);
		const struct figures *p = &site->predicted;
		cost += site->space == SPACE_SHARED ? p->wavefronts : p->sectors;
		ideal += site->space == SPACE_SHARED ? p->ideal_wavefronts : p->ideal_sectors;
		lanes += p->lanes;
	}
	if (!(lanes > 0))
		print_error("nothing on line %u of %s\n", line, file);
	assert_true(lanes > 0);
	expect_double(cost / lanes, cost_of_lane, 0.03 * cost_of_lane);
	expect_double(cost / ideal, excess, 0.03 * excess);
}

static void
test_sort_by_key(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate_call(
		&e,
		"thrust::host_vector<unsigned> h(1048576); for (int i = 0; i < 1048576; i++) h[i] = rand() << 20 ^ rand();"
		"thrust::device_vector<unsigned> k = h, v(1048576); thrust::sort_by_key(k.begin(), k.end(), v.begin());");
	const struct launch *histogram = launch_of(&e, "DeviceRadixSortHistogramKernel");
	expect_shape(histogram, 1584, 128);
	expect_line(histogram, "agent_radix_sort_histogram.cuh", 176, SITE_STORE, 1 / 32., 1);
	expect_line(histogram, "block_load.cuh", 317, SITE_LOAD, 4 / 32., 1);
	expect_line(histogram, "device_atomic_functions.hpp", 112, SITE_ATOMIC, 3.1 / 32, 3.1);
	expect_line(histogram, "thread_reduce.cuh", 493, SITE_LOAD, 1 / 32., 1);
	const struct launch *sum = launch_of(&e, "DeviceRadixSortExclusiveSumKernel");
	expect_shape(sum, 4, 256);
	expect_line(sum, "radix_sort.cuh", 780, SITE_LOAD, 8 / 32., 1);
	expect_line(sum, "uninitialized_copy.cuh", 60, SITE_STORE, 4 / 32., 2);
	expect_line(sum, "block_scan_raking.cuh", 189, SITE_LOAD, 2 / 32., 1);
	expect_line(sum, "block_scan_raking.cuh", 368, SITE_LOAD, 4 / 32., 2);
	const struct launch *sweep = launch_of(&e, "DeviceRadixSortOnesweepKernel");
	expect_shape(sweep, 161, 384);
	expect_line(sweep, "block_load.cuh", 479, SITE_LOAD, 4 / 32., 1);
	expect_line(sweep, "device_atomic_functions.hpp", 107, SITE_ATOMIC, 3.1 / 31, 3.1);
	expect_line(sweep, "block_scan_raking.cuh", 368, SITE_LOAD, 2 / 32., 2);
	expect_line(sweep, "agent_radix_sort_onesweep.cuh", 436, SITE_STORE, 3.51 / 32, 3.51);
	expect_line(sweep, "agent_radix_sort_onesweep.cuh", 492, SITE_LOAD, 1.55 / 32, 1);
	expect_line(sweep, "agent_radix_sort_onesweep.cuh", 495, SITE_STORE, 5.92 / 32, 1.48);
	expect_line(sweep, "agent_radix_sort_onesweep.cuh", 514, SITE_STORE, 5.92 / 32, 1.48);
	evaluation_free(&e);
}

/* Known keys matter: keys that are already sorted have contiguous destinations. */
static void
test_known_keys(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate_call(&e, "thrust::host_vector<unsigned> h(n); for (int i = 0; i < n; i++) h[i] = i;"
	                  "thrust::device_vector<unsigned> k = h; thrust::sort(k.begin(), k.end());");
	const struct launch *sweep = launch_of(&e, "DeviceRadixSortOnesweepKernel");
	for (size_t i = 0; i < sweep->site_count; i++)
		if (sweep->sites[i].code.line_info.line == 436)
			assert_true(sweep->sites[i].predicted.wavefronts < 3 * sweep->sites[i].predicted.requests);
	evaluation_free(&e);
}

/* Threads and items depend on the sizes of keys, values and offsets; a histogram's blocks on its registers. */
static void
test_shapes(void **state)
{
	(void)state;
	static const struct {
		const char *keys, *values, *call;
		unsigned threads, items, histogram_blocks;
	} cases[] = {
		{"unsigned char", NULL, "thrust", 512, 19, 9},
		{"short", NULL, "thrust", 512, 19, 9},
		{"unsigned", NULL, "thrust", 384, 19, 12},
		{"float", NULL, "thrust", 384, 18, 16},
		{"double", NULL, "thrust", 384, 15, 9},
		{"int", "unsigned char", "thrust", 384, 17, 12},
		{"unsigned", "unsigned long long", "thrust", 384, 14, 12},
		{"unsigned long long", "unsigned", "thrust", 384, 15, 9},
		{"unsigned long long", "unsigned long long", "thrust", 384, 12, 9},
		{"int", NULL, "cub", 384, 20, 12},
		{"unsigned", "unsigned", "cub", 384, 23, 12},
		{"unsigned short", "float", "cub", 512, 17, 9},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char call[600];
		const char *k = cases[i].keys, *v = cases[i].values;
		if (!strcmp(cases[i].call, "thrust") && !v)
			snprintf(call, sizeof call,
			         "%s *k; cudaMalloc(&k, n * sizeof *k); thrust::sort(thrust::device, k, k + n);", k);
		else if (!strcmp(cases[i].call, "thrust"))
			snprintf(call, sizeof call,
			         "%s *k; %s *v; cudaMalloc(&k, n * sizeof *k); cudaMalloc(&v, n * sizeof *v);"
			         "thrust::sort_by_key(thrust::device, k, k + n, v, thrust::greater<%s>());",
			         k, v, k);
		else if (!v)
			snprintf(
				call, sizeof call,
				"%s *k, *o; cudaMalloc(&k, n * sizeof *k); cudaMalloc(&o, n * sizeof *o); size_t b = 0;"
				"cub::DeviceRadixSort::SortKeysDescending((void *)k, b, k, o, n);",
				k);
		else
			snprintf(call, sizeof call,
			         "%s *k, *o; %s *v, *w; cudaMalloc(&k, n * sizeof *k); cudaMalloc(&o, n * sizeof *o);"
			         "cudaMalloc(&v, n * sizeof *v); cudaMalloc(&w, n * sizeof *w); size_t b = 0;"
			         "cub::DeviceRadixSort::SortPairs((void *)k, b, k, o, v, w, n);",
			         k, v);
		struct evaluation e;
		evaluate_call(&e, call);
		const unsigned tile = cases[i].threads * cases[i].items;
		expect_shape(launch_of(&e, "DeviceRadixSortOnesweepKernel"), (1000000 + tile - 1) / tile,
		             cases[i].threads);
		expect_shape(launch_of(&e, "DeviceRadixSortHistogramKernel"), cases[i].histogram_blocks * 132, 128);
		evaluation_free(&e);
	}
}

/* A launch moves less than 2^28 keys; this grid was observed on an H200. */
static void
test_sorts_in_portions(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate_call(&e, "float *k; cudaMalloc(&k, 4ull << 29); thrust::sort(thrust::device, k, k + (1 << 29));");
	expect_shape(launch_of(&e, "DeviceRadixSortOnesweepKernel"), 38836, 384);
	evaluation_free(&e);
}

/* Keys as bits with the same order in unsigned comparison. */
static void
test_traits_of_keys(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "#include <cub/util_macro.cuh>\n#include <cub/util_type.cuh>\n"
	         "static_assert(sizeof(cub::Traits<double>::UnsignedBits) == 8 && CUB_VERSION / 100000 == 3);\n"
	         "__global__ void k(float *p) { const int i = threadIdx.x;\n"
	         "  p[cub::Traits<int>::TwiddleIn(0x80000000u + 8 * i)] = 1;\n"
	         "  p[cub::Traits<float>::TwiddleIn(0xffffffffu - 2 * i)] = 1;\n"
	         "  p[cub::Traits<float>::TwiddleOut(cub::Traits<float>::TwiddleIn(i))] = 1;\n"
	         "  p[cub::Traits<unsigned>::TwiddleOut(4 * i)] = 1; }\n",
	         "k<<<1, 32>>>(1024)");
	static const double sectors[] = {32, 8, 4, 16};
	for (unsigned i = 0; i < 4; i++)
		expect_double(per_request(site_at(first_launch(&e), 5 + i, SITE_STORE)), sectors[i], 0);
	evaluation_free(&e);
}

/* Sorted by other kernels, or on the host. */
static void
test_without_kernels(void **state)
{
	(void)state;
	static const char *const statements[] = {
		"thrust::device_vector<int> k(1000); thrust::sort(k.begin(), k.end());",
		"thrust::device_vector<int> k(n); thrust::sort(k.begin(), k.end(), [] __device__(int a, int b) { return a % 7 < b % 7; });",
		"thrust::host_vector<int> k(n); thrust::sort(k.begin(), k.end());",
		"int *k = new int[n]; thrust::sort(thrust::host, k, k + n);",
		"size_t b = 0; cub::DeviceRadixSort::SortKeys((void *)0, b, (int *)0, (int *)0, n);",
	};
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++) {
		struct evaluation e;
		evaluate_call(&e, statements[i]);
		for (size_t k = 0; k < e.facts.kernel_count; k++)
			if (!strncmp(e.facts.kernels[k].name, "DeviceRadixSort", strlen("DeviceRadixSort")))
				fail_msg("%s in %s", e.facts.kernels[k].name, statements[i]);
		evaluation_free(&e);
	}
}

/* The contents that an algorithm has written are unknown if they are too large to evaluate. */
static void
test_results_are_not_known(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(
		&e,
		INCLUDES
		"__global__ void k(int *a, int *b) { b[a[threadIdx.x]] = 1; }\nint main() {\n"
		"thrust::host_vector<int> h(1 << 20); for (int i = 0; i < 1 << 20; i++) h[i] = i & 32767;\n"
		"thrust::device_vector<int> a = h, b(32768); thrust::sort(a.begin(), a.end(), thrust::greater<int>());\n"
		"k<<<1, 32>>>(a.data().get(), b.data().get()); }\n",
		NULL);
	const struct kernel *kernel = find_kernel(&e, "k");
	assert_non_null(kernel);
	assert_int_equal(site_at(&kernel->launches[0], LINE - 1, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

/* Code that runs for each element: by an index, or from inputs to an output; through pointers and through vectors. */
static void
test_for_each_element(void **state)
{
	(void)state;
	static const struct {
		const char *statement, *kernel;
		uint32_t grid;
		const char *file;
		unsigned line;
		enum site_kind kind;
	} cases[] = {
		{"thrust::device_vector<float> v(n);", "static_kernel", 1954, "uninitialized_fill.h", 78, SITE_STORE},
		{"float *p; cudaMalloc(&p, 4 * n); thrust::fill(thrust::device, p, p + n, 1.f);", "static_kernel", 1954,
	         "fill.h", 67, SITE_STORE},
		{"float *p; cudaMalloc(&p, 4 * n); thrust::device_ptr<float> q(p); thrust::sequence(q, q + n);",
	         "static_kernel", 1954, "assign_value.h", 55, SITE_STORE},
		{"float *p; cudaMalloc(&p, 4 * n); thrust::for_each(thrust::device, p, p + n, [] __device__(float x) {});",
	         "static_kernel", 1954, "device_for.cuh", 75, SITE_LOAD},
		{"float *p; cudaMalloc(&p, 4 * n); thrust::transform(thrust::device, p, p + n, p, [] __device__(float x) { return 2 * x; });",
	         "transform_kernel", 1303, "transform.cuh", 113, SITE_LOAD},
		{"thrust::device_vector<int> map(n); thrust::device_vector<float> v(n), w(n);"
	         "thrust::gather(map.begin(), map.end(), v.begin(), w.begin());",
	         "transform_kernel", 1303, "get_value.h", 60, SITE_LOAD},
		{"thrust::device_vector<int> map(n); thrust::device_vector<float> v(n), w(n);"
	         "thrust::scatter(v.begin(), v.end(), map.begin(), w.begin());",
	         "transform_kernel", 1303, "assign_value.h", 55, SITE_LOAD},
		{"int *map; cudaMalloc(&map, 4 * n); char *p; cudaMalloc(&p, n); thrust::scatter(thrust::device, p, p + n, map, p);",
	         "transform_kernel", 1303, "permutation_iterator.h", 189, SITE_LOAD},
		{"int *map; cudaMalloc(&map, 4 * n); float *p; cudaMalloc(&p, 4 * n); thrust::gather(thrust::device, map, map + n, p, p);",
	         "transform_kernel", 1303, "transform.cuh", 113, SITE_STORE},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct evaluation e;
		evaluate_call(&e, cases[i].statement);
		const struct launch *launch = launch_of(&e, cases[i].kernel);
		expect_shape(launch, cases[i].grid, 256);
		expect_line(launch, cases[i].file, cases[i].line, cases[i].kind, 4 / 32., 1);
		evaluation_free(&e);
	}
}

/* Blocks reduce tiles, and one block reduces their results. Through pointers, loads are vectors of four; those of
 * doubles are two loads. */
static void
test_reductions(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate_call(&e, "double *d, *o; cudaMalloc(&d, 8L << 22); cudaMalloc(&o, 8); size_t b = 0;"
	                  "cub::DeviceReduce::Sum((void *)d, b, d, o, 1 << 22);");
	const struct launch *blocks = launch_of(&e, "DeviceReduceKernel"),
			    *rest = launch_of(&e, "DeviceReduceSingleTileKernel");
	expect_shape(blocks, 2048, 256);
	expect_line(blocks, "thread_load.cuh", 260, SITE_LOAD, 1, 2);
	expect_line(blocks, "block_reduce_warp_reductions.cuh", 143, SITE_LOAD, 1, 1);
	expect_line(blocks, "uninitialized_copy.cuh", 60, SITE_STORE, 1, 1);
	expect_shape(rest, 1, 256);
	expect_line(rest, "thread_load.cuh", 260, SITE_LOAD, 1, 2);
	expect_line(rest, "reduce.cuh", 91, SITE_STORE, 1, 1);
	evaluation_free(&e);
	evaluate_call(&e, "thrust::device_vector<float> v(n); float s = thrust::reduce(v.begin(), v.end());");
	expect_shape(launch_of(&e, "DeviceReduceKernel"), 245, 256);
	expect_line(launch_of(&e, "DeviceReduceKernel"), "get_value.h", 60, SITE_LOAD, 4 / 32., 1);
	evaluation_free(&e);
	evaluate_call(
		&e,
		"thrust::device_vector<int> v(1000); int m = thrust::reduce(v.begin(), v.end(), 0, thrust::maximum<int>());");
	assert_null(find_kernel(&e, "DeviceReduceKernel"));
	expect_shape(launch_of(&e, "DeviceReduceSingleTileKernel"), 1, 256);
	evaluation_free(&e);
}

/* An unknown number of elements is assumed to be large, and figures that depend on it say so. */
static void
test_unknown_counts(void **state)
{
	(void)state;
	static const struct {
		const char *statement, *kernel;
		uint32_t grid, block;
	} cases[] = {
		{"thrust::reduce(v.begin(), v.end());", "DeviceReduceKernel", 256, 256},
		{"thrust::sort(v.begin(), v.end());", "DeviceRadixSortOnesweepKernel", 144, 384},
		{"thrust::fill(v.begin(), v.end(), 1);", "static_kernel", 2048, 256},
		{"thrust::inclusive_scan(v.begin(), v.end(), v.begin());", "DeviceScanKernel", 342, 128},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct evaluation e;
		char statements[256];
		snprintf(statements, sizeof statements,
		         "extern int nobody(); int *p; int many = nobody(); cudaMalloc(&p, many);"
		         "thrust::device_vector<int> v(many); %s",
		         cases[i].statement);
		evaluate_call(&e, statements);
		const struct launch *launch = launch_of(&e, cases[i].kernel);
		expect_shape(launch, cases[i].grid, cases[i].block);
		assert_true(launch->caveats.assumption_count > 0);
		assert_non_null(strstr(launch->caveats.assumptions[0], "known only at run time"));
		for (size_t s = 0; s < launch->site_count; s++)
			assert_int_not_equal(launch->sites[s].confidence, CONFIDENCE_EXACT);
		evaluation_free(&e);
	}
}

/* Where counted elements are loaded depends on the function's parameter, and on the iterator. */
static void
test_counts(void **state)
{
	(void)state;
	static const struct {
		const char *call, *file;
		unsigned line;
	} cases[] = {
		{"thrust::count_if(v.begin(), v.end(), [] __device__(const float &x) { return x > 0; });",
	         "get_value.h", 60},
		{"thrust::count_if(thrust::device, p, p + n, [] __device__(float x) { return x > 0; });",
	         "transform_iterator.h", 336},
		{"thrust::count(v.begin(), v.end(), 3.f);", "get_value.h", 60},
		{"thrust::count(thrust::device, p, p + n, 3.f);", "internal_functional.h", 75},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char call[300];
		struct evaluation e;
		snprintf(call, sizeof call, "thrust::device_vector<float> v(n); float *p = v.data().get(); %s",
		         cases[i].call);
		evaluate_call(&e, call);
		const struct launch *launch = launch_of(&e, "DeviceReduceKernel");
		expect_shape(launch, 489, 256);
		expect_line(launch, cases[i].file, cases[i].line, SITE_LOAD, 4 / 32., 1);
		evaluation_free(&e);
	}
}

/* Prefix sums: one kernel prepares the tiles' communication, and one sums them. A thread's items are neighbours in
 * shared memory. Of 24 items, or 12 doubles, one instruction moves four or two, and eight lanes use four banks. */
static void
test_scans(void **state)
{
	(void)state;
	static const struct {
		const char *call;
		uint32_t grid, block;
		const char *in, *out;
		unsigned in_line, out_line;
		double sectors, wavefronts;
	} cases[] = {
		{"cub::DeviceScan::ExclusiveSum(w, b, p, p, n);", 326, 128, "thread_load.cuh", "block_store.cuh", 287,
	         353, 4, 8},
		{"cub::DeviceScan::InclusiveSum(w, b, p, n);", 326, 128, "thread_load.cuh", "block_store.cuh", 287, 353,
	         4, 8},
		{"cub::DeviceScan::InclusiveSum(w, b, d, d, n);", 373, 224, "thread_load.cuh", "block_store.cuh", 287,
	         353, 8, 8},
		{"cub::DeviceScan::ExclusiveScan(w, b, p, p, [] __device__(int a, int b) { return a ^ b; }, 0, n);",
	         521, 128, "thread_load.cuh", "block_store.cuh", 287, 353, 4, 1},
		{"cub::DeviceScan::ExclusiveScan(w, b, p, thrust::maximum<int>(), 0, n);", 326, 128, "thread_load.cuh",
	         "block_store.cuh", 287, 353, 4, 8},
		{"cub::DeviceScan::InclusiveScan(w, b, p, thrust::minimum<int>(), n);", 326, 128, "thread_load.cuh",
	         "block_store.cuh", 287, 353, 4, 8},
		{"thrust::exclusive_scan(v.begin(), v.end(), v.begin());", 326, 128, "get_value.h", "assign_value.h",
	         60, 55, 4, 8},
		{"thrust::inclusive_scan(v.begin(), v.end(), v.begin(), thrust::maximum<int>());", 326, 128,
	         "get_value.h", "assign_value.h", 60, 55, 4, 8},
		{"thrust::exclusive_scan(thrust::device, p, p + n, p, 0);", 326, 128, "thread_load.cuh",
	         "block_store.cuh", 287, 353, 4, 8},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char call[400];
		struct evaluation e;
		snprintf(
			call, sizeof call,
			"int *p; double *d; char *w; size_t b; cudaMalloc(&p, 4 * n); cudaMalloc(&d, 8 * n); cudaMalloc(&w, 1000);"
			"thrust::device_vector<int> v(n); %s",
			cases[i].call);
		evaluate_call(&e, call);
		const unsigned tiles = cases[i].grid;
		expect_shape(launch_of(&e, "DeviceScanInitKernel"), (tiles + 127) / 128, 128);
		const struct launch *launch = launch_of(&e, "DeviceScanKernel");
		expect_shape(launch, tiles, cases[i].block);
		expect_line(launch, cases[i].in, cases[i].in_line, SITE_LOAD, cases[i].sectors / 32, 1);
		expect_line(launch, cases[i].out, cases[i].out_line, SITE_STORE, cases[i].sectors / 32, 1);
		expect_line(launch, "uninitialized_copy.cuh", 60, SITE_LOAD, cases[i].wavefronts / 32,
		            cases[i].wavefronts == 1 ? 1 : 2);
		expect_line(launch, "block_exchange.cuh", 337, SITE_LOAD, cases[i].sectors / 4 / 32, 1);
		expect_line(launch, "block_scan_warp_scans.cuh", 202, SITE_LOAD, 2 / 32., 1);
		evaluation_free(&e);
	}
}

/* Selections: items by a condition go through shared memory. Flags and their items are loaded directly, with a thread's
 * items contiguous. Every second item is assumed to be selected. */
static void
test_selections(void **state)
{
	(void)state;
	static const struct {
		const char *call;
		uint32_t grid;
		const char *in, *out;
		unsigned in_line, out_line;
		double sectors, excess, stored;
	} cases[] = {
		{"thrust::copy_if(v.begin(), v.end(), v.begin(), [] __device__(int i) { return i > 0; });", 154,
	         "get_value.h", "assign_value.h", 60, 55, 4, 1, 5},
		{"thrust::copy_if(thrust::device, p, p + n, p, [] __device__(int i) { return i > 0; });", 154,
	         "thread_load.cuh", "agent_select_if.cuh", 287, 603, 4, 1, 5},
		{"cub::DeviceSelect::If(w, b, d, d, p, n, [] __device__(double x) { return x > 0; });", 237,
	         "thread_load.cuh", "agent_select_if.cuh", 287, 603, 8, 1, 9},
		{"cub::DeviceSelect::Flagged(w, b, p, p, p, p, n);", 174, "thread_load.cuh", "agent_select_if.cuh", 287,
	         603, 32, 8, 5},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char call[400];
		struct evaluation e;
		snprintf(
			call, sizeof call,
			"int *p; double *d; char *w; size_t b; cudaMalloc(&p, 4 * n); cudaMalloc(&d, 8 * n); cudaMalloc(&w, 1000);"
			"thrust::device_vector<int> v(n); %s",
			cases[i].call);
		evaluate_call(&e, call);
		expect_shape(launch_of(&e, "DeviceCompactInitKernel"), 2, 128);
		const struct launch *launch = launch_of(&e, "DeviceSelectSweepKernel");
		expect_shape(launch, cases[i].grid, 384);
		expect_line(launch, cases[i].in, cases[i].in_line, SITE_LOAD, cases[i].sectors / 32, cases[i].excess);
		expect_line(launch, cases[i].out, cases[i].out_line, SITE_STORE, cases[i].stored / 32,
		            cases[i].stored / (cases[i].stored - 1));
		evaluation_free(&e);
	}
}

/* A condition on consecutive numbers may be known. */
static void
test_known_selection(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate_call(&e,
	              "int *p; cudaMalloc(&p, 4 * n); thrust::counting_iterator<int> c(0);"
	              "thrust::copy_if(thrust::device, c, c + n, p, [] __device__(int i) { return i % 34 == 0; });");
	const struct launch *launch = launch_of(&e, "DeviceSelectSweepKernel");
	expect_line(launch, "agent_select_if.cuh", 554, SITE_STORE, 3 / 16., 1.5);
	evaluation_free(&e);
	evaluate_call(&e,
	              "int *p; size_t b; cudaMalloc(&p, 4 * n); cub::DeviceSelect::Flagged((void *)p, b, p, p, p, n);");
	assert_null(find_kernel(&e, "DeviceSelectSweepKernel")); /* in place */
	evaluation_free(&e);
}

/* Code that the library calls back belongs to the program, at its own place. */
static void
test_functions_of_the_program(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(
		&e,
		INCLUDES
		"struct every_other { float *to;\n__device__ void operator()(int i) const { to[2 * i] = 1; } };\n"
		"int main() { float *p; cudaMalloc(&p, 8000);\n"
		"thrust::for_each(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(1000), every_other{p}); }\n",
		NULL);
	const struct site *store = site_at(launch_of(&e, "static_kernel"), LINE, SITE_STORE);
	assert_null(store->code.line_info.file);
	assert_int_equal(store->confidence, CONFIDENCE_ASSUMED);
	expect_double(store->predicted.sectors / store->predicted.requests, 8, 0.2);
	evaluation_free(&e);
}

/* Launches that need many steps leave some for later launches. */
static void
test_steps_are_shared(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate_call(
		&e,
		"thrust::device_vector<unsigned> a(n); thrust::device_vector<double> b(n);"
		"for (int i = 0; i < 20; i++) { thrust::sort(a.begin(), a.end()); thrust::sort(b.begin(), b.end(), thrust::greater<double>());"
		"thrust::stable_sort_by_key(a.begin(), a.end(), b.begin()); }"
		"thrust::for_each(a.begin(), a.end(), [] __device__(unsigned &x) { x = 1; });");
	const struct kernel *sweep = find_kernel(&e, "DeviceRadixSortOnesweepKernel");
	assert_non_null(sweep);
	assert_true(sweep->launches_left_out > 0);
	size_t stores = 0;
	for (size_t i = 0; i < e.facts.kernel_count; i++)
		for (size_t k = 0; k < e.facts.kernels[i].launch_count; k++)
			for (size_t s = 0; s < e.facts.kernels[i].launches[k].site_count; s++)
				stores += !e.facts.kernels[i].launches[k].sites[s].code.line_info.file;
	assert_int_equal(stores, 1);
	evaluation_free(&e);
}

#ifdef GPULINT_CCCL_DIR
/* A word of the line in the toolkit's header that a built-in function models. */
static const struct {
	const char *function, *folder, *word;
} words[] = {
	{"cub::__gl_share_aggregate", "cub/detail", "forward"},
	{"cub::__gl_take_aggregate", "cub/block/specializations", "warp_aggregates"},
	{"cub::__gl_load_blocked", "cub/block", "ITEMS_PER_THREAD + i"},
	{"cub::__gl_load_blocked_guarded", "cub/block", "src_pos"},
	{"cub::__gl_load_striped", "cub/block", "BLOCK_THREADS"},
	{"cub::__gl_load_striped_guarded", "cub/block", "src_pos"},
	{"cub::__gl_load_warp_striped", "cub/block", "warp_threads"},
	{"cub::__gl_load_warp_striped_guarded", "cub/block", "src_pos"},
	{"cub::__gl_load_wide", "cub/block", "vec_items"},
	{"cub::__gl_load_narrow", "cub/thread", "ptr"},
	{"cub::__gl_store_blocked", "cub/block", "thread_itr"},
	{"cub::__gl_store_blocked_guarded", "cub/block", "thread_itr"},
	{"cub::__gl_store_striped", "cub/block", "BLOCK_THREADS"},
	{"cub::__gl_store_striped_guarded", "cub/block", "BLOCK_THREADS"},
	{"cub::__gl_store_warp_striped", "cub/block", "warp_threads"},
	{"cub::__gl_store_warp_striped_guarded", "cub/block", "warp_threads"},
	{"cub::__gl_store_wide", "cub/block", "thread_itr"},
	{"cub::__gl_take_scanned", "cub/block/specializations", "placement_ptr"},
	{"cub::__gl_load_segment", "cub/block/specializations", "ITERATION"},
	{"cub::__gl_store_segment", "cub/block/specializations", "ITERATION"},
	{"cub::detail::reduce::DeviceReduceKernel", "cub/device/dispatch/kernels", "DeviceReduceKernel"},
	{"cub::detail::reduce::DeviceReduceSingleTileKernel", "cub/device/dispatch/kernels",
         "DeviceReduceSingleTileKernel"},
	{"cub::detail::reduce::__gl_thread_load", "cub/thread", "LOAD_LDG"},
	{"cub::detail::reduce::__gl_read_piece", "cub/thread", "LOAD_LDG"},
	{"cub::detail::reduce::__gl_store_result", "cub/device/dispatch/kernels", "reduction_op"},
	{"thrust::__gl_get_value", "thrust/system/cuda/detail", "NV_IF_TARGET"},
	{"thrust::__gl_transformed", "thrust/iterator", "m_f"},
	{"thrust::__gl_permute", "thrust/iterator", "m_element_iterator"},
	{"thrust::__gl_compare", "thrust/detail", "rhs"},
	{"cub::detail::for_each::static_kernel", "cub/device/dispatch/kernels", "static_kernel"},
	{"cub::detail::transform::transform_kernel", "cub/device/dispatch/kernels", "transform_kernel"},
	{"cub::detail::transform::__gl_apply", "cub/device/dispatch/kernels", "raw_reference_cast"},
	{"cub::detail::transform::__gl_assign", "cub/device/dispatch/kernels", "raw_reference_cast"},
	{"thrust::__gl_construct", "thrust/system/cuda/detail", "value_type"},
	{"thrust::__gl_assign", "thrust/system/cuda/detail", "NV_IF_TARGET"},
	{"thrust::__gl_fill_at", "thrust/system/cuda/detail", "value"},
	{"thrust::__gl_tabulate_at", "thrust/system/cuda/detail", "op"},
	{"thrust::__gl_generate_at", "thrust/system/cuda/detail", "generator"},
	{"thrust::__gl_apply_each", "cub/device", "raw_reference_cast"},
#define SCAN "cub::detail::scan::"
	{SCAN "DeviceScanInitKernel", "cub/device/dispatch/kernels", "DeviceScanInitKernel"},
	{SCAN "DeviceScanKernel", "cub/device/dispatch/kernels", "DeviceScanKernel"},
	{SCAN "__gl_clear_state", "cub/agent", "d_tile_descriptors"},
	{SCAN "__gl_clear_padding", "cub/agent", "d_tile_descriptors"},
	{SCAN "__gl_load_item", "cub/thread", "ptr"},
	{SCAN "__gl_store_item", "cub/block", "thread_itr"},
	{SCAN "__gl_store_item_guarded", "cub/block", "thread_itr"},
	{SCAN "__gl_stage", "cub/detail", "forward"},
	{SCAN "__gl_unstage", "cub/detail", "forward"},
	{SCAN "__gl_unstage_striped", "cub/block", "buff"},
	{SCAN "__gl_share_valid", "cub/block", "valid_items"},
	{SCAN "__gl_take_valid", "cub/block", "valid_items"},
	{SCAN "__gl_take_first_warps", "cub/block/specializations", "warp_aggregates"},
	{SCAN "__gl_take_next_warps", "cub/block/specializations", "warp_aggregates"},
	{SCAN "__gl_take_prefix", "cub/block/specializations", "block_prefix"},
	{SCAN "__gl_publish", "cub/detail", "NV_PROVIDES_SM_70"},
	{SCAN "__gl_publish_wide", "cub/detail", "NV_PROVIDES_SM_70"},
	{SCAN "__gl_look_back", "cub/detail", "NV_IF_TARGET"},
	{SCAN "__gl_look_back_wide", "cub/detail", "NV_IF_TARGET"},
	{SCAN "DeviceCompactInitKernel", "cub/device/dispatch/kernels", "DeviceCompactInitKernel"},
	{SCAN "__gl_clear_selected", "cub/device/dispatch/kernels", "d_num_selected_out"},
#undef SCAN
#define SELECT "cub::detail::select::"
	{SELECT "DeviceSelectSweepKernel", "cub/device/dispatch", "DeviceSelectSweepKernel"},
	{SELECT "__gl_store_selected", "cub/agent", "d_selected_out"},
	{SELECT "__gl_stage_selected", "cub/agent", "raw_exchange"},
	{SELECT "__gl_store_staged", "cub/agent", "d_selected_out"},
	{SELECT "__gl_unstage_selected", "cub/agent", "raw_exchange"},
	{SELECT "__gl_unstage_assigned", "thrust/system/cuda/detail", "NV_IF_TARGET"},
	{SELECT "__gl_take_tile_prefix", "cub/agent", "exclusive_prefix"},
	{SELECT "__gl_take_tile_sums", "cub/agent", "block_aggregate"},
	{SELECT "__gl_store_count", "cub/device/dispatch", "num_selected"},
#undef SELECT
#define SORT "cub::detail::radix_sort::"
	{SORT "DeviceRadixSortHistogramKernel", "cub/device/dispatch/kernels", "DeviceRadixSortHistogramKernel"},
	{SORT "DeviceRadixSortExclusiveSumKernel", "cub/device/dispatch/kernels", "DeviceRadixSortExclusiveSumKernel"},
	{SORT "DeviceRadixSortOnesweepKernel", "cub/device/dispatch/kernels", "DeviceRadixSortOnesweepKernel"},
	{SORT "__gl_clear_bin", "cub/agent", "part"},
	{SORT "__gl_load_striped", "cub/block", "linear_tid"},
	{SORT "__gl_load_striped_guarded", "cub/block", "src_pos"},
	{SORT "__gl_sum_parts", "cub/thread", "retval"},
	{SORT "__gl_load_bin", "cub/device/dispatch/kernels", "bin_start"},
	{SORT "__gl_store_bin", "cub/device/dispatch/kernels", "bin_start"},
	{SORT "__gl_share_block", "cub/agent", "d_ctrs"},
	{SORT "__gl_take_block", "cub/agent", "block_idx"},
	{SORT "__gl_load_warp_striped", "cub/block", "warp_offset"},
	{SORT "__gl_load_warp_striped_guarded", "cub/block", "src_pos"},
	{SORT "__gl_clear_counter", "cub/block", "warp_histograms"},
	{SORT "__gl_load_counter", "cub/block", "warp_offsets"},
	{SORT "__gl_store_counter", "cub/block", "warp_offsets"},
	{SORT "__gl_load_warp_offset", "cub/block", "digit_offset"},
	{SORT "__gl_store_warp_offset", "cub/block", "digit_offset"},
	{SORT "__gl_store_volatile", "cub/thread", "volatile"},
	{SORT "__gl_load_volatile", "cub/thread", "volatile"},
	{SORT "__gl_load_digit_offset", "cub/agent", "d_bins_in"},
	{SORT "__gl_store_digit_offset", "cub/agent", "global_offsets"},
	{SORT "__gl_load_base", "cub/agent", "global_offsets"},
	{SORT "__gl_store_base", "cub/agent", "inc_sum"},
	{SORT "__gl_load_final_base", "cub/agent", "global_offsets"},
	{SORT "__gl_store_next_bin", "cub/agent", "d_bins_out"},
	{SORT "__gl_scatter_key", "cub/agent", "keys_out"},
	{SORT "__gl_gather_key", "cub/agent", "keys_out"},
	{SORT "__gl_load_base_of_key", "cub/agent", "global_offsets"},
	{SORT "__gl_store_key", "cub/agent", "d_keys_out"},
	{SORT "__gl_gather_digit", "cub/agent", "keys_out"},
	{SORT "__gl_scatter_value", "cub/agent", "values_out"},
	{SORT "__gl_gather_value", "cub/agent", "values_out"},
	{SORT "__gl_load_base_of_value", "cub/agent", "global_offsets"},
	{SORT "__gl_store_value", "cub/agent", "d_values_out"},
#undef SORT
};

static void
read_line(char *text, size_t size, const char *folder, const char *file, unsigned line)
{
	char path[400];
	snprintf(path, sizeof path, "%s/%s/%s", GPULINT_CCCL_DIR, folder, file);
	FILE *in = fopen(path, "r");
	if (!in)
		print_error("no %s\n", path);
	assert_non_null(in);
	for (unsigned i = 0; i < line; i++)
		assert_non_null(fgets(text, (int)size, in));
	fclose(in);
}

static void
test_lines_are_the_toolkits(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		struct ir_line_info info;
		char text[400] = "";
		assert_true(toolkit_lines_find(words[i].function, "int", &info));
		read_line(text, sizeof text, words[i].folder, info.file, info.line);
		if (!strstr(text, words[i].word))
			fail_msg("%s: line %u of %s does not say %s", words[i].function, info.line, info.file,
			         words[i].word);
	}
}
#else
static void
test_lines_are_the_toolkits(void **state)
{
	(void)state;
	skip();
}
#endif

static void
expect_library_call(const char *statement, const char *name)
{
	struct evaluation e;
	evaluate_call(&e, statement);
	const struct facts *facts = &e.facts;
	assert_int_equal(facts->library_call_count, name != NULL);
	if (name) {
		assert_string_equal(facts->library_calls[0].name, name);
		assert_int_equal(facts->library_calls[0].place.line, LINE);
	}
	evaluation_free(&e);
}

/* Work in device memory by unknown kernels is reported at its call. */
static void
test_calls_without_prediction(void **state)
{
	(void)state;
	expect_library_call(
		"thrust::device_vector<int> a(n), b(n), c(2 * n); thrust::merge(a.begin(), a.end(), b.begin(), b.end(), c.begin());",
		"thrust::merge");
	expect_library_call("int *p; cudaMalloc(&p, n * sizeof *p); thrust::reverse(thrust::device, p, p + n);",
	                    "thrust::reverse");
	expect_library_call(
		"thrust::device_vector<int> a(n); thrust::sort(a.begin(), a.end(), [] __device__ (int x, int y) { return x % 7 < y % 7; });",
		"thrust::sort");
	expect_library_call(
		"int *p; cudaMalloc(&p, n * sizeof *p); size_t bytes; void *storage = NULL;"
		"for (int i = 0; i < 2; i++) { cub::DeviceMergeSort::SortKeys(storage, bytes, p, n, thrust::less<int>()); cudaMalloc(&storage, bytes); }",
		"cub::DeviceMergeSort::SortKeys");
	/* Known kernels; no kernel; host memory. */
	expect_library_call("thrust::device_vector<int> a(n); thrust::sort(a.begin(), a.end());", NULL);
	expect_library_call(
		"thrust::device_vector<int> a(n), b(n); thrust::copy(a.begin(), a.end(), b.begin()); thrust::distance(a.begin(), a.end());",
		NULL);
	expect_library_call("thrust::host_vector<int> a(n); thrust::reverse(a.begin(), a.end());", NULL);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_calls_without_prediction),
		cmocka_unit_test(test_sort_by_key),
		cmocka_unit_test(test_known_keys),
		cmocka_unit_test(test_shapes),
		cmocka_unit_test(test_sorts_in_portions),
		cmocka_unit_test(test_traits_of_keys),
		cmocka_unit_test(test_without_kernels),
		cmocka_unit_test(test_results_are_not_known),
		cmocka_unit_test(test_for_each_element),
		cmocka_unit_test(test_reductions),
		cmocka_unit_test(test_unknown_counts),
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_scans),
		cmocka_unit_test(test_selections),
		cmocka_unit_test(test_known_selection),
		cmocka_unit_test(test_functions_of_the_program),
		cmocka_unit_test(test_steps_are_shared),
		cmocka_unit_test(test_lines_are_the_toolkits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
