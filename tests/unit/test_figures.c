/* A request's figures must not depend on earlier requests. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/figures.h"
#include "model/summary.h"

/* A request of known addresses: lane l at start + l * step, beginning again every `turn` lanes. */
static struct request
request_at(enum site_space space, uint64_t start, int64_t step, unsigned turn, uint32_t active)
{
	struct request r = {.active = active, .width = 4, .kind = SITE_LOAD, .space = space, .groups = 1};
	for (unsigned l = 0; l < WARP_LANES; l++)
		r.address[l] = start + (uint64_t)(step * (int64_t)(l % turn));
	return r;
}

static void
assert_same_figures(const struct request_figures *a, const struct request_figures *b)
{
	assert_true(a->cost.cost == b->cost.cost && a->cost.ideal == b->cost.ideal && a->gap_cost == b->gap_cost);
	assert_int_equal(a->pattern, b->pattern);
	assert_int_equal(a->step, b->step);
	assert_int_equal(a->uneven, b->uneven);
	assert_int_equal(a->ends.lowest, b->ends.lowest);
	assert_int_equal(a->ends.highest, b->ends.highest);
	assert_int_equal(a->ends.off, b->ends.off);
}

static void
assert_reported_alike(const struct request *r, struct known_figures *last)
{
	struct known_figures nothing = {0};
	assert_same_figures(request_figures_of(r, last), request_figures_of(r, &nothing));
}

static void
what_came_before_changes_nothing(void **state)
{
	(void)state;
	static const uint64_t starts[] = {32768, 33792, 33796, 65536, 65552};
	static const int64_t steps[] = {4, 8, -4, 128, 0};
	static const uint32_t masks[] = {UINT32_MAX, 0xffff, 0x80000001};
	struct known_figures last = {0};
	for (enum site_space space = SPACE_GLOBAL; space <= SPACE_CONSTANT; space++)
		for (size_t m = 0; m < sizeof masks / sizeof *masks; m++)
			for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
				for (unsigned turn = 8; turn <= WARP_LANES; turn *= 2)
					for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
						const struct request r =
							request_at(space, starts[i], steps[s], turn, masks[m]);
						assert_reported_alike(&r, &last);
					}
}

static void
lanes_that_are_off_do_not_matter(void **state)
{
	(void)state;
	struct known_figures last = {0};
	struct request r = request_at(SPACE_GLOBAL, 4096, 4, WARP_LANES, 0xff);
	assert_reported_alike(&r, &last);
	for (unsigned l = 0; l < WARP_LANES; l++)
		r.address[l] += l < 8 ? 128 : 1000 * l;
	assert_reported_alike(&r, &last);
	assert_int_equal(last.of.address[0], 4096); /* not counted again */
}

/* Blocks that represent others have weights with fractional sums, whose rounding errors are larger. */
static void
lanes_are_no_more_than_a_warp_has(void **state)
{
	(void)state;
	static const double sums[] = {1, 3 + 1e-10, 1e6 + 5e-4, 267282390.75, 267282391.25, 1e12 + 0.25};
	static const struct aggregator aggregator;
	struct summary summary = {.aggregator = &aggregator};
	for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) {
		const struct site_accumulator accumulator = {.kind = SITE_BRANCH,
		                                             .sums.requests = sums[i],
		                                             .sums.lanes = sums[i] * WARP_LANES,
		                                             .branch.divergent = sums[i]};
		struct site site = {.kind = SITE_BRANCH};
		summary_figures(&summary, &accumulator, &site);
		const struct figures *f = &site.predicted;
		assert_true(f->lanes / f->requests <= WARP_LANES && f->lanes / f->requests > WARP_LANES * (1 - 1e-9));
		assert_true(f->divergent <= f->requests);
		assert_true(f->requests == sums[i] || f->requests == round(sums[i]));
	}
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_came_before_changes_nothing),
		cmocka_unit_test(lanes_that_are_off_do_not_matter),
		cmocka_unit_test(lanes_are_no_more_than_a_warp_has),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
