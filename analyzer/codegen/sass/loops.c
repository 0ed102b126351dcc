#include "codegen/sass/flow_build.h"

/* Loop detection by Havlak (Nesting of Reducible and Irreducible Loops). Loops are processed from the innermost
 * outwards and merged with their headers, so an enclosing loop sees one block. The blocks between the header and its
 * back edges belong to the loop. Entries that bypass the header are not followed further out, which keeps the
 * algorithm linear. */
struct finder {
	struct sass_flow *flow;
	const struct sass_search *search;
	uint32_t *merged; /* by block: the block that it is merged with (a union-find forest) */
	uint32_t *header; /* by block: header of the innermost loop; SASS_NONE: none */
	uint32_t *within; /* the header of the loop in which the block was found last */
	uint32_t *found;  /* blocks of the current loop */
	bool *is_header;
	uint32_t *latch; /* by header: its only latch; SASS_NONE: several */
};

static uint32_t
representative(struct finder *finder, uint32_t block)
{
	uint32_t *merged = finder->merged;
	while (merged[block] != block) {
		merged[block] = merged[merged[block]];
		block = merged[block];
	}
	return block;
}

/* Whether `above` is an ancestor of `below` in the depth-first tree. */
static bool
is_above(const struct finder *finder, uint32_t above, uint32_t below)
{
	const struct sass_search *search = finder->search;
	return search->number[above] <= search->number[below] && search->number[below] <= search->last[above];
}

static uint32_t
predecessor(const struct finder *finder, uint32_t block, uint32_t which)
{
	return finder->flow->predecessors[finder->flow->blocks[block].first_predecessor + which];
}

static void
take(struct finder *finder, uint32_t header, uint32_t block, uint32_t *count)
{
	block = representative(finder, block);
	if (block == header || finder->within[block] == header)
		return;
	finder->within[block] = header;
	finder->found[(*count)++] = block;
}

/* Adds the sources of the back edges to the header. */
static uint32_t
take_latches(struct finder *finder, uint32_t header)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < finder->flow->blocks[header].predecessor_count; i++) {
		uint32_t from = predecessor(finder, header, i);
		if (!finder->flow->blocks[from].reached || !is_above(finder, header, from))
			continue;
		finder->latch[header] = finder->is_header[header] ? SASS_NONE : from;
		finder->is_header[header] = true;
		take(finder, header, from, &count);
	}
	return count;
}

static void
take_predecessors(struct finder *finder, uint32_t header, uint32_t block, uint32_t *count)
{
	for (uint32_t i = 0; i < finder->flow->blocks[block].predecessor_count; i++) {
		uint32_t from = predecessor(finder, block, i);
		if (!finder->flow->blocks[from].reached || is_above(finder, block, from))
			continue;
		if (is_above(finder, header, from))
			take(finder, header, from, count);
	}
}

static void
find_loop(struct finder *finder, uint32_t header)
{
	uint32_t count = take_latches(finder, header);
	for (uint32_t i = 0; i < count; i++)
		take_predecessors(finder, header, finder->found[i], &count);
	for (uint32_t i = 0; i < count; i++) {
		finder->header[finder->found[i]] = header;
		finder->merged[finder->found[i]] = header;
	}
}

/* In depth-first order, outer loops come before inner ones. */
static void
make_loops(struct finder *finder, uint32_t *loop_of_header, struct arena *arena)
{
	struct sass_flow *flow = finder->flow;
	for (uint32_t i = 0; i < flow->block_count; i++)
		flow->loop_count += finder->is_header[i];
	flow->loops = arena_new_array(arena, struct sass_loop, flow->loop_count);
	uint32_t next = 0;
	for (uint32_t i = 0; i < finder->search->count; i++) {
		uint32_t block = finder->search->entered[i], outer = finder->header[block];
		uint32_t parent = outer == SASS_NONE ? SASS_NONE : loop_of_header[outer];
		flow->blocks[block].loop = parent;
		if (!finder->is_header[block])
			continue;
		flow->loops[next] = (struct sass_loop){.header = block,
		                                       .parent = parent,
		                                       .depth = parent == SASS_NONE ? 1 : flow->loops[parent].depth + 1,
		                                       .latch = finder->latch[block]};
		flow->blocks[block].loop = loop_of_header[block] = next++;
	}
}

void
sass_flow_loops(struct sass_flow *flow, const struct sass_search *search, struct arena *arena)
{
	uint32_t count = flow->block_count;
	uint32_t *loop_of_header = arena_new_array(arena, uint32_t, count);
	struct finder finder = {
		.flow = flow,
		.search = search,
		.merged = arena_new_array(arena, uint32_t, count),
		.header = arena_new_array(arena, uint32_t, count),
		.within = arena_new_array(arena, uint32_t, count),
		.found = arena_new_array(arena, uint32_t, count),
		.is_header = arena_new_array(arena, bool, count),
		.latch = arena_new_array(arena, uint32_t, count),
	};
	for (uint32_t i = 0; i < count; i++) {
		finder.merged[i] = i;
		finder.header[i] = finder.within[i] = SASS_NONE;
	}
	for (uint32_t i = search->count; i-- > 0;)
		find_loop(&finder, search->entered[i]);
	make_loops(&finder, loop_of_header, arena);
}
