#include "eval/language/private.h"

#include <string.h>

#include "eval/state/undo_log.h"
#include "support/allocate.h"
#include "support/sorted.h"

enum {
	MOST_CELLS = 8192, /* of one object */
	CELL_BYTES = 16,   /* of the widest cell */
};

static size_t
cell_position(const struct object *object, uint64_t offset)
{
	return sorted_find(object->cells, object->cell_count, sizeof *object->cells, offsetof(struct cell, offset),
	                   offset);
}

/* The first cell that may overlap the byte at the offset. */
static size_t
first_overlapping(const struct object *object, uint64_t offset)
{
	const uint64_t before_it = CELL_BYTES - 1;
	return cell_position(object, offset > before_it ? offset - before_it : 0);
}

static struct variable *
find_cell(const struct object *object, uint64_t offset, unsigned width)
{
	for (size_t i = cell_position(object, offset); i < object->cell_count && object->cells[i].offset == offset; i++)
		if (object->cells[i].width == width)
			return object->cells[i].variable;
	return NULL;
}

/* The cell for (offset, width), created if missing; NULL: the object has too many. */
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

/* Invalidates other views of these bytes, as in unions and reinterpreted vectors. */
static void
undefine_overlaps(struct machine *m, struct object *object, uint64_t offset, unsigned width)
{
	for (size_t i = first_overlapping(object, offset);
	     i < object->cell_count && object->cells[i].offset < offset + width; i++) {
		const struct cell *c = &object->cells[i];
		if ((c->offset == offset && c->width == width) || c->offset + c->width <= offset ||
		    !c->variable->defined)
			continue;
		undo_log_save(m, c->variable);
		c->variable->defined = false;
		/* The cell's other bytes are lost, so they are no longer known to be zero. */
		if (c->offset < offset || c->offset + c->width > offset + width)
			object->zeroed = false;
	}
}

/* The bytes of a cell's number in a lane; false: they are unknown. */
static bool
cell_bytes(const struct cell *c, unsigned lane, uint8_t bytes[8])
{
	const struct variable *v = c->variable;
	const unsigned at = v->uniform ? 0 : lane;
	/* Half precision is held as a wider number, so its bits are unknown. */
	if (c->width > 8 || (v->real && c->width < 4) || (v->has_symbols && v->symbol[at]))
		return false;
	if (v->real && c->width == 4) {
		const float f = (float)v->lane[at].real;
		memcpy(bytes, &f, sizeof f);
	} else {
		memcpy(bytes, &v->lane[at], 8);
	}
	return true;
}

/* A lane's bytes, collected from the cells that know them. Bytes of a zeroed object that are in no cell are 0. */
static bool
lane_bytes(const struct object *object, uint64_t offset, unsigned width, unsigned lane, uint8_t *bytes)
{
	const uint32_t all = (1u << width) - 1;
	uint32_t found = object->zeroed ? all : 0;
	memset(bytes, 0, 8);
	for (size_t i = first_overlapping(object, offset);
	     i < object->cell_count && object->cells[i].offset < offset + width; i++) {
		const struct cell *c = &object->cells[i];
		uint8_t cell[8];
		if (c->offset + c->width <= offset || !c->variable->defined)
			continue;
		const bool known = cell_bytes(c, lane, cell);
		for (unsigned b = 0; b < c->width; b++) {
			const int64_t position = (int64_t)(c->offset + b) - (int64_t)offset;
			if (position < 0 || position >= (int64_t)width)
				continue;
			if (known) {
				bytes[position] = cell[b];
				found |= 1u << position;
			} else if (object->zeroed) {
				found &= ~(1u << position);
			}
		}
	}
	return found == all;
}

struct value
private_unknown(struct machine *m, const struct ir_type *type, const struct object *object)
{
	const uint32_t reason = object && object->reason ? object->reason
	                                                 : machine_reason(m, REASON_UNINITIALISED,
	                                                                  object ? object->loc : (struct ir_loc){0},
	                                                                  object ? object->name : "");
	return value_unknown(m, type, reason);
}

static struct value
read_overlapping(struct machine *m, const struct object *object, const struct ir_type *type, uint64_t offset,
                 unsigned width)
{
	const bool real = type->kind == IR_TYPE_FLOAT;
	union lane *lane = value_lanes(m);
	symbol_id *symbol = NULL;
	const struct value unknown = private_unknown(m, type, object);
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
	return (struct value){lane, symbol, .uniform = m->lanes == 1, .real = real};
}

/* Whether a defined cell holds any of these bytes. */
static bool
is_overlapped(const struct object *object, uint64_t offset, unsigned width)
{
	for (size_t i = first_overlapping(object, offset);
	     i < object->cell_count && object->cells[i].offset < offset + width; i++)
		if (object->cells[i].offset + object->cells[i].width > offset && object->cells[i].variable->defined)
			return true;
	return false;
}

struct value
private_read(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset)
{
	const unsigned width = (unsigned)type->size;
	const bool real = type->kind == IR_TYPE_FLOAT;
	if (offset < 0 || !width || (object->lanes != m->lanes && object->lanes != 1))
		return private_unknown(m, type, object);
	struct variable *v = find_cell(object, (uint64_t)offset, width);
	if (v && v->defined && v->real == real)
		return variable_read(m, v, type, object->loc, object->name);
	/* A cell that was never written does not hide other views of its bytes. */
	if (is_overlapped(object, (uint64_t)offset, width))
		return read_overlapping(m, object, type, (uint64_t)offset, width);
	if (object->zeroed)
		return real ? value_real(m, 0) : value_integer(m, 0);
	return private_unknown(m, type, object);
}

/* If another view holds the bytes, or this view holds numbers of the other kind, that content is copied to the view
 * that is written. Lanes that do not write keep it. */
static void
take_from_other_view(struct machine *m, struct object *object, const struct ir_type *type, uint64_t offset)
{
	const unsigned width = (unsigned)type->size;
	const struct variable *own = find_cell(object, offset, width);
	if ((own && own->defined && own->real == (type->kind == IR_TYPE_FLOAT)) ||
	    mask_includes(&m->active.may, &object->scope) || !is_overlapped(object, offset, width))
		return;
	const struct value held = private_read(m, object, type, (int64_t)offset);
	struct variable *cell = make_cell(m, object, offset, width, held.real);
	const struct active saved = m->active;
	m->active.may = object->scope;
	if (cell)
		variable_write(m, cell, held);
	m->active = saved;
}

void
private_write(struct machine *m, struct object *object, const struct ir_type *type, int64_t offset, struct value v)
{
	/* Device code that writes to a host's local is an error of the program. */
	if (offset < 0 || !type->size || object->lanes != m->lanes)
		return;
	take_from_other_view(m, object, type, (uint64_t)offset);
	undefine_overlaps(m, object, (uint64_t)offset, (unsigned)type->size);
	struct variable *cell = make_cell(m, object, (uint64_t)offset, (unsigned)type->size, v.real);
	if (cell)
		variable_write(m, cell, v);
}
