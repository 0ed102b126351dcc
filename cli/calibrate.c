/* gpulint calibrate: measures the reference kernels on a GPU, saves the curves for later lints, and draws them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/message.h"
#include "cli/paths.h"
#include "cli/progress.h"
#include "cli/report/path.h"
#include "codegen/worker/result.h"
#include "codegen/worker/worker.h"
#include "kernels/calibrate/fit.h"
#include "kernels/calibrate/job.h"
#include "kernels/calibrate/print.h"
#include "kernels/plot/page.h"
#include "kernels/profile.h"
#include "kernels/rates.h"
#include "model/gpu.h"
#include "runtime_check/devices.h"
#include "support/cache_folder.h"

/* The result of one round; NULL: none, and *error says why. */
static json_t *
run_round(struct experiments *experiments, const struct options *options, struct progress *progress, const char **error)
{
	const struct runner runner = {options->runner,
	                              {.see = progress_see,
	                               .wait = progress_wait,
	                               .patience = PROGRESS_PATIENCE,
	                               .hear = progress_hear,
	                               .context = progress}};
	json_t *job = job_build(experiments, progress->round, options->time_limit, error);
	if (!job)
		return NULL;
	if (options->devices.count)
		json_object_set_new(job, "device", json_integer(options->devices.numbers[0]));
	progress_round(progress, worker_signs(job));
	json_t *result = worker_run(&runner, job, &experiments->arena, error);
	json_decref(job);
	if (!result || result_is_ok(result))
		return result;
	*error = arena_strdup(&experiments->arena, result_text(result, "reason"));
	if (options->devices.count && result_status(result, "status") == RESULT_NO_DEVICE)
		*error = devices_unusable(options->devices.numbers[0], *error, &experiments->arena);
	json_decref(result);
	return NULL;
}

/* The results of all rounds; NULL after a message. */
static json_t *
run_rounds(struct experiments *experiments, const struct options *options)
{
	json_t *results = json_array(), *result = results;
	const char *error = "out of memory";
	struct progress progress = progress_begin(options);
	for (unsigned round = 0; round < options->rounds && result; round++)
		if ((result = run_round(experiments, options, &progress, &error)))
			json_array_append_new(results, result);
	progress_end(&progress);
	if (result)
		return results;
	message("%s", error);
	json_decref(results);
	return NULL;
}

/* NULL after a message. */
static json_t *
fit_runs(struct experiments *experiments, json_t *results)
{
	char date[sizeof "2000-01-01"];
	const time_t now = time(NULL);
	struct tm day;
	strftime(date, sizeof date, "%Y-%m-%d", gmtime_r(&now, &day));
	const char *omitted;
	json_t *profile = fit_profile(experiments, results, date, &omitted);
	for (; omitted && *omitted; omitted += strcspn(omitted, "\n"), omitted += *omitted != '\0')
		message("%.*s", (int)strcspn(omitted, "\n"), omitted);
	return profile;
}

/* The path at which a lint for the measured GPU looks for its profile; NULL after a message. A GPU without a data sheet
 * has its profile under its own name, for all lints for its architecture. */
static const char *
place_of(json_t *profile, struct arena *arena)
{
	const char *name = json_string_value(json_object_get(json_object_get(profile, "device"), "name"));
	const struct gpu *gpu = name ? gpu_find(name) : NULL;
	const char *path = name && *name ? profile_path(arena, gpu ? gpu->name : name) : NULL;
	if (!path)
		message(name && *name ? "there is no home folder for the profile: choose a file with --output"
		                      : "the measured GPU has no name: choose a file for its profile with --output");
	return path;
}

/* Writes the file with `print`. */
static bool
write_file(json_t *profile, const char *path, bool (*print)(json_t *profile, FILE *file))
{
	struct file_writing writing = file_begin(path);
	if (!writing.file)
		return false;
	const bool written = file_finish(&writing, print(profile, writing.file));
	if (written)
		message("wrote %s", path);
	return written;
}

static bool
predicts_times(json_t *profile)
{
	struct rates rates;
	struct profile *read = profile_of_json(profile);
	const bool whole = rates_of_profile(read, &rates);
	profile_free(read);
	return whole;
}

static bool
keep_profile(json_t *profile, const struct options *options, struct arena *arena)
{
	const char *path = options->output ? options->output : place_of(profile, arena);
	if (path && !options->output)
		folders_make_above(path);
	if (path && !options->output && !predicts_times(profile))
		message("times cannot be predicted from this profile: it lacks curves, or has values that no GPU can "
		        "have");
	return path && write_file(profile, path, print_json);
}

static bool
plot_profile(json_t *profile, const struct options *options)
{
	return !options->plot || write_file(profile, options->plot, page_write);
}

static bool
select_effects(struct experiments *experiments, const struct options *options, const char *const *names, size_t count)
{
	const char *unknown = count ? experiments_select(experiments, names, count) : NULL;
	if (unknown)
		message("unknown effect '%s'; docs/measuring lists the effects", unknown);
	else if (count && !options->output)
		message("a lint needs all effects: choose a file for these curves with --output");
	else
		return true;
	return false;
}

static enum exit_code
measure(const struct options *options, const char *const *operands, size_t count)
{
	struct experiments experiments;
	const char *error;
	enum exit_code code = EXIT_UNABLE;
	if (!experiments_load(&experiments, embedded_experiments, &error)) {
		message("%s", error);
	} else if (select_effects(&experiments, options, operands, count) &&
	           paths_can_write(&experiments.arena, options->output) &&
	           paths_can_write(&experiments.arena, options->plot)) {
		json_t *results = run_rounds(&experiments, options);
		json_t *profile = results ? fit_runs(&experiments, results) : NULL;
		if (profile && keep_profile(profile, options, &experiments.arena) && plot_profile(profile, options))
			code = EXIT_CLEAN;
		json_decref(profile);
		json_decref(results);
	}
	experiments_free(&experiments);
	return code;
}

/* What is wrong with the profile in the file; NULL: nothing. The caller frees it. */
static char *
profile_problem(const char *path)
{
	char *error = NULL;
	profile_free(profile_read(path, &error));
	return error;
}

/* Draws an existing profile. */
static enum exit_code
plot_only(const struct options *options)
{
	char *problem = profile_problem(options->profile);
	if (problem) {
		message("%s", problem);
		free(problem);
		return EXIT_UNABLE;
	}
	json_t *profile = json_load_file(options->profile, 0, NULL);
	const bool plotted = profile && plot_profile(profile, options);
	json_decref(profile);
	return plotted ? EXIT_CLEAN : EXIT_UNABLE;
}

enum exit_code
calibrate_command(const struct options *options, const char *const *operands, size_t count)
{
	const char *const profile = options->profile ? options->profile : options->output;
	if (options->profile && (!options->plot || options->output || count))
		message("--profile needs --plot: nothing is measured with it");
	else if (options->devices.all || options->devices.count > 1)
		message("--devices: a profile is for one GPU");
	else if (profile && options->plot && path_is_same_file(profile, options->plot))
		message("--plot: '%s' is the profile's file", options->plot);
	else
		return options->profile ? plot_only(options) : measure(options, operands, count);
	return EXIT_UNABLE;
}
