#include "rules/barrier_needs.h"

#include <stdlib.h>
#include <string.h>

#include "model/facts.h"
#include "support/allocate.h"

static int
by_place(const void *a, const void *b)
{
	const struct place *const *x = a, *const *y = b;
	if ((*x)->line != (*y)->line)
		return (*x)->line < (*y)->line ? -1 : 1;
	if ((*x)->column != (*y)->column)
		return (*x)->column < (*y)->column ? -1 : 1;
	return strcmp((*x)->file, (*y)->file);
}

struct barrier_needs
barrier_needs_find(const struct facts *facts)
{
	struct barrier_needs needs = {0};
	size_t capacity = 0;
	for (size_t i = 0; i < facts->kernel_count; i++) {
		for (size_t j = 0; j < facts->kernels[i].launch_count; j++) {
			const struct launch *launch = &facts->kernels[i].launches[j];
			for (size_t k = 0; k < launch->synchronization.barrier_use_count; k++)
				if (launch->synchronization.barrier_uses[k].is_needed)
					memory_push(needs.places, needs.count, capacity,
					            &launch->synchronization.barrier_uses[k].place);
		}
	}
	if (needs.count)
		qsort(needs.places, needs.count, sizeof *needs.places, by_place);
	return needs;
}

bool
barrier_needs_has(const struct barrier_needs *needs, const struct place *place)
{
	return needs->count && bsearch(&place, needs->places, needs->count, sizeof *needs->places, by_place);
}
