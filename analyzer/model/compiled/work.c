#include "model/compiled/work.h"

#include <math.h>

#include "model/compiled/lines.h"
#include "support/path.h"

/* ---- arms of branches -------------------------------------------------------------------------------------------- */

static bool
is_within(const struct line_origin *origin, const struct site *branch)
{
	return origin->file && origin->line >= branch->branch.first_arm_line &&
	       origin->line <= branch->branch.last_arm_line && path_same_name(origin->file, lines_place(branch)->file);
}

/* The share of the block's instructions that belong to the branch's arms. */
static double
share_on_arms(const struct machine_code *machine, const struct sass_block *block, const struct site *branch)
{
	double on_arms = 0;
	for (uint32_t i = 0; i < block->count; i++) {
		const struct machine_instruction *instruction = &machine->instructions[block->first + i];
		on_arms += is_within(&instruction->inner, branch) || is_within(&instruction->outer, branch);
	}
	return on_arms / block->count;
}

static struct work
work_on_arms(const struct machine_code *machine, const double *executions, const struct site *branch)
{
	struct work work = {0};
	for (uint32_t i = 0; i < machine->flow->block_count; i++)
		if (executions[i] > 0)
			work_add(&work, &machine->blocks[i],
			         executions[i] * share_on_arms(machine, &machine->flow->blocks[i], branch));
	return work;
}

/* Sets the work to the launch's work times its share of the source's work. */
static void
take_share(struct work *some, const struct work *of_source, const struct work *all)
{
	const double share = of_source->instructions > 0 ? fmin(1, some->instructions / of_source->instructions) : 0;
	*some = (struct work){0};
	work_add(some, all, share);
}

/* ---- unrolled bodies of loops ------------------------------------------------------------------------------------ */

static bool
is_of_line(const struct machine_code *machine, size_t at, const struct site *load)
{
	const struct line_origin *origin = &machine->instructions[at].inner;
	const struct sass_instruction *instruction = &machine->code->instructions[at];
	return instruction->kind == SASS_LOAD && instruction->access_count &&
	       instruction->accesses[0].space == SASS_GLOBAL && origin->file &&
	       origin->line == lines_place(load)->line && path_same_name(origin->file, lines_place(load)->file);
}

/* The most instructions of the load's line in a row in a loop, without a branch, a barrier or a fence in between. */
static unsigned
most_in_line(const struct machine_code *machine, const struct site *load)
{
	unsigned most = 0, count = 0;
	for (size_t i = 0; i < machine->code->count; i++) {
		const struct sass_block *block = &machine->flow->blocks[machine->flow->block_of[i]];
		const struct sass_instruction *instruction = &machine->code->instructions[i];
		if (i == block->first || instruction->kind == SASS_BARRIER || instruction->kind == SASS_FENCE)
			count = 0;
		count += block->loop != SASS_NONE && is_of_line(machine, i, load);
		most = count > most ? count : most;
	}
	return most;
}

static bool
is_on_line_of(const struct site *site, const struct site *load)
{
	return site->kind == SITE_LOAD && site->space == SPACE_GLOBAL && lines_are_one(site, load);
}

static unsigned
iterations_in_line(const struct machine_code *machine, const struct launch *launch, const struct site *load)
{
	unsigned loads = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		loads += is_on_line_of(&launch->sites[i], load);
	const unsigned each = loads ? most_in_line(machine, load) / loads : 0;
	return each ? each : 1;
}

void
work_take(const struct machine_code *machine, const double *executions, struct launch *launch)
{
	const struct work of_source = launch->execution.work;
	launch->execution.work = (struct work){.calls = 0};
	launch->execution.is_scheduled = true;
	for (uint32_t i = 0; i < machine->flow->block_count; i++)
		work_add(&launch->execution.work, &machine->blocks[i], executions[i]);
	take_share(&launch->execution.idle_work, &of_source, &launch->execution.work);
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		if (site->kind == SITE_LOAD && site->loop.may_alias && site->loop.held > 0 && !site->loop.unrolled)
			site->loop.unrolled = iterations_in_line(machine, launch, site);
		if (site->kind != SITE_BRANCH || isnan(site->branch.arm_work.instructions))
			continue;
		if (site->branch.last_arm_line)
			site->branch.arm_work = work_on_arms(machine, executions, site);
		else
			take_share(&site->branch.arm_work, &of_source, &launch->execution.work);
	}
}
