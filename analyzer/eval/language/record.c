/* Records and arrays: what they are made of, and how they move. */
#include <stdlib.h>
#include <string.h>

#include "eval/grid/races.h"
#include "eval/grid/block_order.h"
#include "eval/journal.h"
#include "eval/machine.h"
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

/* One side of a copy: what moves, from or to where. */
struct move {
	struct machine *m;
	const struct ir_expr *site;
	const struct ir_loc *loc;
	enum site_kind kind;
	const struct value *address;
	const struct ir_leaves *leaves;
	uint64_t bytes;                /* as of struct members_read */
	const char *assumption;
};

static void
report_piece(const struct move *move, uint64_t offset, uint64_t width)
{
	access_report_at(move->m, move->site, move->loc, move->kind, (unsigned)width, move->address, (int64_t)offset,
	                 move->assumption);
}

static bool
is_read(const struct move *move, const struct ir_leaf *leaf)
{
	const uint64_t size = leaf->type->size, own = size >= 64 ? UINT64_MAX : ((uint64_t)1 << size) - 1;
	return leaf->offset >= 64 || move->bytes >> leaf->offset & own;
}

/* The first member that begins there or behind. */
static size_t
leaf_from(const struct ir_leaves *leaves, uint64_t offset)
{
	return sorted_find(leaves->items, leaves->count, sizeof *leaves->items, offsetof(struct ir_leaf, offset), offset);
}

/* A block of memory to whose size it is aligned. Members of one size become a vector, if these are all of the block, or
 * three of four words; what is smaller than a word does not count apart. Others move in halves of the block. */
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
		if (!is_read(move, leaf))
			continue;
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

/* The widest piece in which a record of the type moves. */
static uint64_t
widest_piece(const struct ir_type *type)
{
	return type->align < 16 ? type->align ? type->align : 1 : 16;
}

/* Of a record of many pieces the first ones stand for all: `end` is where these end. */
static struct move
standing_for(const struct move *move, const struct ir_type *type, uint64_t end)
{
	struct move whole = *move;
	whole.m->weight *= (double)type->size / (double)end;
	whole.assumption = "the record moves in very many pieces: the first of them stand for all";
	return whole;
}

/* The last piece's members are cut off where there are too many to be listed. */
static uint64_t
end_of_listed(const struct move *move, uint64_t block)
{
	const struct ir_leaves *leaves = move->leaves;
	return leaves->count ? leaves->items[leaves->count - 1].offset / block * block : 0;
}

/* A record that the compiler has in registers at one end: each member moves by itself, or with those beside it. */
static void
report_members(const struct move *move, const struct ir_type *type)
{
	const struct ir_leaves *leaves = move->leaves;
	const uint64_t block = widest_piece(type), listed = end_of_listed(move, block);
	const bool is_cut = leaves->too_many && listed;
	const double weight = move->m->weight;
	const struct move told = is_cut ? standing_for(move, type, listed) : *move;
	uint64_t done = 0;
	for (size_t i = 0; i < leaves->count; i++) {
		const uint64_t end = leaves->items[i].offset + leaves->items[i].type->size;
		uint64_t start = leaves->items[i].offset / block * block;
		for (start = start < done ? done : start; start < end && !(is_cut && start >= listed); start = done = start + block)
			report_block(&told, start, block);
	}
	move->m->steps += leaves->count;
	move->m->weight = weight;
}

/* One that goes from memory to memory: pieces as wide as its alignment allows, whatever its members are. */
static void
report_whole(const struct move *move, const struct ir_type *type)
{
	const uint64_t widest = widest_piece(type), most = MOST_LEAVES * widest;
	const double weight = move->m->weight;
	const struct move told = type->size > most ? standing_for(move, type, most) : *move;
	const uint64_t end = type->size > most ? most : type->size;
	for (uint64_t at = 0; at < end;) {
		uint64_t piece = widest;
		while (piece > end - at)
			piece /= 2;
		report_piece(&told, at, piece);
		at += piece;
	}
	move->m->steps += end / widest;
	move->m->weight = weight;
}

/* Whether a piece of that width is made of members of one size, or the last one of what is left of such from a word on. */
static bool
is_plain_piece(const struct ir_type *type, const struct ir_leaves *leaves, uint64_t start, uint64_t width)
{
	enum { WORD = 4 };
	const size_t end = leaf_from(leaves, start + width);
	uint64_t filled = 0;
	bool even = true, words = true;
	for (size_t i = leaf_from(leaves, start); i < end; i++) {
		const uint64_t size = leaves->items[i].type->size;
		even &= !filled || leaves->items[i - 1].type->size == size;
		words &= size >= WORD;
		filled += size;
	}
	const uint64_t room = type->size - start < width ? type->size - start : width;
	return (even && filled == room) || (filled && words && start + width >= type->size);
}

/* Of records that move in several pieces some go in smaller ones, where a piece holds members of several sizes or none in
 * places (`int a; short b;`): by which rule is not known. */
static const char *
assumption_of_pieces(const struct ir_type *type, const struct ir_leaves *leaves)
{
	static const char uneven[] = "the record has members of several sizes, or gaps: the compiler may move it in smaller pieces";
	const uint64_t width = widest_piece(type);
	if (leaves->too_many || type->size > MOST_LEAVES * width)
		return uneven;
	for (uint64_t start = 0; type->size > width && start < type->size; start += width)
		if (!is_plain_piece(type, leaves, start, width))
			return uneven;
	return NULL;
}

/* Records of records may have no end of members: `left` is how many are looked at before it is taken to be so. */
static bool
has_bit_field(const struct ir_type *type, unsigned *left)
{
	while (type->kind == IR_TYPE_ARRAY && type->element)
		type = type->element;
	for (uint32_t i = 0; type->kind == IR_TYPE_RECORD && i < type->field_count; i++)
		if (type->fields[i].bit_width || !*left || (--*left, has_bit_field(type->fields[i].type, left)))
			return true;
	return false;
}

/* Of what comes into a variable. */
static const char *
assumption_of(const struct ir_type *type, struct members_read read, const struct ir_leaves *leaves)
{
	unsigned left = MOST_LEAVES;
	if (has_bit_field(type, &left))
		return "its bit-fields are taken to move with their whole units: the compiler may leave out what it does not need of these";
	return read.certain || leaves->count < 2
	           ? NULL
	           : "all of the record is taken to be loaded; the compiler leaves out members that nobody needs";
}

void
access_report_record(struct machine *m, const struct ir_expr *site, const struct ir_type *type,
                     const struct value *from, struct members_read read)
{
	if (!m->fold || in_private(m, from))
		return;
	const struct ir_leaves leaves = ir_leaves_of(type, MOST_LEAVES);
	const struct move move = {m, site, ir_place_of_access(site), SITE_LOAD, from, &leaves, read.bytes,
	                          assumption_of(type, read, &leaves)};
	report_members(&move, type);
	free(leaves.items);
}

/* What has a place in the source, not the result of a call nor a temporary. */
static bool
is_named(const struct ir_expr *address)
{
	const struct ir_expr *base = ir_base_of_address(address);
	return base->kind == IR_VAR ? *base->var->name : base->kind != IR_CALL;
}

static const char PIECES[] = "the compiler may store the variables that it is made of one by one";

/* Variables through a pointer: as if they were a record, which they may not be declared as. */
static bool
is_seen_otherwise(const struct ir_expr *address)
{
	return ir_base_of_address(address)->kind == IR_LOAD;
}

/* Whether it moves in pieces of several members. */
static bool
is_packed(const struct ir_type *type, const struct ir_leaves *leaves)
{
	for (size_t i = 0; i < leaves->count; i++)
		if (leaves->items[i].type->size < type->align)
			return true;
	return false;
}

static enum record_way
way_of(struct machine *m, const struct ir_expr *copy)
{
	return copy->kind == IR_COPY ? members_way(&m->code->members, m->frame->func, copy) : WAY_ELSEWHERE;
}

/* What is assumed of a copy between memory and a variable, or NULL. */
static const char *
assumption_of_way(enum record_way way, const struct ir_type *type, const struct ir_leaves *leaves)
{
	static const char *const assumptions[] = {
		[WAY_ELSEWHERE] = NULL,
		[WAY_UNCHANGED] = "the record goes to where it may have come from, as it was: the compiler may neither load nor store it",
		[WAY_BACK] = "the record goes to where it may have come from: the compiler may neither load nor store members that are "
		             "as they were",
		[WAY_REMADE] = "a call makes the record of what may lie there already: the compiler may neither load nor store members "
		               "that stay as they were",
		[WAY_CHANGED] = "the record is changed on its way through a variable: the compiler may copy it as it is and store over that",
		[WAY_THROUGH] = "the variable is only copied on: the compiler may load on the line where it goes",
	};
	return way == WAY_CHANGED && !is_packed(type, leaves) ? NULL : assumptions[way];
}

/* Whether the number is what lies there already. */
static bool
lies_there(struct machine *m, const struct value *number, const struct ir_type *type, struct value address)
{
	const struct value there = access_load(m, NULL, type, address);
	for (unsigned l = 0; l < m->lanes; l++) {
		if (!mask_has(&m->active.may, l))
			continue;
		const struct term a = value_term(number, l), b = value_term(&there, l);
		if (a.symbol != b.symbol || a.offset != b.offset || symbol_varies(m->symbols, a.symbol))
			return false;
	}
	return true;
}

/* Members that are stored as they were loaded from there, or as they have been stored there. */
static void
doubt_unchanged(struct machine *m, const struct ir_expr *source, const struct ir_expr *target, const struct value *to,
                const struct value *from, const struct ir_leaves *leaves)
{
	const bool goes_back = name_same(to->name, from->name);
	if (goes_back) {
		fold_doubt(m->fold, source, DOUBT_UNCHANGED);
		fold_doubt(m->fold, target, DOUBT_UNCHANGED);
		fold_note_needless(m->fold, target);
	}
	for (size_t i = 0; i < leaves->count && goes_back; i++) {
		struct value at = *to;
		at.name.number += leaves->items[i].offset;
		reuse_doubt_again(m, target, &at, (unsigned)leaves->items[i].type->size);
	}
	for (size_t i = 0; i < leaves->count && in_private(m, from); i++) {
		const struct value offset = value_integer(m, (int64_t)leaves->items[i].offset);
		const struct value v = access_load(m, NULL, leaves->items[i].type, value_offset(m, *from, offset, 1));
		struct value at = value_offset(m, *to, offset, 1);
		at.name = to->name;
		at.name.number += leaves->items[i].offset;
		const unsigned width = (unsigned)leaves->items[i].type->size;
		reuse_doubt_unchanged(m, target, &at, width, v.name);
		if (reuse_is_stored(m, &at, width) && lies_there(m, &v, leaves->items[i].type, at))
			reuse_doubt_again(m, target, &at, width);
	}
}

/* A copy's loads and stores, each end at its own expression: but where these stand on two lines, at the source's, which
 * is where the compiler puts both. */
static void
report_copy(struct machine *m, const struct ir_expr *copy, const struct ir_type *type, const struct value *to,
            const struct value *from, const struct ir_leaves *leaves)
{
	const bool has_ends = copy->kind == IR_COPY;
	const struct ir_expr *source = has_ends ? copy->b : copy, *target = has_ends ? copy->a : copy;
	const struct ir_loc *from_place = ir_place_of_access(source), *to_place = ir_place_of_access(target);
	const bool apart = from_place->file == to_place->file && from_place->line != to_place->line && is_named(source);
	const bool is_loaded = !in_private(m, from), is_stored = !in_private(m, to);
	const struct members_read read =
		has_ends && !is_stored ? members_read_at(&m->code->members, m->frame->func, copy->a) : ALL_MEMBERS_READ;
	const enum record_way record_way = is_loaded != is_stored ? way_of(m, copy) : WAY_ELSEWHERE;
	const char *way =
		is_loaded != is_stored ? assumption_of_way(record_way, type, leaves) : assumption_of_pieces(type, leaves);
	const char *pieces = is_stored && !is_loaded && is_seen_otherwise(source) ? PIECES : NULL;
	const struct move load = {m, source, from_place, SITE_LOAD, from, leaves, read.bytes,
	                          way || is_stored ? way : assumption_of(type, read, leaves)};
	const struct move store = {m, target, apart ? from_place : to_place, SITE_STORE, to, leaves,
	                           ALL_MEMBERS_READ.bytes, way ? way : pieces};
	if (is_stored && record_way == WAY_UNCHANGED)
		fold_note_needless(m->fold, target);
	if (is_stored)
		doubt_unchanged(m, source, target, to, from, leaves);
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
	if (m->fold && site)
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
			const struct value at = value_offset(m, from, offset, 1), v = access_load(m, NULL, leaf, at);
			races_load(m, site, leaf, &at, &v);
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
		journal_save_object(m, object);
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
		access_store(m, NULL, leaf, value_offset(m, address, value_integer(m, (int64_t)leaves.items[i].offset), 1),
		             leaf->kind == IR_TYPE_FLOAT ? value_real(m, 0) : value_integer(m, 0));
	}
	free(leaves.items);
}
