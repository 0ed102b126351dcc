#include "cli/compiling.h"

#include <stdlib.h>
#include <string.h>

#include "cli/register_trial.h"
#include "cli/version.h"
#include "model/compiled/compiled.h"
#include "support/allocate.h"

/* Limit for compiling one file in an interactive run. Kernels with unrolled loops over tensor-core fragments take some
 * 3 seconds each, and a file may have several. */
static const double most_seconds = 12;

struct compile_command *
compile_commands(struct analysis *analysis, struct arena *arena)
{
	struct compile_command *commands = arena_new_array(arena, struct compile_command, analysis->given_count);
	for (size_t i = 0; i < analysis->given_count; i++) {
		const char *path = analysis->units[i].path;
		const struct source *source = sources_open(&analysis->sources, path);
		const struct file_flags flags = analysis_flags(analysis, arena, path);
		commands[i] = (struct compile_command){
			.path = arena_strdup(arena, path),
			.text = source->text ? source->text : "",
			.length = source->length,
			.flags = flags.items,
			.flag_count = flags.count,
			.directory = flags.directory,
			.directory_flags = flags.of_directory,
		};
	}
	return commands;
}

/* ---- requests ---------------------------------------------------------------------------------------------------- */

bool
compiling_wants(const struct ir_func *func)
{
	return func->is_kernel && func->body && !func->is_library && func->link_name;
}

struct compile_kernel
compiling_kernel_of(const struct ir_unit *unit, const struct ir_func *func)
{
	return (struct compile_kernel){
		.name = {func->name, func->qualified_name, func->link_name, func->signature, func->template_args,
	                 func->template_arg_count},
		.file = func->loc.file < unit->file_count ? unit->files[func->loc.file] : "",
		.line = func->loc.line,
		.column = func->loc.column,
		.closure_args = func->closure_args,
		.closures = {unit->closures, unit->closure_count},
	};
}

static size_t
collect_kernels(const struct analysis *analysis, struct compile_kernel *kernels)
{
	size_t count = 0;
	for (size_t i = 0; i < analysis->given_count; i++) {
		const struct ir_unit *unit = &analysis->units[i];
		for (size_t k = 0; k < unit->func_count; k++) {
			if (!compiling_wants(unit->funcs[k]))
				continue;
			if (kernels)
				kernels[count] = compiling_kernel_of(unit, unit->funcs[k]);
			count++;
		}
	}
	return count;
}

void
compiling_begin(struct analysis *analysis, const struct options *options)
{
	struct arena *arena = &analysis->facts.arena;
	if (options->no_compile || analysis->is_only_read)
		return;
	const struct compile_request request = {
		.commands = compile_commands(analysis, arena),
		.command_count = analysis->given_count,
		.arch = arena_printf(arena, "sm_%u%u", analysis->gpu->major, analysis->gpu->minor),
		.seconds = most_seconds,
		.version = gpulint_version,
	};
	analysis->compile = compile_begin(&request);
}

void
compiling_go_on(struct analysis *analysis)
{
	const size_t count = collect_kernels(analysis, NULL);
	struct compile_kernel *kernels = arena_new_array(&analysis->facts.arena, struct compile_kernel, count);
	collect_kernels(analysis, kernels);
	if (analysis->compile)
		compile_kernels(analysis->compile, kernels, count);
}

static bool
is_launched(const struct kernel *kernel)
{
	for (size_t i = 0; i < kernel->launch_count; i++)
		if (kernel->launches[i].origin != LAUNCH_ASSUMED)
			return true;
	return false;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp((*(const struct kernel *const *)a)->link_name, (*(const struct kernel *const *)b)->link_name);
}

static bool
is_among(const struct compile_kernel *asked, const struct kernel *const *launched, size_t count)
{
	const struct kernel wanted = {.link_name = asked->name.link_name}, *const key = &wanted;
	const struct kernel *const *found = bsearch(&key, launched, count, sizeof(const struct kernel *), by_name);
	while (found && found > launched && by_name(&found[-1], &key) == 0)
		found--;
	for (; found && found < launched + count && by_name(found, &key) == 0; found++)
		if (compile_kernel_is(asked, (*found)->link_name, (*found)->place.file, (*found)->place.line))
			return true;
	return false;
}

void
compiling_launched(struct analysis *analysis)
{
	const struct facts *facts = &analysis->facts;
	const size_t count = analysis->compile ? collect_kernels(analysis, NULL) : 0;
	struct compile_kernel *asked = memory_zeroed(count + 1, sizeof *asked);
	const struct kernel **launched = memory_zeroed(facts->kernel_count + 1, sizeof(const struct kernel *));
	bool *are_launched = arena_new_array(&analysis->facts.arena, bool, count + 1);
	size_t launched_count = 0;
	collect_kernels(analysis, count ? asked : NULL);
	for (size_t i = 0; i < facts->kernel_count; i++)
		if (is_launched(&facts->kernels[i]))
			launched[launched_count++] = &facts->kernels[i];
	qsort(launched, launched_count, sizeof(const struct kernel *), by_name);
	for (size_t i = 0; i < count; i++)
		are_launched[i] = is_among(&asked[i], launched, launched_count);
	if (analysis->compile)
		compile_launched(analysis->compile, are_launched);
	free(launched);
	free(asked);
}

/* ---- answer ------------------------------------------------------------------------------------------------------ */

int
compiling_registers(void *context, const struct ir_func *kernel)
{
	const struct analysis *analysis = context;
	if (!analysis->compile || !compiling_wants(kernel))
		return -1;
	const struct compile_kernel asked = compiling_kernel_of(kernel->unit, kernel);
	const struct compiled_kernel *compiled =
		compilation_find(compile_answer(analysis->compile), asked.name.link_name, asked.file, asked.line);
	return compiled && compiled->function ? compiled->registers : -1;
}

void
compiling_end(struct analysis *analysis, const struct source_reader *sources)
{
	if (!analysis->compile) {
		compiled_leave(&analysis->facts);
		return;
	}
	const struct compiled_program program = {analysis->units, analysis->unit_count, *sources};
	compiled_take(&analysis->facts, &program, compile_answer(analysis->compile), analysis->gpu);
	register_trials_make(analysis);
}
