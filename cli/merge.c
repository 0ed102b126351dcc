/* gpulint merge: the report of jobs that were run elsewhere. The files are read again, for the predictions. */
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/job_files.h"
#include "cli/measuring.h"
#include "cli/message.h"
#include "cli/paths.h"
#include "cli/results.h"
#include "cli/version.h"
#include "codegen/worker/result.h"
#include "runtime_check/job_build.h"
#include "support/allocate.h"

/* Limit for a job, which contains the inputs of --input in base64. */
enum { MOST_BYTES = INT_MAX };

/* ---- the jobs ---------------------------------------------------------------------------------------------------- */

/* The contents of the folder of jobs. */
struct job_folder {
	json_t *origin;   /* the jobs' record of their origin; that of any job describes all of them */
	const char **odd; /* other files in the folder, each with its path */
	size_t odd_count, odd_capacity;
};

static void
add_odd(struct job_folder *folder, struct arena *arena, const char *path, const char *why)
{
	arena_push(arena, folder->odd, folder->odd_count, folder->odd_capacity,
	           arena_printf(arena, "%s %s", path, why));
}

static bool
is_result(const json_t *document)
{
	return json_is_string(json_object_get(document, "status")) &&
	       json_is_array(json_object_get(document, "kernels"));
}

/* The jobs of variants have no origin, and may be in the same folder. */
static bool
is_second_job(const json_t *job)
{
	return json_is_array(json_object_get(job, "races")) && json_is_array(json_object_get(job, "kernels")) &&
	       !is_result(job);
}

/* Except for the number of its part, the origin of all jobs is equal. */
static bool
is_of_one_run(const json_t *a, const json_t *b)
{
	const char *name;
	json_t *value;
	bool same = json_object_size(a) == json_object_size(b);
	json_object_foreach ((json_t *)(uintptr_t)a, name, value)
		same &= strcmp(name, "part") == 0 || json_equal(value, json_object_get(b, name));
	return same;
}

static void
take_job(struct job_folder *folder, const json_t *job, const char *path, struct arena *arena)
{
	json_t *origin = json_object_get(job, "origin");
	if (!json_is_array(json_object_get(origin, "arguments"))) {
		if (!is_second_job(job))
			add_odd(folder, arena, path,
			        is_result(job) ? "is a result, not a job: name the jobs first"
			                       : "is not a job of gpulint job");
	} else if (!folder->origin)
		folder->origin = json_incref(origin);
	else if (!is_of_one_run(folder->origin, origin))
		add_odd(folder, arena, path, "belongs to another run of gpulint job than the jobs before it");
}

/* Reads the job. If it ends with its origin, as those of gpulint job do, only that is parsed: the rest is mostly code
 * and not needed. NULL: it is not JSON. */
static json_t *
read_job(const char *text, size_t length)
{
	static const char before[] = ",\"origin\":", after[] = "}\n";
	const size_t size = sizeof before - 1;
	json_error_t error;
	json_t *origin = NULL;
	size_t at = length < size ? 0 : length - size;
	while (at > 0 && memcmp(text + at, before, size) != 0)
		at--;
	if (at > 0)
		origin = json_loadb(text + at + size, length - at - size, JSON_DISABLE_EOF_CHECK, &error);
	if (origin && !strcmp(text + at + size + error.position, after))
		return json_pack("{s:o}", "origin", origin);
	json_decref(origin);
	return json_loadb(text, length, 0, NULL);
}

/* False after a message: there is no job. */
static bool
read_jobs(struct job_folder *folder, const char *jobs, struct arena *arena)
{
	struct words files = {0};
	const char *error = NULL;
	if (!file_list(&files, jobs, job_file_ending, arena, &error))
		message("%s", error);
	else if (!files.count)
		message("%s has no jobs: no file in it ends in %s", jobs, job_file_ending);
	for (size_t i = 0; i < files.count; i++) {
		size_t length;
		char *text = file_read(files.items[i], MOST_BYTES, &length, arena, &error);
		json_t *job = text ? read_job(text, length) : NULL;
		if (text)
			take_job(folder, job, files.items[i], arena);
		else
			arena_push(arena, folder->odd, folder->odd_count, folder->odd_capacity, error);
		json_decref(job);
		free(text);
	}
	for (size_t i = 0; i < folder->odd_count && !folder->origin; i++)
		message("%s", folder->odd[i]);
	if (files.count && !folder->odd_count && !folder->origin)
		message("%s only has jobs of counterfactual variants: add the jobs of gpulint job", jobs);
	return folder->origin;
}

/* The command line of gpulint job, with this command's report options. False, after a message: it is not valid. */
static bool
read_options(struct options *job, const json_t *origin, const struct options *own, struct arena *arena)
{
	const json_t *arguments = json_object_get(origin, "arguments");
	const size_t count = json_array_size(arguments);
	char **argv = arena_new_array(arena, char *, count + 2);
	argv[0] = arena_strdup(arena, "gpulint");
	for (size_t i = 0; i < count; i++) {
		const char *word = json_string_value(json_array_get(arguments, i));
		argv[i + 1] = arena_strdup(arena, word ? word : "");
	}
	if (!options_read(job, (int)count + 1, argv))
		return false;
	const char *misplaced = options_misplaced(job, FOR_JOB);
	if (misplaced)
		message("the jobs were made with %s, which is no option of gpulint job", misplaced);
	job->format = own->format;
	job->color = own->color;
	job->fail_on = own->fail_on;
	job->strict = own->strict;
	job->notes = own->notes;
	job->select = own->select;
	job->ignore = own->ignore;
	job->output = own->output;
	job->penalties = own->penalties;
	if (own->jobs)
		job->jobs = own->jobs;
	return !misplaced;
}

/* Whether the jobs match the present files; false after a message. */
static bool
are_of(const struct parts *parts, const json_t *origin, struct arena *arena)
{
	const char *version = result_text(origin, "version");
	if (strcmp(parts_identity(parts, arena), result_text(origin, "program")) == 0)
		return true;
	if (strcmp(version, gpulint_version) != 0)
		message("the jobs are from gpulint %s, and this is gpulint %s, which makes different jobs: make them "
		        "again",
		        version, gpulint_version);
	else
		message("the jobs do not match the files: these or their includes have changed since, or this is "
		        "another folder (gpulint job was run in %s)",
		        result_text(origin, "directory"));
	return false;
}

/* ---- the report -------------------------------------------------------------------------------------------------- */

/* Jobs of variants: their results, and the folder for jobs that have none. */
struct versions {
	struct results_left left;
	struct analysis *analysis;
	struct arena *arena;
	const char *folder; /* NULL: the jobs are not wanted */
	size_t written;
	bool failed; /* the folder or a file could not be created */
};

/* "penalties-0001.json" */
static const char *
write_version(struct versions *versions, const json_t *job, const char *id)
{
	if (versions->failed || (!versions->written && !job_files_make_folder(versions->folder, versions->arena))) {
		versions->failed = true;
		return NULL;
	}
	json_t *named = json_pack("{s:s}", "id", id);
	json_object_update(named, (json_t *)(uintptr_t)job);
	const char *path = arena_printf(versions->arena, "%s/penalties-%04zu%s", versions->folder,
	                                versions->written + 1, job_file_ending);
	versions->failed = !job_file_write(path, named);
	json_decref(named);
	versions->written += !versions->failed;
	return versions->failed ? NULL : path;
}

static json_t *
result_of_version(void *context, const json_t *job, const char **missing)
{
	struct versions *versions = context;
	const char *id = parts_job_id(job, versions->arena);
	json_t *result = results_left_take(&versions->left, id);
	if (result && result_is_ok(result))
		return result;
	const char *path = !result && versions->folder ? write_version(versions, job, id) : NULL;
	*missing = result ? result_reason(result, &versions->analysis->facts.arena)
	           : path ? arena_printf(&versions->analysis->facts.arena,
	                                 "the job of its counterfactual variant, %s, has no result yet", path)
	                  : "its counterfactual variant was not run: gpulint merge --penalties writes a job for it";
	json_decref(result);
	return NULL;
}

static void
report_versions(const struct versions *versions)
{
	results_left_report(&versions->left, versions->analysis);
	if (versions->failed)
		analysis_add_undone(versions->analysis,
		                    "--penalties: some jobs of counterfactual variants could not be written to %s",
		                    versions->folder);
	else if (versions->written)
		message("%s: %zu job%s of counterfactual variants; merge their results with the others to get the "
		        "cost of findings",
		        versions->folder, versions->written, versions->written == 1 ? "" : "s");
	else if (versions->folder)
		message("--penalties: nothing is left to time");
}

/* Whether there was any result. */
static bool
take_results(struct measuring *measuring, const struct plan *plan, const struct parts *parts, const char *const *paths,
             size_t count, const char *folder)
{
	struct part_result *results = memory_zeroed(parts->count, sizeof *results);
	struct versions versions = {.analysis = &measuring->analysis, .arena = &measuring->arena, .folder = folder};
	const bool any = results_read(results, &versions.left, parts, paths, count, &measuring->analysis);
	if (any) {
		json_t *joined = parts_join(parts, results);
		const struct verify_versions from = {result_of_version, &versions};
		verify_take_result(&measuring->analysis.facts, plan, joined, &from);
		json_decref(joined);
	}
	report_versions(&versions);
	results_left_free(&versions.left);
	results_free(results, parts->count);
	return any;
}

static enum exit_code
merge(struct measuring *measuring, const struct options *options, const json_t *origin, const char *const *paths,
      size_t count)
{
	struct analysis *analysis = &measuring->analysis;
	const bool is_one_file = json_integer_value(json_object_get(origin, "parts")) == 1;
	struct plan plan;
	struct parts parts;
	enum exit_code code = EXIT_UNABLE;
	plan_build(&plan, &analysis->facts, measuring->sources, analysis->given_count, &measuring->verify);
	parts_cut(&parts, plan.document, is_one_file ? PARTS_ALL : 1);
	if (are_of(&parts, origin, &measuring->arena)) {
		measuring_check_inputs(measuring);
		const bool measured = take_results(measuring, &plan, &parts, paths, count, options->penalties);
		code = measuring_report(measuring, options, measured);
	}
	parts_free(&parts);
	plan_free(&plan);
	return code;
}

/* Whether --output is none of the jobs and results, which may be given by their folders. */
static bool
spares_jobs(const struct options *options, const char *const *operands, size_t count, struct arena *arena)
{
	struct words files = {0};
	const char *error;
	for (size_t i = 0; i < count; i++)
		/* what cannot be read is reported when it is read */
		file_list(&files, operands[i], ".json", arena, &error);
	return paths_spare("--output", options->output, operands, count) &&
	       paths_spare("--output", options->output, files.items, files.count);
}

enum exit_code
merge_command(const struct options *options, const char *const *operands, size_t count)
{
	struct options job = {0};
	struct measuring measuring = {0};
	struct arena arena = {0};
	enum exit_code code = EXIT_UNABLE;
	struct job_folder folder = {0};
	if (count < 2)
		message("merge: it needs the jobs of gpulint job and their results: gpulint merge JOBS RESULT...");
	else if (spares_jobs(options, operands, count, &arena) && read_jobs(&folder, operands[0], &arena) &&
	         read_options(&job, folder.origin, options, &arena) &&
	         measuring_begin(&measuring, &job, job.operands.items, job.operands.count)) {
		for (size_t i = 0; i < folder.odd_count; i++)
			analysis_add_undone(&measuring.analysis, "%s", folder.odd[i]);
		code = merge(&measuring, &job, folder.origin, operands + 1, count - 1);
	}
	measuring_free(&measuring);
	json_decref(folder.origin);
	options_free(&job);
	arena_free(&arena);
	return code;
}
