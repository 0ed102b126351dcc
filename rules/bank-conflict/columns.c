#include "rules/bank-conflict/columns.h"

#include "model/memory_model.h"

bool
is_down_column(const struct site *site)
{
	const int64_t row = site->shared.row_bytes;
	return row > 0 && site->pattern == PATTERN_STRIDED && site->step.bytes && site->step.bytes % row == 0;
}

const struct site *
keeper_of_banks(const struct launch *launch, const struct site *site)
{
	if (!launch->has_own_banks || site->space != SPACE_SHARED || !is_down_column(site) ||
	    site->shared.row_bytes % (BANK_COUNT * BANK_BYTES))
		return NULL;
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *other = &launch->sites[i];
		if (other->space == SPACE_SHARED && other->object.allocation == site->object.allocation &&
		    other->shared.own_banks)
			return other;
	}
	return NULL;
}
