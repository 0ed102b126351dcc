/* gpulint job: writes the work of verify's worker to files. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/file.h"
#include "cli/job_files.h"
#include "cli/measuring.h"
#include "cli/message.h"
#include "cli/paths.h"
#include "cli/version.h"
#include "runtime_check/job_build.h"
#include "runtime_check/parts.h"

/* False: a word is not valid UTF-8, which JSON requires. */
static bool
append_words(json_t *json, const struct words *words, size_t from)
{
	bool held = true;
	for (size_t i = from; i < words->count; i++)
		held = !json_array_append_new(json, json_string(words->items[i])) && held;
	return held;
}

/* The command line without the command's name and the jobs' folder; NULL after a message. */
static json_t *
arguments_json(const struct options *options)
{
	json_t *arguments = json_array();
	bool held = append_words(arguments, &options->said, 0) && append_words(arguments, &options->operands, 1);
	json_array_append_new(arguments, json_string("--"));
	held = append_words(arguments, &options->flags, 0) && held;
	if (held)
		return arguments;
	message("job: the command line is not UTF-8");
	json_decref(arguments);
	return NULL;
}

/* What merge needs to build the same jobs again, and the report; NULL after a message. */
static json_t *
origin_json(const struct options *options, const struct parts *parts, struct arena *arena)
{
	json_t *arguments = arguments_json(options);
	if (!arguments)
		return NULL;
	char *directory = realpath(".", NULL);
	json_t *origin = json_pack("{s:s, s:o, s:s, s:I}", "version", gpulint_version, "arguments", arguments,
	                           "program", parts_identity(parts, arena), "parts", (json_int_t)parts->count);
	json_t *text = json_string(directory ? directory : "");
	json_object_set_new(origin, "directory", text ? text : json_string("")); /* a name that is not UTF-8 */
	free(directory);
	return origin;
}

static bool
is_one_file(const char *output)
{
	return file_has_ending(output, job_file_ending);
}

static bool
write_parts(const struct parts *parts, json_t *origin, const char *output, struct arena *arena)
{
	const bool is_folder = !is_one_file(output);
	if (is_folder && !job_files_make_folder(output, arena))
		return false;
	for (size_t i = 0; i < parts->count; i++) {
		const struct part *part = &parts->items[i];
		json_t *own = json_copy(origin), *job = json_copy(part->job);
		json_object_set_new(own, "part", json_integer((json_int_t)i + 1));
		json_object_set_new(job, "origin", own);
		const char *path =
			is_folder ? arena_printf(arena, "%s/%s%s", output, part->name, job_file_ending) : output;
		const bool written = job_file_write(path, job);
		json_decref(job);
		if (!written)
			return false;
	}
	return true;
}

/* Number of the plan's launches that jobs can and cannot repeat, and why the first of the latter cannot be repeated. */
struct outlook {
	size_t made, skipped;
	const char *why;
};

static struct outlook
look_at(const struct plan *plan)
{
	struct outlook outlook = {0};
	for (size_t i = 0; i < plan->kernel_count; i++) {
		const struct planned_kernel *kernel = &plan->kernels[i];
		const char *of_kernel = kernel->bundle ? kernel->skipped : "no source that defines it is known";
		for (size_t k = 0; k < kernel->kernel->launch_count; k++) {
			const char *why = of_kernel ? of_kernel : kernel->launches[k].skipped;
			outlook.made += !why;
			outlook.skipped += why != NULL;
			outlook.why = outlook.why ? outlook.why : why;
		}
	}
	return outlook;
}

static bool
write_jobs(struct measuring *measuring, const struct options *options)
{
	struct analysis *analysis = &measuring->analysis;
	struct plan plan;
	struct parts parts;
	plan_build(&plan, &analysis->facts, measuring->sources, analysis->given_count, &measuring->verify);
	measuring_check_inputs(measuring);
	parts_cut(&parts, plan.document, is_one_file(options->output) ? PARTS_ALL : 1);
	json_t *origin = origin_json(options, &parts, &measuring->arena);
	bool written = false;
	if (json_array_size(json_object_get(plan.document, "kernels")) == 0)
		message("no kernel can be measured");
	else if (origin)
		written = write_parts(&parts, origin, options->output, &measuring->arena);
	const struct outlook outlook = written ? look_at(&plan) : (struct outlook){0};
	if (written) {
		report_puts(stdout, options->output);
		printf(": %zu job%s\n", parts.count, parts.count == 1 ? "" : "s");
	}
	const bool are_none = outlook.skipped && !outlook.made;
	if (outlook.skipped)
		printf("launches that cannot be repeated, and have no job: %zu; the report gives the reason for each",
		       outlook.skipped);
	if (are_none)
		message("no launch can be repeated: %s", outlook.why);
	else if (outlook.skipped) {
		fputs("of the first one: ", stdout);
		report_puts(stdout, outlook.why);
		putchar('\n');
	}
	json_decref(origin);
	parts_free(&parts);
	plan_free(&plan);
	return written && !are_none && !analysis->undone.count;
}

enum exit_code
job_command(const struct options *options, const char *const *operands, size_t count)
{
	struct options own = *options;
	struct measuring measuring = {0};
	enum exit_code code = EXIT_UNABLE;
	own.output = NULL; /* there is no report */
	if (!options->output)
		message("job: --output must name a folder for the jobs, or a file that ends in %s", job_file_ending);
	else if (paths_name_stdin(operands, count))
		message("job: standard input cannot be read again by gpulint merge");
	else if (measuring_begin(&measuring, &own, operands, count) && write_jobs(&measuring, options))
		code = EXIT_CLEAN;
	measuring_free(&measuring);
	return code;
}
