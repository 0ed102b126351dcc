/* Reads a result that another process wrote, maybe on another machine. Implausible values are rejected. */
#ifndef GPULINT_CODEGEN_WORKER_RESULT_H
#define GPULINT_CODEGEN_WORKER_RESULT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

/* "": there is none. */
const char *result_text(const json_t *object, const char *member);
/* NAN: there is none, or it is not in [0, 2^63). */
double result_number(const json_t *object, const char *member);
/* -1: there is none, or it is not in [0, INT32_MAX]. */
int64_t result_count(const json_t *object, const char *member);
/* The answer with the id of item `index` of the job; NULL: there is none. */
const json_t *result_answer(const json_t *asked, const json_t *answers, size_t index);

/* The statuses that the code distinguishes; all others are reported verbatim. */
enum result_status {
	RESULT_OK,
	RESULT_SILENT, /* it has no status */
	RESULT_NOT_RUN,
	RESULT_TIMEOUT,
	RESULT_NO_COMPILER,
	RESULT_NO_DEVICE,
	RESULT_NO_RESULT,
	RESULT_BAD_JOB,
	RESULT_FAILED, /* any other */
};
/* member: "status" of a result, source, kernel, launch or race, or "metrics_status" of a launch. */
enum result_status result_status(const json_t *object, const char *member);
/* Whether "status" is RESULT_OK. */
bool result_is_ok(const json_t *object);

/* Why the values can be of no run, kernel or launch, as a clause; NULL: they are plausible. */
const char *result_objection(const json_t *result);
const char *result_kernel_objection(const json_t *kernel);
const char *result_launch_objection(const json_t *launch);

/* The status and reason of an item that is not ok: "timeout: it was killed after 8 s". In the arena, or constant. */
const char *result_reason(const json_t *item, struct arena *arena);

/* The text for an item without a status. */
extern const char result_no_answer[];

#endif
