#include "eval/loop/divergent_exits.h"

enum {
	SAMPLED_ITERATIONS = 20, /* iterations */
	/* one of this many iterations runs; with fewer skipped, sampling would not justify its assumptions */
	LEAST_DISTANCE = 4,
};

struct divergent_exits *
divergent_exits_find(struct machine *m, struct sampler *sampler)
{
	struct divergent_exits *falling = arena_new(&m->snapshots, struct divergent_exits);
	falling->left = arena_new_array(&m->snapshots, uint64_t, m->lanes);
	if (!loop_lane_trips(m, sampler, falling->left))
		return NULL;
	for (unsigned l = 0; l < m->lanes; l++)
		if (mask_has(&m->active.may, l) && falling->left[l] > falling->most)
			falling->most = falling->left[l];
	return falling;
}

struct samples
divergent_exits_iterations(struct machine *m, const struct divergent_exits *falling)
{
	const uint64_t most = falling->most / LEAST_DISTANCE;
	return samples_spread(&m->snapshots, falling->most,
	                      most < SAMPLED_ITERATIONS ? (unsigned)most : SAMPLED_ITERATIONS, 1, ENDS_NONE);
}

static union lane
moved(const struct watched *w, const struct variable *v, unsigned lane, uint64_t iterations)
{
	const union lane step = w->step[w->step_uniform ? 0 : lane];
	union lane number = v->lane[v->uniform ? 0 : lane];
	if (v->real)
		number.real += step.real * (double)iterations;
	else
		number.integer = (int64_t)((uint64_t)number.integer + (uint64_t)step.integer * iterations);
	return number;
}

static bool
stands_still(const struct watched *w, const struct mask *lanes, unsigned count)
{
	for (unsigned l = 0; l < count; l++)
		if (mask_has(lanes, l) && w->step[w->step_uniform ? 0 : l].integer)
			return false;
	return true;
}

void
divergent_exits_shift(struct machine *m, const struct sampler *sampler, uint64_t iterations)
{
	struct divergent_exits *falling = sampler->falling;
	union lane *lanes = arena_new_array(&m->scratch, union lane, m->lanes);
	for (size_t i = 0; i < sampler->watched_count; i++) {
		const struct watched *w = &sampler->watched[i];
		struct variable *v = w->variable;
		if (!w->affine || !v->lane || stands_still(w, &m->active.may, m->lanes))
			continue;
		symbol_id *symbols = v->has_symbols ? arena_new_array(&m->scratch, symbol_id, m->lanes) : NULL;
		for (unsigned l = 0; l < m->lanes; l++) {
			const bool moves = mask_has(&m->active.may, l);
			lanes[l] = moved(w, v, l,
			                 !moves                          ? 0
			                 : falling->left[l] < iterations ? falling->left[l]
			                                                 : iterations);
			if (symbols)
				symbols[l] = v->symbol[v->uniform ? 0 : l];
		}
		variable_write(m, v, value_of_lanes(m, lanes, symbols, v->real));
	}
	for (unsigned l = 0; l < m->lanes; l++) {
		if (!mask_has(&m->active.may, l))
			continue;
		if (falling->left[l] < iterations)
			mask_set(&falling->fallen, l);
		else
			falling->left[l] -= iterations;
	}
}

void
divergent_exits_count(const struct machine *m, struct divergent_exits *falling)
{
	for (unsigned l = 0; l < m->lanes; l++)
		if (mask_has(&m->active.may, l) && falling->left[l])
			falling->left[l]--;
}

struct mask
divergent_exits_take(struct divergent_exits *falling)
{
	const struct mask fallen = falling->fallen;
	falling->fallen = mask_none();
	return fallen;
}
