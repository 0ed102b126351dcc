/* The report for people, shared by the files that write it:
 * - text.c: the whole report and its summary
 * - text_finding.c: findings
 * - text_times.c: the predicted times
 * - text_unseen.c: what was not evaluated
 * - text_parts.c: the elements of all of these */
#ifndef GPULINT_CLI_REPORT_TEXT_H
#define GPULINT_CLI_REPORT_TEXT_H

#include "cli/report/report.h"

/* The terminal's escape sequence for a style; "" without colours. */
const char *text_style(const struct report *report, const char *code);

#define BOLD(report) text_style(report, "\033[1m")
#define DIM(report) text_style(report, "\033[2m")
#define PLAIN(report) text_style(report, "\033[0m")

/* "file:line:column: severity: message [rule]"; rule NULL: none. */
void text_headline(FILE *out, const struct report *report, const struct place *place, enum severity severity,
                   const char *message, const char *rule);
/* The source lines of the place, if it has any. */
void text_excerpt(FILE *out, const struct report *report, const struct place *place);
/* A labelled text, wrapped to the report's width; nothing if there is no text. */
void text_detail(FILE *out, const struct report *report, const char *label, const char *text);

/* Columns: where the first line begins and the others do, and where all end. */
struct text_box {
	size_t begin, indent, width;
};
/* The rest of the first line and the following lines of a text. A word longer than a line exceeds it. */
void text_wrapped(FILE *out, const char *text, const struct text_box *box);

/* The predicted times: a line for each launch. */
void text_times(FILE *out, const struct report *report);

void text_finding(FILE *out, const struct report *report, const struct finding *finding);

/* Launches that cannot run, and launches that were not evaluated. */
void text_launches(FILE *out, const struct report *report);
void text_unlaunched(FILE *out, const struct report *report);
/* A line for each kernel with accesses that have no figures because they were not reached. */
void text_unreached(FILE *out, const struct report *report);

#endif
