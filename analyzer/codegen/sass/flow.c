#include "codegen/sass/flow_build.h"

/* The state while blocks and edges are found. */
struct builder {
	struct sass_flow *flow;
	const struct sass_code *code;
	const struct sass_flow_hints *hints;
	struct arena *arena;
	bool *is_jump;         /* by instruction: it is a call that does not return */
	bool *starts;          /* by instruction: a block starts there */
	uint32_t *function_at; /* by instruction: the function that begins there */
	/* by instruction: index in `jumps` of its first jump; the next instruction's index ends the list */
	uint32_t *jump_begin;
	uint32_t *jumps; /* indexes of the jumps' target instructions */
};

/* The instruction at an offset in the section; SASS_NONE: none. */
static uint32_t
instruction_at(const struct sass_code *code, int64_t pc)
{
	if (pc < 0 || pc % SASS_INSTRUCTION_SIZE || (uint64_t)pc / SASS_INSTRUCTION_SIZE >= code->count)
		return SASS_NONE;
	return (uint32_t)(pc / SASS_INSTRUCTION_SIZE);
}

/* A call whose callee never returns is a jump. The return address is an ordinary operand, which ptxas may omit. */
static bool
is_call(const struct builder *builder, const struct sass_instruction *in)
{
	return in->kind == SASS_CALL && !builder->is_jump[in->pc / SASS_INSTRUCTION_SIZE];
}

static bool
is_branch(const struct builder *builder, const struct sass_instruction *in)
{
	return in->kind == SASS_BRANCH || (in->kind == SASS_CALL && !is_call(builder, in));
}

static bool
ends_block(const struct sass_instruction *in)
{
	return in->kind >= SASS_BRANCH && in->kind <= SASS_EXIT && !sass_never_executes(in);
}

static bool
falls_through(const struct builder *builder, const struct sass_instruction *in)
{
	bool goes_elsewhere = is_branch(builder, in) || in->kind == SASS_BRANCH_INDIRECT || in->kind == SASS_RETURN ||
	                      in->kind == SASS_EXIT;
	return sass_never_executes(in) || !goes_elsewhere || in->control.conditional;
}

static uint32_t
branch_target(const struct builder *builder, const struct sass_instruction *in)
{
	return is_branch(builder, in) && ends_block(in) ? instruction_at(builder->code, in->control.target) : SASS_NONE;
}

static uint32_t
call_target(const struct builder *builder, const struct sass_instruction *in)
{
	return is_call(builder, in) && ends_block(in) ? instruction_at(builder->code, in->control.target) : SASS_NONE;
}

/* The order of the hinted jumps is arbitrary: a counting sort groups them by instruction. */
static bool
is_jump(const struct builder *builder, const struct sass_jump *jump, uint32_t *from, uint32_t *to)
{
	*from = instruction_at(builder->code, jump->pc);
	*to = instruction_at(builder->code, jump->target);
	return *from != SASS_NONE && *to != SASS_NONE &&
	       builder->code->instructions[*from].kind == SASS_BRANCH_INDIRECT;
}

static void
sort_jumps(struct builder *builder)
{
	const struct sass_flow_hints *hints = builder->hints;
	size_t count = builder->code->count;
	uint32_t from, to;
	builder->jump_begin = arena_new_array(builder->arena, uint32_t, count + 2);
	builder->jumps = arena_new_array(builder->arena, uint32_t, hints->jump_count);
	for (size_t i = 0; i < hints->jump_count; i++)
		if (is_jump(builder, &hints->jumps[i], &from, &to))
			builder->jump_begin[from + 2]++;
	for (size_t i = 1; i <= count; i++)
		builder->jump_begin[i + 1] += builder->jump_begin[i];
	for (size_t i = 0; i < hints->jump_count; i++)
		if (is_jump(builder, &hints->jumps[i], &from, &to))
			builder->jumps[builder->jump_begin[from + 1]++] = to;
}

static void
start_function(struct builder *builder, uint32_t at)
{
	if (at == SASS_NONE || builder->function_at[at] != SASS_NONE)
		return;
	builder->starts[at] = true;
	builder->function_at[at] = builder->flow->function_count++;
}

static void
find_functions(struct builder *builder)
{
	const struct sass_code *code = builder->code;
	builder->function_at = arena_new_array(builder->arena, uint32_t, code->count);
	for (size_t i = 0; i < code->count; i++)
		builder->function_at[i] = SASS_NONE;
	start_function(builder, 0);
	for (size_t i = 0; i < builder->hints->entry_count; i++)
		start_function(builder, instruction_at(code, builder->hints->entries[i]));
	for (size_t i = 0; i < code->count; i++)
		start_function(builder, call_target(builder, &code->instructions[i]));
}

static void
find_starts(struct builder *builder)
{
	const struct sass_code *code = builder->code;
	for (size_t i = 0; i < code->count; i++) {
		uint32_t target = branch_target(builder, &code->instructions[i]);
		if (target != SASS_NONE)
			builder->starts[target] = true;
		if (ends_block(&code->instructions[i]) && i + 1 < code->count)
			builder->starts[i + 1] = true;
	}
	for (uint32_t i = 0; i < builder->jump_begin[code->count]; i++)
		builder->starts[builder->jumps[i]] = true;
}

static void
make_blocks(struct builder *builder)
{
	struct sass_flow *flow = builder->flow;
	uint32_t count = (uint32_t)builder->code->count;
	for (uint32_t i = 0; i < count; i++)
		flow->block_count += builder->starts[i];
	flow->blocks = arena_new_array(builder->arena, struct sass_block, flow->block_count);
	flow->block_of = arena_new_array(builder->arena, uint32_t, count);
	struct sass_block *block = flow->blocks - 1;
	for (uint32_t i = 0; i < count; i++) {
		if (builder->starts[i])
			*++block = (struct sass_block){.first = i,
			                               .dominator = SASS_NONE,
			                               .loop = SASS_NONE,
			                               .function = SASS_NONE,
			                               .callee = SASS_NONE};
		block->count++;
		flow->block_of[i] = (uint32_t)(block - flow->blocks);
	}
}

static void
make_functions(struct builder *builder)
{
	struct sass_flow *flow = builder->flow;
	flow->functions = arena_new_array(builder->arena, struct sass_function, flow->function_count);
	for (uint32_t i = 0; i < builder->code->count; i++)
		if (builder->function_at[i] != SASS_NONE)
			flow->functions[builder->function_at[i]].entry = flow->block_of[i];
}

/* Calls `report` for each successor. A branch to the next instruction has only one. */
static void
each_successor(struct builder *builder, uint32_t number, void (*report)(struct builder *, uint32_t from, uint32_t to))
{
	const struct sass_flow *flow = builder->flow;
	uint32_t last = flow->blocks[number].first + flow->blocks[number].count - 1;
	const struct sass_instruction *in = &builder->code->instructions[last];
	uint32_t target = branch_target(builder, in);
	if (falls_through(builder, in) && last + 1 < builder->code->count)
		report(builder, number, flow->block_of[last + 1]);
	if (target != SASS_NONE && !(falls_through(builder, in) && target == last + 1))
		report(builder, number, flow->block_of[target]);
	for (uint32_t i = builder->jump_begin[last]; i < builder->jump_begin[last + 1]; i++)
		report(builder, number, flow->block_of[builder->jumps[i]]);
}

static void
count_edge(struct builder *builder, uint32_t from, uint32_t to)
{
	builder->flow->blocks[from].successor_count++;
	builder->flow->blocks[to].predecessor_count++;
}

static void
add_edge(struct builder *builder, uint32_t from, uint32_t to)
{
	struct sass_flow *flow = builder->flow;
	struct sass_block *source = &flow->blocks[from], *target = &flow->blocks[to];
	flow->successors[source->first_successor + source->successor_count++] = to;
	flow->predecessors[target->first_predecessor + target->predecessor_count++] = from;
}

static void
make_edges(struct builder *builder)
{
	struct sass_flow *flow = builder->flow;
	uint32_t successors = 0, predecessors = 0;
	for (uint32_t i = 0; i < flow->block_count; i++)
		each_successor(builder, i, count_edge);
	for (uint32_t i = 0; i < flow->block_count; i++) {
		struct sass_block *block = &flow->blocks[i];
		block->first_successor = successors;
		block->first_predecessor = predecessors;
		successors += block->successor_count;
		predecessors += block->predecessor_count;
		block->successor_count = block->predecessor_count = 0;
	}
	flow->successors = arena_new_array(builder->arena, uint32_t, successors);
	flow->predecessors = arena_new_array(builder->arena, uint32_t, predecessors);
	for (uint32_t i = 0; i < flow->block_count; i++)
		each_successor(builder, i, add_edge);
}

/* Whether control leaves the known code: an indirect branch without hints, a target that is no instruction here, or
 * the section's end. */
static bool
leaves(const struct builder *builder, uint32_t last)
{
	const struct sass_instruction *in = &builder->code->instructions[last];
	if (falls_through(builder, in) && last + 1 == builder->code->count)
		return true;
	if (sass_never_executes(in))
		return false;
	if (in->kind == SASS_BRANCH_INDIRECT)
		return builder->jump_begin[last] == builder->jump_begin[last + 1];
	return is_branch(builder, in) && branch_target(builder, in) == SASS_NONE;
}

static void
find_ends(struct builder *builder)
{
	for (uint32_t i = 0; i < builder->flow->block_count; i++) {
		struct sass_block *block = &builder->flow->blocks[i];
		uint32_t last = block->first + block->count - 1;
		uint32_t target = call_target(builder, &builder->code->instructions[last]);
		block->leaves = leaves(builder, last);
		if (target != SASS_NONE)
			block->callee = builder->function_at[target];
	}
}

static void
build_graph(struct builder *builder)
{
	*builder->flow = (struct sass_flow){0};
	builder->starts = arena_new_array(builder->arena, bool, builder->code->count);
	find_functions(builder);
	find_starts(builder);
	make_blocks(builder);
	make_functions(builder);
	make_edges(builder);
	find_ends(builder);
}

/* Blocks from which a return may be reached, without entering callees. */
static bool *
find_returning(const struct builder *builder)
{
	const struct sass_flow *flow = builder->flow;
	bool *returning = arena_new_array(builder->arena, bool, flow->block_count);
	uint32_t *list = arena_new_array(builder->arena, uint32_t, flow->block_count), count = 0;
	for (uint32_t i = 0; i < flow->block_count; i++) {
		const struct sass_block *block = &flow->blocks[i];
		returning[i] = block->leaves ||
		               builder->code->instructions[block->first + block->count - 1].kind == SASS_RETURN;
		if (returning[i])
			list[count++] = i;
	}
	while (count) {
		const struct sass_block *block = &flow->blocks[list[--count]];
		for (uint32_t i = 0; i < block->predecessor_count; i++) {
			uint32_t from = flow->predecessors[block->first_predecessor + i];
			if (!returning[from])
				returning[list[count++] = from] = true;
		}
	}
	return returning;
}

static bool
find_jumps_by_calls(struct builder *builder)
{
	const struct sass_flow *flow = builder->flow;
	const bool *returning = find_returning(builder);
	bool found = false;
	for (uint32_t i = 0; i < flow->block_count; i++) {
		const struct sass_block *block = &flow->blocks[i];
		if (block->callee == SASS_NONE || returning[flow->functions[block->callee].entry])
			continue;
		found = builder->is_jump[block->first + block->count - 1] = true;
	}
	return found;
}

void
sass_flow_build(struct sass_flow *flow, const struct sass_code *code, const struct sass_flow_hints *hints,
                struct arena *arena)
{
	static const struct sass_flow_hints none;
	struct builder builder = {.flow = flow, .code = code, .hints = hints ? hints : &none, .arena = arena};
	struct sass_search search;
	*flow = (struct sass_flow){0};
	if (!code->count)
		return;
	builder.is_jump = arena_new_array(arena, bool, code->count);
	sort_jumps(&builder);
	build_graph(&builder);
	if (find_jumps_by_calls(&builder))
		build_graph(&builder);
	sass_flow_search(&search, flow, arena);
	sass_flow_dominators(flow, &search, arena);
	sass_flow_loops(flow, &search, arena);
}
