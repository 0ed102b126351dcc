/* A finding in the report for people. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/source.h"
#include "cli/report/text.h"
#include "support/allocate.h"
#include "support/digits.h"

/* "32.0 sectors/request (ideal 4.0), " if the figure is known. */
static void
add_rate(FILE *out, const char *unit, double total, double ideal, double requests)
{
	if (!isfinite(total) || !(requests > 0))
		return;
	fprintf(out, "%s %s/request", digits_of(total / requests, 3).text, unit);
	if (isfinite(ideal))
		fprintf(out, " (ideal %s)", digits_of(ideal / requests, 3).text);
	fputs(", ", out);
}

/* Follows counts of an abandoned launch: there may be more, or fewer in blocks that were not evaluated. */
static const char as_far[] = " as far as it was evaluated";

/* `has_rates`: the headline contains the rates. */
static void
add_figures(FILE *out, const struct figures *figures, bool has_rates, bool cut_short)
{
	const double requests = figures->requests;
	add_rate(out, "sectors", has_rates ? (double)NAN : figures->sectors, figures->ideal_sectors, requests);
	add_rate(out, "wavefronts", has_rates ? (double)NAN : figures->wavefronts, figures->ideal_wavefronts, requests);
	fprintf(out, "%.0f request%s%s", requests, requests == 1 ? "" : "s", cut_short ? as_far : "");
	if (isfinite(figures->lanes) && requests > 0)
		fprintf(out, ", %s of 32 lanes active", digits_of(figures->lanes / requests, 3).text);
}

/* For a branch, requests are executions by a warp. */
static void
add_executions(FILE *out, const struct figures *figures, bool cut_short)
{
	if (isfinite(figures->divergent) && figures->requests > 0)
		fprintf(out, "%.0f%% of ", 100 * figures->divergent / figures->requests);
	fprintf(out, "%.0f execution%s%s", figures->requests, figures->requests == 1 ? "" : "s",
	        cut_short ? as_far : "");
	if (isfinite(figures->divergent) && figures->requests > 0)
		fputs(" diverge", out);
	if (isfinite(figures->lanes) && figures->requests > 0)
		fprintf(out, ", %s of 32 lanes active", digits_of(figures->lanes / figures->requests, 3).text);
}

static void
add_confidence(FILE *out, const struct site *site)
{
	fprintf(out, "; %s", confidence_text(site->confidence));
	if (site->confidence == CONFIDENCE_BOUNDED && site->predicted.requests > 0)
		fprintf(out, " between %s and %s", digits_of(site->predicted.low / site->predicted.requests, 3).text,
		        digits_of(site->predicted.high / site->predicted.requests, 3).text);
	if (site->confidence != CONFIDENCE_EXACT && site->why && *site->why)
		fprintf(out, ": %s", site->why);
}

static void
write_figures(FILE *out, const struct report *report, const char *label, const struct site *site,
              const struct figures *figures, bool has_rates, bool cut_short)
{
	if (!isfinite(figures->requests))
		return;
	char *text;
	size_t length;
	FILE *buffer = open_memstream(&text, &length);
	if (!buffer)
		memory_exhausted(0);
	if (site->kind == SITE_BRANCH)
		add_executions(buffer, figures, cut_short);
	else
		add_figures(buffer, figures, has_rates, cut_short);
	if (figures == &site->predicted)
		add_confidence(buffer, site);
	fclose(buffer);
	text_detail(out, report, label, text);
	free(text);
}

static void
write_site(FILE *out, const struct report *report, const struct finding *finding, const struct site *site)
{
	const bool has_rates = strstr(finding->message, "per request") && !site->measured.is_known;
	if (site->confidence == CONFIDENCE_UNKNOWN)
		text_detail(out, report, "predicted", arena_printf(report->arena, "unknown: %s", site->why));
	write_figures(out, report, "predicted", site, report_predicted(site), has_rates,
	              finding->launch->caveats.cut_loop.line);
	if (site->measured.is_known)
		write_figures(out, report, "measured", site, &site->measured.figures, false, false);
	text_detail(out, report, site->measured.is_known ? "" : "measured", site->measured.note);
}

/* With its interval, which shows the precision of the measurement. */
static void
write_measured_penalty(FILE *out, const struct report *report, const struct finding *finding)
{
	const struct penalty *penalty = &finding->measured_penalty;
	if (isfinite(penalty->estimate) && penalty->estimate > 0)
		text_detail(out, report, "time",
		            arena_printf(report->arena, "%.2fx slower than %s (%.2fx to %.2fx)", penalty->estimate,
		                         finding->measured_against, penalty->low, penalty->high));
	else if (finding->unmeasured_penalty)
		text_detail(out, report, "time",
		            arena_printf(report->arena, "not measured, because %s", finding->unmeasured_penalty));
}

static void
write_status(FILE *out, const struct report *report, const struct finding *finding)
{
	const struct measurement *measurement = report->facts->measurement;
	if (finding->status == FINDING_PREDICTED || (measurement && !measurement->device))
		return;
	const char *confirmed_by = finding_confirmed_by(finding);
	fprintf(out, "  %s%-10s%s%s%s\n", DIM(report), "verified", PLAIN(report), finding_status_text(finding->status),
	        confirmed_by && strcmp(confirmed_by, "counts") == 0 ? ", by its counts alone" : "");
	text_detail(out, report, "", finding->status_reason);
	write_measured_penalty(out, report, finding);
}

/* Writes the first of the related places with its message, and the following ones with the same message. Returns how
 * many these are. */
static size_t
add_related(FILE *out, const struct report *report, const struct finding *finding, size_t first)
{
	const struct related *related = &finding->related[first];
	const size_t count = finding->related_count - first;
	size_t alike = 1;
	while (alike < count && !strcmp(related[alike].message, related->message))
		alike++;
	const bool is_elsewhere = strcmp(related->place.file ? related->place.file : "",
	                                 finding->place.file ? finding->place.file : "") != 0;
	const char *file =
		is_elsewhere ? arena_printf(report->arena, "%s:", report_path(report, related->place.file)) : "line ";
	fprintf(out, "%s%s%u: %s", first ? "; " : "", file, related->place.line, related->message);
	report_places(out, report, ", also at ", related + 1, alike - 1, &related->place);
	return alike;
}

static void
write_related(FILE *out, const struct report *report, const struct finding *finding)
{
	enum { MOST_GROUPS = 8 }; /* formats for programs contain all */
	char *text;
	size_t length;
	FILE *buffer = open_memstream(&text, &length);
	if (!buffer)
		memory_exhausted(0);
	size_t written = 0;
	for (size_t groups = 0; groups < MOST_GROUPS && written < finding->related_count; groups++)
		written += add_related(buffer, report, finding, written);
	const size_t left = finding->related_count - written;
	if (left)
		fprintf(buffer, "; and %zu more place%s", left, left == 1 ? "" : "s");
	fclose(buffer);
	text_detail(out, report, "see", text);
	free(text);
}

static bool
is_empty(const struct place *place)
{
	return place->line == place->end_line && place->column == place->end_column;
}

/* If other instances of the template are launched too, names the instance whose figures are shown. */
static void
write_instance(FILE *out, const struct report *report, const struct finding *finding)
{
	const struct facts *facts = report->facts;
	const struct kernel *own = facts_kernel_of(facts, finding->launch);
	size_t launched = 0;
	for (size_t i = 0; own && i < facts->kernel_count; i++)
		launched += facts->kernels[i].launch_count && facts_same_place(&facts->kernels[i].place, &own->place);
	if (launched > 1)
		text_detail(out, report, "instance", report_instance(report, own));
}

enum { LONGEST_DIFF = 160 }; /* bytes of a line that is shown as a diff */

/* Writes the line before and after the edit. False: it cannot be read, or is not a single line of readable length. */
static bool
write_diff(FILE *out, const struct report *report, const struct fix *fix)
{
	const struct place *place = &fix->place;
	const struct source_line line = place->file
	                                        ? source_line(sources_open(report->sources, place->file), place->line)
	                                        : (struct source_line){0};
	if (!line.text || place->end_line != place->line || !place->column || place->end_column < place->column ||
	    place->end_column - 1 > line.length || line.length > LONGEST_DIFF)
		return false;
	size_t from = 0;
	while (from + 1 < place->column && (line.text[from] == ' ' || line.text[from] == '\t'))
		from++;
	fprintf(out, "  %s-%s ", DIM(report), PLAIN(report));
	report_write(out, line.text + from, line.length - from);
	fprintf(out, "\n  %s+%s ", BOLD(report), PLAIN(report));
	report_write(out, line.text + from, place->column - 1 - from);
	report_write(out, fix->replacement, strlen(fix->replacement));
	report_write(out, line.text + place->end_column - 1, line.length - (place->end_column - 1));
	putc('\n', out);
	return true;
}

static void
write_fix(FILE *out, const struct report *report, const struct fix *fix)
{
	text_headline(out, report, &fix->place, SEVERITY_NOTE, fix->message, NULL);
	if (!fix->replacement || !write_diff(out, report, fix))
		text_detail(out, report, is_empty(&fix->place) ? "insert" : "put there", fix->replacement);
}

void
text_finding(FILE *out, const struct report *report, const struct finding *finding)
{
	text_headline(out, report, &finding->place, finding->severity, finding->message, finding->rule);
	text_excerpt(out, report, &finding->place);
	write_instance(out, report, finding);
	const struct site *site = report_site_of(finding);
	/* The figures of an invalid access do not matter. */
	if (site && finding->claim != CLAIM_FAULT)
		write_site(out, report, finding, site);
	else if (finding->confidence != CONFIDENCE_EXACT && finding->confidence_why)
		text_detail(out, report, confidence_text(finding->confidence), finding->confidence_why);
	else if (finding->confidence != CONFIDENCE_EXACT)
		text_detail(out, report, "standing", confidence_text(finding->confidence));
	text_detail(out, report, "why", finding->reason);
	text_detail(out, report, "cost", finding->cost);
	if (finding->unpredicted_penalty)
		text_detail(out, report, "time",
		            arena_printf(report->arena, "not predicted, because %s", finding->unpredicted_penalty));
	write_status(out, report, finding);
	text_detail(out, report, "advice", finding->is_worthless ? "" : finding->advice);
	write_related(out, report, finding);
	for (size_t i = 0; i < finding->fix_count; i++)
		write_fix(out, report, &finding->fixes[i]);
	putc('\n', out);
}
