/* The report formats: each renders the same facts and findings to a stream, and none computes anything of its own. */
#ifndef GPULINT_CLI_REPORT_REPORT_H
#define GPULINT_CLI_REPORT_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "cli/report/source.h"
#include "cli/report/words.h"
#include "model/facts.h"

struct report {
	const struct facts *facts;
	struct sources *sources; /* for the lines that a finding is about */
	struct arena *arena;     /* for what is made of them while writing */
	const char *directory;   /* the current one: paths below it are printed relative to it; NULL: none are */
	const char *version;
	const struct words *undone; /* what was asked for and could not be done, a sentence each; NULL: nothing */
	bool color;
	bool notes; /* findings that are notes are shown; else they are counted. JSON has them all */
};

struct report_format {
	const char *name;
	const char *summary;
	void (*write)(FILE *out, const struct report *report);
};

/* Ends at a NULL name. */
extern const struct report_format report_formats[];
/* NULL: there is no such format. */
const struct report_format *report_format_find(const char *name);

void report_text(FILE *out, const struct report *report);
void report_short(FILE *out, const struct report *report);
void report_json(FILE *out, const struct report *report);

/* What the formats share. */
/* The path as readers are shown it: without detours, relative to the report's directory where it lies below that. */
const char *report_path(const struct report *report, const char *path);
const char *severity_text(enum severity severity);
/* Of a launch that CUDA refuses only if something is as it is taken to be, a note. */
enum severity report_refused_severity(const struct refused_launch *refused);
const char *file_status_text(enum file_status status);
const char *launch_origin_text(enum launch_origin origin);
const char *finding_status_text(enum finding_status status);
/* What a finding that is confirmed, wholly or in part, is confirmed by: "time", or "counts" alone; NULL: it is not. */
const char *finding_confirmed_by(const struct finding *finding);
const char *agreement_text(enum agreement agreement);
/* "; also at lines 31, 42, other.cu:5": the lines of the places that are not `of`'s, each once, with their file where it
 * is another, behind `introduction`; nothing, and false, where there are none. Long lists are cut. */
bool report_places(FILE *out, const struct report *report, const char *introduction, const struct related *related,
                   size_t count, const struct place *of);
/* What may be told of a site's predicted figures: where its confidence is unknown, none. */
const struct figures *report_predicted(const struct site *site);
/* The kernel's name, with the template's arguments where it is an instance of one, as a user writes them; in the arena. */
const char *report_instance(const struct report *report, const struct kernel *kernel);
/* The first of the kernels that are instances of the same template, or the kernel itself. */
const struct kernel *report_first_of_source(const struct report *report, const struct kernel *kernel);
/* The first of the launches of the kernel, and of its template's other instances, that were not looked at, with a text that
 * says how many these are and where they are made, in the arena. NULL: there are none, or another instance tells it, or they
 * are the library's, of which nobody can ask for one. */
const struct passed_over *report_left_out(const struct report *report, const struct kernel *kernel, const char **text);
/* The loops that were not followed to their end, of kernels and then of host code, and the calls of the latter, each once
 * however many launches and instances go through it; in the arena. */
struct report_note {
	struct place place;
	const char *text;
};
const struct report_note *report_cut_short(const struct report *report, size_t *count);
/* The finding's site; NULL: it has none. */
const struct site *report_site_of(const struct finding *finding);
/* Whether nobody knows how often the program makes the launch: what is counted is as often as it was run. */
bool report_is_of_unknown_count(const struct launch *launch);
/* Whether formats for people show the finding. */
bool report_shows(const struct report *report, const struct finding *finding);
/* The launches in order of their part of the program's time, or the least that it is, those of which nothing is known first, assumed
 * ones last; in the arena.
 * Those of one place, shape and time are one entry. */
struct report_launch {
	const struct kernel *kernel;
	const struct launch *launch; /* the first of them */
	double launches;             /* how many they are, with those that they stand for, */
	double us, share;            /* and what these take, and of the time of all launches; NAN: not known */
};
const struct report_launch *report_by_time(const struct report *report, size_t *count);
/* "transpose<<<(64, 64), (32, 8)>>>: 66.0 us (57.4 us to 76.2 us likely), bound by L2"; where no time is known, why; in the
 * arena. */
const char *report_launch_text(const struct report *report, const struct report_launch *entry);
/* "69%", "<1%"; "" where it is not known. */
const char *report_share(const struct report *report, double share);
/* Writes a line for each of the most frequent reasons for which sites are unknown, and one that says what would resolve those
 * that are left to the program's data, where there are such. */
void report_unknowns(FILE *out, const struct report *report);
/* Writes a line for each of the first algorithms of libraries whose kernels nothing is predicted of. */
void report_library_calls(FILE *out, const struct report *report);
/* Problems of the file that are shown: each missing header once, by the first place that includes it, with its number of such places
 * in the text; where headers are missing, other errors are counted. */
size_t report_folded_problems(const struct source_file *file);
bool report_shows_problem(const struct report *report, const struct source_file *file,
                          const struct file_problem *problem);
const char *report_problem_text(const struct report *report, const struct file_problem *problem);
/* What the program uses and no file given defines: functions that may launch, and kernels, in a line each with the next step. Returns
 * how many lines there are; their texts are in the arena. */
enum { REPORT_UNDEFINED = 2 };
size_t report_undefined(const struct report *report, struct report_note lines[REPORT_UNDEFINED]);
/* Kernels without a launch, those with assumed ones alone whose launch the files hold and those that they do not launch, and
 * templates without an instance, each in one line with what would help: advice that ends with a launch; in the arena. */
struct report_unseen {
	struct place place; /* of the first of them */
	const char *text;   /* NULL: there are none */
	const char *advice, *launch;
};
struct report_unseen report_unlaunched(const struct report *report);
struct report_unseen report_passed_by(const struct report *report);
struct report_unseen report_assumed(const struct report *report);
struct report_unseen report_dormant(const struct report *report);
/* What stands in the way of a kernel template's analysis, in the arena. */
const char *report_dormant_text(const struct report *report, const struct dormant_template *dormant);
/* A file may have more problems than a reader wants to see in one go: so many are told beside missing headers, the others counted. */
enum { REPORT_MOST_PROBLEMS = 20 };
/* Write text whose control characters, other than tabs, become '?': a source file must not be able to steer a
 * terminal. report_word shortens what is longer than any word that people write, such as a name of a mebibyte; report_puts
 * does that with each word of a text, and with the text. NULL counts as "". */
void report_puts(FILE *out, const char *text);
void report_word(FILE *out, const char *word, size_t length);
void report_write(FILE *out, const char *text, size_t length);

#endif
