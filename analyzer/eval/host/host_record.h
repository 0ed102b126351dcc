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

/* Host code has made a call; most do nothing that is recorded. */
void host_record_call(struct machine *m, const struct builtin_call *call);
/* What tells a launch from others: a key (see launch_count.h), and a hash of its exact arguments; 0: not compared. */
struct launch_identity {
	uint64_t key, arguments;
};

/* Host code makes a launch, so many times. */
void host_record_launch(struct machine *m, const struct launch_request *request, uint64_t times);
/* Whether the arguments are compared with those of the last launch from the same place: only in loops. */
bool host_record_compares_arguments(struct machine *m, const struct launch_request *request);
/* The launch has run for what it does to memory. */
void host_record_launched(struct machine *m, const struct launch_request *request, struct launch_identity identity,
                          uint64_t times);
/* Host code has called what cannot be seen, and may wait for anything. */
void host_record_unseen(struct machine *m);
/* How many operations have been recorded so far. */
uint64_t host_record_made(const struct program *program);
/* The counts of all operations made since there were so many are no better than that. why: in the facts' arena. */
void host_record_lower(struct program *program, uint64_t since, enum confidence confidence, const char *why);
/* When the loop ends in which all of them were made depends on what only a run settles. */
void host_record_open_end(struct program *program, uint64_t since);
/* Hands them over to the facts, whose kernels are complete. */
void host_record_report(struct program *program);

#endif
