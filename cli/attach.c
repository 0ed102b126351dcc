#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "cli/analysis.h"
#include "cli/commands.h"
#include "cli/measured.h"
#include "cli/message.h"
#include "cli/paths.h"
#include "runtime_check/attach.h"
#include "runtime_check/attach_run.h"

/* The words after -- are the program: the files' compiler flags are in --flags, and their main gets the program's
 * arguments. */
static struct options
options_of_files(const struct options *options)
{
	struct options own = *options;
	own.flags = options->compiler_flags;
	if (!own.argv.count && options->flags.count > 1)
		own.argv = (struct words){.items = options->flags.items + 1, .count = options->flags.count - 1};
	return own;
}

/* Without files, the only known facts are those of the GPU. */
static void
name_gpu(struct facts *facts, const json_t *events)
{
	size_t i;
	const json_t *event;
	facts->gpu = facts->sm = "";
	json_array_foreach ((json_t *)(uintptr_t)events, i, event) {
		const char *device = json_string_value(json_object_get(event, "device"));
		const char *sm = json_string_value(json_object_get(event, "sm"));
		if (device && sm) {
			facts->gpu = arena_strdup(&facts->arena, device);
			facts->sm = arena_strdup(&facts->arena, sm);
			return;
		}
	}
}

static void
report(struct analysis *analysis, const struct options *options, const json_t *events, bool has_files)
{
	if (has_files) {
		analysis_evaluate(analysis, options);
		analysis_judge(analysis, options);
	} else {
		name_gpu(&analysis->facts, events);
	}
	attach_merge(&analysis->facts, events, options->measured_launches);
	const struct measurement *measurement = analysis->facts.measurement;
	analysis_report(analysis, options, options->format, measured_write, stderr);
	if (*measurement->reason && strcmp(options->format->name, "text") != 0)
		message("%s: %s", measurement->device ? "not everything was measured" : "nothing was measured",
		        measurement->reason);
}

/* Ends like the program did, so that a parent process sees the program's status. */
static enum exit_code
end_as(int status)
{
	if (WIFSIGNALED(status)) {
		const struct rlimit none = {0, 0};
		setrlimit(RLIMIT_CORE, &none); /* the program has written its own core file */
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
		/* if the signal is blocked: the status as shells report it */
		return (enum exit_code)(128 + WTERMSIG(status));
	}
	return (enum exit_code)WEXITSTATUS(status);
}

static enum exit_code
run_and_report(struct analysis *analysis, const struct options *options, const char *const *arguments, bool has_files)
{
	const struct attach_program program = {arguments, options->kernel, options->measured_launches,
	                                       options->time_limit};
	json_t *events;
	const char *error;
	int status;
	if (getenv("CUDA_INJECTION64_PATH"))
		message("CUDA_INJECTION64_PATH is set: the program runs with gpulint's library instead of that one");
	if (!attach_run(&program, &analysis->facts.arena, &status, &events, &error)) {
		message("%s", error);
		return (enum exit_code)status;
	}
	report(analysis, options, events, has_files);
	json_decref(events);
	analysis_free(analysis);
	return end_as(status);
}

enum exit_code
attach_command(const struct options *options, const char *const *operands, size_t count)
{
	const struct options own = options_of_files(options);
	struct analysis analysis = {0};
	struct words arguments = {0};
	struct arena arena = {0};
	enum exit_code code = EXIT_UNABLE;
	for (size_t i = 0; i < options->flags.count; i++)
		words_add(&arguments, &arena, options->flags.items[i]);
	words_add(&arguments, &arena, NULL);
	if (arguments.count == 1)
		message("attach: no program given: gpulint attach [FILE...] -- PROGRAM");
	else if (!paths_spare_program(&arena, "--output", own.output, arguments.items[0]))
		code = EXIT_UNABLE;
	else if (count ? analysis_parse(&analysis, &own, operands, count) : paths_can_write(&arena, own.output))
		code = run_and_report(&analysis, &own, arguments.items, count > 0);
	analysis_free(&analysis);
	arena_free(&arena);
	return code;
}
