/* Accesses on the sides of branches, and what is left of them where whole warps go each way. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>

#include "model/time.h"
#include "model/time_sides.h"
#include "evaluate.h"
#include "shipped_rates.h"

enum { BLOCKS = 1 << 14 };

static const struct site *
find(const struct launch *launch, unsigned line, enum site_kind kind)
{
	for (size_t i = 0; i < launch->site_count; i++)
		if (launch->sites[i].place.line == line && launch->sites[i].kind == kind)
			return &launch->sites[i];
	fail_msg("nothing at line %u", line);
	return NULL;
}

/* Of the access at the line, on the sides of the branch at that line. */
static const struct site_on_side *
on_side(const struct launch *launch, unsigned line, enum site_kind kind, unsigned branch_line)
{
	const struct site *site = find(launch, line, kind), *branch = find(launch, branch_line, SITE_BRANCH);
	for (size_t i = 0; i < site->on_side_count; i++)
		if (site->on_sides[i].branch == branch)
			return &site->on_sides[i];
	fail_msg("line %u is on no side of line %u", line, branch_line);
	return NULL;
}

static void
expect_near(double is, double wanted)
{
	if (!(fabs(is - wanted) <= 0.01))
		fail_msg("%g is not %g", is, wanted);
}

static void
lanes_of_whole_warps_touch_what_lies_between(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e, "__global__ void k(const float *a, float *o, const int *x)\n"
	             "{ int t = threadIdx.x, i = blockIdx.x * 64 + t;\n"
	             "  if (t & 1)\n"
	             "    o[i] = 1;\n"
	             "  if (t % 32 < 16)\n"
	             "    o[i] = 2;\n"
	             "  if (t % 4 == 0)\n"
	             "    o[8 * i] = 3;\n"
	             "  if (t == 0)\n"
	             "    o[blockIdx.x] = 4;\n"
	             "  if (t % 2)\n"
	             "    o[x[i]] = 5;\n"
	             "  if (t < 1000)\n"
	             "    o[i] = 6; }\n"
	             "int main() { float *a, *o; int *x; cudaMalloc(&a, 1 << 28); cudaMalloc(&o, 1 << 28); cudaMalloc(&x, 1 << 24);\n"
	             "  k<<<16384, 64>>>(a, o, x); }\n", NULL);
	const struct launch *launch = &e.facts.kernels[0].launches[0];
	static const struct {
		unsigned line;
		double requests, cost, filled;
	} wanted[] = {{4, 0.5, 0.5, 1}, {6, 0.5, 1, 1}, {8, 0.25, 1, 0}, {10, 1.0 / 32, 1.0 / 32, 1}};
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		const struct site_on_side *on = on_side(launch, wanted[i].line, SITE_STORE, wanted[i].line - 1);
		expect_near(on->requests, wanted[i].requests);
		expect_near(on->cost, wanted[i].cost);
		if (i < 3)
			expect_near(on->filled, wanted[i].filled);
	}
	/* Where data leads lanes they touch as much as they do now. */
	expect_near(on_side(launch, 12, SITE_STORE, 11)->cost, 1);
	expect_near(on_side(launch, 12, SITE_LOAD, 11)->cost, 0.5);
	/* No warp parts. */
	assert_int_equal(find(launch, 14, SITE_STORE)->on_side_count, 0);
	evaluation_free(&e);
}

static void
nested_sides_and_ladders_are_told_of_each_branch(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e, "__device__ void put(float *o, int i)\n"
	             "{ o[i] = 1; }\n"
	             "__global__ void k(float *o)\n"
	             "{ int t = threadIdx.x, i = blockIdx.x * 64 + t;\n"
	             "  if (t & 1)\n"
	             "    if (t & 2)\n"
	             "      put(o, i);\n"
	             "  if (t % 4 == 0)\n"
	             "    o[i] = 2;\n"
	             "  else if (t % 4 == 1)\n"
	             "    o[i] = 3;\n"
	             "  switch (t % 4) {\n"
	             "  case 0: break;\n"
	             "  case 1: case 2:\n"
	             "    o[i] = 4; break;\n"
	             "  default:\n"
	             "    o[i] = 5; }\n"
	             "  for (int j = t % 4; j < 4; j++)\n"
	             "    o[i + j * 65536] = 6; }\n"
	             "int main() { float *o; cudaMalloc(&o, 1 << 28); k<<<16384, 64>>>(o); }\n", NULL);
	const struct launch *launch = &e.facts.kernels[0].launches[0];
	expect_near(on_side(launch, 2, SITE_STORE, 5)->requests, 0.5);
	expect_near(on_side(launch, 2, SITE_STORE, 6)->requests, 0.5);
	expect_near(on_side(launch, 9, SITE_STORE, 8)->requests, 0.25);
	/* All of a ladder's paths part at its first condition. */
	expect_near(on_side(launch, 11, SITE_STORE, 8)->requests, 0.25);
	assert_true(on_side(launch, 11, SITE_STORE, 8)->sides != on_side(launch, 9, SITE_STORE, 8)->sides);
	expect_near(on_side(launch, 11, SITE_STORE, 10)->requests, 1.0 / 3);
	expect_near(on_side(launch, 15, SITE_STORE, 12)->requests, 0.5);
	expect_near(on_side(launch, 17, SITE_STORE, 12)->requests, 0.25);
	/* Of those that enter a loop a quarter go round once, a quarter twice, … */
	expect_near(on_side(launch, 19, SITE_STORE, 18)->requests, (4 + 3 + 2 + 1) / 16.0);
	evaluation_free(&e);
}

/* The first kernel's time over what it takes with whole warps on each side of the branch in that line. */
static double
ratio_of(const char *source, unsigned branch_line)
{
	char program[2048];
	struct evaluation e;
	snprintf(program, sizeof program,
	         "__global__ void k(const float *a, const float *b, float *o)\n{ int t = threadIdx.x, i = blockIdx.x * 256 + t;\n%s }\n"
	         "int main() { float *a, *b, *o; cudaMalloc(&a, 1 << 28); cudaMalloc(&b, 1 << 28); cudaMalloc(&o, 1 << 28);\n"
	         "  k<<<%d, 256>>>(a, b, o); }\n", source, 8 * BLOCKS);
	evaluate(&e, program, NULL);
	const struct launch *launch = &e.facts.kernels[0].launches[0];
	const struct rates rates = shipped_rates();
	struct time_form ideal = {.whole_at = find(launch, branch_line, SITE_BRANCH)};
	/* Of what a warp does on both sides, one after the other, half is left. */
	work_add(&ideal.saved, &ideal.whole_at->side_work, 0.5);
	const double ratio = time_ratio(&rates, launch, &time_as_it_is, &ideal).estimate;
	evaluation_free(&e);
	return ratio;
}

static void
whole_warps_save_memory_what_nobody_wants_then(void **state)
{
	(void)state;
	/* Of two arrays half each; of one array all, in two halves; of strides as much as ever. */
	assert_true(ratio_of("if (t & 1) o[i] = a[i] * 2; else o[i] = b[i] * 3;", 3) > 1.3);
	assert_true(ratio_of("if (t & 1) o[i] = a[i] * 2; else o[i] = a[i] * 3;", 3) < 1.1);
	assert_true(ratio_of("if (t & 1) o[8 * i] = a[8 * i] * 2; else o[8 * i] = b[8 * i] * 3;", 3) < 1.05);
	/* What is loaded behind the branch as well has to come. */
	assert_true(ratio_of("float x = 0; if (t & 1) x = a[i] * b[i]; o[i] = x + a[i] + b[i];", 3) < 1.1);
}

/* Two members of records of which every other is written: the second store goes along with the first, in whole warps as well. */
static void
whole_warps_merge_as_many_stores(void **state)
{
	(void)state;
	struct evaluation e;
	evaluate(&e, "struct pair { float x, y; };\n"
	             "__global__ void k(pair *a)\n"
	             "{ int i = blockIdx.x * 256 + threadIdx.x;\n"
	             "  if (threadIdx.x & 1) {\n"
	             "    a[i].x = 1;\n"
	             "    a[i].y = 2; } }\n"
	             "int main() { pair *a; cudaMalloc(&a, 1 << 28); k<<<4096, 256>>>(a); }\n", NULL);
	const struct launch *launch = first_launch(&e);
	const struct site *second = find(launch, 6, SITE_STORE);
	struct demand *whole = time_whole_demands(launch, find(launch, 4, SITE_BRANCH));
	assert_true(second->demand.merged_lines > 0);
	expect_near(whole[second - launch->sites].merged_lines / second->demand.merged_lines, on_side(launch, 6, SITE_STORE, 4)->lines);
	expect_near(on_side(launch, 6, SITE_STORE, 4)->lines, 0.5);
	free(whole);
	evaluation_free(&e);
}

/* The time that the latency of the first kernel makes. */
static double
latency_of(const char *sides)
{
	char program[1024];
	struct evaluation e;
	snprintf(program, sizeof program,
	         "__global__ void k(const float *a, const float *b, float *o)\n{ int t = threadIdx.x, i = blockIdx.x * 256 + t; %s }\n"
	         "int main() { float *a, *b, *o; cudaMalloc(&a, 1 << 28); cudaMalloc(&b, 1 << 28); cudaMalloc(&o, 1 << 28);\n"
	         "  k<<<%d, 256>>>(a, b, o); }\n", sides, BLOCKS);
	evaluate(&e, program, NULL);
	const struct rates rates = shipped_rates();
	const double us = time_of_launch(&rates, &e.facts.kernels[0].launches[0], &time_as_it_is).by[TIME_LATENCY];
	evaluation_free(&e);
	return us;
}

static void
sides_wait_one_after_the_other(void **state)
{
	(void)state;
	const double both = latency_of("if (t & 1) o[i] = a[i] * 2; else o[i] = b[i] * 3;");
	const double at_once = latency_of("float x = a[i], y = b[i]; if (t & 1) o[i] = x * 2; else o[i] = y * 3;");
	const double by_warp = latency_of("if (t & 32) o[i] = a[i] * 2; else o[i] = b[i] * 3;");
	const double three = latency_of("int r = t % 3; if (r == 0) o[i] = a[i]; else if (r == 1) o[i] = b[i]; else o[i] = a[i + 1024];");
	const double chosen = latency_of("float x; if (t & 1) x = a[i]; else x = b[i]; o[i] = x;");
	assert_true(both > 1.4 * at_once && three > 1.3 * both);
	assert_true(by_warp < 1.1 * at_once && chosen < 1.1 * at_once);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lanes_of_whole_warps_touch_what_lies_between),
		cmocka_unit_test(nested_sides_and_ladders_are_told_of_each_branch),
		cmocka_unit_test(sides_wait_one_after_the_other),
		cmocka_unit_test(whole_warps_save_memory_what_nobody_wants_then),
		cmocka_unit_test(whole_warps_merge_as_many_stores),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
