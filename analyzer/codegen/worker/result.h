/* Reading what another process says it measured, perhaps through another machine: it is taken as far as it can be true. */
#ifndef GPULINT_CODEGEN_WORKER_RESULT_H
#define GPULINT_CODEGEN_WORKER_RESULT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

/* "": there is none. */
const char *result_text(const json_t *object, const char *member);
/* NAN: there is none. */
double result_number(const json_t *object, const char *member);
/* -1: there is none. */
int64_t result_count(const json_t *object, const char *member);
/* The answer to item `index` of what the job asks for, which has its id; NULL: there is none. */
const json_t *result_answer(const json_t *asked, const json_t *answers, size_t index);

/* The statuses that decide something; all others are told as they are. */
enum result_status {
	RESULT_OK,
	RESULT_SILENT,        /* it has none */
	RESULT_NOT_RUN,
	RESULT_TIMEOUT,
	RESULT_NO_COMPILER,
	RESULT_NO_DEVICE,
	RESULT_NO_RESULT,
	RESULT_BAD_JOB,
	RESULT_FAILED,        /* any other */
};
/* member: "status", of a result, a source, a kernel, a launch or a race; or a launch's "metrics_status". */
enum result_status result_status(const json_t *object, const char *member);
/* Whether the status is so. */
bool result_is_ok(const json_t *object);

/* Why what is said can be of no run, kernel or launch, as a clause; NULL: it may be true. */
const char *result_objection(const json_t *result);
const char *result_kernel_objection(const json_t *kernel);
const char *result_launch_objection(const json_t *launch);

/* "timeout: it was killed after 8 s": what became of an item that is not ok, as far as it is told; in the arena or constant. */
const char *result_told(const json_t *item, struct arena *arena);

/* What is then to be said of the item. */
extern const char result_no_answer[];

#endif
