#include "model/own_variables.h"

#include <stdlib.h>

#include "support/allocate.h"

/* A variable with more accesses than MOST_PLACES is not reported as an array. */
enum { WORD_BYTES = 4, MOST_PLACES = 256 };

struct own_variable {
	const struct ir_var *var;
	double requests;
	struct array_traffic traffic;
	struct term last; /* the last accessed address, and its warp */
	unsigned last_warp;
	bool is_indexed;          /* by an index that the compiler does not know */
	struct own_place *places; /* each line and access kind once */
	size_t place_count, place_capacity;
};

void
own_variables_free(struct own_variables *own)
{
	for (size_t i = 0; i < own->count; i++)
		free(own->items[i].places);
	free(own->items);
}

static struct own_variable *
find(struct own_variables *own, const struct ir_var *var)
{
	for (size_t i = 0; i < own->count; i++)
		if (own->items[i].var == var)
			return &own->items[i];
	memory_push(own->items, own->count, own->capacity, ((struct own_variable){.var = var}));
	return &own->items[own->count - 1];
}

static bool
is_alike(const struct request *r, unsigned a, unsigned b)
{
	return r->address[a] == r->address[b] && r->symbol[a] == r->symbol[b] &&
	       (a == b || !symbol_varies(r->symbols, r->symbol[a]));
}

/* Distinct addresses of the lanes in the variable. An unknown address counts as distinct. */
static unsigned
elements_of(const struct request *r)
{
	unsigned elements = 0;
	for (uint32_t left = r->active; left; elements++) {
		const unsigned lane = (unsigned)__builtin_ctz(left);
		for (uint32_t bits = left; bits; bits &= bits - 1) {
			const unsigned l = (unsigned)__builtin_ctz(bits);
			if (is_alike(r, lane, l))
				left &= ~(UINT32_C(1) << l);
		}
	}
	return elements;
}

enum { SECTOR_LANES = 8, SECTOR_MASK = (1 << SECTOR_LANES) - 1 };

/* Sectors in the interleaved layout of local memory: eight neighbouring lanes need one sector for each distinct
 * offset. */
static unsigned
sectors_of(const struct request *r, bool is_one_element)
{
	unsigned sectors = 0;
	for (unsigned first = 0; first < WARP_LANES; first += SECTOR_LANES) {
		struct request eight = *r;
		eight.active = r->active & (uint32_t)SECTOR_MASK << first;
		sectors += is_one_element ? eight.active != 0 : elements_of(&eight);
	}
	return sectors;
}

/* Whether the type is an array or a record that contains one. */
static bool
has_elements(const struct ir_type *type)
{
	bool has = type->kind == IR_TYPE_ARRAY;
	for (uint32_t i = 0; type->kind == IR_TYPE_RECORD && i < type->field_count && !has; i++)
		has = has_elements(type->fields[i].type);
	return has;
}

static void
note_place(struct own_variable *variable, const struct own_access *access)
{
	const struct ir_loc *loc = access->loc;
	const struct ir_expr *unknown = access->knows == ELEMENT_UNKNOWN ? access->site : NULL;
	for (size_t i = variable->place_count; i-- > 0;) {
		struct own_place *known = &variable->places[i];
		if (known->kind == access->kind &&
		    (known->loc == loc || (known->func->unit == access->func->unit && known->loc->file == loc->file &&
		                           known->loc->line == loc->line))) {
			known->unknown = known->unknown ? known->unknown : unknown;
			return;
		}
	}
	const struct own_place place = {access->func, loc, access->kind, unknown};
	if (variable->place_count < MOST_PLACES)
		memory_push(variable->places, variable->place_count, variable->place_capacity, place);
}

static void
add_traffic(struct array_traffic *traffic, enum site_kind kind, double weight, double lines, double sectors)
{
	if (kind == SITE_LOAD) {
		traffic->loads += weight;
		traffic->load_lines += weight * lines;
		traffic->load_sectors += weight * sectors;
	} else {
		traffic->stores += weight;
		traffic->store_lines += weight * lines;
		traffic->store_sectors += weight * sectors;
	}
}

void
own_variables_add(struct own_variables *own, const struct object *variable, const struct request *r,
                  const struct own_access *access)
{
	if (!variable->local || variable->kind != OBJECT_LOCAL)
		return;
	struct own_variable *known = find(own, variable->local);
	const unsigned words = r->width > WORD_BYTES ? r->width / WORD_BYTES : 1;
	known->is_indexed |= access->knows == ELEMENT_UNKNOWN;
	if ((known->is_indexed || has_elements(known->var->type)))
		note_place(known, access);
	if (access->kind == SITE_LOAD && !symbol_varies(r->symbols, access->address.symbol) &&
	    access->address.symbol == known->last.symbol && access->address.offset == known->last.offset &&
	    access->warp <= known->last_warp)
		return;
	const bool is_one_element = access->knows == ELEMENT_KNOWN;
	const unsigned elements = is_one_element ? 1 : elements_of(r);
	known->requests += access->weight * words * elements;
	add_traffic(&known->traffic, access->kind, access->weight * words, elements, sectors_of(r, is_one_element));
	known->last = access->address;
	known->last_warp = access->warp;
}

struct own_array
own_variables_next(const struct own_variables *own, size_t *at)
{
	while (*at < own->count) {
		const struct own_variable *variable = &own->items[(*at)++];
		if (variable->is_indexed || has_elements(variable->var->type))
			return (struct own_array){variable->var,     variable->is_indexed, variable->requests,
			                          variable->traffic, variable->places,     variable->place_count};
	}
	return (struct own_array){0};
}
