#include "model/compiled/frequency.h"

#include <math.h>
#include <stdlib.h>

#include "model/compiled/lines.h"
#include "support/allocate.h"

/* For each line, how often its mean instruction executes: bytes that the source's accesses move, over the bytes that
 * the line's instructions move if each executes once. 0: the source has no access on the line. malloc'ed. */
static double *
executions_of_lines(const struct lines_traffic *lines, const struct launch *launch)
{
	double *executions = memory_zeroed(lines->count + 1, sizeof *executions);
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		const bool is_access = site->kind == SITE_LOAD || site->kind == SITE_STORE;
		const struct line_traffic *line =
			is_access && site->predicted.requests > 0 ? lines_of_site(lines, site) : NULL;
		if (line)
			executions[line - lines->items] += site->predicted.requests * site->width;
	}
	for (size_t i = 0; i < lines->count; i++)
		executions[i] = lines->items[i].sum.cost > 0 ? executions[i] / lines->items[i].sum.cost : 0;
	return executions;
}

/* The lines of the code's accesses; `sum.cost`: bytes per lane that its instructions move. */
static struct lines_traffic
lines_of_code(const struct machine_code *machine)
{
	const struct sass_code *code = machine->code;
	struct instruction_traffic *once = memory_zeroed(traffic_item_count(code) + 1, sizeof *once);
	for (size_t i = 0; i < code->count; i++) {
		once[i].warps = 1;
		once[i].cost = lines_width_of(&code->instructions[i]);
	}
	const struct lines_traffic lines = lines_of_launch(once, machine);
	free(once);
	return lines;
}

static double
greater(double a, double b)
{
	return a > b ? a : b;
}

/* For each basic block, the largest number that one of its accesses implies; 0: no access. */
static double *
find_blocks(const struct machine_code *machine, const struct launch *launch)
{
	const struct sass_flow *flow = machine->flow;
	struct lines_traffic lines = lines_of_code(machine);
	double *executions = executions_of_lines(&lines, launch);
	double *blocks = memory_zeroed(flow->block_count + 1, sizeof *blocks);
	for (size_t i = 0; i < machine->code->count; i++) {
		const struct line_traffic *line = lines_of_instruction(&lines, machine, i);
		const uint32_t block = flow->block_of[i];
		if (line)
			blocks[block] = greater(blocks[block], executions[line - lines.items]);
	}
	free(executions);
	lines_free(&lines);
	return blocks;
}

/* For each loop, the largest number of its own blocks. A loop without one executes as often as the enclosing loop. */
static double *
find_loops(const double *blocks, const struct sass_flow *flow, double warps)
{
	double *loops = memory_zeroed(flow->loop_count + 1, sizeof *loops);
	for (uint32_t i = 0; i < flow->block_count; i++)
		if (flow->blocks[i].loop != SASS_NONE)
			loops[flow->blocks[i].loop] = greater(loops[flow->blocks[i].loop], blocks[i]);
	/* Outer loops come before inner ones. */
	for (uint32_t i = 0; i < flow->loop_count; i++)
		if (loops[i] == 0)
			loops[i] = flow->loops[i].parent == SASS_NONE ? warps : loops[flow->loops[i].parent];
	return loops;
}

/* A block that calls the slow path of a division or root, which is a function of its own, is rare. */
static bool
is_rare(const struct sass_code *code, const struct sass_block *block)
{
	return code->instructions[block->first + block->count - 1].kind == SASS_CALL;
}

bool
frequency_is_usual(const struct sass_code *code, const struct sass_flow *flow, uint32_t number)
{
	const struct sass_block *block = &flow->blocks[number];
	const struct sass_block *before = block->dominator == SASS_NONE ? NULL : &flow->blocks[block->dominator];
	bool is_next = false, has_rare = false;
	for (uint32_t i = 0; before && i < before->successor_count; i++) {
		const struct sass_block *next = &flow->blocks[flow->successors[before->first_successor + i]];
		is_next |= next == block;
		has_rare |= is_rare(code, next);
	}
	return is_next && has_rare && !is_rare(code, block);
}

double *
frequency_of_blocks(const struct machine_code *machine, const struct launch *launch)
{
	const struct sass_flow *flow = machine->flow;
	const double warps = launch_warps(launch);
	double *blocks = find_blocks(machine, launch), *loops = find_loops(blocks, flow, warps);
	for (uint32_t i = 0; i < flow->block_count; i++) {
		const uint32_t loop = flow->blocks[i].loop;
		const bool is_own = loop != SASS_NONE && blocks[i] > 0;
		if (!is_own)
			blocks[i] = !flow->blocks[i].reached || is_rare(machine->code, &flow->blocks[i]) ? 0
			            : loop == SASS_NONE                                                  ? warps
			                                                                                 : loops[loop];
	}
	free(loops);
	return blocks;
}
