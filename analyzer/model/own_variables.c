#include "model/own_variables.h"

#include <stdlib.h>

#include "support/memory.h"

enum { WORD_BYTES = 4 };

struct own_variable {
	const struct ir_var *var;
	double requests;
	struct name last;            /* place that was accessed, and the last warp that did */
	unsigned last_warp;
	bool is_indexed;             /* by what the compiler does not know */
};

void
own_variables_free(struct own_variables *own)
{
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

/* The places in the variable that its lanes go to; where that is not known, one each. */
static unsigned
places_of(const struct request *r)
{
	unsigned places = 0;
	for (uint32_t left = r->active; left; places++) {
		const unsigned lane = (unsigned)__builtin_ctz(left);
		for (uint32_t bits = left; bits; bits &= bits - 1) {
			const unsigned l = (unsigned)__builtin_ctz(bits);
			if (r->address[l] == r->address[lane] && r->symbol[l] == r->symbol[lane])
				left &= ~(UINT32_C(1) << l);
		}
	}
	return places;
}

void
own_variables_add(struct own_variables *own, const struct object *variable, const struct request *r,
                  const struct own_access *access)
{
	if (!variable->local || variable->kind != OBJECT_LOCAL)
		return;
	struct own_variable *known = find(own, variable->local);
	const unsigned words = r->width > WORD_BYTES ? r->width / WORD_BYTES : 1;
	known->is_indexed |= access->knows == PLACE_UNKNOWN;
	if (access->kind == SITE_LOAD && name_same(access->place, known->last) && access->warp <= known->last_warp)
		return;
	known->requests += access->weight * words * (access->knows == PLACE_KNOWN ? 1 : places_of(r));
	known->last = access->place;
	known->last_warp = access->warp;
}

struct own_array
own_variables_next(const struct own_variables *own, size_t *at)
{
	while (*at < own->count) {
		const struct own_variable *variable = &own->items[(*at)++];
		if (variable->is_indexed)
			return (struct own_array){variable->var, variable->requests};
	}
	return (struct own_array){0};
}
