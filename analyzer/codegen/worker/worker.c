#include "codegen/worker/worker.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/worker/protocol.h"
#include "codegen/worker/result.h"
#include "support/hash.h"

/* Heartbeats of a job: at the start, after the device, after each source, before and after each launch, and after
 * each paired timing. */
size_t
worker_signs(const json_t *job)
{
	size_t signs = 2 + json_array_size(json_object_get(job, "sources")) +
	               json_array_size(json_object_get(job, "races")),
	       i;
	const json_t *kernel;
	json_array_foreach (json_object_get(job, "kernels"), i, kernel)
		signs += 2 * json_array_size(json_object_get(kernel, "launches"));
	return signs;
}

/* The worker ends a step that exceeds the job's limit, and writes a byte after each step. The slack covers the start
 * of a process and a slow connection. A remote worker may have to wait in a queue. */
static struct runner_limits
limits_of(const struct runner *runner, const json_t *job)
{
	const double slack = 30, queue = 600,
		     busy = json_is_true(json_object_get(job, "compile_only")) ? BUSY_MACHINE : 1;
	const double seconds = busy * SLOW_STEP * json_number_value(json_object_get(job, "seconds"));
	return (struct runner_limits){
		.start = runner->command ? queue : slack,
		.silence = seconds + slack,
		.whole = queue + (seconds + slack) * (double)worker_signs(job),
	};
}

/* The first line of output that is no result, with unprintable characters replaced. */
static const char *
first_line(const char *text, struct arena *arena)
{
	enum { SHOWN = 80 };
	text += strspn(text, " \t\r\n");
	const size_t length = strcspn(text, "\r\n");
	char *line = arena_strndup(arena, text, length < SHOWN ? length : SHOWN);
	for (char *at = line; *at; at++)
		*at = *at >= ' ' && *at <= '~' ? *at : '?';
	return line;
}

/* A result without a job id may belong to any job. */
static bool
is_of_another_job(const json_t *result, const char *id)
{
	const char *job = json_string_value(json_object_get(result, "job"));
	return job && strcmp(job, id) != 0;
}

static json_t *
read_result(const char *text, size_t length, const char *id, struct arena *arena, const char **error)
{
	json_error_t parse;
	json_t *result = json_loadb(text, length, JSON_REJECT_DUPLICATES, &parse);
	if (!result) {
		*error = arena_printf(arena, "the worker's result is not JSON: %s (line %d); it begins: %s", parse.text,
		                      parse.line, first_line(text, arena));
		return NULL;
	}
	const char *status = json_string_value(json_object_get(result, "status"));
	const char *reason = json_string_value(json_object_get(result, "reason"));
	if (!status || !reason || json_integer_value(json_object_get(result, "schema_version")) != 1)
		*error = "the worker wrote JSON that is not a result";
	else if (result_status(result, "status") == RESULT_BAD_JOB)
		*error = arena_printf(arena, "the worker rejected the job: %s", reason);
	else if (is_of_another_job(result, id))
		*error = "the worker's result belongs to another job";
	else if (result_objection(result))
		*error = arena_printf(arena, "the worker's result is invalid: %s", result_objection(result));
	else
		return result;
	json_decref(result);
	return NULL;
}

/* The job as text, which the caller frees, and the id that its result must have: the job's own, or a hash of the
 * text. NULL: the job cannot be written. */
static char *
write_job(const json_t *job, struct arena *arena, const char **id)
{
	char *text = json_dumps(job, JSON_COMPACT | JSON_REAL_PRECISION(17));
	*id = json_string_value(json_object_get(job, "id"));
	if (!text || *id)
		return text;
	*id = arena_printf(arena, "%016llx", (unsigned long long)hash_text(text));
	json_t *named = json_copy((json_t *)(uintptr_t)job);
	json_object_set_new(named, "id", json_string(*id));
	free(text);
	text = json_dumps(named, JSON_COMPACT | JSON_REAL_PRECISION(17));
	json_decref(named);
	return text;
}

json_t *
worker_run(const struct runner *runner, const json_t *job, struct arena *arena, const char **error)
{
	const char *id;
	char *text = write_job(job, arena, &id);
	if (!text) {
		*error = "the job could not be written";
		return NULL;
	}
	const struct runner_limits limits = limits_of(runner, job);
	size_t length;
	char *failure,
		*answer = runner_run(runner->command, text, strlen(text), &limits, &runner->watch, &length, &failure);
	json_t *result = answer ? read_result(answer, length, id, arena, error) : NULL;
	if (!result && failure)
		*error = arena_strdup(arena, failure);
	free(text);
	free(answer);
	free(failure);
	return result;
}
