/* Guards: the grid that fits them where none is in sight, what text tells of launches that nothing comes to, blocks that are run
 * on both sides of where they turn, and how many blocks there are of each kind. */
#include "evaluate.h"

static struct evaluation e;

static void
assert_shape(const struct launch *launch, const uint32_t grid[3], const uint32_t block[3])
{
	for (int d = 0; d < 3; d++) {
		assert_int_equal(launch->grid[d], grid[d]);
		assert_int_equal(launch->block[d], block[d]);
	}
}

/* What a kernel's store makes in all, launched so or with a shape of gpulint's own. */
static void
assert_requests(const char *source, const char *launch, unsigned line, double requests)
{
	evaluate(&e, source, launch);
	expect_double(site_at(first_launch(&e), line, SITE_STORE)->predicted.requests, requests, 0);
	evaluation_free(&e);
}

static const char flat[] = "__global__ void k(float *p, int n)\n"
                           "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                           "  if (i < n)\n"
                           "    p[i] = 1; }\n";
static const char image[] = "// rows of pixels\n"
                            "__global__ void k(float *p, int width, int height)\n"
                            "{ const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;\n"
                            "  if (x >= width || y >= height) return;\n"
                            "  p[y * width + x] = 1; }\n";

static void
test_the_assumed_grid_fits_the_assumed_numbers(void **state)
{
	(void)state;
	evaluate(&e, flat, NULL);
	assert_shape(first_launch(&e), (const uint32_t[]){256, 1, 1}, (const uint32_t[]){256, 1, 1});
	assert_int_equal(first_launch(&e)->origin, LAUNCH_ASSUMED);
	evaluation_free(&e);
	assert_requests(flat, NULL, 4, 65536 / 32);
	evaluate(&e, image, NULL);
	assert_shape(first_launch(&e), (const uint32_t[]){32, 128, 1}, (const uint32_t[]){32, 8, 1});
	evaluation_free(&e);
	assert_requests(image, NULL, 5, 1024 * 1024 / 32);
	/* A block a row. */
	assert_requests("__global__ void k(float *p, int rows, int n)\n"
	                "{ int row = blockIdx.x;\n"
	                "  if (row < rows)\n"
	                "    p[row * n + threadIdx.x] = 1; }\n", NULL, 4, 1024 * 256 / 32);
	/* Elements by fours: the assumed n is theirs, not the threads'. */
	assert_requests("__global__ void k(float4 *p, int n)\n"
	                "{ int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;\n"
	                "  if (i + 3 < n)\n"
	                "    p[i / 4].x = 1; }\n", NULL, 4, 65536 / 4 / 32);
}

static void
test_the_assumed_block_has_a_thread_an_element_of_a_tile(void **state)
{
	(void)state;
	evaluate(&e, "__global__ void k(float *p, int n)\n"
	             "{ __shared__ float a[16][16], b[16][17];\n"
	             "  int x = threadIdx.x, y = threadIdx.y;\n"
	             "  a[y][x] = b[y][x] = p[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x]; }\n", NULL);
	assert_shape(first_launch(&e), (const uint32_t[]){64, 64, 1}, (const uint32_t[]){16, 16, 1});
	evaluation_free(&e);
	/* Rows are said, but not how many of them a block takes at a time. */
	evaluate(&e, "__global__ void k(float *p, int n)\n"
	             "{ __shared__ float a[32][33];\n"
	             "  for (int j = 0; j < 32; j += 8)\n"
	             "    a[threadIdx.y + j][threadIdx.x] = p[threadIdx.x]; }\n", NULL);
	assert_shape(first_launch(&e), (const uint32_t[]){32, 128, 1}, (const uint32_t[]){32, 8, 1});
	evaluation_free(&e);
}

static const char variants[] = "template <int size> __global__ void k(float *p, int n)\n"
                               "{ extern __shared__ float sums[];\n"
                               "  if (threadIdx.x < n) sums[threadIdx.x] = p[blockIdx.x * size + threadIdx.x];\n"
                               "  p[threadIdx.x] = sums[size - 1 - threadIdx.x]; }\n"
                               "void reduce(int n, int threads, float *p)\n"
                               "{ dim3 block(threads, 1, 1), grid(7);\n"
                               "  int bytes = threads <= 32 ? 2 * threads * sizeof(float) : threads * sizeof(float);\n"
                               "  grid.y = 3;\n"
                               "  switch (threads) {\n"
                               "  case 256: k<256><<<grid, block, bytes>>>(p, n); break;\n"
                               "  case 64: k<64><<<grid, block, bytes>>>(p, 50); break;\n"
                               "  case 16: k<16><<<grid, block, bytes>>>(p, n); break;\n"
                               "  } }\n"
                               "int main() { float *p; cudaMalloc(&p, 1 << 20); reduce(100, 256, p); }\n";

static const struct launch *
launch_of(const char *argument)
{
	for (size_t i = 0; i < e.facts.kernel_count; i++)
		if (strcmp(e.facts.kernels[i].template_args[0], argument) == 0)
			return &e.facts.kernels[i].launches[0];
	fail_msg("no instance with %s", argument);
	return NULL;
}

static void
test_a_launch_that_nothing_comes_to_is_as_its_text_says(void **state)
{
	(void)state;
	evaluate(&e, variants, NULL);
	assert_int_equal(launch_of("256")->origin, LAUNCH_SOURCE);
	const struct launch *launch = launch_of("64");
	assert_int_equal(launch->origin, LAUNCH_ASSUMED);
	assert_int_equal(launch->place.line, 11);
	assert_shape(launch, (const uint32_t[]){7, 3, 1}, (const uint32_t[]){64, 1, 1});
	assert_int_equal(launch->dynamic_shared, 256);
	assert_int_equal(launch->arguments[1].integer, 50);
	assert_string_equal(launch->assumptions[0], "nothing that was run reaches the launch at line 11");
	launch = launch_of("16");
	assert_shape(launch, (const uint32_t[]){7, 3, 1}, (const uint32_t[]){16, 1, 1});
	assert_int_equal(launch->dynamic_shared, 128);
	assert_string_equal(launch->assumptions[0], "n = 65536: nothing that was run reaches the launch at line 12");
	evaluation_free(&e);
}

/* What a loop changes has no one value, and an equation between the two nothing that could be asked for. */
static void
test_text_that_settles_nothing_is_passed_over(void **state)
{
	(void)state;
	evaluate(&e, "__global__ void k(float *p, int step)\n"
	             "{ p[threadIdx.x + step] = 1; }\n"
	             "int main(int argc, char **argv)\n"
	             "{ float *p; cudaMalloc(&p, 1 << 20);\n"
	             "  int n = 3, a = n, b = a, step = 512; a = b;\n"
	             "  if (n > 7) for (; step > 0; step /= 2) k<<<a, 4096>>>(p, step); }\n", NULL);
	assert_shape(first_launch(&e), (const uint32_t[]){1024, 1, 1}, (const uint32_t[]){256, 1, 1});
	assert_int_equal(first_launch(&e)->arguments[1].integer, 0);
	evaluation_free(&e);
}

/* It is no error of the program's that would be told: nothing comes there. */
static void
test_text_that_no_gpu_takes_is_passed_over(void **state)
{
	(void)state;
	evaluate(&e, "__global__ void k(float *p)\n"
	             "{ p[threadIdx.x + blockIdx.y] = 1; }\n"
	             "void never(float *p)\n"
	             "{ int m = 70000, n = 3; dim3 grid(1, m);\n"
	             "  if (n > 7) k<<<grid, 64>>>(p); }\n", NULL);
	assert_int_equal(e.facts.kernels[0].refused_count, 0);
	assert_shape(first_launch(&e), (const uint32_t[]){1024, 1, 1}, (const uint32_t[]){64, 1, 1});
	evaluation_free(&e);
}

static void
test_dynamic_shared_memory_that_nothing_sizes_is_what_is_used(void **state)
{
	(void)state;
	evaluate(&e, "extern __shared__ double sums[];\n"
	             "__global__ void k(double *p) { sums[threadIdx.x + 1] = p[threadIdx.x]; }\n", NULL);
	const struct launch *launch = first_launch(&e);
	assert_int_equal(launch->dynamic_shared, 2176);
	assert_string_equal(launch->assumptions[launch->assumption_count - 1],
	                    "2176 bytes of dynamic shared memory: the source does not settle it");
	evaluation_free(&e);
}

static void
test_a_grid_that_depends_on_the_machine_fits_its_numbers(void **state)
{
	(void)state;
	assert_requests("__global__ void k(float *p, int n)\n"
	                "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	                "  if (i < n)\n"
	                "    p[i] = 1; }\n"
	                "int blocks();\n"
	                "int main() { float *p; cudaMalloc(&p, 1 << 20); k<<<blocks(), 128>>>(p, 10000); }\n",
	                NULL, 4, 313);
}

static void
test_a_guard_within_the_grid_is_counted_to_the_warp(void **state)
{
	(void)state;
	assert_requests(flat, "k<<<4, 256>>>(1000000, 1000)", 4, 32);
	assert_requests(flat, "k<<<1024, 256>>>(1000000, 65536)", 4, 2048);
	assert_requests(flat, "k<<<4000, 256>>>(4000000, 777777)", 4, 24306);
	assert_requests(flat, "k<<<4000, 256>>>(4000000, 1)", 4, 1);
	assert_requests(image, "k<<<(64, 64), (16, 16)>>>(4000000, 1000, 900)", 5, 63 * 450);
	assert_requests(image, "k<<<(40, 100), (32, 8)>>>(4000000, 1000, 513)", 5, 32 * 513);
	/* Two guards, one within the other. */
	assert_requests("__global__ void k(float *p, int n, int m)\n"
	                "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	                "  if (i < n && i > m)\n"
	                "    p[i] = 1; }\n", "k<<<4000, 256>>>(4000000, 600001, 300000)", 4, 18751 - 9375);
	/* A number within a record. */
	assert_requests("struct range { float *p; int from, n; };\n"
	                "__global__ void k(range r)\n"
	                "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	                "  if (i < r.n)\n"
	                "    r.p[i] = 1; }\n"
	                "int main() { range r = {0, 0, 50000}; cudaMalloc(&r.p, 1 << 20); k<<<1000, 256>>>(r); }\n",
	                NULL, 5, 1563);
}

/* What `p[threadIdx.x] = 1` makes behind a guard, of a grid and blocks of one warp. */
static void
assert_guarded(const char *guard, const char *grid, double requests)
{
	char source[1024];
	snprintf(source, sizeof source,
	         "__device__ bool is_left(int k) { if (blockIdx.y == 5) return true; return blockIdx.x == k; }\n"
	         "struct range { int from, to; };\n"
	         "__global__ void k(float *p, int n, range r) { int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y;\n"
	         "%s\n"
	         "p[threadIdx.x] = 1; }\n"
	         "int main() { float *p; cudaMalloc(&p, 1 << 20); k<<<dim3(%s), 32>>>(p, 37, {3, 40}); }\n", guard, grid);
	assert_requests(source, NULL, 5, requests);
}

static void
test_blocks_of_each_kind_are_counted(void **state)
{
	(void)state;
	assert_guarded("if (blockIdx.x == n) return;", "100", 99);
	assert_guarded("if (blockIdx.x != n) return;", "100", 1);
	assert_guarded("if (blockIdx.x % 4 == 1) return;", "102", 76);
	assert_guarded("if (blockIdx.x == n || blockIdx.y == n) return;", "50, 40", 49 * 39);
	assert_guarded("if ((blockIdx.x == n) != (blockIdx.y == n))", "50, 40", 49 + 39);
	assert_guarded("if (blockIdx.x + blockIdx.y != 19) return;", "20, 20", 20);
	assert_guarded("if (blockIdx.x > blockIdx.y) return;", "20, 30", 20 * 21 / 2 + 10 * 20);
	assert_guarded("if (blockIdx.x == blockIdx.y) return;", "20, 20", 380);
	assert_guarded("if (is_left(n)) return;", "50, 40", 49 * 39);
	assert_guarded("if (blockIdx.x >= r.from && blockIdx.x < r.to && blockIdx.y != 7)", "50, 40", 37 * 39);
	assert_guarded("if (blockIdx.x & 1 ? y < 10 : y > 30)", "50, 40", 25 * 10 + 25 * 9);
	assert_guarded("for (int i = 0; i < 2; i++) if (blockIdx.x != n && blockIdx.y != 3)", "50, 40", 2 * 49 * 39);
	assert_guarded("y += 2; if (y == n) { if (x < 64) return; y = 0; } if (y == 4) return;", "50, 40", 50 * 39 - 2);
}

/* Some threads of a block come there, and the last ones of a warp not. */
static void
test_blocks_that_a_guard_cuts_are_counted(void **state)
{
	(void)state;
	assert_guarded("if (x > y)", "4, 100", 31 * 4 + 32 * 3 + 32 * 2 + 5);
	assert_guarded("if (x % 50 == 7)", "100", 64);
	assert_guarded("if (x + y == 1000)", "50, 40", 40);
}

/* Not every block of such grids can be looked at: a part of them tells nearly as well, and takes no time to speak of. */
static void
test_huge_grids_are_counted_nearly(void **state)
{
	static const struct {
		const char *guard;
		double part;
	} cases[] = {
		{"if (x > 32 * (int)blockIdx.y)", 0.5}, {"if ((blockIdx.x + blockIdx.y) % 3 == 1)", 1.0 / 3},
		{"if (blockIdx.x * blockIdx.y % 2 == 1)", 0.25}, {"if (blockIdx.x == n) return;", 1},
	};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char source[512];
		snprintf(source, sizeof source,
		         "__global__ void k(float *p, int n) { int x = blockIdx.x * 32 + threadIdx.x;\n"
		         "%s\n"
		         "p[threadIdx.x] = 1; }\n"
		         "int main() { float *p; cudaMalloc(&p, 1 << 20); k<<<dim3(65535, 65535), 32>>>(p, 37); }\n", cases[i].guard);
		evaluate(&e, source, NULL);
		const double requests = site_at(first_launch(&e), 3, SITE_STORE)->predicted.requests, all = 65535.0 * 65535;
		assert_true(fabs(requests / all - cases[i].part) < 0.02);
		evaluation_free(&e);
	}
}

/* Where an address is chosen by the block, each side has as many blocks as there are: 6 store with a stride of 8, 994 with one of 1. */
static void
test_blocks_that_choose_an_address_are_counted(void **state)
{
	(void)state;
	static const char *const stores[] = {"p[threadIdx.x * (blockIdx.x < 6 ? 8 : 1)] = 1;",
	                                     "int s = blockIdx.x > 5 ? 1 : 8; p[threadIdx.x * s] = 1;",
	                                     "float *q = blockIdx.x < 6 ? p + threadIdx.x * 8 : p + threadIdx.x; *q = 1;"};
	for (size_t i = 0; i < sizeof stores / sizeof *stores; i++) {
		char source[512];
		snprintf(source, sizeof source,
		         "__global__ void k(float *p) { %s }\n"
		         "int main() { float *p; cudaMalloc(&p, 1 << 20); k<<<1000, 32>>>(p); }\n", stores[i]);
		evaluate(&e, source, NULL);
		expect_double(per_request(site_at(first_launch(&e), 1, SITE_STORE)), (6 * 32 + 994 * 4) / 1000.0, 1e-9);
		evaluation_free(&e);
	}
}

/* A guard by a number in memory, where that is known and no thread of the launch may change it. */
static void
test_numbers_in_memory_part_blocks(void **state)
{
	(void)state;
	enum { COUNT = 20000 };
	static const struct {
		const char *kernel, *arguments;
		bool is_sure;
	} cases[] = {
		{"__global__ void k(float *p, const int *c)\n"
		 "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
		 "  if (i < c[1])\n"
		 "    p[i] = 1; }\n", "p, c", true},
		{"struct part { long first, count; };\n"
		 "__device__ bool is_in(const part *c, int i) { return i < (c + 0)->count; }\n"
		 "__global__ void k(float *p, const part *c) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (is_in(c, i))\n"
		 "    p[i] = 1; }\n", "p, (part *)l", true},
		{"__constant__ int held[4];\n"
		 "__global__ void k(float *p)\n"
		 "{ int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < held[1])\n"
		 "    p[i] = 1; }\n", "p", true},
		{"__global__ void k(float *p, int *c)\n"
		 "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
		 "  if (i == 0) c[1] = 7; if (i < c[1])\n"
		 "    p[i] = 1; }\n", "p, c", false},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char source[2048];
		snprintf(source, sizeof source,
		         "%s"
		         "int main() { int n[4] = {5, %d, 3, 4}; long w[2] = {5, %d}; float *p; int *c; long *l;\n"
		         "  cudaMalloc(&p, 1 << 20); cudaMalloc(&c, 16); cudaMalloc(&l, 16);\n"
		         "  cudaMemcpy(c, n, 16, cudaMemcpyHostToDevice); cudaMemcpy(l, w, 16, cudaMemcpyHostToDevice); %s\n"
		         "  k<<<1024, 256>>>(%s); }\n",
		         cases[i].kernel, COUNT, COUNT, strstr(cases[i].kernel, "held") ? "cudaMemcpyToSymbol(held, n, 16);" : "",
		         cases[i].arguments);
		evaluate(&e, source, NULL);
		const struct site *store = site_at(first_launch(&e), 4, SITE_STORE);
		if (cases[i].is_sure)
			expect_double(store->predicted.requests, COUNT / 32, 0);
		else
			assert_int_equal(store->standing, STANDING_ASSUMED);
		evaluation_free(&e);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_the_assumed_grid_fits_the_assumed_numbers),
		cmocka_unit_test(test_the_assumed_block_has_a_thread_an_element_of_a_tile),
		cmocka_unit_test(test_a_launch_that_nothing_comes_to_is_as_its_text_says),
		cmocka_unit_test(test_text_that_settles_nothing_is_passed_over),
		cmocka_unit_test(test_text_that_no_gpu_takes_is_passed_over),
		cmocka_unit_test(test_dynamic_shared_memory_that_nothing_sizes_is_what_is_used),
		cmocka_unit_test(test_a_grid_that_depends_on_the_machine_fits_its_numbers),
		cmocka_unit_test(test_a_guard_within_the_grid_is_counted_to_the_warp),
		cmocka_unit_test(test_blocks_of_each_kind_are_counted),
		cmocka_unit_test(test_blocks_that_a_guard_cuts_are_counted),
		cmocka_unit_test(test_huge_grids_are_counted_nearly),
		cmocka_unit_test(test_blocks_that_choose_an_address_are_counted),
		cmocka_unit_test(test_numbers_in_memory_part_blocks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
