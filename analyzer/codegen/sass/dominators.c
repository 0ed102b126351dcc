#include "codegen/sass/flow_build.h"

/* A block whose successors are being gone through. */
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
		search->number[i] = SASS_NONE;
	for (uint32_t i = 0; i < flow->function_count; i++)
		if (search->number[flow->functions[i].entry] == SASS_NONE)
			search_from(search, flow, stack, flow->functions[i].entry, &left);
}

/* Of Cooper, Harvey, Kennedy, A Simple, Fast Dominance Algorithm: dominators by their numbers in postorder, with a root of its own,
 * numbered above all, in front of the functions' entries. */
struct tree {
	const struct sass_flow *flow;
	const struct sass_search *search;
	uint32_t *dominator; /* by number in postorder; SASS_NONE: not known yet */
	bool *is_entry;      /* by block */
	uint32_t root;
	uint64_t steps; /* that may still be taken */
};

static uint32_t
common_dominator(struct tree *tree, uint32_t a, uint32_t b)
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
dominator_of(struct tree *tree, uint32_t block)
{
	const struct sass_block *it = &tree->flow->blocks[block];
	uint32_t found = tree->is_entry[block] ? tree->root : SASS_NONE;
	for (uint32_t i = 0; i < it->predecessor_count; i++) {
		uint32_t from = tree->flow->predecessors[it->first_predecessor + i];
		if (tree->search->number[from] == SASS_NONE || tree->dominator[tree->search->left[from]] == SASS_NONE)
			continue;
		uint32_t number = tree->search->left[from];
		found = found == SASS_NONE ? number : common_dominator(tree, found, number);
	}
	return found;
}

static bool
improve(struct tree *tree)
{
	bool changed = false;
	for (uint32_t i = tree->search->count; i-- > 0;) {
		uint32_t found = dominator_of(tree, tree->search->postorder[i]);
		changed |= found != tree->dominator[i];
		tree->dominator[i] = found;
	}
	return changed && tree->steps;
}

/* A function has the blocks that its entry dominates. */
static void
store(struct sass_flow *flow, const struct tree *tree)
{
	for (uint32_t i = 0; i < flow->function_count; i++)
		flow->blocks[flow->functions[i].entry].function = i;
	for (uint32_t i = tree->search->count; i-- > 0;) {
		struct sass_block *block = &flow->blocks[tree->search->postorder[i]];
		if (tree->dominator[i] == tree->root)
			continue;
		block->dominator = tree->search->postorder[tree->dominator[i]];
		block->function = flow->blocks[block->dominator].function;
	}
}

/* Two rounds are enough unless there are loops with several entries, and what is walked of the tree is short unless blocks far down
 * a long chain lead to one far up. What takes many times longer than that, as no compiler's code does, is given up: then nothing is
 * said to dominate anything. */
enum { MOST_ROUNDS = 32, STEPS_A_BLOCK = 256, STEPS_MORE = 1 << 22 };

static void
give_up(struct tree *tree)
{
	for (uint32_t i = 0; i < tree->search->count; i++)
		tree->dominator[i] = tree->root;
}

void
sass_flow_dominators(struct sass_flow *flow, const struct sass_search *search, struct arena *arena)
{
	struct tree tree = {.flow = flow,
	                    .search = search,
	                    .root = search->count,
	                    .steps = STEPS_MORE + (uint64_t)STEPS_A_BLOCK * search->count};
	unsigned rounds = 0;
	tree.dominator = arena_new_array(arena, uint32_t, search->count + 1);
	tree.is_entry = arena_new_array(arena, bool, flow->block_count);
	for (uint32_t i = 0; i < search->count; i++)
		tree.dominator[i] = SASS_NONE;
	tree.dominator[tree.root] = tree.root;
	for (uint32_t i = 0; i < flow->function_count; i++)
		tree.is_entry[flow->functions[i].entry] = true;
	while (improve(&tree) && ++rounds < MOST_ROUNDS)
		;
	if (!tree.steps || rounds == MOST_ROUNDS)
		give_up(&tree);
	store(flow, &tree);
}

bool
sass_dominates(const struct sass_flow *flow, uint32_t by, uint32_t block)
{
	while (block != by && block != SASS_NONE)
		block = flow->blocks[block].dominator;
	return block == by;
}
