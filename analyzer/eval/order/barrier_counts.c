#include "eval/order/barrier_counts.h"

#include <stdlib.h>
#include <string.h>

#include "eval/state/machine.h"
#include "model/event.h"
#include "support/allocate.h"

enum { MOST_NOTED = 16 }; /* for each block */

struct barrier_counts {
	uint32_t met[MAX_LANES]; /* barriers that each thread has met */
	struct mask lost;        /* threads that may meet barriers that are not counted */
	struct {
		struct barrier_event barrier;
		struct mask missing;
		uint32_t number; /* the barrier's position in the sequence that its threads meet */
	} noted[MOST_NOTED];
	size_t noted_count;
};

void
barrier_counts_begin_block(struct machine *m)
{
	if (!m->ordering.counts)
		return;
	memset(m->ordering.counts->met, 0, sizeof m->ordering.counts->met);
	m->ordering.counts->lost = mask_none();
	m->ordering.counts->noted_count = 0;
}

void
barrier_counts_meet(struct machine *m)
{
	if (!m->ordering.counts)
		m->ordering.counts = memory_zeroed(1, sizeof *m->ordering.counts);
	struct barrier_counts *counts = m->ordering.counts;
	if (!mask_includes(&m->active.must, &m->active.may))
		barrier_counts_forget(m);
	for (unsigned w = 0; w < m->warps; w++)
		for (uint32_t left = m->active.may.warp[w]; left; left &= left - 1)
			counts->met[32 * w + (unsigned)__builtin_ctz(left)]++;
}

void
barrier_counts_note(struct machine *m, const struct barrier_event *barrier, const struct mask *missing)
{
	struct barrier_counts *counts = m->ordering.counts;
	if (counts->noted_count == MOST_NOTED) {
		m->sink->ops->divergent_barrier(m->sink, barrier);
		return;
	}
	counts->noted[counts->noted_count].barrier = *barrier;
	counts->noted[counts->noted_count].missing = *missing;
	counts->noted[counts->noted_count++].number = counts->met[barrier->came];
}

void
barrier_counts_forget(struct machine *m)
{
	if (!m->ordering.counts)
		return;
	/* After a loop no lane is active, and it is unknown which lanes have left it: all threads are marked. */
	struct mask lanes = m->active.may;
	for (unsigned i = 0; i < MAX_LANES && mask_empty(&m->active.may); i++)
		mask_set(&lanes, i);
	m->ordering.counts->lost = mask_join(&m->ordering.counts->lost, &lanes);
}

/* The first missing thread that has met as many barriers, or may have. False: none; all of them ended before. */
static bool
find_waiting(const struct barrier_counts *counts, const struct mask *missing, uint32_t number, unsigned *thread)
{
	for (unsigned i = 0; i < MAX_LANES; i++)
		if (mask_has(missing, i) && (counts->met[i] >= number || mask_has(&counts->lost, i))) {
			*thread = i;
			return true;
		}
	return false;
}

void
barrier_counts_end_block(struct machine *m)
{
	struct barrier_counts *counts = m->ordering.counts;
	const bool is_known = !m->budget.stopped && !m->omitted.loop && !m->omitted.stmt;
	for (size_t i = 0; counts && i < counts->noted_count; i++) {
		struct barrier_event barrier = counts->noted[i].barrier;
		barrier.missing_end =
			!find_waiting(counts, &counts->noted[i].missing, counts->noted[i].number, &barrier.missing) &&
			is_known;
		m->sink->ops->divergent_barrier(m->sink, &barrier);
	}
}

void
barrier_counts_free(struct barrier_counts *counts)
{
	free(counts);
}
