#include "eval/grid/plan_terms.h"

#include <math.h>

/* From -1 to 1 over the grid. */
static double
coordinate(const struct term_maker *maker, int d, double at)
{
	return maker->grid_last[d] ? 2 * at / maker->grid_last[d] - 1 : 0;
}

static void
multiply_out(struct terms *t)
{
	const double x = t->of[TERM_X], y = t->of[TERM_Y], z = t->of[TERM_Z];
	t->of[TERM_XX] = x * x;
	t->of[TERM_XY] = x * y;
	t->of[TERM_YY] = y * y;
	t->of[TERM_ZX] = z * x;
	t->of[TERM_ZY] = z * y;
}

struct terms
terms_at(const struct term_maker *maker, const uint32_t at[3])
{
	struct terms t = {.of = {[TERM_ONE] = 1}};
	const struct mean_rounds rounds = guard_rounds_at(maker->rounds, at);
	for (int d = 0; d < 3; d++) {
		t.of[TERM_X + d] = coordinate(maker, d, at[d]);
		t.of[TERM_ODD_X + d] = at[d] % 2;
	}
	multiply_out(&t);
	for (int i = 0; i < MOST_COUNTED_LOOPS; i++) {
		t.of[TERM_ROUNDS + i] = rounds.of_warps[i];
		t.of[TERM_LANES + i] = rounds.of_lanes[i];
		t.of[TERM_SQUARES + i] = rounds.of_warps[i] * rounds.of_warps[i];
	}
	return t;
}

struct terms
terms_of_box(const struct term_maker *maker, const struct guard_box *box)
{
	const double blocks = block_kinds_box_blocks(box);
	struct terms t = {.of = {[TERM_ONE] = 1}};
	double square[3];
	for (int d = 0; d < 3; d++) {
		const double count = (double)box->last[d] - box->first[d] + 1, step = maker->grid_last[d] ? 2.0 / maker->grid_last[d] : 0;
		const double mean = coordinate(maker, d, ((double)box->first[d] + box->last[d]) / 2);
		t.of[TERM_X + d] = mean;
		t.of[TERM_ODD_X + d] = (floor(((double)box->last[d] + 1) / 2) - floor((double)box->first[d] / 2)) / count;
		square[d] = mean * mean + step * step * (count * count - 1) / 12;
	}
	multiply_out(&t);
	t.of[TERM_XX] = square[0];
	t.of[TERM_YY] = square[1];
	for (int i = 0; i < TERMS; i++)
		t.of[i] *= blocks;
	return t;
}

void
terms_add(struct terms *sum, const struct terms *t, double times)
{
	for (int i = 0; i < TERMS; i++)
		sum->of[i] += times * t->of[i];
}

double
terms_rounds(const struct terms *t)
{
	double rounds = 0;
	for (int i = 0; i < MOST_COUNTED_LOOPS; i++)
		rounds += t->of[TERM_ROUNDS + i];
	return rounds;
}
