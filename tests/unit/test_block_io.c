/* Loads and stores of blocks and warps by CUB: widths and patterns are those of instructions that nvcc 13.0 made for sm_90. */
#include "evaluate.h"

/* Four blocks of four warps. */
static const char SOURCE[] =
	"#include <cub/cub.cuh>\n"
	"template <class T, int n, cub::BlockLoadAlgorithm l, cub::BlockStoreAlgorithm s, class... V> __global__ void k(T *in, T *out, V... valid)\n"
	"{ using load = cub::BlockLoad<T, 128, n, l>; using store = cub::BlockStore<T, 128, n, s>;\n"
	"  __shared__ union { typename load::TempStorage load; typename store::TempStorage store; } shared;\n"
	"  T items[n]; load(shared.load).Load(in + blockIdx.x * 128 * n, items, valid...);\n"
	"  for (T &x : items) x += 2; __syncthreads();\n"
	"  store(shared.store).Store(out + blockIdx.x * 128 * n, items, valid...); }\n"
	"using namespace cub; int main() { char *p, *q; cudaMalloc(&p, 1 << 20); cudaMalloc(&q, 1 << 20); k<%s; }\n";
enum { LOADS = 5, STORES = 7, WARPS = 16 };

struct expected {
	unsigned width;
	unsigned each;  /* requests of a warp */
	double sectors; /* of a request */
};

static void
expect_site(const struct launch *launch, unsigned line, enum site_kind kind, const struct expected *expected)
{
	const struct site *site = site_at(launch, line, kind);
	assert_int_equal(site->space, SPACE_GLOBAL);
	assert_int_equal(site->width, expected->width);
	expect_double(site->predicted.requests, WARPS * expected->each, 0);
	expect_double(per_request(site), expected->sectors, 1e-9);
}

static void
test_algorithms(void **state)
{
	(void)state;
	static const struct {
		const char *call;
		struct expected load, store;
	} cases[] = {
		{"float, 4, BLOCK_LOAD_VECTORIZE, BLOCK_STORE_VECTORIZE><<<4, 128>>>((float *)p, (float *)q)",
	         {16, 1, 16},
	         {16, 1, 16}},
		{"double, 4, BLOCK_LOAD_VECTORIZE, BLOCK_STORE_VECTORIZE><<<4, 128>>>((double *)p, (double *)q)",
	         {16, 2, 32},
	         {16, 2, 32}},
		{"int, 6, BLOCK_LOAD_VECTORIZE, BLOCK_STORE_VECTORIZE><<<4, 128>>>((int *)p, (int *)q)",
	         {8, 3, 24},
	         {4, 6, 24}},
		{"short, 8, BLOCK_LOAD_VECTORIZE, BLOCK_STORE_VECTORIZE><<<4, 128>>>((short *)p, (short *)q)",
	         {8, 2, 16},
	         {8, 2, 16}},
		{"float, 4, BLOCK_LOAD_VECTORIZE, BLOCK_STORE_DIRECT><<<4, 128>>>((float *)(p + 4), (float *)q)",
	         {4, 4, 16.25},
	         {4, 4, 16}},
		{"float, 4, BLOCK_LOAD_VECTORIZE, BLOCK_STORE_VECTORIZE><<<4, 128>>>((float *)p, (float *)q, 9999)",
	         {4, 4, 16},
	         {4, 4, 16}},
		{"float, 8, BLOCK_LOAD_STRIPED, BLOCK_STORE_STRIPED><<<4, 128>>>((float *)p, (float *)q)",
	         {4, 8, 4},
	         {4, 8, 4}},
		{"float, 8, BLOCK_LOAD_TRANSPOSE, BLOCK_STORE_TRANSPOSE><<<4, 128>>>((float *)p, (float *)q)",
	         {4, 8, 4},
	         {4, 8, 4}},
		{"float, 8, BLOCK_LOAD_WARP_TRANSPOSE, BLOCK_STORE_WARP_TRANSPOSE><<<4, 128>>>((float *)p, (float *)q)",
	         {4, 8, 4},
	         {4, 8, 4}},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct evaluation e;
		char source[sizeof SOURCE + 200];
		snprintf(source, sizeof source, SOURCE, cases[i].call);
		evaluate(&e, source, NULL);
		expect_site(first_launch(&e), LOADS, SITE_LOAD, &cases[i].load);
		expect_site(first_launch(&e), STORES, SITE_STORE, &cases[i].store);
		evaluation_free(&e);
	}
}

/* Which pieces are moved at once is the library's affair. */
static void
test_larger_pieces_are_assumed(void **state)
{
	(void)state;
	struct evaluation e;
	char source[sizeof SOURCE + 200];
	snprintf(source, sizeof source, SOURCE,
	         "float, 4, BLOCK_LOAD_VECTORIZE, BLOCK_STORE_VECTORIZE><<<4, 128>>>((float *)p, (float *)q)");
	evaluate(&e, source, NULL);
	assert_int_equal(site_at(first_launch(&e), LOADS, SITE_LOAD)->confidence, CONFIDENCE_ASSUMED);
	assert_int_equal(site_at(first_launch(&e), STORES, SITE_STORE)->confidence, CONFIDENCE_ASSUMED);
	evaluation_free(&e);
}

/* Where a warp's stripes lie within the block decides which sectors a lane comes to. */
static void
test_functions_by_themselves(void **state)
{
	(void)state;
	const char *source = "#include <cub/cub.cuh>\n#include <cuda/std/span>\n"
			     "__global__ void k(int *p, int *q)\n"
			     "{ int v[4]; cuda::std::span<int> s(q, 4096);\n"
			     "  cub::LoadDirectWarpStriped(threadIdx.x, p, v);\n"
			     "  cub::StoreDirectStriped<64>(threadIdx.x, q + 1024, v);\n"
			     "  cub::WarpLoad<int, 4, cub::WARP_LOAD_VECTORIZE>().Load(p, v);\n"
			     "  cub::WarpStore<int, 4, cub::WARP_STORE_VECTORIZE>().Store(q, v);\n"
			     "  s[threadIdx.x + 2048] = 1; }\n";
	struct evaluation e;
	evaluate(&e, source, "k<<<1, 64>>>(16384, 16384)");
	const struct launch *launch = first_launch(&e);
	expect_double(per_request(site_at(launch, 6, SITE_STORE)), 4, 1e-9);
	expect_double(site_at(launch, 6, SITE_STORE)->predicted.requests, 8, 0);
	assert_int_equal(site_at(launch, 7, SITE_LOAD)->width, 4);
	assert_int_equal(site_at(launch, 8, SITE_STORE)->width, 16);
	expect_double(per_request(site_at(launch, 9, SITE_STORE)), 4, 1e-9);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_algorithms),
		cmocka_unit_test(test_larger_pieces_are_assumed),
		cmocka_unit_test(test_functions_by_themselves),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
