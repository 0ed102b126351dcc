#include "eval/reuse/open_loads.h"

#include <stdlib.h>
#include <string.h>

#include "eval/machine.h"
#include "support/memory.h"

static void *
copy_of(const void *items, size_t count, size_t size)
{
	return items ? memcpy(memory_zeroed(count, size), items, count * size) : NULL;
}

bool
open_load_keep(struct machine *m, const struct fold_access *load, struct name name, uint32_t loop)
{
	const struct value *address = load->address;
	const size_t count = address->uniform ? 1 : m->lanes;
	for (unsigned i = 0; i < MOST_OPEN_LOADS; i++) {
		struct open_load *open = &m->reuse.open.items[i];
		if (open->loop)
			continue;
		*open = (struct open_load){
			.loop = loop, .name = name, .access = *load, .address = *address, .active = *load->active,
			.lane = copy_of(address->lane, count, sizeof *address->lane),
			.symbol = copy_of(address->symbol, count, sizeof *address->symbol),
		};
		open->access.sides = NULL;   /* which may have ended by then */
		return true;
	}
	return false;
}

static void
close_load(struct open_load *open)
{
	free(open->lane);
	free(open->symbol);
	*open = (struct open_load){0};
}

static void
report(struct machine *m, struct open_load *open)
{
	open->address.lane = open->lane;
	open->address.symbol = open->symbol;
	open->access.address = &open->address;
	open->access.active = &open->active;
	fold_access(m->fold, &open->access);
}

static bool
is_at_hand(struct machine *m, const struct open_load *open)
{
	const unsigned lane = open->address.uniform ? 0 : mask_first(&open->active.may);
	const struct object *object = memory_object_at(m->memory, open->lane[lane].integer);
	return object && reuse_holds(m, open->name, open->access.width, object->kind);
}

void
open_loads_settle(struct machine *m, uint32_t loop)
{
	for (unsigned i = 0; i < MOST_OPEN_LOADS; i++) {
		struct open_load *open = &m->reuse.open.items[i];
		if (!open->loop)
			continue;
		const bool needless = is_at_hand(m, open);
		if (!needless)
			report(m, open);
		if (!needless || open->loop == loop)
			close_load(open);
	}
}

void
open_loads_free(struct open_loads *open)
{
	for (unsigned i = 0; i < MOST_OPEN_LOADS; i++)
		close_load(&open->items[i]);
}
