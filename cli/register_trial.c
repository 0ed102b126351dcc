#include "cli/register_trial.h"

#include <string.h>

#include "cli/compiling.h"
#include "cli/version.h"
#include "rules/judge.h"

/* Limit in seconds, because the run is interactive. */
static const double most_seconds = 8;
enum { MOST_TRIALS = 2 };
/* In bytes: compiling longer code takes seconds. */
static const uint64_t most_code_bytes = 1 << 16;

/* Whether only registers limit the launch's occupancy, and it has enough blocks to use more. */
static bool
is_limited(const struct analysis *analysis, const struct launch *launch)
{
	return launch->occupancy.limiter == LIMITED_BY_REGISTERS && launch->occupancy.warps < LOW_OCCUPANCY &&
	       launch_blocks(launch) > analysis->gpu->multiprocessors && !launch->program.never_makes_it;
}

static const struct launch *
limited_launch(const struct analysis *analysis, const struct kernel *kernel)
{
	for (size_t i = 0; i < kernel->launch_count; i++)
		if (is_limited(analysis, &kernel->launches[i]))
			return &kernel->launches[i];
	return NULL;
}

static bool
is_short(const struct analysis *analysis, const struct kernel *kernel)
{
	const struct compilation *compilation = compile_answer(analysis->compile);
	const struct compiled_kernel *compiled =
		compilation_find(compilation, kernel->link_name, kernel->place.file, kernel->place.line);
	struct arena arena = {0};
	const bool is_short =
		compiled && compiled->function &&
		cubin_section_named(compiled->cubin, arena_printf(&arena, ".text.%s", compiled->function)).sh_size <=
			most_code_bytes;
	arena_free(&arena);
	return is_short;
}

/* The most registers with which one more block is resident; 0: none is. */
static int
limit_for(const struct analysis *analysis, const struct kernel *kernel, const struct launch *launch)
{
	const uint64_t shared = (uint64_t)kernel->resources.static_shared + launch->dynamic_shared;
	const unsigned threads = launch_threads(launch);
	int registers = kernel->resources.registers;
	const unsigned blocks = gpu_occupancy(analysis->gpu, threads, registers, shared).blocks_per_sm;
	while (registers > 0 && gpu_occupancy(analysis->gpu, threads, registers, shared).blocks_per_sm <= blocks)
		registers--;
	return registers;
}

/* The compile command of the kernel's file, with the limit; NULL: the kernel is in none of the files. */
static struct compile_command *
command_with(struct analysis *analysis, struct arena *arena, const struct kernel *kernel, int limit)
{
	struct compile_command *commands = compile_commands(analysis, arena);
	for (size_t i = 0; i < analysis->given_count; i++) {
		struct compile_command *command = &commands[i];
		if (strcmp(command->path, kernel->place.file) != 0)
			continue;
		const char **flags = arena_new_array(arena, const char *, command->flag_count + 1);
		for (size_t k = 0; k < command->flag_count; k++)
			flags[k] = command->flags[k];
		flags[command->flag_count++] = arena_printf(arena, "-maxrregcount=%d", limit);
		command->flags = flags;
		return command;
	}
	return NULL;
}

static void
try(struct analysis *analysis, struct kernel *kernel, int limit)
{
	struct arena *arena = &analysis->facts.arena;
	const struct compile_command *command = command_with(analysis, arena, kernel, limit);
	const struct compile_kernel asked = {
		.name = {kernel->name, kernel->qualified_name, kernel->link_name, kernel->signature,
	                 kernel->template_args, kernel->template_arg_count},
		.file = kernel->place.file,
		.line = kernel->place.line,
		.column = kernel->place.column,
	};
	if (!command)
		return;
	const struct compile_request request = {
		.commands = command,
		.command_count = 1,
		.kernels = &asked,
		.kernel_count = 1,
		.leaves_others_out = true,
		.arch = arena_printf(arena, "sm_%u%u", analysis->gpu->major, analysis->gpu->minor),
		.seconds = most_seconds,
		.version = gpulint_version,
	};
	struct compile *compile = compile_begin(&request);
	const struct compilation *compilation = compile_answer(compile);
	const struct compiled_kernel *compiled =
		compilation_find(compilation, kernel->link_name, kernel->place.file, kernel->place.line);
	const bool is_compiled = compilation->is_answered && compiled && compiled->function;
	kernel->trial = (struct register_trial){limit, is_compiled ? compiled->registers : -1,
	                                        is_compiled ? compiled->spill_store_bytes : -1};
	compile_free(compile);
}

void
register_trials_make(struct analysis *analysis)
{
	unsigned trials = 0;
	for (size_t i = 0; i < analysis->facts.kernel_count && trials < MOST_TRIALS; i++) {
		struct kernel *kernel = &analysis->facts.kernels[i];
		const struct launch *launch = kernel->resources.registers > 0 ? limited_launch(analysis, kernel) : NULL;
		/* The compiler applies the kernel's own launch bounds too, and they take precedence. */
		const int limit = launch && !kernel->max_threads ? limit_for(analysis, kernel, launch) : 0;
		if (!limit || !is_short(analysis, kernel))
			continue;
		try(analysis, kernel, limit);
		trials++;
	}
}
