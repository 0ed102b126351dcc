/* Where control flow reconverges after a branch, and the region in between. Post-dominators are the dominators of
 * the reversed graph. */
#include "codegen/execute/external.h"
#include "codegen/execute/kernel.h"
#include "codegen/execute/region.h"
#include "support/arena.h"

#include <string.h>

struct search {
	const struct sass_flow *flow;
	bool *may_end;    /* by block */
	uint32_t *order;  /* blocks that reach the exit, in postorder of the reversed graph */
	uint32_t *number; /* by block: its index in `order`; SASS_NONE: none */
	uint32_t count;
};

static const struct sass_instruction *
last_of(const struct sass_code *code, const struct sass_block *block)
{
	return &code->instructions[block->first + block->count - 1];
}

static bool
may_end(const struct sass_code *code, const struct sass_block *block)
{
	const enum sass_kind kind = last_of(code, block)->kind;
	if (kind == SASS_TRAP) /* a program that traps gets no figures */
		return false;
	return !block->successor_count || block->leaves || kind == SASS_EXIT || kind == SASS_RETURN;
}

struct visit {
	uint32_t block, next;
};

/* Visits the blocks that reach `last`. */
static void
put_in_order(struct search *search, struct visit *stack, bool *seen, uint32_t last)
{
	uint32_t depth = 1;
	stack[0] = (struct visit){last, 0};
	seen[last] = true;
	while (depth) {
		struct visit *top = &stack[depth - 1];
		const struct sass_block *block = &search->flow->blocks[top->block];
		if (top->next == block->predecessor_count) {
			search->number[top->block] = search->count;
			search->order[search->count++] = top->block;
			depth--;
			continue;
		}
		const uint32_t before = search->flow->predecessors[block->first_predecessor + top->next++];
		if (!seen[before])
			stack[depth++] = (struct visit){before, 0};
		seen[before] = true;
	}
}

uint32_t *
find_post_dominators(const struct sass_code *code, const struct sass_flow *flow, struct arena *arena)
{
	struct search search = {.flow = flow, .may_end = arena_new_array(arena, bool, flow->block_count + 1)};
	uint32_t *post_dominators = arena_new_array(arena, uint32_t, flow->block_count + 1);
	struct visit *stack = arena_new_array(arena, struct visit, flow->block_count + 1);
	bool *seen = arena_new_array(arena, bool, flow->block_count + 1);
	search.order = arena_new_array(arena, uint32_t, flow->block_count + 1);
	search.number = arena_new_array(arena, uint32_t, flow->block_count + 1);
	for (uint32_t i = 0; i < flow->block_count; i++) {
		search.number[i] = post_dominators[i] = SASS_NONE;
		search.may_end[i] = may_end(code, &flow->blocks[i]);
	}
	for (uint32_t i = 0; i < flow->block_count; i++)
		if (search.may_end[i] && !seen[i])
			put_in_order(&search, stack, seen, i);
	struct sass_dominators tree = {.flow = flow,
	                               .is_backwards = true,
	                               .order = search.order,
	                               .number = search.number,
	                               .count = search.count,
	                               .is_first = search.may_end};
	sass_find_dominators(&tree, arena);
	for (uint32_t i = 0; i < search.count; i++)
		post_dominators[search.order[i]] =
			tree.dominator[i] == search.count ? flow->block_count : search.order[tree.dominator[i]];
	return post_dominators;
}

/* ---- regions ---- */

struct gathering {
	const struct sass_code *code;
	const struct sass_flow *flow;
	struct region *region;
	bool *seen;
	uint32_t *stack, depth;
	uint16_t opened, closed; /* convergence registers, a bit each */
	bool calls_external;
	struct arena *arena;
};

static void
reach(struct gathering *gathering, uint32_t block)
{
	if (block == SASS_NONE || gathering->seen[block])
		return;
	gathering->seen[block] = true;
	gathering->stack[gathering->depth++] = block;
}

static void
note_writes(struct region *region, const struct sass_instruction *instruction)
{
	for (unsigned i = 0; i < instruction->write_count; i++) {
		const struct sass_registers *registers = &instruction->writes[i];
		for (unsigned n = 0; n < registers->count; n++)
			region->written[registers->bank % REGION_BANKS][(registers->first + n) & 255] = true;
	}
}

static void
note_accesses(struct region *region, const struct sass_instruction *instruction)
{
	for (unsigned i = 0; i < sass_access_count(instruction); i++) {
		const struct sass_access *access = &instruction->accesses[i];
		region->accesses |= access->space != SASS_CONSTANT;
		if (access->writes)
			region->stored |= (uint16_t)(1u << access->space);
	}
}

static void
note_control(struct gathering *gathering, const struct sass_instruction *instruction)
{
	const uint16_t at = (uint16_t)(1u << (instruction->control.convergence & 15));
	if (instruction->opcode == SASS_OP_BSSY)
		gathering->opened |= at;
	if (instruction->opcode == SASS_OP_BSYNC)
		gathering->closed |= at;
	gathering->region->yields |= instruction->opcode == SASS_OP_YIELD;
	switch (instruction->kind) {
	case SASS_BARRIER: gathering->region->waits = true; break;
	case SASS_MBARRIER: gathering->region->unorders = true; break;
	case SASS_CALL_INDIRECT:
		gathering->region->is_closed &= gathering->calls_external;
		external_note_call(gathering->region);
		break;
	case SASS_BRANCH_INDIRECT: gathering->region->is_closed = false; break;
	default: break;
	}
	/* A BMOV that clears a convergence register before a BSSY has no other operands. */
	const bool moves_lanes =
		instruction->opcode == SASS_OP_BMOV && (instruction->read_count || instruction->write_count);
	if (moves_lanes || instruction->opcode == SASS_UNKNOWN)
		gathering->region->is_closed = false;
}

static void
note_block(struct gathering *gathering, uint32_t number)
{
	const struct sass_block *block = &gathering->flow->blocks[number];
	struct region *region = gathering->region;
	for (uint32_t i = 0; i < block->count; i++) {
		const struct sass_instruction *instruction = &gathering->code->instructions[block->first + i];
		note_writes(region, instruction);
		note_accesses(region, instruction);
		note_control(gathering, instruction);
	}
	region->blocks[region->block_count++] = number;
}

static void
follow(struct gathering *gathering, uint32_t number)
{
	const struct sass_block *block = &gathering->flow->blocks[number];
	for (uint32_t i = 0; i < block->successor_count; i++)
		if (gathering->flow->successors[block->first_successor + i] != gathering->region->to)
			reach(gathering, gathering->flow->successors[block->first_successor + i]);
	if (block->callee != SASS_NONE)
		reach(gathering, gathering->flow->functions[block->callee].entry);
}

/* A region that continues after the branch must not contain exits. */
static void
check_ends(struct gathering *gathering)
{
	struct region *region = gathering->region;
	for (uint32_t i = 0; i < region->block_count; i++) {
		const struct sass_block *block = &gathering->flow->blocks[region->blocks[i]];
		const enum sass_kind kind = last_of(gathering->code, block)->kind;
		region->is_closed &= !block->leaves || kind == SASS_RETURN;
		region->is_closed &= kind != SASS_EXIT || region->to == gathering->flow->block_count;
	}
}

struct region *
find_region(const struct execute_kernel *kernel, uint32_t branch, struct arena *arena)
{
	const struct sass_flow *flow = &kernel->flow;
	const uint32_t *post_dominators = kernel->post_dominators;
	struct region *region = arena_new(arena, struct region);
	const uint32_t from = flow->block_of[branch];
	struct gathering gathering = {.code = &kernel->code,
	                              .flow = flow,
	                              .region = region,
	                              .arena = arena,
	                              .calls_external = kernel->calls_external};
	if (from == SASS_NONE || branch != flow->blocks[from].first + flow->blocks[from].count - 1 ||
	    post_dominators[from] == SASS_NONE)
		return region;
	gathering.seen = arena_new_array(arena, bool, flow->block_count);
	gathering.stack = arena_new_array(arena, uint32_t, flow->block_count);
	region->blocks = arena_new_array(arena, uint32_t, flow->block_count);
	region->is_closed = true;
	region->to = post_dominators[from];
	follow(&gathering, from);
	while (gathering.depth) {
		const uint32_t block = gathering.stack[--gathering.depth];
		note_block(&gathering, block);
		follow(&gathering, block);
	}
	check_ends(&gathering);
	region->left = gathering.closed & (uint16_t)~gathering.opened;
	return region;
}
