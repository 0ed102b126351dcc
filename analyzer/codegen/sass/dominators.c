#include "codegen/sass/flow_build.h"

/* A block on the depth-first search's stack; `next`: its next successor to visit. */
struct visit {
	uint32_t block, next;
};

static void
enter(struct sass_search *search, struct sass_flow *flow, struct visit *stack, uint32_t *depth, uint32_t block)
{
	search->number[block] = search->count;
	search->entered[search->count++] = block;
	flow->blocks[block].reached = true;
	stack[(*depth)++] = (struct visit){.block = block};
}

static void
search_from(struct sass_search *search, struct sass_flow *flow, struct visit *stack, uint32_t entry, uint32_t *left)
{
	uint32_t depth = 0;
	enter(search, flow, stack, &depth, entry);
	while (depth) {
		struct visit *top = &stack[depth - 1];
		const struct sass_block *block = &flow->blocks[top->block];
		if (top->next == block->successor_count) {
			search->last[top->block] = search->count - 1;
			search->left[top->block] = *left;
			search->postorder[(*left)++] = top->block;
			depth--;
			continue;
		}
		uint32_t successor = flow->successors[block->first_successor + top->next++];
		if (search->number[successor] == SASS_NONE)
			enter(search, flow, stack, &depth, successor);
	}
}

void
sass_flow_search(struct sass_search *search, struct sass_flow *flow, struct arena *arena)
{
	uint32_t count = flow->block_count, left = 0;
	struct visit *stack = arena_new_array(arena, struct visit, count);
	*search = (struct sass_search){
		.entered = arena_new_array(arena, uint32_t, count),
		.number = arena_new_array(arena, uint32_t, count),
		.last = arena_new_array(arena, uint32_t, count),
		.postorder = arena_new_array(arena, uint32_t, count),
		.left = arena_new_array(arena, uint32_t, count),
	};
	for (uint32_t i = 0; i < count; i++)
		search->number[i] = search->left[i] = SASS_NONE;
	for (uint32_t i = 0; i < flow->function_count; i++)
		if (search->number[flow->functions[i].entry] == SASS_NONE)
			search_from(search, flow, stack, flow->functions[i].entry, &left);
}

/* ---- dominators -------------------------------------------------------------------------------------------------- */

static uint32_t
common_dominator(struct sass_dominators *tree, uint32_t a, uint32_t b)
{
	for (; a != b && tree->steps; tree->steps--) {
		if (a < b)
			a = tree->dominator[a];
		else
			b = tree->dominator[b];
	}
	return a;
}

static uint32_t
dominator_of(struct sass_dominators *tree, uint32_t block)
{
	const struct sass_block *it = &tree->flow->blocks[block];
	const uint32_t *before = tree->is_backwards ? tree->flow->successors + it->first_successor
	                                            : tree->flow->predecessors + it->first_predecessor;
	const uint32_t count = tree->is_backwards ? it->successor_count : it->predecessor_count;
	uint32_t found = tree->is_first[block] ? tree->count : SASS_NONE;
	for (uint32_t i = 0; i < count; i++) {
		const uint32_t number = tree->number[before[i]];
		if (number != SASS_NONE && tree->dominator[number] != SASS_NONE)
			found = found == SASS_NONE ? number : common_dominator(tree, found, number);
	}
	return found;
}

static bool
improve(struct sass_dominators *tree)
{
	bool changed = false;
	for (uint32_t i = tree->count; i-- > 0;) {
		uint32_t found = dominator_of(tree, tree->order[i]);
		changed |= found != tree->dominator[i];
		tree->dominator[i] = found;
	}
	return changed && tree->steps;
}

/* Two iterations suffice unless loops have several entries. The paths walked in the tree are short unless blocks far
 * down a long chain lead to one far up. Compilers generate neither in excess. Beyond these limits the analysis
 * stops, and nothing dominates anything. */
enum { MOST_ITERATIONS = 32, STEPS_A_BLOCK = 256, STEPS_MORE = 1 << 22 };

void
sass_find_dominators(struct sass_dominators *tree, struct arena *arena)
{
	unsigned iterations = 0;
	tree->steps = STEPS_MORE + (uint64_t)STEPS_A_BLOCK * tree->count;
	tree->dominator = arena_new_array(arena, uint32_t, tree->count + 1);
	for (uint32_t i = 0; i < tree->count; i++)
		tree->dominator[i] = SASS_NONE;
	tree->dominator[tree->count] = tree->count;
	while (improve(tree) && ++iterations < MOST_ITERATIONS)
		;
	for (uint32_t i = 0; i < tree->count && (!tree->steps || iterations == MOST_ITERATIONS); i++)
		tree->dominator[i] = tree->count;
}

/* A function consists of the blocks that its entry dominates. */
void
sass_flow_dominators(struct sass_flow *flow, const struct sass_search *search, struct arena *arena)
{
	bool *is_entry = arena_new_array(arena, bool, flow->block_count);
	struct sass_dominators tree = {.flow = flow,
	                               .order = search->postorder,
	                               .number = search->left,
	                               .count = search->count,
	                               .is_first = is_entry};
	for (uint32_t i = 0; i < flow->function_count; i++) {
		is_entry[flow->functions[i].entry] = true;
		flow->blocks[flow->functions[i].entry].function = i;
	}
	sass_find_dominators(&tree, arena);
	for (uint32_t i = search->count; i-- > 0;) {
		struct sass_block *block = &flow->blocks[search->postorder[i]];
		if (tree.dominator[i] == tree.count)
			continue;
		block->dominator = search->postorder[tree.dominator[i]];
		block->function = flow->blocks[block->dominator].function;
	}
}

bool
sass_dominates(const struct sass_flow *flow, uint32_t by, uint32_t block)
{
	while (block != by && block != SASS_NONE)
		block = flow->blocks[block].dominator;
	return block == by;
}
