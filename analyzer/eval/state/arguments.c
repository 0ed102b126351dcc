#include "eval/state/arguments.h"

#include <string.h>

#include "eval/state/object.h"
#include "eval/state/program.h"
#include "eval/state/wanted_arguments.h"

/* Entries after argv[argc]: programs may read arguments that they were not given. */
enum { ROOM_BEHIND = 64 };

const struct ir_func *
arguments_find_main(const struct program *program)
{
	for (size_t i = 0; i < program->func_count; i++)
		if (!strcmp(program->funcs[i]->name, "main") && !program->funcs[i]->is_method &&
		    !program->funcs[i]->is_kernel)
			return program->funcs[i];
	return NULL;
}

static int64_t
known_text(struct machine *m, const char *text)
{
	const size_t size = strlen(text) + 1;
	struct object *object = memory_new(m->memory, OBJECT_HOST, size, "argv");
	for (size_t i = 0; i < size; i++)
		memory_write(m->memory, object, (int64_t)i, 1, (uint8_t)text[i]);
	return object_base(object);
}

static int64_t
missing_text(struct machine *m, const struct ir_func *main_func)
{
	struct object *object = memory_new(m->memory, OBJECT_HOST, 0, "argv");
	object->reason = m->program->missing_argument = symbols_reason(
		m->symbols, REASON_RANDOM, main_func->unit, main_func->loc, "the program's arguments (see --argv)");
	return object_base(object);
}

struct value
arguments_make(struct machine *m, const struct ir_func *main_func, size_t assumed)
{
	const struct eval_options *options = m->program->options;
	const size_t given = options->argc + 1, end = given + assumed;
	const int64_t missing = missing_text(m, main_func);
	struct object *argv = memory_new(m->memory, OBJECT_HOST, (end + 1 + ROOM_BEHIND) * 8, "argv");
	memory_zero(m->memory, argv);
	for (size_t i = 0; i < end + 1 + ROOM_BEHIND; i++) {
		const int64_t text = i >= given ? missing : known_text(m, i ? options->argv[i - 1] : "program");
		if (i != end)
			memory_write(m->memory, argv, (int64_t)(8 * i), 8, (uint64_t)text);
	}
	return value_address(m, argv, 0);
}

uint32_t
arguments_reason(struct machine *m, const struct value *text)
{
	struct program *program = m->program;
	int64_t number;
	if (m->on_device || !program->missing_argument)
		return 0;
	/* If an environment variable was assumed unset, a null may come from there instead. */
	const bool is_null = !program->environment.asked_environment && value_is_constant(text, &number) && number == 0;
	const struct object *object = memory_object_at(m->memory, value_term(text, 0).offset);
	if (!is_null && (!object || object->reason != program->missing_argument))
		return 0;
	program->misses_arguments = true;
	return program->missing_argument;
}

static bool
is_open(const struct launch *launch)
{
	for (size_t i = 0; i < launch->data.argument_count; i++)
		if (launch->data.arguments[i].is_unknown)
			return true;
	return launch->caveats.assumption_count > 0;
}

static bool
some_launch_is_open(const struct facts *facts)
{
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			if (is_open(&facts->kernels[i].launches[k]))
				return true;
	return false;
}

/* Whether the kernels have launches, all of them assumed: the run from main made none. */
static bool
makes_no_launch(const struct facts *facts)
{
	bool any = false;
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++) {
			any = true;
			if (facts->kernels[i].launches[k].origin != LAUNCH_ASSUMED)
				return false;
		}
	return any;
}

/* A command line with which main reaches a launch, as an --argv option. It keeps the first `kept` given arguments.
 * NULL: none is found. */
static const char *
suggestion(struct program *program, const struct wanted_arguments *wanted, size_t kept,
           arguments_trial *comes_to_launch)
{
	/* 32 comes first because any argument may be an edge of a block, and 32 and 32 x 32 threads both fit.
	 * Smaller numbers are too few for programs of matrices, larger ones too many for lists of cases. */
	static const char *const numbers[] = {"32", "1024", "1", "4"};
	struct arena *arena = &program->facts->arena;
	enum { NUMBERS = sizeof numbers / sizeof *numbers };
	for (size_t i = 0; i < (size_t)2 * NUMBERS; i++) {
		const struct wanted_form form = {numbers[i % NUMBERS], i >= NUMBERS};
		const char *const *arguments = wanted_arguments_fill(arena, wanted, program->options->argv, kept, form);
		if (comes_to_launch(program, arguments, wanted->count))
			return wanted_arguments_text(arena, arguments, wanted->count);
	}
	return NULL;
}

/* The arguments that main reads, for the report, if no tried command line leads to a launch. */
static const char *
untried(struct arena *arena, const struct wanted_arguments *wanted, const char *what)
{
	if (!wanted->count)
		return arena_printf(arena, "give %s with --argv", what);
	const struct wanted_form form = {"NUMBER", true};
	const char *const *arguments = wanted_arguments_fill(arena, wanted, NULL, 0, form);
	return arena_printf(arena, "give %s as %s (untried)", what,
	                    wanted_arguments_text(arena, arguments, wanted->count));
}

/* NULL: nothing depends on a missing argument. */
static const char *
message_of(struct program *program, const struct ir_func *main_func, arguments_trial *comes_to_launch)
{
	struct facts *facts = program->facts;
	const struct eval_options *options = program->options;
	const struct wanted_arguments wanted = wanted_arguments_of(&facts->arena, main_func);
	const bool lacks_some = wanted.count > options->argc, makes_none = wanted.count && makes_no_launch(facts);
	const char *found = NULL;
	if (!wanted.reads_any || (!makes_none && (!program->misses_arguments || !some_launch_is_open(facts))))
		return NULL;
	if (lacks_some)
		found = suggestion(program, &wanted, options->argc, comes_to_launch);
	if (!found && makes_none && options->argc)
		found = suggestion(program, &wanted, 0, comes_to_launch);
	if (!found)
		found = untried(&facts->arena, &wanted, lacks_some || !makes_none ? "them" : "others");
	if (makes_none && !lacks_some)
		return arena_printf(&facts->arena, "main makes no launch with %s: %s%s",
		                    wanted_arguments_text(&facts->arena, options->argv, options->argc),
		                    *found == '-' ? "try " : "", found);
	if (makes_none)
		return arena_printf(&facts->arena, "main reads %u argument%s and makes no launch without %s: %s",
		                    wanted.count, wanted.count == 1 ? "" : "s", wanted.count == 1 ? "it" : "them",
		                    found);
	return arena_printf(&facts->arena, "launches depend on the program's arguments: %s", found);
}

void
arguments_report_missing(struct program *program, arguments_trial *comes_to_launch)
{
	struct facts *facts = program->facts;
	const struct ir_func *main_func = arguments_find_main(program);
	const char *message = main_func ? message_of(program, main_func, comes_to_launch) : NULL;
	facts->needs_arguments = message;
	for (size_t u = 0; message && u < program->unit_count; u++) {
		struct source_file *file = &facts->files[u];
		if (program->units[u] != main_func->unit)
			continue;
		file->problems = arena_copy(&facts->arena, file->problems, file->problem_count, file->problem_count + 1,
		                            sizeof *file->problems);
		file->problems[file->problem_count++] = (struct file_problem){
			.place = {.file = arena_strdup(&facts->arena, main_func->unit->files[main_func->loc.file]),
		                  .line = main_func->loc.line,
		                  .column = main_func->loc.column},
			.severity = SEVERITY_NOTE,
			.message = message,
		};
	}
}
