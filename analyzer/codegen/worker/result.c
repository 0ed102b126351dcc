#include "codegen/worker/result.h"

#include <math.h>
#include <string.h>

const char result_no_answer[] = "the worker's result does not mention it";

const char *
result_text(const json_t *object, const char *member)
{
	const char *text = json_string_value(json_object_get(object, member));
	return text ? text : "";
}

enum result_status
result_status(const json_t *object, const char *member)
{
	static const char *const names[RESULT_FAILED] = {
		[RESULT_OK] = "ok",
		[RESULT_SILENT] = "",
		[RESULT_NOT_RUN] = "not-run",
		[RESULT_TIMEOUT] = "timeout",
		[RESULT_NO_COMPILER] = "no-compiler",
		[RESULT_NO_DEVICE] = "no-device",
		[RESULT_NO_RESULT] = "no-result",
		[RESULT_BAD_JOB] = "bad-job",
	};
	const char *text = result_text(object, member);
	unsigned status = 0;
	while (status < RESULT_FAILED && strcmp(names[status], text) != 0)
		status++;
	return (enum result_status)status;
}

bool
result_is_ok(const json_t *object)
{
	return result_status(object, "status") == RESULT_OK;
}

/* The states of docs/result.schema.json, and that of a part without a result (parts.h). */
static const char *const of_runs[] = {"ok", "no-device", "no-compiler", "bad-job", NULL};
static const char *const of_kernels[] = {"ok",          "compile-error", "timeout", "crash", "out-of-memory",
                                         "no-compiler", "no-result",     NULL};
static const char *const of_launches[] = {
	"ok",        "not-run", "launch-failed", "out-of-memory", "fault", "out-of-bounds", "timeout", "crash",
	"no-result", NULL};
static const char no_status[] = "the worker's result gives it an unknown status";

static bool
has_status(const json_t *item, const char *const *all)
{
	while (*all && strcmp(*all, result_text(item, "status")) != 0)
		all++;
	return *all;
}

const char *
result_objection(const json_t *result)
{
	if (!has_status(result, of_runs))
		return "its status is unknown";
	if (result_is_ok(result) && !*result_text(json_object_get(result, "device"), "name"))
		return "it reports a run on a GPU but names no GPU";
	return !result_is_ok(result) && !*result_text(result, "reason")
	               ? "it reports no run on a GPU and gives no reason"
	               : NULL;
}

const char *
result_kernel_objection(const json_t *kernel)
{
	return has_status(kernel, of_kernels) ? NULL : no_status;
}

const char *
result_launch_objection(const json_t *launch)
{
	if (!has_status(launch, of_launches))
		return no_status;
	if (result_is_ok(launch) && result_status(launch, "metrics_status") == RESULT_OK &&
	    !json_is_array(json_object_get(launch, "lines")))
		return "the worker's result says that the launch was counted but has no lines for it";
	return NULL;
}

const char *
result_reason(const json_t *item, struct arena *arena)
{
	const char *status = result_text(item, "status"), *reason = result_text(item, "reason");
	if (!*status)
		return result_no_answer;
	return *reason ? arena_printf(arena, "%s: %s", status, reason) : arena_strdup(arena, status);
}

double
result_number(const json_t *object, const char *member)
{
	const double number = json_number_value(json_object_get(object, member));
	return json_is_number(json_object_get(object, member)) && number >= 0 && number < 0x1p63 ? number : NAN;
}

int64_t
result_count(const json_t *object, const char *member)
{
	const json_t *number = json_object_get(object, member);
	const json_int_t count = json_integer_value(number);
	return json_is_integer(number) && count >= 0 && count <= INT32_MAX ? (int64_t)count : -1;
}

const json_t *
result_answer(const json_t *asked, const json_t *answers, size_t index)
{
	const json_t *answer = json_array_get(answers, index);
	return strcmp(result_text(json_array_get(asked, index), "id"), result_text(answer, "id")) == 0 ? answer : NULL;
}
