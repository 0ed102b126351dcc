/* Live registers, backwards through the code, of which only those count that lead to something that is told: what
 * an instruction reads is needed if what it writes is. Memory is looked at by spaces: what is stored to one is needed
 * if any load from it is. An instruction that writes nothing needed writes what is unknown, so that a way through the code
 * that this does not know of makes nothing wrong. */
#include "codegen/execute/demand.h"
#include "support/arena.h"

#include <string.h>

/* Registers, uniform registers, predicates and uniform predicates, a bit each. */
enum { FIRST_UNIFORM = 256, FIRST_PREDICATE = 512, FIRST_UNIFORM_PREDICATE = 520, NAMES = 528, NAME_WORDS = (NAMES + 63) / 64 };

struct names {
	uint64_t words[NAME_WORDS];
};

struct finding {
	const struct sass_code *code;
	const struct sass_flow *flow;
	struct demand demand;
	struct names *entries; /* by block, those that are needed at its beginning */
	struct names returned; /* and at the places to which functions return */
};

/* ---- names ---- */

static void
add_all(struct names *names, const struct names *others)
{
	for (unsigned i = 0; i < NAME_WORDS; i++)
		names->words[i] |= others->words[i];
}

static unsigned
name_of(unsigned bank, unsigned number)
{
	static const uint16_t first[] = {[SASS_GPR] = 0,
	                                 [SASS_UGPR] = FIRST_UNIFORM,
	                                 [SASS_PREDICATE] = FIRST_PREDICATE,
	                                 [SASS_UNIFORM_PREDICATE] = FIRST_UNIFORM_PREDICATE};
	return first[bank] + (bank == SASS_GPR || bank == SASS_UGPR ? number & 0xff : number & 7);
}

static bool
has_any(const struct names *names, const struct sass_registers *list, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		for (unsigned n = 0; n < list[i].count; n++) {
			const unsigned name = name_of(list[i].bank, list[i].first + n);
			if (names->words[name / 64] >> name % 64 & 1)
				return true;
		}
	return false;
}

static void
add_registers(struct names *names, unsigned bank, unsigned first, unsigned count)
{
	for (unsigned n = 0; n < count; n++) {
		const unsigned name = name_of(bank, first + n);
		names->words[name / 64] |= UINT64_C(1) << name % 64;
	}
}

static void
add_reads(struct names *names, const struct sass_instruction *instruction)
{
	for (unsigned i = 0; i < instruction->read_count; i++)
		add_registers(names, instruction->reads[i].bank, instruction->reads[i].first, instruction->reads[i].count);
}

static void
add_guard(struct names *names, const struct sass_guard *guard)
{
	if (guard->predicate != SASS_PT)
		add_registers(names, guard->uniform ? SASS_UNIFORM_PREDICATE : SASS_PREDICATE, guard->predicate, 1);
}

static void
add_addresses(struct names *names, const struct sass_instruction *instruction)
{
	for (unsigned i = 0; i < instruction->access_count; i++) {
		const struct sass_access *access = &instruction->accesses[i];
		if (access->address != SASS_RZ)
			add_registers(names, SASS_GPR, access->address, access->address_registers);
		if (access->uniform != SASS_RZ)
			add_registers(names, SASS_UGPR, access->uniform, access->uniform_registers);
	}
}

static void
remove_writes(struct names *names, const struct sass_instruction *instruction)
{
	for (unsigned i = 0; i < instruction->write_count && instruction->guard.predicate == SASS_PT; i++)
		for (unsigned n = 0; n < instruction->writes[i].count; n++) {
			const unsigned name = name_of(instruction->writes[i].bank, instruction->writes[i].first + n);
			names->words[name / 64] &= ~(UINT64_C(1) << name % 64);
		}
}

/* ---- an instruction ---- */

static uint16_t
bits_of_space(unsigned space)
{
	return space == SASS_GENERIC ? 1u << SASS_GLOBAL | 1u << SASS_SHARED | 1u << SASS_LOCAL : (uint16_t)(1u << space);
}

static bool
is_written_for_something(const struct finding *finding, const struct sass_instruction *instruction)
{
	for (unsigned i = 0; i < instruction->access_count; i++)
		if (instruction->accesses[i].writes && bits_of_space(instruction->accesses[i].space) & finding->demand.spaces)
			return true;
	return false;
}

/* `after`: what is needed behind it. */
static bool
is_needless(const struct finding *finding, const struct sass_instruction *instruction, const struct names *after)
{
	switch (instruction->kind) {
	case SASS_COMPUTE:
		return instruction->opcode != SASS_UNKNOWN && instruction->write_count &&
		       !has_any(after, instruction->writes, instruction->write_count);
	case SASS_LOAD:
		return !has_any(after, instruction->writes, instruction->write_count);
	case SASS_STORE:
	case SASS_ATOMIC:
	case SASS_REDUCTION:
		return !is_written_for_something(finding, instruction);
	default:
		return false;
	}
}

/* *names: what is needed behind it becomes what is in front. */
static void
go_back(const struct finding *finding, const struct sass_instruction *instruction, struct names *names)
{
	const bool needless = is_needless(finding, instruction, names);
	if (instruction->opcode == SASS_UNKNOWN) {
		memset(names, 0xff, sizeof *names);
		return;
	}
	remove_writes(names, instruction);
	if (!needless && instruction->kind != SASS_ATOMIC && instruction->kind != SASS_REDUCTION) {
		add_reads(names, instruction);
		return;
	}
	add_guard(names, &instruction->guard);
	add_addresses(names, instruction);
}

/* ---- blocks ---- */

static struct names
needed_behind(const struct finding *finding, const struct sass_block *block)
{
	const struct sass_flow *flow = finding->flow;
	const struct sass_instruction *last = &finding->code->instructions[block->first + block->count - 1];
	struct names names = {0};
	if (last->kind == SASS_RETURN)
		add_all(&names, &finding->returned);
	if (block->leaves)
		memset(&names, 0xff, sizeof names);
	for (uint32_t i = 0; i < block->successor_count; i++)
		add_all(&names, &finding->entries[flow->successors[block->first_successor + i]]);
	if (block->callee != SASS_NONE)
		add_all(&names, &finding->entries[flow->functions[block->callee].entry]);
	return names;
}

/* Whether more is needed at its beginning than was known. */
static bool
find_entry(struct finding *finding, uint32_t number)
{
	const struct sass_block *block = &finding->flow->blocks[number];
	struct names *entry = &finding->entries[number];
	struct names names = needed_behind(finding, block);
	if (block->callee != SASS_NONE)
		for (uint32_t i = 0; i < block->successor_count; i++)
			add_all(&finding->returned, &finding->entries[finding->flow->successors[block->first_successor + i]]);
	for (uint32_t i = block->count; i--;)
		go_back(finding, &finding->code->instructions[block->first + i], &names);
	if (memcmp(entry, &names, sizeof names) == 0)
		return false;
	*entry = names;
	return true;
}

/* False: that takes too long. */
static bool
find_entries(struct finding *finding)
{
	enum { MOST_ROUNDS = 100 };
	bool changes = true;
	for (unsigned round = 0; changes; round++) {
		if (round == MOST_ROUNDS)
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

/* Where an instruction loads something that is needed. */
static uint16_t
spaces_needed(const struct finding *finding, const struct sass_instruction *instruction, bool needless)
{
	uint16_t spaces = 0;
	const bool reads = instruction->kind == SASS_LOAD       ? !needless
	                   : instruction->kind == SASS_ASYNC_COPY ? is_written_for_something(finding, instruction)
	                                                          : false;
	for (unsigned i = 0; i < instruction->access_count && reads; i++)
		spaces |= instruction->accesses[i].reads ? bits_of_space(instruction->accesses[i].space) : 0;
	return spaces;
}

/* False: there are more spaces than was known. */
static bool
mark_needless(struct finding *finding)
{
	const uint16_t before = finding->demand.spaces;
	for (uint32_t number = 0; number < finding->flow->block_count; number++) {
		const struct sass_block *block = &finding->flow->blocks[number];
		struct names names = needed_behind(finding, block);
		for (uint32_t i = block->first + block->count; i-- > block->first;) {
			const struct sass_instruction *instruction = &finding->code->instructions[i];
			finding->demand.needless[i] = is_needless(finding, instruction, &names);
			finding->demand.spaces |= spaces_needed(finding, instruction, finding->demand.needless[i]);
			go_back(finding, instruction, &names);
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
