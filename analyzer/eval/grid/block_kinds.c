#include "eval/grid/block_kinds.h"

#include <stdlib.h>

#include "support/hash.h"
#include "support/memory.h"

enum {
	STEPS_SHARE = 24,          /* of what there is left for it, what one launch may take */
	MOST_KINDS = 4096,
	MANY_KINDS = 32,           /* by how often they go round loops: too many for one block of each */
	LEAST_BOXES = 512,         /* that a block anywhere in each tells enough of the grid */
	PLACES = sizeof ((struct block_kinds *)0)->places / sizeof(struct block_kind *),
};

/* Boxes that are still to be looked at, first come first served: then those that are left are all small. */
struct boxes {
	struct guard_box *items;
	size_t first, count, capacity;
};

double
block_kinds_box_blocks(const struct guard_box *box)
{
	double blocks = 1;
	for (int d = 0; d < 3; d++)
		blocks *= (double)box->last[d] - box->first[d] + 1;
	return blocks;
}

void
block_kinds_block(const struct guard_box *box, uint64_t number, uint32_t at[3])
{
	for (int d = 0; d < 3; d++) {
		const uint64_t size = (uint64_t)box->last[d] - box->first[d] + 1;
		at[d] = box->first[d] + (uint32_t)(number % size);
		number /= size;
	}
}

static struct block_kind *
find_kind(const struct block_kinds *kinds, uint64_t exactly)
{
	struct block_kind *kind = kinds->places[exactly % PLACES];
	while (kind && kind->exactly != exactly)
		kind = kind->next;
	return kind;
}

static struct block_kind *
kind_of(struct block_kinds *kinds, const struct guard_outcome *outcome)
{
	struct block_kind *kind = find_kind(kinds, outcome->exactly), **place = &kinds->places[outcome->exactly % PLACES];
	if (kind)
		return kind;
	kind = arena_new(&kinds->arena, struct block_kind);
	*kind = (struct block_kind){outcome->exactly, outcome->roughly, 0, *place, kinds->count};
	*place = kind;
	memory_push(kinds->items, kinds->count, kinds->capacity, kind);
	return kind;
}

static void
add_box(struct block_kinds *kinds, const struct guard_box *box, const struct guard_outcome *outcome)
{
	struct block_kind *kind = kind_of(kinds, outcome);
	kind->blocks += block_kinds_box_blocks(box);
	memory_push(kinds->boxes, kinds->box_count, kinds->box_capacity, ((struct kind_box){*box, kind->number}));
}

/* Where the halves are cut apart lies a multiple of a power of two that is as large as can be: so what blocks do in turn by such
 * a number they do alike in a box. */
static uint32_t
second_half(uint32_t first, uint32_t last)
{
	uint32_t bit = (uint32_t)1 << 31;
	while (!((first ^ last) & bit))
		bit >>= 1;
	return last & ~(bit - 1);
}

/* Along the longest of those dimensions. */
static void
cut(struct boxes *boxes, const struct guard_box *box, unsigned dimensions)
{
	int longest = -1;
	for (int d = 0; d < 3; d++)
		if (dimensions >> d & 1 &&
		    (longest < 0 || box->last[d] - box->first[d] > box->last[longest] - box->first[longest]))
			longest = d;
	struct guard_box lower = *box, upper = *box;
	upper.first[longest] = second_half(box->first[longest], box->last[longest]);
	lower.last[longest] = upper.first[longest] - 1;
	memory_push(boxes->items, boxes->count, boxes->capacity, lower);
	memory_push(boxes->items, boxes->count, boxes->capacity, upper);
}

/* A block anywhere in the box, for all of it. */
static void
take_one(struct block_kinds *kinds, const struct guard_box *box)
{
	struct guard_box one;
	uint64_t where = 0;
	for (int d = 0; d < 3; d++)
		where = hash_mix(where, box->first[d]);
	block_kinds_block(box, where, one.first);
	block_kinds_block(box, where, one.last);
	const struct guard_outcome outcome = guard_values_outcome(kinds->values, &one);
	add_box(kinds, box, &outcome);
	kinds->sampled = true;
}

/* False: there are too many kinds. */
static bool
part(struct block_kinds *kinds, const struct guard_box *grid, uint64_t most_steps)
{
	struct boxes boxes = {0};
	memory_push(boxes.items, boxes.count, boxes.capacity, *grid);
	bool enough = true;
	while (boxes.first < boxes.count && kinds->count <= MOST_KINDS && enough) {
		const struct guard_box box = boxes.items[boxes.first++];
		if (guard_values_steps(kinds->values) > most_steps) {
			enough = kinds->sampled || boxes.count - boxes.first >= LEAST_BOXES;
			take_one(kinds, &box);
			continue;
		}
		const struct guard_outcome outcome = guard_values_outcome(kinds->values, &box);
		if (outcome.open)
			cut(&boxes, &box, outcome.open);
		else
			add_box(kinds, &box, &outcome);
	}
	free(boxes.items);
	return enough && (kinds->count > 1 || kinds->varies) && kinds->count <= MOST_KINDS;
}

struct block_kinds *
block_kinds_find(struct program *program, const struct launch_request *request, uint64_t *steps)
{
	struct guard_graph *graph = guard_graph_read(program, request);
	if (!graph)
		return NULL;
	struct block_kinds *kinds = memory_zeroed(1, sizeof *kinds);
	struct guard_box grid = {0};
	for (int d = 0; d < 3; d++)
		grid.last[d] = (uint32_t)request->grid[d] - 1;
	kinds->graph = graph;
	kinds->values = guard_values_new(graph, request->block);
	guard_values_set_grid(kinds->values, &grid);
	kinds->varies = guard_values_vary(kinds->values);
	const bool parted = part(kinds, &grid, *steps / STEPS_SHARE);
	kinds->varies |= kinds->count > MANY_KINDS && guard_values_count(kinds->values);
	const uint64_t taken = guard_values_steps(kinds->values);
	*steps -= taken < *steps ? taken : *steps;
	if (parted)
		return kinds;
	block_kinds_free(kinds);
	return NULL;
}

void
block_kinds_free(struct block_kinds *kinds)
{
	if (!kinds)
		return;
	free(kinds->items);
	free(kinds->boxes);
	free(kinds->graph);
	guard_values_free(kinds->values);
	arena_free(&kinds->arena);
	free(kinds);
}

const struct block_kind *
block_kinds_at(struct block_kinds *kinds, const uint32_t at[3])
{
	const struct guard_box one = {{at[0], at[1], at[2]}, {at[0], at[1], at[2]}};
	const struct guard_outcome outcome = guard_values_outcome(kinds->values, &one);
	return find_kind(kinds, outcome.exactly);
}
