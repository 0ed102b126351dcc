#include "model/compiled/unfused.h"

static bool
is_same(const struct sass_registers *a, const struct sass_registers *b)
{
	return a->bank == b->bank && a->first == b->first && a->count == b->count;
}

static bool
overlaps(const struct sass_registers *a, const struct sass_registers *b)
{
	return a->bank == b->bank && a->first < b->first + b->count && b->first < a->first + a->count;
}

/* How many operands of the instruction overlap the product. */
static unsigned
reads_of(const struct sass_instruction *instruction, const struct sass_registers *product)
{
	unsigned count = 0;
	for (unsigned i = 0; i < instruction->read_count; i++)
		count += overlaps(&instruction->reads[i], product);
	return count;
}

static bool
writes_all(const struct sass_instruction *instruction, const struct sass_registers *product)
{
	bool does = false;
	for (unsigned i = 0; i < instruction->write_count; i++)
		does |= is_same(&instruction->writes[i], product);
	return does && instruction->guard.predicate == SASS_PT;
}

/* SASS_UNKNOWN: the instruction is no multiplication. */
static unsigned
addition_for(const struct sass_instruction *multiplication)
{
	if (multiplication->opcode == SASS_OP_FMUL)
		return SASS_OP_FADD;
	return multiplication->opcode == SASS_OP_DMUL ? SASS_OP_DADD : SASS_UNKNOWN;
}

bool
unfused_at(const struct sass_code *code, const struct sass_flow *flow, size_t at)
{
	const struct sass_instruction *multiplication = &code->instructions[at];
	const unsigned addition = addition_for(multiplication);
	const struct sass_block *block = &flow->blocks[flow->block_of[at]];
	const struct sass_registers *product = &multiplication->writes[0];
	bool is_added = false;
	if (addition == SASS_UNKNOWN || multiplication->write_count != 1)
		return false;
	for (size_t i = at + 1; i < block->first + block->count; i++) {
		const struct sass_instruction *next = &code->instructions[i];
		const unsigned reads = reads_of(next, product);
		if (reads && (is_added || reads > 1 || next->opcode != addition))
			return false;
		is_added |= reads > 0;
		if (writes_all(next, product))
			return is_added;
	}
	return false;
}
