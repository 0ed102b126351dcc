#include "eval/reuse.h"

#include "eval/assigned.h"
#include "eval/machine.h"

static bool
same_addresses(const struct machine *m, const struct reuse_entry *e, const struct value *address, int64_t offset)
{
	if (e->uniform && address->uniform) {
		const struct term t = value_term(address, 0);
		return e->address[0].integer == t.offset + offset && (e->symbols ? e->symbol[0] : 0) == t.symbol;
	}
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned lane = w * 32 + (unsigned)__builtin_ctz(bits), at = e->uniform ? 0 : lane;
			const struct term t = value_term(address, lane);
			if (e->address[at].integer != t.offset + offset || (e->symbols ? e->symbol[at] : 0) != t.symbol)
				return false;
		}
	}
	return true;
}

static bool
is_varying(const struct machine *m, const struct value *address)
{
	return address->symbol && symbol_varies(m->symbols, address->symbol[value_at(address, mask_first(&m->active.may))]);
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

static void
remember(struct machine *m, const struct ir_expr *site, const struct object *object, unsigned width,
         const struct value *address, int64_t offset, bool read_only)
{
	struct reuse_entry *e = oldest(&m->reuse);
	const unsigned count = address->uniform ? 1 : m->lanes;
	if (!e->address) {
		e->address = arena_alloc_raw(&m->pool, m->lanes * sizeof *e->address);
		e->symbol = arena_alloc_raw(&m->pool, m->lanes * sizeof *e->symbol);
	}
	e->valid = true;
	e->made = e->used = ++m->reuse.uses;
	e->site = site;
	e->func = m->frame->func;
	e->read_only = read_only;
	e->kind = object->kind;
	e->width = width;
	e->lanes = m->active.must;
	e->uniform = address->uniform;
	e->symbols = address->symbol != NULL;
	for (unsigned i = 0; i < count; i++)
		e->address[i].integer = address->lane[i].integer + offset;
	if (address->symbol)
		memcpy(e->symbol, address->symbol, count * sizeof *e->symbol);
}

static const struct object *
object_of(const struct machine *m, const struct value *address)
{
	return memory_object_at(m->memory, value_term(address, mask_first(&m->active.may)).offset);
}

bool
reuse_through_restrict(const struct ir_expr *e)
{
	for (; e; e = e->a)
		if (e->kind == IR_LOAD && e->a->kind == IR_VAR)
			return e->a->var->is_restrict;
	return false;
}

bool
reuse_load(struct machine *m, const struct ir_expr *site, unsigned width, const struct value *address, int64_t offset)
{
	const struct object *object = object_of(m, address);
	if (!object || object->is_private || object->is_library_table || site->type->is_volatile || is_varying(m, address))
		return false;
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		if (e->valid && e->width == width && e->kind == object->kind && mask_subset(&m->active.may, &e->lanes) &&
		    same_addresses(m, e, address, offset)) {
			e->used = ++m->reuse.uses;
			return true;
		}
	}
	remember(m, site, object, width, address, offset, object->kind == OBJECT_CONSTANT || reuse_through_restrict(site->a));
	return false;
}

void
reuse_store(struct machine *m, const struct ir_expr *site, unsigned width, const struct value *address, int64_t offset)
{
	const struct object *object = object_of(m, address);
	const bool shared = object && object->kind == OBJECT_SHARED;
	if (object && object->is_private)
		return;
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		if (!e->read_only && (!object || (e->kind == OBJECT_SHARED) == shared))
			e->valid = false;
	}
	/* Stores to shared memory are seen to be loaded again. */
	if (object && !shared && !is_varying(m, address))
		remember(m, site, object, width, address, offset, false);
}

static const struct ir_expr *
address_of(const struct ir_expr *site)
{
	switch (site->kind) {
	case IR_LOAD: case IR_STORE: case IR_UPDATE: return site->a;
	case IR_BUILTIN: return site->arg_count ? site->args[0] : site;
	default: return site;
	}
}

void
reuse_next_iteration(struct machine *m, const struct assigned *assigned, uint64_t since)
{
	for (unsigned i = 0; i < REUSE_ENTRIES; i++) {
		struct reuse_entry *e = &m->reuse.entries[i];
		if (e->valid && e->made > since && e->func == m->frame->func)
			e->valid = !assigned_affects(assigned, address_of(e->site));
	}
}

void
reuse_clear(struct machine *m)
{
	for (unsigned i = 0; i < REUSE_ENTRIES; i++)
		m->reuse.entries[i].valid &= m->reuse.entries[i].read_only;
}
