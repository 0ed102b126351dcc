/* From files to facts and findings: the first steps of every command that analyses code. */
#ifndef GPULINT_CLI_ANALYSIS_H
#define GPULINT_CLI_ANALYSIS_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/compile_database.h"
#include "cli/exit_code.h"
#include "cli/options.h"
#include "cli/report/report.h"
#include "ir/ir.h"
#include "kernels/profile.h"
#include "model/facts.h"
#include "model/gpu.h"
#include "rules/suppressions.h"

/* The compiler flags of one file: those of its database entry, if there is one, then those after --. Response files are
 * expanded in both. */
struct file_flags {
	const char *const *items;
	size_t count;
	/* relative paths in the first `of_directory` flags are relative to this directory; NULL: the current one */
	const char *directory;
	size_t of_directory;
	struct database_flags entry; /* source of the first flags; zero: no database was given */
	bool is_listed;              /* the entry is the file's own */
	struct words unread;         /* response files of the entry that could not be read, with reasons */
};
struct analysis;
struct file_flags analysis_flags(const struct analysis *analysis, struct arena *arena, const char *path);

/* A note on a file in addition to the front end's problems. */
struct file_note {
	const char *path; /* of the file */
	struct file_problem problem;
};

struct analysis {
	const struct gpu *gpu;
	struct sources sources;
	struct ir_unit *units; /* one for each file, in the order given; then the companions (cli/companions.h) */
	size_t unit_count, given_count;
	struct facts facts;
	struct facts *parts; /* if the files are several programs: the facts of each, into which `facts` points */
	size_t part_count;
	struct profile *profile;     /* of this GPU, or of another from which rates are scaled; NULL: none */
	FILE *events;                /* stream for the evaluator's events, for `dump events`; NULL: none */
	struct trace_request *trace; /* the sites whose decisions are recorded, for `dump trace`; NULL: none */
	bool is_only_read;           /* nothing is evaluated, and the compiler is not run */
	struct compile *compile;     /* the compiler's pending answer; NULL: the compiler is not run */
	bool for_measuring; /* launches are to be repeated: record the buffers' contents, and all instances of templates */
	struct words flags;                /* the flags after --, in the facts' arena */
	struct compile_database *database; /* of -p; NULL: none */
	struct file_note *notes;
	size_t note_count, note_capacity;
	struct suppressions suppressions;
	/* what was requested and could not be done, as reported in messages, in the facts' arena */
	struct words undone;
};

/* The steps in order. A step that cannot begin reports why and returns false. What fails for one file is recorded in
 * `undone` and in the file's unit. Call analysis_free in any case. */
bool analysis_parse(struct analysis *analysis, const struct options *options, const char *const *paths, size_t count);
void analysis_evaluate(struct analysis *analysis, const struct options *options);
void analysis_judge(struct analysis *analysis, const struct options *options);
/* Reports in a message what could not be done, and keeps it for the report. */
void analysis_add_undone(struct analysis *analysis, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Findings of at least the severity of --fail-on, a clean result, or neither: something could not be read or
 * launched. */
enum exit_code analysis_verdict(const struct analysis *analysis, const struct options *options);
void analysis_free(struct analysis *analysis);

/* Writes the report in the format to --output, or else to `standard`. After a text report, `append` writes unless it is
 * NULL. False: it failed, after a message. Errors of standard output are reported at the program's end. */
typedef void report_appendix(FILE *out, const struct report *report);
bool analysis_report(struct analysis *analysis, const struct options *options, const struct report_format *format,
                     report_appendix *append, FILE *standard);

#endif
