/* What the built-in headers and the evaluator's builtins make of calls of libraries. */
#include "evaluate.h"

static struct evaluation e;

static void
test_library_accesses_stand_at_the_call(void **state)
{
	(void)state;
	const char *source = "#include <cuda_pipeline.h>\n"
			     "__global__ void k(int *p)\n"
			     "{ __shared__ int s[64];\n"
			     "  __pipeline_memcpy_async(&s[threadIdx.x], &p[2 * threadIdx.x], 4);\n"
			     "  __pipeline_memcpy_async(&s[threadIdx.x], &p[threadIdx.x], 4);\n"
			     "  atomicAdd_system(&p[threadIdx.x], 1);\n"
			     "  atomicAdd_block(&s[0], 1); }\n";
	evaluate(&e, source, "k<<<1, 64>>>(1024)");
	const struct launch *launch = first_launch(&e);
	expect_double(per_request(site_at(launch, 4, SITE_LOAD)), 8, 1e-9);
	expect_double(per_request(site_at(launch, 5, SITE_LOAD)), 4, 1e-9);
	assert_int_equal(site_at(launch, 5, SITE_STORE)->space, SPACE_SHARED);
	assert_int_equal(site_at(launch, 6, SITE_ATOMIC)->confidence, CONFIDENCE_EXACT);
	expect_double(per_request(site_at(launch, 6, SITE_ATOMIC)), 4, 1e-9);
	assert_string_equal(site_at(launch, 7, SITE_ATOMIC)->object, "s");
	for (size_t i = 0; i < launch->site_count; i++)
		assert_string_equal(launch->sites[i].place.file, "test.cu");
	evaluation_free(&e);
}

/* What programs read their arguments with. */
static void
test_texts_are_compared_and_cut(void **state)
{
	(void)state;
	const char *source =
		"#include <cstdlib>\n#include <cstring>\n#include <map>\n#include <string>\n"
		"__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"
		"int main() { int *p; cudaMalloc(&p, 4096);\n"
		"  char list[] = \"sizes=16,33, 71\", pair[] = \"4xx5\", *rest = pair, *item;\n"
		"  for (item = strtok(strchr(list, '=') + 1, \", \"); item; item = strtok(NULL, \", \")) k<<<atoi(item), 32>>>(p);\n"
		"  while ((item = strsep(&rest, \"x\"))) if (*item) k<<<atoi(item), 32>>>(p);\n"
		"  std::map<std::string, int> numbers; numbers[\"b\"] = 7; numbers[\"a\"] = 8;\n"
		"  std::string name = \"b\";\n"
		"  k<<<name == \"b\" && name < \"ba\" ? numbers[name] : 1, 32>>>(p);\n"
		"  k<<<memcmp(\"ab\", \"ac\", 2) + 3 * (int)strspn(\"aabx\", \"ba\"), 32>>>(p); }\n";
	static const unsigned blocks[] = {16, 33, 71, 4, 5, 7, 8};
	evaluate(&e, source, NULL);
	const struct kernel *kernel = &e.facts.kernels[0];
	assert_int_equal(kernel->launch_count, sizeof blocks / sizeof *blocks);
	for (size_t i = 0; i < kernel->launch_count; i++)
		assert_int_equal(kernel->launches[i].grid[0], blocks[i]);
	evaluation_free(&e);
}

/* A stream of which the format was changed says nothing, rather than what it would have said without. */
static void
test_streams_of_strings(void **state)
{
	(void)state;
	const char *source = "#include <iostream>\n#include <sstream>\n#include <iomanip>\n"
			     "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n"
			     "static void tell(std::ostream &s, int n) { s << n << ' ' << \"cd\"; }\n"
			     "int main() { int *p; cudaMalloc(&p, 4096);\n"
			     "  int a, b = 0, c; double x; std::string word;\n"
			     "  std::stringstream mixed(\"12 7.5 word\"); mixed >> a >> x >> word;\n"
			     "  k<<<a, 32>>>(p); k<<<(int)(2 * x), 32>>>(p); k<<<word.size(), 32>>>(p);\n"
			     "  std::ostringstream told; tell(told, 42); told << -3L; std::cout << a;\n"
			     "  k<<<told.str() == \"42 cd-3\" ? 3 : 1, 32>>>(p);\n"
			     "  std::istringstream items(\"1,22,300\");\n"
			     "  while (std::getline(items, word, ',')) b += std::stoi(word);\n"
			     "  k<<<b, 32>>>(p);\n"
			     "  std::istringstream few(\"5 6x\"); for (b = 0; few >> a;) b += a;\n"
			     "  k<<<b, 32>>>(p);\n"
			     "  std::stringstream six; six << std::hex << 17; six >> c;\n"
			     "  k<<<c, 32>>>(p); }\n";
	static const unsigned blocks[] = {12, 15, 4, 3, 323, 11, 1024};
	evaluate(&e, source, NULL);
	const struct kernel *kernel = &e.facts.kernels[0];
	assert_int_equal(kernel->launch_count, sizeof blocks / sizeof *blocks);
	for (size_t i = 0; i < kernel->launch_count; i++) {
		assert_int_equal(kernel->launches[i].grid[0], blocks[i]);
		assert_int_equal(kernel->launches[i].assumption_count, blocks[i] == 1024);
	}
	evaluation_free(&e);
}

static void
test_called_back_code_is_the_programs(void **state)
{
	(void)state;
	const char *source = "#include <cooperative_groups.h>\n"
			     "#include <cooperative_groups/reduce.h>\n"
			     "namespace cg = cooperative_groups;\n"
			     "struct counting {\n"
			     "  int *calls;\n"
			     "  __device__ int operator()(int a, int b) const\n"
			     "  { atomicAdd(&calls[32 * threadIdx.x], a);\n"
			     "    return a + b; }\n"
			     "};\n"
			     "__global__ void k(int *p)\n"
			     "{ cg::thread_block_tile<32> tile = cg::tiled_partition<32>(cg::this_thread_block());\n"
			     "  cg::reduce(tile, 1, counting{p}); }\n";
	evaluate(&e, source, "k<<<1, 32>>>(4096)");
	const struct site *site = site_at(first_launch(&e), 7, SITE_ATOMIC);
	expect_double(site->predicted.requests, 5, 1e-9);
	expect_double(per_request(site), 32, 1e-9);
	evaluation_free(&e);
}

static void
test_copies_carry_what_is_known(void **state)
{
	(void)state;
	const char *source =
		"__constant__ int table[64];\n"
		"__device__ int part[64];\n"
		"__global__ void k(const char *rows, size_t pitch, const int *zero, cudaPitchedPtr box, char *out)\n"
		"{ int i = threadIdx.x;\n"
		"  out[((const int *)(rows + 3 * pitch))[i]] = 1;\n"
		"  out[table[i + 8]] = 1;\n"
		"  out[part[i + 4]] = 1;\n"
		"  out[zero[i]] = 1;\n"
		"  out[((const int *)((char *)box.ptr + box.pitch * (2 * box.ysize + 1)))[i]] = 1; }\n"
		"int main()\n"
		"{ int h[16][32], step[32], back[64];\n"
		"  for (int r = 0; r < 16; r++)\n"
		"    for (int c = 0; c < 32; c++)\n"
		"      h[r][c] = c * 4 * (r + 1);\n"
		"  for (int i = 0; i < 32; i++)\n"
		"    step[i] = 64 * i;\n"
		"  int *rows, *zero;\n"
		"  char *out;\n"
		"  size_t pitch;\n"
		"  cudaMallocPitch(&rows, &pitch, 512, 16);\n"
		"  cudaMemcpy2D(rows, pitch, h, sizeof h[0], sizeof h[0], 16, cudaMemcpyHostToDevice);\n"
		"  cudaMemcpyToSymbol(table, step, sizeof step, 32);\n"
		"  cudaMemcpyFromSymbol(back + 16, table, sizeof step, 32);\n"
		"  cudaMemcpyToSymbol(part, back + 16, sizeof step, 16);\n"
		"  cudaMalloc(&zero, 4096);\n"
		"  cudaMemset2DAsync(zero, 64, 0, 32, 16);\n"
		"  cudaMemset2D(zero + 8, 64, 0, 32, 16);\n"
		"  cudaPitchedPtr box;\n"
		"  cudaMalloc3D(&box, make_cudaExtent(512, 4, 4));\n"
		"  cudaMemcpy3DParms copy = {0};\n"
		"  copy.srcPtr = make_cudaPitchedPtr(h, sizeof h[0], 32, 4);\n"
		"  copy.dstPtr = box;\n"
		"  copy.extent = make_cudaExtent(sizeof h[0], 4, 4);\n"
		"  copy.kind = cudaMemcpyHostToDevice;\n"
		"  cudaMemcpy3D(&copy);\n"
		"  cudaMalloc(&out, 65536);\n"
		"  k<<<1, 32>>>((char *)rows, pitch, zero, box, out); }\n";
	evaluate(&e, source, NULL);
	const struct launch *launch = first_launch(&e);
	const double sectors[] = {16, 32, 32, 1, 32}; /* steps of 16, 64, 64, 0 and 40 bytes */
	for (unsigned i = 0; i < 5; i++) {
		const struct site *site = site_at(launch, 5 + i, SITE_STORE);
		assert_int_equal(site->confidence, CONFIDENCE_EXACT);
		expect_double(per_request(site), sectors[i], 1e-9);
	}
	evaluation_free(&e);
}

static void
test_copies_of_unknown_data_forget(void **state)
{
	(void)state;
	/* Known zeroes that something unknown is laid over are not zeroes any more; what lies beside them still is. */
	const char *source = "#include <cstdio>\n"
			     "__global__ void k(const int *p, char *out)\n"
			     "{ out[p[threadIdx.x]] = 1;\n"
			     "  out[p[threadIdx.x + 64]] = 1; }\n"
			     "int main()\n"
			     "{ int *p, *h = (int *)malloc(4096);\n"
			     "  char *out;\n"
			     "  fread(h, 4, 1024, stdin);\n"
			     "  cudaMalloc(&p, 1024);\n"
			     "  cudaMalloc(&out, 65536);\n"
			     "  cudaMemset(p, 0, 1024);\n"
			     "  cudaMemcpy2D(p, 64, h, 128, 32, 4, cudaMemcpyHostToDevice);\n"
			     "  k<<<1, 32>>>(p, out); }\n";
	evaluate(&e, source, NULL);
	assert_int_equal(site_at(first_launch(&e), 3, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	assert_int_equal(site_at(first_launch(&e), 4, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

/* Memory that is given back holds nothing, but on the way alone on which it is, and in no other run. */
static void
test_what_is_given_back(void **state)
{
	(void)state;
	static const char kernel[] = "int unknown();\n"
				     "__global__ void k(const int *at, char *out)\n"
				     "{ out[at[threadIdx.x]] = 1; }\n";
	static const char *const programs[] = {
		"int main()\n"
		"{ int *p, *h = (int *)malloc(128); char *out;\n"
		"  for (int i = 0; i < 32; i++) h[i] = 8 * i;\n"
		"  cudaMalloc(&p, 128); cudaMalloc(&out, 4096);\n"
		"  if (unknown()) { free(h); return 1; }\n"
		"  cudaMemcpy(p, h, 128, cudaMemcpyHostToDevice); free(h);\n"
		"  k<<<1, 32>>>(p, out); }\n",
		/* Another side may have it still. */
		"int main()\n"
		"{ int *p, *h = (int *)malloc(128), *other = NULL; char *out;\n"
		"  for (int i = 0; i < 32; i++) h[i] = 8 * i;\n"
		"  cudaMalloc(&p, 128); cudaMalloc(&out, 4096);\n"
		"  if (unknown()) { other = (int *)malloc(128); for (int i = 0; i < 32; i++) other[i] = i; free(other); }\n"
		"  else cudaMemcpy(p, h, 128, cudaMemcpyHostToDevice);\n"
		"  cudaMemcpy(p, h, 128, cudaMemcpyHostToDevice);\n"
		"  k<<<1, 32>>>(p, out); }\n",
		/* Nobody calls it: it is run twice, and makes its table once. */
		"void spread()\n"
		"{ static int *h; int *p; char *out;\n"
		"  if (!h) { h = (int *)malloc(128); for (int i = 0; i < 32; i++) h[i] = 8 * i; }\n"
		"  cudaMalloc(&p, 128); cudaMalloc(&out, 4096);\n"
		"  cudaMemcpy(p, h, 128, cudaMemcpyHostToDevice);\n"
		"  k<<<1, 32>>>(p, out); }\n",
	};
	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
		char source[1024];
		snprintf(source, sizeof source, "%s%s", kernel, programs[i]);
		evaluate(&e, source, NULL);
		const struct site *site = site_at(first_launch(&e), 3, SITE_STORE);
		assert_int_not_equal(site->confidence, CONFIDENCE_UNKNOWN);
		expect_double(per_request(site), 8, 1e-9);
		evaluation_free(&e);
	}
	char source[1024];
	snprintf(source, sizeof source, "%s%s", kernel,
	         "int main()\n"
	         "{ int *p, *h = (int *)malloc(128); char *out;\n"
	         "  for (int i = 0; i < 32; i++) h[i] = 8 * i;\n"
	         "  cudaMalloc(&p, 128); cudaMalloc(&out, 4096);\n"
	         "  free(h); cudaMemcpy(p, h, 128, cudaMemcpyHostToDevice);\n"
	         "  k<<<1, 32>>>(p, out); }\n");
	evaluate(&e, source, NULL);
	assert_int_not_equal(site_at(first_launch(&e), 3, SITE_STORE)->confidence, CONFIDENCE_EXACT);
	evaluation_free(&e);
}

static void
expect_matrix(unsigned line, enum site_kind kind, double requests, unsigned width, double cost)
{
	const struct site *site = site_at(first_launch(&e), line, kind);
	assert_int_equal(site->confidence, CONFIDENCE_ASSUMED);
	expect_double(site->predicted.requests, requests, 1e-9);
	assert_int_equal(site->width, width);
	expect_double(per_request(site), cost, 1e-9);
}

static void
test_matrix_fragments(void **state)
{
	(void)state;
	/* The instructions that nvcc 13 makes of each, and their cost on an H200. */
	const char *source = "#include <mma.h>\n"
			     "using namespace nvcuda::wmma;\n"
			     "__global__ void k(const half *a, const signed char *i, const double *d, float *c)\n"
			     "{ __shared__ half wide[16][144];\n"
			     "  __shared__ half even[16][136];\n"
			     "  fragment<matrix_a, 16, 16, 16, half, row_major> ha;\n"
			     "  fragment<matrix_b, 16, 16, 16, half, row_major> hb;\n"
			     "  fragment<matrix_a, 16, 16, 16, signed char, row_major> ia;\n"
			     "  fragment<matrix_b, 16, 16, 16, signed char, row_major> ib;\n"
			     "  fragment<matrix_a, 8, 8, 4, double, row_major> da;\n"
			     "  fragment<accumulator, 16, 16, 16, float> f;\n"
			     "  fragment<accumulator, 8, 32, 16, float> flat;\n"
			     "  load_matrix_sync(ha, a, 1024);\n"
			     "  load_matrix_sync(hb, a + 4096, 1024);\n"
			     "  load_matrix_sync(ha, &wide[0][0], 144);\n"
			     "  load_matrix_sync(ha, &even[0][0], 136);\n"
			     "  load_matrix_sync(ia, i, 64);\n"
			     "  load_matrix_sync(ib, i + 4096, 64);\n"
			     "  load_matrix_sync(da, d, 4);\n"
			     "  fill_fragment(f, 0.0f);\n"
			     "  store_matrix_sync(c, f, 16, mem_row_major);\n"
			     "  store_matrix_sync(c, f, 16, mem_col_major);\n"
			     "  store_matrix_sync(c, flat, 32, mem_row_major); }\n";
	evaluate(&e, source, "k<<<1, 32>>>(65536, 65536, 65536, 65536)");
	expect_matrix(13, SITE_LOAD, 4, 4, 8);
	expect_matrix(14, SITE_LOAD, 4, 4, 8);
	expect_matrix(15, SITE_LOAD, 1, 16, 8);
	expect_matrix(16, SITE_LOAD, 1, 16, 4);
	expect_matrix(17, SITE_LOAD, 2, 4, 8);
	assert_int_equal(site_at(first_launch(&e), 18, SITE_LOAD)->confidence, CONFIDENCE_UNKNOWN);
	expect_matrix(19, SITE_LOAD, 1, 8, 8);
	expect_matrix(21, SITE_STORE, 4, 8, 8);
	assert_int_equal(site_at(first_launch(&e), 22, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	assert_int_equal(site_at(first_launch(&e), 23, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

static void
test_device_heap(void **state)
{
	(void)state;
	const char *source = "__global__ void k(int *out)\n"
			     "{ __shared__ int *all;\n"
			     "  if (threadIdx.x == 0)\n"
			     "    all = new int[64];\n"
			     "  __syncthreads();\n"
			     "  all[2 * threadIdx.x] = 1;\n"
			     "  int *own = (int *)malloc(64);\n"
			     "  own[3] = 1;\n"
			     "  int *first = (int *)__shfl_sync(0xffffffff, (unsigned long long)own, 0);\n"
			     "  first[threadIdx.x] = 1;\n"
			     "  out[threadIdx.x] = own[3]; }\n";
	evaluate(&e, source, "k<<<1, 32>>>(128)");
	const struct launch *launch = first_launch(&e);
	assert_int_equal(site_at(launch, 6, SITE_STORE)->confidence, CONFIDENCE_ASSUMED);
	assert_int_equal(site_at(launch, 6, SITE_STORE)->space, SPACE_GLOBAL);
	expect_double(per_request(site_at(launch, 6, SITE_STORE)), 8, 1e-9);
	/* An allocation a lane, on sectors of its own. */
	const struct site *own = site_at(launch, 8, SITE_STORE);
	assert_int_equal(own->confidence, CONFIDENCE_ASSUMED);
	assert_int_equal(own->space, SPACE_GLOBAL);
	expect_double(per_request(own), 32, 1e-9);
	const struct site *first = site_at(launch, 10, SITE_STORE);
	assert_int_equal(first->confidence, CONFIDENCE_ASSUMED);
	expect_double(per_request(first), 4, 1e-9);
	evaluation_free(&e);
}

/* Whether the cost of a store to where the host's numbers h[0] to h[3] say is exact, after these statements. */
static bool
exact_after(const char *statements)
{
	char source[2048];
	snprintf(source, sizeof source,
	         "#include <cstdlib>\n#include <ctime>\n#include <random>\n"
	         "__global__ void k(const int *p, char *out) { out[(p[threadIdx.x %% 4] & 1023) * threadIdx.x] = 1; }\n"
	         "int main(int argc, char **argv)\n"
	         "{ int h[4] = {0}, *p;\n"
	         "  char *out;\n"
	         "  %s\n"
	         "  cudaMalloc(&p, sizeof h);\n"
	         "  cudaMalloc(&out, 1 << 20);\n"
	         "  cudaMemcpy(p, h, sizeof h, cudaMemcpyHostToDevice);\n"
	         "  k<<<1, 32>>>(p, out); }\n",
	         statements);
	evaluate(&e, source, NULL);
	const bool exact = site_at(first_launch(&e), 4, SITE_STORE)->confidence == CONFIDENCE_EXACT;
	evaluation_free(&e);
	return exact;
}

static void
test_random_numbers_are_as_known_as_their_seed(void **state)
{
	(void)state;
	assert_true(exact_after("for (int i = 0; i < 4; i++) h[i] = rand();"));
	assert_true(exact_after("srand(3); for (int i = 0; i < 4; i++) h[i] = (int)(random() % 100);"));
	assert_true(exact_after("srand48(3); for (int i = 0; i < 4; i++) h[i] = (int)(drand48() * 100);"));
	assert_false(exact_after("srand(time(NULL)); for (int i = 0; i < 4; i++) h[i] = rand();"));
	/* Somebody may have drawn before. */
	assert_false(exact_after("if (time(NULL) % 2) rand(); h[0] = rand();"));
	assert_false(exact_after("for (int i = 0; i < time(NULL); i++) rand(); h[0] = rand();"));
	assert_false(exact_after("for (int i = 0; i < 100000000; i++) if (i == 5000) rand(); h[0] = rand();"));
	assert_true(exact_after("if (time(NULL) % 2) rand(); srand(1); h[0] = rand();"));
}

/* The machine's own sscanf gets no format by which it would store to more places than there are, or allocate. */
static void
test_formats_of_hostile_hosts(void **state)
{
	static const char many[] =
		"char *q[20]; int n = sscanf(\"%s\", \"%s\", q, q + 1, q + 2, q + 3, q + 4, q + 5, q + 6, q + 7, q + 8, q + 9,"
		" q + 10, q + 11); h[0] = n;";
	static const char *const repeated[][2] = {{"%1", "%*%%d"}, {"a ", "%s "}, {"1,", "%5d,"}, {"a ", "%ms "}};
	(void)state;
	assert_true(exact_after("h[2] = sscanf(\"1 2\", \"%d%d\", h, h + 1);"));
	for (size_t i = 0; i < sizeof repeated / sizeof *repeated; i++) {
		char text[128] = "", format[256] = "", statements[1024];
		for (unsigned k = 0; k < 12; k++) {
			strcat(text, repeated[i][0]);
			strcat(format, repeated[i][1]);
		}
		snprintf(statements, sizeof statements, many, text, format);
		assert_false(exact_after(statements));
	}
}

static void
test_engines_and_distributions_are_libstdcxx(void **state)
{
	(void)state;
	const char *source =
		"#include <algorithm>\n#include <random>\n"
		"__global__ void k(int a, int b, int c, int d, int e, int f) {}\n"
		"static int digits(const int *p)\n"
		"{ int n = 0;\n"
		"  for (int i = 0; i < 6; i++) n = 10 * n + p[i];\n"
		"  return n; }\n"
		"int main()\n"
		"{ std::minstd_rand g(5);\n"
		"  std::uniform_int_distribution<int> narrow(-10, 1000000);\n"
		"  std::uniform_int_distribution<long> wide(0, 1000000000000l);\n"
		"  std::uniform_real_distribution<double> real(0, 1000000);\n"
		"  std::normal_distribution<double> normal(0, 1000000);\n"
		"  int order[6] = {0, 1, 2, 3, 4, 5};\n"
		"  int a = narrow(g), b = (int)(wide(g) % 1000000), c = (int)real(g), d = (int)normal(g);\n"
		"  std::shuffle(order, order + 6, g);\n"
		"  int e = digits(order);\n"
		"  std::random_shuffle(order, order + 6);\n"
		"  k<<<1, 32>>>(a, b, c, d, e, digits(order)); }\n";
	const char *const drawn[] = {"102", "285396", "839778", "-1775172", "531240", "423150"};
	evaluate(&e, source, NULL);
	for (unsigned i = 0; i < 6; i++)
		assert_string_equal(first_launch(&e)->arguments[i].text, drawn[i]);
	evaluation_free(&e);
	assert_false(exact_after(
		"std::random_device r; std::mt19937 g(r()); h[0] = std::uniform_int_distribution<int>(0, 99)(g);"));
}

static void
test_reductions_and_matches_of_a_warp(void **state)
{
	(void)state;
	const char *source = "__global__ void k(const unsigned *data, char *out)\n"
			     "{ unsigned i = threadIdx.x, whole = 0xffffffff;\n"
			     "  unsigned same = __popc(__match_any_sync(whole, i / 8));\n"
			     "  unsigned unknown = __reduce_max_sync(whole, data[i]);\n"
			     "  out[i % 32 * same] = 1;\n"
			     "  out[i % 32 + 32 * unknown] = 1; }\n";
	evaluate(&e, source, "k<<<1, 32>>>(4096, 65536)");
	const double sectors[] = {8, 1}; /* steps of 8 bytes and 1 byte */
	for (unsigned i = 0; i < 2; i++) {
		const struct site *site = site_at(first_launch(&e), 5 + i, SITE_STORE);
		assert_int_equal(site->confidence, CONFIDENCE_EXACT);
		expect_double(per_request(site), sectors[i], 1e-9);
	}
	evaluation_free(&e);
}

static void
expect_moved(unsigned line, enum site_kind kind, enum confidence confidence, double requests)
{
	const struct site *site = site_at(first_launch(&e), line, kind);
	assert_int_equal(site->confidence, confidence);
	expect_double(site->predicted.requests, requests, 1e-9);
}

static void
test_what_is_moved_in_bytes(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cstring>\n"
	         "__device__ float4 table[64];\n"
	         "__global__ void k(float4 *a, const float4 *b, int n) { int i = threadIdx.x;\n"
	         "  __shared__ float tile[64]; float4 v; float x = i;\n"
	         "  memcpy(&v, b + i, sizeof v);\n"
	         "  memcpy(a + i, &v, 12);\n"
	         "  memset(a + i, 0, n);\n"
	         "  std::memcpy(&tile[i], &x, 4);\n"
	         "  memcpy(&a[i].y, &tile[i ^ 1], 4);\n"
	         "  memcpy(&table[i], b + i, 16);\n"
	         "  memcpy(a + i, b + i, 4096);\n"
	         "  memset(a + i, 0, i);\n"
	         "  memcpy(&x, &v, 4); }\n",
	         "k<<<1, 32>>>(1024, 1024, 5)");
	expect_moved(5, SITE_LOAD, CONFIDENCE_ASSUMED, 16);
	expect_double(per_request(site_at(first_launch(&e), 5, SITE_LOAD)), 16, 1e-9);
	expect_moved(6, SITE_STORE, CONFIDENCE_ASSUMED, 12);
	expect_moved(7, SITE_STORE, CONFIDENCE_ASSUMED, 5);
	expect_moved(8, SITE_STORE, CONFIDENCE_ASSUMED, 1);
	expect_moved(9, SITE_LOAD, CONFIDENCE_ASSUMED, 1);
	expect_moved(9, SITE_STORE, CONFIDENCE_ASSUMED, 4);
	expect_moved(10, SITE_LOAD, CONFIDENCE_ASSUMED, 16);
	expect_moved(10, SITE_STORE, CONFIDENCE_UNKNOWN, 1);
	expect_moved(11, SITE_LOAD, CONFIDENCE_UNKNOWN, 1);
	expect_moved(12, SITE_STORE, CONFIDENCE_UNKNOWN, 1);
	for (size_t i = 0; i < first_launch(&e)->site_count; i++)
		assert_int_not_equal(first_launch(&e)->sites[i].place.line, 13);
	evaluation_free(&e);
}

static void
expect_grids(const struct kernel *kernel, const unsigned *blocks, size_t count)
{
	assert_int_equal(kernel->launch_count, count);
	for (size_t i = 0; i < count; i++)
		assert_int_equal(kernel->launches[i].grid[0], blocks[i]);
}

static void
test_functions_compute_what_the_toolkits_do(void **state)
{
	(void)state;
	const char *source =
		"#include <atomic>\n#include <execution>\n#include <fstream>\n#include <cublas_v2.h>\n"
		"__global__ void whole(int *p) { p[threadIdx.x] = 1; }\n"
		"__global__ void other(int *p) { p[threadIdx.x] = 2; }\n"
		"int main() { int *p; cudaMalloc(&p, 4096); bool first, second; using std::invalid_argument; nv_bfloat16 unused;\n"
		"  whole<<<__viaddmax_s32(5, -9, 3), 32>>>(p); whole<<<__viaddmin_u32(5, 0xffffffffu, 7), 32>>>(p);\n"
		"  whole<<<__vimin3_u32(9, 6, 0xffffffffu), 32>>>(p); whole<<<5 + __vimax3_s32_relu(-3, -1, -2), 32>>>(p);\n"
		"  whole<<<__vibmax_s32(7, 7, &first) + first, 32>>>(p); whole<<<__vibmin_s32(9, 14, &second) + second, 32>>>(p);\n"
		"  other<<<__half2int_rz(__int2half_rd(11)), 32>>>(p);\n"
		"  other<<<__hbgeu2(__float2half2_rn(1), __float2half2_rn(nanf(\"\"))) + 12, 32>>>(p);\n"
		"  half2 z = __hcmadd(__floats2half2_rn(1, 2), __floats2half2_rn(3, 4), __floats2half2_rn(9, 1));\n"
		"  other<<<(int)__low2float(z) * 100 + (int)__high2float(z), 32>>>(p);\n"
		"  const double side[] = {3, 4, 12}; other<<<(int)norm(3, side) + (int)make_double4_16a(1, 2, 3, 4).w, 32>>>(p);\n"
		"  std::atomic_int count; count = 19; other<<<count.load(), 32>>>(p);\n"
		"  int sizes[] = {30, 18, 20}; other<<<std::reduce(std::execution::par, sizes, sizes + 3), 32>>>(p); }\n";
	static const unsigned whole[] = {3, 4, 6, 5, 8, 10}, other[] = {11, 13, 411, 17, 19, 68};
	evaluate(&e, source, NULL);
	expect_grids(&e.facts.kernels[0], whole, sizeof whole / sizeof *whole);
	expect_grids(&e.facts.kernels[1], other, sizeof other / sizeof *other);
	evaluation_free(&e);
}

/* The counter is brought up once for each tile. */
static void
test_tiles_update_counters(void **state)
{
	(void)state;
	const char *source = "#include <cooperative_groups/scan.h>\n#include <cuda/atomic>\n"
			     "namespace cg = cooperative_groups;\n"
			     "__global__ void k(int *p, int *q)\n"
			     "{ auto t = cg::tiled_partition<16>(cg::this_thread_block());\n"
			     "  cuda::atomic_ref<int, cuda::thread_scope_device> counter(*p);\n"
			     "  int at = cg::exclusive_scan_update(t, counter, 2);\n"
			     "  q[at] = 1;\n"
			     "  q[cg::invoke_one_broadcast(t, [] { return 7; })] = 1; }\n";
	evaluate(&e, source, "k<<<1, 32>>>(4, 1024)");
	const struct launch *launch = first_launch(&e);
	expect_double(site_at(launch, 7, SITE_ATOMIC)->predicted.lanes, 2, 1e-9);
	expect_double(per_request(site_at(launch, 9, SITE_STORE)), 1, 1e-9);
	evaluation_free(&e);
}

/* An operand is read once, whatever is made of it. */
static void
test_operands_of_assembly_are_read_once(void **state)
{
	(void)state;
	evaluate(
		&e,
		"__global__ void k(const volatile unsigned *in, unsigned *out)\n"
		"{ unsigned r, s; asm volatile(\"lop3.b32 %0, %1, 1, 2, 0x96;\" : \"=r\"(r) : \"r\"(in[threadIdx.x]));\n"
		"  asm volatile(\"shl.b32 %0, 1, %1;\" : \"=r\"(s) : \"r\"(in[threadIdx.x + 32]));\n"
		"  out[threadIdx.x] = r + s; }\n",
		"k<<<1, 32>>>(4096, 4096)");
	expect_double(site_at(first_launch(&e), 2, SITE_LOAD)->predicted.requests, 1, 0);
	expect_double(site_at(first_launch(&e), 3, SITE_LOAD)->predicted.requests, 1, 0);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_library_accesses_stand_at_the_call),
		cmocka_unit_test(test_texts_are_compared_and_cut),
		cmocka_unit_test(test_streams_of_strings),
		cmocka_unit_test(test_called_back_code_is_the_programs),
		cmocka_unit_test(test_copies_carry_what_is_known),
		cmocka_unit_test(test_copies_of_unknown_data_forget),
		cmocka_unit_test(test_what_is_given_back),
		cmocka_unit_test(test_matrix_fragments),
		cmocka_unit_test(test_device_heap),
		cmocka_unit_test(test_reductions_and_matches_of_a_warp),
		cmocka_unit_test(test_random_numbers_are_as_known_as_their_seed),
		cmocka_unit_test(test_formats_of_hostile_hosts),
		cmocka_unit_test(test_engines_and_distributions_are_libstdcxx),
		cmocka_unit_test(test_what_is_moved_in_bytes),
		cmocka_unit_test(test_functions_compute_what_the_toolkits_do),
		cmocka_unit_test(test_tiles_update_counters),
		cmocka_unit_test(test_operands_of_assembly_are_read_once),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
