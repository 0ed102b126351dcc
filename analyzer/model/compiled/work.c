#include "model/compiled/work.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/compiled/lines.h"
#include "model/compiled/schedule.h"
#include "support/memory.h"
#include "support/path.h"

enum { MOST_CALLS = 8 };

struct code_work
work_of_code(const struct sass_code *code, const struct sass_flow *flow, const struct line_table *table, const char *function)
{
	struct code_work of = {.code = code, .flow = flow, .blocks = schedule_of_blocks(code, flow)};
	of.lines = memory_zeroed(code->count + 1, sizeof *of.lines);
	for (size_t i = 0; i < code->count; i++) {
		struct line_origin origins[MOST_CALLS];
		const size_t count = line_table_find(table, function, code->instructions[i].pc, origins, MOST_CALLS);
		if (count)
			of.lines[i] = (struct instruction_lines){origins[0], origins[count - 1]};
	}
	return of;
}

void
work_of_code_free(struct code_work *of)
{
	free(of->blocks);
	free(of->lines);
}

/* ---- sides of branches --------------------------------------------------------------------------------------------- */

static bool
is_within(const struct line_origin *origin, const struct site *branch)
{
	return origin->file && origin->line >= branch->first_side_line && origin->line <= branch->last_side_line &&
	       path_same_name(origin->file, lines_place(branch)->file);
}

/* Instructions of the block that are on the branch's sides, as a share. */
static double
share_on_sides(const struct code_work *of, const struct sass_block *block, const struct site *branch)
{
	double on_sides = 0;
	for (uint32_t i = 0; i < block->count; i++) {
		const struct instruction_lines *lines = &of->lines[block->first + i];
		on_sides += is_within(&lines->inner, branch) || is_within(&lines->outer, branch);
	}
	return on_sides / block->count;
}

static struct work
work_on_sides(const struct code_work *of, const double *executions, const struct site *branch)
{
	struct work work = {0};
	for (uint32_t i = 0; i < of->flow->block_count; i++)
		if (executions[i] > 0)
			work_add(&work, &of->blocks[i], executions[i] * share_on_sides(of, &of->flow->blocks[i], branch));
	return work;
}

/* Of the launch's work such a share as it has of the source's. */
static void
take_share(struct work *some, const struct work *of_source, const struct work *all)
{
	const double share = of_source->instructions > 0 ? fmin(1, some->instructions / of_source->instructions) : 0;
	*some = (struct work){0};
	work_add(some, all, share);
}

/* ---- copies of loops' bodies --------------------------------------------------------------------------------------- */

static bool
is_of_line(const struct code_work *of, size_t at, const struct site *load)
{
	const struct line_origin *origin = &of->lines[at].inner;
	const struct sass_instruction *instruction = &of->code->instructions[at];
	return instruction->kind == SASS_LOAD && instruction->access_count && instruction->accesses[0].space == SASS_GLOBAL && origin->file &&
	       origin->line == lines_place(load)->line && path_same_name(origin->file, lines_place(load)->file);
}

/* Instructions of the load's line that follow each other in a loop, without a branch, a barrier or a fence between. */
static unsigned
most_in_line(const struct code_work *of, const struct site *load)
{
	unsigned most = 0, count = 0;
	for (size_t i = 0; i < of->code->count; i++) {
		const struct sass_block *block = &of->flow->blocks[of->flow->block_of[i]];
		const struct sass_instruction *instruction = &of->code->instructions[i];
		if (i == block->first || instruction->kind == SASS_BARRIER || instruction->kind == SASS_FENCE)
			count = 0;
		count += block->loop != SASS_NONE && is_of_line(of, i, load);
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
iterations_in_line(const struct code_work *of, const struct launch *launch, const struct site *load)
{
	unsigned loads = 0;
	for (size_t i = 0; i < launch->site_count; i++)
		loads += is_on_line_of(&launch->sites[i], load);
	const unsigned each = loads ? most_in_line(of, load) / loads : 0;
	return each ? each : 1;
}

void
work_take(const struct code_work *of, const double *executions, struct launch *launch)
{
	const struct work of_source = launch->work;
	launch->work = (struct work){.calls = 0};
	launch->is_scheduled = true;
	for (uint32_t i = 0; i < of->flow->block_count; i++)
		work_add(&launch->work, &of->blocks[i], executions[i]);
	take_share(&launch->idle_work, &of_source, &launch->work);
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		if (site->kind == SITE_LOAD && site->may_alias && site->held > 0 && !site->iterations_in_line)
			site->iterations_in_line = iterations_in_line(of, launch, site);
		if (site->kind != SITE_BRANCH || isnan(site->side_work.instructions))
			continue;
		if (site->last_side_line)
			site->side_work = work_on_sides(of, executions, site);
		else
			take_share(&site->side_work, &of_source, &launch->work);
	}
}
