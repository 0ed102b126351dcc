#include <stdlib.h>
#include <string.h>

#include "cli/analysis.h"
#include "cli/commands.h"
#include "cli/measured.h"
#include "cli/message.h"
#include "runtime_check/verify.h"
#include "support/memory.h"

/* ---- the command --------------------------------------------------------------------------------------------------- */

/* Each file's text and flags, for the worker. */
static void
collect_sources(struct verify_source *sources, struct analysis *analysis, struct arena *arena)
{
	for (size_t i = 0; i < analysis->given_count; i++) {
		const char *path = analysis->units[i].path;
		const struct source *source = sources_open(&analysis->sources, path);
		const struct file_flags flags = analysis_flags(analysis, arena, path);
		sources[i] = (struct verify_source){
			.path = path,
			.text = source->text ? source->text : "",
			.length = source->length,
			.flags = flags.items,
			.flag_count = flags.count,
			.directory = flags.directory,
			.directory_flags = flags.of_directory,
		};
	}
}

/* NAME=FILE of --input; false, after a message, when it is not understood. */
static bool
read_input(struct verify_input *input, const char *text, struct arena *arena)
{
	const char *error, *equals = strchr(text, '=');
	if (!equals || equals == text) {
		message("--input: '%s' is not NAME=FILE", text);
		return false;
	}
	input->name = arena_strndup(arena, text, (size_t)(equals - text));
	if (npy_read(&input->array, equals + 1, arena, &error))
		return true;
	message("%s: %s", equals + 1, error);
	return false;
}

static bool
read_inputs(struct verify_options *verify, const struct options *options, struct arena *arena)
{
	verify->inputs = arena_new_array(arena, struct verify_input, options->inputs.count);
	for (size_t i = 0; i < options->inputs.count; i++)
		if (!read_input(&verify->inputs[verify->input_count++], options->inputs.items[i], arena))
			return false;
	return true;
}

/* A name that nothing has is misspelt. */
static void
check_inputs(struct analysis *analysis, const struct verify_options *verify)
{
	for (size_t i = 0; i < verify->input_count; i++)
		if (!verify->inputs[i].used)
			analysis_add_undone(analysis, "--input %s: no launch has a buffer of that name", verify->inputs[i].name);
}

static bool
measure(struct analysis *analysis, struct verify_options *verify)
{
	struct arena arena = {0};
	struct verify_source *sources = memory_zeroed(analysis->given_count, sizeof *sources);
	collect_sources(sources, analysis, &arena);
	const bool measured = verify_program(&analysis->facts, sources, analysis->given_count, verify);
	if (!measured)
		analysis_add_undone(analysis, "%s", analysis->facts.measurement->reason);
	check_inputs(analysis, verify);
	free(sources);
	arena_free(&arena);
	return measured;
}

enum exit_code
verify_command(const struct options *options, const char *const *operands, size_t count)
{
	struct analysis analysis = {.wants_contents = true};
	struct arena arena = {0};
	struct verify_options verify = {.runner = options->runner, .seconds = options->time_limit};
	enum exit_code code = EXIT_UNABLE;
	if (read_inputs(&verify, options, &arena) && analysis_parse(&analysis, options, operands, count)) {
		analysis_evaluate(&analysis, options);
		analysis_judge(&analysis, options);
		const bool measured = measure(&analysis, &verify);
		const bool reported = analysis_report(&analysis, options, options->format, stdout) &&
		                      (!measured || measured_append(&analysis, options, stdout));
		const struct measurement *measurement = analysis.facts.measurement;
		/* Without a GPU what was asked for was not done, although the report says what the compiler knows. */
		if (measured && reported && measurement->device)
			code = analysis_verdict(&analysis, options);
		else if (measured && !measurement->device && strcmp(options->format->name, "text") != 0)
			message("nothing ran on a GPU: %s", measurement->reason);
	}
	analysis_free(&analysis);
	arena_free(&arena);
	return code;
}
