/* What the compiler makes of atomics: one lane that does it for its warp, loops in shared memory, and the lines of the
 * toolkit's headers where profilers find them. Expectations are those of the instructions that nvcc 13.0 makes for sm_90. */
#include "evaluate.h"

/* A kernel of one block whose line 2 is that statement, with 64 lanes where the program does not say otherwise. */
static void
evaluate_statement(struct evaluation *e, const char *statement)
{
	char source[1024];
	snprintf(
		source, sizeof source,
		"__global__ void k(int *p, unsigned long long *u, float *f, const int *q, int *o, int n) { __shared__ int s[64]; __shared__ float t[64]; __shared__ double d[64];\n"
		"%s\n}\n"
		"int main() { int *p, *q, *o; unsigned long long *u; float *f; cudaMalloc(&p, 4096); cudaMalloc(&q, 4096);\n"
		"cudaMalloc(&o, 4096); cudaMalloc(&u, 4096); cudaMalloc(&f, 4096); k<<<4, 64>>>(p, u, f, q, o, 100); }\n",
		statement);
	evaluate(e, source, NULL);
}

struct expectation {
	const char *statement;
	double lanes; /* of each request */
	enum confidence confidence;
};

static void
expect_lanes(const struct expectation *expected)
{
	struct evaluation e;
	evaluate_statement(&e, expected->statement);
	const struct site *site = site_at(first_launch(&e), 2, SITE_ATOMIC);
	if (site->confidence != expected->confidence)
		print_error("%s: %s\n", expected->statement, site->why);
	assert_int_equal(site->confidence, expected->confidence);
	if (site->predicted.lanes != expected->lanes * site->predicted.requests)
		print_error("%s: ", expected->statement);
	expect_double(site->predicted.lanes / site->predicted.requests, expected->lanes, 1e-9);
	evaluation_free(&e);
}

static void
test_one_lane_for_all(void **state)
{
	(void)state;
	static const struct expectation all[] = {
		{"atomicAdd(p, 1);", 1, CONFIDENCE_EXACT},
		{"atomicAdd(p + blockIdx.x, q[threadIdx.x]);", 1, CONFIDENCE_EXACT},
		{"atomicMax(p, (int)threadIdx.x);", 1, CONFIDENCE_EXACT},
		{"o[threadIdx.x] = atomicAdd(p, 1);", 1, CONFIDENCE_EXACT},
		{"o[threadIdx.x] = atomicSub(p, q[threadIdx.x]);", 1, CONFIDENCE_EXACT},
		{"atomicAdd(u, 1ull);", 1, CONFIDENCE_EXACT},
		{"atomicOr(&s[3], q[threadIdx.x]);", 1, CONFIDENCE_EXACT},
		{"atomicAdd_system(p, 2);", 1, CONFIDENCE_EXACT},
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		expect_lanes(&all[i]);
}

/* Data that nobody knows takes each lane to an address of its own, by whatever way it becomes an index. */
static void
test_addresses_that_data_decides(void **state)
{
	(void)state;
	static const char *const statements[] = {
		"atomicAdd(p + ((unsigned)q[threadIdx.x] >> 28), 1);",
		"union { int i; unsigned u; } x; x.i = q[threadIdx.x]; atomicAdd(p + (x.u >> 28), 1);",
		"unsigned w; memcpy(&w, q + threadIdx.x, 4); atomicAdd(p + (w >> 28), 1);",
		"atomicAdd(p + (__float_as_uint(f[threadIdx.x]) >> 28), 1);",
		"float x = f[threadIdx.x]; atomicAdd(p + (*reinterpret_cast<unsigned *>(&x) >> 28), 1);",
		"int c = 0; for (int i = 0; i < 3; i++) if (q[threadIdx.x + 64 * i] > 3) c++; atomicAdd(p + (c > 2), 1);",
		"unsigned w = q[threadIdx.x]; const unsigned char *b = (const unsigned char *)&w; atomicAdd(s + b[1] / 4, 1);",
	};
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
		expect_lanes(&(struct expectation){statements[i], 32, CONFIDENCE_BOUNDED});
}

/* What an atomic's address is made of does not go where that goes. */
static void
test_load_of_an_index_is_exact(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__global__ void k(unsigned *counts, const unsigned char *bytes, int n)\n"
	         "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	         "  if (i < n)\n"
	         "    atomicAdd(&counts[bytes[i]], 1u); }\n",
	         "k<<<4096, 256>>>(1024, 1048576, 1048576)");
	assert_int_equal(site_at(first_launch(&e), 4, SITE_LOAD)->confidence, CONFIDENCE_EXACT);
	assert_true(site_at(first_launch(&e), 4, SITE_ATOMIC)->confidence > CONFIDENCE_ASSUMED);
	evaluation_free(&e);
}

static void
test_each_lane_for_itself(void **state)
{
	(void)state;
	static const struct expectation all[] = {
		{"atomicExch(p, 1);", 32, CONFIDENCE_EXACT},
		{"atomicCAS(p, 0, 1);", 32, CONFIDENCE_EXACT},
		{"atomicInc((unsigned *)p, 9u);", 32, CONFIDENCE_EXACT},
		{"o[threadIdx.x] = atomicMax(p, 7);", 32, CONFIDENCE_EXACT},
		{"atomicAdd(f, 1.0f);", 32, CONFIDENCE_EXACT},
		{"atomicAdd(u, (unsigned long long)q[threadIdx.x]);", 32, CONFIDENCE_EXACT},
		{"atomicMax(u, 3ull);", 32, CONFIDENCE_EXACT},
		{"atomicAdd(p + (threadIdx.x & 7), 1);", 32, CONFIDENCE_EXACT},
		/* The compiler does not divide. */
		{"atomicAdd(p + threadIdx.x / 32, 1);", 32, CONFIDENCE_ASSUMED},
		{"if (threadIdx.x == 5) atomicAdd(p, q[0]);", 1, CONFIDENCE_EXACT},
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		expect_lanes(&all[i]);
}

/* A launch of whole blocks in all dimensions leaves no index that is the same for all by chance. */
static void
test_certain_election(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "__global__ void k(int *p) {\n atomicAdd(p, 1); }\n"
	         "int main() { int *p; cudaMalloc(&p, 4); k<<<4, 64>>>(p); }\n",
	         NULL);
	const struct site *site = site_at(first_launch(&e), 2, SITE_ATOMIC);
	assert_int_equal(site->confidence, CONFIDENCE_EXACT);
	expect_double(site->predicted.lanes, 8, 1e-9);
	expect_double(per_request(site), 1, 1e-9);
	assert_int_equal(site->atomic.same_address_lanes, 1);
	evaluation_free(&e);
}

/* 32 lanes on one word: in round r of 32 the lanes left load, one wavefront, and swap, two. */
static void
test_loops_in_shared_memory(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate_statement(&e, "atomicAdd(&t[5], 1.0f);");
	const struct site *load = site_at(first_launch(&e), 2, SITE_LOAD),
			  *swap = site_at(first_launch(&e), 2, SITE_ATOMIC);
	const double warps = 8;
	expect_double(load->predicted.requests, warps * 32, 1e-9);
	expect_double(load->predicted.lanes, warps * 33 * 16, 1e-9);
	expect_double(per_request(load), 1, 1e-9);
	expect_double(per_request(swap), 2, 1e-9);
	expect_double(swap->predicted.ideal_wavefronts, swap->predicted.wavefronts, 1e-9);
	assert_int_equal(load->confidence, CONFIDENCE_ASSUMED);
	assert_int_equal(swap->confidence, CONFIDENCE_ASSUMED);
	evaluation_free(&e);

	evaluate_statement(&e, "atomicAdd(&d[threadIdx.x & 31], 1.0);");
	swap = site_at(first_launch(&e), 2, SITE_ATOMIC);
	expect_double(swap->predicted.requests, warps, 1e-9);
	expect_double(per_request(swap), 4, 1e-9);
	evaluation_free(&e);
}

/* Lanes that append get places side by side, wherever the first is: 4 sectors if it begins one, else 5. */
static void
test_old_values_follow_each_other(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate_statement(&e, "o[atomicAdd(p, 1)] = threadIdx.x;");
	const struct site *store = site_at(first_launch(&e), 2, SITE_STORE);
	assert_int_equal(store->confidence, CONFIDENCE_BOUNDED);
	expect_double(store->predicted.low / store->predicted.requests, 4, 1e-9);
	expect_double(store->predicted.high / store->predicted.requests, 5, 1e-9);
	expect_double(per_request(store), (4 + 7 * 5) / 8.0, 1e-9);
	evaluation_free(&e);
	/* An atomic that each lane makes for itself says nothing of who comes first. */
	evaluate_statement(&e, "o[atomicMax(p, 7)] = threadIdx.x;");
	assert_true(per_request(site_at(first_launch(&e), 2, SITE_STORE)) > 16);
	evaluation_free(&e);
}

static void
expect_line(const char *statement, enum site_kind kind, const char *header, unsigned line)
{
	struct evaluation e;
	evaluate_statement(&e, statement);
	const struct site *site = site_at(first_launch(&e), 2, kind);
	if (header)
		assert_string_equal(site->line_info.file, header);
	else
		assert_null(site->line_info.file);
	assert_int_equal(site->line_info.line, line);
	evaluation_free(&e);
}
/* One lane of each group reserves room for all of it: its lanes write side by side, wherever that is. */
static void
test_room_that_groups_reserve(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "#include <cooperative_groups.h>\n"
	         "namespace cg = cooperative_groups;\n"
	         "template <typename G> __device__ int reserve(const G &g, int *used)\n"
	         "{ int first = 0;\n"
	         "  if (g.thread_rank() == 0) first = atomicAdd(used, g.size());\n"
	         "  return g.shfl(first, 0) + g.thread_rank(); }\n"
	         "__global__ void k(int *o, int *used)\n"
	         "{ if (threadIdx.x % 4)\n"
	         "    o[reserve(cg::coalesced_threads(), used)] = 1;\n"
	         "  o[reserve(cg::labeled_partition(cg::coalesced_threads(), threadIdx.x % 2), used)] = 1; }\n",
	         "k<<<1, 32>>>(4096, 4)");
	/* 24 lanes are 3 sectors where they begin with one, and 4 elsewhere; two groups of 16 are each 2 or 3. */
	const struct {
		unsigned line;
		double low, sectors, high;
	} expected[] = {{9, 3, 3.875, 4}, {10, 2, 5.75, 6}};
	for (unsigned i = 0; i < 2; i++) {
		const struct site *site = site_at(first_launch(&e), expected[i].line, SITE_STORE);
		assert_int_equal(site->confidence, CONFIDENCE_BOUNDED);
		expect_double(site->predicted.low, expected[i].low, 1e-9);
		expect_double(per_request(site), expected[i].sectors, 1e-9);
		expect_double(site->predicted.high, expected[i].high, 1e-9);
	}
	evaluation_free(&e);
}

static void
test_lines_of_headers(void **state)
{
	(void)state;
	expect_line("atomicAdd(&p[threadIdx.x], 1);", SITE_ATOMIC, "device_atomic_functions.hpp", 107);
	expect_line("atomicAdd((double *)u + threadIdx.x, 1.0);", SITE_ATOMIC, "sm_60_atomic_functions.hpp", 294);
	expect_line("atomicMin_block((unsigned *)p, 1u);", SITE_ATOMIC, "sm_60_atomic_functions.hpp", 456);
	expect_line("o[5] = __ldg(q + threadIdx.x);", SITE_LOAD, "sm_32_intrinsics.hpp", 112);
	expect_line("__stcs((float4 *)f + threadIdx.x, make_float4(1, 2, 3, 4));", SITE_STORE, "sm_32_intrinsics.hpp",
	            498);
	expect_line("o[threadIdx.x] = 1;", SITE_STORE, NULL, 0);
}

/* Operators of small floats load what they are handed by reference, and a copy of one is the program's own. */
static void
test_lines_of_small_floats(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "#include <cuda_fp16.h>\n"
	         "#include <cuda_bf16.h>\n"
	         "__global__ void k(__half *h, const __half *g, __nv_bfloat16 *b, float *o)\n"
	         "{ int i = threadIdx.x;\n"
	         "  o[i] = h[i];\n"
	         "  h[i + 32] += g[i];\n"
	         "  b[i] = (unsigned short)i;\n"
	         "  h[i + 64] = g[i + 32]; }\n",
	         "k<<<1, 32>>>(4096, 4096, 4096, 4096)");
	const struct {
		unsigned line;
		enum site_kind kind;
		const char *header;
		unsigned header_line;
	} expected[] = {
		{5, SITE_LOAD, "cuda_fp16.hpp", 138},  {5, SITE_STORE, NULL, 0}, {6, SITE_STORE, "cuda_fp16.hpp", 225},
		{7, SITE_STORE, "cuda_bf16.hpp", 192}, {8, SITE_LOAD, NULL, 0},
	};
	for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
		const struct site *site = site_at(first_launch(&e), expected[i].line, expected[i].kind);
		assert_int_equal(site->line_info.line, expected[i].header_line);
		assert_int_equal(site->line_info.file != NULL, expected[i].header != NULL);
		assert_true(!expected[i].header || !strcmp(site->line_info.file, expected[i].header));
	}
	evaluation_free(&e);
}

static size_t
count_sites(const struct launch *launch, unsigned line, enum site_kind kind)
{
	size_t count = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		count += launch->sites[i].place.line == line && launch->sites[i].kind == kind;
	return count;
}

/* Objects of the library are one atomic each, whichever of its namespaces they are of; where CUDA has none of that kind, the
 * library loads and swaps. */
static void
test_atomic_objects(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(
		&e,
		"#include <cuda/atomic>\n"
		"__global__ void k(cuda::std::atomic<int> *a, cuda::atomic<unsigned long long, cuda::thread_scope_block> *b, cuda::atomic<size_t> *c, cuda::atomic<float> *d)\n"
		"{ int i = threadIdx.x;\n"
		"  a[i].fetch_or(2);\n"
		"  b[i].fetch_sub(i);\n"
		"  c[i].fetch_max(i);\n"
		"  d[i] -= i;\n"
		"  cuda::std::atomic_ref<double>((double &)b[i]).fetch_sub(1.0);\n"
		"  d[i + 64].fetch_max(3.0f); }\n"
		"int main() { char *a; cudaMalloc(&a, 65536);\n"
		"k<<<1, 32>>>((cuda::std::atomic<int> *)a, (cuda::atomic<unsigned long long, cuda::thread_scope_block> *)(a + 4096),\n"
		"(cuda::atomic<size_t> *)(a + 8192), (cuda::atomic<float> *)(a + 16384)); }\n",
		NULL);
	for (unsigned line = 4; line <= 9; line++) {
		assert_int_equal(count_sites(first_launch(&e), line, SITE_ATOMIC), 1);
		assert_int_equal(count_sites(first_launch(&e), line, SITE_STORE), 0);
		assert_int_equal(count_sites(first_launch(&e), line, SITE_LOAD), line == 9);
	}
	evaluation_free(&e);
}

/* How many blocks a cluster has, and which of them this is, depends on the launch. */
static void
test_ranks_in_a_cluster(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e,
	         "#include <cooperative_groups.h>\n"
	         "__global__ void __cluster_dims__(4, 1, 1) k(float *o)\n"
	         "{ auto c = cooperative_groups::this_cluster();\n"
	         "  o[c.num_blocks() * threadIdx.x] = 1;\n"
	         "  o[c.block_rank() * 3 + threadIdx.x] = 1;\n"
	         "  o[c.num_threads() + threadIdx.x * 2] = 1;\n"
	         "  o[c.thread_rank() * 2] = 1; }\n"
	         "int main() { float *o; cudaMalloc(&o, 65536); k<<<8, 32>>>(o); }\n",
	         NULL);
	for (unsigned line = 4; line <= 7; line++)
		assert_int_equal(site_at(first_launch(&e), line, SITE_STORE)->confidence, CONFIDENCE_UNKNOWN);
	evaluation_free(&e);
}

/* A compare-and-swap that is tried again until it gets through, and the atomic that does the same; "": none. */
static void
test_loops_of_swaps_know_their_atomic(void **state)
{
	static const struct {
		const char *statement, *native;
	} loops[] = {
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, e + n); } while (a != e);", "atomicAdd on int"},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, n + e); } while (!(e == a));", "atomicAdd on int"},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, e - n); } while (a != e);",
	         "atomicAdd on int with the negated operand"},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, n - e); } while (a != e);", ""},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, e & n); } while (a != e);", "atomicAnd on int"},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, n); } while (a != e);", "atomicExch on int"},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, min(e, n)); } while (a != e);", "atomicMin on int"},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, e < n ? n : e); } while (a != e);",
	         "atomicMax on int"},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, n <= e ? n : e); } while (a != e);",
	         "atomicMin on int"},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, n > e ? e : n); } while (a != e);",
	         "atomicMin on int"},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, e + e); } while (a != e);", ""},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, e + *q); } while (a != e);", "atomicAdd on int"},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, e + *p); } while (a != e);", ""},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, e + *(volatile int *)q); } while (a != e);", ""},
		{"int a = *p, e; do { e = a; int v = 2 * q[n]; a = atomicCAS(p, e, e + v); } while (a != e);",
	         "atomicAdd on int"},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, e + q[e]); } while (a != e);", ""},
		{"int a = *p, e, c = 0; do { e = a; c++; a = atomicCAS(p, e, e + n); } while (a != e); *o = c;", ""},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, e + n); } while (a == e);", ""},
		{"int a = *p, e; do { e = a; a = atomicCAS(p, e, e + n); } while (a != n);", ""},
		{"int a = *q, e; do { e = a; a = atomicCAS(p, e, e + n); a = *q; } while (a != e);", ""},
		{"while (atomicCAS(p, 0, 1) != 0);", ""},
		{"int e = n; while (atomicCAS(p, e, e + 1) != e);", ""},
		{"int i = 0; while (atomicCAS(&p[i], 0, n) != 0) i++;", ""},
		{"int e = *p; while (atomicCAS(p, e, e ^ n) != e) e = *p;", "atomicXor on int"},
		{"for (;;) { int e = *(volatile int *)p; if (atomicCAS(p, e, e | n) == e) return; }",
	         "atomicOr on int"},
		{"for (;;) { int e = *(volatile int *)q; if (atomicCAS(p, e, e | n) == e) return; }", ""},
		{"int *b = (int *)f, a = *b, e; do { e = a; a = atomicCAS(b, e, __float_as_int(__int_as_float(e) + n)); } while (a != e);",
	         "atomicAdd on float"},
		{"int *b = (int *)f, a = *b, e; do { e = a; a = atomicCAS(b, e, (int)(e + 1.0f)); } while (a != e);",
	         ""},
		{"int *b = (int *)f, a = *b, e; do { e = a; a = atomicCAS(b, e, __float_as_int(fmaxf(__int_as_float(e), n))); } while (a != e);",
	         ""},
		{"unsigned long long a = *u, e; do { e = a; a = atomicCAS(u, e, e + (long long)n); } while (a != e);",
	         "atomicAdd on unsigned long long"},
		{"unsigned long long a = *u, e; do { e = a; a = atomicCAS_system(u, e, e + 1); } while (a != e);",
	         "atomicAdd_system on unsigned long long"},
		/* Shared memory has no addition of floats. */
		{"int *b = (int *)t, a = *b, e; do { e = a; a = atomicCAS(b, e, __float_as_int(__int_as_float(e) + n)); } while (a != e);",
	         ""},
		{"int a = *s, e; do { e = a; a = atomicCAS(s, e, e + n); } while (a != e); *o = a;",
	         "atomicAdd on int"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof loops / sizeof *loops; i++) {
		struct evaluation e;
		evaluate_statement(&e, loops[i].statement);
		const struct site *site = site_at(first_launch(&e), 2, SITE_ATOMIC);
		const char *native = site->atomic.native ? site->atomic.native : "";
		if (strcmp(native, loops[i].native) != 0)
			print_error("%s\n", loops[i].statement);
		assert_string_equal(native, loops[i].native);
		assert_int_equal(site->atomic.native_loads, *native && strchr(loops[i].statement, 'q') ? 1 : 0);
		evaluation_free(&e);
	}
}

/* Of four lanes on a word one gets through each time. */
static void
test_loops_of_swaps_go_round_for_each_lane_on_a_word(void **state)
{
	struct evaluation e;
	(void)state;
	evaluate_statement(
		&e,
		"int *b = &p[threadIdx.x / 4], a = *b, w; do { w = a; a = atomicCAS(b, w, w * n); } while (a != w);");
	const struct launch *launch = first_launch(&e);
	const struct site *site = site_at(launch, 2, SITE_ATOMIC);
	expect_double(site->predicted.requests, 4 * 2 * 4, 1e-9);
	expect_double(site->predicted.lanes, 4 * 2 * (32 + 24 + 16 + 8), 1e-9);
	assert_int_equal(site->confidence, CONFIDENCE_ASSUMED);
	assert_null(site->atomic.native);
	evaluation_free(&e);
}

static void
test_atomics_have_a_scope(void **state)
{
	static const struct {
		const char *statement;
		enum ir_scope scope;
	} atomics[] = {
		{"atomicAdd(p, n);", IR_SCOPE_DEVICE},
		{"atomicMax_block(p, n);", IR_SCOPE_BLOCK},
		{"atomicCAS_system(p, n, 1);", IR_SCOPE_SYSTEM},
	};
	(void)state;
	for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
		struct evaluation e;
		evaluate_statement(&e, atomics[i].statement);
		assert_int_equal(site_at(first_launch(&e), 2, SITE_ATOMIC)->atomic.scope, atomics[i].scope);
		evaluation_free(&e);
	}
}

static void
test_atomics_have_an_operation_and_a_type(void **state)
{
	static const struct {
		const char *statement;
		enum ir_builtin builtin;
		bool on_integers;
	} atomics[] = {
		{"atomicAdd(p, n);", IR_BUILTIN_atomicAdd, true},
		{"atomicAdd(f, 1.0f);", IR_BUILTIN_atomicAdd, false},
		{"atomicMax(u, 1ull);", IR_BUILTIN_atomicMax, true},
		{"atomicCAS(p, n, 1);", IR_BUILTIN_atomicCAS, true},
		{"atomicAdd(&t[threadIdx.x], 1.0f);", IR_BUILTIN_atomicAdd, false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
		struct evaluation e;
		evaluate_statement(&e, atomics[i].statement);
		const struct site *site = site_at(first_launch(&e), 2, SITE_ATOMIC);
		assert_int_equal(site->atomic.builtin, atomics[i].builtin);
		assert_int_equal(site->atomic.on_integers, atomics[i].on_integers);
		evaluation_free(&e);
	}
}

/* What is left where blocks collect what they add follows from the sectors that they touch, however large the object is. */
static void
test_blocks_collect_by_the_sectors_that_they_touch(void **state)
{
	static const struct {
		const char *statement;
		double passes, combined;
		bool blocks_meet;
	} atomics[] = {
		{"atomicMax(p, q[threadIdx.x]);", 8, 4, true},
		{"atomicAdd(p + (threadIdx.x & 31), q[threadIdx.x]);", 32, 16, true},
		{"atomicAdd(p + threadIdx.x, 1);", 32, 32, true},
		{"atomicAdd(p + 64 * blockIdx.x + threadIdx.x, 1);", 32, 32, false},
		{"for (int i = 0; i < 4; i++) atomicAdd(p + 64 * blockIdx.x + threadIdx.x, i);", 128, 32, false},
		/* Nobody swaps a word for another thread, unless all want it. */
		{"for (int i = 0; i < 4; i++) atomicExch(p + 64 * blockIdx.x + threadIdx.x, i);", 128, 128, false},
		{"atomicExch(p, n);", 256, 4, true},
	};
	(void)state;
	for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++) {
		struct evaluation e;
		evaluate_statement(&e, atomics[i].statement);
		const struct site *site = site_at(first_launch(&e), 2, SITE_ATOMIC);
		expect_double(site->demand.passes, atomics[i].passes, 1e-9);
		expect_double(site->ideal_demand.combined_passes, atomics[i].combined, 1e-9);
		assert_int_equal(site->atomic.blocks_meet, atomics[i].blocks_meet);
		assert_false(site->atomic.result_used);
		evaluation_free(&e);
	}
}

/* In a loop of swaps one lane after the other is through: 32 are on the word at first, and one at last. */
static void
test_lanes_on_one_address_on_average(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate_statement(&e, "int a = *p, w; do { w = a; a = atomicCAS(p, w, w * n); } while (a != w);");
	const struct site *site = site_at(first_launch(&e), 2, SITE_ATOMIC);
	expect_double(site->atomic.same_address_mean, 16.5, 1e-9);
	expect_double(site->atomic.same_address_mean, site->predicted.lanes / site->predicted.requests, 1e-9);
	assert_int_equal(site->atomic.same_address_lanes, 32);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_loops_of_swaps_know_their_atomic),
		cmocka_unit_test(test_loops_of_swaps_go_round_for_each_lane_on_a_word),
		cmocka_unit_test(test_atomics_have_a_scope),
		cmocka_unit_test(test_atomics_have_an_operation_and_a_type),
		cmocka_unit_test(test_blocks_collect_by_the_sectors_that_they_touch),
		cmocka_unit_test(test_lanes_on_one_address_on_average),
		cmocka_unit_test(test_one_lane_for_all),
		cmocka_unit_test(test_addresses_that_data_decides),
		cmocka_unit_test(test_load_of_an_index_is_exact),
		cmocka_unit_test(test_each_lane_for_itself),
		cmocka_unit_test(test_certain_election),
		cmocka_unit_test(test_loops_in_shared_memory),
		cmocka_unit_test(test_old_values_follow_each_other),
		cmocka_unit_test(test_room_that_groups_reserve),
		cmocka_unit_test(test_lines_of_headers),
		cmocka_unit_test(test_lines_of_small_floats),
		cmocka_unit_test(test_atomic_objects),
		cmocka_unit_test(test_ranks_in_a_cluster),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
