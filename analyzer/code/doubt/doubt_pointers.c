/* Where pointers to local variables lead: variables and parameters that hold one, or hold a record that does, are followed
 * as a whole. Who is given one that is not read here may write anything. */
#include "code/doubt/doubt_internal.h"

enum { DEEPEST = 24 };

static void
set_elsewhere(struct doubt_reader *r, struct targets *targets)
{
	r->changed |= !targets->elsewhere;
	targets->elsewhere = true;
}

static struct targets *
pointers_of(const struct target *target)
{
	return &target->in->pointers[target->slot];
}

static void
add_target(struct doubt_reader *r, struct targets *to, struct target target)
{
	for (unsigned i = 0; i < to->count; i++)
		if (to->items[i].in == target.in && to->items[i].slot == target.slot)
			return;
	if (to->count < MOST_TARGETS) {
		to->items[to->count++] = target;
		r->changed = true;
		return;
	}
	const struct targets one = {.items = {target}, .count = 1};
	doubt_give_away(r, &one);
	set_elsewhere(r, to);
}

void
doubt_add_targets(struct doubt_reader *r, struct targets *to, const struct targets *from)
{
	for (unsigned i = 0; i < from->count; i++)
		add_target(r, to, from->items[i]);
	if (from->elsewhere)
		set_elsewhere(r, to);
}

void
doubt_give_away(struct doubt_reader *r, const struct targets *targets)
{
	for (unsigned i = 0; i < targets->count; i++) {
		const struct target *target = &targets->items[i];
		struct targets *pointers = pointers_of(target);
		const bool is_given = pointers->elsewhere && target->in->vars[target->slot];
		doubt_raise(r, &target->in->vars[target->slot], true);
		set_elsewhere(r, pointers);
		if (!is_given)
			doubt_give_away(r, pointers);
	}
}

void
doubt_store_pointer(struct doubt_reader *r, const struct targets *to, const struct targets *from)
{
	for (unsigned i = 0; i < to->count; i++)
		doubt_add_targets(r, pointers_of(&to->items[i]), from);
	if (to->elsewhere)
		doubt_give_away(r, from);
}

void
doubt_copy_pointers(struct doubt_reader *r, const struct targets *to, const struct targets *from)
{
	static const struct targets unknown = {.elsewhere = true};
	for (unsigned i = 0; i < from->count; i++)
		doubt_store_pointer(r, to, pointers_of(&from->items[i]));
	if (from->elsewhere)
		doubt_store_pointer(r, to, &unknown);
}

/* Adds to what is made here and now, which changes nothing, unless there are too many and some are given away. */
static void
join(struct doubt_reader *r, struct targets *to, const struct targets *from)
{
	const bool changed = r->changed || to->count + from->count > MOST_TARGETS;
	doubt_add_targets(r, to, from);
	r->changed = changed;
}

static struct targets targets_of(struct doubt_reader *r, const struct ir_expr *address, unsigned depth);

/* Of a pointer that lies at an address. */
static struct targets
loaded_targets(struct doubt_reader *r, const struct ir_expr *address, unsigned depth)
{
	const struct targets from = targets_of(r, address, depth);
	struct targets targets = {.elsewhere = from.elsewhere};
	for (unsigned i = 0; i < from.count; i++)
		join(r, &targets, pointers_of(&from.items[i]));
	targets.elsewhere |= !targets.count;
	return targets;
}

static struct targets
returned_targets(struct doubt_reader *r, const struct ir_func *func)
{
	const struct known_func *f = func->body ? doubt_known(r, func) : NULL;
	struct targets targets = {.elsewhere = true};
	return f && (f->returned.count || f->returned.elsewhere) ? f->returned : targets;
}

static struct targets
targets_of(struct doubt_reader *r, const struct ir_expr *address, unsigned depth)
{
	static const struct targets nowhere = {0}, unknown = {.elsewhere = true};
	const struct ir_expr *e = ir_base_of_address(address);
	if (!e || depth == DEEPEST)
		return unknown;
	switch (e->kind) {
	case IR_VAR:
		if (!ir_local_of_address(e) || e->var->slot >= r->in->func->slot_count)
			return unknown;
		return (struct targets){.items = {{r->in, e->var->slot}}, .count = 1};
	case IR_LOAD: case IR_UPDATE:
		return loaded_targets(r, e->a, depth + 1);
	case IR_CALL:
		return returned_targets(r, e->func);
	case IR_COMMA:
		return targets_of(r, e->b, depth + 1);
	case IR_STORE:
		return targets_of(r, e->b, depth + 1);
	case IR_STATEMENTS:
		return targets_of(r, e->a, depth + 1);
	case IR_CONDITIONAL: {
		struct targets targets = targets_of(r, e->b, depth + 1);
		const struct targets other = targets_of(r, e->c, depth + 1);
		join(r, &targets, &other);
		return targets;
	}
	case IR_INT:
		return nowhere;
	default:
		return unknown;
	}
}

struct targets
doubt_targets(struct doubt_reader *r, const struct ir_expr *address)
{
	return targets_of(r, address, 0);
}
