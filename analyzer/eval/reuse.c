#include "eval/reuse.h"

#include "eval/machine.h"
#include "eval/may_write.h"

static struct name
name_at(const struct value *address, int64_t offset)
{
	struct name name = address->name;
	name.number += (uint64_t)offset;
	return name;
}

static struct reuse_entry *
find(struct reuse *reuse, struct name address, unsigned width, enum object_kind kind)
{
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &reuse->entries[i];
		if (reuse->numbers[i] == address.number && e->valid && !e->lost_at && e->width == width && e->kind == kind &&
		    name_same(e->address, address))
			return e;
	}
	return NULL;
}

/* The place of what has not been asked for the longest. */
static struct reuse_entry *
oldest(struct reuse *reuse)
{
	struct reuse_entry *best = reuse->entries;
	for (unsigned i = 1; i < REUSE_ENTRIES && best->valid; i++)
		if (!reuse->entries[i].valid || reuse->entries[i].used < best->used)
			best = &reuse->entries[i];
	return best;
}

/* Lanes that made the same access on another way here have made it as well. */
static void
remember(struct machine *m, struct reuse_entry access)
{
	struct reuse_entry *known = find(&m->reuse, access.address, access.width, access.kind);
	struct reuse_entry *e = known ? known : oldest(&m->reuse);
	access.lanes = m->active;
	if (known)
		access.lanes.must = mask_or(&known->lanes.must, &m->active.must);
	access.valid = true;
	access.depth = m->reuse.depth;
	access.made = access.used = ++m->reuse.uses;
	*e = access;
	m->reuse.numbers[e - m->reuse.entries] = access.address.number;
}

static const struct object *
object_of(const struct machine *m, const struct value *address)
{
	return memory_object_at(m->memory, value_term(address, mask_first(&m->active.may)).offset);
}

const struct ir_var *
reuse_restricted_base(const struct ir_expr *e)
{
	for (; e; e = e->a)
		if (e->kind == IR_LOAD && e->a->kind == IR_VAR)
			return e->a->var->is_restrict && e->a->var->storage == IR_STORAGE_PARAM ? e->a->var : NULL;
	return NULL;
}

static bool
is_written_through(const struct machine *m, const struct ir_var *param)
{
	struct slot *slot = &m->frame->slots[param->slot];
	if (slot->target == TARGET_NOT_ASKED) {
		slot->target = TARGET_READ;
		for (uint32_t i = 0; i < m->frame->func->param_count; i++)
			if (m->frame->func->params[i] == param && func_may_write(m->frame->func, i))
				slot->target = TARGET_WRITTEN;
	}
	return slot->target == TARGET_WRITTEN;
}

/* Whether every lane has the content, and the compiler knows. */
static bool
is_at_hand(const struct machine *m, const struct reuse_entry *e)
{
	if (e->on_one_way)
		return e->depth == m->reuse.depth && mask_subset(&m->active.may, &e->lanes.must);
	return mask_subset(&m->active.may, &e->lanes.may);
}

/* What was there before the branch that runs is there again on its other side. */
static void
lose(const struct machine *m, struct reuse_entry *e)
{
	if (e->depth >= m->reuse.depth)
		e->valid = false;
	else if (!e->lost_at)
		e->lost_at = m->reuse.depth;
}

bool
reuse_load(struct machine *m, const struct ir_expr *site, unsigned width, const struct value *address, int64_t offset,
           struct name *content)
{
	const struct object *object = object_of(m, address);
	if (!object || object->is_private || object->is_library_table || site->type->is_volatile || address->name.kind == NAME_NONE)
		return false;
	const struct name name = name_at(address, offset);
	struct reuse_entry *e = find(&m->reuse, name, width, object->kind);
	if (e && is_at_hand(m, e)) {
		e->used = ++m->reuse.uses;
		e->on_one_way = false;
		*content = e->content;
		return true;
	}
	const struct ir_var *base = reuse_restricted_base(site->a);
	*content = machine_new_name(m);
	remember(m, (struct reuse_entry){
		.address = name, .content = *content, .width = width, .kind = object->kind,
		.base = base, .read_only = object->kind == OBJECT_CONSTANT || (base && !is_written_through(m, base)),
	});
	return false;
}

void
reuse_store(struct machine *m, const struct ir_expr *site, unsigned width, const struct value *address, int64_t offset)
{
	const struct object *object = object_of(m, address);
	const bool shared = object && object->kind == OBJECT_SHARED;
	if (object && object->is_private)
		return;
	const struct ir_var *base = reuse_restricted_base(site->a);
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		if (!e->read_only && e->base == base && (!object || (e->kind == OBJECT_SHARED) == shared))
			lose(m, e);
	}
	/* Stores to shared memory are seen to be loaded again. */
	if (object && !shared && !site->type->is_volatile && address->name.kind != NAME_NONE)
		remember(m, (struct reuse_entry){
			.address = name_at(address, offset), .content = machine_new_name(m), .width = width, .kind = object->kind,
			.base = base, .stored = true,
		});
}

void
reuse_clear(struct machine *m)
{
	for (unsigned i = 0; i < REUSE_ENTRIES; i++)
		if (!m->reuse.entries[i].read_only)
			lose(m, &m->reuse.entries[i]);
}

void
reuse_begin_block(struct machine *m)
{
	for (unsigned i = 0; i < REUSE_ENTRIES; i++)
		m->reuse.entries[i].valid = false;
	m->reuse.depth = 0;
}

void
reuse_enter(struct machine *m)
{
	m->reuse.depth++;
}

/* What was made in the branch or loop that ends is there on one way only. */
static void
leave(struct machine *m, struct reuse_entry *e)
{
	if (e->depth > m->reuse.depth) {
		e->depth = m->reuse.depth;
		e->on_one_way = true;
	}
}

void
reuse_turn(struct machine *m)
{
	m->reuse.depth--;
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		leave(m, e);
		if (e->lost_at > m->reuse.depth) {
			e->doomed_at = e->lost_at;
			e->lost_at = 0;
		}
	}
	m->reuse.depth++;
}

void
reuse_leave(struct machine *m)
{
	m->reuse.depth--;
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		leave(m, e);
		if (e->lost_at > m->reuse.depth || e->doomed_at > m->reuse.depth) {
			e->lost_at = e->doomed_at = 0;
			lose(m, e);
		}
	}
}

void
reuse_next_iteration(struct machine *m, uint64_t since, uint32_t iterations)
{
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		if (e->made <= since)
			continue;
		e->on_one_way = true;
		/* Stores to places that move with the loop are not followed. */
		if (e->stored && e->address.varies > iterations)
			e->valid = false;
	}
}

void
reuse_jump(struct machine *m)
{
	for (unsigned i = 0; i < REUSE_ENTRIES; i++)
		m->reuse.entries[i].valid &= !m->reuse.entries[i].on_one_way;
}
