#include "cli/results.h"

#include <stdlib.h>
#include <string.h>

#include "cli/file.h"
#include "cli/message.h"
#include "cli/version.h"
#include "codegen/worker/result.h"
#include "support/allocate.h"
#include "support/hash.h"

/* Larger than any result: MOST_OUTPUT of the runner. */
enum { MOST_BYTES = 1 << 28 };

struct reading {
	struct part_result *results;
	struct results_left *left;
	const char **from; /* the file of each result */
	const struct parts *parts;
	struct hash_index by_id; /* of the parts */
	struct analysis *analysis;
	struct arena arena;
	size_t other_versions; /* number of results of a worker of another version */
	const char *version;   /* the first such version */
};

/* The first part whose result it is; HASH_INDEX_END: none. */
static size_t
part_of(const struct reading *reading, const json_t *result)
{
	const char *id = result_text(result, "job");
	size_t first = HASH_INDEX_END;
	for (size_t i = hash_index_last(&reading->by_id, hash_text(id)); i != HASH_INDEX_END;
	     i = hash_index_before(&reading->by_id, i))
		if (strcmp(reading->parts->items[i].id, id) == 0)
			first = i;
	return first;
}

/* Why the entry of one of its kernels or launches is invalid; NULL: all are valid. */
static const char *
objection_to_kernel(const json_t *document, struct arena *arena)
{
	size_t i, k;
	const json_t *kernel, *launch;
	json_array_foreach (json_object_get(document, "kernels"), i, kernel) {
		const char *objection = result_kernel_objection(kernel);
		if (objection)
			return arena_printf(arena, "kernel %s: %s", result_text(kernel, "id"), objection);
		json_array_foreach (json_object_get(kernel, "launches"), k, launch) {
			const char *wrong = result_launch_objection(launch);
			if (wrong)
				return arena_printf(arena, "launch %zu of kernel %s: %s", k + 1,
				                    result_text(kernel, "id"), wrong);
		}
	}
	return NULL;
}

/* Why the document is not a result; NULL: it is. */
static const char *
objection(const json_t *document, struct arena *arena)
{
	if (json_is_array(json_object_get(document, "sources")) && !json_object_get(document, "status"))
		return "it is a job, not a result";
	if (!json_is_string(json_object_get(document, "status")) ||
	    !json_is_array(json_object_get(document, "kernels")))
		return "it is JSON, but not a result";
	if (json_integer_value(json_object_get(document, "schema_version")) != 1)
		return "its format is not version 1: its gpulint-run does not match this gpulint";
	if (!*result_text(document, "job"))
		return "it names no job: its gpulint-run is too old, or its job is not from gpulint job";
	return result_objection(document) ? result_objection(document) : objection_to_kernel(document, arena);
}

/* Of two results for one job, one that ran counts, otherwise the first. */
static void
keep(struct reading *reading, size_t part, json_t *result, const char *path)
{
	struct part_result *kept = &reading->results[part];
	const bool is_better = kept->result && !result_is_ok(kept->result) && result_is_ok(result);
	if (kept->result)
		message("job %s has two results: %s is used, not %s", reading->parts->items[part].name,
		        is_better ? path : reading->from[part], is_better ? reading->from[part] : path);
	if (kept->result && !is_better)
		return;
	json_decref(kept->result);
	kept->result = json_incref(result);
	reading->from[part] = path;
}

static void
set_aside(struct results_left *left, json_t *result, const char *path)
{
	const struct result_left item = {json_incref(result), arena_strdup(&left->arena, path), false};
	arena_push(&left->arena, left->items, left->count, left->capacity, item);
	hash_index_add(&left->by_job, hash_text(result_text(result, "job")));
}

static void
take(struct reading *reading, json_t *document, const char *path)
{
	const size_t part = part_of(reading, document);
	const char *wrong = objection(document, &reading->arena), *version = result_text(document, "version");
	if (!wrong && result_status(document, "status") == RESULT_BAD_JOB)
		wrong = arena_printf(&reading->arena, "gpulint-run rejected the job: %s",
		                     result_text(document, "reason"));
	if (wrong) {
		analysis_add_undone(reading->analysis, "%s: %s", path, wrong);
		return;
	}
	if (strcmp(version, gpulint_version) != 0) {
		reading->other_versions++;
		reading->version = arena_strdup(&reading->arena, version);
	}
	if (part != HASH_INDEX_END)
		keep(reading, part, document, path);
	else
		set_aside(reading->left, document, path);
}

static const char *
why_no_json(const char *text, const json_error_t *error, struct arena *arena)
{
	if (!*text)
		return "it ends in zero bytes: its end was not written or not transferred";
	if (json_error_code(error) == json_error_premature_end_of_input)
		return "it is truncated: gpulint-run was stopped early, or the file was not transferred completely";
	return arena_printf(arena, "it is not JSON: %s (line %d)", error->text, error->line);
}

/* A file may contain several results one after the other, as `cat` concatenates them. */
static void
read_documents(struct reading *reading, const char *text, size_t length, const char *path)
{
	static const char blanks[] = " \t\r\n";
	size_t at = strspn(text, blanks);
	if (at == length)
		analysis_add_undone(reading->analysis,
		                    "%s: it holds no result: gpulint-run was stopped before it had one", path);
	while (at < length) {
		json_error_t error;
		json_t *document = json_loadb(text + at, length - at, JSON_DISABLE_EOF_CHECK, &error);
		if (!document) {
			analysis_add_undone(reading->analysis, "%s: %s", path,
			                    why_no_json(text + at, &error, &reading->arena));
			return;
		}
		take(reading, document, path);
		json_decref(document);
		at += (size_t)error.position;
		at += strspn(text + at, blanks);
	}
}

static void
read_file(struct reading *reading, const char *path)
{
	size_t length;
	const char *error;
	char *text = file_read(path, MOST_BYTES, &length, &reading->arena, &error);
	if (text)
		read_documents(reading, text, length, path);
	else
		analysis_add_undone(reading->analysis, "%s", error);
	free(text);
}

/* ---- missing results --------------------------------------------------------------------------------------------- */

static bool
is_missing(const json_t *result)
{
	return !result;
}

static bool
is_without_gpu(const json_t *result)
{
	return result && !result_is_ok(result);
}

/* Counts the parts whose result (or NULL) satisfies the predicate, and names the first of them. */
static const char *
name_parts(struct reading *reading, bool (*is_such)(const json_t *result), size_t *count)
{
	enum { NAMED = 10 };
	const char *names = "";
	*count = 0;
	for (size_t i = 0; i < reading->parts->count; i++)
		if (is_such(reading->results[i].result) && (*count)++ < NAMED)
			names = arena_printf(&reading->arena, "%s%s%s", names, *names ? ", " : "",
			                     reading->parts->items[i].name);
	return *count > NAMED ? arena_printf(&reading->arena, "%s and %zu more", names, *count - NAMED) : names;
}

/* Sets the reasons that the sites will show. */
static void
note_missing(struct reading *reading)
{
	struct arena *arena = &reading->analysis->facts.arena;
	for (size_t i = 0; i < reading->parts->count; i++)
		if (!reading->results[i].result)
			reading->results[i].missing =
				arena_printf(arena, "there is none for job %s", reading->parts->items[i].name);
}

/* If no job of a program met a GPU, the report itself says so. */
static size_t
report_gaps(struct reading *reading)
{
	struct analysis *analysis = reading->analysis;
	const size_t count = reading->parts->count;
	size_t missing, idle;
	const char *missing_names = name_parts(reading, is_missing, &missing);
	const char *idle_names = name_parts(reading, is_without_gpu, &idle);
	if (missing)
		analysis_add_undone(analysis, "%zu of %zu jobs have no result: %s", missing, count, missing_names);
	if (idle && idle + missing < count)
		analysis_add_undone(analysis, "%zu of %zu jobs were run without a GPU or a compiler: %s", idle, count,
		                    idle_names);
	if (reading->other_versions)
		message("results of gpulint-run %s, but this is gpulint %s: %zu", reading->version, gpulint_version,
		        reading->other_versions);
	return count - missing;
}

size_t
results_read(struct part_result *results, struct results_left *left, const struct parts *parts,
             const char *const *paths, size_t count, struct analysis *analysis)
{
	struct reading reading = {.results = results, .left = left, .parts = parts, .analysis = analysis};
	struct words files = {0};
	const char *error;
	reading.from = arena_new_array(&reading.arena, const char *, parts->count);
	for (size_t i = 0; i < parts->count; i++)
		hash_index_add(&reading.by_id, hash_text(parts->items[i].id));
	for (size_t i = 0; i < count; i++)
		if (!file_list(&files, paths[i], ".json", &reading.arena, &error))
			analysis_add_undone(analysis, "%s", error);
	for (size_t i = 0; i < files.count; i++)
		read_file(&reading, files.items[i]);
	note_missing(&reading);
	const size_t read = report_gaps(&reading);
	hash_index_free(&reading.by_id);
	arena_free(&reading.arena);
	return read;
}

void
results_free(struct part_result *results, size_t count)
{
	for (size_t i = 0; i < count; i++)
		json_decref(results[i].result);
	free(results);
}

/* ---- results of no part ------------------------------------------------------------------------------------------ */

json_t *
results_left_take(struct results_left *left, const char *id)
{
	json_t *found = NULL;
	for (size_t i = hash_index_last(&left->by_job, hash_text(id)); i != HASH_INDEX_END;
	     i = hash_index_before(&left->by_job, i)) {
		struct result_left *item = &left->items[i];
		if (strcmp(result_text(item->result, "job"), id) != 0)
			continue;
		item->taken = true;
		if (!found || !result_is_ok(found) || result_is_ok(item->result))
			found = item->result;
	}
	return json_incref(found);
}

void
results_left_report(const struct results_left *left, struct analysis *analysis)
{
	for (size_t i = 0; i < left->count; i++)
		if (!left->items[i].taken)
			analysis_add_undone(analysis, "%s: it belongs to another job: other code, or other options",
			                    left->items[i].path);
}

void
results_left_free(struct results_left *left)
{
	for (size_t i = 0; i < left->count; i++)
		json_decref(left->items[i].result);
	hash_index_free(&left->by_job);
	arena_free(&left->arena);
}
