/* Use of units that memory traffic does not show, and launches whose time is not predicted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "model/contention.h"
#include "model/time.h"
#include "evaluate.h"
#include "shipped_rates.h"

/* The time of a program's first launch; `why` only shows whether there is a reason. */
static struct launch_time
time_of_source(const char *source)
{
	const struct rates rates = shipped_rates();
	struct evaluation e;
	evaluate(&e, source, NULL);
	struct launch_time time = time_of_launch(&rates, first_launch(&e), &time_as_it_is);
	time.why = time.why ? "stated" : NULL;
	evaluation_free(&e);
	return time;
}

/* The same for a program with this kernel. */
static struct launch_time
time_of(const char *kernel, const char *launch)
{
	char source[4096];
	snprintf(source, sizeof source,
	         "%s\nint main() { unsigned *p; float *f; int *data; cudaMalloc(&p, 1 << 26); "
	         "cudaMalloc(&f, 1 << 26); cudaMalloc(&data, 1 << 26); %s }\n",
	         kernel, launch);
	return time_of_source(source);
}

static void
is_about(double us, double measured)
{
	if (!(us > 0.7 * measured && us < 1.4 * measured))
		fail_msg("%g microseconds in place of %g", us, measured);
}

#define AT "blockIdx.x * blockDim.x + threadIdx.x"

/* A quarter of a million threads, 32 times each: measured on an H200. */
static void
atomics_wait_for_each_other(void **state)
{
	(void)state;
	static const char add[] = "__global__ void k(unsigned *p, unsigned mask) { unsigned i = " AT ";\n"
				  "  for (unsigned r = 0; r < 32; r++) atomicAdd(&p[i & mask], i + r); }";
	const struct launch_time one = time_of(add, "k<<<1024, 256>>>(p, 0);");
	assert_int_equal(one.bound_by, TIME_CONTENTION);
	assert_null(one.why);
	is_about(one.us, 6160);
	is_about(time_of(add, "k<<<1024, 256>>>(p, 63);").us, 618);
	is_about(time_of(add, "k<<<1024, 256>>>(p, 1023);").us, 79);
	const struct launch_time each = time_of(add, "k<<<1024, 256>>>(p, 262143);");
	assert_int_equal(each.bound_by, TIME_ATOMICS);
	is_about(each.us, 17);
	/* If the compiler knows that there is one address, one lane adds for its warp. */
	is_about(time_of("__global__ void k(unsigned *p) { for (unsigned r = 0; r < 32; r++) atomicAdd(p, r); }",
	                 "k<<<1024, 256>>>(p);")
	                 .us,
	         6160.0 / 32);
}

/* Eight lanes on one word of each sector, in counters of the warp's own. */
static void
lanes_on_a_word_take_turns(void **state)
{
	(void)state;
	static const char add[] = "__global__ void k(unsigned *p, unsigned lanes) { unsigned i = " AT ";\n"
				  "  for (unsigned r = 0; r < 16; r++) atomicAdd(&p[i / lanes * lanes], i + r); }";
	is_about(time_of(add, "k<<<16384, 256>>>(p, 1);").us, 92);
	is_about(time_of(add, "k<<<16384, 256>>>(p, 4);").us, 403);
	is_about(time_of(add, "k<<<16384, 256>>>(p, 32);").us, 836);
}

static void
unknown_addresses_may_be_one(void **state)
{
	(void)state;
	const struct launch_time time = time_of("__global__ void k(unsigned *p, const int *data) { int i = " AT ";\n"
	                                        "  atomicAdd(&p[data[i]], 1); }",
	                                        "k<<<16384, 256>>>(p, data);");
	assert_true(isnan(time.us) && time.why);
	assert_true(time.high_us > 2000 && time.low_us < 100);
	/* A few of them do not matter. */
	const struct launch_time few =
		time_of("__global__ void k(unsigned *p, const int *data, float *f) { int i = " AT ";\n"
	                "  f[i] += 1; if (i < 32) atomicAdd(&p[data[i]], 1); }",
	                "k<<<16384, 256>>>(p, data, f);");
	assert_true(few.us > 0 && !few.why);
}

static void
constant_memory_hands_out_words(void **state)
{
	(void)state;
	static const char read[] =
		"__constant__ float table[1024];\n"
		"__global__ void k(float *f, unsigned n) { float t = 0; unsigned mine = threadIdx.x % 32 % n;\n"
		"  for (unsigned r = 0; r < 64; r++) { const float *first = table + mine + r % 16 * 32;\n"
		"    _Pragma(\"unroll\") for (unsigned j = 0; j < 16; j++) t += first[j * 32]; }\n"
		"  f[" AT "] = t; }";
	const struct launch_time by_lane = time_of(read, "k<<<2048, 256>>>(f, 32);");
	assert_int_equal(by_lane.bound_by, TIME_CONSTANTS);
	is_about(by_lane.us, 4272);
	is_about(time_of(read, "k<<<2048, 256>>>(f, 4);").us, 552);
	/* Operands of instructions are not requests. */
	const struct launch_time known = time_of("__constant__ float table[4];\n"
	                                         "__global__ void k(float *f) { f[" AT "] *= table[1] + table[2]; }",
	                                         "k<<<2048, 256>>>(f);");
	assert_true(known.by[TIME_CONSTANTS] == 0);
}

/* Without machine code, an array is assumed to be in registers if all lanes use the same index. */
static void
arrays_that_lanes_index_alike_lie_in_registers(void **state)
{
	(void)state;
	const struct launch_time known = time_of("__global__ void k(float *f, unsigned begin) { float a[16], t = 0;\n"
	                                         "  for (unsigned j = 0; j < 16; j++) a[j] = threadIdx.x + j;\n"
	                                         "  for (unsigned r = 0; r < 32; r++)\n"
	                                         "    for (unsigned j = 0; j < 16; j++) {\n"
	                                         "      float &x = a[j + 3 & 15]; x = x * 0.75f + t; t += x; }\n"
	                                         "  f[" AT "] = t; }",
	                                         "k<<<2112, 256>>>(f, 3);");
	assert_true(known.by[TIME_LOCAL] == 0);
}

static struct launch_time
time_of_calls(const char *call)
{
	char source[512];
	snprintf(source, sizeof source,
	         "__global__ void k(float *f) { float x = f[" AT "];\n"
	         "  _Pragma(\"unroll 1\") for (int r = 0; r < 1024; r++) x = %s;\n  f[" AT "] = x; }",
	         call);
	return time_of(source, "k<<<2112, 256>>>(f);");
}

/* 17.3 million calls by warps. */
static void
functions_are_many_instructions(void **state)
{
	(void)state;
	is_about(time_of_calls("powf(x, 0.3f)").us, 1339);
	is_about(time_of_calls("logf(x)").us, 475);
}

static void
what_is_not_known_is_not_reported(void **state)
{
	(void)state;
	const struct launch_time loop =
		time_of("__global__ void k(const int *data, float *f) { float t = 0;\n"
	                "  for (int i = 0; i < data[threadIdx.x]; i++) t += f[i]; f[threadIdx.x] = t; }",
	                "k<<<64, 256>>>(data, f);");
	assert_true(isnan(loop.us) && loop.why && isinf(loop.high_us) && loop.low_us > 0);
	const struct launch_time unseen =
		time_of("__device__ float unseen(float);\n"
	                "__global__ void k(float *f) { f[threadIdx.x] = unseen(f[threadIdx.x]); }",
	                "k<<<64, 256>>>(f);");
	assert_true(isnan(unseen.us) && unseen.why);
	const struct launch_time deep = time_of("__device__ int down(int n) { return n ? down(n - 1) + 1 : 0; }\n"
	                                        "__global__ void k(unsigned *p, int n) { p[threadIdx.x] = down(n); }",
	                                        "k<<<64, 256>>>(p, 1000);");
	assert_true(isnan(deep.us) && deep.why);
	/* A recursion that ends is evaluated. */
	const struct launch_time shallow =
		time_of("__device__ int down(int n) { return n ? down(n - 1) + 1 : 0; }\n"
	                "__global__ void k(unsigned *p, int n) { p[threadIdx.x] = down(n); }",
	                "k<<<64, 256>>>(p, 4);");
	assert_true(shallow.us > 0 && !shallow.why);
	/* A function of unknown duration matters if it is called often. */
	assert_non_null(time_of_calls("fmodf(x, 0.3f)").why);
	assert_null(time_of("__global__ void k(float *f) { f[" AT
	                    "] += 1; if (!blockIdx.x) f[0] = fmodf(f[1], 0.3f); }",
	                    "k<<<16384, 256>>>(f);")
	                    .why);
}

/* As many elements as in the reference kernels gather-read and scatter-write, without the load of an index. These take
 * 3207 and 8017 microseconds on an H200 if each lane has its own sector. With contiguous lanes it is a copy. */
static void
gathers_of_data_may_go_anywhere(void **state)
{
	(void)state;
	static const char *const moved[] = {"f[i] = f[n + data[i]]", "f[data[i]] = f[n + i]"};
	static const double apart_us[] = {3207, 8017}, copy_us = 412;
	for (unsigned i = 0; i < 2; i++) {
		char source[1024];
		snprintf(
			source, sizeof source,
			"__global__ void k(float *f, const int *data, unsigned n) { unsigned i = " AT "; %s; }\n"
			"int main() { float *f; int *data; cudaMalloc(&f, 1ull << 30); cudaMalloc(&data, 1ull << 29);\n"
			"  k<<<1 << 19, 256>>>(f, data, 1u << 27); }\n",
			moved[i]);
		const struct launch_time time = time_of_source(source);
		assert_true(isnan(time.us) && time.why);
		assert_true(time.high_us > apart_us[i] && time.high_us < 2 * apart_us[i]);
		assert_true(time.low_us < 1.5 * copy_us);
	}
	/* A few of them do not matter. */
	const struct launch_time few = time_of("__global__ void k(float *f, const int *data) { unsigned i = " AT ";\n"
	                                       "  f[i] += 1; if (i < 32) f[i] += f[data[i]]; }",
	                                       "k<<<65536, 256>>>(f, data);");
	assert_true(few.us > 0 && !few.why);
}

/* One warp on a multiprocessor hides nothing: 64 iterations of this chain take 16 milliseconds, and 64 warps at once
 * some 2.5. */
static void
few_warps_hide_no_arithmetic(void **state)
{
	(void)state;
	const struct rates rates = shipped_rates();
	const struct launch launch = {.grid = {132 * 64, 1, 1},
	                              .block = {32, 1, 1},
	                              .occupancy.warps = 1 / 64.0,
	                              .execution.work = {.instructions = 3e5 * 132 * 64}};
	const struct time_form all = {.warps = 64};
	const struct penalty slower = time_ratio(&rates, &launch, &time_as_it_is, &all);
	assert_true(slower.low > 2 && slower.low < 6 && slower.high > 6 && slower.estimate > 4 && slower.estimate < 10);
}

/* Rates that the profile lacks only matter where they are needed. */
static void
a_missing_rate_makes_no_time(void **state)
{
	(void)state;
	struct rates rates = shipped_rates();
	struct launch launch = {.grid = {1024, 1, 1},
	                        .block = {256, 1, 1},
	                        .occupancy.warps = 1,
	                        .execution.work = {.instructions = 1e9}};
	rates.special = NAN;
	assert_true(time_of_launch(&rates, &launch, &time_as_it_is).us > 0);
	launch.execution.work.special = 1e8;
	assert_true(isnan(time_of_launch(&rates, &launch, &time_as_it_is).us));
}

static bool
count_a_look(const void *context, const struct site *site)
{
	(void)site;
	++*(size_t *)(uintptr_t)context;
	return false;
}

/* The number of sites that the time model examines for a launch with this many atomics. Each is on its own piece of
 * memory, or all are on one. */
static size_t
looks_at_atomics(size_t count, bool on_one_piece)
{
	const struct rates rates = shipped_rates();
	struct site *sites = calloc(count, sizeof *sites);
	for (size_t i = 0; i < count; i++)
		sites[i] = (struct site){.kind = SITE_ATOMIC,
		                         .space = SPACE_GLOBAL,
		                         .predicted = {.requests = 1024, .lanes = 32768},
		                         .basis.demand_is_known = true,
		                         .demand = {.lookups = 1024, .passes = 32768, .pieces = 1},
		                         .atomic.contended = on_one_piece ? 1 : i + 1,
		                         .atomic.spread_known = true};
	const struct launch launch = {
		.grid = {128, 1, 1}, .block = {256, 1, 1}, .sites = sites, .site_count = count, .occupancy.warps = 1};
	size_t looks = 0;
	const struct time_form form = {.is_ideal = count_a_look, .context = &looks};
	const struct launch_time time = time_of_launch(&rates, &launch, &form);
	/* Each takes this many cycles of an L2 slice, serialized or in parallel. */
	const double each = 32768 / rates.slice_passes, wanted = on_one_piece ? (double)count * each : each;
	assert_true(fabs(time.by[TIME_CONTENTION] / wanted - 1) < 1e-6);
	free(sites);
	return looks;
}

static void
atomics_are_looked_at_in_turn(void **state)
{
	(void)state;
	for (unsigned on_one_piece = 0; on_one_piece < 2; on_one_piece++) {
		const size_t few = looks_at_atomics(50, on_one_piece), many = looks_at_atomics(500, on_one_piece);
		assert_true(few > 0 && many <= 10 * few);
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(atomics_wait_for_each_other),
		cmocka_unit_test(lanes_on_a_word_take_turns),
		cmocka_unit_test(atomics_are_looked_at_in_turn),
		cmocka_unit_test(unknown_addresses_may_be_one),
		cmocka_unit_test(constant_memory_hands_out_words),
		cmocka_unit_test(arrays_that_lanes_index_alike_lie_in_registers),
		cmocka_unit_test(functions_are_many_instructions),
		cmocka_unit_test(what_is_not_known_is_not_reported),
		cmocka_unit_test(gathers_of_data_may_go_anywhere),
		cmocka_unit_test(few_warps_hide_no_arithmetic),
		cmocka_unit_test(a_missing_rate_makes_no_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
