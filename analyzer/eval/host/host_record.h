/* Records what host code does around its launches, for the facts (model/host_work.h). */
#ifndef GPULINT_EVAL_HOST_HOST_RECORD_H
#define GPULINT_EVAL_HOST_HOST_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "model/facts.h"

struct builtin_call;
struct launch_request;
struct machine;
struct program;
struct host_record;

struct host_record *host_record_new(void);
void host_record_free(struct host_record *record);

/* Host code makes a call. Most calls are not recorded. */
void host_record_call(struct machine *m, const struct builtin_call *call);
/* The identity of a launch: a key (see launch_count.h), and a hash of its exact arguments; 0: not compared. */
struct launch_identity {
	uint64_t key, arguments;
};

/* Host code makes a launch, `times` times. */
void host_record_launch(struct machine *m, const struct launch_request *request, uint64_t times);
/* Whether the launch's arguments are compared with those of the previous launch from its place: only in loops. */
bool host_record_compares_arguments(struct machine *m, const struct launch_request *request);
/* Call after the launch has run, to record its effect on memory. */
void host_record_launched(struct machine *m, const struct launch_request *request, struct launch_identity identity,
                          uint64_t times);
/* Host code has called an unknown function, which may wait for anything. */
void host_record_unseen(struct machine *m);
/* The number of operations made so far. */
uint64_t host_record_made(const struct program *program);
/* Limits the confidence of the counts of all operations made since host_record_made was `since`. why: in the facts'
 * arena. */
void host_record_lower(struct program *program, uint64_t since, enum confidence confidence, const char *why);
/* All operations made since then are in a loop whose end depends on data known only at run time. */
void host_record_open_end(struct program *program, uint64_t since);
/* Adds the operations to the facts, whose kernels must be complete. */
void host_record_report(struct program *program);

#endif
