/* Records that move between memory and registers: which of them are loaded, and in what pieces. The expected pieces are
 * those that nvcc 13.0 made of the same code for sm_90. */
#include "evaluate.h"

static struct evaluation e;

static void
expect_load(unsigned line, unsigned width, double requests, double sectors)
{
	const struct site *site = site_at(first_launch(&e), line, SITE_LOAD);
	assert_int_equal(site->width, width);
	expect_double(site->predicted.requests, requests, 1e-9);
	expect_double(per_request(site), sectors, 1e-9);
	assert_int_equal(site->standing, STANDING_EXACT);
}

static void
test_arguments_by_value_are_loaded_at_the_call(void **state)
{
	(void)state;
	evaluate(&e,
	         "#include <cuda_fp16.h>\n"
	         "struct point { float x, y, z; };\n"
	         "__device__ float sum(point p) { return p.x + p.y + p.z; }\n"
	         "template <typename T> __device__ float number(T v) { return (float)v; }\n"
	         "__global__ void k(const point *p, const __half *h, float *f)\n"
	         "{ int i = threadIdx.x;\n"
	         "  f[i] = sum(p[i]);\n"
	         "  f[i + 32] = __half2float(h[i]);\n"
	         "  f[i + 64] = number(h[2 * i + 64]);\n"
	         "  f[i + 96] = number(__hadd(h[i + 256], __float2half(2.0f))); }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096)");
	expect_load(7, 4, 3, 12);
	expect_load(8, 2, 1, 2);
	expect_load(9, 2, 1, 4);
	expect_load(10, 2, 1, 2);
	evaluation_free(&e);
}

static void
test_members_that_nobody_reads_are_not_loaded(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct __align__(16) mixed { int a; float b; double c; };\n"
	         "__device__ float x(float4 v) { return v.x; }\n"
	         "__device__ float xy(const float4 &v) { return v.x + v.y; }\n"
	         "__device__ float yz(float4 v) { float4 w = v; return w.y + w.z; }\n"
	         "__device__ int xz(uchar4 v) { return v.x + v.z; }\n"
	         "__device__ int first(short4 v) { return v.x + v.y; }\n"
	         "__device__ float all(mixed v) { return v.a + v.b + v.c; }\n"
	         "__global__ void k(const float4 *p, const uchar4 *c, const short4 *s, const mixed *m, float *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = x(p[i]);\n"
	         "  float4 q = p[i + 32]; o[i + 32] = xy(q);\n"
	         "  o[i + 64] = yz(p[i + 64]);\n"
	         "  float4 r = p[i + 96]; o[i + 96] = r.x + r.z + r.w;\n"
	         "  o[i + 128] = xz(c[i]);\n"
	         "  o[i + 160] = first(s[i]);\n"
	         "  o[i + 192] = all(m[i]); }\n",
	         "k<<<1, 32>>>(8192, 8192, 8192, 8192, 8192)");
	expect_load(10, 4, 1, 16);
	expect_load(11, 8, 1, 16);
	expect_load(12, 4, 2, 16);
	expect_load(13, 16, 1, 16);
	expect_load(14, 4, 1, 4);
	expect_load(15, 4, 1, 8);
	expect_load(16, 8, 2, 16);
	evaluation_free(&e);
}

/* Who knows what is done with the address, and whether the member was read before it was written. */
static void
test_reads_that_cannot_be_told_are_assumed(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ float4 get(const float4 *p, int i)\n"
	         "{ return p[i]; }\n"
	         "__device__ float any(const float *v);\n"
	         "__global__ void k(const float4 *p, float *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float4 q = p[i]; o[i] = any(&q.y);\n"
	         "  float4 r = p[i + 32]; r.x = 1; o[i + 32] = r.x + r.y;\n"
	         "  o[i + 64] = get(p, i + 64).w; }\n",
	         "k<<<1, 32>>>(8192, 8192)");
	for (unsigned line = 2; line <= 7; line += line == 2 ? 4 : 1) {
		const struct site *site = site_at(first_launch(&e), line, SITE_LOAD);
		assert_int_equal(site->standing, STANDING_ASSUMED);
		assert_non_null(strstr(site->why, "all of the record"));
	}
	evaluation_free(&e);
}

/* nvcc moves only the members that change, unless all of the record is one vector. */
static void
test_records_that_go_back_are_assumed(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct body { float x, y, v; };\n"
	         "__device__ body moved(body b) { b.x += 1; return b; }\n"
	         "__global__ void k(body *p, body *q, float4 *f, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  body a = p[i];\n"
	         "  a.x += a.v;\n"
	         "  p[i] = a;\n"
	         "  body b = q[i], c = b;\n"
	         "  c.y = 3;\n"
	         "  q[i] = c;\n"
	         "  p[i + 32] = moved(p[i + 32]);\n"
	         "  body d = p[i + 64];\n"
	         "  d.x += 1;\n"
	         "  q[i + 64] = d;\n"
	         "  body g = p[i + 96];\n"
	         "  g.x += 1; g.y += n; g.v *= 2;\n"
	         "  p[i + 96] = g;\n"
	         "  float4 h = f[i];\n"
	         "  h.x += 1;\n"
	         "  f[i] = h;\n"
	         "  q[i + 96] = p[i + 128]; }\n",
	         "k<<<1, 32>>>(8192, 8192, 8192, 7)");
	static const struct { unsigned line; enum site_kind kind; enum standing standing; } expected[] = {
		{5, SITE_LOAD, STANDING_ASSUMED}, {7, SITE_STORE, STANDING_ASSUMED}, {8, SITE_LOAD, STANDING_ASSUMED},
		{10, SITE_STORE, STANDING_ASSUMED}, {11, SITE_STORE, STANDING_ASSUMED}, {12, SITE_LOAD, STANDING_EXACT},
		{14, SITE_STORE, STANDING_EXACT}, {15, SITE_LOAD, STANDING_EXACT}, {17, SITE_STORE, STANDING_EXACT},
		{18, SITE_LOAD, STANDING_EXACT}, {20, SITE_STORE, STANDING_EXACT}, {21, SITE_LOAD, STANDING_EXACT},
		{21, SITE_STORE, STANDING_EXACT},
	};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		assert_int_equal(site_at(first_launch(&e), expected[i].line, expected[i].kind)->standing, expected[i].standing);
	evaluation_free(&e);
}

/* An array in a record is read as a whole. */
static void
test_arrays_in_records_are_read_whole(void **state)
{
	(void)state;
	evaluate(&e,
	         "template <int N> struct __align__(4 * N) pack { float v[N]; };\n"
	         "__global__ void k(const pack<4> *p, pack<4> *q, float *o)\n"
	         "{ int i = threadIdx.x; float s = 0;\n"
	         "  pack<4> a = p[i];\n"
	         "  for (int j = 0; j < 4; j++) s += a.v[j];\n"
	         "  o[i] = s; }\n",
	         "k<<<1, 32>>>(8192, 8192, 8192)");
	expect_load(4, 16, 1, 16);
	evaluation_free(&e);
}

/* One by one in the source: the compiler covers a gap by one load, but writes nothing that is not written. */
static void
test_members_one_by_one_merge_in_parts(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ int luma(const uchar4 &c) {\n"
	         "  return 2 * c.x + c.y + c.z; }\n"
	         "__global__ void k(const uchar4 *c, const float4 *f, float *o, float4 *p)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = luma(c[i]);\n"
	         "  o[i + 32] = f[i].x + f[i].y;\n"
	         "  o[i + 64] = f[i + 64].y * f[i + 64].w;\n"
	         "  p[i].x = 1; p[i].y = 2; p[i].z = 3; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 4096)");
	const struct launch *launch = first_launch(&e);
	const struct site *luma = site_at(launch, 2, SITE_LOAD), *pair = site_at(launch, 6, SITE_LOAD);
	assert_int_equal(luma->width, 4);
	expect_double(per_request(luma), 4, 1e-9);
	assert_int_equal(luma->standing, STANDING_ASSUMED);
	assert_int_equal(pair->width, 8);
	expect_double(pair->predicted.ideal_sectors, 8, 1e-9);
	unsigned loads = 0, stores = 0, stored = 0;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		loads += site->place.line == 7 && site->kind == SITE_LOAD;
		stores += site->place.line == 8;
		stored += site->place.line == 8 ? site->width : 0;
	}
	assert_int_equal(loads, 2);
	assert_int_equal(stores, 2);
	assert_int_equal(stored, 12);
	evaluation_free(&e);
}

/* Together in one straight piece of code alone, at one address. */
static void
test_members_stay_apart_across_conditions_and_loops(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float2 *p, const volatile float2 *q, float *o, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float s = p[i].x;\n"
	         "  if (n > 3)\n"
	         "    s *= 3;\n"
	         "  s += p[i].y;\n"
	         "  s += p[i + 32].x;\n"
	         "  if (n > 4)\n"
	         "    s += p[i + 32].y;\n"
	         "  s += p[i + 64].x;\n"
	         "  i += n;\n"
	         "  s += p[i + 64].y;\n"
	         "  s += q[i].x +\n"
	         "    q[i].y;\n"
	         "  s += p[i + 96].x;\n"
	         "  __syncthreads();\n"
	         "  s += p[i + 96].y;\n"
	         "  o[i] = s; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 32)");
	static const unsigned apart[] = {7, 9, 10, 12, 13, 14, 15, 17};
	expect_load(3, 8, 1, 8);
	for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
		expect_load(apart[i], 4, 1, 8);
	evaluation_free(&e);
}

/* The store may change the other member, unless the pointer is said to be the only way to it. */
static void
test_members_stay_apart_across_a_store(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float2 *p, const float2 *__restrict__ q, float *__restrict__ o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = p[i].x;\n"
	         "  o[i + 32] = p[i].y;\n"
	         "  o[i + 64] = q[i].x;\n"
	         "  o[i + 96] = q[i].y; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096)");
	expect_load(3, 4, 1, 8);
	expect_load(4, 4, 1, 8);
	expect_load(5, 8, 1, 8);
	evaluation_free(&e);
}

/* Of the elements of a local array, the same members are loaded, whichever of the elements reads them. */
static void
test_local_arrays_of_records_are_read_by_member(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float4 *p, float *o)\n"
	         "{ int i = threadIdx.x; float s = 0; float4 v[8];\n"
	         "  for (int j = 0; j < 8; j++)\n"
	         "    v[j] = p[i + 32 * j];\n"
	         "  for (int j = 0; j < 8; j++) s += v[j].x * v[j].y;\n"
	         "  o[i] = s; }\n",
	         "k<<<1, 32>>>(8192, 8192)");
	expect_load(4, 8, 8, 16);
	evaluation_free(&e);
}

/* Whether four variables that are stored as one record stay one access is up to the register allocation. */
static void
test_variables_seen_as_a_record_are_not_exact(void **state)
{
	(void)state;
	evaluate(&e,
	         "__device__ void put(float *to, const float *from) {\n"
	         "  *(float4 *)to = *(const float4 *)from; }\n"
	         "__global__ void k(float *o, float4 *p, int n)\n"
	         "{ int i = threadIdx.x; float v[4];\n"
	         "  for (int j = 0; j < 4; j++) v[j] = j * n;\n"
	         "  put(o + 4 * i, v);\n"
	         "  float4 w = make_float4(1, 2, 3, n);\n"
	         "  p[i] = w; }\n",
	         "k<<<1, 32>>>(4096, 4096, 7)");
	assert_int_equal(site_at(first_launch(&e), 2, SITE_STORE)->standing, STANDING_ASSUMED);
	assert_int_equal(site_at(first_launch(&e), 8, SITE_STORE)->standing, STANDING_EXACT);
	evaluation_free(&e);
}

/* What only an overwritten or forgotten value would need is not read. */
static void
test_members_read_for_nothing_are_not_loaded(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float4 *a, float *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  float4 v = a[i];\n"
	         "  float sum = v.x + v.y, forgotten = v.z * v.w;\n"
	         "  o[i] = sum; }\n",
	         "k<<<1, 32>>>(4096, 4096)");
	expect_load(3, 8, 1, 16);
	evaluation_free(&e);
}

/* nvcc's line of an access is that of what it comes to last on the way to the address; a member's name does not count. */
static void
test_accesses_stand_where_their_last_operand_does(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct point { float x, y, z; };\n"
	         "__global__ void k(const point *p, const float *a, float *o, int n)\n"
	         "{ __shared__ float s[32][33];\n"
	         "  int i = threadIdx.x;\n"
	         "  s[i]\n"
	         "   [i ^ 1] = a[i * n +\n"
	         "     n];\n"
	         "  o[i *\n"
	         "    2] += p[i]\n"
	         "      .y;\n"
	         "  point q =\n"
	         "    p[i +\n"
	         "      n];\n"
	         "  o[i + 64] = q.x + q.y + q.z; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 1)");
	const struct launch *launch = first_launch(&e);
	assert_int_equal(site_at(launch, 6, SITE_STORE)->space, SPACE_SHARED);
	site_at(launch, 7, SITE_LOAD);
	site_at(launch, 9, SITE_STORE);
	site_at(launch, 13, SITE_LOAD);
	evaluation_free(&e);
}

/* A number in parentheses begins where they do, and one that the compiler makes of several has no place. */
static void
test_accesses_stand_where_parentheses_begin(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, float *o, int n)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = a[i +\n"
	         "    n * (\n"
	         "    0)];\n"
	         "  o[i +\n"
	         "    64 * (\n"
	         "    n + 4 * (\n"
	         "    1 + 2 * (\n"
	         "    3)))] = 1; }\n",
	         "k<<<1, 32>>>(4096, 4096, 1)");
	site_at(first_launch(&e), 4, SITE_LOAD);
	site_at(first_launch(&e), 8, SITE_STORE);
	evaluation_free(&e);
}

/* So does a record that a pointer leads to, without an index. */
static void
test_records_stand_where_their_pointers_end(void **state)
{
	(void)state;
	evaluate(&e,
	         "__global__ void k(const float *a, float4 *o, int n)\n"
	         "{ float4 whole = *reinterpret_cast<const float4 *>(\n"
	         "    a + 4 *\n"
	         "    threadIdx.x);\n"
	         "  whole.x *= whole.y * whole.z * whole.w;\n"
	         "  o[threadIdx.x] = whole; }\n",
	         "k<<<1, 32>>>(4096, 4096, 1)");
	site_at(first_launch(&e), 4, SITE_LOAD);
	evaluation_free(&e);
}

static void
expect_copy(const struct launch *launch, unsigned line, enum standing standing)
{
	assert_int_equal(site_at(launch, line, SITE_LOAD)->standing, standing);
	assert_int_equal(site_at(launch, line, SITE_STORE)->standing, standing);
}

/* From memory to memory in pieces as wide as the alignment; but where members of several sizes share one, some pieces are
 * moved by half and half. */
static void
test_records_of_uneven_pieces_are_assumed(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct half_used { int key; short rank; };\n"
	         "struct gap { int before[3]; long long id; };\n"
	         "struct even { int key; short from, to; };\n"
	         "struct ended { double weight; int node; };\n"
	         "struct one { short kind; char flags[2]; } __attribute__((aligned(4)));\n"
	         "__global__ void k(half_used *a, gap *b, even *c, ended *d, one *e)\n"
	         "{ int i = threadIdx.x;\n"
	         "  a[i] = a[i + 32];\n"
	         "  b[i] = b[i + 32];\n"
	         "  c[i] = c[i + 32];\n"
	         "  d[i] = d[i + 32];\n"
	         "  e[i] = e[i + 32]; }\n",
	         "k<<<1, 32>>>(8192, 8192, 8192, 8192, 8192)");
	const struct launch *launch = first_launch(&e);
	expect_copy(launch, 8, STANDING_ASSUMED);
	expect_copy(launch, 9, STANDING_ASSUMED);
	expect_copy(launch, 10, STANDING_EXACT);
	expect_copy(launch, 11, STANDING_EXACT);
	expect_copy(launch, 12, STANDING_EXACT);
	evaluation_free(&e);
}

/* Side by side in the second round alone, in the second call, or in a round of another loop. */
static void
test_members_met_in_copies_are_assumed(void **state)
{
	(void)state;
	evaluate(&e,
	         "struct __align__(16) row { float v[4]; };\n"
	         "__device__ float product(const row *p, int k) { return p->v[0] *\n"
	         "  p->v[k]; }\n"
	         "__global__ void k(const row *r, const float4 *p, row *out, float *o)\n"
	         "{ int i = threadIdx.x; float s = 0;\n"
	         "  for (int h = 2; h >= 1; h /= 2) {\n"
	         "    float first = r[i].v[0];\n"
	         "    s += first * r[i].v[h]; }\n"
	         "  s += product(r + i + 32, 2) + product(r + i + 32, 1);\n"
	         "  for (int h = 0; h < 3; h++)\n"
	         "    s *= p[i + h].x;\n"
	         "  for (int h = 0; h < 3; h++)\n"
	         "    s *= p[i + 2 - h].z;\n"
	         "  for (int h = 2; h >= 1; h--) {\n"
	         "    out[i].v[h] = s;\n"
	         "    out[i].v[3] = h; }\n"
	         "  for (int h = 0; h < 4; h++)\n"
	         "    s += r[i + 64].v[h];\n"
	         "  for (int h = 0; h < 4; h++)\n"
	         "    s += p[i + h + 64].y;\n"
	         "  o[i] = s; }\n",
	         "k<<<1, 32>>>(8192, 8192, 8192, 4096)");
	static const struct expected {
		unsigned line;
		enum site_kind kind;
		enum standing standing;
	} expected[] = {
		{3, SITE_LOAD, STANDING_ASSUMED}, {8, SITE_LOAD, STANDING_ASSUMED}, {11, SITE_LOAD, STANDING_ASSUMED},
		{13, SITE_LOAD, STANDING_ASSUMED}, {15, SITE_STORE, STANDING_ASSUMED}, {18, SITE_LOAD, STANDING_EXACT},
		{20, SITE_LOAD, STANDING_EXACT},
	};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
		assert_int_equal(site_at(first_launch(&e), expected[i].line, expected[i].kind)->standing, expected[i].standing);
	evaluation_free(&e);
}

static void
test_records_of_bit_fields_are_loaded_as_bits_are_needed(void **state)
{
	(void)state;
	evaluate(&e, "struct bits { unsigned low : 8, high : 24; };\n"
	             "__global__ void k(const bits *p, bits *q, unsigned *o) { int i = threadIdx.x;\n"
	             "bits b = p[i];\n"
	             "o[i] = b.low;\n"
	             "q[i] = p[i + 64]; }\n"
	             "int main() { bits *p, *q; unsigned *o; cudaMalloc(&p, 4096); cudaMalloc(&q, 4096); cudaMalloc(&o, 4096);\n"
	             "k<<<1, 64>>>(p, q, o); }\n", NULL);
	assert_int_equal(site_at(first_launch(&e), 3, SITE_LOAD)->standing, STANDING_ASSUMED);
	assert_non_null(strstr(site_at(first_launch(&e), 3, SITE_LOAD)->why, "bit-fields"));
	assert_int_equal(site_at(first_launch(&e), 5, SITE_LOAD)->standing, STANDING_EXACT);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_arguments_by_value_are_loaded_at_the_call),
		cmocka_unit_test(test_members_that_nobody_reads_are_not_loaded),
		cmocka_unit_test(test_reads_that_cannot_be_told_are_assumed),
		cmocka_unit_test(test_records_that_go_back_are_assumed),
		cmocka_unit_test(test_arrays_in_records_are_read_whole),
		cmocka_unit_test(test_members_one_by_one_merge_in_parts),
		cmocka_unit_test(test_members_stay_apart_across_conditions_and_loops),
		cmocka_unit_test(test_members_stay_apart_across_a_store),
		cmocka_unit_test(test_variables_seen_as_a_record_are_not_exact),
		cmocka_unit_test(test_local_arrays_of_records_are_read_by_member),
		cmocka_unit_test(test_members_read_for_nothing_are_not_loaded),
		cmocka_unit_test(test_accesses_stand_where_their_last_operand_does),
		cmocka_unit_test(test_accesses_stand_where_parentheses_begin),
		cmocka_unit_test(test_records_stand_where_their_pointers_end),
		cmocka_unit_test(test_records_of_uneven_pieces_are_assumed),
		cmocka_unit_test(test_members_met_in_copies_are_assumed),
		cmocka_unit_test(test_records_of_bit_fields_are_loaded_as_bits_are_needed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
