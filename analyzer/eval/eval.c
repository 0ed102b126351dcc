/* The order of evaluation: main, then launching functions that main did not reach, then kernels without a launch. */
#include "eval/eval.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "eval/builtin/builtin.h"
#include "eval/bytecode/bytecode.h"
#include "eval/host/host_record.h"
#include "eval/host/launch_count.h"
#include "eval/launch/assume.h"
#include "eval/launch/launch_option.h"
#include "eval/launch/refusal.h"
#include "eval/launch/run_launch.h"
#include "eval/launch/unrun_launch.h"
#include "eval/reach.h"
#include "eval/state/arguments.h"
#include "eval/state/assumed_numbers.h"
#include "eval/state/entries.h"
#include "eval/state/evaluate.h"
#include "eval/state/object.h"
#include "eval/state/program.h"
#include "eval/state/wanted_arguments.h"
#include "eval/undefined.h"

/* Budgets of a program, in steps (docs/predictions/limits.md): as large as the time of a lint allows. */
enum {
	HOST_STEPS = 300000,          /* all host code */
	HOST_FULL_LOOP_STEPS = 6000,  /* host loops of at most so many steps run in full */
	FIRST_LAUNCH_STEPS = 1500000, /* additional, for main if it has made no launch when HOST_STEPS are used up */
	/* all functions that launch and that main does not reach, run with assumed numbers */
	ENTRY_STEPS = 6000000,
	ENTRY_SHARE = 8,            /* each gets at most HOST_STEPS and at most this share of the rest */
	LEAST_ENTRY_STEPS = 8000,   /* but at least so many */
	LAUNCHING_STEPS = 100000,   /* longer loops that make launches, in addition to HOST_STEPS */
	DEVICE_STEPS = 160000,      /* all launches of the program's own kernels */
	LONG_BLOCK_STEPS = 4000000, /* first blocks, beyond each block's own budget */
	STRAIGHT_STEPS = 2000000,   /* straight-line code after the end of a block's other steps */
	SMALL_GRID_STEPS = 100000,  /* small grids that run in full, beyond a launch's budget */
	EXAMPLE_STEPS = 800000,     /* blocks that run by example */
	DATA_STEPS = 16000000,      /* numbers in memory that are read to find the longest blocks */
	LIBRARY_STEPS = 400000,     /* all launches of the built-in headers' kernels */
};

static void
reset_host(struct machine *m)
{
	machine_begin_host(m);
	m->budget.stopped = false;
	m->omitted.loop = 0;
	m->omitted.stmt = NULL;
	m->budget.limit = m->budget.steps + HOST_STEPS;
}

static void
run_host(struct machine *m, const struct ir_func *func, const struct value *args, size_t count)
{
	struct object *result = NULL;
	if (func->result->kind == IR_TYPE_RECORD)
		result = temporary_object(m, func->result, func->loc);
	const struct made_before before = {m->program->launches_made, host_record_made(m->program)};
	call_function(m, func, args, count, result);
	if (m->budget.stopped)
		launch_count_cut(m->program, before);
	if (m->omitted.loop && !m->program->rehearsing)
		program_report_cut_loop(m->program, m->omitted.loop);
}

static void
run_main(struct machine *m, const struct ir_func *func)
{
	const int64_t argc = (int64_t)m->program->options->argc + 1;
	const struct value args[3] = {value_integer(m, argc), arguments_make(m, func, 0), value_integer(m, 0)};
	run_host(m, func, args, 3);
}

/* A program that tests for another GPU makes no launch. It is run once more, on a GPU of whatever compute capability
 * it tests for. */
static void
run_main_as_for_any_gpu(struct machine *m, const struct ir_func *func)
{
	struct program *program = m->program;
	char text[LONGEST_ASSUMPTION];
	const struct gpu *gpu = program->options->gpu;
	snprintf(text, sizeof text, "the program accepts a GPU of compute capability %u.%u", gpu->major, gpu->minor);
	reset_host(m);
	program->any_capability = true;
	program->assumption = text;
	run_main(m, func);
	program->assumption = NULL;
	program->any_capability = false;
}

/* Main's arguments if the given ones led to no launch: further ones with unknown content. */
static void
assume_arguments(struct machine *m, const struct ir_func *func, struct value *args, char *text, size_t size)
{
	if (!wanted_arguments_of(&m->program->facts->arena, func).reads_any) {
		snprintf(text, size, "main reaches the launch, which its evaluation did not");
		return;
	}
	if (func->param_count > 1)
		args[1] = arguments_make(m, func, ASSUMED_ARGUMENTS);
	if (func->param_count > 0)
		args[0] = value_integer(m, (int64_t)m->program->options->argc + 1 + ASSUMED_ARGUMENTS);
	m->program->misses_arguments = true;
	snprintf(text, size, "main gets enough arguments: the given ones reach no launch (see --argv)");
}

static uint64_t
entry_steps(const struct program *program)
{
	const uint64_t share = program->entry_steps_left / ENTRY_SHARE;
	return share > HOST_STEPS ? HOST_STEPS : share > LEAST_ENTRY_STEPS ? share : LEAST_ENTRY_STEPS;
}

/* Runs a function that no evaluated code calls, with assumed values for unbound parameters. */
static void
run_with_assumptions(struct machine *m, const struct ir_func *func, int64_t largest)
{
	const struct arena_mark mark = arena_mark(&m->scratch);
	struct value *args = arena_alloc(&m->scratch, (func->param_count + 1) * sizeof *args);
	char text[LONGEST_ASSUMPTION] = "";
	struct frame outside = {.func = func};
	reset_host(m);
	const uint64_t before = m->budget.steps;
	m->budget.limit = before + entry_steps(m->program);
	m->frame = &outside;
	for (uint32_t i = 0; i < func->param_count; i++)
		args[i] = assume_parameter(m, func->params[i], largest, text, sizeof text - ROOM_FOR_WHY);
	m->frame = NULL;
	if (func == arguments_find_main(m->program))
		assume_arguments(m, func, args, text, sizeof text);
	else if (*text)
		snprintf(text + strlen(text), sizeof text - strlen(text), ": no call in these files binds it");
	else
		snprintf(text, sizeof text, "'%.100s' is called, though no evaluated code calls it", func->name);
	m->program->assumption = text;
	generators_forget(&m->program->generators);
	m->program->assumption_fails = false;
	run_host(m, func, args, func->param_count);
	const uint64_t taken = m->budget.steps - before;
	m->program->entry_steps_left -= taken < m->program->entry_steps_left ? taken : m->program->entry_steps_left;
	m->program->assumption = NULL;
	temporary_release(m, 0);
	arena_release(&m->scratch, mark);
}

/* Whether an older object has been stored to: then it may point to newer allocations. */
static bool
has_stored_to_older(const struct machine *m, uint32_t clock)
{
	for (const struct object *o = m->memory->newest_stored; o && o->stamp > clock; o = o->stored_before)
		if (o->born <= clock)
			return true;
	return false;
}

/* Drops the contents of host allocations made since then, unless a later run may find them. */
static void
empty_heap_since(struct machine *m, uint32_t clock)
{
	if (has_stored_to_older(m, clock))
		return;
	for (size_t i = 1; i < m->memory->count; i++) {
		struct object *object = m->memory->objects[i];
		if (object && object->kind == OBJECT_HOST && !object->is_private && !object->var &&
		    object->born > clock)
			memory_forget(m->memory, object, 0);
	}
}

/* The program's assertions show which numbers it is made for, and so do its types: in a working program, the product
 * of two counts does not overflow. Smaller numbers are tried until no check fails. */
static void
run_assumed(struct machine *m, const struct ir_func *func)
{
	static const int64_t largest_assumed[] = {INT64_MAX, 32768, 1024, 256, 128, 32};
	struct program *program = m->program;
	size_t choice = 0;
	const uint32_t begun = m->clock;
	program->rehearsing = true;
	for (size_t i = 0; i < sizeof largest_assumed / sizeof *largest_assumed; i++) {
		run_with_assumptions(m, func, largest_assumed[i]);
		if (program->assumption_fails)
			continue;
		choice = i;
		break;
	}
	program->rehearsing = false;
	empty_heap_since(m, begun);
	run_with_assumptions(m, func, largest_assumed[choice]);
}

/* Runs functions that launch and that main did not reach, or their callers. */
static void
run_entries(struct program *program, struct machine *m)
{
	struct entries entries;
	entries_find(&entries, program);
	for (size_t i = 0; i < entries.count; i++) {
		const struct entry *entry = &entries.items[i];
		if (!pointer_set_has(entry->target->launches ? &program->launchers : &program->launched_through,
		                     entry->target))
			run_assumed(m, entry->func);
	}
	entries_free(&entries);
}

/* Takes the shape from a launch in the source. Numbers that CUDA refuses were misread, or are the reason why no run
 * reaches the launch. */
static void
take_shape(struct launch_request *request, const struct unrun_launch *text)
{
	request->unit = text->unit;
	request->loc = text->expr->loc;
	request->grid_known = text->grid_known && refusal_spares_grid(text->grid);
	request->block_known = text->block_known && refusal_spares_block(text->block);
	request->shared_open = !text->dynamic_shared.known;
	request->dynamic_shared = text->dynamic_shared.known ? text->dynamic_shared.number : 0;
	for (int d = 0; d < 3; d++) {
		request->grid[d] = text->grid[d];
		request->block[d] = text->block[d];
	}
}

/* Appends the reason of the assumption to the assumed numbers, if any. */
static void
report_assumption(char *numbers, size_t size, const struct unrun_launches *texts, const struct unrun_launch *text)
{
	const size_t used = strlen(numbers);
	if (text && text->loop_line)
		snprintf(numbers + used, size - used,
		         "%sno evaluated iteration of the loop at line %u reaches the launch at line %u",
		         used ? ": " : "the launch: ", (unsigned)text->loop_line, (unsigned)text->expr->loc.line);
	else if (text)
		snprintf(numbers + used, size - used, "%sno evaluated code reaches the launch at line %u",
		         used ? ": " : "the launch: ", (unsigned)text->expr->loc.line);
	else
		snprintf(numbers + used, size - used, "%s",
		         used                  ? ": no launch binds it"
		         : texts->rejects_some ? "the launch: these files have none that the compiler accepts"
		                               : "the launch: these files do not make one");
}

/* Launches a kernel that no run launched, like a launch in the source if there is one. */
static void
launch_assumed(struct machine *m, const struct ir_func *kernel, const struct unrun_launches *texts)
{
	const struct unrun_launch *text = unrun_launch_of(texts, kernel);
	const struct arena_mark mark = arena_mark(&m->scratch);
	struct value *args = arena_alloc(&m->scratch, (kernel->param_count + 1) * sizeof *args);
	char numbers[LONGEST_ASSUMPTION] = "";
	struct frame outside = {.func = kernel};
	struct launch_request request = {
		.kernel = kernel,
		.origin = LAUNCH_ASSUMED,
		.arg_count = kernel->param_count,
		.unit = kernel->unit,
		.loc = kernel->loc,
		.shared_open = true,
	};
	if (text)
		take_shape(&request, text);
	m->frame = &outside;
	for (uint32_t i = 0; i < kernel->param_count; i++) {
		const bool known = text && i < text->expr->arg_count && text->arguments[i].known &&
		                   kernel->params[i]->type->kind == IR_TYPE_INT;
		if (!known && kernel->params[i]->type->kind == IR_TYPE_INT &&
		    !assume_names_extent(kernel->params[i]->name))
			request.arbitrary |= argument_bit(i);
		args[i] = known ? value_integer(m, text->arguments[i].number)
		                : assume_parameter(m, kernel->params[i], INT64_MAX, numbers,
		                                   sizeof numbers - ROOM_FOR_WHY);
	}
	m->frame = NULL;
	request.is_never_made = m->program->main_launches && !(text && text->loop_line) && !texts->rejects_some;
	report_assumption(numbers, sizeof numbers, texts, text);
	m->program->assumption = *numbers ? numbers : NULL;
	request.args = args;
	run_launch(m, &request);
	m->program->assumption = NULL;
	temporary_release(m, 0);
	arena_release(&m->scratch, mark);
}

/* Launches the kernels that still have no launch. */
static void
launch_rest(struct program *program, struct machine *m)
{
	struct unrun_launches texts;
	unrun_launches_find(&texts, program);
	/* Kernels that launch others come first. */
	for (size_t i = 0; i < 2 * program->func_count; i++) {
		const size_t number = i % program->func_count;
		const struct ir_func *func = program->funcs[number];
		if (!func->is_kernel || func->is_library || program_has_launched(program, number) ||
		    (i < program->func_count && !func->launches))
			continue;
		reset_host(m);
		launch_assumed(m, func, &texts);
	}
	unrun_launches_free(&texts);
}

/* Runs the initialisers of the files' variables. */
static void
run_starts(struct program *program, struct machine *m)
{
	for (size_t u = 0; u < program->unit_count; u++) {
		if (!program->units[u]->start)
			continue;
		reset_host(m);
		run_host(m, program->units[u]->start, NULL, 0);
	}
}

static void
run_program(struct program *program, struct machine *m, struct eval_launch_error *launch_errors)
{
	const struct ir_func *main_func = arguments_find_main(program);
	run_starts(program, m);
	for (size_t i = 0; i < program->options->launch_count; i++) {
		reset_host(m);
		launch_errors[i] = launch_from_text(m, program->options->launches[i]);
	}
	if (main_func) {
		reset_host(m);
		const uint64_t launches_before = program->launches_made;
		program->first_launch_steps_left = FIRST_LAUNCH_STEPS;
		run_main(m, main_func);
		if (program->launches_made == launches_before && program->asked_capability)
			run_main_as_for_any_gpu(m, main_func);
		program->main_launches = program->launches_made > launches_before;
		program->first_launch_steps_left = 0;
		builtin_run_exit_calls(m);
		undefined_report_calls(program, main_func);
	}
	undefined_report_kernels(program);
	run_entries(program, m);
	launch_rest(program, m);
}

static void
report_files(struct facts *facts, struct ir_unit *const *units, size_t count)
{
	facts->files = arena_array(&facts->arena, count + 1, sizeof *facts->files);
	facts->file_count = count;
	for (size_t u = 0; u < count; u++) {
		const struct ir_unit *unit = units[u];
		struct source_file *file = &facts->files[u];
		file->path = arena_strdup(&facts->arena, unit->path);
		file->status = unit->failed ? FILE_FAILED : unit->problem_count ? FILE_PARTIAL : FILE_OK;
		file->problem_count = unit->problem_count;
		file->problems = arena_array(&facts->arena, unit->problem_count + 1, sizeof *file->problems);
		for (size_t i = 0; i < unit->problem_count; i++) {
			const struct ir_problem *p = &unit->problems[i];
			file->problems[i] = (struct file_problem){
				.place = {.file = p->loc.line ? arena_strdup(&facts->arena, unit->files[p->loc.file])
			                                      : file->path,
			                  .line = p->loc.line,
			                  .column = p->loc.column},
				.severity = p->is_left_out ? SEVERITY_WARNING : SEVERITY_ERROR,
				.message = arena_strdup(&facts->arena, p->message),
				.is_missing_header = p->is_missing_header,
			};
		}
	}
}

static int
by_place(const void *a, const void *b)
{
	const struct kernel_entry *x = a, *y = b;
	const int files = strcmp(x->facts.place.file, y->facts.place.file);
	if (files)
		return files;
	return x->facts.place.line < y->facts.place.line ? -1 : x->facts.place.line > y->facts.place.line;
}

/* Launches given by the user replace the program's own launches of the kernel, which were run only for their effects
 * on memory. */
static void
keep_said_launches(struct kernel *k)
{
	size_t said = 0;
	for (size_t i = 0; i < k->launch_count; i++)
		if (k->launches[i].origin == LAUNCH_OPTION)
			k->launches[said++] = k->launches[i];
	if (!said)
		return;
	k->launch_count = said;
	k->launches_left_out = 0;
	k->left_out_count = 0;
}

static void
report_kernels(struct program *program)
{
	struct facts *facts = program->facts;
	facts->kernels = arena_array(&facts->arena, program->kernel_count + 1, sizeof *facts->kernels);
	if (program->kernel_count)
		qsort(program->kernels, program->kernel_count, sizeof *program->kernels, by_place);
	for (size_t i = 0; i < program->kernel_count; i++) {
		struct kernel *k = &facts->kernels[facts->kernel_count++];
		*k = program->kernels[i].facts;
		reach_report(program->kernels[i].reach, program, program->kernels[i].func, k);
		k->launches =
			arena_copy(&facts->arena, k->launches, k->launch_count, k->launch_count, sizeof *k->launches);
		k->refused =
			arena_copy(&facts->arena, k->refused, k->refused_count, k->refused_count, sizeof *k->refused);
		k->left_out = arena_copy(&facts->arena, k->left_out, k->left_out_count, k->left_out_count,
		                         sizeof *k->left_out);
		keep_said_launches(k);
		k->resources.occupancy = k->launch_count ? k->launches[0].occupancy.warps : (double)NAN;
		k->resources.limiter = k->launch_count ? k->launches[0].occupancy.limiter : LIMITED_BY_UNKNOWN;
		k->resources.source = "source";
	}
}

static void
begin(struct program *program, struct machine *host, struct facts *facts, struct ir_unit *const *units,
      size_t unit_count, const struct eval_options *options)
{
	program_init(program, facts, units, unit_count, options);
	machine_init(host, program, 1, false);
	host->budget.full_loop_steps = HOST_FULL_LOOP_STEPS;
	program->host = host;
	program->host_record = host_record_new();
	program->bytecode = options->walks_host_loops ? NULL : bytecode_new();
	program->launching_steps_left = LAUNCHING_STEPS;
}

static void
end(struct program *program)
{
	host_record_free(program->host_record);
	bytecode_free(program->bytecode);
	machine_free(program->host);
	program_free(program);
}

/* Whether main reaches a launch with these arguments, if all else is as in `like`. Nothing is launched. */
static bool
comes_to_launch(const struct program *like, const char *const *arguments, size_t count)
{
	struct eval_options options = *like->options;
	struct facts facts = {0};
	struct program program;
	struct machine host;
	options.argv = arguments;
	options.trace = NULL;
	options.argc = count;
	begin(&program, &host, &facts, like->units, like->unit_count, &options);
	program.rehearsing = program.any_capability = true;
	run_starts(&program, &host);
	reset_host(&host);
	run_main(&host, arguments_find_main(&program));
	const bool comes = program.comes_to_launch;
	end(&program);
	facts_free(&facts);
	return comes;
}

/* Evaluates the program. environment_open: nothing is assumed about the environment. Returns the first assumption
 * about it; NULL: none. */
static const char *
evaluate(struct facts *facts, struct ir_unit *const *units, size_t unit_count, const struct eval_options *options,
         struct eval_launch_error *launch_errors, bool environment_open)
{
	struct program program;
	struct machine host;
	begin(&program, &host, facts, units, unit_count, options);
	program.environment.open = environment_open;
	program.entry_steps_left = ENTRY_STEPS;
	program.data_steps_left = DATA_STEPS;
	program.steps_left = DEVICE_STEPS;
	program.builtin_steps_left = LIBRARY_STEPS;
	program.long_block_steps_left = LONG_BLOCK_STEPS;
	program.straight_steps_left = STRAIGHT_STEPS;
	program.small_grid_steps_left = SMALL_GRID_STEPS;
	program.example_steps_left = EXAMPLE_STEPS;
	run_program(&program, &host, launch_errors);
	report_files(facts, units, unit_count);
	report_kernels(&program);
	host_record_report(&program);
	if (!environment_open)
		arguments_report_missing(&program, comes_to_launch);
	const char *taken = program.environment.taken_count ? program.environment.taken[0] : NULL;
	end(&program);
	return taken;
}

/* Evaluates the program again without any assumption about its environment, and compares. */
static void
compare_with_open_environment(struct facts *facts, const char *taken, struct ir_unit *const *units, size_t unit_count,
                              const struct eval_options *options)
{
	struct eval_options quietly = *options;
	struct facts open = {.arena = facts->arena};
	struct eval_launch_error *errors =
		arena_new_array(&open.arena, struct eval_launch_error, options->launch_count);
	quietly.events = NULL;
	quietly.trace = NULL;
	quietly.collects_contents = false;
	evaluate(&open, units, unit_count, &quietly, errors, true);
	facts->arena = open.arena;
	environment_compare(facts, &open, taken);
}

void
eval_program(struct facts *facts, struct ir_unit *const *units, size_t unit_count, const struct eval_options *options,
             struct eval_launch_error *launch_errors)
{
	const char *taken = evaluate(facts, units, unit_count, options, launch_errors, false);
	if (taken)
		compare_with_open_environment(facts, taken, units, unit_count, options);
}
