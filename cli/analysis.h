/* From files to facts and findings: what every command that looks at code begins with. */
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

/* The compiler flags of one file: those of its entry in the database, if there is one, then those behind --, both with what
 * stands in response files. */
struct file_flags {
	const char *const *items;
	size_t count;
	/* relative paths of the first `of_directory` are relative to it; NULL: the current one */
	const char *directory;
	size_t of_directory;
	struct database_flags entry; /* where the first come from; all 0: no database was asked for */
	bool is_listed;              /* the entry is the file's own */
	struct words unread;         /* response files of the entry whose flags are missing, with the reasons */
};
struct analysis;
struct file_flags analysis_flags(const struct analysis *analysis, struct arena *arena, const char *path);

/* What is to be said of a file besides what the front end says. */
struct file_note {
	const char *path; /* of the file */
	struct file_problem problem;
};

struct analysis {
	const struct gpu *gpu;
	struct sources sources;
	struct ir_unit *units; /* one a file, in the order given; then the companions (cli/companions.h) */
	size_t unit_count, given_count;
	struct facts facts;
	struct facts *parts; /* where the files are several programs: those of each, which `facts` points into */
	size_t part_count;
	struct profile *profile;     /* of this GPU, or of another from which rates are scaled; NULL: none */
	FILE *events;                /* where the evaluator tells its events, for `dump events`; NULL: nowhere */
	struct trace_request *trace; /* the sites whose decisions are recorded, for `dump trace`; NULL: none */
	bool is_only_read;           /* nothing is evaluated, and no compiler asked */
	struct compile *compile;     /* the compiler's answer, which is on its way; NULL: it is not asked */
	bool for_measuring; /* launches are to be made again: with buffers' contents, and of all instances of templates */
	struct words flags;                /* those behind --, in the facts' arena */
	struct compile_database *database; /* of -p; or NULL */
	struct file_note *notes;
	size_t note_count, note_capacity;
	/* what was asked for and could not be done, as messages have said it, in the facts' arena */
	struct words undone;
};

/* The steps, each after the one before. A step that cannot begin says why and returns false; what fails for one file
 * alone is noted in `undone` and in the file's unit. analysis_free in any case. */
bool analysis_parse(struct analysis *analysis, const struct options *options, const char *const *paths, size_t count);
void analysis_evaluate(struct analysis *analysis, const struct options *options);
void analysis_judge(struct analysis *analysis, const struct options *options);
/* Says in a message what could not be done, and keeps it for the report. */
void analysis_add_undone(struct analysis *analysis, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Findings as severe as --fail-on says, a clean bill, or neither: something could not be read or launched. */
enum exit_code analysis_verdict(const struct analysis *analysis, const struct options *options);
void analysis_free(struct analysis *analysis);

/* Writes the report in the format, and behind one that is text what `append` writes, unless that is NULL, to --output or else
 * the standard stream; false, after a message, when that fails. What fails on standard output shows when the program ends. */
typedef void report_appendix(FILE *out, const struct report *report);
bool analysis_report(struct analysis *analysis, const struct options *options, const struct report_format *format,
                     report_appendix *append, FILE *standard);

#endif
