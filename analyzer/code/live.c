#include "code/live.h"

#include <string.h>

enum { MOST_PARTS = 64 };

/* ---- places ---- */

static uint64_t
bits_below(uint64_t count)
{
	return count >= MOST_PARTS ? UINT64_MAX : ((uint64_t)1 << count) - 1;
}

/* All parts that a variable has. */
static uint64_t
parts_in(const struct ir_var *var)
{
	const uint64_t part = (var->type->size + MOST_PARTS - 1) / MOST_PARTS;
	return part ? bits_below((var->type->size + part - 1) / part) : UINT64_MAX;
}

bool
live_is_own(const struct ir_func *func, const struct ir_var *var)
{
	return var->slot < func->slot_count && (var->storage == IR_STORAGE_LOCAL || var->storage == IR_STORAGE_PARAM);
}

struct live_place
live_all_of(const struct ir_var *var)
{
	return (struct live_place){var, parts_in(var), true};
}

static struct live_place
part_of(const struct ir_var *var, uint64_t offset, uint64_t size)
{
	const uint64_t length = var->type->size, part = (length + MOST_PARTS - 1) / MOST_PARTS, end = offset + size;
	if (!size || end > length)
		return (struct live_place){var, parts_in(var), false};
	if (size == length)
		return live_all_of(var);
	const uint64_t parts = bits_below((end + part - 1) / part) & ~bits_below(offset / part);
	return (struct live_place){var, parts, offset % part == 0 && (end % part == 0 || end == length)};
}

struct live_place
live_place_of(const struct ir_func *func, const struct ir_expr *address, uint64_t size)
{
	const struct ir_expr *e = address;
	uint64_t offset = 0;
	bool known = true;
	for (; e->kind == IR_FIELD || e->kind == IR_OFFSET || e->kind == IR_CONVERT; e = e->a) {
		if (e->kind == IR_FIELD) {
			offset += e->field->offset;
			known &= !e->field->bit_width;
		} else if (e->kind == IR_OFFSET) {
			known &= e->b->kind == IR_INT;
			offset += e->b->kind == IR_INT ? (uint64_t)e->b->integer * (uint64_t)e->scale : 0;
		}
	}
	if (e->kind != IR_VAR || !live_is_own(func, e->var))
		return (struct live_place){NULL, 0, false};
	if (!known || offset > e->var->type->size)
		return (struct live_place){e->var, parts_in(e->var), false};
	return part_of(e->var, offset, size);
}

/* ---- sets ---- */

struct live
live_new(struct arena *arena, const struct ir_func *func)
{
	return (struct live){arena_new_array(arena, struct live_var, func->slot_count), func->slot_count};
}

struct live
live_copy(struct arena *arena, const struct live *live)
{
	struct live copy = {arena_alloc_raw(arena, live->count * sizeof *live->vars), live->count};
	live_set(&copy, live);
	return copy;
}

void
live_set(struct live *to, const struct live *from)
{
	if (from->count)
		memcpy(to->vars, from->vars, from->count * sizeof *to->vars);
}

void
live_clear(struct live *live)
{
	if (live->count)
		memset(live->vars, 0, live->count * sizeof *live->vars);
}

static void
join_var(struct live_var *a, const struct live_var *b)
{
	if (b->parts && !a->parts) {
		a->way = b->way;
		a->meets = b->meets;
		a->clobbers = b->clobbers;
	} else if (b->parts) {
		a->way.at = a->way.at == b->way.at ? a->way.at : NULL;
		a->meets = a->meets == b->meets ? a->meets : NULL;
	}
	a->parts |= b->parts;
}

void
live_join(struct live *to, const struct live *other)
{
	for (uint32_t i = 0; i < to->count; i++) {
		join_var(&to->vars[i], &other->vars[i]);
		to->vars[i].surely |= other->vars[i].surely;
	}
}

void
live_join_not_run(struct live *to, const struct live *other)
{
	for (uint32_t i = 0; i < to->count; i++) {
		to->vars[i].surely |= other->vars[i].surely & to->vars[i].parts;
		join_var(&to->vars[i], &other->vars[i]);
	}
}

/* What is read on one side alone is for that; for a way within it, if nothing stands before that which loads are not moved
 * across. */
static void
part_var(struct live_var *on, const struct live_var *other, struct live_way way, unsigned clobbers)
{
	if (!on->parts || other->parts)
		return;
	if (!on->way.at || on->way.clobbers != clobbers)
		on->way = way;
	on->way.clobbers = way.clobbers;
}

void
live_part(struct live *then, struct live *otherwise, const void *at, const unsigned clobbers[2])
{
	const unsigned before = clobbers[0] < clobbers[1] ? clobbers[0] : clobbers[1];
	for (uint32_t i = 0; i < then->count; i++) {
		struct live_var *a = &then->vars[i], *b = &otherwise->vars[i];
		part_var(a, b, (struct live_way){at, SIDE_THEN, before}, clobbers[0]);
		part_var(b, a, (struct live_way){at, SIDE_OTHERWISE, before}, clobbers[1]);
		if (a->parts && b->parts && a->parts != b->parts)
			a->way = b->way = (struct live_way){at, SIDE_EACH, before};
	}
}

void
live_forget_ways(struct live *live)
{
	for (uint32_t i = 0; i < live->count; i++)
		live->vars[i].way.at = NULL;
}

void
live_weaken(struct live *live)
{
	for (uint32_t i = 0; i < live->count; i++)
		live->vars[i].surely = 0;
}

bool
live_lacks(const struct live *live, const struct live *other)
{
	for (uint32_t i = 0; i < live->count; i++) {
		const struct live_var *a = &live->vars[i], *b = &other->vars[i];
		if (b->parts & ~a->parts || b->surely & ~a->surely || (a->parts && b->parts && a->meets && a->meets != b->meets))
			return true;
	}
	return false;
}

void
live_meet(struct live *live, const struct ir_stmt *at, unsigned clobbers)
{
	for (uint32_t i = 0; at && i < live->count; i++) {
		struct live_var *var = &live->vars[i];
		if (!var->parts || var->meets)
			continue;
		var->meets = at;
		var->clobbers = clobbers;
	}
}

enum use
live_use(const struct live *live, struct live_place place)
{
	const struct live_var *var = &live->vars[place.var->slot];
	if (!(var->parts & place.parts))
		return USE_NONE;
	/* Which element is stored to is not known, and not all are read. */
	if (!place.whole && place.var->type->kind == IR_TYPE_ARRAY && ~var->parts & parts_in(place.var))
		return USE_PARTLY;
	return var->surely & place.parts ? USE_SURELY : USE_PARTLY;
}

void
live_read(struct live *live, struct live_place place, enum use use, struct live_way way)
{
	struct live_var *var = &live->vars[place.var->slot];
	if (use == USE_NONE)
		return;
	if (!var->parts)
		var->way = way;
	else if (var->way.at != way.at)
		var->way.at = NULL;
	var->parts |= place.parts;
	var->surely |= use == USE_SURELY ? place.parts : 0;
	var->meets = NULL;
}

void
live_end(struct live *live, struct live_place place)
{
	struct live_var *var = &live->vars[place.var->slot];
	if (!place.whole)
		return;
	var->parts &= ~place.parts;
	var->surely &= ~place.parts;
}
