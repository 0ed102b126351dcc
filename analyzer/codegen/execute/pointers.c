/* Forward propagation of pointer parameters: a sum with a pointer is a pointer. */
#include "codegen/execute/kernel.h"
#include "codegen/execute/names.h"
#include "codegen/execute/run_state.h"
#include "support/arena.h"

struct following {
	const struct execute_kernel *kernel;
	const uint8_t *marks;
	size_t size;
	struct names *entries; /* by block: names that may hold a pointer at its beginning */
	struct names returned; /* names at the return addresses of functions */
};

static bool
moves_and_adds(enum sass_opcode opcode)
{
	switch (opcode) {
	case SASS_OP_MOV:
	case SASS_OP_UMOV:
	case SASS_OP_SEL:
	case SASS_OP_USEL:
	case SASS_OP_SHFL:
	case SASS_OP_R2UR:
	case SASS_OP_IADD3:
	case SASS_OP_UIADD3:
	case SASS_OP_VIADD:
	case SASS_OP_IMAD:
	case SASS_OP_UIMAD:
	case SASS_OP_LEA:
	case SASS_OP_ULEA:
	case SASS_OP_LDC:
	case SASS_OP_ULDC:
	case SASS_OP_LDCU: return true;
	default: return false;
	}
}

static bool
compares(enum sass_opcode opcode)
{
	return opcode == SASS_OP_ISETP || opcode == SASS_OP_UISETP;
}

static bool
takes_pointer(const struct following *following, const struct sass_instruction *instruction,
              const struct names *pointers)
{
	bool takes = kernel_reads_parameter(following->kernel, instruction, 0, following->marks, following->size);
	for (unsigned i = 0; i < instruction->read_count; i++)
		for (unsigned n = 0; n < instruction->reads[i].count; n++)
			takes |= names_has(pointers,
			                   name_of(instruction->reads[i].bank, instruction->reads[i].first + n));
	return takes;
}

/* Predicates hold no pointers. */
static void
set_written(struct names *pointers, const struct sass_instruction *instruction, bool is_pointer)
{
	for (unsigned i = 0; i < instruction->write_count; i++) {
		const struct sass_registers *written = &instruction->writes[i];
		const bool is_register = written->bank == SASS_GPR || written->bank == SASS_UGPR;
		for (unsigned n = 0; n < written->count && is_register; n++)
			if (is_pointer || instruction->guard.predicate == SASS_PT)
				names_set(pointers, name_of(written->bank, written->first + n), is_pointer);
	}
}

/* Updates *pointers from before the instruction to after it. Returns whether it uses a pointer for anything but
 * access, addition or comparison. */
static bool
follow(const struct following *following, size_t at, struct names *pointers)
{
	const struct sass_instruction *instruction = &following->kernel->code.instructions[at];
	const bool moves = moves_and_adds(instruction->opcode), computes = moves || instruction->kind == SASS_COMPUTE;
	const bool takes = computes && takes_pointer(following, instruction, pointers);
	set_written(pointers, instruction, takes && moves);
	return takes && !moves && !compares(instruction->opcode) && !following->kernel->demand.needless[at];
}

/* Whether more names of the successor may hold a pointer than known before. */
static bool
hand_on(struct names *entry, const struct names *pointers)
{
	const bool more = !names_includes(entry, pointers);
	*entry = names_join(entry, pointers);
	return more;
}

static bool
follow_block(struct following *following, uint32_t number, bool *changes)
{
	const struct sass_flow *flow = &following->kernel->flow;
	const struct sass_block *block = &flow->blocks[number];
	struct names pointers = following->entries[number];
	bool bends = false;
	for (uint32_t i = 0; i < block->count; i++)
		bends |= follow(following, block->first + i, &pointers);
	if (block->callee != SASS_NONE) {
		*changes |= hand_on(&following->entries[flow->functions[block->callee].entry], &pointers);
		pointers = names_join(&pointers, &following->returned);
	}
	if (block->count && following->kernel->code.instructions[block->first + block->count - 1].kind == SASS_RETURN)
		*changes |= hand_on(&following->returned, &pointers);
	for (uint32_t i = 0; i < block->successor_count; i++)
		*changes |= hand_on(&following->entries[flow->successors[block->first_successor + i]], &pointers);
	return bends;
}

bool
execute_bends_pointers(const struct execute_kernel *kernel, const uint8_t *marks, size_t size)
{
	struct arena arena = {0};
	struct following following = {.kernel = kernel, .marks = marks, .size = size};
	following.entries = arena_new_array(&arena, struct names, kernel->flow.block_count + 1);
	bool bends = false;
	for (bool changes = true; changes && !bends;) {
		changes = false;
		for (uint32_t i = 0; i < kernel->flow.block_count && !bends; i++)
			bends = follow_block(&following, i, &changes);
	}
	arena_free(&arena);
	return bends;
}
