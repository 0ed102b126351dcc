#include "eval/loop.h"

#include <math.h>

#include "code/doubt.h"
#include "code/effects.h"
#include "data/example.h"
#include "eval/falling_lanes.h"
#include "eval/journal.h"
#include "eval/launching_loop.h"
#include "eval/program.h"
#include "eval/replay.h"
#include "eval/round_kinds.h"
#include "eval/told_rounds.h"
#include "ir/walk.h"
#include "model/fold.h"

enum {
	WINDOW = 4,
	WINDOW_ALONE = 5,     /* with the three iterations before it the whole cycle that addresses go through in a sector */
	AFTER_WINDOWS = 2,    /* iterations that are left over, about */
	SHORTEST_SAMPLED = 24,
	MOST_SEGMENTS = 4,
	EVEN_SEGMENTS = 2,    /* where all iterations do alike, whose two windows see the whole cycle of addresses */
	WHOLE_SHARE = 2,      /* of what a loop may take, what one may that is too short for many windows: then it runs whole */
	UNROLLED_SHARE = 4,   /* of the steps that any loop runs whole in, what one does that leaves no loop */
	AFTER_CUT_SHARE = 8,  /* of the steps left, what a loop may take once one has taken more than it gets */
	MOST_MORE = 64,       /* periods beside the windows, */
	MORE_SHARE = 2,       /* and of what a loop may take */
	FALLING_SHARE = 8,    /* as often as any loop is run whole, is the end of one that lanes leave one after the other */
	SECTOR_CYCLE = 8,     /* four bytes a time, addresses take every place in a sector in turn */
};

static const struct assigned *
loop_assigned(struct machine *m, const struct ir_stmt *loop)
{
	struct loop_entry *entry = loop_entry(m, loop);
	if (!entry->assigned) {
		entry->assigned = arena_new(&m->pool, struct assigned);
		assigned_in(entry->assigned, loop);
	}
	return entry->assigned;
}

void
sampler_begin(struct machine *m, struct sampler *sampler, const struct ir_stmt *stmt)
{
	const uint64_t left = m->step_limit > m->steps ? m->step_limit - m->steps : 0;
	/* Behind a loop that took its part others are to leave more, so that all that follow are seen. */
	const uint64_t rest = m->on_device && m->cut_short ? left - left / AFTER_CUT_SHARE : left / REST_SHARE;
	*sampler = (struct sampler){.stmt = stmt, .mark = arena_mark(&m->snapshots), .begun = m->clock,
	                            .steps_at_start = m->steps, .steps_before = m->steps,
	                            .most_steps = left - rest,
	                            .runs_whole = m->on_device && m->program->options->runs_whole,
	                            .outer_weight = m->weight,
	                            .outer_extrapolating = m->extrapolating,
	                            .carried_before = m->reuse.carried,
	                            .outer_rounds_alike = m->rounds_alike,
	                            .outer_sampled_loop = m->sampled_loop};
}

/* What runs from here on stands for no other iterations of the loop. */
static void
stand_alone(struct machine *m, const struct sampler *sampler)
{
	m->weight = sampler->outer_weight;
	m->extrapolating = sampler->outer_extrapolating;
	m->rounds_alike = sampler->outer_rounds_alike;
	m->sampled_loop = sampler->outer_sampled_loop;
}

void
sampler_end(struct machine *m, struct sampler *sampler)
{
	stand_alone(m, sampler);
	arena_release(&m->snapshots, sampler->mark);
}

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
forget_common(struct machine *m, uint32_t clock, uint32_t reason)
{
	for (struct object *object = m->memory->newest_stored; object && object->stamp > clock; object = object->stored_before) {
		if (!memory_is_blank(object)) {
			journal_save_object(m, object);
			memory_forget(m->memory, object, reason);
		}
		if (!m->on_device && !replay_has_examples(m))
			examples_clear(object);
		object->reason = reason;
	}
}

struct forgetting {
	uint32_t reason;
};

static void
forget_variable(struct machine *m, struct variable *v, void *context)
{
	const struct forgetting *f = context;
	const struct ir_type type = {.kind = v->real ? IR_TYPE_FLOAT : IR_TYPE_INT, .size = 8, .is_signed = true};
	variable_write(m, v, value_unknown(m, &type, f->reason));
}

void
forget_since(struct machine *m, uint32_t clock, const struct mask *lanes, uint32_t reason)
{
	struct forgetting f = {reason};
	const struct active saved = m->active;
	m->active.may = *lanes;
	const struct arena_mark mark = arena_mark(&m->scratch);
	sampler_each_changed(m, clock, forget_variable, &f);
	arena_release(&m->scratch, mark);
	m->active = saved;
	forget_common(m, clock, reason);
}

void
loop_lose_draws(struct machine *m, const struct ir_stmt *loop)
{
	if (!m->on_device && stmt_draws(loop))
		generators_lose(&m->program->generators);
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
		*w = (struct watched){.variable = v};
	}
	if (w->taken < MOST_SNAPSHOTS)
		take_snapshot(m, &w->ring[w->taken++], v);
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

/* Whether so many steps at once come to what one after the other does. */
static bool
sums_exactly(double number, double step)
{
	return step == 0 || (number == rint(number) && step == rint(step));
}

/* Whether c - b and b - a are the same in all lanes that run; the step is then stored. */
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

/* Finds the steps for a period; true when every known integer moves by one. */
static bool
find_steps(struct machine *m, struct sampler *sampler, unsigned period)
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
		w->affine = constant_step(m, w, &w->ring[last - 2 * period], &w->ring[last - period], c, &sampler->lanes);
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
		if (v->name.kind == NAME_CONSTANT)
			v->name.number += (uint64_t)(w->step[0].integer * periods);
		const unsigned count = v->uniform ? 1 : m->lanes;
		for (unsigned l = 0; l < count; l++) {
			const union lane step = w->step[w->step_uniform ? 0 : l];
			if (!v->uniform && !mask_has(&sampler->lanes, l))
				continue;
			if (!v->real)
				v->lane[l].integer = (int64_t)((uint64_t)v->lane[l].integer + (uint64_t)step.integer * (uint64_t)periods);
			else if (step.real != 0)   /* a zero keeps its sign */
				v->lane[l].real += step.real * (double)periods;
		}
	}
}

/* The first period from there on at which a window may begin: in turns in the first and in the second half of the cycle that
 * addresses go through within a sector. */
static uint64_t
in_phase(uint64_t period, unsigned number)
{
	const uint64_t phase = number % 2 ? SECTOR_CYCLE / 2 : 0;
	return period + (SECTOR_CYCLE + phase - period % SECTOR_CYCLE) % SECTOR_CYCLE;
}

/* Windows of so many iterations, one in each of equal segments. */
static struct sampled_rounds
even_windows(struct machine *m, const struct sampler *sampler, uint64_t trips, unsigned segments, uint64_t window)
{
	const uint64_t segment = (trips - sampler->period) / segments / sampler->period, length = window / sampler->period;
	struct sampled_rounds rounds = {.items = arena_new_array(&m->snapshots, struct sampled_round, segments * length),
	                                .periods = segment * segments};
	for (unsigned s = 0; s < segments; s++) {
		const uint64_t from = in_phase(segment * s, s);
		for (uint64_t i = 0; i < length; i++)
			rounds.items[rounds.count++] = (struct sampled_round){from + i, (double)segment / (double)length};
	}
	return rounds;
}

/* The middle of a window, as a part of all periods: the first one begins where it must, the others lie about two thirds on. So
 * what grows evenly, or with the square, comes out right where these stand for three quarters (Radau's quadrature). */
static double
middle_of_window(unsigned number, unsigned count)
{
	static const double main = 2.0 / 3, apart = 1.0 / 6;
	return main + apart * (number - count / 2.0);
}

/* So that the mean of all places comes out right: the first so many are the first window. */
static void
weigh_windows(struct sampled_rounds *rounds, size_t length)
{
	const double all = (double)rounds->periods, first = (double)(length - 1) / 2, count = (double)(rounds->count - length);
	double later = 0;
	for (size_t i = length; i < rounds->count; i++)
		later += (double)rounds->items[i].at / count;
	const double others = all * ((all - 1) / 2 - first) / (later - first);
	for (size_t i = 0; i < rounds->count; i++)
		rounds->items[i].weight = i < length ? (all - others) / (double)length : others / count;
}

/* Whether something in the code may be done more often in one iteration than in another. */
static bool
may_grow(struct ir_node node)
{
	const struct ir_stmt *s = node.stmt;
	if (node.expr && node.expr->kind == IR_CALL)
		return true;
	if (s && (s->kind == IR_STMT_LOOP || s->kind == IR_STMT_IF || s->kind == IR_STMT_SWITCH))
		return true;
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (may_grow(part))
			return true;
	return false;
}

/* Of a loop whose iterations differ, it is not known how: as many windows, two at least, of the first and of later ones. */
static struct sampled_rounds
growing_windows(struct machine *m, const struct sampler *sampler, uint64_t trips, unsigned segments, uint64_t window)
{
	const unsigned windows = segments > 1 ? segments : 2;
	const uint64_t all = window / sampler->period, length = segments > 1 || all < 2 ? all : all / 2;
	struct sampled_rounds rounds = {.items = arena_new_array(&m->snapshots, struct sampled_round, windows * length),
	                                .periods = (trips - sampler->period) / sampler->period};
	uint64_t behind = 0;
	for (unsigned s = 0; s < windows; s++) {
		const double middle = s ? middle_of_window(s, windows) * (double)rounds.periods : 0;
		const double earliest = middle - (double)length / 2 - (SECTOR_CYCLE - 1);
		const uint64_t wanted = in_phase(earliest > 0 ? (uint64_t)earliest : 0, s), from = wanted > behind ? wanted : behind;
		for (behind = from; behind < from + length && behind < rounds.periods; behind++)
			rounds.items[rounds.count++] = (struct sampled_round){behind, 0};
	}
	weigh_windows(&rounds, length);
	return rounds;
}

/* One of each kind, which stands for all of it. */
static struct sampled_rounds
one_of_each(struct machine *m, const struct round_kinds *kinds)
{
	struct sampled_rounds rounds = {.items = arena_new_array(&m->snapshots, struct sampled_round, kinds->count),
	                                .count = kinds->count, .periods = kinds->periods};
	for (size_t i = 0; i < kinds->count; i++)
		rounds.items[i] = (struct sampled_round){kinds->items[i].first, (double)kinds->items[i].count};
	return rounds;
}

/* Of loops within each other that are sampled the outermost alone. */
static bool
is_compared(const struct machine *m, const struct sampler *sampler)
{
	return m->fold && !sampler->outer_sampled_loop;
}

static void
begin_round(struct machine *m, struct sampler *sampler)
{
	sampler->in_round = 0;
	m->weight = sampler->outer_weight * sampler->rounds.items[sampler->next].weight;
	if (is_compared(m, sampler))
		fold_begin_round(m->fold);
}

static void
begin_window(struct machine *m, struct sampler *sampler)
{
	begin_round(m, sampler);
	sampler->in_window = 0;
	sampler->window_began = m->clock;
	m->extrapolating = true;
	m->rounds_alike = sampler->outer_rounds_alike && sampler->kinds;
	m->sampled_loop = sampler->stmt;
	for (size_t i = 0; i < sampler->watched_count; i++)
		if (sampler->watched[i].affine)
			take_snapshot(m, &sampler->watched[i].at_window, sampler->watched[i].variable);
}

/* A variable that did not keep its step in the window does not have it. */
static void
check_steps(struct machine *m, struct sampler *sampler)
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
			const union lane now = v->lane[v->uniform ? 0 : l], then = w->at_window.lane[w->at_window.uniform ? 0 : l];
			const union lane step = w->step[w->step_uniform ? 0 : l];
			const symbol_id symbol = v->has_symbols ? v->symbol[v->uniform ? 0 : l] : 0;
			if (symbol != symbol_of(&w->at_window, l))
				w->affine = false;
			else if (!v->real && now.integer != (int64_t)((uint64_t)then.integer + (uint64_t)step.integer * (uint64_t)periods))
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

static bool
is_conditional(const struct sampler *sampler, const struct machine *m, const struct variable *v)
{
	const struct assigned *a = sampler->assigned;
	for (size_t i = 0; i < a->count; i++)
		if (a->conditional[i] && is_register(a->vars[i]) && &m->frame->slots[a->vars[i]->slot].variable == v)
			return true;
	return a->anything;
}

struct jump {
	struct sampler *sampler;
	uint32_t reason;
};

static void
lose_wild(struct machine *m, struct variable *v, void *context)
{
	const struct jump *jump = context;
	const struct watched *w = sampler_watched(jump->sampler, v);
	if ((w && w->affine && (jump->sampler->kinds || !is_conditional(jump->sampler, m, v))) ||
	    told_rounds_has(m, jump->sampler, v))
		return;
	const struct ir_type type = {.kind = v->real ? IR_TYPE_FLOAT : IR_TYPE_INT, .size = 8, .is_signed = true};
	variable_write(m, v, value_unknown(m, &type, jump->reason));
}

static void
forget_object(struct machine *m, struct object *object, uint32_t reason)
{
	access_forget(m, value_address(m, object, 0), UINT32_MAX, reason);
}

/* What a condition has kept from being assigned in the iterations that were run may be assigned in one that is not. */
static void
lose_conditional(struct machine *m, const struct sampler *sampler, uint32_t reason)
{
	const struct assigned *a = sampler->assigned;
	for (size_t i = 0; i < a->count; i++) {
		const struct ir_var *var = a->vars[i];
		if (!a->conditional[i] || a->declared[i] || var->storage == IR_STORAGE_SHARED_DYNAMIC)
			continue;
		if (!is_register(var)) {
			forget_object(m, object_of_variable(m, var), reason);
			continue;
		}
		struct variable *v = &m->frame->slots[var->slot].variable;
		if (v->defined && v->lane && !told_rounds_has(m, sampler, v))
			variable_write(m, v, value_unknown(m, var->type, reason));
	}
	for (size_t i = 0; i < a->pointer_count; i++) {
		const struct ir_var *var = a->pointers[i];
		if (!is_register(var))
			continue;
		struct variable *v = &m->frame->slots[var->slot].variable;
		if (v->defined && v->lane)
			access_forget(m, variable_read(m, v, var->type, var->loc, var->name), UINT32_MAX, reason);
	}
	if (!a->anything)
		return;
	for (uint32_t i = 0; i < m->frame->func->slot_count; i++)
		if (m->frame->slots[i].object)
			forget_object(m, m->frame->slots[i].object, reason);
}

static void
jump(struct machine *m, struct sampler *sampler, uint64_t iterations)
{
	struct jump jump = {sampler, machine_reason(m, REASON_LOOP, sampler->stmt->loc, "")};
	const struct arena_mark mark = arena_mark(&m->scratch);
	sampler_each_changed(m, sampler->begun, lose_wild, &jump);
	if (!sampler->kinds) {
		lose_conditional(m, sampler, jump.reason);
		forget_common(m, sampler->begun, jump.reason);
	}
	arena_release(&m->scratch, mark);
	loop_lose_draws(m, sampler->stmt);
	m->reuse.turns += iterations;
	/* What has just become unknown does not move. */
	for (size_t i = 0; i < sampler->watched_count && !sampler->kinds; i++)
		if (is_conditional(sampler, m, sampler->watched[i].variable))
			sampler->watched[i].affine = false;
	told_rounds_follow(m, sampler, iterations);
	if (sampler->falling)
		falling_lanes_shift(m, sampler, iterations);
	else
		sampler_shift(m, sampler, (int64_t)(iterations / sampler->period));
}

static void
end_sampling(struct machine *m, struct sampler *sampler)
{
	stand_alone(m, sampler);
	sampler->state = SAMPLING_TAIL;
}

static void
sample(struct machine *m, struct sampler *sampler, struct sampled_rounds rounds)
{
	sampler->rounds = rounds;
	sampler->next = 0;
	sampler->state = SAMPLING_ROUNDS;
	begin_window(m, sampler);
}

/* Rounds that are not run may do otherwise than those that are. */
static void
assume_rounds(struct machine *m, struct sampler *sampler)
{
	sampler->rounds_assumed = true;
	if (!m->program->rehearsing)
		program_tell_cut_loop(m->program, machine_reason(m, REASON_LOOP, sampler->stmt->loc, ""));
}

/* Of each kind one period is run. */
static void
sample_kinds(struct machine *m, struct sampler *sampler, uint64_t trips, uint64_t cost)
{
	struct round_kinds *kinds = round_kinds_find(m, sampler, trips / sampler->period - 1);
	if (!kinds || (kinds->count > 1 && !launching_loop_affords(m, sampler, kinds->count * sampler->period, cost))) {
		assume_rounds(m, sampler);
		/* One period, so that each launch stands for a whole number. */
		sample(m, sampler, even_windows(m, sampler, trips, 1, sampler->period));
		return;
	}
	sampler->kinds = kinds;
	sample(m, sampler, one_of_each(m, kinds));
}

/* Host code is run for what it leaves behind, not for what it costs: nothing but launches need sampling. */
static void
plan_on_host(struct machine *m, struct sampler *sampler, uint64_t trips, uint64_t cost)
{
	const bool launches = launching_loop(sampler);
	if (launches && launching_loop_affords(m, sampler, trips, cost))
		return;
	sampler->assigned = loop_assigned(m, sampler->stmt);
	if (!launches) {
		jump(m, sampler, (trips - 1) / sampler->period * sampler->period);
		sampler->state = SAMPLING_TAIL;
		return;
	}
	sample_kinds(m, sampler, trips, cost);
}

static unsigned
most_segments(const struct machine *m)
{
	return m->loop_depth <= 1 ? MOST_SEGMENTS : m->loop_depth == 2 ? 2 : 1;
}

/* An iteration, from here on: the first ones may cost more than those behind them. */
static uint64_t
cost_of_iteration(const struct machine *m, const struct sampler *sampler)
{
	const uint64_t count = sampler->iterations ? sampler->iterations : 1;
	return 1 + (m->on_device && sampler->period == 1 ? sampler->latest_steps : (m->steps - sampler->steps_at_start) / count);
}

/* How many iterations the loop may still run. */
static uint64_t
affordable_iterations(const struct machine *m, const struct sampler *sampler, uint64_t cost)
{
	const uint64_t taken = m->steps - sampler->steps_at_start;
	return taken < sampler->most_steps ? (sampler->most_steps - taken) / cost : 0;
}

static bool
has_room(const struct sampler *sampler, uint64_t trips, unsigned segments, uint64_t window)
{
	return trips / segments > window + (SECTOR_CYCLE + 1) * sampler->period;
}

/* As many as are wanted, or there is room for, or the steps that the loop may take are enough for; at least one. */
static unsigned
count_segments(const struct sampler *sampler, uint64_t trips, uint64_t affordable, uint64_t window, unsigned wanted)
{
	while (wanted > 1 && (wanted * window + AFTER_WINDOWS > affordable || !has_room(sampler, trips, wanted, window)))
		wanted--;
	return wanted;
}

/* How many periods may run beside the windows, to see how conditions come out. */
static size_t
most_more(const struct sampler *sampler, uint64_t affordable)
{
	const uint64_t most = affordable / MORE_SHARE / sampler->period;
	return most < MOST_MORE ? (size_t)most : MOST_MORE;
}

static void
plan(struct machine *m, struct sampler *sampler)
{
	const uint64_t trips = loop_trips(m, sampler), cost = cost_of_iteration(m, sampler);
	const uint64_t affordable = affordable_iterations(m, sampler, cost);
	const uint64_t window = sampler->period == 3 ? 6 : WINDOW;
	const uint64_t whole = loop_inner_share(m, m->full_loop_steps) * (sampler->goes_whole ? UNROLLED_SHARE : 1);
	const unsigned most = most_segments(m);
	const bool as_well_whole = !m->on_device || trips <= affordable / WHOLE_SHARE;
	sampler->state = SAMPLING_OFF;
	if (m->on_device && sampler->runs_whole)
		return;
	if (trips < SHORTEST_SAMPLED || !has_room(sampler, trips, as_well_whole ? most : 1, window))
		return;
	if (trips <= whole && trips * cost <= whole)
		return;
	if (!m->on_device) {
		plan_on_host(m, sampler, trips, cost);
		return;
	}
	sampler->assigned = loop_assigned(m, sampler->stmt);
	const bool doubtful = doubt_iterations(m->doubts, m->frame->func, sampler->stmt);
	const unsigned wanted = doubtful || most < EVEN_SEGMENTS ? most : EVEN_SEGMENTS;
	const unsigned segments = count_segments(sampler, trips, affordable, window, wanted);
	const bool alone = segments == 1 && wanted > 1 && sampler->period == 1;
	struct sampled_rounds rounds = even_windows(m, sampler, trips, segments, alone ? WINDOW_ALONE : window);
	if (doubtful && !told_rounds_find(m, sampler, &rounds, most_more(sampler, affordable)) &&
	    may_grow((struct ir_node){.stmt = sampler->stmt->body}))
		rounds = growing_windows(m, sampler, trips, segments, window);
	if (rounds.count > rounds.periods / 2 && trips <= affordable)
		return;
	sampler->warm_up = window;
	sample(m, sampler, rounds);
}

/* Whether the iterations of a loop that lanes leave one after the other are too many to run all. */
static bool
is_worth_leaving_out(struct machine *m, const struct sampler *sampler, const struct falling_lanes *falling)
{
	const uint64_t whole = FALLING_SHARE * loop_inner_share(m, m->full_loop_steps);
	return falling->most >= SHORTEST_SAMPLED && falling->most * cost_of_iteration(m, sampler) > whole;
}

static void
learn_falling(struct machine *m, struct sampler *sampler)
{
	sampler->lanes = m->active.may;
	sampler_each_changed(m, sampler->begun, watch, sampler);
	if (sampler->state == SAMPLING_OFF || ++sampler->falling_rounds < 3)
		return;
	sampler->state = SAMPLING_OFF;
	sampler->period = 1;
	struct falling_lanes *falling = find_steps(m, sampler, 1) ? falling_lanes_find(m, sampler) : NULL;
	if (!falling || !is_worth_leaving_out(m, sampler, falling))
		return;
	sampler->assigned = loop_assigned(m, sampler->stmt);
	sampler->falling = falling;
	sampler->warm_up = 0;
	sample(m, sampler, falling_lanes_rounds(m, falling));
}

/* Lanes have left that the loop began with. */
static void
begin_falling(struct machine *m, struct sampler *sampler)
{
	if (sampler->state == SAMPLING_ROUNDS)
		stand_alone(m, sampler);
	sampler->state = SAMPLING_OFF;
	if (!m->on_device || sampler->runs_whole || sampler->falling_rounds || !sampler->watched)
		return;
	sampler->state = SAMPLING_LEARN_FALLING;
	sampler->watched_count = 0;
	sampler->followed = NULL;
	learn_falling(m, sampler);
}

static void
learn(struct machine *m, struct sampler *sampler)
{
	if (sampler->iterations == 1) {
		sampler->watched = arena_alloc_raw(&m->snapshots, MOST_WATCHED * sizeof *sampler->watched);
		sampler->lanes = m->active.may;
	}
	sampler_each_changed(m, sampler->begun, watch, sampler);
	if (sampler->state == SAMPLING_OFF)
		return;
	const bool last_try = sampler->iterations >= 2 * MOST_PERIOD + 1;
	if (sampler->iterations < 3 || (sampler->iterations > 3 && !last_try))
		return;
	for (sampler->period = 1; sampler->period <= (last_try ? MOST_PERIOD : 1); sampler->period++) {
		if (find_steps(m, sampler, sampler->period)) {
			plan(m, sampler);
			return;
		}
	}
	if (last_try) {
		/* Something moves in no regular way: what the jump cannot follow is unknown behind it. */
		sampler->period = 1;
		find_steps(m, sampler, 1);
		plan(m, sampler);
	}
}

/* Behind a jump nothing is at hand of what iterations before would have loaded. Where some was, so many run first, of those
 * that the jump would leave out, as can have loaded what the first ones that count take. */
static uint64_t
warm_up(struct machine *m, const struct sampler *sampler, uint64_t left_out)
{
	if (!sampler->unrolled || sampler->kinds || m->reuse.carried == sampler->carried_before || left_out < sampler->warm_up)
		return 0;
	m->weight = 0;
	return sampler->warm_up;
}

/* Where a jump has come to. */
static void
go_on_from(struct machine *m, struct sampler *sampler)
{
	if (sampler->next < sampler->rounds.count)
		begin_window(m, sampler);
	else
		end_sampling(m, sampler);
}

/* From the end of a round to where the next one begins, or where sampling ends. */
static void
go_to_next(struct machine *m, struct sampler *sampler)
{
	const struct sampled_rounds *rounds = &sampler->rounds;
	const uint64_t here = rounds->items[sampler->next++].at + 1,
	               next = sampler->next < rounds->count ? rounds->items[sampler->next].at : rounds->periods;
	const uint64_t left_out = (next - here) * sampler->period;
	sampler->warming = warm_up(m, sampler, left_out);
	jump(m, sampler, left_out - sampler->warming);
	if (!sampler->warming)
		go_on_from(m, sampler);
}

/* Behind a round, whether the next one is the one right behind it; of the host's each is looked at for itself. */
static bool
continues(const struct sampler *sampler)
{
	const struct sampled_round *round = &sampler->rounds.items[sampler->next];
	return !sampler->kinds && sampler->next + 1 < sampler->rounds.count && round[1].at == round->at + 1;
}

static void
end_round(struct machine *m, struct sampler *sampler)
{
	sampler->in_window++;
	if (is_compared(m, sampler))
		fold_end_round(m->fold, m->weight / m->block_weight, sampler->next == 0);
	if (continues(sampler)) {
		sampler->next++;
		begin_round(m, sampler);
		return;
	}
	const bool alike = !sampler->kinds || round_kinds_hold(m, sampler);
	check_steps(m, sampler);
	if (!alike) {
		assume_rounds(m, sampler);
		sampler->rounds_missed = true;
		sampler->kinds = NULL;
		sampler->rounds.count = sampler->next + 1;
	}
	go_to_next(m, sampler);
}

static void
end_iteration(struct machine *m, struct sampler *sampler)
{
	if (sampler->state == SAMPLING_LEARN)
		learn(m, sampler);
	else if (sampler->state == SAMPLING_LEARN_FALLING)
		learn_falling(m, sampler);
	else if (sampler->state == SAMPLING_ROUNDS && sampler->warming && !--sampler->warming)
		go_on_from(m, sampler);
	else if (sampler->state == SAMPLING_ROUNDS && !sampler->warming && ++sampler->in_round == sampler->period)
		end_round(m, sampler);
}

struct mask
sampler_iteration(struct machine *m, struct sampler *sampler)
{
	sampler->ends[++sampler->iterations % (MOST_PERIOD + 1)] = m->clock;
	sampler->latest_steps = m->steps - sampler->steps_before;
	sampler->steps_before = m->steps;
	if (sampler->falling) {
		falling_lanes_count(m, sampler->falling);
		sampler->lanes = m->active.may;
	}
	if (sampler->iterations > 1 && sampler->state != SAMPLING_LEARN_FALLING && !mask_equal(&sampler->lanes, &m->active.may))
		begin_falling(m, sampler);
	else
		end_iteration(m, sampler);
	return sampler->falling ? falling_lanes_take(sampler->falling) : mask_none();
}
