#include "model/compiled/machine_code.h"

#include <stdlib.h>
#include <string.h>

#include "model/compiled/frequency.h"
#include "model/compiled/schedule.h"
#include "model/compiled/unfused.h"
#include "model/memory_model.h"
#include "support/allocate.h"
#include "support/path.h"

enum { STACK_POINTER = 1, WORD_BYTES = 4, LINE_SECTORS = 4, MOST_CALLS = 8 };

/* ---- spills ------------------------------------------------------------------------------------------------------ */

static bool
is_local(const struct sass_instruction *instruction)
{
	return instruction->access_count && instruction->accesses[0].space == SASS_LOCAL;
}

/* Whether the access has a constant offset in the thread's stack. */
static bool
has_known_offset(const struct sass_instruction *instruction)
{
	const struct sass_access *access = &instruction->accesses[0];
	return is_local(instruction) && access->address == STACK_POINTER && !access->uniform_registers;
}

/* Bytes of the stack that the code stores at this offset or above. */
static int64_t
stored_from(const struct sass_code *code, int32_t offset)
{
	int64_t bytes = 0;
	for (size_t i = 0; i < code->count; i++) {
		const struct sass_instruction *instruction = &code->instructions[i];
		if (instruction->kind == SASS_STORE && has_known_offset(instruction) &&
		    instruction->accesses[0].offset >= offset)
			bytes += instruction->accesses[0].bytes;
	}
	return bytes;
}

/* The lowest offset of spilled registers; INT32_MAX: none, or unknown. Bisects the stack, because the bytes stored
 * above an offset fall as the offset rises. */
static int32_t
lowest_spill(const struct sass_code *code, const struct compiled_kernel *compiled)
{
	int64_t low = 0, high = compiled->stack_bytes;
	if (compiled->spill_store_bytes <= 0 || high > INT32_MAX)
		return INT32_MAX;
	while (low < high) {
		const int64_t middle = (low + high) / 2;
		if (stored_from(code, (int32_t)middle) > compiled->spill_store_bytes)
			low = middle + 1;
		else
			high = middle;
	}
	return stored_from(code, (int32_t)low) == compiled->spill_store_bytes ? (int32_t)low : INT32_MAX;
}

/* ---- instructions ------------------------------------------------------------------------------------------------ */

static unsigned
registers_read(const struct sass_instruction *instruction)
{
	return instruction->read_count ? instruction->reads[0].count : 0;
}

static unsigned
registers_written(const struct sass_instruction *instruction)
{
	return instruction->write_count ? instruction->writes[0].count : 0;
}

/* Whether the instruction converts between float and double. The compiler's slow paths of float functions also
 * produce doubles, but from integers. */
static bool
widens_float(const struct sass_instruction *instruction)
{
	return instruction->opcode == SASS_OP_F2F && registers_written(instruction) > 1;
}

static bool
narrows_double(const struct sass_instruction *instruction)
{
	return instruction->opcode == SASS_OP_F2F && registers_read(instruction) > 1;
}

static int
kind_of(const struct sass_instruction *instruction, int32_t spills_from)
{
	if (is_local(instruction))
		return has_known_offset(instruction) && instruction->accesses[0].offset >= spills_from ? MACHINE_SPILL
		                                                                                       : MACHINE_ARRAY;
	if (widens_float(instruction))
		return MACHINE_WIDENING;
	if (narrows_double(instruction))
		return MACHINE_NARROWING;
	if (instruction->pipe == SASS_PIPE_FP64)
		return MACHINE_DOUBLE;
	if (instruction->opcode == SASS_OP_MUFU)
		return MACHINE_SPECIAL;
	return instruction->kind == SASS_CALL ? MACHINE_SLOW_CALL : MACHINE_OTHER;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* The name of the file in the facts, if it contains the kernel or one of its sites; NULL: otherwise. */
static const char *
own_file(const struct kernel *kernel, const char *file)
{
	const char *name = path_base_name(file);
	if (strcmp(path_base_name(kernel->place.file), name) == 0)
		return kernel->place.file;
	for (size_t i = 0; i < kernel->launch_count; i++)
		for (size_t k = 0; k < kernel->launches[i].site_count; k++)
			if (strcmp(path_base_name(kernel->launches[i].sites[k].place.file), name) == 0)
				return kernel->launches[i].sites[k].place.file;
	return NULL;
}

/* Caches the last file, because consecutive instructions mostly share it. */
struct files {
	const struct kernel *kernel;
	const char *last, *last_own;
};

static const char *
find_file(struct files *files, const char *file)
{
	if (!files->last || strcmp(files->last, file) != 0) {
		files->last = file;
		files->last_own = own_file(files->kernel, file);
	}
	return files->last_own;
}

static void
find_line(struct machine_instruction *to, const struct line_table *table, const char *function, uint32_t pc,
          struct files *files)
{
	struct line_origin origins[MOST_CALLS];
	const size_t count = line_table_find(table, function, pc, origins, MOST_CALLS);
	if (count) {
		to->inner = origins[0];
		to->outer = origins[count - 1];
	}
	for (size_t i = 0; i < count && !to->file; i++) {
		to->file = find_file(files, origins[i].file);
		to->line = origins[i].line;
	}
}

struct machine_code
machine_code_of(const struct execute_kernel *code, const struct line_table *table,
                const struct compiled_kernel *compiled, const struct kernel *kernel, const struct gpu *gpu)
{
	struct machine_code machine = {
		.code = execute_code(code), .flow = execute_flow(code), .stack_bytes = (double)compiled->stack_bytes};
	const int32_t spills_from = lowest_spill(machine.code, compiled);
	struct files files = {.kernel = kernel};
	machine.blocks = schedule_of_blocks(machine.code, machine.flow, &gpu->latencies);
	machine.instructions = memory_zeroed(machine.code->count + 1, sizeof *machine.instructions);
	for (size_t i = 0; i < machine.code->count; i++) {
		struct machine_instruction *to = &machine.instructions[i];
		const uint32_t block = machine.flow->block_of[i], loop = machine.flow->blocks[block].loop;
		find_line(to, table, compiled->function, machine.code->instructions[i].pc, &files);
		to->depth = loop == SASS_NONE ? 0 : machine.flow->loops[loop].depth;
		to->kind = kind_of(&machine.code->instructions[i], spills_from);
		/* a property of the block, computed at its first instruction */
		to->is_usual = i == machine.flow->blocks[block].first
		                       ? frequency_is_usual(machine.code, machine.flow, block)
		                       : to[-1].is_usual;
		to->is_unfused = unfused_at(machine.code, machine.flow, i);
	}
	return machine;
}

void
machine_code_free(struct machine_code *machine)
{
	free(machine->blocks);
	free(machine->instructions);
}

/* ---- a launch ---------------------------------------------------------------------------------------------------- */

struct line_sums {
	struct machine_lines *lines;
	struct array_traffic arrays, spills;
	struct machine_line *items;
	size_t count, capacity;
	bool *widens; /* for each item: it converts floats to doubles; room for all instructions */
	size_t last;  /* index in `items` of the last result */
};

static struct machine_line *
line_at(struct line_sums *sums, const struct machine_instruction *instruction)
{
	if (sums->last < sums->count && sums->items[sums->last].line == instruction->line &&
	    sums->items[sums->last].file == instruction->file)
		return &sums->items[sums->last];
	for (size_t i = 0; i < sums->count; i++) {
		sums->last = i;
		if (sums->items[i].line == instruction->line && sums->items[i].file == instruction->file)
			return &sums->items[i];
	}
	const struct machine_line item = {.file = instruction->file, .line = instruction->line};
	memory_push(sums->items, sums->count, sums->capacity, item);
	sums->last = sums->count - 1;
	return &sums->items[sums->last];
}

/* Warp-level executions of an instruction. Data-dependent ones are in `all` only. */
struct executions {
	double all, certain;
};

static void
add_local(struct array_traffic *local, bool is_store, struct local_access access)
{
	*(is_store ? &local->stores : &local->loads) += access.requests;
	*(is_store ? &local->store_lines : &local->load_lines) += access.lines;
	*(is_store ? &local->store_sectors : &local->load_sectors) += access.sectors;
}

static void
add_spill(struct line_sums *sums, struct machine_line *line, bool is_store, struct local_access access)
{
	*(is_store ? &line->spill_stores : &line->spill_loads) += access.requests;
	*(is_store ? &sums->lines->spill_stores : &sums->lines->spill_loads) += access.requests;
	add_local(&sums->spills, is_store, access);
	line->spill_sectors += access.sectors;
	sums->lines->spill_sectors += access.sectors;
}

static void
add_unfused(struct line_sums *sums, struct machine_line *line, bool is_double, double executions)
{
	*(is_double ? &line->unfused_doubles : &line->unfused) += executions;
	*(is_double ? &sums->lines->unfused_doubles : &sums->lines->unfused) += executions;
}

static void
add_to_line(struct line_sums *sums, struct machine_line *line, const struct machine_instruction *instruction,
            struct executions executed)
{
	const double executions = executed.all;
	line->instructions += executions;
	line->certain += executed.certain;
	if ((instruction->kind != MACHINE_OTHER || instruction->is_unfused) && instruction->depth > line->depth)
		line->depth = instruction->depth;
	if (instruction->is_unfused)
		add_unfused(sums, line, instruction->kind == MACHINE_DOUBLE, executions);
	switch (instruction->kind) {
	case MACHINE_DOUBLE:
		line->doubles += executions;
		sums->lines->doubles += executions;
		break;
	case MACHINE_WIDENING:
	case MACHINE_NARROWING: line->double_conversions += executions; break;
	case MACHINE_SPECIAL: line->special += executions; break;
	case MACHINE_SLOW_CALL: line->slow_calls += executions; break;
	default: break;
	}
}

static void
add_instruction(struct line_sums *sums, const struct machine_code *machine, size_t at, struct executions executed,
                struct local_access access)
{
	static const struct machine_instruction nowhere = {.file = ""};
	const struct machine_instruction *instruction = &machine->instructions[at];
	struct machine_line *line = line_at(sums, instruction->file ? instruction : &nowhere);
	const bool is_store = machine->code->instructions[at].kind == SASS_STORE;
	sums->lines->instructions += executed.all;
	sums->widens[line - sums->items] |= instruction->kind == MACHINE_WIDENING;
	add_to_line(sums, line, instruction, executed);
	if (instruction->kind == MACHINE_ARRAY)
		add_local(&sums->arrays, is_store, access);
	if (instruction->kind == MACHINE_SPILL)
		add_spill(sums, line, is_store, access);
}

static double
ratio(double a, double b)
{
	return b > 0 ? a / b : 0;
}

/* `arrays`: their traffic. */
static void
take_local(struct launch *launch, const struct machine_code *machine, const struct line_sums *sums,
           struct array_traffic arrays)
{
	const bool has_arrays = sums->arrays.loads + sums->arrays.stores > 0;
	launch->local_memory.of_arrays = launch->local_memory.traffic = has_arrays ? arrays : (struct array_traffic){0};
	array_traffic_add(&launch->local_memory.traffic, &sums->spills, 1);
	launch->local_memory.traffic.bytes = machine->stack_bytes > 0 ? machine->stack_bytes : 0;
}

/* A line with a smaller share of the launch's instructions, and with nothing else of interest, is not reported. */
static const double least_share = 0.01;

static bool
is_of_interest(const struct machine_line *line, double instructions)
{
	return *line->file &&
	       (line->instructions >= least_share * instructions ||
	        line->spill_loads + line->spill_stores + line->doubles + line->double_conversions + line->special +
	                        line->slow_calls + line->unfused + line->unfused_doubles >
	                0);
}

static void
finish(struct line_sums *sums, struct launch *launch, struct arena *arena)
{
	size_t kept = 0;
	for (size_t i = 0; i < sums->count; i++)
		if (!sums->widens[i])
			sums->items[i].double_conversions = 0;
	for (size_t i = 0; i < sums->count; i++)
		if (is_of_interest(&sums->items[i], sums->lines->instructions))
			sums->items[kept++] = sums->items[i];
	launch->execution.lines.items = kept ? arena_copy(arena, sums->items, kept, kept, sizeof *sums->items) : NULL;
	launch->execution.lines.count = kept;
	free(sums->items);
	free(sums->widens);
}

struct local_access
machine_plain_access(const struct machine_code *machine, size_t at, const struct array_traffic *source,
                     double executions, double certain)
{
	const struct sass_instruction *instruction = &machine->code->instructions[at];
	const bool is_spill = machine->instructions[at].kind == MACHINE_SPILL;
	/* The library's own local array, for the slow path of a sine, is rarely accessed. */
	executions = is_spill || source->bytes > 0 ? executions : certain;
	if (!is_local(instruction))
		return (struct local_access){0};
	const bool is_store = instruction->kind == SASS_STORE;
	const double words = (instruction->accesses[0].bytes + WORD_BYTES - 1) / WORD_BYTES;
	const double lines =
		is_store ? ratio(source->store_lines, source->stores) : ratio(source->load_lines, source->loads);
	const double sectors =
		is_store ? ratio(source->store_sectors, source->stores) : ratio(source->load_sectors, source->loads);
	if (has_known_offset(instruction) || !(lines > 0))
		return (struct local_access){executions, executions * words, executions * words * LINE_SECTORS};
	return (struct local_access){executions, executions * words * lines, executions * words * sectors};
}

/* Whether each iteration of the enclosing loops executes the instruction. */
static bool
is_in_each_iteration(const struct machine_code *machine, size_t at)
{
	const struct sass_flow *flow = machine->flow;
	uint32_t block = flow->block_of[at];
	if (flow->blocks[block].function != flow->blocks[flow->block_of[0]].function)
		return false;
	for (uint32_t loop = flow->blocks[block].loop; loop != SASS_NONE; loop = flow->loops[loop].parent) {
		if (flow->loops[loop].latch == SASS_NONE || !sass_dominates(flow, block, flow->loops[loop].latch))
			return false;
		block = flow->loops[loop].header;
	}
	return true;
}

void
machine_take(const struct machine_code *machine, const struct launch_traffic *traffic, const double *blocks,
             struct launch *launch, struct arena *arena)
{
	struct line_sums sums = {.lines = &launch->execution.lines,
	                         .widens = memory_zeroed(machine->code->count + 1, sizeof *sums.widens)};
	const struct array_traffic of_source = launch->local_memory.traffic;
	launch->execution.lines.is_estimated = !traffic;
	for (size_t i = 0; i < machine->code->count; i++) {
		const struct instruction_traffic *item = traffic ? &traffic->items[i] : NULL;
		const double all = item ? item->warps + item->doubtful : blocks[machine->flow->block_of[i]];
		const bool is_certain = item ? machine->instructions[i].is_usual : is_in_each_iteration(machine, i);
		const struct executions executed = {all, is_certain ? all : item ? item->warps : 0};
		if (!(all > 0))
			continue;
		const struct local_access plain = machine_plain_access(machine, i, &of_source, all, executed.certain);
		add_instruction(&sums, machine, i, executed,
		                item && !item->is_open ? (struct local_access){item->requests, item->lines, item->cost}
		                                       : plain);
	}
	take_local(launch, machine, &sums,
	           !traffic && of_source.loads + of_source.stores > 0 ? of_source : sums.arrays);
	finish(&sums, launch, arena);
}
