#include "eval/launching_loop.h"

#include "code/effects.h"
#include "eval/program.h"
#include "ir/walk.h"

/* More are told as this many: a whole number that floating point still has. */
static const double most_rounds = (double)(UINT64_C(1) << 53);

bool
launching_loop(struct sampler *sampler)
{
	if (!sampler->asked) {
		sampler->asked = true;
		sampler->reaches_device = stmt_reaches_device(sampler->stmt);
	}
	return sampler->reaches_device;
}

bool
launching_loop_affords(struct machine *m, struct sampler *sampler, uint64_t rounds, uint64_t cost)
{
	struct program *program = m->program;
	if (program->rehearsing || rounds > loop_inner_share(m, program->launching_steps_left) / cost)
		return false;
	program->launching_steps_left -= rounds * cost;
	m->step_limit += rounds * cost;
	sampler->runs_whole = true;
	return true;
}

/* ---- rounds that are not run ---- */

static bool
is_of(const struct machine *m, const struct ir_expr *address, const struct variable *v)
{
	return address->kind == IR_VAR && is_register(address->var) && &m->frame->slots[address->var->slot].variable == v;
}

/* Whether the variable is read there, other than to be moved on. */
static bool
reads(const struct machine *m, struct ir_node node, const struct variable *v, unsigned depth)
{
	const struct ir_expr *moved = node.stmt && node.stmt->kind == IR_STMT_EXPR ? node.stmt->expr : NULL;
	if (depth == IR_DEEPEST || (node.expr && is_of(m, node.expr, v)))
		return true;
	if (moved && moved->kind == IR_UPDATE && is_of(m, moved->a, v))
		return reads(m, (struct ir_node){.expr = moved->b}, v, depth + 1);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (reads(m, part, v, depth + 1))
			return true;
	return false;
}

static bool
is_of_frame(const struct machine *m, const struct variable *v)
{
	for (uint32_t i = 0; i < m->frame->func->slot_count; i++)
		if (&m->frame->slots[i].variable == v)
			return true;
	return false;
}

static bool
moves(const struct watched *w)
{
	return !w->affine || !w->step_uniform || w->step[0].integer;
}

/* What lies in memory is not followed from round to round. */
static bool
has_stored_numbers(const struct machine *m, uint32_t since)
{
	for (const struct object *object = m->memory->newest_stored; object && object->stamp > since; object = object->stored_before)
		if (object->born <= since && !memory_is_blank(object))
			return true;
	return false;
}

bool
launching_loop_is_steady(const struct machine *m, const struct sampler *sampler)
{
	const struct ir_node body = {.stmt = sampler->stmt->body};
	for (size_t i = 0; i < sampler->watched_count; i++) {
		const struct watched *w = &sampler->watched[i];
		if (moves(w) && (!is_of_frame(m, w->variable) || reads(m, body, w->variable, 0)))
			return false;
	}
	const uint32_t period_began = sampler->ends[(sampler->iterations - sampler->period) % (MOST_PERIOD + 1)];
	return !has_stored_numbers(m, period_began) && !stmt_draws(sampler->stmt);
}

uint64_t
launching_loop_rounds(const struct machine *m)
{
	return (uint64_t)(m->weight < most_rounds ? m->weight : most_rounds);
}
