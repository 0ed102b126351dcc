/* The report for people, shared by the files that write it:
 *   text.c           the whole, its times and its summary
 *   text_finding.c   findings
 *   text_times.c     where the time goes
 *   text_unseen.c    what was not looked at
 *   text_parts.c     what all of these consist of */
#ifndef GPULINT_CLI_REPORT_TEXT_H
#define GPULINT_CLI_REPORT_TEXT_H

#include "cli/report/report.h"

/* The terminal's code for a style; "" where the report has no colours. */
const char *text_style(const struct report *report, const char *code);

#define BOLD(report) text_style(report, "\033[1m")
#define DIM(report) text_style(report, "\033[2m")
#define PLAIN(report) text_style(report, "\033[0m")

/* "file:line:column: severity: message [rule]"; rule: NULL: none. */
void text_headline(FILE *out, const struct report *report, const struct place *place, enum severity severity,
                   const char *message, const char *rule);
/* The lines of the place, where it has some. */
void text_excerpt(FILE *out, const struct report *report, const struct place *place);
/* Labelled text, wrapped to a readable width; nothing when there is no text. */
void text_detail(FILE *out, const struct report *report, const char *label, const char *text);
/* The same in so many lines at most; dots stand for the rest, which formats for programs have. */
void text_detail_within(FILE *out, const struct report *report, const char *label, const char *text, size_t lines);

/* Where the time goes: a line for each launch. */
void text_times(FILE *out, const struct report *report);
/* The text behind `indent` columns, in lines of up to 80, of which the first begins at `column`. */
void text_wrapped(FILE *out, const char *text, size_t indent, size_t column);

void text_finding(FILE *out, const struct report *report, const struct finding *finding);

/* Launches that cannot run, and those that were not looked at. */
void text_launches(FILE *out, const struct report *report);
void text_unlaunched(FILE *out, const struct report *report);
/* A line for each kernel of which some accesses have no figures because nothing came to them. */
void text_unreached(FILE *out, const struct report *report);

#endif
