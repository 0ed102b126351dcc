/* How often a launch executes each instruction of a kernel that accesses memory or parts lanes, by the engine that
 * runs machine code.
 *
 *     sass_counts CUBIN FUNCTION LAUNCH
 *     sass_counts CUBIN                      the names of its kernels and functions
 *
 * LAUNCH is a file of JSON: {"grid": [x, y, z], "block": [x, y, z], "dynamic_shared": bytes, "arguments": [...],
 * "steps": of a block, "skip": true to leave out what depends on what is not known, "sample": true to let memory hold
 * small numbers made of its addresses, "sectors": true to count the sectors of accesses, which takes as long as the
 * run, "blocks": [[x, y, z], ...]}. An argument is an integer, a real, or null for what is not known; without "blocks"
 * all of the grid run. What comes out is JSON: how the blocks ended, and of each instruction its place, kind, space,
 * width and counts. */
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/execute/execute.h"
#include "codegen/line_table.h"
#include "codegen/sass/flow.h"
#include "support/arena.h"

enum { MOST_LINES = 16 };

struct totals {
	uint64_t sectors, ideal_sectors, requests, unknown_requests, parted;
};

struct tool {
	struct cubin cubin;
	struct arena arena;
	struct sass_flow flow;
	struct line_table *lines;
	struct execute_kernel *kernel;
	struct execute_launch launch;
	struct execute_count *counts;
	struct totals *totals;
	uint8_t *parameters, *known;
	uint64_t ends[3], skips;
	json_t *why;
};

static void *
read_file(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	if (!file || fseek(file, 0, SEEK_END) != 0)
		return NULL;
	*size = (size_t)ftell(file);
	rewind(file);
	char *bytes = malloc(*size + 1);
	if (bytes && fread(bytes, 1, *size, file) != *size)
		*size = 0;
	fclose(file);
	return bytes;
}

/* ---- the launch ---- */

static void
read_sizes(const json_t *array, uint32_t sizes[3])
{
	for (size_t i = 0; i < 3; i++)
		sizes[i] = i < json_array_size(array) ? (uint32_t)json_integer_value(json_array_get(array, i)) : 1;
}

static uint64_t
bits_of_argument(const json_t *argument, size_t size)
{
	const double real = json_real_value(argument);
	const float narrow = (float)real;
	uint64_t bits = 0;
	if (!json_is_real(argument))
		return json_is_boolean(argument) ? json_is_true(argument) : (uint64_t)json_integer_value(argument);
	if (size == sizeof narrow)
		memcpy(&bits, &narrow, sizeof narrow);
	else
		memcpy(&bits, &real, sizeof real);
	return bits;
}

/* Where there are more or fewer than parameters, nobody knows which is which. */
static bool
fit(const struct tool *tool, const json_t *arguments)
{
	size_t offset, size, count = json_array_size(arguments);
	return count && execute_parameter(tool->kernel, (unsigned)count - 1, &offset, &size) &&
	       !execute_parameter(tool->kernel, (unsigned)count, &offset, &size);
}

static void
set_argument(struct tool *tool, unsigned number, const json_t *argument)
{
	size_t offset, size;
	if (json_is_null(argument) || !execute_parameter(tool->kernel, number, &offset, &size))
		return;
	const uint64_t bits = bits_of_argument(argument, size);
	for (size_t i = 0; i < size && i < 8 && offset + i < tool->launch.parameter_bytes; i++) {
		tool->parameters[offset + i] = (uint8_t)(bits >> 8 * i);
		tool->known[offset + i] = 1;
	}
}

/* For what does not depend on data: the kernel's ways are some, and each runs. */
static bool
load_sample(void *context, uint64_t address, unsigned bytes, uint64_t *value)
{
	(void)context;
	*value = 0;
	for (unsigned i = 0; i < bytes; i++) {
		const uint64_t word = (((address + i) >> 2) * 2654435761u >> 20) & 31;
		*value |= ((address + i) & 3 ? 0 : word) << 8 * i;
	}
	return true;
}

static void
read_launch(struct tool *tool, const json_t *launch)
{
	const size_t bytes = execute_parameter_bytes(tool->kernel);
	const json_int_t steps = json_integer_value(json_object_get(launch, "steps"));
	read_sizes(json_object_get(launch, "grid"), tool->launch.grid);
	read_sizes(json_object_get(launch, "block"), tool->launch.block);
	tool->launch.dynamic_shared = (uint64_t)json_integer_value(json_object_get(launch, "dynamic_shared"));
	tool->launch.skip_unknown = json_is_true(json_object_get(launch, "skip"));
	tool->launch.load = json_is_true(json_object_get(launch, "sample")) ? load_sample : NULL;
	tool->launch.most_steps = steps ? (uint64_t)steps : 10000000;
	tool->parameters = calloc(bytes + 1, 1);
	tool->known = calloc(bytes + 1, 1);
	tool->launch.parameters = tool->parameters;
	tool->launch.parameters_known = tool->known;
	tool->launch.parameter_bytes = bytes;
	const json_t *arguments = json_object_get(launch, "arguments");
	size_t number;
	json_t *argument;
	json_array_foreach (arguments, number, argument)
		if (fit(tool, arguments))
			set_argument(tool, (unsigned)number, argument);
}

/* ---- running ---- */

/* From the last, which the next lane's most often is. */
static size_t
add_sector(uint64_t *sectors, size_t count, uint64_t sector)
{
	for (size_t i = count; i-- > 0;)
		if (sectors[i] == sector)
			return count;
	sectors[count] = sector;
	return count + 1;
}

static size_t
sectors_of(const struct execute_access *access)
{
	uint64_t sectors[EXECUTE_LANES * 2];
	size_t count = 0;
	for (unsigned i = 0; i < EXECUTE_LANES; i++) {
		if (!(access->lanes >> i & 1))
			continue;
		count = add_sector(sectors, count, access->addresses[i] / 32);
		count = add_sector(sectors, count, (access->addresses[i] + access->bytes - 1) / 32);
	}
	return count;
}

static void
note_access(void *context, const struct execute_access *access)
{
	struct tool *tool = context;
	struct totals *totals = &tool->totals[access->instruction];
	totals->requests++;
	if (access->known != access->lanes || access->doubtful)
		totals->unknown_requests++;
	else
		totals->sectors += sectors_of(access);
}

static void
note_branch(void *context, const struct execute_branch *branch)
{
	struct tool *tool = context;
	tool->totals[branch->instruction].parted += branch->taken && branch->not_taken;
}

static void
note_result(struct tool *tool, struct execute_result result)
{
	tool->ends[result.end]++;
	tool->skips += result.skips;
	if (result.why && json_array_size(tool->why) < 8)
		json_array_append_new(tool->why, json_pack("{s:i, s:s}", "pc", (int)result.pc, "why", result.why));
}

static void
run_blocks(struct tool *tool, struct execute_run *run, const json_t *launch)
{
	const json_t *blocks = json_object_get(launch, "blocks");
	const bool counts_sectors = json_is_true(json_object_get(launch, "sectors"));
	const struct execute_sink sink = {
		.access = counts_sectors ? note_access : NULL, .branch = note_branch, .context = tool};
	const uint64_t count = blocks ? json_array_size(blocks)
	                              : (uint64_t)tool->launch.grid[0] * tool->launch.grid[1] * tool->launch.grid[2];
	for (uint64_t i = 0; i < count; i++) {
		uint32_t block[3] = {(uint32_t)(i % tool->launch.grid[0]),
		                     (uint32_t)(i / tool->launch.grid[0] % tool->launch.grid[1]),
		                     (uint32_t)(i / tool->launch.grid[0] / tool->launch.grid[1])};
		if (blocks)
			read_sizes(json_array_get(blocks, i), block);
		note_result(tool, execute_block(run, block, &sink, tool->counts));
	}
}

/* ---- what comes out ---- */

static json_t *
lines_of(const struct tool *tool, const char *function, uint64_t pc)
{
	struct line_origin origins[MOST_LINES];
	const size_t count = line_table_find(tool->lines, function, pc, origins, MOST_LINES);
	json_t *lines = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(lines, json_pack("[s, i]", origins[i].file, (int)origins[i].line));
	return lines;
}

static const char *
kind_of(const struct sass_instruction *instruction)
{
	switch (instruction->kind) {
	case SASS_LOAD:
	case SASS_ASYNC_COPY: return "load";
	case SASS_STORE: return "store";
	case SASS_ATOMIC:
	case SASS_REDUCTION: return "atomic";
	case SASS_BRANCH: return "branch";
	default: return "other";
	}
}

static const char *
space_of(const struct sass_instruction *instruction)
{
	static const char *const names[] = {[SASS_NO_SPACE] = "none",         [SASS_GENERIC] = "generic",
	                                    [SASS_GLOBAL] = "global",         [SASS_SHARED] = "shared",
	                                    [SASS_LOCAL] = "local",           [SASS_CONSTANT] = "constant",
	                                    [SASS_TEXTURE_SPACE] = "texture", [SASS_TENSOR_SPACE] = "tensor"};
	return instruction->access_count ? names[instruction->accesses[0].space] : "none";
}

/* Whether a warp may come there more than once: in a loop, or in a function that is called. */
static bool
is_repeated(const struct tool *tool, size_t number)
{
	const uint32_t block = tool->flow.block_of[number];
	if (block == SASS_NONE)
		return false;
	return tool->flow.blocks[block].loop != SASS_NONE || tool->flow.blocks[block].function != 0;
}

static json_t *
reported(const struct tool *tool, const char *function, size_t number)
{
	const struct sass_instruction *instruction = &execute_code(tool->kernel)->instructions[number];
	const struct execute_count *count = &tool->counts[number];
	const struct totals *totals = &tool->totals[number];
	return json_pack(
		"{s:i, s:s, s:s, s:s, s:i, s:b, s:o, s:I, s:I, s:I, s:I, s:I, s:I, s:I}", "pc", (int)instruction->pc,
		"name", sass_mnemonic(instruction->opcode), "kind", kind_of(instruction), "space",
		space_of(instruction), "width", instruction->access_count ? instruction->accesses[0].bytes : 0, "loop",
		is_repeated(tool, number), "lines", lines_of(tool, function, instruction->pc), "issued",
		(json_int_t)count->issued, "warps", (json_int_t)count->warps, "lanes", (json_int_t)count->lanes,
		"doubtful", (json_int_t)count->doubtful, "sectors", (json_int_t)totals->sectors, "unknown",
		(json_int_t)totals->unknown_requests, "parted", (json_int_t)totals->parted);
}

static void
print(const struct tool *tool, const char *function)
{
	const struct sass_code *code = execute_code(tool->kernel);
	json_t *instructions = json_array();
	for (size_t i = 0; i < code->count; i++)
		json_array_append_new(instructions, reported(tool, function, i));
	json_t *all = json_pack("{s:I, s:I, s:I, s:I, s:O, s:o}", "skips", (json_int_t)tool->skips, "done",
	                        (json_int_t)tool->ends[EXECUTE_DONE], "unknown",
	                        (json_int_t)tool->ends[EXECUTE_UNKNOWN], "budget",
	                        (json_int_t)tool->ends[EXECUTE_BUDGET], "why", tool->why, "instructions", instructions);
	json_dumpf(all, stdout, JSON_COMPACT);
	putchar('\n');
	json_decref(all);
}

static int
run(struct tool *tool, const char *function, const char *launch_path)
{
	json_error_t error;
	json_t *launch = json_load_file(launch_path, 0, &error);
	tool->kernel = execute_open(&tool->cubin, function);
	if (!launch || !tool->kernel) {
		fprintf(stderr, "sass_counts: %s\n", launch ? "the cubin has no such kernel" : error.text);
		json_decref(launch);
		return 2;
	}
	const size_t count = execute_code(tool->kernel)->count;
	tool->lines = line_table_read(tool->cubin.bytes, tool->cubin.size);
	tool->counts = calloc(count, sizeof *tool->counts);
	tool->totals = calloc(count, sizeof *tool->totals);
	tool->why = json_array();
	sass_flow_build(&tool->flow, execute_code(tool->kernel), NULL, &tool->arena);
	read_launch(tool, launch);
	struct execute_run *prepared = execute_begin(tool->kernel, &tool->launch);
	run_blocks(tool, prepared, launch);
	execute_end(prepared);
	print(tool, function);
	json_decref(launch);
	json_decref(tool->why);
	line_table_free(tool->lines);
	execute_close(tool->kernel);
	arena_free(&tool->arena);
	free(tool->counts);
	free(tool->totals);
	free(tool->parameters);
	free(tool->known);
	return 0;
}

static int
list(const struct cubin *cubin)
{
	static const char prefix[] = ".text.";
	for (size_t i = 1; i < UINT16_MAX; i++) {
		const Elf64_Shdr section = cubin_section(cubin, i);
		const char *name = cubin_section_name(cubin, &section);
		if (strncmp(name, prefix, sizeof prefix - 1) == 0)
			puts(name + sizeof prefix - 1);
	}
	return 0;
}

int
main(int argc, char **argv)
{
	struct tool tool = {0};
	if (argc != 4 && argc != 2) {
		fputs("usage: sass_counts CUBIN [FUNCTION LAUNCH]\n", stderr);
		return 2;
	}
	uint8_t *bytes = read_file(argv[1], &tool.cubin.size);
	tool.cubin.bytes = bytes;
	if (!bytes) {
		fprintf(stderr, "sass_counts: %s cannot be read\n", argv[1]);
		return 2;
	}
	const int status = argc == 2 ? list(&tool.cubin) : run(&tool, argv[2], argv[3]);
	free(bytes);
	return status;
}
