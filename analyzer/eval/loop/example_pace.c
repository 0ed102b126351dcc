#include "eval/loop/example_pace.h"

#include <math.h>

#include "data/example.h"
#include "eval/loop/falling_lanes.h"
#include "eval/loop/told_rounds.h"

bool
example_pace_keeps(const struct machine *m, const struct variable *v)
{
	return m->by_example && (v->real || !v->has_symbols);
}

static int64_t
number_of(const struct snapshot *s, unsigned lane)
{
	return s->lane[s->uniform ? 0 : lane].integer;
}

/* Whether the lane's number has never gone back where it has once gone on. */
static bool
goes_one_way(const struct watched *w, unsigned lane)
{
	bool up = false, down = false;
	for (unsigned i = 1; i < w->taken; i++) {
		const int64_t before = number_of(&w->ring[i - 1], lane), now = number_of(&w->ring[i], lane);
		up |= now > before;
		down |= now < before;
	}
	return !(up && down);
}

static bool
is_followed(struct machine *m, const struct sampler *sampler, const struct watched *w)
{
	const struct variable *v = w->variable;
	if (w->affine || !v->lane || v->real || v->has_symbols || w->taken < 2 || told_rounds_has(m, sampler, v))
		return false;
	for (unsigned i = 0; i < w->taken; i++)
		if (!w->ring[i].defined || w->ring[i].real || w->ring[i].symbols)
			return false;
	for (unsigned l = 0; l < m->lanes; l++)
		if (mask_has(&m->active.may, l) && !goes_one_way(w, l))
			return false;
	return true;
}

/* A number that would leave the type stays where it is. */
static int64_t
moved(const struct watched *w, unsigned lane, double rounds_so_far, double rounds)
{
	const struct variable *v = w->variable;
	const int64_t first = number_of(&w->ring[0], lane), now = v->lane[v->uniform ? 0 : lane].integer;
	const double number = (double)now + rint(((double)now - (double)first) / rounds_so_far * rounds);
	return number > INT32_MIN && number < INT32_MAX ? (int64_t)number : now;
}

/* What has been stored so far is an example of what iterations that are left out store. */
static void
keep_stored(struct machine *m, uint32_t clock)
{
	for (struct object *object = m->memory->newest_stored; object && object->stamp > clock; object = object->stored_before)
		if (!object->examples && !memory_is_blank(object))
			examples_take(m->memory, m->symbols, object);
}

void
example_pace_follow(struct machine *m, const struct sampler *sampler, uint64_t iterations)
{
	if (!m->by_example)
		return;
	keep_stored(m, sampler->begun);
	const struct arena_mark mark = arena_mark(&m->scratch);
	union lane *lanes = arena_new_array(&m->scratch, union lane, m->lanes);
	for (size_t i = 0; i < sampler->watched_count; i++) {
		const struct watched *w = &sampler->watched[i];
		struct variable *v = w->variable;
		const uint64_t so_far = sampler->iterations + sampler->left_out - w->since;
		if (!so_far || !is_followed(m, sampler, w))
			continue;
		for (unsigned l = 0; l < m->lanes; l++) {
			const uint64_t left = sampler->falling ? sampler->falling->left[l] : iterations;
			lanes[l] = v->lane[v->uniform ? 0 : l];
			if (mask_has(&m->active.may, l))
				lanes[l].integer = moved(w, l, (double)so_far, (double)(left < iterations ? left : iterations));
		}
		variable_write(m, v, value_of_lanes(m, lanes, NULL, false));
	}
	arena_release(&m->scratch, mark);
}
