/* The caches through which a block's requests go, and the resulting time of a launch. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "kernels/profile.h"
#include "kernels/rates.h"
#include "model/caches.h"
#include "model/gpu.h"
#include "model/time.h"
#include "evaluate.h"
#include "shipped_rates.h"

enum { ROOM = 1 << 15 };

/* 32 lanes of 4 bytes, `step` bytes apart. */
static struct request
request_at(uint64_t address, uint64_t step, enum site_kind kind)
{
	struct request r = {.active = UINT32_MAX, .width = 4, .kind = kind, .space = SPACE_GLOBAL, .groups = 1};
	for (unsigned l = 0; l < WARP_LANES; l++)
		r.address[l] = address + l * step;
	return r;
}

static struct caches *
new_block(uint64_t room)
{
	struct caches *caches = caches_new();
	caches_begin_block(caches, room, true);
	return caches;
}

static void
packed_requests(void **state)
{
	(void)state;
	struct caches *caches = new_block(ROOM);
	struct flow flow = {0};
	for (unsigned w = 0; w < 8; w++) {
		const struct request r = request_at(1 << 20 | w * 128, 4, SITE_LOAD);
		caches_add(caches, &flow, &r, 1, false);
	}
	caches_end_block(caches);
	assert_true(flow.requests == 8 && flow.lookups == 8 && flow.missed == 32 && flow.sectors == 32 &&
	            flow.words == 256);
	assert_true(flow.loaded[NEAR_SECTOR] == 32);
	caches_free(caches);
	caches_free(NULL);
}

/* Eight warps read the same words, then each reads the neighbouring words: another iteration touches again what one has
 * touched. */
static void
words_of_iterations(void **state)
{
	(void)state;
	struct caches *caches = new_block(ROOM);
	struct flow flow = {0};
	for (unsigned iteration = 0; iteration < 2; iteration++) {
		for (unsigned w = 0; w < 8; w++) {
			const struct request r = request_at(1 << 20 | iteration * 4, 4, SITE_LOAD);
			caches_add(caches, &flow, &r, 1, false);
		}
		caches_end_iteration(caches, &flow, 1, 0, false);
	}
	caches_end_block(caches);
	assert_true(flow.wanted_words == 512 && flow.iteration_words == 64 && flow.words == 33);
	assert_true(flow.first == 1 << 20 && flow.end - flow.first == 132 && !flow.skips);
	caches_free(caches);
}

/* Each request touches 32 sectors, whose other words the next seven requests need: one miss in eight, unless L1 is too
 * small. */
static void
columns_are_found_again(void **state)
{
	(void)state;
	for (unsigned small = 0; small < 2; small++) {
		struct caches *caches = new_block(small ? 1024 : ROOM);
		struct flow flow = {0};
		for (unsigned w = 0; w < 8; w++) {
			const struct request r = request_at(1 << 20 | w * 4, 4096, SITE_LOAD);
			caches_add(caches, &flow, &r, 1, false);
		}
		caches_end_block(caches);
		assert_true(flow.lookups == 256 && flow.sectors == 32 && flow.words == 256);
		assert_true(flow.missed == (small ? 256 : 32));
		assert_true(flow.loaded[NEAR_NOTHING] == 32);
		caches_free(caches);
	}
}

/* Stores are written through, and completely written sectors are recognized. */
static void
stores(void **state)
{
	(void)state;
	struct caches *caches = new_block(ROOM);
	struct flow whole = {0}, part = {0};
	for (unsigned w = 0; w < 8; w++) {
		const struct request r = request_at(1 << 20 | w * 4, 32, SITE_STORE),
				     other = request_at(1 << 24, 64, SITE_STORE);
		caches_add(caches, &whole, &r, 1, false);
		caches_add(caches, &part, &other, 1, false);
	}
	caches_end_block(caches);
	assert_true(whole.stored[NEAR_SECTOR] == 32 && whole.part_stored[NEAR_SECTOR] == 0 && whole.missed == 0);
	assert_true(part.part_stored[NEAR_PIECE] == 32 && part.words == 32);
	caches_free(caches);
}

/* Eight words of each sector: in one iteration by the block's warps, or one in each of eight iterations. */
static void
stores_go_on_with_sectors(void **state)
{
	(void)state;
	for (unsigned by_iterations = 0; by_iterations < 2; by_iterations++) {
		struct caches *caches = new_block(ROOM);
		struct flow flow = {0};
		for (unsigned w = 0; w < 8; w++) {
			const struct request r = request_at(1 << 20 | w * 4, 4096, SITE_STORE);
			caches_add(caches, &flow, &r, 1, false);
			if (by_iterations)
				caches_end_iteration(caches, &flow, 1, 0, true);
		}
		caches_end_block(caches);
		assert_true(flow.lookups == 256 && flow.resumed == (by_iterations ? 224 : 0));
		caches_free(caches);
	}
}

static void
end_access(struct caches *caches, struct flow *flow, const struct request *r, bool stays)
{
	caches_add(caches, flow, r, 1, false);
	caches_end_iteration(caches, flow, 1, 0, stays);
}

/* One store for each member of a record. They go to L2 together if a warp's stores touch few lines and nothing between
 * them waits; otherwise like those of a loop that writes a record word by word. */
static void
stores_of_members(void **state)
{
	(void)state;
	static const struct {
		unsigned step;
		bool load_between, stays;
		double merged, resumed;
	} cases[] = {
		{16, false, false, 4, 0},  {20, false, false, 4, 1}, {32, false, false, 1.6, 6.4},
		{64, false, false, 0, 16}, {16, true, true, 0, 4},   {16, true, false, 4, 0},
	};
	for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct caches *caches = new_block(ROOM);
		struct flow x = {0}, loaded = {0}, y = {0}, again = {0};
		const unsigned step = cases[i].step;
		const struct request first = request_at(1 << 20, step, SITE_STORE),
				     second = request_at((1 << 20) + 4, step, SITE_STORE),
				     between = request_at(1 << 24, 4, SITE_LOAD);
		end_access(caches, &x, &first, true);
		if (cases[i].load_between)
			end_access(caches, &loaded, &between, cases[i].stays);
		end_access(caches, &y, &second, true);
		end_access(caches, &again, &first, true);
		caches_end_block(caches);
		assert_true(x.lookups == y.lookups && x.resumed == 0 && x.merged == 0 && again.resumed == 0 &&
		            again.merged == 0);
		assert_true(fabs(y.merged - cases[i].merged) < 1e-9 && fabs(y.resumed - cases[i].resumed) < 1e-9);
		caches_free(caches);
	}
}

/* A sector that is written again is complete as before, and other sectors written in another iteration are not
 * partial. */
static void
stores_that_begin_anew(void **state)
{
	(void)state;
	struct caches *caches = new_block(ROOM);
	struct flow again = {0}, on = {0};
	for (unsigned iteration = 0; iteration < 8; iteration++) {
		const struct request same = request_at(1 << 20, 4096, SITE_STORE),
				     next = request_at(1 << 24 | iteration * 32, 4096, SITE_STORE);
		caches_add(caches, &again, &same, 1, false);
		caches_add(caches, &on, &next, 1, false);
		caches_end_iteration(caches, &again, 1, 0, true);
		caches_end_iteration(caches, &on, 1, 0, true);
	}
	caches_end_block(caches);
	assert_true(again.lookups == 256 && again.resumed == 0 && on.lookups == 256 && on.resumed == 0);
	caches_free(caches);
}

/* Two accesses to the members of one record: the second hits what the first has loaded. */
static void
shared_sectors(void **state)
{
	(void)state;
	struct caches *caches = new_block(ROOM);
	struct flow x = {0}, y = {0};
	const struct request first = request_at(1 << 20, 8, SITE_LOAD), second = request_at(1 << 20 | 4, 8, SITE_LOAD);
	caches_add(caches, &x, &first, 1, false);
	caches_add(caches, &y, &second, 1, false);
	caches_end_block(caches);
	assert_true(x.missed == 8 && y.missed == 0 && y.sectors == 0 && y.words == 32 && x.shared_sectors == 8);
	caches_free(caches);
}

/* The sector in whose middle a sampling window begins was loaded in an iteration that was not run. */
static void
walks_in_windows(void **state)
{
	(void)state;
	struct caches *caches = new_block(ROOM);
	struct flow flow = {0};
	enum { WARPS = 2 };
	for (unsigned window = 0; window < 2; window++)
		for (unsigned k = 0; k < 4; k++) {
			for (unsigned warp = 0; warp < WARPS; warp++) {
				const struct request r =
					request_at(1 << 20 | (warp << 23) | (window * 1024 + (window * 4 + k) * 4),
				                   1 << 16, SITE_LOAD);
				caches_add(caches, &flow, &r, 10, true);
			}
			caches_end_iteration(caches, &flow, 10, 1, false);
		}
	assert_true(flow.sectors == WARPS * 10 * 32 && flow.missed == WARPS * 10 * 32);
	caches_free(caches);
}

static struct flow_left
left_by(uint64_t move_x, uint64_t move_y, uint32_t rows, double block_bytes)
{
	struct caches *caches = new_block(ROOM);
	struct flow flow = {0};
	const struct request r = request_at(1 << 20, 16, SITE_LOAD);
	caches_add(caches, &flow, &r, 1, false);
	caches_end_block(caches);
	for (uint32_t y = 0; y < 2; y++)
		for (uint32_t x = 0; x < 2; x++)
			flow_note_start(&flow, (const uint32_t[3]){x, y, 0}, (1 << 20) + x * move_x + y * move_y);
	const struct flow_left left =
		caches_left(caches, &flow, (const uint32_t[3]){1000, rows, 1}, block_bytes, 0, gpu_find("H200"));
	caches_free(caches);
	return left;
}

static void
near(double value, double wanted)
{
	if (!(fabs(value - wanted) < 1e-6))
		fail_msg("%.9g is not %.9g", value, wanted);
}

static void
blocks_share_sectors(void **state)
{
	(void)state;
	/* All blocks of a row read the same. */
	near(left_by(0, 512, 1, 512).sectors, 1 / 1000.0);
	near(left_by(512, 0, 4, 512).sectors, 1 / 4.0);
	/* The next row needs other words of the same sectors: they hit, unless it is too long ago. */
	near(left_by(512, 4, 4, 512).sectors, 1 / 4.0);
	near(left_by(512, 4, 4, 512).words, 1);
	near(left_by(512, 4, 4, 1e6).sectors, 1);
	assert_true(left_by(512, 4, 4, 512).sure);
}

/* ---- time ---- */

static void
rates_are_of_a_profile(void **state)
{
	(void)state;
	struct rates rates;
	setenv("XDG_CACHE_HOME", "/nowhere", 1);
	struct profile *profile = profile_shipped("H200");
	assert_true(rates_of_profile(profile, &rates));
	assert_false(rates_of_profile(NULL, &rates));
	assert_true(rates_of_profile(profile, &rates));
	profile_free(profile);
}

/* From lists of 32 MiB, of which one load in eleven comes from memory, and of 48, of which one in three does. */
static void
what_l2_keeps(void **state)
{
	(void)state;
	const struct rates rates = shipped_rates();
	assert_true(rates.l2_bytes > 36.0 * (1 << 20) && rates.l2_bytes < 37.5 * (1 << 20));
}

/* A copy of 512 MiB by blocks of 256. */
static struct launch
copy_by(struct site sites[2])
{
	const double warps = 1 << 22;
	for (unsigned i = 0; i < 2; i++)
		sites[i] = (struct site){.kind = i ? SITE_STORE : SITE_LOAD,
		                         .space = SPACE_GLOBAL,
		                         .predicted = {.requests = warps},
		                         .basis.demand_is_known = true,
		                         .demand = {.lookups = warps},
		                         .ideal_demand = {.lookups = warps}};
	sites[0].demand.l2_sectors = sites[0].ideal_demand.l2_sectors = 4 * warps;
	sites[0].demand.loaded[NEAR_SECTOR] = sites[0].ideal_demand.loaded[NEAR_SECTOR] = 4 * warps;
	sites[0].demand.late = sites[0].ideal_demand.late = warps;
	sites[0].demand.late_share = sites[0].ideal_demand.late_share = 1;
	sites[1].demand.l2_lines = sites[1].ideal_demand.l2_lines = warps;
	sites[1].demand.stored[NEAR_SECTOR] = sites[1].ideal_demand.stored[NEAR_SECTOR] = 4 * warps;
	return (struct launch){.grid = {1 << 19, 1, 1},
	                       .block = {256, 1, 1},
	                       .sites = sites,
	                       .site_count = 2,
	                       .occupancy.warps = 1,
	                       .execution.footprint = 1e9};
}

static bool
all_sites(const void *context, const struct site *site)
{
	(void)context;
	(void)site;
	return true;
}

/* 4096 numbers for each thread, with too few threads to hide latency. With contiguous lanes each load misses in L1, and
 * waits for the previous store: 1.5 ms on an H200. If each lane goes along its own row, one in eight misses. */
static void
loads_wait_for_stores_before_them(void **state)
{
	(void)state;
	static const char sum_up[] =
		"__global__ void k(const float *__restrict__ a, float *s, int of_thread, int of_step)\n"
		"{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
		"  for (int k = 0; k < 4096; k++) s[i] += a[i * of_thread + k * of_step]; }\n"
		"int main() { float *a, *s; cudaMalloc(&a, 4096 * 4096 * 4); cudaMalloc(&s, 4096 * 4);\n"
		"  k<<<128, 32>>>(a, s, %s); }\n";
	const struct rates rates = shipped_rates();
	double us[2][2];
	for (unsigned i = 0; i < 4; i++) {
		const bool is_restrict = i & 1, by_rows = i & 2;
		struct evaluation e;
		char source[1024];
		snprintf(source, sizeof source, sum_up, by_rows ? "1, 4096" : "4096, 1");
		if (!is_restrict)
			memset(strstr(source, "__restrict__"), ' ', strlen("__restrict__"));
		evaluate(&e, source, NULL);
		us[is_restrict][by_rows] = time_of_launch(&rates, first_launch(&e), &time_as_it_is).us;
		evaluation_free(&e);
	}
	assert_true(us[0][1] > 1300 && us[0][1] < 1700);
	assert_true(us[0][0] < 0.6 * us[0][1]);
	assert_true(us[1][1] < 0.6 * us[0][1]);
}

static double
us_of_source(const char *source)
{
	const struct rates rates = shipped_rates();
	struct evaluation e;
	evaluate(&e, source, NULL);
	const double us = time_of_launch(&rates, first_launch(&e), &time_as_it_is).us;
	evaluation_free(&e);
	return us;
}

static bool
is_strided(const void *launch, const struct site *site)
{
	(void)launch;
	return site->step.bytes == 32;
}

/* The slowdown of a kernel of 2^24 threads, compared with these accesses being contiguous. */
static double
slower_than_ideal(const char *body, bool (*is_ideal)(const void *launch, const struct site *site))
{
	const struct rates rates = shipped_rates();
	struct evaluation e;
	char source[1024];
	snprintf(
		source, sizeof source,
		"struct record { float x, y, z, w, u, v, s, t; };\n"
		"__global__ void k(record *a, float *o) { int i = blockIdx.x * blockDim.x + threadIdx.x; %s }\n"
		"int main() { record *a; float *o; cudaMalloc(&a, 1ul << 31); cudaMalloc(&o, 1ul << 31); k<<<65536, 256>>>(a, o); }\n",
		body);
	evaluate(&e, source, NULL);
	const struct time_form ideal = {.is_ideal = is_ideal, .context = first_launch(&e)};
	const double ratio = time_ratio(&rates, first_launch(&e), &time_as_it_is, &ideal).estimate;
	evaluation_free(&e);
	return ratio;
}

/* Accesses that share sectors gain together what they do not use. */
static void
accesses_that_share_sectors(void **state)
{
	(void)state;
	const double update = slower_than_ideal("o[i * 8] += 1;", is_strided),
		     members = slower_than_ideal("o[i] = a[i].x * a[i].y;", is_strided);
	assert_true(update > 4.3 && update < 5.1);   /* 5.0 on an H200 */
	assert_true(members > 2.1 && members < 2.7); /* 2.3 */
	const double moved = slower_than_ideal("a[i].x += a[i].u; a[i].y += a[i].v; a[i].z += a[i].w;", is_strided);
	assert_true(moved > 1.7 && moved < 3.1); /* 3.1 */
}

/* With two sums in an iteration, the loads of the second wait for the store of the first. */
static void
stores_part_the_loads_of_an_iteration(void **state)
{
	(void)state;
	const double one =
		us_of_source("__global__ void k(const float *a, float *s)\n"
	                     "{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
	                     "  for (int k = 0; k < 4096; k++) s[i] += a[i + k * 4096]; }\n"
	                     "int main() { float *a, *s; cudaMalloc(&a, 4096 * 4096 * 4); cudaMalloc(&s, 4096 * 4);\n"
	                     "  k<<<128, 32>>>(a, s); }\n");
	static const char twice[] =
		"__global__ void k(const float %s a, const float %s b, float %s s, float %s t)\n"
		"{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
		"  for (int k = 0; k < 4096; k++) { s[i] += a[i + k * 4096]; t[i] += b[i + k * 4096]; } }\n"
		"int main() { float *a, *b, *s, *t; cudaMalloc(&a, 4096 * 4096 * 4); cudaMalloc(&s, 4096 * 4);\n"
		"  cudaMalloc(&b, 4096 * 4096 * 4); cudaMalloc(&t, 4096 * 4); k<<<128, 32>>>(a, b, s, t); }\n";
	char source[1024];
	snprintf(source, sizeof source, twice, "*", "*", "*", "*");
	const double two = us_of_source(source);
	assert_true(two > 1.8 * one && two < 2.2 * one);
	const char *alone = "*__restrict__";
	snprintf(source, sizeof source, twice, alone, alone, alone, alone);
	assert_true(us_of_source(source) < 0.5 * one);
}

static double
us_of_atomics(const char *type, const char *atomic)
{
	char source[1024];
	snprintf(source, sizeof source,
	         "__global__ void k(%s *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; %s; }\n"
	         "int main() { void *a; cudaMalloc(&a, 1 << 27); k<<<16384, 256>>>((%s *)a); }\n",
	         type, atomic, type);
	return us_of_source(source);
}

/* On an H100, with 2^22 lanes on 8 words: 314 microseconds for integers, 928 for floats, 1235 for doubles; on 32 words
 * 314, 315, 1235. */
static void
atomics_have_their_pace(void **state)
{
	(void)state;
	const double integers = us_of_atomics("int", "atomicAdd(a + i % 8, i)");
	const double floats = us_of_atomics("float", "atomicAdd(a + i % 8, 1.5f)");
	const double exchanged = us_of_atomics("float", "atomicExch(a + i % 8, 1.5f)");
	assert_true(floats > 2.8 * integers && floats < 3.1 * integers && exchanged < 1.01 * integers);
	const double apart = us_of_atomics("int", "atomicAdd(a + i % 32, i)");
	const double floats_apart = us_of_atomics("float", "atomicAdd(a + i % 32, 1.5f)");
	const double doubles_apart = us_of_atomics("double", "atomicAdd(a + i % 32, 1.5)");
	assert_true(floats_apart < 1.01 * apart && doubles_apart > 3 * apart && doubles_apart < 4.1 * apart);
}

/* A copy of a matrix into rows of 1024, one row for each thread. 512 MiB take 2.85 ms on an H200, and 1.89 ms if the
 * warps of a block write the words of a sector together. 16 MiB, which fit in L2, take 62 and 66 microseconds. */
static void
sectors_that_are_written_part_by_part(void **state)
{
	(void)state;
	static const char walk[] =
		"__global__ void k(float *__restrict__ out, const float *__restrict__ in, unsigned rows)\n"
		"{ unsigned row = blockIdx.x * 256 + threadIdx.x;\n"
		"  for (unsigned i = 0; i < 8; i++) { unsigned c = blockIdx.y * 8 + i;\n"
		"    out[row * 1024 + c] = in[c * rows + row]; } }\n"
		"int main() { float *in, *out; unsigned rows = %u; cudaMalloc(&in, rows * 4096ll);\n"
		"  cudaMalloc(&out, rows * 4096ll); k<<<dim3(rows / 256, 128), 256>>>(out, in, rows); }\n";
	static const char together[] =
		"__global__ void k(float *__restrict__ out, const float *__restrict__ in, unsigned rows)\n"
		"{ unsigned row = blockIdx.x * 32 + threadIdx.x;\n"
		"  for (unsigned i = 0; i < 32; i += 8) { unsigned c = blockIdx.y * 32 + threadIdx.y + i;\n"
		"    out[row * 1024 + c] = in[c * rows + row]; } }\n"
		"int main() { float *in, *out; unsigned rows = %u; cudaMalloc(&in, rows * 4096ll);\n"
		"  cudaMalloc(&out, rows * 4096ll); k<<<dim3(rows / 32, 32), dim3(32, 8)>>>(out, in, rows); }\n";
	char source[1024];
	snprintf(source, sizeof source, walk, 131072);
	const double walked = us_of_source(source);
	assert_true(walked > 2600 && walked < 3100);
	snprintf(source, sizeof source, together, 131072);
	const double written = us_of_source(source);
	assert_true(written > 1750 && written < 2100);
	snprintf(source, sizeof source, walk, 4096);
	const double kept = us_of_source(source);
	assert_true(kept > 53 && kept < 76);
}

/* A copy of 4 MiB, which fit in L2, by two waves of blocks: 5.0 microseconds on an H200, of which moving the data takes
 * 1.3. */
static void
short_launches_begin_with_a_wait(void **state)
{
	(void)state;
	const double us = us_of_source(
		"__global__ void k(float *__restrict__ out, const float *__restrict__ in)\n"
		"{ unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;\n"
		"  for (unsigned i = 0; i < 32; i += 8) out[(y + i) * 1024 + x] = in[(y + i) * 1024 + x]; }\n"
		"int main() { float *in, *out; cudaMalloc(&in, 4 << 20); cudaMalloc(&out, 4 << 20);\n"
		"  k<<<dim3(32, 32), dim3(32, 8)>>>(out, in); }\n");
	assert_true(us > 4.3 && us < 5.5);
}

/* Two matrices of which each thread reads rows: a block alone on its multiprocessor has L1 for both, and seven of eight
 * elements hit. 1.39 ms on an H200. */
static void
few_blocks_have_l1_to_themselves(void **state)
{
	(void)state;
	static const char sums[] =
		"__global__ void k(const float *a, const float *b, const float *x, float *s, float *t)\n"
		"{ int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
		"  for (int k = 0; k < 4096; k++) { s[i] += a[i * 4096 + k] * x[k]; t[i] += b[i * 4096 + k] * x[k]; } }\n"
		"int main() { float *a, *b, *x, *s, *t; cudaMalloc(&a, %d * 4096 * 4ll);\n"
		"  cudaMalloc(&b, %d * 4096 * 4ll); cudaMalloc(&x, 4096 * 4); cudaMalloc(&s, %d * 4);\n"
		"  cudaMalloc(&t, %d * 4); k<<<%d, 256>>>(a, b, x, s, t); }\n";
	char source[1024];
	snprintf(source, sizeof source, sums, 4096, 4096, 4096, 4096, 16);
	const double few = us_of_source(source);
	assert_true(few > 1250 && few < 1550);
	/* With several blocks on each they miss. */
	const int threads = 8 * 132 * 256;
	snprintf(source, sizeof source, sums, threads, threads, threads, threads, threads / 256);
	assert_true(us_of_source(source) > 10 * few);
}

static void
copies_take_their_time(void **state)
{
	(void)state;
	const struct rates rates = shipped_rates();
	struct site sites[2];
	struct launch launch = copy_by(sites);
	const struct time_form ideal = {.is_ideal = all_sites};
	/* Measured: 412 microseconds. */
	const double us = time_of_launch(&rates, &launch, &time_as_it_is).us;
	assert_true(us > 370 && us < 455);
	near(time_ratio(&rates, &launch, &time_as_it_is, &ideal).estimate, 1);

	/* Each lane accesses its own sector: memory moves 96 bytes for each. */
	sites[0].demand.lookups = sites[0].demand.l2_sectors = 32.0 * (1 << 22);
	sites[0].demand.loaded[NEAR_SECTOR] = 0;
	sites[0].demand.loaded[NEAR_NOTHING] = 32.0 * (1 << 22);
	const struct launch_time scattered = time_of_launch(&rates, &launch, &time_as_it_is);
	assert_int_equal(scattered.bound_by, TIME_MEMORY);
	const struct penalty penalty = time_ratio(&rates, &launch, &time_as_it_is, &ideal);
	assert_true(penalty.low < penalty.estimate && penalty.estimate < penalty.high && penalty.estimate > 6);
	/* An unknown demand may be free. */
	sites[0].basis.demand_is_known = false;
	assert_true(time_ratio(&rates, &launch, &time_as_it_is, &ideal).low <= 1);
	/* Data in L2 only needs L2. */
	launch.execution.footprint = 1e6;
	assert_int_equal(time_of_launch(&rates, &launch, &time_as_it_is).bound_by, TIME_L2);
	/* A part of larger data may be in L2, unless it was written before the launch. */
	const double in_l2 = time_of_launch(&rates, &launch, &time_as_it_is).us;
	launch.execution.buffer_bytes = 1e9;
	assert_int_equal(time_of_launch(&rates, &launch, &time_as_it_is).bound_by, TIME_MEMORY);
	assert_true(time_of_launch(&rates, &launch, &time_as_it_is).low_us < in_l2);
	launch.execution.buffer_bytes = 0;
	/* An unknown figure gives no time. */
	sites[1].demand.l2_lines = NAN;
	assert_true(isnan(time_ratio(&rates, &launch, &time_as_it_is, &ideal).estimate));
}

static void
shapes_take_their_time(void **state)
{
	(void)state;
	const struct rates rates = shipped_rates();
	struct site sites[2];
	struct launch launch = copy_by(sites);
	const struct time_form of_256 = {.block_threads = 256, .warps = 64};
	launch.block[0] = 32;
	launch.grid[0] <<= 3;
	launch.occupancy.warps = 0.5;
	assert_int_equal(time_of_launch(&rates, &launch, &time_as_it_is).bound_by, TIME_BLOCK_STARTS);
	assert_true(time_ratio(&rates, &launch, &time_as_it_is, &of_256).estimate > 5);
	launch = copy_by(sites);
	launch.occupancy.warps = 0.125;
	assert_int_equal(time_of_launch(&rates, &launch, &time_as_it_is).bound_by, TIME_LATENCY);
	/* A branch with half of its work wasted. */
	launch.execution.work.instructions = 1e12;
	const struct time_form half = {.saved = {.instructions = 5e11}};
	assert_int_equal(time_of_launch(&rates, &launch, &time_as_it_is).bound_by, TIME_ISSUE);
	assert_true(fabs(time_ratio(&rates, &launch, &time_as_it_is, &half).estimate - 2) < 0.1);
}

/* One warp in 32 does the work: the blocks of a multiprocessor then wait for it, one in four of them. */
static void
few_warps_take_their_time(void **state)
{
	(void)state;
	enum { WARPS = 1 << 17, STEPS = 4000 };
	const struct rates rates = shipped_rates();
	const struct work heavy = {.instructions = (double)WARPS * STEPS, .cycles = 5.0 * WARPS * STEPS};
	const struct launch launch = {
		.grid = {WARPS / 8, 1, 1}, .block = {256, 1, 1}, .occupancy.warps = 1, .execution.work = heavy};
	struct time_form ideal = {.few = 1.0 / 32};
	work_add(&ideal.saved, &heavy, 31.0 / 32);
	const double alike = time_ratio(&rates, &launch, &time_as_it_is, &ideal).estimate;
	ideal.few = 1;
	work_add(&ideal.of_few, &heavy, 1.0 / 32);
	assert_true(fabs(time_ratio(&rates, &launch, &time_as_it_is, &ideal).estimate / alike - 1) < 1e-9);
	ideal.few = 1.0 / 32;
	const struct launch_time time = time_of_launch(&rates, &launch, &ideal);
	const double waves = WARPS / 8 / (132 * 8.0),
		     each = 5.0 * STEPS * rates.schedulers * rates.multiprocessors / rates.instructions;
	assert_int_equal(time.bound_by, TIME_LATENCY);
	assert_true(time.by[TIME_LATENCY] > waves * each / 4);
	assert_true(time.by[TIME_LATENCY] < waves * (each / 4 + 2 * rates.block_overhead));
}

/* Each warp works in another iteration: no block waits longer than if all work in one. If one warp does all the work,
 * the block's other warps end and make room for other blocks. */
static void
warps_that_take_turns(void **state)
{
	(void)state;
	static const char turns[] = "__global__ void k(float *out) { float x = threadIdx.x;\n"
				    "  for (unsigned turn = 0; turn < 8; turn++)\n"
				    "    if (%s) for (unsigned i = 0; i < 1024; i++) x = x * 0.75f + 1;\n"
				    "  out[threadIdx.x] = x; }\n"
				    "int main() { float *p; cudaMalloc(&p, 1024); k<<<4096, 256>>>(p); }\n";
	static const char *const whose[] = {"turn == 3", "turn == threadIdx.x / 32", "threadIdx.x < 32"};
	double us[3];
	for (unsigned i = 0; i < 3; i++) {
		char source[1024];
		snprintf(source, sizeof source, turns, whose[i]);
		us[i] = us_of_source(source);
	}
	assert_true(fabs(us[1] / us[0] - 1) < 0.15);
	assert_true(us[2] < 1.4 * us[0]);
}

/* One thread of a block sums an array: that takes as long whether or not the block's other threads run. */
static void
one_warp_waits_for_all_its_loads(void **state)
{
	(void)state;
	const struct rates rates = shipped_rates();
	struct evaluation e;
	evaluate(&e,
	         "__global__ void k(float *p, int n)\n"
	         "{ if (threadIdx.x == 0) { float s = 0; for (int i = 0; i < n; i++) s += p[i * 64]; p[0] = s; } }\n"
	         "int main()\n"
	         "{ float *p; cudaMalloc(&p, 1 << 20); k<<<1, 256>>>(p, 2048); k<<<1, 32>>>(p, 2048); }\n",
	         NULL);
	assert_int_equal(e.facts.kernels[0].launch_count, 2);
	const struct launch *launches = e.facts.kernels[0].launches;
	const double of_256 = time_of_launch(&rates, &launches[0], &time_as_it_is).by[TIME_LATENCY];
	const double of_32 = time_of_launch(&rates, &launches[1], &time_as_it_is).by[TIME_LATENCY];
	assert_true(fabs(of_256 / of_32 - 1) < 0.05);
	evaluation_free(&e);
}

/* Open questions about the launch prevent a predicted time; those about the compiler and caches widen its range. */
static void
doubts_keep_times_back(void **state)
{
	(void)state;
	const struct rates rates = shipped_rates();
	struct site sites[2];
	struct launch launch = copy_by(sites);
	launch.grid[0] = 132; /* one block on each multiprocessor, which waits for the loads of a loop alone */
	struct launch_time time = time_of_launch(&rates, &launch, &time_as_it_is);
	assert_true(isfinite(time.us) && !time.why && time.low_us < time.us);

	sites[0].demand = sites[1].demand = (struct demand){.late = sites[0].demand.late, .late_share = 1};
	time = time_of_launch(&rates, &launch, &time_as_it_is);
	assert_true(isfinite(time.us) && !time.why && time.high_us > 3 * time.us);

	sites[0].loop.is_open = true;
	time = time_of_launch(&rates, &launch, &time_as_it_is);
	assert_true(isnan(time.us) && time.high_us > 10 * time.low_us);
	assert_non_null(strstr(time.why, "the trip count of a loop"));
}

/* Printing waits for room in a buffer that the host empties. */
static void
printing_takes_its_own_time(void **state)
{
	(void)state;
	const struct rates rates = shipped_rates();
	struct evaluation e;
	evaluate(&e,
	         "#include <cstdio>\n__global__ void k(int n) { if (n > 3) printf(\"%d\", n); }\n"
	         "int main() { k<<<1, 32>>>(4); k<<<1, 32>>>(3); }\n",
	         NULL);
	const struct launch *launches = e.facts.kernels[0].launches;
	assert_true(isnan(time_of_launch(&rates, &launches[0], &time_as_it_is).us));
	assert_false(isnan(time_of_launch(&rates, &launches[1], &time_as_it_is).us));
	evaluation_free(&e);
}

static double
us_of(const struct rates *rates, const struct evaluation *e, size_t kernel)
{
	return time_of_launch(rates, &e->facts.kernels[kernel].launches[0], &time_as_it_is).us;
}

/* Kernels on pinned memory, and their times on an H200. */
static void
host_memory_by_pattern(void **state)
{
	static const struct {
		const char *statement, *launch;
		double us;
	} patterns[] = {
		{"if (h[32 * i] == 2) d[0] = 1;", "<<<2048, 256>>>", 796}, /* one word of each line */
		{"if (h[8 * i] == 2) d[0] = 1;", "<<<8192, 256>>>", 1315}, /* of each sector */
		{"h[2 * i] = 1;", "<<<32768, 256>>>", 16823},
		{"h[32 * i] = 1;", "<<<2048, 256>>>", 1149},
		{"atomicAdd((int *)h, i);", "<<<16, 256>>>", 138}, /* which the warp combines: 128 transfers */
		{"atomicAdd((int *)h + (i & 31), i);", "<<<256, 256>>>", 2249},
		{"atomicAdd((int *)h + (i & 1023), i);", "<<<256, 256>>>", 142},
	};
	(void)state;
	const struct rates rates = shipped_rates();
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		struct evaluation e;
		char source[1024];
		snprintf(source, sizeof source,
		         "__global__ void k(float *d, float *h) { int i = blockIdx.x * blockDim.x + threadIdx.x; %s }\n"
		         "int main() { float *d, *h; cudaMalloc(&d, 4); cudaMallocHost(&h, 1 << 26); k%s(d, h); }\n",
		         patterns[i].statement, patterns[i].launch);
		evaluate(&e, source, NULL);
		expect_double(us_of(&rates, &e, 0), patterns[i].us, 0.2 * patterns[i].us);
		evaluation_free(&e);
	}
}

/* An H200: 22.6 us for doubles, with four lanes on each word. */
static void
doubles_are_added_two_at_a_time(void **state)
{
	(void)state;
	const struct rates rates = shipped_rates();
	struct evaluation e;
	evaluate(
		&e,
		"__global__ void k(double *s, const double *v) { int i = blockIdx.x * blockDim.x + threadIdx.x; atomicAdd(&s[i / 4], v[i]); }\n"
		"int main() { double *s, *v; cudaMalloc(&s, 1 << 23); cudaMalloc(&v, 1 << 25); k<<<16384, 256>>>(s, v); }\n",
		NULL);
	expect_double(us_of(&rates, &e, 0), 22.6, 0.1 * 22.6);
	evaluation_free(&e);
}

/* 1848 blocks are resident, and 200 more follow: an H200 takes 32.2 us, where work alone takes 16 and latency 13. */
static void
blocks_of_a_last_wave(void **state)
{
	(void)state;
	const struct rates rates = shipped_rates();
	struct evaluation e;
	evaluate(
		&e,
		"__global__ void k(int *o, const int *a, int n, int rounds) { __shared__ int c[32][128]; int t = blockIdx.x * 128 + threadIdx.x;\n"
		"  for (int l = 0; l < 32; l++) c[l][threadIdx.x] = 0;\n"
		"  for (int r = 0; r < rounds; r++) c[a[r * n + t] % 32][threadIdx.x]++;\n"
		"  int most = 0; for (int l = 0; l < 32; l++) most = max(most, c[l][threadIdx.x]);\n  o[t] = most; }\n"
		"int main() { int *o, *a; cudaMalloc(&o, 1 << 20); cudaMalloc(&a, 1 << 26); cudaMemset(a, 0, 1 << 26);\n"
		"  k<<<2048, 128>>>(o, a, 1 << 18, 64); }\n",
		NULL);
	expect_double(us_of(&rates, &e, 0), 32.2, 0.25 * 32.2);
	evaluation_free(&e);
}

/* The work of one of 4096 blocks takes one multiprocessor its full time: a loop of 100000 iterations alone. */
static void
longest_block(void **state)
{
	(void)state;
	const struct rates rates = shipped_rates();
	struct evaluation e;
	evaluate(
		&e,
		"__global__ void k(float *o, const float *a, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; float s = a[i];\n"
		"  if (blockIdx.x == 0) for (int j = 0; j < n; j++) s += a[(i + j * 256) & 0xfffff];\n o[i] = s; }\n"
		"int main() { float *a, *b; cudaMalloc(&a, 4 << 20); cudaMalloc(&b, 4 << 20); k<<<4096, 256>>>(b, a, 0);\n"
		"  k<<<4096, 256>>>(b, a, 100000); k<<<1, 256>>>(b, a, 100000); }\n",
		NULL);
	const struct launch *launches = e.facts.kernels[0].launches;
	const double none = time_of_launch(&rates, &launches[0], &time_as_it_is).us;
	const struct launch_time one = time_of_launch(&rates, &launches[1], &time_as_it_is);
	const double alone = time_of_launch(&rates, &launches[2], &time_as_it_is).us;
	const struct time_form even = {.even = true, .branches_as_they_are = true};
	assert_true(one.us > 50 * none);
	assert_int_equal(one.bound_by, TIME_LATENCY);
	expect_double(one.us, alone, 0.25 * alone);
	assert_true(time_of_launch(&rates, &launches[1], &even).us < 10 * none);
	expect_double(site_at(&launches[1], 2, SITE_LOAD)->uneven.of_launch, 4096, 1);
	evaluation_free(&e);
}

/* A status word does not slow a launch. */
static void
host_memory_takes_its_own_time(void **state)
{
	(void)state;
	const struct rates rates = shipped_rates();
	struct evaluation e;
	evaluate(
		&e,
		"__global__ void k(float *o, const float *a) { int i = blockIdx.x * blockDim.x + threadIdx.x; o[i] = a[i]; }\n"
		"__global__ void said(float *o, int *done) { o[threadIdx.x] = 1; if (threadIdx.x == 0) *done = 1; }\n"
		"int main() { float *d, *h, *r = (float *)malloc(1 << 22); int *done; cudaMalloc(&d, 1 << 22); cudaHostAlloc(&h, 1 << 22, 0);\n"
		"  cudaHostRegister(r, 1 << 22, 0); cudaMallocHost(&done, 4);\n"
		"  k<<<4096, 256>>>(d, d); k<<<4096, 256>>>(d, h); k<<<4096, 256>>>(r, d); said<<<1, 256>>>(d, done); }\n",
		NULL);
	const struct launch *launches = e.facts.kernels[0].launches;
	assert_true(time_of_launch(&rates, &launches[0], &time_as_it_is).by[TIME_LINK] == 0);
	for (size_t i = 1; i < 3; i++) {
		const struct launch_time time = time_of_launch(&rates, &launches[i], &time_as_it_is);
		assert_int_equal(time.bound_by, TIME_LINK);
		/* 4 MiB: 89.0 to read and 84.6 to write, on an H200. */
		expect_double(time.us, i == 1 ? 89.0 : 84.6, 0.1 * time.us);
		assert_true(launches[i].data.inputs[i - 1 ? 0 : 1].is_host_memory);
	}
	assert_true(time_of_launch(&rates, &e.facts.kernels[1].launches[0], &time_as_it_is).us < 5);
	evaluation_free(&e);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rates_are_of_a_profile),
		cmocka_unit_test(doubts_keep_times_back),
		cmocka_unit_test(printing_takes_its_own_time),
		cmocka_unit_test(host_memory_by_pattern),
		cmocka_unit_test(doubles_are_added_two_at_a_time),
		cmocka_unit_test(blocks_of_a_last_wave),
		cmocka_unit_test(longest_block),
		cmocka_unit_test(host_memory_takes_its_own_time),
		cmocka_unit_test(one_warp_waits_for_all_its_loads),
		cmocka_unit_test(packed_requests),
		cmocka_unit_test(copies_take_their_time),
		cmocka_unit_test(words_of_iterations),
		cmocka_unit_test(what_l2_keeps),
		cmocka_unit_test(columns_are_found_again),
		cmocka_unit_test(stores),
		cmocka_unit_test(stores_go_on_with_sectors),
		cmocka_unit_test(stores_of_members),
		cmocka_unit_test(stores_that_begin_anew),
		cmocka_unit_test(shared_sectors),
		cmocka_unit_test(walks_in_windows),
		cmocka_unit_test(blocks_share_sectors),
		cmocka_unit_test(accesses_that_share_sectors),
		cmocka_unit_test(loads_wait_for_stores_before_them),
		cmocka_unit_test(stores_part_the_loads_of_an_iteration),
		cmocka_unit_test(atomics_have_their_pace),
		cmocka_unit_test(sectors_that_are_written_part_by_part),
		cmocka_unit_test(short_launches_begin_with_a_wait),
		cmocka_unit_test(few_blocks_have_l1_to_themselves),
		cmocka_unit_test(shapes_take_their_time),
		cmocka_unit_test(few_warps_take_their_time),
		cmocka_unit_test(warps_that_take_turns),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
