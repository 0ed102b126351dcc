/* The steps of a loop's variables. */
#include <math.h>
#include <string.h>

#include "eval/loop/sampler.h"

void
sampler_each_changed(struct machine *m, uint32_t clock, variable_visitor visit, void *context)
{
	for (uint32_t i = 0; i < m->frame->func->slot_count; i++) {
		struct variable *v = &m->frame->slots[i].variable;
		if (v->lane && v->stamp > clock && v->born <= clock)
			visit(m, v, context);
	}
	for (size_t i = 0; i < m->memory->private_count; i++) {
		struct object *object = m->memory->privates[i];
		if (object->born > clock)
			continue;
		for (size_t c = 0; c < object->cell_count; c++) {
			struct variable *v = object->cells[c].variable;
			if (v->stamp > clock)
				visit(m, v, context);
		}
	}
}

static void
take_snapshot(struct machine *m, struct snapshot *s, const struct variable *v)
{
	const unsigned count = v->uniform ? 1 : m->lanes;
	s->defined = v->defined;
	s->uniform = v->uniform;
	s->real = v->real;
	s->symbols = v->has_symbols;
	s->lane = arena_alloc_raw(&m->snapshots, count * sizeof *s->lane);
	memcpy(s->lane, v->lane, count * sizeof *s->lane);
	s->symbol = NULL;
	if (v->has_symbols) {
		s->symbol = arena_alloc_raw(&m->snapshots, count * sizeof *s->symbol);
		memcpy(s->symbol, v->symbol, count * sizeof *s->symbol);
	}
}

static void
watch(struct machine *m, struct variable *v, void *context)
{
	struct sampler *sampler = context;
	struct watched *w = sampler_watched(sampler, v);
	if (!w && variable_is_lost(m, v))
		return;
	if (!w) {
		if (sampler->watched_count >= MOST_WATCHED) {
			sampler->state = SAMPLING_OFF;
			return;
		}
		w = &sampler->watched[sampler->watched_count++];
		*w = (struct watched){.variable = v, .since = sampler->iterations + sampler->left_out};
	}
	if (w->taken < MOST_SNAPSHOTS)
		take_snapshot(m, &w->ring[w->taken++], v);
}

void
sampler_watch(struct machine *m, struct sampler *sampler)
{
	sampler_each_changed(m, sampler->begun, watch, sampler);
}

static int64_t
lane_of(const struct snapshot *s, unsigned i)
{
	return s->lane[s->uniform ? 0 : i].integer;
}

static symbol_id
symbol_of(const struct snapshot *s, unsigned i)
{
	return s->symbol ? s->symbol[s->uniform ? 0 : i] : 0;
}

/* Whether adding many steps at once gives the same number as adding them one by one. */
static bool
sums_exactly(double number, double step)
{
	return step == 0 || (number == rint(number) && step == rint(step));
}

/* Whether c - b and b - a are equal in all active lanes; then stores the step. */
static bool
constant_step(struct machine *m, struct watched *w, const struct snapshot *a, const struct snapshot *b,
              const struct snapshot *c, const struct mask *lanes)
{
	if (!a->defined || !b->defined || !c->defined || a->real != b->real || b->real != c->real)
		return false;
	const bool uniform = a->uniform && b->uniform && c->uniform;
	w->step_uniform = uniform;
	w->step = arena_alloc(&m->snapshots, (uniform ? 1 : m->lanes) * sizeof *w->step);
	for (unsigned i = 0; i < (uniform ? 1 : m->lanes); i++) {
		if (!uniform && !mask_has(lanes, i))
			continue;
		const symbol_id s = symbol_of(a, i);
		if (symbol_of(b, i) != s || symbol_of(c, i) != s || (s && symbol_varies(m->symbols, s)))
			return false;
		if (a->real) {
			const double x = a->lane[a->uniform ? 0 : i].real, y = b->lane[b->uniform ? 0 : i].real,
				     z = c->lane[c->uniform ? 0 : i].real;
			if (!s && (y - x != z - y || !sums_exactly(x, y - x)))
				return false;
			w->step[i].real = s ? 0 : y - x;
		} else {
			w->step[i].integer = (int64_t)((uint64_t)lane_of(b, i) - (uint64_t)lane_of(a, i));
			if ((int64_t)((uint64_t)lane_of(c, i) - (uint64_t)lane_of(b, i)) != w->step[i].integer)
				return false;
		}
	}
	return true;
}

bool
sampler_find_steps(struct machine *m, struct sampler *sampler, unsigned period)
{
	bool all = true;
	for (size_t i = 0; i < sampler->watched_count; i++) {
		struct watched *w = &sampler->watched[i];
		const unsigned last = w->taken - 1;
		if (w->taken < 2 * period + 1) {
			w->affine = false;
			continue;
		}
		const struct snapshot *c = &w->ring[last];
		w->affine =
			constant_step(m, w, &w->ring[last - 2 * period], &w->ring[last - period], c, &sampler->lanes);
		if (!w->affine && !c->real && !c->symbols)
			all = false;
	}
	return all;
}

void
sampler_shift(struct machine *m, struct sampler *sampler, int64_t periods)
{
	for (size_t i = 0; i < sampler->watched_count; i++) {
		struct watched *w = &sampler->watched[i];
		struct variable *v = w->variable;
		if (!w->affine || !v->lane)
			continue;
		if (v->uniform && !w->step_uniform) {
			for (unsigned l = 1; l < m->lanes; l++)
				v->lane[l] = v->lane[0];
			for (unsigned l = 1; v->has_symbols && l < m->lanes; l++)
				v->symbol[l] = v->symbol[0];
			v->uniform = false;
		}
		const unsigned count = v->uniform ? 1 : m->lanes;
		for (unsigned l = 0; l < count; l++) {
			const union lane step = w->step[w->step_uniform ? 0 : l];
			if (!v->uniform && !mask_has(&sampler->lanes, l))
				continue;
			if (!v->real)
				v->lane[l].integer = (int64_t)((uint64_t)v->lane[l].integer +
				                               (uint64_t)step.integer * (uint64_t)periods);
			else if (step.real != 0) /* a zero keeps its sign */
				v->lane[l].real += step.real * (double)periods;
		}
	}
}

void
sampler_note_window(struct machine *m, struct sampler *sampler)
{
	for (size_t i = 0; i < sampler->watched_count; i++)
		if (sampler->watched[i].affine)
			take_snapshot(m, &sampler->watched[i].at_window, sampler->watched[i].variable);
}

void
sampler_check_steps(struct machine *m, struct sampler *sampler)
{
	const int64_t periods = (int64_t)sampler->in_window;
	for (size_t i = 0; i < sampler->watched_count; i++) {
		struct watched *w = &sampler->watched[i];
		const struct variable *v = w->variable;
		if (!w->affine)
			continue;
		const bool uniform = v->uniform && w->at_window.uniform;
		for (unsigned l = 0; w->affine && l < (uniform ? 1 : m->lanes); l++) {
			if (!uniform && !mask_has(&sampler->lanes, l))
				continue;
			const union lane now = v->lane[v->uniform ? 0 : l],
					 then = w->at_window.lane[w->at_window.uniform ? 0 : l];
			const union lane step = w->step[w->step_uniform ? 0 : l];
			const symbol_id symbol = v->has_symbols ? v->symbol[v->uniform ? 0 : l] : 0;
			if (symbol != symbol_of(&w->at_window, l))
				w->affine = false;
			else if (!v->real && now.integer != (int64_t)((uint64_t)then.integer +
			                                              (uint64_t)step.integer * (uint64_t)periods))
				w->affine = false;
		}
	}
}

struct watched *
sampler_watched(const struct sampler *sampler, const struct variable *v)
{
	for (size_t i = 0; i < sampler->watched_count; i++)
		if (sampler->watched[i].variable == v)
			return &sampler->watched[i];
	return NULL;
}
