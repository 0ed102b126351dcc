#include "eval/loop/control_walk.h"

#include <string.h>

#include "support/hash.h"

/* Of the innermost loop around: the lanes that have left the iteration, and the loop. */
struct around {
	struct mask continued, broken;
};

static void run_list(struct control_walk *walk, const struct control_node *list, struct around *around);

void
control_walk_begin(struct control_walk *walk, struct machine *m, const struct loop_control *control, uint64_t most_steps)
{
	*walk = (struct control_walk){.m = m, .control = control, .most_steps = most_steps, .steps = m->steps,
	                              .step_limit = m->step_limit, .loop_limit = m->loop_limit, .work = m->work, .fold = m->fold,
	                              .idle_run = m->idle_run, .active = m->active};
	m->step_limit = m->loop_limit = UINT64_MAX;
	m->fold = NULL;
	m->idle_run = NULL;
}

uint64_t
control_walk_end(struct control_walk *walk)
{
	struct machine *m = walk->m;
	const uint64_t taken = m->steps - walk->steps;
	m->steps = walk->steps;
	m->step_limit = walk->step_limit;
	m->loop_limit = walk->loop_limit;
	m->work = walk->work;
	m->fold = walk->fold;
	m->idle_run = walk->idle_run;
	m->active = walk->active;
	return taken;
}

/* NULL: nobody wants to know. */
static uint64_t *
outcome_of(const struct control_walk *walk, const struct control_node *node)
{
	return walk->what && node->decider ? &walk->what[(node->decider - 1) * CONTROL_WAYS] : NULL;
}

/* Of the lanes that ask so many go on. Of a loop it is about how often it goes round that counts. */
static void
note_lanes(struct control_walk *walk, const struct control_node *node, const struct mask *asking, const struct mask *on)
{
	uint64_t *what = outcome_of(walk, node);
	unsigned in_state[3] = {0};
	for (unsigned w = 0; what && w < walk->m->warps; w++) {
		const unsigned state = on->warp[w] == 0 ? 0 : on->warp[w] == asking->warp[w] ? 2 : 1;
		what[BY_LANES] = hash_mix(hash_mix(what[BY_LANES], asking->warp[w]), on->warp[w]);
		if (node->kind != CONTROL_LOOP)
			what[BY_WARPS] = hash_mix(what[BY_WARPS], 2 * state + (asking->warp[w] != 0));
		in_state[state] += asking->warp[w] != 0;
	}
	for (unsigned state = 0; what && node->kind != CONTROL_LOOP && state < 3; state++)
		what[BY_NUMBER] = hash_mix(what[BY_NUMBER], in_state[state]);
}

/* Numbers that are less than a quarter apart are mostly one. */
static uint64_t
about(uint64_t number)
{
	unsigned halved = 0;
	for (; number >= 8; number /= 2)
		halved++;
	return hash_mix(number, halved);
}

static void
set_active(struct machine *m, const struct mask *lanes)
{
	m->active.may = *lanes;
	m->active.must = mask_and(&m->active.must, lanes);
}

/* The lanes for which it holds. */
static struct mask
decide(struct control_walk *walk, const struct control_node *node)
{
	struct machine *m = walk->m;
	const struct arena_mark mark = arena_mark(&m->scratch);
	const struct value condition = eval_expr(m, node->expr);
	const struct split split = value_split(m, condition, &m->active.may);
	arena_release(&m->scratch, mark);
	walk->failed |= !mask_empty(&split.unknown);
	note_lanes(walk, node, &m->active.may, &split.yes);
	return split.yes;
}

/* What a switch is of: a number for each lane. */
static void
note_numbers(struct control_walk *walk, const struct control_node *node)
{
	struct machine *m = walk->m;
	const struct arena_mark mark = arena_mark(&m->scratch);
	const struct value v = eval_expr(m, node->expr);
	uint64_t *what = outcome_of(walk, node);
	note_lanes(walk, node, &m->active.may, &m->active.may);
	walk->failed |= v.symbol != NULL;
	for (unsigned l = 0; what && l < (v.uniform ? 1 : m->lanes); l++)
		if (v.uniform || mask_has(&m->active.may, l))
			what[BY_LANES] = hash_mix(what[BY_LANES], (uint64_t)v.lane[l].integer);
	arena_release(&m->scratch, mark);
}

static void
run_branch(struct control_walk *walk, const struct control_node *node, struct around *around)
{
	struct machine *m = walk->m;
	const struct active before = m->active;
	const struct mask yes = decide(walk, node), no = mask_without(&before.may, &yes);
	set_active(m, &yes);
	run_list(walk, node->inner, around);
	const struct active then = m->active;
	m->active = before;
	set_active(m, &no);
	run_list(walk, node->otherwise, around);
	m->active.may = mask_or(&m->active.may, &then.may);
	m->active.must = mask_or(&m->active.must, &then.must);
}

static bool
has_time(struct control_walk *walk)
{
	walk->failed |= walk->m->steps - walk->steps > walk->most_steps;
	return !walk->failed;
}

static void
run_loop(struct control_walk *walk, const struct control_node *node)
{
	struct machine *m = walk->m;
	const struct active before = m->active;
	struct around inner = {0};
	uint64_t rounds = 0, *what = outcome_of(walk, node);
	for (bool first = true; has_time(walk); first = false) {
		if (node->expr && !(node->test_last && first)) {
			const struct mask yes = decide(walk, node);
			set_active(m, &yes);
		}
		m->steps++;
		rounds++;
		if (mask_empty(&m->active.may))
			break;
		inner.continued = mask_none();
		run_list(walk, node->inner, &inner);
		const struct mask on = mask_or(&m->active.may, &inner.continued);
		m->active.must = mask_and(&before.must, &on);
		m->active.may = on;
		run_list(walk, node->otherwise, &inner);
	}
	for (unsigned way = BY_WARPS; what && way < CONTROL_WAYS; way++)
		what[way] = hash_mix(what[way], about(rounds));
	m->active = before;
}

static void
run_node(struct control_walk *walk, const struct control_node *node, struct around *around)
{
	struct machine *m = walk->m;
	struct mask *left = node->kind == CONTROL_CONTINUE ? &around->continued : &around->broken;
	switch (node->kind) {
	case CONTROL_ASSIGN:
		eval_expr(m, node->expr);
		break;
	case CONTROL_DECLARE:
		variable_declare(m, &m->frame->slots[node->var->slot].variable);
		break;
	case CONTROL_DECIDE:
		if (node->expr->type->kind == IR_TYPE_BOOL)
			decide(walk, node);
		else
			note_numbers(walk, node);
		break;
	case CONTROL_BRANCH:
		run_branch(walk, node, around);
		break;
	case CONTROL_LOOP:
		run_loop(walk, node);
		break;
	case CONTROL_CONTINUE: case CONTROL_BREAK:
		*left = mask_or(left, &m->active.may);
		m->active = (struct active){{{0}}, {{0}}};
		break;
	case CONTROL_LEAVE:
		walk->failed = true;
		break;
	}
}

static void
run_list(struct control_walk *walk, const struct control_node *list, struct around *around)
{
	struct machine *m = walk->m;
	const struct arena_mark mark = arena_mark(&m->scratch);
	for (const struct control_node *node = list; node && !walk->failed && !mask_empty(&m->active.may); node = node->next)
		run_node(walk, node, around);
	arena_release(&m->scratch, mark);
}

bool
control_walk_round(struct control_walk *walk)
{
	struct around around = {0};
	walk->m->active = walk->active;
	run_list(walk, walk->control->round, &around);
	walk->m->active = walk->active;
	run_list(walk, walk->control->step, &around);
	walk->m->steps++;
	return has_time(walk);
}

bool
control_walk_affords(const struct control_walk *walk, uint64_t times)
{
	return walk->m->steps - walk->steps <= walk->most_steps / times;
}

/* ---- the state before ---- */

static struct variable *
variable_of(struct machine *m, const struct loop_control *control, size_t i)
{
	return &m->frame->slots[control->vars[i]->slot].variable;
}

struct control_state
control_state_take(struct machine *m, const struct loop_control *control, struct arena *arena)
{
	struct variable *former = arena_new_array(arena, struct variable, control->var_count + 1);
	for (size_t i = 0; i < control->var_count; i++) {
		const struct variable *v = variable_of(m, control, i);
		const size_t count = v->lane ? v->uniform ? 1 : m->lanes : 0;
		former[i] = *v;
		former[i].lane = arena_copy(arena, v->lane, count, count + 1, sizeof *v->lane);
		former[i].symbol = v->has_symbols ? arena_copy(arena, v->symbol, count, count + 1, sizeof *v->symbol) : NULL;
	}
	return (struct control_state){former};
}

void
control_state_restore(struct machine *m, const struct loop_control *control, const struct control_state *state)
{
	for (size_t i = 0; i < control->var_count; i++) {
		struct variable *v = variable_of(m, control, i);
		const struct variable now = *v, *former = &state->former[i];
		const size_t count = former->uniform ? 1 : m->lanes;
		*v = *former;
		v->lane = now.lane;
		v->symbol = now.symbol;
		v->saved_by = now.saved_by;   /* a journal around has noted the former state */
		if (former->defined)
			memcpy(v->lane, former->lane, count * sizeof *v->lane);
		if (former->defined && former->symbol)
			memcpy(v->symbol, former->symbol, count * sizeof *v->symbol);
	}
}
