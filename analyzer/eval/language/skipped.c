#include "eval/language/skipped.h"

#include "analysis/effects.h"
#include "eval/order/block_order.h"

static const struct effect_entry *
effects_of(struct machine *m, const struct ir_stmt *s)
{
	struct effect_entry *entry = &m->effects[((uintptr_t)s >> 4) % EFFECT_ENTRIES];
	if (entry->stmt != s)
		*entry = (struct effect_entry){s, stmt_clobbers(s), stmt_shows_stores(s)};
	return entry;
}

void
skipped_statement(struct machine *m, const struct ir_stmt *stmt)
{
	if (m->on_device && (effects_of(m, stmt)->shows_stores || effects_of(m, stmt)->clobbers))
		order_skip(m);
}

void
skipped_arms(struct machine *m, const struct ir_stmt *branch, const struct split *split)
{
	if (!mask_empty(&split->unknown))
		return;
	if (mask_empty(&split->yes))
		skipped_statement(m, branch->then);
	if (mask_empty(&split->no) && branch->otherwise)
		skipped_statement(m, branch->otherwise);
}
