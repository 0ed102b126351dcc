/* Forward data flow: each register and predicate may hold the result of at most one unknown operation, the first that
 * reaches it. A branch on such a predicate decides the blocks up to its post-dominator. Memory is not tracked. */
#include "codegen/execute/unknown.h"

#include <string.h>

#include "codegen/execute/names.h"
#include "codegen/execute/run_state.h"
#include "support/arena.h"

/* Opcodes whose results something may depend on; SASS_UNKNOWN: none. */
struct causes {
	uint16_t of[NAMES];   /* the contents of each name */
	uint16_t of_control;  /* whether this code executes */
	uint32_t control_end; /* the block from which on it does in any case */
};

struct finding {
	const struct sass_code *code;
	const struct sass_flow *flow;
	const struct demand *demand;
	const uint32_t *post_dominators;
	struct causes *entries; /* by block: at its beginning */
	uint16_t *found;        /* by instruction; NULL: not wanted yet */
};

static bool
is_unknown_operation(const struct finding *finding, size_t at)
{
	const struct sass_instruction *instruction = &finding->code->instructions[at];
	return instruction->kind == SASS_COMPUTE && instruction->opcode != SASS_UNKNOWN && instruction->write_count &&
	       !finding->demand->needless[at] && !find_operation(instruction->opcode);
}

static uint16_t
cause_of(const struct causes *causes, const struct sass_registers *list, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		for (unsigned n = 0; n < list[i].count; n++)
			if (causes->of[name_of(list[i].bank, list[i].first + n)])
				return causes->of[name_of(list[i].bank, list[i].first + n)];
	return SASS_UNKNOWN;
}

static uint16_t
cause_of_guard(const struct causes *causes, const struct sass_guard *guard)
{
	const unsigned bank = guard->uniform ? SASS_UNIFORM_PREDICATE : SASS_PREDICATE;
	return guard->predicate == SASS_PT ? (uint16_t)SASS_UNKNOWN : causes->of[name_of(bank, guard->predicate)];
}

static uint16_t
cause_of_addresses(const struct causes *causes, const struct sass_instruction *instruction)
{
	uint16_t cause = SASS_UNKNOWN;
	for (unsigned i = 0; i < sass_access_count(instruction) && !cause; i++) {
		const struct sass_access *access = &instruction->accesses[i];
		const struct sass_registers registers[] = {
			{SASS_GPR, access->address, access->address != SASS_RZ ? access->address_registers : 0},
			{SASS_UGPR, access->uniform, access->uniform != SASS_RZ ? access->uniform_registers : 0},
		};
		cause = cause_of(causes, registers, 2);
	}
	return cause;
}

/* With a guard, inactive lanes keep the old value. */
static void
set_writes(struct causes *causes, const struct sass_instruction *instruction, uint16_t cause)
{
	for (unsigned i = 0; i < instruction->write_count; i++)
		for (unsigned n = 0; n < instruction->writes[i].count; n++)
			if (cause || instruction->guard.predicate == SASS_PT)
				causes->of[name_of(instruction->writes[i].bank, instruction->writes[i].first + n)] =
					cause;
}

static void
go_through(const struct finding *finding, const struct sass_block *block, struct causes *causes)
{
	for (size_t i = block->first; i < block->first + block->count; i++) {
		const struct sass_instruction *instruction = &finding->code->instructions[i];
		const uint16_t of_guard = cause_of_guard(causes, &instruction->guard);
		if (finding->found)
			finding->found[i] = of_guard             ? of_guard
			                    : causes->of_control ? causes->of_control
			                                         : cause_of_addresses(causes, instruction);
		if (of_guard && !causes->of_control && is_control(instruction)) {
			causes->of_control = of_guard;
			causes->control_end = finding->post_dominators[finding->flow->block_of[i]];
		}
		set_writes(causes, instruction,
		           is_unknown_operation(finding, i)
		                   ? instruction->opcode
		                   : cause_of(causes, instruction->reads, instruction->read_count));
	}
}

/* At the beginning of block `number`. */
static bool
merge(struct finding *finding, uint32_t number, const struct causes *from)
{
	struct causes *into = &finding->entries[number];
	bool changes = false;
	for (unsigned i = 0; i < NAMES; i++)
		if (!into->of[i] && from->of[i]) {
			into->of[i] = from->of[i];
			changes = true;
		}
	if (from->of_control && !into->of_control && from->control_end != number) {
		into->of_control = from->of_control;
		into->control_end = from->control_end;
		changes = true;
	}
	return changes;
}

/* What is known after a call is what was known before it, and what its function starts with. */
static bool
go_on(struct finding *finding, uint32_t number)
{
	const struct sass_block *block = &finding->flow->blocks[number];
	struct causes causes = finding->entries[number];
	bool changes = false;
	go_through(finding, block, &causes);
	for (uint32_t i = 0; i < block->successor_count; i++)
		changes |= merge(finding, finding->flow->successors[block->first_successor + i], &causes);
	if (block->callee != SASS_NONE)
		changes |= merge(finding, finding->flow->functions[block->callee].entry, &causes);
	return changes;
}

uint16_t *
find_unknown_operations(const struct sass_code *code, const struct sass_flow *flow, const struct demand *demand,
                        const uint32_t *post_dominators, struct arena *arena)
{
	struct finding finding = {.code = code, .flow = flow, .demand = demand, .post_dominators = post_dominators};
	bool has_any = false;
	for (size_t i = 0; i < code->count && !has_any; i++)
		has_any = is_unknown_operation(&finding, i);
	if (!has_any)
		return NULL;
	finding.entries = arena_new_array(arena, struct causes, flow->block_count + 1);
	for (bool changes = true; changes;) { /* each name of a block changes once */
		changes = false;
		for (uint32_t i = 0; i < flow->block_count; i++)
			changes |= go_on(&finding, i);
	}
	finding.found = arena_new_array(arena, uint16_t, code->count + 1);
	for (uint32_t i = 0; i < flow->block_count; i++)
		go_on(&finding, i);
	return finding.found;
}
