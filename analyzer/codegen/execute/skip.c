/* Branches with an unknown condition. */
#include "codegen/execute/kernel.h"
#include "codegen/execute/region.h"
#include "codegen/execute/run_state.h"

static void
forget_registers(struct warp *warp, const struct region *region, uint32_t lanes)
{
	for (unsigned i = 0; i < SASS_RZ; i++)
		if (region->written[SASS_GPR][i])
			put_unknown(warp, WORD_REGISTER + i, lanes);
	for (unsigned i = 0; i < UNIFORMS; i++)
		if (region->written[SASS_UGPR][i])
			put_unknown(warp, WORD_UNIFORM + i, ALL_LANES);
	for (unsigned i = 0; i < SASS_PT; i++) {
		if (region->written[SASS_PREDICATE][i])
			bits_forget(&warp->predicates[i], lanes);
		if (region->written[SASS_UNIFORM_PREDICATE][i])
			bits_forget(&warp->predicates[UNIFORM_PREDICATES + i], ALL_LANES);
	}
}

void
forget_spaces(struct warp *warp, uint16_t spaces, uint32_t lanes)
{
	const bool anywhere = spaces >> SASS_GENERIC & 1;
	if (anywhere || spaces >> SASS_GLOBAL & 1)
		global_forget(&warp->run->memory);
	if (anywhere || spaces >> SASS_SHARED & 1)
		shared_forget(&warp->run->memory);
	if (anywhere || spaces >> SASS_LOCAL & 1)
		local_forget(&warp->local, lanes);
}

static void
count_doubtful(struct execute_run *run, const struct region *region)
{
	for (uint32_t i = 0; i < region->block_count; i++) {
		const struct sass_block *block = &run->kernel->flow.blocks[region->blocks[i]];
		for (uint32_t n = 0; n < block->count; n++)
			run->counts[block->first + n].doubtful++;
	}
}

static const struct region *
region_of(struct execute_run *run, uint32_t branch)
{
	const struct execute_kernel *kernel = run->kernel;
	if (!run->regions[branch])
		run->regions[branch] = find_region(kernel, branch, &run->arena);
	return run->regions[branch];
}

static bool
is_common(const struct sass_registers *registers)
{
	return registers->bank == SASS_UGPR || registers->bank == SASS_UNIFORM_PREDICATE ||
	       (registers->bank == SASS_GPR && registers->first == SASS_RZ) ||
	       (registers->bank == SASS_PREDICATE && registers->first == SASS_PT);
}

/* Whether all operands are uniform. */
static bool
reads_common(const struct sass_instruction *instruction)
{
	bool is_all = true;
	for (unsigned n = 0; n < instruction->read_count; n++)
		is_all &= is_common(&instruction->reads[n]);
	return is_all;
}

static bool
writes_predicate(const struct sass_instruction *instruction, unsigned predicate)
{
	bool writes = false;
	for (unsigned n = 0; n < instruction->write_count; n++)
		writes |= instruction->writes[n].bank == SASS_PREDICATE && instruction->writes[n].first == predicate;
	return writes;
}

/* Whether the branch depends on a predicate that its block computes from uniform operands. */
static bool
has_common_guard(const struct execute_kernel *kernel, uint32_t branch)
{
	const struct sass_code *code = &kernel->code;
	const uint32_t first = kernel->flow.blocks[kernel->flow.block_of[branch]].first;
	const struct sass_instruction *instruction = &code->instructions[branch];
	for (unsigned n = 0; n < instruction->read_count; n++)
		if (!is_common(&instruction->reads[n]) && (instruction->reads[n].bank != SASS_PREDICATE ||
		                                           instruction->reads[n].first != instruction->guard.predicate))
			return false;
	for (uint32_t i = branch; i-- > first;)
		if (writes_predicate(&code->instructions[i], instruction->guard.predicate))
			return instruction->guard.predicate != SASS_PT && reads_common(&code->instructions[i]);
	return instruction->guard.uniform;
}

static bool
may_part(const struct execute_kernel *kernel, uint32_t branch, uint32_t lanes)
{
	return (lanes & (lanes - 1)) && !kernel->code.instructions[branch].control.warp_uniform &&
	       !has_common_guard(kernel, branch);
}

bool
skip_region(struct warp *warp)
{
	struct execute_run *run = warp->run;
	const struct region *region = region_of(run, run->current);
	const uint32_t lanes = warp->active;
	if (!region->is_closed || ((region->accesses || region->waits) && !run->launch->skip_unknown))
		return false;
	run->counts[run->current].doubtful++;
	run->skips++;
	if (may_part(run->kernel, run->current, lanes))
		part(warp, lanes, region->yields);
	count_doubtful(run, region);
	forget_registers(warp, region, lanes);
	forget_spaces(warp, region->stored, lanes);
	if (region->unorders)
		memory_unorder(&run->memory);
	if (region->to == run->kernel->flow.block_count) {
		if (region->waits)
			run->may_be_stored |= region->stored;
		lanes_end(warp, lanes);
		return true;
	}
	warp->at = run->kernel->flow.blocks[region->to].first;
	for (unsigned i = 0; i < BARRIERS; i++)
		if (region->left >> i & 1)
			leave_convergence(warp, i, lanes);
	if (region->waits)
		skip_barriers(warp);
	return true;
}
