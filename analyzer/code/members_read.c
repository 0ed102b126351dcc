#include "code/members_read.h"

#include <stdlib.h>

#include "code/unused/unused.h"
#include "ir/walk.h"
#include "support/memory.h"

enum { MOST_BYTES = 64, DEEPEST_CALL = 32, MOST_ROUNDS = 8 };

const struct members_read ALL_MEMBERS_READ = {UINT64_MAX, true};
static const struct members_read NOT_TOLD = {UINT64_MAX, false};

/* Where in memory the whole record is copied from, or to. */
struct ends {
	const struct ir_var *root; /* the kernel's parameter or the array that all of them begin with */
	bool any, open;            /* open: that they begin with several, or that cannot be told */
	bool made;                 /* a call has made it of what lies there */
};

struct slot_reads {
	uint64_t read, written;    /* bytes; written: by themselves, not with the whole record */
	uint64_t changed;          /* written or updated by themselves */
	struct ends from, to;
	bool unchanged;            /* it goes there before the code comes to what changes it, as it is written */
	const struct ir_expr *copied;   /* the copy that takes it whole; NULL: none */
	bool copied_again;         /* there are several */
	bool alone;                /* some of it is read by itself */
	bool escapes;              /* it is used in a way that does not tell what is read */
};

struct members_of_func {
	const struct ir_func *func;
	struct slot_reads *slots;  /* NULL while they are being found out */
};

struct reader {
	struct members_known *known;
	const struct unused_loads *unused;
	const struct ir_func *func;
	struct slot_reads *slots;
	bool changed;
	bool lost;                 /* not all of the function could be read */
	unsigned depth;
};

void
members_known_free(struct members_known *known)
{
	for (size_t i = 0; i < known->count; i++)
		free(known->funcs[i].slots);
	free(known->funcs);
}

/* ---- parts of variables ---- */

/* The record that a variable is, that it is an array of, or that it points to; NULL: none. */
static const struct ir_type *
record_of(const struct ir_var *var)
{
	const struct ir_type *type = ir_type_at(var->type);
	while (type && type->kind == IR_TYPE_ARRAY)
		type = type->element;
	return type && type->kind == IR_TYPE_RECORD && type->size ? type : NULL;
}

/* A place in a local record, in what a local pointer points to, or in whichever element of a local array. */
struct part {
	const struct ir_var *var;
	uint64_t offset;
	uint64_t extent;           /* of the array of which any element may be meant; 0: the place itself is known */
};

static bool
part_of(const struct ir_func *func, const struct ir_expr *e, struct part *part)
{
	int64_t offset = 0;
	uint64_t extent = 0;
	bool anywhere = false;
	for (; e->kind == IR_FIELD || e->kind == IR_OFFSET || e->kind == IR_CONVERT; e = e->a) {
		if (e->kind == IR_FIELD && anywhere) {
			anywhere = false;
			offset = 0;
			extent = e->field->type->size;
		}
		if (e->kind == IR_FIELD)
			offset += (int64_t)e->field->offset;
		else if (e->kind == IR_OFFSET && e->b->kind == IR_INT && -MOST_BYTES < e->b->integer && e->b->integer < MOST_BYTES)
			offset += e->b->integer * e->scale;
		else if (e->kind == IR_OFFSET)
			anywhere = true;
		else if (e->a->type->kind != IR_TYPE_POINTER)
			return false;
	}
	if (e->kind == IR_LOAD && e->a->kind == IR_VAR && e->type->kind == IR_TYPE_POINTER && !anywhere)
		e = e->a;
	if (e->kind != IR_VAR || e->var->slot >= func->slot_count || offset < 0)
		return false;
	if (e->var->storage != IR_STORAGE_LOCAL && e->var->storage != IR_STORAGE_PARAM)
		return false;
	const struct ir_type *record = record_of(e->var);
	if (e->var->type->kind == IR_TYPE_ARRAY && record)
		*part = (struct part){e->var, (uint64_t)offset % record->size, extent};
	else if (anywhere)
		*part = (struct part){e->var, 0, e->var->type->size};
	else
		*part = (struct part){e->var, (uint64_t)offset, extent};
	return true;
}

static uint64_t
bytes_at(uint64_t offset, uint64_t size)
{
	const uint64_t bytes = size >= MOST_BYTES ? UINT64_MAX : ((uint64_t)1 << size) - 1;
	return offset >= MOST_BYTES ? 0 : bytes << offset;
}

/* Of the record at the part, the bytes. */
static void
note_read(struct reader *r, struct part part, uint64_t bytes)
{
	struct slot_reads *slot = &r->slots[part.var->slot];
	const uint64_t moved = part.extent ? bytes_at(part.offset, part.extent) : part.offset < MOST_BYTES ? bytes << part.offset : 0;
	r->changed |= (moved & ~slot->read) != 0;
	slot->read |= moved;
}

static void
note_number_read(struct reader *r, struct part part, uint64_t size)
{
	r->slots[part.var->slot].alone = true;
	note_read(r, part, bytes_at(0, size));
}

static void
note_copied(struct reader *r, struct part part, const struct ir_expr *copy)
{
	struct slot_reads *slot = &r->slots[part.var->slot];
	slot->copied_again |= slot->copied && slot->copied != copy;
	slot->copied = copy;
}

static void
note_written(struct reader *r, struct part part, uint64_t size)
{
	r->slots[part.var->slot].written |= bytes_at(part.offset, part.extent ? part.extent : size);
}

/* Which element of an array is changed is not told. */
static void
note_changed(struct reader *r, struct part part, uint64_t size)
{
	if (part.var->type->kind == IR_TYPE_RECORD && !part.extent)
		r->slots[part.var->slot].changed |= bytes_at(part.offset, size);
}

static void
note_escape(struct reader *r, struct part part)
{
	struct slot_reads *slot = &r->slots[part.var->slot];
	r->changed |= !slot->escapes;
	slot->escapes = true;
}

/* ---- where records come from and go to ---- */

static struct ends
joined(struct ends a, struct ends b)
{
	if (!a.any || !b.any)
		return a.any ? a : b;
	return (struct ends){a.root, true, a.open || b.open || a.root != b.root, a.made || b.made};
}

static void
note_end(struct reader *r, struct ends *ends, struct ends others)
{
	const struct ends all = joined(*ends, others);
	r->changed |= all.any != ends->any || all.open != ends->open || all.made != ends->made;
	*ends = all;
}

/* Pointers that a function is given may be the same; those of a kernel are taken to be different, as the compiler has to. */
static struct ends
ends_at(const struct ir_func *func, const struct ir_expr *address)
{
	while (address->kind == IR_FIELD || address->kind == IR_OFFSET || address->kind == IR_CONVERT || address->kind == IR_LOAD)
		address = address->a;
	const struct ir_var *root = address->kind == IR_VAR ? address->var : NULL;
	const bool open = !root || root->storage == IR_STORAGE_LOCAL || (root->storage == IR_STORAGE_PARAM && !func->is_kernel);
	return (struct ends){root, true, open, false};
}

/* The result of a call comes from where its arguments do. */
static struct ends
origin_of(const struct ir_func *func, const struct ir_expr *source)
{
	struct ends from = {NULL, false, false, false};
	if (source->kind != IR_CALL)
		return ends_at(func, source);
	for (uint32_t i = 0; i < source->arg_count; i++)
		if (source->args[i]->type->kind == IR_TYPE_POINTER && source->args[i]->kind != IR_LOAD)
			from = joined(from, ends_at(func, source->args[i]));
	from.made = from.any;
	return from;
}

/* ---- the walk ---- */

static void read_node(struct reader *r, struct ir_node node);

static void
read_expr(struct reader *r, const struct ir_expr *e)
{
	read_node(r, (struct ir_node){.expr = e});
}

static void
read_parts(struct reader *r, struct ir_node whole)
{
	struct ir_parts parts = ir_parts_of(whole);
	for (struct ir_node part; ir_next_part(&parts, &part);)
		read_node(r, part);
}

/* The address that is left when what is done on the way to it has been read. */
static const struct ir_expr *
read_before(struct reader *r, const struct ir_expr *e)
{
	for (; e->kind == IR_COMMA; e = e->b)
		read_expr(r, e->a);
	return e;
}

/* The variable in which a record lies, or in which an array of them does; NULL: it lies in memory. */
static struct slot_reads *
slot_at(const struct ir_func *func, struct slot_reads *slots, const struct ir_expr *address)
{
	struct part part;
	const bool is_local =
		part_of(func, address, &part) && part.var->type->kind != IR_TYPE_POINTER && record_of(part.var);
	return is_local ? &slots[part.var->slot] : NULL;
}

/* What goes from one variable to another comes from where the one did, and goes to where the other does. */
static void
note_ends(struct reader *r, const struct ir_expr *source, const struct ir_expr *target)
{
	struct slot_reads *from = slot_at(r->func, r->slots, source), *to = slot_at(r->func, r->slots, target);
	if (to)
		note_end(r, &to->from, from ? from->from : origin_of(r->func, source));
	if (from) {
		note_end(r, &from->to, to ? to->to : ends_at(r->func, target));
		from->unchanged |= from->to.any && !from->changed;
	}
}

static void
read_copy(struct reader *r, const struct ir_expr *e)
{
	struct part from, to;
	const struct ir_expr *source = read_before(r, e->b);
	const bool is_local = part_of(r->func, e->a, &to) && to.var->type->kind != IR_TYPE_POINTER && record_of(to.var);
	note_ends(r, source, e->a);
	uint64_t bytes = bytes_at(0, e->type->size);
	if (is_local && e->type == record_of(to.var))
		bytes &= r->slots[to.var->slot].read;
	else if (is_local)
		note_written(r, to, e->type->size);
	else
		read_expr(r, e->a);
	if (!part_of(r->func, source, &from)) {
		read_expr(r, source);
		return;
	}
	note_read(r, from, bytes);
	note_copied(r, from, e);
	if (is_local && r->slots[to.var->slot].escapes)
		note_escape(r, from);
}

static void
read_argument(struct reader *r, const struct ir_expr *call, uint32_t index)
{
	struct part part;
	const struct ir_func *callee = call->func;
	const struct ir_expr *e = read_before(r, call->args[index]);
	const struct ir_type *type = index < callee->param_count ? callee->params[index]->type : NULL;
	const bool is_record = type && (type->kind == IR_TYPE_RECORD || type->kind == IR_TYPE_POINTER);
	if (!is_record || !part_of(r->func, e, &part)) {
		read_expr(r, e);
		return;
	}
	const struct members_read read = members_read(r->known, callee, callee->params[index]);
	note_read(r, part, read.bytes);
	r->slots[part.var->slot].alone = true;
	if (!read.certain)
		note_escape(r, part);
}

/* The pointer itself is read, who knows what for. */
static bool
is_pointer_read(const struct ir_expr *e)
{
	return e->kind == IR_LOAD && e->a->kind == IR_VAR && e->type->kind == IR_TYPE_POINTER;
}

static void
read_target(struct reader *r, const struct ir_expr *e)
{
	struct part part;
	if (!part_of(r->func, e->a, &part)) {
		read_expr(r, e->a);
		return;
	}
	note_changed(r, part, e->type->size);
	if (e->kind == IR_UPDATE)
		note_number_read(r, part, e->type->size);
	else
		note_written(r, part, e->type->size);
	if (e->a->kind == IR_VAR && e->type->kind == IR_TYPE_POINTER)
		note_escape(r, part);
}

static void
read_kind(struct reader *r, const struct ir_expr *e)
{
	struct part part;
	if (unused_loads_has(r->unused, e))
		return;
	switch (e->kind) {
	case IR_LOAD:
		if (!is_pointer_read(e) && part_of(r->func, e->a, &part))
			note_number_read(r, part, e->type->size);
		else if (part_of(r->func, e, &part))
			note_escape(r, part);
		else
			read_expr(r, e->a);
		break;
	case IR_STORE: case IR_UPDATE:
		read_expr(r, e->b);
		read_target(r, e);
		break;
	case IR_COPY:
		read_copy(r, e);
		break;
	case IR_CALL:
		for (uint32_t i = 0; i < e->arg_count; i++)
			read_argument(r, e, i);
		break;
	case IR_VAR: case IR_FIELD: case IR_OFFSET: case IR_CONVERT:
		if (part_of(r->func, e, &part))
			note_escape(r, part);
		else
			read_parts(r, (struct ir_node){.expr = e});
		break;
	default:
		read_parts(r, (struct ir_node){.expr = e});
		break;
	}
}

static void
read_node(struct reader *r, struct ir_node node)
{
	r->lost |= r->depth >= IR_DEEPEST || (node.stmt && node.stmt->kind == IR_STMT_UNKNOWN);
	if (r->lost)
		return;
	r->depth++;
	if (node.expr)
		read_kind(r, node.expr);
	else
		read_parts(r, node);
	r->depth--;
}

/* ---- functions ---- */

static struct slot_reads *
slots_of(struct members_known *known, const struct ir_func *func)
{
	for (size_t i = 0; i < known->count; i++)
		if (known->funcs[i].func == func)
			return known->funcs[i].slots;
	const size_t at = known->count;
	const struct members_of_func entry = {.func = func};
	memory_push(known->funcs, known->count, known->capacity, entry);
	struct reader r = {.known = known, .unused = unused_loads_of(known->unused, func), .func = func, .changed = true,
	                   .slots = memory_zeroed(func->slot_count + 1, sizeof *r.slots)};
	known->depth++;
	/* What is read of a copy's copy is known only after a round that came to it. */
	for (unsigned rounds = 0; r.changed && !r.lost; rounds++) {
		r.changed = false;
		read_node(&r, (struct ir_node){.stmt = func->body});
		r.lost |= r.changed && rounds == MOST_ROUNDS;
	}
	known->depth--;
	for (uint32_t i = 0; r.lost && i < func->slot_count; i++) {
		r.slots[i].escapes = true;
		r.slots[i].from = r.slots[i].to = (struct ends){NULL, true, true, false};
	}
	return known->funcs[at].slots = r.slots;
}

struct members_read
members_read(struct members_known *known, const struct ir_func *func, const struct ir_var *var)
{
	const struct ir_type *record = record_of(var);
	if (!func->body || known->depth > DEEPEST_CALL || !record || record->size > MOST_BYTES || var->slot >= func->slot_count)
		return NOT_TOLD;
	const struct slot_reads *slots = slots_of(known, func);
	if (!slots || slots[var->slot].escapes)
		return NOT_TOLD;
	const struct slot_reads *slot = &slots[var->slot];
	/* What is not modelled of a library function does not read either; the function itself does. */
	if (func->is_library && !slot->read)
		return (struct members_read){bytes_at(0, record->size), true};
	return (struct members_read){slot->read, !(slot->read & slot->written)};
}

struct members_read
members_read_at(struct members_known *known, const struct ir_func *func, const struct ir_expr *address)
{
	struct part part;
	if (!part_of(func, address, &part) || part.var->type->kind == IR_TYPE_POINTER)
		return NOT_TOLD;
	struct members_read read = members_read(known, func, part.var);
	if (part.offset >= MOST_BYTES)
		return NOT_TOLD;
	if (read.bytes != UINT64_MAX)
		read.bytes >>= part.offset;
	return read;
}

bool
members_all_read_at(struct members_known *known, const struct ir_func *func, const struct ir_expr *address)
{
	struct part part;
	if (!part_of(func, address, &part) || part.var->type->kind == IR_TYPE_POINTER)
		return true;
	const struct members_read read = members_read_at(known, func, address);
	const uint64_t all = bytes_at(0, address->type->element->size);
	return read.certain && (read.bytes & all) == all;
}

/* Both are of the same place, as far as can be told. */
static bool
ends_meet(struct ends a, struct ends b)
{
	return a.any && b.any && (a.open || b.open || a.root == b.root);
}

/* One that is moved whole goes back if something of it was changed. */
static bool
comes_back(const struct slot_reads *slot, const struct ir_type *type)
{
	const bool is_changed = type->align == type->size ? slot->changed
	                                                  : type->size <= MOST_BYTES && !(bytes_at(0, type->size) & ~slot->changed);
	return ends_meet(slot->from, slot->to) && (slot->unchanged || !is_changed);
}

/* Of one that comes back: where nobody can tell where an end is, it most likely is elsewhere. */
static enum record_way
way_back(const struct slot_reads *slot)
{
	if (slot->from.made)
		return WAY_REMADE;
	const bool is_certain = !slot->from.open && !slot->to.open;
	return is_certain && (slot->unchanged || !slot->changed) ? WAY_UNCHANGED : WAY_BACK;
}

/* From memory into a variable out of which nothing is taken but one copy of all. */
static bool
is_passed_on(const struct slot_reads *slot)
{
	return slot->from.any && slot->copied && !slot->copied_again && !slot->alone && !slot->changed && !slot->escapes;
}

/* In several pieces, with something of it changed on the way from memory to memory. */
static bool
is_changed_on_the_way(const struct slot_reads *slot, const struct ir_type *type)
{
	return type->align != type->size && slot->from.any && slot->to.any && slot->changed;
}

enum record_way
members_way(struct members_known *known, const struct ir_func *func, const struct ir_expr *copy)
{
	const struct ir_expr *source = copy->b;
	while (source->kind == IR_COMMA)
		source = source->b;
	struct slot_reads *slots = func->body && known->depth <= DEEPEST_CALL ? slots_of(known, func) : NULL;
	if (!slots)
		return WAY_ELSEWHERE;
	const struct slot_reads *from = slot_at(func, slots, source), *to = slot_at(func, slots, copy->a);
	const struct slot_reads *slot = from ? from : to;
	if (!slot)
		return copy->type->align != copy->type->size && source->kind == IR_CALL &&
		               ends_meet(origin_of(func, source), ends_at(func, copy->a)) ? WAY_REMADE : WAY_ELSEWHERE;
	if (comes_back(slot, copy->type))
		return way_back(slot);
	if (is_changed_on_the_way(slot, copy->type))
		return WAY_CHANGED;
	return to && is_passed_on(to) ? WAY_THROUGH : WAY_ELSEWHERE;
}
