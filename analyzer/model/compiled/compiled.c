#include "model/compiled/compiled.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/compiled/accesses.h"
#include "model/compiled/branches.h"
#include "model/compiled/code_sites.h"
#include "model/compiled/frequency.h"
#include "model/compiled/machine_code.h"
#include "model/compiled/map_sites.h"
#include "model/compiled/math_uses.h"
#include "model/compiled/precision.h"
#include "model/compiled/runs.h"
#include "model/compiled/work.h"
#include "model/memory_model.h"
#include "model/site_trace.h"
#include "support/allocate.h"

struct launch_mapping {
	struct facts *facts;
	const struct gpu *gpu;
	struct runs *runs;         /* runs of the launches */
	const struct cubin *cubin; /* the code object of `lines` */
	struct line_table *lines;
	const struct source_reader *sources;
};

/* ---- resources --------------------------------------------------------------------------------------------------- */

static void
take_resources(struct kernel *kernel, const struct compiled_kernel *compiled, const struct gpu *gpu)
{
	struct resources *resources = &kernel->resources;
	if (compiled->registers < 0)
		return;
	resources->registers = compiled->registers;
	resources->stack_bytes = compiled->stack_bytes;
	resources->spill_bytes = compiled->spill_store_bytes;
	if (compiled->static_shared >= 0)
		resources->static_shared = compiled->static_shared;
	resources->source = "nvrtc";
	for (size_t i = 0; i < kernel->launch_count; i++)
		facts_set_occupancy(&kernel->launches[i], resources, gpu);
	if (kernel->launch_count) {
		resources->occupancy = kernel->launches[0].occupancy.warps;
		resources->limiter = kernel->launches[0].occupancy.limiter;
	}
}

/* Sets the offset of the kernel's shared variables in a block's shared memory. False if unknown. */
static bool
find_shared(const struct compiled_kernel *compiled, uint64_t *at)
{
	enum { SYSTEM_BYTES = 1024 };
	struct arena arena = {0};
	const Elf64_Shdr section =
		cubin_section_named(compiled->cubin, arena_printf(&arena, ".nv.shared.%s", compiled->function));
	arena_free(&arena);
	*at = section.sh_size - (uint64_t)compiled->static_shared;
	return compiled->static_shared >= 0 && (*at == 0 || *at == SYSTEM_BYTES);
}

/* Sites have offsets from the first shared variable. These are usable if the compiler allocates as much shared
 * memory as the source declares. */
static void
place_shared(struct kernel *kernel, const struct compiled_kernel *compiled)
{
	uint64_t at = 0;
	const bool is_known = kernel->resources.static_shared == compiled->static_shared && find_shared(compiled, &at);
	for (size_t i = 0; i < kernel->launch_count; i++)
		for (size_t k = 0; k < kernel->launches[i].site_count; k++) {
			struct site *site = &kernel->launches[i].sites[k];
			if (site->space != SPACE_SHARED || !site->object.end)
				continue;
			site->object.first += is_known ? at : 0;
			site->object.end = is_known ? site->object.end + at : 0;
		}
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

/* A kernel's decoded machine code. */
struct code {
	struct branch_lines branches;
	struct machine_code machine;
};

static struct code_sites_of
code_sites_of(const struct launch_mapping *mapping, const struct kernel *kernel, const struct code *code)
{
	return (struct code_sites_of){kernel, &code->machine, mapping->sources, &mapping->facts->arena, mapping->gpu};
}

/* The first instruction after the block's last reconvergence (BSYNC). Before it, divergent lanes arrive in several
 * parts, so the instructions execute more often. */
static uint32_t
first_together(const struct sass_code *code, const struct sass_block *block)
{
	const uint32_t last = block->first + block->count - 1;
	uint32_t first = last;
	while (first > block->first && code->instructions[first - 1].opcode != SASS_OP_BSYNC)
		first--;
	return first;
}

/* Executions of each basic block. If data decides them, the source's evaluation supplies the number. `traffic` NULL:
 * for all blocks. The caller frees the result. */
static double *
executions_of_blocks(const struct code *code, const struct launch_traffic *traffic, const struct launch *launch)
{
	const struct sass_flow *flow = code->machine.flow;
	double *blocks = frequency_of_blocks(&code->machine, launch);
	for (uint32_t i = 0; traffic && i < flow->block_count; i++) {
		const uint32_t first = first_together(code->machine.code, &flow->blocks[i]);
		const struct instruction_traffic *item = &traffic->items[first];
		const double most = item->warps + item->doubtful;
		blocks[i] =
			code->machine.instructions[first].is_usual ? most : fmin(fmax(blocks[i], item->warps), most);
	}
	return blocks;
}

static bool
accesses_memory(const struct sass_instruction *instruction)
{
	bool accesses = false;
	for (unsigned i = 0; i < sass_access_count(instruction); i++)
		accesses |=
			instruction->accesses[i].space != SASS_CONSTANT && instruction->accesses[i].space != SASS_LOCAL;
	return accesses;
}

/* Outside of loops a warp executes an access once, so an access's warps are a lower bound of the warps that access
 * memory. */
static void
count_busy_warps(const struct code *code, const struct launch_traffic *traffic, struct launch *launch)
{
	const struct sass_flow *flow = code->machine.flow;
	for (size_t i = 0; i < code->machine.code->count; i++) {
		const struct sass_block *block = &flow->blocks[flow->block_of[i]];
		const double warps = traffic->items[i].certain_lanes / WARP_LANES;
		if (accesses_memory(&code->machine.code->instructions[i]) && block->loop == SASS_NONE &&
		    block->function == 0 && warps > launch->execution.busy_warps)
			launch->execution.busy_warps = warps;
	}
}

static void
take_estimate(struct launch_mapping *mapping, const struct kernel *kernel, const struct code *code, const char *why,
              struct launch *launch)
{
	double *blocks = executions_of_blocks(code, NULL, launch);
	accesses_find(&code->machine, NULL, blocks, launch, &mapping->facts->arena);
	machine_take(&code->machine, NULL, blocks, launch, &mapping->facts->arena);
	work_take(&code->machine, blocks, launch);
	free(blocks);
	branches_take(
		launch, &code->branches, NULL, NULL,
		arena_printf(&mapping->facts->arena, "the execution count of the compiled code is unknown (%s)", why));
	sites_leave(launch,
	            arena_printf(&mapping->facts->arena,
	                         "figures from the source: the machine code was not executed to its end (%s)", why));
	site_trace_changes(launch, TRACE_RUN, "the run of the machine code was not complete: it stays as written");
	const struct code_sites_of of = code_sites_of(mapping, kernel, code);
	code_sites_add_unknown(
		&of, launch,
		arena_printf(&mapping->facts->arena, "the machine code was not executed to its end (%s)", why));
	accesses_take(launch);
}

static void
take_run(struct launch_mapping *mapping, const struct kernel *kernel, const struct code *code,
         const struct launch_traffic *traffic, struct launch *launch)
{
	struct lines_traffic lines = lines_of_launch(traffic->items, &code->machine);
	lines_join(&lines, launch);
	sites_take_lines(launch, &lines, &code->machine, traffic, &mapping->facts->arena);
	branches_take(launch, &code->branches, &lines, traffic, NULL);
	site_trace_changes(launch, TRACE_MAP, "the compiled branches of its lines decide");
	const struct code_sites_of of = code_sites_of(mapping, kernel, code);
	code_sites_add(&of, launch, &lines, traffic);
	double *blocks = executions_of_blocks(code, traffic, launch);
	work_take(&code->machine, blocks, launch);
	count_busy_warps(code, traffic, launch);
	accesses_find(&code->machine, traffic, blocks, launch, &mapping->facts->arena);
	free(blocks);
	machine_take(&code->machine, traffic, NULL, launch, &mapping->facts->arena);
	accesses_take(launch);
	lines_free(&lines);
}

static void
take_launch(struct launch_mapping *mapping, const struct kernel *kernel, const struct code *code, struct launch *launch)
{
	struct launch_traffic traffic = runs_take(mapping->runs, launch);
	trace_take_notes(launch->trace, traffic.trace);
	trace_note(launch->trace, TRACE_RUN, "run", "%s%s", traffic.why ? "not complete: " : "complete",
	           traffic.why ? traffic.why : "");
	if (traffic.why) {
		take_estimate(mapping, kernel, code, traffic.why, launch);
	} else {
		take_run(mapping, kernel, code, &traffic, launch);
	}
	site_trace_changes(launch, TRACE_MAP, "other facts of the machine code");
	traffic_free(&traffic);
}

/* why: as of branches_without_code. */
static void
leave_launches(struct facts *facts, struct kernel *kernel, const char *why)
{
	for (size_t i = 0; i < kernel->launch_count; i++) {
		branches_without_code(&kernel->launches[i], why);
		code_sites_of_assembly(kernel, &kernel->launches[i], &facts->arena);
		site_trace_changes(&kernel->launches[i], TRACE_RUN, "the kernel has no machine code");
	}
}

static void
take_launches(struct launch_mapping *mapping, struct kernel *kernel, const struct compiled_kernel *compiled)
{
	struct execute_kernel *opened = execute_open(compiled->cubin, compiled->function);
	if (!opened) {
		leave_launches(mapping->facts, kernel, "the compiled code could not be read");
		return;
	}
	if (mapping->cubin != compiled->cubin) {
		line_table_free(mapping->lines);
		mapping->lines = line_table_read(compiled->cubin->bytes, compiled->cubin->size);
		mapping->cubin = compiled->cubin;
	}
	struct code code = {.machine = machine_code_of(opened, mapping->lines, compiled, kernel, mapping->gpu)};
	code.branches = branches_of_code(&code.machine);
	for (size_t i = 0; i < kernel->launch_count; i++)
		take_launch(mapping, kernel, &code, &kernel->launches[i]);
	branches_free(&code.branches);
	machine_code_free(&code.machine);
	execute_close(opened);
}

/* The compiled kernel that the launches run; NULL: none. */
static const struct compiled_kernel *
compiled_of(const struct kernel *kernel, const struct compilation *compilation)
{
	return compilation_find(compilation, kernel->link_name, kernel->place.file, kernel->place.line);
}

static struct runs *
begin_runs(const struct facts *facts, const struct compilation *compilation)
{
	struct run_item *items = NULL;
	size_t count = 0, capacity = 0;
	for (size_t i = 0; i < facts->kernel_count && compilation->is_answered; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		const struct compiled_kernel *compiled = compiled_of(kernel, compilation);
		for (size_t k = 0; k < kernel->launch_count && compiled && compiled->function; k++)
			memory_push(items, count, capacity,
			            ((struct run_item){compiled->cubin, compiled->function, &kernel->launches[k]}));
	}
	struct runs *runs = runs_begin(items, count);
	free(items);
	return runs;
}

/* What has changed since the evaluation of the source: the same program was evaluated without facts about its environment. */
static void
trace_environment(const struct facts *facts)
{
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			site_trace_changes(&facts->kernels[i].launches[k], TRACE_EVALUATION,
			                   "as in an evaluation without facts about the environment");
}

void
compiled_leave(struct facts *facts)
{
	trace_environment(facts);
	for (size_t i = 0; i < facts->kernel_count; i++)
		leave_launches(facts, &facts->kernels[i], NULL);
}

static void
take_arithmetic(struct facts *facts, struct kernel *kernel, const struct compiled_program *program)
{
	for (size_t i = 0; i < program->unit_count; i++)
		for (size_t k = 0; k < program->units[i].func_count; k++) {
			const struct ir_func *func = program->units[i].funcs[k];
			if (func->is_kernel && func->body && func->link_name && kernel->link_name &&
			    strcmp(func->link_name, kernel->link_name) == 0) {
				precision_find(kernel, func, &program->sources, &facts->arena);
				math_uses_find(kernel, func, &facts->arena);
				return;
			}
		}
}

void
compiled_take(struct facts *facts, const struct compiled_program *program, const struct compilation *compilation,
              const struct gpu *gpu)
{
	trace_environment(facts);
	struct launch_mapping mapping = {
		.facts = facts, .gpu = gpu, .runs = begin_runs(facts, compilation), .sources = &program->sources};
	if (compilation->compiler)
		facts->compiler = arena_printf(&facts->arena, "NVRTC %s", compilation->compiler);
	if (!compilation->is_answered) {
		facts->uncompiled = arena_strdup(&facts->arena, compilation->reason);
		compiled_leave(facts);
	}
	for (size_t i = 0; i < facts->kernel_count && compilation->is_answered; i++) {
		struct kernel *kernel = &facts->kernels[i];
		const struct compiled_kernel *compiled = compiled_of(kernel, compilation);
		if (compiled && compiled->function) {
			place_shared(kernel, compiled);
			take_resources(kernel, compiled, gpu);
			take_launches(&mapping, kernel, compiled);
			take_arithmetic(facts, kernel, program);
		} else {
			leave_launches(facts, kernel, NULL);
		}
		if (compiled && !compiled->function)
			kernel->resources.uncompiled = arena_strdup(&facts->arena, compiled->reason);
	}
	line_table_free(mapping.lines);
	runs_end(mapping.runs);
}
