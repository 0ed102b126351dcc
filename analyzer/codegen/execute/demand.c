/* Backward liveness that counts only values that lead to a reported result: an instruction's operands are needed if
 * its result is. Memory is tracked by space: stores to a space are needed if any needed load reads it. An
 * instruction without a needed result gets an unknown result, so an unforeseen path through the code cannot cause a
 * wrong figure. */
#include "codegen/execute/demand.h"
#include "codegen/execute/names.h"
#include "support/arena.h"

#include <string.h>

struct finding {
	const struct sass_code *code;
	const struct sass_flow *flow;
	struct demand demand;
	struct names *entries; /* by block: names needed at its beginning */
	struct names returned; /* names needed at the return addresses of functions */
};

/* ---- names ---- */

static bool
has_any(const struct names *names, const struct sass_registers *list, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		for (unsigned n = 0; n < list[i].count; n++)
			if (names_has(names, name_of(list[i].bank, list[i].first + n)))
				return true;
	return false;
}

static void
set_registers(struct names *names, struct sass_registers registers, bool is_needed)
{
	for (unsigned n = 0; n < registers.count; n++)
		names_set(names, name_of(registers.bank, registers.first + n), is_needed);
}

static void
add_guard(struct names *names, const struct sass_guard *guard)
{
	if (guard->predicate != SASS_PT)
		names_set(names, name_of(guard->uniform ? SASS_UNIFORM_PREDICATE : SASS_PREDICATE, guard->predicate),
		          true);
}

static void
add_addresses(struct names *names, const struct sass_instruction *instruction)
{
	for (unsigned i = 0; i < sass_access_count(instruction); i++) {
		const struct sass_access *access = &instruction->accesses[i];
		if (access->address != SASS_RZ)
			set_registers(names,
			              (struct sass_registers){SASS_GPR, access->address, access->address_registers},
			              true);
		if (access->uniform != SASS_RZ)
			set_registers(names,
			              (struct sass_registers){SASS_UGPR, access->uniform, access->uniform_registers},
			              true);
	}
}

/* With a guard, inactive lanes keep the old value. */
static void
remove_writes(struct names *names, const struct sass_instruction *instruction)
{
	for (unsigned i = 0; i < instruction->write_count && instruction->guard.predicate == SASS_PT; i++)
		set_registers(names, instruction->writes[i], false);
}

/* ---- an instruction ---- */

static uint16_t
bits_of_space(unsigned space)
{
	return space == SASS_GENERIC ? 1u << SASS_GLOBAL | 1u << SASS_SHARED | 1u << SASS_LOCAL
	                             : (uint16_t)(1u << space);
}

static bool
is_written_for_something(const struct finding *finding, const struct sass_instruction *instruction)
{
	for (unsigned i = 0; i < sass_access_count(instruction); i++)
		if (instruction->accesses[i].writes &&
		    bits_of_space(instruction->accesses[i].space) & finding->demand.spaces)
			return true;
	return false;
}

/* `after`: names needed after the instruction. */
static bool
is_needless(const struct finding *finding, const struct sass_instruction *instruction, const struct names *after)
{
	switch (instruction->kind) {
	case SASS_COMPUTE:
		return instruction->opcode != SASS_UNKNOWN && instruction->write_count &&
		       !has_any(after, instruction->writes, instruction->write_count);
	case SASS_LOAD: return !has_any(after, instruction->writes, instruction->write_count);
	case SASS_STORE:
	case SASS_ATOMIC:
	case SASS_REDUCTION: return !is_written_for_something(finding, instruction);
	default: return false;
	}
}

/* Updates *needs from after the instruction to before it. */
static void
go_back(const struct finding *finding, const struct sass_instruction *instruction, struct names *needs)
{
	const bool needless = is_needless(finding, instruction, needs);
	if (instruction->opcode == SASS_UNKNOWN) {
		memset(needs, 0xff, sizeof *needs);
		return;
	}
	remove_writes(needs, instruction);
	add_guard(needs, &instruction->guard);
	if (!needless && instruction->kind != SASS_ATOMIC && instruction->kind != SASS_REDUCTION) {
		for (unsigned i = 0; i < instruction->read_count; i++)
			set_registers(needs, instruction->reads[i], true);
		return;
	}
	add_addresses(needs, instruction);
}

/* ---- blocks ---- */

static struct names
needed_behind(const struct finding *finding, const struct sass_block *block)
{
	const struct sass_flow *flow = finding->flow;
	const struct sass_instruction *last = &finding->code->instructions[block->first + block->count - 1];
	struct names needs = {0};
	if (last->kind == SASS_RETURN)
		needs = names_join(&needs, &finding->returned);
	if (block->leaves)
		memset(&needs, 0xff, sizeof needs);
	for (uint32_t i = 0; i < block->successor_count; i++)
		needs = names_join(&needs, &finding->entries[flow->successors[block->first_successor + i]]);
	if (block->callee != SASS_NONE)
		needs = names_join(&needs, &finding->entries[flow->functions[block->callee].entry]);
	return needs;
}

/* Whether more names are needed at the block's beginning than known before. */
static bool
find_entry(struct finding *finding, uint32_t number)
{
	const struct sass_block *block = &finding->flow->blocks[number];
	struct names *entry = &finding->entries[number];
	struct names needs = needed_behind(finding, block);
	if (block->callee != SASS_NONE)
		for (uint32_t i = 0; i < block->successor_count; i++)
			finding->returned =
				names_join(&finding->returned,
			                   &finding->entries[finding->flow->successors[block->first_successor + i]]);
	for (uint32_t i = block->count; i--;)
		go_back(finding, &finding->code->instructions[block->first + i], &needs);
	if (memcmp(entry, &needs, sizeof *entry) == 0)
		return false;
	*entry = needs;
	return true;
}

/* False: too many iterations. */
static bool
find_entries(struct finding *finding)
{
	enum { MOST_ITERATIONS = 100 };
	bool changes = true;
	for (unsigned iteration = 0; changes; iteration++) {
		if (iteration == MOST_ITERATIONS)
			return false;
		const struct names returned = finding->returned;
		changes = false;
		for (uint32_t i = finding->flow->block_count; i--;)
			changes |= find_entry(finding, i);
		changes |= memcmp(&returned, &finding->returned, sizeof returned) != 0;
	}
	return true;
}

/* ---- spaces ---- */

/* The spaces from which the instruction loads a needed value. */
static uint16_t
spaces_needed(const struct finding *finding, const struct sass_instruction *instruction, bool needless)
{
	uint16_t spaces = 0;
	const bool reads = instruction->kind == SASS_LOAD         ? !needless
	                   : instruction->kind == SASS_ASYNC_COPY ? is_written_for_something(finding, instruction)
	                                                          : false;
	for (unsigned i = 0; i < sass_access_count(instruction) && reads; i++)
		spaces |= instruction->accesses[i].reads ? bits_of_space(instruction->accesses[i].space) : 0;
	return spaces;
}

/* False: more spaces are needed than known before. */
static bool
mark_needless(struct finding *finding)
{
	const uint16_t before = finding->demand.spaces;
	for (uint32_t number = 0; number < finding->flow->block_count; number++) {
		const struct sass_block *block = &finding->flow->blocks[number];
		struct names needs = needed_behind(finding, block);
		for (uint32_t i = block->first + block->count; i-- > block->first;) {
			const struct sass_instruction *instruction = &finding->code->instructions[i];
			finding->demand.needless[i] = is_needless(finding, instruction, &needs);
			finding->demand.spaces |= spaces_needed(finding, instruction, finding->demand.needless[i]);
			go_back(finding, instruction, &needs);
		}
	}
	return finding->demand.spaces == before;
}

struct demand
find_demand(const struct sass_code *code, const struct sass_flow *flow, struct arena *arena)
{
	struct finding finding = {.code = code, .flow = flow};
	finding.demand.needless = arena_new_array(arena, bool, code->count + 1);
	finding.entries = arena_new_array(arena, struct names, flow->block_count + 1);
	do {
		if (!find_entries(&finding))
			return (struct demand){arena_new_array(arena, bool, code->count + 1), UINT16_MAX};
	} while (!mark_needless(&finding));
	return finding.demand;
}
