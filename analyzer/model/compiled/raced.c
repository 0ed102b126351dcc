#include "model/compiled/raced.h"

/* Whether nothing stored decides what the instruction does: `blind` is the same where that is not known. */
static bool
is_settled(const struct instruction_traffic *item, const struct instruction_traffic *blind)
{
	return !blind->is_open && !blind->lacks_data && item->warps == blind->warps && item->requests == blind->requests &&
	       item->lanes == blind->lanes && item->cost == blind->cost && item->ideal == blind->ideal &&
	       item->divergent == blind->divergent && item->lines == blind->lines;
}

void
raced_find(struct launch_traffic *traffic, struct execute_kernel *kernel, const struct launch *launch, uint64_t *steps)
{
	execute_hide_stores(kernel, true);
	struct launch_traffic blind = traffic_of_launch(kernel, launch, steps);
	execute_hide_stores(kernel, false);
	for (size_t i = 0; i < traffic->count; i++)
		traffic->items[i].by_race = blind.why || !is_settled(&traffic->items[i], &blind.items[i]);
	traffic_free(&blind);
}
