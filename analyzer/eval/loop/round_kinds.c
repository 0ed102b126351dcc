#include "eval/loop/round_kinds.h"

#include "code/effects.h"
#include "code/rounds.h"
#include "eval/program.h"
#include "eval/replay/replay_ahead.h"
#include "ir/integer.h"
#include "support/hash.h"

/* ---- what moves ---- */

/* The variable of a local scalar; NULL: it is none, or has none so far. */
static struct variable *
variable_of(const struct machine *m, const struct ir_var *var)
{
	struct slot *slot = &m->frame->slots[var->slot];
	if (is_register(var))
		return &slot->variable;
	const bool is_scalar = slot->object && slot->object->is_private && slot->object->cell_count == 1 &&
	                       var->type->kind != IR_TYPE_RECORD && var->type->kind != IR_TYPE_ARRAY;
	return is_scalar ? slot->object->cells[0].variable : NULL;
}

/* Nothing that can be followed depends on what is unknown in every round. */
static bool
is_never_known(const struct watched *w)
{
	for (unsigned i = 0; i < w->taken; i++)
		if (!w->ring[i].symbols || !w->ring[i].symbol[0])
			return false;
	return true;
}

static bool
moves(const struct watched *w)
{
	return w->affine ? !w->step_uniform || w->step[0].integer : !is_never_known(w);
}

struct mover {
	const struct machine *m;
	const struct sampler *sampler;
};

static bool
variable_moves(void *context, const struct ir_var *var)
{
	const struct mover *mover = context;
	const struct variable *v = variable_of(mover->m, var);
	const struct watched *w = v ? sampler_watched(mover->sampler, v) : NULL;
	return w && moves(w);
}

static bool
is_named(const struct machine *m, const struct rounds *rounds, const struct variable *v)
{
	for (size_t i = 0; i < rounds->variable_count; i++)
		if (variable_of(m, rounds->variables[i].var) == v)
			return true;
	return false;
}

/* Nobody decides anything by what lies on the device: no kernel does, and the loop copies nothing from there. */
static bool
ignores_device(const struct machine *m, const struct sampler *sampler)
{
	return m->program->data_alike && !m->program->has_library_kernels && !stmt_copies(sampler->stmt);
}

/* What lies in memory is not followed from round to round. */
static bool
has_stored_numbers(const struct machine *m, const struct sampler *sampler, uint32_t since)
{
	const bool no_matter = ignores_device(m, sampler);
	for (const struct object *object = m->memory->newest_stored; object && object->stamp > since; object = object->stored_before)
		if (object->born <= since && !memory_is_blank(object) && !(no_matter && object->kind == OBJECT_GLOBAL))
			return true;
	return false;
}

/* Whether all that moves is known by name, and nothing is read that may have been something else meanwhile. */
static bool
is_all_followed(const struct machine *m, const struct sampler *sampler, const struct rounds *rounds)
{
	const uint32_t period_began = sampler->ends[(sampler->iterations - sampler->period) % (MOST_PERIOD + 1)];
	for (size_t i = 0; i < sampler->watched_count; i++) {
		const struct watched *w = &sampler->watched[i];
		const bool is_read = rounds->loads_memory && w->variable->stamp > period_began;
		if ((moves(w) || is_read) && !is_named(m, rounds, w->variable))
			return false;
	}
	return !has_stored_numbers(m, sampler, period_began);
}

/* ---- each round ---- */

/* A variable that decides, as rounds move it. */
struct counter {
	const struct ir_var *var;
	struct variable *variable;
	int64_t now, step;        /* a round */
};

struct counters {
	struct counter items[MOST_ROUND_VARIABLES];
	size_t count;
};

/* Whether it stays a number of its type in all those rounds. */
static bool
stays_in_type(const struct counter *counter, uint64_t rounds)
{
	int64_t low, high, end;
	integer_range(counter->var->type, &low, &high);
	return rounds < INT64_MAX && !__builtin_mul_overflow(counter->step, (int64_t)rounds, &end) &&
	       !__builtin_add_overflow(end, counter->now, &end) && low <= end && end <= high;
}

static bool
count_by(struct machine *m, const struct sampler *sampler, struct counter *counter, uint64_t rounds)
{
	const struct watched *w = sampler_watched(sampler, counter->variable);
	if (!w || !w->affine || w->taken < 2 || w->ring[w->taken - 1].symbols || w->ring[w->taken - 1].real)
		return false;
	const struct snapshot *last = &w->ring[w->taken - 1], *before = &w->ring[w->taken - 2];
	counter->now = last->lane[0].integer;
	counter->step = (int64_t)((uint64_t)last->lane[0].integer - (uint64_t)before->lane[0].integer);
	return !m->on_device && !before->symbols && w->step[0].integer == counter->step * (int64_t)sampler->period &&
	       stays_in_type(counter, rounds + 1);
}

static bool
find_counters(struct machine *m, const struct sampler *sampler, const struct rounds *rounds, uint64_t count,
              struct counters *counters)
{
	counters->count = 0;
	for (size_t i = 0; i < rounds->variable_count; i++) {
		const struct ir_var *var = rounds->variables[i].var;
		if (!rounds->variables[i].decides)
			continue;
		struct counter *counter = &counters->items[counters->count++];
		*counter = (struct counter){.var = var, .variable = variable_of(m, var)};
		if (!count_by(m, sampler, counter, count))
			return false;
	}
	return true;
}

static void
set_counters(const struct counters *counters, uint64_t round)
{
	for (size_t i = 0; i < counters->count; i++) {
		const struct counter *counter = &counters->items[i];
		counter->variable->lane[0].integer = counter->now + counter->step * (int64_t)round;
	}
}

static void
move(const struct counters *counters, const struct ir_var *var)
{
	for (size_t i = 0; i < counters->count; i++)
		if (counters->items[i].var == var)
			counters->items[i].variable->lane[0].integer += counters->items[i].step;
}

/* Adds what decides in a round to the hash; false: something of it is not known. */
static bool
decide(struct machine *m, const struct rounds *rounds, const struct counters *counters, uint64_t *what)
{
	const struct arena_mark mark = arena_mark(&m->scratch);
	const size_t temporaries = m->temporary_count;
	bool known = true;
	for (size_t i = 0; i < rounds->step_count && known; i++) {
		const struct round_step *step = &rounds->steps[i];
		int64_t number = 0;
		if (step->kind == ROUND_MOVES) {
			move(counters, step->var);
			continue;
		}
		const struct value v = eval_expr(m, step->expr);
		known = step->kind == ROUND_DERIVES || value_is_constant(&v, &number);
		*what = hash_mix(*what, (uint64_t)number);
	}
	temporary_release(m, temporaries);
	arena_release(&m->scratch, mark);
	return known;
}

/* False: there are too many kinds. */
static bool
add_period(struct round_kinds *kinds, uint64_t period, uint64_t what)
{
	for (size_t i = 0; i < kinds->count; i++) {
		if (kinds->items[i].what == what) {
			kinds->items[i].count++;
			return true;
		}
	}
	if (kinds->count == MOST_ROUND_KINDS)
		return false;
	kinds->items[kinds->count++] = (struct round_kind){what, period, 1};
	return true;
}

static bool
tell_apart(struct machine *m, const struct sampler *sampler, const struct rounds *rounds, const struct counters *counters,
           struct round_kinds *kinds)
{
	uint64_t *left = &m->program->rounds_told_apart_left;
	for (uint64_t period = 0; period < kinds->periods; period++) {
		uint64_t what = 0;
		for (unsigned i = 0; i < sampler->period; i++) {
			if (*left < rounds->step_count)
				return false;
			*left -= rounds->step_count;
			set_counters(counters, period * sampler->period + i);
			if (!decide(m, rounds, counters, &what))
				return false;
		}
		if (!add_period(kinds, period, what))
			return false;
	}
	return true;
}

/* Trying the conditions out is no run of them. */
static bool
try_rounds(struct machine *m, const struct sampler *sampler, const struct rounds *rounds, struct round_kinds *kinds)
{
	struct counters counters;
	if (!find_counters(m, sampler, rounds, kinds->periods * sampler->period, &counters))
		return false;
	const uint64_t steps = m->steps, limit = m->step_limit, loop_limit = m->loop_limit;
	m->step_limit = m->loop_limit = UINT64_MAX;
	const bool known = tell_apart(m, sampler, rounds, &counters, kinds);
	m->steps = steps;
	m->step_limit = limit;
	m->loop_limit = loop_limit;
	set_counters(&counters, 0);
	return known;
}

struct round_kinds *
round_kinds_find(struct machine *m, const struct sampler *sampler, uint64_t periods)
{
	struct mover mover = {m, sampler};
	const struct rounds_question question = {
		.func = m->frame->func, .loop = sampler->stmt, .moves = variable_moves, .context = &mover,
		.reals_matter = reals_decide(m->program),
	};
	struct rounds rounds;
	if (stmt_draws(sampler->stmt) || !rounds_read(&rounds, &question) || !is_all_followed(m, sampler, &rounds))
		return NULL;
	struct round_kinds *kinds = arena_new(&m->snapshots, struct round_kinds);
	kinds->periods = periods;
	if (rounds.step_count)
		return try_rounds(m, sampler, &rounds, kinds) ? kinds : NULL;
	kinds->items[kinds->count++] = (struct round_kind){0, 0, periods};
	return kinds;
}

/* ---- afterwards ---- */

struct check {
	const struct sampler *sampler;
	bool holds;
};

static bool
has_kept_step(const struct watched *w)
{
	const struct variable *v = w->variable;
	const union lane then = w->at_window.lane[0], now = v->lane[0];
	if (v->real != w->at_window.real || (v->has_symbols ? v->symbol[0] : 0) != (w->at_window.symbol ? w->at_window.symbol[0] : 0))
		return false;
	return v->real ? now.real == then.real + w->step[0].real
	               : now.integer == (int64_t)((uint64_t)then.integer + (uint64_t)w->step[0].integer);
}

static void
check_variable(struct machine *m, struct variable *v, void *context)
{
	(void)m;
	struct check *check = context;
	const struct watched *w = sampler_watched(check->sampler, v);
	if (!w)
		check->holds = false;
	else if (w->affine)
		check->holds &= has_kept_step(w);
	else
		check->holds &= moves(w) || (v->has_symbols && v->symbol[0]);
}

bool
round_kinds_hold(struct machine *m, const struct sampler *sampler)
{
	struct check check = {sampler, true};
	sampler_each_changed(m, sampler->window_began, check_variable, &check);
	return check.holds && !has_stored_numbers(m, sampler, sampler->window_began);
}
