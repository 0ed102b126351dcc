#include "eval/reuse/recent_stores.h"

void
recent_stores_clear(struct recent_stores *stores)
{
	*stores = (struct recent_stores){0};
}

static struct recent_store
place_of(const struct fold_access *access)
{
	const unsigned lane = mask_first(&access->active->may);
	struct term at = value_term(access->address, lane);
	at.offset += access->offset;
	return (struct recent_store){lane, access->width, at};
}

void
recent_stores_note(struct recent_stores *stores, const struct fold_access *access)
{
	stores->items[stores->next++ % RECENT_STORES] = place_of(access);
}

bool
recent_stores_have(const struct recent_stores *stores, const struct fold_access *access)
{
	const struct recent_store place = place_of(access);
	for (unsigned i = 0; i < RECENT_STORES; i++) {
		const struct recent_store *store = &stores->items[i];
		if (store->width == place.width && store->lane == place.lane && store->at.symbol == place.at.symbol &&
		    store->at.offset == place.at.offset)
			return true;
	}
	return false;
}
