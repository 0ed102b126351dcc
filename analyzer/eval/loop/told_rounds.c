#include "eval/loop/told_rounds.h"

#include <string.h>

#include "eval/loop/control_walk.h"
#include "eval/program.h"
#include "support/hash.h"

enum {
	STEPS_SHARE = 4,               /* of the steps that are left for it, what one loop may take */
	MOST_TOLD = 1 << 22,           /* outcomes, of all conditions in all periods */
};

static struct variable *
variable_of(const struct machine *m, const struct ir_var *var)
{
	return &m->frame->slots[var->slot].variable;
}

/* Whether an integer that iterations leave to those behind them does not move by a constant step. */
static bool
has_no_step(const struct machine *m, const struct sampler *sampler, const struct ir_var *var)
{
	const struct assigned *assigned = sampler->assigned;
	const struct watched *w = sampler_watched(sampler, variable_of(m, var));
	if (w && !w->affine)
		return true;
	for (size_t i = 0; i < assigned->count; i++)
		if (assigned->vars[i] == var)
			return assigned->conditional[i] && !assigned->declared[i];
	return false;
}

enum { TOLD_WITH_NUMBERS, TOLD_ALONE, TOLD_WAYS };

struct asker {
	const struct machine *m;
	const struct sampler *sampler;
	unsigned way;
};

static bool
is_wanted(void *context, const struct ir_var *var)
{
	const struct asker *asker = context;
	return asker->way == TOLD_WITH_NUMBERS && has_no_step(asker->m, asker->sampler, var);
}

static struct loop_told *
told_of(struct machine *m, struct sampler *sampler, unsigned way)
{
	struct loop_told *told = &loop_entry(m, sampler->stmt)->told[way];
	struct asker asker = {m, sampler, way};
	if (!told->known) {
		told->known = true;
		told->control = loop_control_read(&m->pool, sampler->stmt, sampler->assigned, is_wanted, &asker);
	}
	return told;
}

/* Tries all periods out; *steps: what it took. */
static bool
try_out(struct machine *m, const struct sampler *sampler, const struct loop_control *control, struct outcome_table *table,
        uint64_t *steps)
{
	uint64_t *left = &m->program->told_steps_left, what[MOST_DECIDERS * CONTROL_WAYS];
	const struct control_state state = control_state_take(m, control, &m->snapshots);
	struct control_walk walk;
	control_walk_begin(&walk, m, control, *left / STEPS_SHARE);
	walk.what = what;
	bool done = true;
	for (uint64_t period = 0; period < table->periods && done; period++) {
		memset(what, 0, sizeof what);
		for (unsigned i = 0; i < sampler->period && done; i++)
			done = control_walk_round(&walk);
		if (done)
			outcome_table_add(table, period, what);
		done &= period || control_walk_affords(&walk, table->periods);
	}
	*steps = control_walk_end(&walk);
	*left -= *steps < *left ? *steps : *left;
	control_state_restore(m, control, &state);
	return done;
}

/* ---- the same again ---- */

/* What was found out of a loop, and what it had begun with: for the next block, say. */
struct told {
	uint64_t key;                  /* 0: it may be otherwise each time */
	struct sampled_rounds rounds;
	uint64_t steps;                /* that it took */
	bool done;                     /* it was found out */
};

static uint64_t
mix_lanes(const struct machine *m, uint64_t key, const union lane *lane, bool uniform)
{
	for (unsigned l = 0; l < (uniform ? 1 : m->lanes); l++)
		key = hash_mix(key, (uint64_t)lane[l].integer);
	return hash_mix(key, uniform);
}

static uint64_t
key_of(const struct machine *m, const struct sampler *sampler, const struct loop_control *control,
       const struct sampled_rounds *windows, size_t most)
{
	uint64_t key = hash_mix(hash_mix(windows->periods, windows->count), hash_mix(most, sampler->period));
	if (control->has_other_inputs)
		return 0;
	for (unsigned w = 0; w < m->warps; w++)
		key = hash_mix(key, m->active.may.warp[w]);
	for (unsigned s = 0; s < IR_WARP_SIZE; s++)
		if (control->specials >> s & 1)
			key = mix_lanes(m, key, m->special[s].lane, m->special[s].uniform);
	for (size_t i = 0; i < control->input_count; i++) {
		const struct variable *v = variable_of(m, control->inputs[i]);
		if (v->defined && v->has_symbols)
			return 0;
		if (v->defined)
			key = mix_lanes(m, key, v->lane, v->uniform);
	}
	return key ? key : 1;
}

static const struct told *
find_told(struct machine *m, struct sampler *sampler, struct loop_told *of, const struct sampled_rounds *windows, size_t most)
{
	const struct loop_control *control = of->control;
	const uint64_t key = key_of(m, sampler, control, windows, most);
	if (key && of->latest && of->latest->key == key)
		return of->latest;
	struct outcome_table table = outcome_table_new(&m->snapshots, control->deciders, CONTROL_WAYS, windows->periods);
	struct told *told = arena_new(&m->pool, struct told);
	told->key = key;
	told->done = try_out(m, sampler, control, &table, &told->steps);
	if (told->done)
		told->rounds = sampled_rounds_by_outcome(&m->pool, &table, windows, most);
	return of->latest = told;
}

/* ---- what it is for ---- */

/* Whether some of the variables that it assigns move by no step: then all take its numbers. What rests on memory is good enough
 * to tell iterations apart, but who knows whether nobody writes there. */
static bool
is_to_be_followed(const struct machine *m, const struct sampler *sampler, const struct loop_control *control)
{
	for (size_t i = 0; i < control->var_count && !control->has_other_inputs; i++)
		if (has_no_step(m, sampler, control->vars[i]))
			return true;
	return false;
}

static void
follow(const struct machine *m, struct sampler *sampler, const struct loop_control *control)
{
	sampler->followed = control;
	for (size_t i = 0; i < control->var_count; i++) {
		struct watched *w = sampler_watched(sampler, variable_of(m, control->vars[i]));
		if (w)
			w->affine = false;
	}
}

static bool
find_in_way(struct machine *m, struct sampler *sampler, struct loop_told *of, struct sampled_rounds *windows, size_t most)
{
	const struct loop_control *control = of->control;
	if (!control || windows->periods > MOST_TOLD / (CONTROL_WAYS * control->deciders + 1))
		return false;
	const struct told *told = find_told(m, sampler, of, windows, most);
	const bool followed = is_to_be_followed(m, sampler, control);
	/* To follow them takes as long again. */
	if (!told->done || (followed && told->steps > m->program->told_steps_left))
		return false;
	if (followed)
		follow(m, sampler, control);
	*windows = told->rounds;
	return true;
}

bool
told_rounds_find(struct machine *m, struct sampler *sampler, struct sampled_rounds *windows, size_t most)
{
	struct loop_told *whole = told_of(m, sampler, TOLD_WITH_NUMBERS), *alone = told_of(m, sampler, TOLD_ALONE);
	if (find_in_way(m, sampler, whole, windows, most))
		return true;
	/* Numbers that only the iterations tell may be too dear to follow. */
	const bool is_less = alone->control && (!whole->control || alone->control->var_count < whole->control->var_count);
	return is_less && find_in_way(m, sampler, alone, windows, most);
}

bool
told_rounds_has(const struct machine *m, const struct sampler *sampler, const struct variable *v)
{
	for (size_t i = 0; sampler->followed && i < sampler->followed->var_count; i++)
		if (variable_of(m, sampler->followed->vars[i]) == v)
			return true;
	return false;
}

/* It cannot fail: it has been tried out. */
void
told_rounds_follow(struct machine *m, const struct sampler *sampler, uint64_t iterations)
{
	uint64_t *left = &m->program->told_steps_left;
	struct control_walk walk;
	if (!sampler->followed)
		return;
	control_walk_begin(&walk, m, sampler->followed, UINT64_MAX);
	for (uint64_t i = 0; i < iterations; i++)
		control_walk_round(&walk);
	const uint64_t steps = control_walk_end(&walk);
	*left -= steps < *left ? steps : *left;
}
