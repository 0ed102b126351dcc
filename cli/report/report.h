/* The report formats. Each renders the same facts and findings to a stream, and computes nothing itself. */
#ifndef GPULINT_CLI_REPORT_REPORT_H
#define GPULINT_CLI_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/report/source.h"
#include "cli/report/words.h"
#include "model/facts.h"

struct report {
	const struct facts *facts;
	struct sources *sources; /* for the source lines of findings */
	struct arena *arena;     /* for texts that are built while writing */
	/* the current directory: paths below it are printed relative to it; NULL: no path is */
	const char *directory;
	const char *version;
	const struct words *undone; /* what was requested and could not be done, one sentence each; NULL: nothing */
	size_t width;               /* columns of a line of the report for people */
	bool color;
	bool notes; /* notes are shown; otherwise they are counted. JSON has them all */
};

struct report_format {
	const char *name;
	const char *summary;
	void (*write)(FILE *out, const struct report *report);
};

/* Terminated by a NULL name. */
extern const struct report_format report_formats[];
/* NULL: there is no such format. */
const struct report_format *report_format_find(const char *name);

void report_text(FILE *out, const struct report *report);
void report_short(FILE *out, const struct report *report);
void report_json(FILE *out, const struct report *report);

/* Functions that the formats share. */
/* The path as shown to readers: cleaned, and relative to the report's directory if it is below that. */
const char *report_path(const struct report *report, const char *path);
const char *severity_text(enum severity severity);
/* A note if CUDA refuses the launch only under an assumption. */
enum severity report_refused_severity(const struct refused_launch *refused);
const char *file_status_text(enum file_status status);
const char *launch_origin_text(enum launch_origin origin);
/* "<<<(64, 1, 1), (256, 1, 1), 0>>>": grid, block and dynamic shared memory; in the arena. */
const char *launch_shape_text(struct arena *arena, const struct launch *launch);
const char *finding_status_text(enum finding_status status);
/* What confirms a finding, wholly or in part: "time", or only "counts"; NULL: it is not confirmed. */
const char *finding_confirmed_by(const struct finding *finding);
const char *agreement_text(enum agreement agreement);
/* "; also at lines 31, 42, other.cu:5": after `introduction`, the lines of the places other than `of`, without
 * duplicates, with their file if it differs. Returns false and writes nothing if there are none. Long lists are
 * cropped. */
bool report_places(FILE *out, const struct report *report, const char *introduction, const struct related *related,
                   size_t count, const struct place *of);
/* The site's predicted figures that may be reported; none if its confidence is unknown. */
const struct figures *report_predicted(const struct site *site);
/* The kernel's name, with the template arguments of an instance, as a user writes them; in the arena. */
const char *report_instance(const struct report *report, const struct kernel *kernel);
/* The first kernel that is an instance of the same template, or the kernel itself. */
const struct kernel *report_first_of_source(const struct report *report, const struct kernel *kernel);
/* The first launch that was not evaluated, of the kernel and its template's other instances. The text, in the arena,
 * says how many there are and where they are made. NULL: there are none, another instance reports them, or they are a
 * library's and cannot be requested. */
const struct passed_over *report_left_out(const struct report *report, const struct kernel *kernel, const char **text);
/* The loops that were not evaluated to their end, of kernels and then of host code, and the abandoned calls of the
 * latter. Each is listed once, however many launches and instances contain it; in the arena. */
struct report_note {
	struct place place;
	const char *text;
};
const struct report_note *report_cut_short(const struct report *report, size_t *count);
/* The finding's site; NULL: it has none. */
const struct site *report_site_of(const struct finding *finding);
/* Whether the program's number of launches is unknown. Then only the evaluated ones are counted. */
bool report_is_of_unknown_count(const struct launch *launch);
/* Whether formats for people show the finding. */
bool report_shows(const struct report *report, const struct finding *finding);
/* The launches in order of their share of the program's time, or its lower bound. Launches of unknown time are first,
 * assumed ones last; in the arena. Launches of one place, shape and time are one entry. */
struct report_launch {
	const struct kernel *kernel;
	const struct launch *launch; /* the first of the entry's launches */
	double launches;             /* number of launches, with those for which they stand */
	/* time of all these launches, and their share of the time of all launches; NAN: unknown */
	double us, share;
};
const struct report_launch *report_by_time(const struct report *report, size_t *count);
/* "transpose<<<(64, 64), (32, 8)>>>: 66.0 us (57.4 us to 76.2 us likely), bound by L2"; if the time is unknown, the
 * reason; in the arena. */
const char *report_launch_text(const struct report *report, const struct report_launch *entry);
/* "69%", "<1%"; "" if it is unknown. */
const char *report_share(const struct report *report, double share);
/* Writes a line for each of the most frequent reasons for unknown sites. If some depend on the program's data, it adds
 * a line with the remedy. */
void report_unknowns(FILE *out, const struct report *report);
/* Writes a line for each of the first library algorithms for whose kernels there is no prediction. */
void report_library_calls(FILE *out, const struct report *report);
/* The problems of the file that are shown. Each missing header is shown once, at the first place that includes it, with
 * the number of such places. If headers are missing, other errors are only counted. */
size_t report_unlisted_problems(const struct source_file *file);
bool report_shows_problem(const struct report *report, const struct source_file *file,
                          const struct file_problem *problem);
const char *report_problem_text(const struct report *report, const struct file_problem *problem);
/* Functions that may launch, and kernels, that the program uses and no given file defines: one line each, with the next
 * step. Returns the number of lines; texts are in the arena. */
enum { REPORT_UNDEFINED = 2 };
size_t report_undefined(const struct report *report, struct report_note lines[REPORT_UNDEFINED]);
/* One line each, with advice that ends with a --launch, for: kernels without a launch; kernels with assumed launches
 * only, whose launch the files contain or do not contain; and templates without an instance. In the arena. */
struct report_unseen {
	struct place place; /* of the first one */
	const char *text;   /* NULL: there are none */
	const char *advice, *launch;
};
struct report_unseen report_unlaunched(const struct report *report);
struct report_unseen report_passed_by(const struct report *report);
struct report_unseen report_assumed(const struct report *report);
struct report_unseen report_dormant(const struct report *report);
/* Why a kernel template could not be analysed, in the arena. */
const char *report_dormant_text(const struct report *report, const struct dormant_template *dormant);
/* The most problems of a file that are shown next to missing headers; the others are counted. */
enum { REPORT_MOST_PROBLEMS = 20 };
/* Write text in which control characters other than tabs become '?', because a source file must not control a terminal.
 * report_word shortens a word that is longer than any that people write. report_puts does the same with each word of a
 * text, and with the whole text. NULL counts as "". */
void report_puts(FILE *out, const char *text);
void report_word(FILE *out, const char *word, size_t length);
void report_write(FILE *out, const char *text, size_t length);

#endif
