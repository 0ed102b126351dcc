/* Why a figure is as it is: a record of the decisions behind the sites at one place, for `gpulint dump trace`.
 *
 * A stage that decides something about a site notes it here, where it decides. In every other run the pointers to these records
 * are NULL and nothing is allocated: each function does nothing then.
 *
 * A launch has one record (struct trace) and each of its sites at the place one of its own (struct trace_site). Everything is
 * in the launch's own arena: machine code of several launches runs in several threads, each of one launch. `trace_request`
 * owns the records; trace_request_free frees them all. */
#ifndef GPULINT_SUPPORT_TRACE_H
#define GPULINT_SUPPORT_TRACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

struct site; /* model/facts.h */

/* The stages of the analysis, in their order. */
enum trace_stage {
	TRACE_EVALUATION, /* the source, as the evaluator executes it */
	TRACE_RUN,        /* the machine code, as it is run for the launch */
	TRACE_MAP,        /* from instructions to sites */
	TRACE_STAGES
};

/* column 0: any; file NULL: none. */
struct trace_place {
	const char *file;
	uint32_t line, column;
};

struct trace_note {
	enum trace_stage stage;
	const char *label, *text;
};

struct trace_notes {
	struct trace_note *items;
	size_t count, capacity;
};

/* What a site is like after a decision about its confidence or figures. */
struct trace_step {
	enum trace_stage stage;
	const char *decision;
	const char *confidence, *why, *figures;
};

/* A loop of the kernel, over all times that it is entered in the blocks that are run. */
struct trace_loop {
	const void *loop;
	struct trace_place place;
	uint64_t entries;
	uint64_t least_run, most_run;     /* iterations that run each time */
	uint64_t least_trips, most_trips; /* the same, with those that they stand for */
	bool is_open;                     /* data that is not known decides when it ends */
	bool is_cut;                      /* it was left before its end */
};

/* One time that a loop is entered. */
struct trace_trips {
	uint64_t run, left_out;
	bool is_open, is_cut;
};

struct trace_site {
	struct trace *launch;
	struct trace_site *next;
	struct trace_loop **loops; /* that its events came in, outer ones first */
	size_t loop_count, loop_capacity;
	uint64_t events; /* requests or branches of single warps that reached the aggregator */
	struct trace_notes notes;
	struct trace_step *steps;
	size_t step_count, step_capacity;
	const struct site *removed; /* what it was like when it left the report; NULL: it is in the report */
};

struct trace {
	struct arena arena;
	struct trace_place wanted;
	struct trace *next; /* of the request */
	struct trace_notes notes;
	struct trace_loop **loops;
	size_t loop_count, loop_capacity;
	struct trace_loop **running; /* the loops that run, outer ones first */
	size_t running_count, running_capacity;
	struct trace_site *first_site, *last_site;
};

struct trace_request {
	struct trace_place place;
	struct trace *records; /* the newest first */
};

/* The record of a launch. NULL: nothing is asked for. */
struct trace *trace_begin(struct trace_request *request);
void trace_request_free(struct trace_request *request);
/* A record of notes alone, for the caller to free. */
struct trace *trace_new(void);
void trace_free(struct trace *trace);

/* Whether the path, or its last parts, are the file's. */
bool trace_is_file(const struct trace_place *place, const char *file);
/* Whether a site at this place is to be traced. column 0: the site has none. */
bool trace_wants(const struct trace *trace, const char *file, uint32_t line, uint32_t column);
struct trace_site *trace_site_new(struct trace *trace);

void trace_note(struct trace *trace, enum trace_stage stage, const char *label, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
void trace_site_note(struct trace_site *site, enum trace_stage stage, const char *label, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
/* Copies all notes of the other record. Either may be NULL. */
void trace_take_notes(struct trace *trace, const struct trace *other);

void trace_enter_loop(struct trace *trace, const void *loop, struct trace_place place);
void trace_leave_loop(struct trace *trace, const struct trace_trips *trips);
/* An event of the site, in the loops that run. */
void trace_event(struct trace_site *site);

#endif
