/* Records and arrays: their members and their copies. */
#include <stdlib.h>
#include <string.h>

#include "eval/language/access.h"
#include "eval/order/block_order.h"
#include "eval/state/machine.h"
#include "eval/state/object.h"
#include "eval/state/undo_log.h"
#include "ir/last_operand.h"
#include "ir/leaves.h"
#include "support/sorted.h"

static bool
in_private(struct machine *m, const struct value *address)
{
	const struct object *object =
		address->uniform && !address->symbol ? memory_object_at(m->memory, address->lane[0].integer) : NULL;
	return object && object->is_private;
}

/* ---- reports ---- */

/* One end of a copy. */
struct move {
	struct machine *m;
	const struct ir_expr *site;
	const struct ir_loc *loc;
	enum site_kind kind;
	const struct value *address;
	const struct ir_leaves *leaves;
};

static void
report_piece(const struct move *move, uint64_t offset, uint64_t width)
{
	access_report_at(move->m, move->site, move->loc, move->kind, (unsigned)width, move->address, (int64_t)offset,
	                 NULL);
}

/* The first member that begins at the offset or after it. */
static size_t
leaf_from(const struct ir_leaves *leaves, uint64_t offset)
{
	return sorted_find(leaves->items, leaves->count, sizeof *leaves->items, offsetof(struct ir_leaf, offset),
	                   offset);
}

/* Reports a block of memory that is aligned to its size. Members of one size become a vector if they fill the block,
 * or three of its four words; parts of a word do not count separately. Other blocks are split into halves. */
static void
report_block(const struct move *move, uint64_t start, uint64_t size)
{
	const struct ir_leaf *one = NULL;
	unsigned count = 0, words = 0;
	uint64_t element = 0;
	bool even = true;
	const size_t end = leaf_from(move->leaves, start + size);
	for (size_t i = leaf_from(move->leaves, start); i < end; i++) {
		const struct ir_leaf *leaf = &move->leaves->items[i];
		even &= !element || element == leaf->type->size;
		element = leaf->type->size;
		one = leaf;
		count++;
		words |= 1u << (leaf->offset - start) / (element < 4 ? 4 : element);
	}
	const unsigned whole = (unsigned)(element <= 4 ? (size + 3) / 4 : size / element);
	const unsigned present = (unsigned)__builtin_popcount(words);
	if (count == 1)
		report_piece(move, one->offset, one->type->size);
	else if (count && even && (present >= whole || (whole == 4 && present == 3)))
		report_piece(move, start, size);
	else if (count && size > 1) {
		report_block(move, start, size / 2);
		report_block(move, start + size / 2, size / 2);
	}
}

/* The widest access with which a record of the type is copied. */
static uint64_t
widest_piece(const struct ir_type *type)
{
	return type->align < 16 ? type->align ? type->align : 1 : 16;
}

/* A copy with too many accesses. */
static void
report_unknown(const struct move *move)
{
	const uint32_t reason = machine_reason(move->m, REASON_UNSUPPORTED, *move->loc, "a large record");
	access_report_unknown(move->m, move->site, move->loc, move->kind, move->address, reason);
}

/* A record that is in registers at one end: each member is accessed by itself or merged with its neighbours. */
static void
report_members(const struct move *move, const struct ir_type *type)
{
	const struct ir_leaves *leaves = move->leaves;
	const uint64_t block = widest_piece(type);
	uint64_t done = 0;
	if (leaves->too_many) {
		report_unknown(move);
		return;
	}
	for (size_t i = 0; i < leaves->count; i++) {
		const uint64_t end = leaves->items[i].offset + leaves->items[i].type->size;
		uint64_t start = leaves->items[i].offset / block * block;
		for (start = start < done ? done : start; start < end; start = done = start + block)
			report_block(move, start, block);
	}
	move->m->budget.steps += leaves->count;
}

/* A record that is copied from memory to memory: accesses are as wide as its alignment allows, whatever its members
 * are. */
static void
report_whole(const struct move *move, const struct ir_type *type)
{
	const uint64_t widest = widest_piece(type);
	if (type->size > MOST_LEAVES * widest) {
		report_unknown(move);
		return;
	}
	for (uint64_t at = 0; at < type->size;) {
		uint64_t piece = widest;
		while (piece > type->size - at)
			piece /= 2;
		report_piece(move, at, piece);
		at += piece;
	}
	move->m->budget.steps += type->size / widest;
}

void
access_report_record(struct machine *m, const struct ir_expr *site, const struct ir_type *type,
                     const struct value *from)
{
	if (!m->sink || in_private(m, from))
		return;
	const struct ir_leaves leaves = ir_leaves_of(type, MOST_LEAVES);
	const struct move move = {m, site, ir_place_of_access(site), SITE_LOAD, from, &leaves};
	report_members(&move, type);
	free(leaves.items);
}

/* Whether the address has a place in the source: no result of a call, and no temporary. */
static bool
is_named(const struct ir_expr *address)
{
	const struct ir_expr *base = ir_base_of_address(address);
	return base->kind == IR_VAR ? *base->var->name : base->kind != IR_CALL;
}

/* Reports a copy's loads and stores, each end at its own expression. If the two are on different lines, both are
 * reported on the source's line, where the compiler puts them. */
static void
report_copy(struct machine *m, const struct ir_expr *copy, const struct ir_type *type, const struct value *to,
            const struct value *from, const struct ir_leaves *leaves)
{
	const bool has_ends = copy->kind == IR_COPY;
	const struct ir_expr *source = has_ends ? copy->b : copy, *target = has_ends ? copy->a : copy;
	const struct ir_loc *from_place = ir_place_of_access(source), *to_place = ir_place_of_access(target);
	const bool apart = from_place->file == to_place->file && from_place->line != to_place->line && is_named(source);
	const bool is_loaded = !in_private(m, from), is_stored = !in_private(m, to);
	const struct move load = {m, source, from_place, SITE_LOAD, from, leaves};
	const struct move store = {m, target, apart ? from_place : to_place, SITE_STORE, to, leaves};
	if (is_loaded && is_stored) {
		report_whole(&load, type);
		report_whole(&store, type);
	} else if (is_loaded) {
		report_members(&load, type);
	} else if (is_stored) {
		report_members(&store, type);
	}
}

void
access_copy(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value to,
            struct value from)
{
	if (mask_empty(&m->active.may))
		return;
	const struct ir_leaves leaves = ir_leaves_of(type, MOST_LEAVES);
	if (m->sink && site)
		report_copy(m, site, type, &to, &from, &leaves);
	order_load(m, site, type, &from);
	order_store(m, site, type, &to, NULL);
	if (leaves.too_many) {
		const struct ir_loc loc = site ? site->loc : (struct ir_loc){0};
		access_forget(m, to, type->size, machine_reason(m, REASON_UNSUPPORTED, loc, "a large record"));
	} else {
		for (size_t i = 0; i < leaves.count; i++) {
			const struct value offset = value_integer(m, (int64_t)leaves.items[i].offset);
			const struct ir_type *leaf = leaves.items[i].type;
			const struct value v = access_load(m, NULL, leaf, value_offset(m, from, offset, 1));
			access_store(m, NULL, leaf, value_offset(m, to, offset, 1), v);
		}
	}
	free(leaves.items);
}

void
access_copy_object(struct machine *m, struct object *to, int64_t to_offset, const struct ir_type *type,
                   struct object *from, int64_t from_offset)
{
	access_copy(m, NULL, type, value_address(m, to, to_offset), value_address(m, from, from_offset));
}

void
access_zero(struct machine *m, const struct ir_type *type, struct value address)
{
	const struct term at = value_term(&address, 0);
	struct object *object = address.uniform && !at.symbol ? memory_object_at(m->memory, at.offset) : NULL;
	if (mask_empty(&m->active.may))
		return;
	const int64_t offset = object ? at.offset - object_base(object) : 0;
	if (object && !object->is_private) {
		undo_log_save_object(m, object);
		object_note_store(m, object);
		order_store(m, NULL, type, &address, NULL);
		memory_fill(m->memory, object, offset, type->size, 0);
		return;
	}
	if (object && offset == 0 && type->size == object->size && !object->cell_count) {
		object->zeroed = true;
		return;
	}
	const struct ir_leaves leaves = ir_leaves_of(type, MOST_LEAVES);
	for (size_t i = 0; i < leaves.count; i++) {
		const struct ir_type *leaf = leaves.items[i].type;
		access_store(m, NULL, leaf,
		             value_offset(m, address, value_integer(m, (int64_t)leaves.items[i].offset), 1),
		             leaf->kind == IR_TYPE_FLOAT ? value_real(m, 0) : value_integer(m, 0));
	}
	free(leaves.items);
}
