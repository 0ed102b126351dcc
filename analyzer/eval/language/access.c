/* Loads, stores and copies by the active lanes. */
#include "eval/language/access.h"

#include <math.h>

#include "analysis/restrict.h"
#include "domain/example.h"
#include "eval/language/private.h"
#include "eval/order/block_order.h"
#include "eval/state/machine.h"
#include "eval/state/object.h"
#include "eval/state/program.h"
#include "eval/state/reals.h"
#include "eval/state/undo_log.h"
#include "eval/state/wild_store.h"
#include "ir/integer.h"

/* An example for unknown data, in a run by example. */
static bool
read_example(const struct machine *m, const struct object *object, const struct ir_type *type, int64_t offset,
             union lane *lane)
{
	const unsigned width = (unsigned)type->size;
	uint64_t bits;
	int64_t number;
	if (!m->by_example || (type->kind == IR_TYPE_FLOAT && width < 4) || offset < 0)
		return false;
	const struct term stored = memory_read_symbol(m->memory, object, offset, width);
	if (stored.symbol && type->kind != IR_TYPE_FLOAT && example_of(m->memory, m->symbols, stored, &number))
		bits = (uint64_t)number;
	else if (!example_read(object, (uint64_t)offset, type, &bits))
		return false;
	*lane = lane_of_bits(bits, type);
	return true;
}

/* Loaded data that are unknown in each lane separately. */
static symbol_id
varying_load(struct machine *m, const struct ir_type *type, uint32_t reason)
{
	struct symbol_limits limits = {.align = 0};
	if (type->kind == IR_TYPE_INT && integer_range(type, &limits.range.low, &limits.range.high))
		return symbols_varying_within(m->symbols, reason, limits);
	return symbols_varying(m->symbols, reason);
}

static struct term
read_common_lane(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset, uint32_t reason,
                 union lane *lane)
{
	uint64_t bits;
	const unsigned width = (unsigned)type->size;
	*lane = (union lane){0};
	if ((type->kind != IR_TYPE_FLOAT || width >= 4) && memory_read(m->memory, object, offset, width, &bits)) {
		*lane = lane_of_bits(bits, type);
		return (struct term){0, lane->integer};
	}
	if (read_example(m, object, type, offset, lane))
		return (struct term){0, lane->integer};
	const struct term stored = memory_read_symbol(m->memory, object, offset, width);
	if (stored.symbol)
		return stored;
	if ((type->kind == IR_TYPE_FLOAT || m->data_alike || m->symbols->coarse) && m->lanes > 1)
		return (struct term){varying_load(m, type, reason), 0};
	return (struct term){symbols_load(m->symbols, object->version, (struct term){0, object_base(object) + offset},
	                                  width, type->is_signed, reason),
	                     0};
}

enum { ANYWHERE = -1 };

/* Why the data at the offset are unknown. */
static uint32_t
load_reason(struct machine *m, const struct object *object, int64_t offset, const struct ir_expr *site)
{
	const bool in_part = offset >= 0 && (uint64_t)offset >= object->part_from && (uint64_t)offset < object->part_to;
	const uint32_t reason = in_part ? object->part_reason : object->reason;
	if (reason)
		return reason;
	/* Records are copied as a whole, by a statement, and have no site. */
	const struct ir_loc loc = site ? site->loc : m->statement ? m->statement->loc : object->loc;
	return machine_reason(m, object->is_made ? REASON_UNFOLLOWED : REASON_LOADED, loc,
	                      object_name_at(m, object, site));
}

static struct value
read_common_uniform(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset,
                    const struct ir_expr *site)
{
	union lane lane;
	const uint32_t reason = load_reason(m, object, offset, site);
	uint64_t bits;
	if (memory_read(m->memory, object, offset, (unsigned)type->size, &bits) &&
	    (type->kind != IR_TYPE_FLOAT || type->size >= 4)) {
		lane = lane_of_bits(bits, type);
		return type->kind == IR_TYPE_FLOAT ? value_real(m, lane.real) : value_integer(m, lane.integer);
	}
	if (read_example(m, object, type, offset, &lane))
		return type->kind == IR_TYPE_FLOAT ? value_real(m, lane.real) : value_integer(m, lane.integer);
	struct term t = memory_read_symbol(m->memory, object, offset, (unsigned)type->size);
	/* One address holds one number, even if its symbol does not distinguish it from others. */
	if (!t.symbol || symbol_varies(m->symbols, t.symbol))
		t.symbol = symbols_load(m->symbols, object->version, (struct term){0, object_base(object) + offset},
		                        (unsigned)type->size, type->is_signed, reason);
	return value_symbol(m, type, t.symbol, t.offset);
}

/* Reads data of an object if they are known in all lanes, or in none. */
static enum memory_lanes
read_alike(struct machine *m, const struct object *object, const struct ir_type *type, const struct value *address,
           union lane *lane)
{
	const unsigned width = (unsigned)type->size;
	const bool one_word = width == 1 || width == 2 || width == 4 || width == 8;
	if (object->is_private || address->symbol || !one_word || (type->kind == IR_TYPE_FLOAT && width < 4))
		return MEMORY_LANES_MIXED;
	const enum memory_lanes result =
		memory_read_lanes(m->memory, object, address->lane, &m->active.may, width, lane);
	for (unsigned i = 0; i < m->lanes && result == MEMORY_LANES_KNOWN; i++)
		lane[i] = mask_has(&m->active.may, i) ? lane_of_bits((uint64_t)lane[i].integer, type) : (union lane){0};
	m->budget.steps += m->warps;
	return result;
}

/* A load by lanes with different addresses, evaluated lane by lane. */
struct reading {
	const struct ir_expr *site;
	const struct ir_type *type;
	struct object *object; /* the object at the lane's address, or NULL */
	uint32_t reason;       /* why the data there are unknown */
};

static void
turn_to_object(struct machine *m, struct reading *r, int64_t address)
{
	if (r->object && (uint64_t)address >> WINDOW_BITS == r->object->id)
		return;
	r->object = memory_object_at(m->memory, address);
	wild_store_read(m, r->object, r->type);
	r->reason = r->object ? load_reason(m, r->object, address - object_base(r->object), r->site)
	                      : machine_reason(m, REASON_LOADED, r->site ? r->site->loc : (struct ir_loc){0}, "");
}

/* Lane i's number; a known floating-point number is in *lane. */
static struct term
read_lane(struct machine *m, const struct reading *r, struct term at, unsigned i, union lane *lane)
{
	const struct ir_type *type = r->type;
	struct object *object = r->object;
	*lane = (union lane){0};
	if (!object)
		return (struct term){symbols_varying(m->symbols, r->reason), 0};
	if (at.symbol) {
		const bool apart = type->kind != IR_TYPE_FLOAT && !m->data_alike && !m->symbols->coarse &&
		                   !symbol_varies(m->symbols, at.symbol);
		return (struct term){apart ? symbols_load(m->symbols, object->version, at, (unsigned)type->size,
		                                          type->is_signed, r->reason)
		                           : varying_load(m, type, r->reason),
		                     0};
	}
	const int64_t offset = at.offset - object_base(object);
	if (!object->is_private)
		return read_common_lane(m, object, type, offset, r->reason, lane);
	const struct value v = private_read(m, object, type, offset);
	*lane = v.lane[value_at(&v, i)];
	return value_term(&v, i);
}

/* A load by lanes with different addresses, in one object or in several. */
static struct value
read_lanes(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address)
{
	const bool real = type->kind == IR_TYPE_FLOAT;
	const unsigned first = mask_first(&m->active.may);
	struct object *object = memory_object_at(m->memory, value_term(address, first).offset);
	wild_store_read(m, object, type);
	/* Unknown data that need not be distinguished: by far the most frequent case. */
	const bool anonymous =
		object && !m->by_example && (real || m->data_alike || (m->symbols->coarse && !object->holds_symbols));
	if (anonymous && !object->is_private && memory_is_blank(object))
		return value_unknown(
			m, type, load_reason(m, object, value_term(address, first).offset - object_base(object), site));
	union lane *lane = value_lanes(m);
	const enum memory_lanes alike = object ? read_alike(m, object, type, address, lane) : MEMORY_LANES_MIXED;
	if (alike == MEMORY_LANES_KNOWN)
		return (struct value){lane, NULL, .uniform = m->lanes == 1, .real = real};
	if (object && (alike == MEMORY_LANES_UNKNOWN ? anonymous : real && !object->is_private && reals_are_idle(m)))
		return value_unknown(
			m, type, load_reason(m, object, value_term(address, first).offset - object_base(object), site));
	symbol_id *symbol = value_symbols(m);
	bool symbols = false;
	machine_count_lanes(m);
	struct reading reading = {site, type, NULL, 0};
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned i = w * 32 + (unsigned)__builtin_ctz(bits);
			const struct term at = value_term(address, i);
			turn_to_object(m, &reading, at.offset);
			const struct term t = read_lane(m, &reading, at, i, &lane[i]);
			symbol[i] = t.symbol;
			symbols |= t.symbol != 0;
			if (t.symbol)
				lane[i].integer = real ? 0 : t.offset;
		}
	}
	for (unsigned i = 0; i < m->lanes; i++)
		if (!mask_has(&m->active.may, i))
			lane[i].integer = 0;
	return value_of_lanes(m, lane, symbols ? symbol : NULL, real);
}

static struct value
read_at(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value address)
{
	if (!address.uniform)
		return read_lanes(m, site, type, &address);
	const struct term at = value_term(&address, 0);
	struct object *object = memory_object_at(m->memory, at.offset);
	wild_store_read(m, object, type);
	if (!object || symbol_varies(m->symbols, at.symbol)) {
		const uint32_t reason =
			object ? load_reason(m, object, ANYWHERE, site)
			       : machine_reason(m, REASON_LOADED, site ? site->loc : (struct ir_loc){0}, "");
		if (at.symbol && !symbol_varies(m->symbols, at.symbol))
			return value_symbol(
				m, type, symbols_load(m->symbols, 0, at, (unsigned)type->size, type->is_signed, reason),
				0);
		return value_unknown(m, type, reason);
	}
	if (at.symbol) {
		if (object->is_private)
			return private_unknown(m, type, object);
		return value_symbol(m, type,
		                    symbols_load(m->symbols, object->version, at, (unsigned)type->size, type->is_signed,
		                                 load_reason(m, object, ANYWHERE, site)),
		                    0);
	}
	const int64_t offset = at.offset - object_base(object);
	if (object->is_private)
		return private_read(m, object, type, offset);
	return read_common_uniform(m, object, type, offset, site);
}

struct value
access_load(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value address)
{
	access_report_at(m, site, NULL, SITE_LOAD, (unsigned)type->size, &address, 0, NULL);
	if (mask_empty(&m->active.may))
		return type->kind == IR_TYPE_FLOAT ? value_real(m, 0) : value_integer(m, 0);
	struct value v = read_at(m, site, type, address);
	if (v.symbol && site && !m->on_device && m->program->environment.number_count)
		v = environment_read(m, v);
	if (v.symbol && !m->on_device && reason_is_input(symbols_reason_of(m->symbols, v.symbol[0])->kind))
		m->program->inputs_read++;
	order_load(m, site, type, &address);
	return v;
}

/* Writes lane i's number. */
static void
write_common_lane(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset,
                  const struct value *v, unsigned i)
{
	const unsigned width = (unsigned)type->size;
	const struct term t = value_term(v, i);
	undo_log_save_bytes(m, object, offset, width);
	if (t.symbol && !v->real && !symbol_varies(m->symbols, t.symbol))
		memory_write_symbol(m->memory, object, offset, width, t);
	else if (t.symbol || (v->real && width < 4))
		memory_unknow(m->memory, object, offset, width);
	else
		memory_write(m->memory, object, offset, width, bits_of_lane(v->lane[value_at(v, i)], type, v->real));
}

static void
forget_object(struct machine *m, struct object *object, uint32_t reason)
{
	undo_log_save_object(m, object);
	memory_forget(m->memory, object, reason);
}

/* The lanes among `of` that store to the private object at `at`. Each lane has its own copy, so one write serves all
 * of them. Lanes with unknown addresses are one group. */
static struct mask
lanes_at_address(const struct machine *m, const struct object *object, struct term at, const struct value *address,
                 const struct mask *of)
{
	struct mask lanes = mask_none();
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = of->warp[w]; bits; bits &= bits - 1) {
			const unsigned i = w * 32 + (unsigned)__builtin_ctz(bits);
			const struct term other = value_term(address, i);
			const bool same = at.symbol
			                          ? other.symbol && (uint64_t)other.offset >> WINDOW_BITS == object->id
			                          : !other.symbol && other.offset == at.offset;
			lanes.warp[w] |= (uint32_t)same << (i & 31);
		}
	}
	return lanes;
}

static void
write_private_lanes(struct machine *m, struct object *object, const struct ir_type *type, struct term at,
                    const struct value *v, const struct mask *lanes)
{
	const struct active saved = m->active;
	m->active.may = *lanes;
	if (!at.symbol)
		private_write(m, object, type, at.offset - object_base(object), *v);
	else if (object->lanes == m->lanes)
		for (size_t c = 0; c < object->cell_count; c++)
			variable_write(m, object->cells[c].variable, private_unknown(m, type, object));
	m->active = saved;
}

/* Stores by the library are not noted: no other code has an address of its own objects. */
static void
note_wild_store(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct term at)
{
	if (at.symbol && site && !m->frame->func->is_library)
		wild_store_note(m, type, site->loc.line);
}

/* A store lane by lane. If a lane's address is unknown, the whole object may change. */
static void
write_lanes(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address,
            const struct value *v)
{
	struct mask left = m->active.may;
	struct object *object = memory_object_at(m->memory, value_term(address, mask_first(&left)).offset);
	const bool nothing_known = v->uniform && v->symbol && (v->real || symbol_varies(m->symbols, v->symbol[0]));
	if (object && !object->is_private && nothing_known && memory_is_blank(object)) {
		object_note_store(m, object);
		object->has_lost = true;
		object->version = ++m->memory->versions;
		return;
	}
	machine_count_lanes(m);
	for (unsigned w = 0; w < m->warps; w++) {
		while (left.warp[w]) {
			const unsigned i = w * 32 + (unsigned)__builtin_ctz(left.warp[w]);
			left.warp[w] &= left.warp[w] - 1;
			const struct term at = value_term(address, i);
			if (!object || (uint64_t)at.offset >> WINDOW_BITS != object->id)
				object = memory_object_at(m->memory, at.offset);
			if (!object) {
				note_wild_store(m, site, type, at);
				continue;
			}
			object_note_store(m, object);
			if (object->is_private) {
				struct mask lanes = lanes_at_address(m, object, at, address, &left);
				left = mask_without(&left, &lanes);
				mask_set(&lanes, i);
				write_private_lanes(m, object, type, at, v, &lanes);
			} else if (at.symbol) {
				if (!memory_is_blank(object))
					forget_object(m, object,
					              machine_reason(m, REASON_SCATTERED,
					                             site ? site->loc : object->loc,
					                             object_name_at(m, object, site)));
				object->version = ++m->memory->versions;
			} else {
				write_common_lane(m, object, type, at.offset - object_base(object), v, i);
			}
		}
	}
}

void
access_store(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value address,
             struct value v)
{
	access_report_at(m, site, NULL, SITE_STORE, (unsigned)type->size, &address, 0, NULL);
	if (mask_empty(&m->active.may))
		return;
	order_store(m, site, type, &address, &v);
	const struct term at = value_term(&address, 0);
	struct object *object = address.uniform && !at.symbol ? memory_object_at(m->memory, at.offset) : NULL;
	if (object && object->is_private) {
		private_write(m, object, type, at.offset - object_base(object), v);
		return;
	}
	if (object && v.uniform) {
		object_note_store(m, object);
		write_common_lane(m, object, type, at.offset - object_base(object), &v, 0);
		return;
	}
	write_lanes(m, site, type, &address, &v);
}

/* ---- whole objects ---- */

struct value
access_read_object(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset)
{
	wild_store_read(m, object, type);
	if (object->is_private)
		return private_read(m, object, type, offset);
	return read_common_uniform(m, object, type, offset, NULL);
}

void
access_write_object(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset,
                    struct value v)
{
	if (object->is_private) {
		private_write(m, object, type, offset, v);
		return;
	}
	object_note_store(m, object);
	write_common_lane(m, object, type, offset, &v, 0);
}

/* ---- forgotten data ---- */

void
access_forget(struct machine *m, struct value address, uint64_t bytes, uint32_t reason)
{
	for (unsigned i = 0; i < (address.uniform ? 1 : m->lanes); i++) {
		if (!address.uniform && !mask_has(&m->active.may, i))
			continue;
		const struct term at = value_term(&address, i);
		struct object *object = memory_object_at(m->memory, at.offset);
		if (!object)
			continue;
		const int64_t offset = at.offset - object_base(object);
		if (object->is_private && object->lanes != m->lanes)
			continue;
		if (object->is_private) {
			const struct ir_type any = {.kind = IR_TYPE_INT, .size = 8, .is_signed = true};
			for (size_t c = 0; c < object->cell_count; c++) {
				const struct cell *cell = &object->cells[c];
				if (at.symbol || (cell->offset + cell->width > (uint64_t)offset &&
				                  cell->offset < (uint64_t)offset + bytes))
					variable_write(m, cell->variable, value_unknown(m, &any, reason));
			}
			object->reason = reason;
			object->zeroed = false;
		} else {
			object_note_store(m, object);
			undo_log_save_object(m, object);
			object->reason = reason;
			object->part_from = object->part_to = 0;
			if (at.symbol || (offset == 0 && bytes >= object->size))
				memory_forget(m->memory, object, reason);
			else
				memory_unknow(m->memory, object, offset, bytes);
		}
	}
}
