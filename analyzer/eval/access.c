/* Loads, stores and copies: what the lanes read and write, and the report of it to the fold. */
#include <stdlib.h>
#include <string.h>

#include "eval/example.h"
#include "eval/journal.h"
#include "eval/machine.h"
#include "model/fold.h"
#include "support/memory.h"

enum { MOST_CELLS = 8192 };

/* ---- reports ---- */

bool
access_is_unused(struct machine *m, const struct ir_expr *e)
{
	struct frame *frame = m->frame;
	if (!m->fold || frame->is_unused || frame->func->is_library)
		return m->fold && frame->is_unused;
	if (!frame->unused)
		frame->unused = unused_loads_of(&m->unused, frame->func);
	return unused_loads_has(frame->unused, e);
}

static const char PARTLY[] = "not all of what is loaded is used; the compiler may leave out what nobody needs";

/* What is assumed of a load, or NULL. */
static const char *
assumption_of_use(const struct machine *m, const struct ir_expr *load)
{
	const struct unused_loads *unused = m->frame->unused;
	return unused && pointer_set_has(&unused->partly, load) ? PARTLY : NULL;
}

/* Where the compiler has what a library does here: innermost first. */
static const struct ir_line_info *
line_info_at(const struct machine *m, const struct ir_expr *site)
{
	if (site->kind == IR_BUILTIN && site->line_info)
		return site->line_info;
	for (const struct frame *frame = m->frame; frame && frame->entry.call; frame = frame->caller)
		if (frame->func->line_info)
			return frame->func->line_info;
	return NULL;
}

/* What an access of the running lanes is, before anything is said of where in it. */
static struct fold_access
describe(const struct machine *m, const struct ir_expr *site, enum site_kind kind, unsigned width,
         const struct value *address)
{
	const struct library_entry *entry = &m->frame->entry;
	const struct ir_line_info *line_info = line_info_at(m, site);
	return (struct fold_access){
		.site = site, .place = entry->call ? entry->call : site, .func = entry->call ? entry->func : m->frame->func,
		.loc = entry->call ? &entry->call->loc : &site->loc, .line_info = line_info,
		.kind = kind, .width = width, .address = address, .active = &m->active, .divider = m->divider,
		.weight = m->weight, .block_weight = m->block_weight, .extrapolated = m->extrapolating,
		.sampled_loop = m->sampled_loop,
		.result_unused = entry->call ? entry->result_unused : m->statement == site,
		.trips_assumed = m->assumed_trips > 0,
		.assumption = line_info && line_info->may_merge ? "the library is taken to be CUDA 13.0's, and what it does not to be merged"
		                                                : m->assumption,
	};
}

static bool
is_reported(const struct machine *m, const struct ir_expr *site)
{
	return m->fold && site && !mask_empty(&m->active.may);
}

struct name
access_report_at(struct machine *m, const struct ir_expr *site, const struct ir_loc *loc, enum site_kind kind,
                 unsigned width, const struct value *address, int64_t offset, const char *assumption)
{
	struct name content = {.kind = NAME_NONE};
	if (!is_reported(m, site) || (kind == SITE_LOAD && access_is_unused(m, site)))
		return content;
	struct fold_access access = describe(m, site, kind, width, address);
	access.offset = offset;
	if (loc && !m->frame->entry.call)
		access.loc = loc;
	if (!assumption && kind == SITE_LOAD)
		assumption = assumption_of_use(m, site);
	if (assumption)
		access.assumption = assumption;
	const bool needless = (kind == SITE_LOAD && reuse_load(m, &access, &content)) ||
	                      (kind == SITE_STORE && !reuse_store(m, &access));
	if (!needless)
		fold_access(m->fold, &access);
	return content;
}

void
access_report_atomic(struct machine *m, const struct ir_expr *site, unsigned width, const struct value *address,
                     bool uniform_operand)
{
	if (!is_reported(m, site))
		return;
	reuse_clear(m);
	struct fold_access access = describe(m, site, SITE_ATOMIC, width, address);
	access.uniform_operand = uniform_operand;
	fold_access(m->fold, &access);
}

void
access_report_texture(struct machine *m, const struct ir_expr *site, enum site_kind kind, unsigned width)
{
	if (!is_reported(m, site))
		return;
	const struct fold_access access = describe(m, site, kind, width, NULL);
	fold_texture(m->fold, &access);
}

void
access_report(struct machine *m, const struct ir_expr *site, enum site_kind kind, unsigned width,
              const struct value *address, int64_t offset)
{
	access_report_at(m, site, NULL, kind, width, address, offset, NULL);
}

void
access_report_assumed(struct machine *m, const struct ir_expr *site, enum site_kind kind, unsigned width,
                      const struct value *address, const char *assumption)
{
	access_report_at(m, site, NULL, kind, width, address, 0, assumption);
}

/* ---- private objects ---- */

static size_t
cell_position(const struct object *object, uint64_t offset)
{
	size_t low = 0, high = object->cell_count;
	while (low < high) {
		const size_t middle = (low + high) / 2;
		if (object->cells[middle].offset < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static struct variable *
find_cell(const struct object *object, uint64_t offset, unsigned width)
{
	for (size_t i = cell_position(object, offset); i < object->cell_count && object->cells[i].offset == offset; i++)
		if (object->cells[i].width == width)
			return object->cells[i].variable;
	return NULL;
}

/* The cell for (offset, width), made when missing; NULL when the object has too many. */
static struct variable *
make_cell(struct machine *m, struct object *object, uint64_t offset, unsigned width, bool real)
{
	struct variable *v = find_cell(object, offset, width);
	if (v)
		return v;
	if (object->cell_count >= MOST_CELLS)
		return NULL;
	const size_t at = cell_position(object, offset);
	v = memory_zeroed(1, sizeof *v);
	v->uniform = true;
	v->born = object->born;
	v->scope = object->scope;
	if (object->zeroed) {
		v->real = real;
		const struct active saved = m->active;
		m->active.may = v->scope;
		variable_write(m, v, real ? value_real(m, 0) : value_integer(m, 0));
		m->active = saved;
	}
	const struct cell cell = {offset, width, v};
	memory_push(object->cells, object->cell_count, object->cell_capacity, cell);
	memmove(object->cells + at + 1, object->cells + at, (object->cell_count - 1 - at) * sizeof cell);
	object->cells[at] = cell;
	return v;
}

/* Other views of these bytes (of unions, of reinterpreted vectors) do not hold any more. */
static void
undefine_overlaps(struct machine *m, struct object *object, uint64_t offset, unsigned width)
{
	for (size_t i = cell_position(object, offset >= 16 ? offset - 15 : 0);
	     i < object->cell_count && object->cells[i].offset < offset + width; i++) {
		const struct cell *c = &object->cells[i];
		if ((c->offset == offset && c->width == width) || c->offset + c->width <= offset || !c->variable->defined)
			continue;
		journal_save(m, c->variable);
		c->variable->defined = false;
	}
}

/* One lane's bytes put together from whichever cells know them. */
static bool
lane_bytes(const struct object *object, uint64_t offset, unsigned width, unsigned lane, uint8_t *bytes)
{
	uint32_t found = 0;
	memset(bytes, 0, 8);
	for (size_t i = cell_position(object, offset >= 16 ? offset - 15 : 0);
	     i < object->cell_count && object->cells[i].offset < offset + width; i++) {
		const struct cell *c = &object->cells[i];
		const struct variable *v = c->variable;
		if (c->offset + c->width <= offset || !v->defined || c->width > 8)
			continue;
		const unsigned at = v->uniform ? 0 : lane;
		if (v->has_symbols && v->symbol[at])
			continue;
		uint8_t cell[8];
		if (v->real && c->width == 4) {
			const float f = (float)v->lane[at].real;
			memcpy(cell, &f, sizeof f);
		} else {
			memcpy(cell, &v->lane[at], sizeof cell);
		}
		for (unsigned b = 0; b < c->width; b++) {
			const int64_t position = (int64_t)(c->offset + b) - (int64_t)offset;
			if (position >= 0 && position < (int64_t)width) {
				bytes[position] = cell[b];
				found |= 1u << position;
			}
		}
	}
	return found == (1u << width) - 1;
}

static struct value
unknown_content(struct machine *m, const struct ir_type *type, const struct object *object)
{
	const uint32_t reason =
		object && object->reason
			? object->reason
			: machine_reason(m, REASON_UNINITIALISED, object ? object->loc : (struct ir_loc){0}, object ? object->name : "");
	return value_unknown(m, type, reason);
}

static struct value
read_overlapping(struct machine *m, const struct object *object, const struct ir_type *type, uint64_t offset,
                 unsigned width)
{
	const bool real = type->kind == IR_TYPE_FLOAT;
	union lane *lane = value_lanes(m);
	symbol_id *symbol = NULL;
	const struct value unknown = unknown_content(m, type, object);
	for (unsigned i = 0; i < m->lanes; i++) {
		uint8_t bytes[8];
		if (width <= 8 && (real ? width >= 4 : true) && lane_bytes(object, offset, width, i, bytes)) {
			uint64_t bits;
			memcpy(&bits, bytes, sizeof bits);
			lane[i] = lane_of_bits(bits, type);
			continue;
		}
		if (!symbol)
			symbol = value_symbols(m);
		symbol[i] = unknown.symbol[0];
		lane[i].integer = 0;
	}
	return (struct value){lane, symbol, .uniform = false, .real = real};
}

static struct value
read_private(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset)
{
	const unsigned width = (unsigned)type->size;
	const bool real = type->kind == IR_TYPE_FLOAT;
	if (offset < 0 || !width || (object->lanes != m->lanes && object->lanes != 1))
		return unknown_content(m, type, object);
	struct variable *v = find_cell(object, (uint64_t)offset, width);
	if (v && v->defined && v->real == real)
		return variable_read(m, v, type, object->loc, object->name);
	/* A cell that was never written hides nothing: other views of the bytes may. */
	bool overlapped = v && v->defined;
	for (size_t i = cell_position(object, offset >= 16 ? (uint64_t)offset - 15 : 0);
	     !overlapped && i < object->cell_count && object->cells[i].offset < (uint64_t)offset + width; i++)
		overlapped = object->cells[i].offset + object->cells[i].width > (uint64_t)offset &&
		             object->cells[i].variable->defined;
	if (overlapped)
		return read_overlapping(m, object, type, (uint64_t)offset, width);
	if (object->zeroed)
		return real ? value_real(m, 0) : value_integer(m, 0);
	return unknown_content(m, type, object);
}

static void
write_private(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset, struct value v)
{
	/* Device code that writes to a host's local is an error of the program, not ours. */
	if (offset < 0 || !type->size || object->lanes != m->lanes)
		return;
	undefine_overlaps(m, object, (uint64_t)offset, (unsigned)type->size);
	struct variable *cell = make_cell(m, object, (uint64_t)offset, (unsigned)type->size, v.real);
	if (cell)
		variable_write(m, cell, v);
}

/* ---- common objects ---- */

/* Data that is not known, in a run by example. */
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

/* In each lane something that was loaded, not told apart. */
static symbol_id
varying_load(struct machine *m, const struct ir_type *type, uint32_t reason)
{
	int64_t low, high;
	if (type->kind == IR_TYPE_INT && integer_range(type, &low, &high))
		return symbols_varying_within(m->symbols, reason, low, high);
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
	if ((type->kind == IR_TYPE_FLOAT || m->data_alike) && m->lanes > 1)
		return (struct term){varying_load(m, type, reason), 0};
	return (struct term){symbols_load(m->symbols, object->version, (struct term){0, object_base(object) + offset}, width,
	                                  type->is_signed, reason), 0};
}

static uint32_t
load_reason(struct machine *m, const struct object *object, const struct ir_expr *site)
{
	if (object->reason)
		return object->reason;
	return machine_reason(m, REASON_LOADED, site ? site->loc : object->loc, object->name);
}

static struct value
read_common_uniform(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset,
                    const struct ir_expr *site)
{
	union lane lane;
	const uint32_t reason = load_reason(m, object, site);
	uint64_t bits;
	if (memory_read(m->memory, object, offset, (unsigned)type->size, &bits) &&
	    (type->kind != IR_TYPE_FLOAT || type->size >= 4)) {
		lane = lane_of_bits(bits, type);
		return type->kind == IR_TYPE_FLOAT ? value_real(m, lane.real) : value_integer(m, lane.integer);
	}
	if (read_example(m, object, type, offset, &lane))
		return type->kind == IR_TYPE_FLOAT ? value_real(m, lane.real) : value_integer(m, lane.integer);
	struct term t = memory_read_symbol(m->memory, object, offset, (unsigned)type->size);
	if (!t.symbol)
		t.symbol = symbols_load(m->symbols, object->version, (struct term){0, object_base(object) + offset},
		                        (unsigned)type->size, type->is_signed, reason);
	return value_symbol(m, type, t.symbol, t.offset);
}

/* Of an object's data that is known in all lanes, or in none. */
static enum memory_lanes
read_alike(struct machine *m, const struct object *object, const struct ir_type *type, const struct value *address,
           union lane *lane)
{
	const unsigned width = (unsigned)type->size;
	const bool one_word = width == 1 || width == 2 || width == 4 || width == 8;
	if (object->is_private || address->symbol || !one_word || (type->kind == IR_TYPE_FLOAT && width < 4))
		return MEMORY_LANES_MIXED;
	const enum memory_lanes result = memory_read_lanes(m->memory, object, address->lane, &m->active.may, width, lane);
	for (unsigned i = 0; i < m->lanes && result == MEMORY_LANES_KNOWN; i++)
		lane[i] = mask_has(&m->active.may, i) ? lane_of_bits((uint64_t)lane[i].integer, type) : (union lane){0};
	m->steps += m->warps;
	return result;
}

/* Lanes at addresses of their own, all in one object or not. */
static struct value
read_lanes(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address)
{
	const bool real = type->kind == IR_TYPE_FLOAT;
	const unsigned first = mask_first(&m->active.may);
	struct object *object = memory_object_at(m->memory, value_term(address, first).offset);
	/* Data that nobody knows anything of, and that need not be told apart: the commonest case by far. */
	const bool anonymous =
		object && !m->by_example && (real || m->data_alike || (m->symbols->coarse && !object->holds_symbols));
	if (anonymous && !object->is_private && memory_is_blank(object))
		return value_unknown(m, type, load_reason(m, object, site));
	union lane *lane = value_lanes(m);
	const enum memory_lanes alike = object ? read_alike(m, object, type, address, lane) : MEMORY_LANES_MIXED;
	if (alike == MEMORY_LANES_KNOWN)
		return (struct value){lane, NULL, .uniform = m->lanes == 1, .real = real};
	if (alike == MEMORY_LANES_UNKNOWN && anonymous)
		return value_unknown(m, type, load_reason(m, object, site));
	symbol_id *symbol = value_symbols(m);
	bool symbols = false;
	machine_count_lanes(m);
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned i = w * 32 + (unsigned)__builtin_ctz(bits);
			const struct term at = value_term(address, i);
			if (!object || (uint64_t)at.offset >> WINDOW_BITS != object->id)
				object = memory_object_at(m->memory, at.offset);
			struct term t;
			lane[i] = (union lane){0};
			if (!object) {
				t.symbol = symbols_varying(m->symbols, machine_reason(m, REASON_LOADED, site ? site->loc : (struct ir_loc){0}, ""));
				t.offset = 0;
			} else if (at.symbol) {
				const uint32_t reason = load_reason(m, object, site);
				t.symbol = real || m->data_alike || m->symbols->coarse || symbol_varies(m->symbols, at.symbol)
				               ? varying_load(m, type, reason)
				               : symbols_load(m->symbols, object->version, at, (unsigned)type->size, type->is_signed, reason);
				t.offset = 0;
			} else if (object->is_private) {
				const struct value v = read_private(m, object, type, at.offset - object_base(object));
				t = value_term(&v, i);
				lane[i] = v.lane[value_at(&v, i)];
			} else {
				t = read_common_lane(m, object, type, at.offset - object_base(object), load_reason(m, object, site), &lane[i]);
			}
			symbol[i] = t.symbol;
			symbols |= t.symbol != 0;
			if (t.symbol)
				lane[i].integer = real ? 0 : t.offset;
		}
	}
	for (unsigned i = 0; i < m->lanes; i++)
		if (!mask_has(&m->active.may, i))
			lane[i].integer = 0;
	return (struct value){lane, symbols ? symbol : NULL, .uniform = m->lanes == 1, .real = real};
}

static struct value
read_at(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value address)
{
	if (!address.uniform)
		return read_lanes(m, site, type, &address);
	const struct term at = value_term(&address, 0);
	struct object *object = memory_object_at(m->memory, at.offset);
	if (!object || symbol_varies(m->symbols, at.symbol)) {
		const uint32_t reason = object ? load_reason(m, object, site)
		                               : machine_reason(m, REASON_LOADED, site ? site->loc : (struct ir_loc){0}, "");
		if (at.symbol && !symbol_varies(m->symbols, at.symbol))
			return value_symbol(m, type, symbols_load(m->symbols, 0, at, (unsigned)type->size, type->is_signed, reason), 0);
		return value_unknown(m, type, reason);
	}
	if (at.symbol) {
		if (object->is_private)
			return unknown_content(m, type, object);
		return value_symbol(m, type, symbols_load(m->symbols, object->version, at, (unsigned)type->size, type->is_signed,
		                                          load_reason(m, object, site)), 0);
	}
	const int64_t offset = at.offset - object_base(object);
	if (object->is_private)
		return read_private(m, object, type, offset);
	return read_common_uniform(m, object, type, offset, site);
}

struct value
access_load(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value address)
{
	const struct name content = access_report_at(m, site, NULL, SITE_LOAD, (unsigned)type->size, &address, 0, NULL);
	if (mask_empty(&m->active.may))
		return type->kind == IR_TYPE_FLOAT ? value_real(m, 0) : value_integer(m, 0);
	struct value v = read_at(m, site, type, address);
	if (content.kind != NAME_NONE)
		v.name = content;
	return v;
}

static void
write_common_lane(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset, struct term t,
                  union lane lane, bool real, bool certain)
{
	const unsigned width = (unsigned)type->size;
	journal_save_bytes(m, object, offset, width);
	if (!certain) {
		uint64_t bits;
		if (!t.symbol && memory_read(m->memory, object, offset, width, &bits) && bits == bits_of_lane(lane, type, real))
			return;
		memory_unknow(m->memory, object, offset, width);
	} else if (t.symbol && !real && !symbol_varies(m->symbols, t.symbol)) {
		memory_write_symbol(m->memory, object, offset, width, t);
	} else if (t.symbol || (real && width < 4)) {
		memory_unknow(m->memory, object, offset, width);
	} else {
		memory_write(m->memory, object, offset, width, bits_of_lane(lane, type, real));
	}
}

static void
forget_object(struct machine *m, struct object *object, uint32_t reason)
{
	journal_save_object(m, object);
	memory_forget(m->memory, object, reason);
}

/* The lanes among `of` that store to the private object where `at` does: each has a copy of its own, so they are written
 * as one. Those at places that are not known go together, whichever these are. */
static struct mask
lanes_at_place(const struct machine *m, const struct object *object, struct term at, const struct value *address,
               const struct mask *of)
{
	struct mask lanes = mask_none();
	for (unsigned w = 0; w < m->warps; w++) {
		for (uint32_t bits = of->warp[w]; bits; bits &= bits - 1) {
			const unsigned i = w * 32 + (unsigned)__builtin_ctz(bits);
			const struct term other = value_term(address, i);
			const bool same = at.symbol ? other.symbol && (uint64_t)other.offset >> WINDOW_BITS == object->id
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
		write_private(m, object, type, at.offset - object_base(object), *v);
	else if (object->lanes == m->lanes)
		for (size_t c = 0; c < object->cell_count; c++)
			variable_write(m, object->cells[c].variable, unknown_content(m, type, object));
	m->active = saved;
}

/* A store of which not all is known: to an address that is not, the whole object is touched. */
static void
write_lanes(struct machine *m, const struct ir_expr *site, const struct ir_type *type, const struct value *address,
            const struct value *v)
{
	struct mask left = m->active.may;
	struct object *object = memory_object_at(m->memory, value_term(address, mask_first(&left)).offset);
	const bool nothing_known = v->uniform && v->symbol && (v->real || symbol_varies(m->symbols, v->symbol[0]));
	if (object && !object->is_private && nothing_known && memory_is_blank(object)) {
		object_note_store(m, object);
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
			if (!object)
				continue;
			object_note_store(m, object);
			if (object->is_private) {
				struct mask lanes = lanes_at_place(m, object, at, address, &left);
				left = mask_without(&left, &lanes);
				mask_set(&lanes, i);
				write_private_lanes(m, object, type, at, v, &lanes);
			} else if (at.symbol) {
				if (!memory_is_blank(object))
					forget_object(m, object, machine_reason(m, REASON_LOADED, site ? site->loc : object->loc, object->name));
				object->version = ++m->memory->versions;
			} else {
				write_common_lane(m, object, type, at.offset - object_base(object), value_term(v, i), v->lane[value_at(v, i)],
				                  v->real, true);
			}
		}
	}
}

void
access_store(struct machine *m, const struct ir_expr *site, const struct ir_type *type, struct value address,
             struct value v)
{
	access_report(m, site, SITE_STORE, (unsigned)type->size, &address, 0);
	if (mask_empty(&m->active.may))
		return;
	const struct term at = value_term(&address, 0);
	struct object *object = address.uniform && !at.symbol ? memory_object_at(m->memory, at.offset) : NULL;
	if (object && object->is_private) {
		write_private(m, object, type, at.offset - object_base(object), v);
		return;
	}
	if (object && v.uniform) {
		object_note_store(m, object);
		write_common_lane(m, object, type, at.offset - object_base(object), value_term(&v, 0), v.lane[0], v.real, true);
		return;
	}
	write_lanes(m, site, type, &address, &v);
}

/* ---- whole objects ---- */

struct value
access_read_object(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset)
{
	if (object->is_private)
		return read_private(m, object, type, offset);
	return read_common_uniform(m, object, type, offset, NULL);
}

void
access_write_object(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset, struct value v)
{
	if (object->is_private) {
		write_private(m, object, type, offset, v);
		return;
	}
	object_note_store(m, object);
	write_common_lane(m, object, type, offset, value_term(&v, 0), v.lane[0], v.real, true);
}

/* ---- what is lost ---- */

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
				if (at.symbol || (cell->offset + cell->width > (uint64_t)offset && cell->offset < (uint64_t)offset + bytes))
					variable_write(m, cell->variable, value_unknown(m, &any, reason));
			}
			object->reason = reason;
			object->zeroed = false;
		} else {
			object_note_store(m, object);
			journal_save_object(m, object);
			object->reason = reason;
			if (at.symbol || (offset == 0 && bytes >= object->size))
				memory_forget(m->memory, object, reason);
			else
				memory_unknow(m->memory, object, offset, bytes);
		}
	}
}
