/* The report for people: what, where with carets, the numbers and how far they can be trusted, why, the cost, the cure. */
#include "cli/report/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/excerpt.h"
#include "model/time.h"
#include "support/memory.h"

enum { SHORT_LAUNCHES = 5 };    /* a launch is called short up to so many times of what one takes that does nothing */

static const char *
style(const struct report *report, const char *code)
{
	return report->color ? code : "";
}

#define BOLD(report) style(report, "\033[1m")
#define DIM(report) style(report, "\033[2m")
#define PLAIN(report) style(report, "\033[0m")

static const char *
severity_style(const struct report *report, enum severity severity)
{
	static const char *const codes[] = {
		[SEVERITY_NOTE] = "\033[1;36m",
		[SEVERITY_WARNING] = "\033[1;35m",
		[SEVERITY_ERROR] = "\033[1;31m",
	};
	return style(report, codes[severity]);
}

static void
write_headline(FILE *out, const struct report *report, const struct place *place, enum severity severity,
               const char *message, const char *rule)
{
	fputs(BOLD(report), out);
	report_puts(out, report_path(report, place->file));
	fprintf(out, ":%" PRIu32 ":%" PRIu32 ": %s%s%s: %s%s", place->line, place->column ? place->column : 1,
	        PLAIN(report), severity_style(report, severity), severity_text(severity), PLAIN(report), BOLD(report));
	report_puts(out, message);
	fputs(PLAIN(report), out);
	if (rule)
		fprintf(out, " [%s]", rule);
	putc('\n', out);
}

static void
write_excerpt(FILE *out, const struct report *report, const struct place *place)
{
	if (place->file)
		excerpt_write(out, sources_open(report->sources, place->file), place, style(report, "\033[1;32m"),
		              PLAIN(report));
}

/* Labelled text under a finding, wrapped to a readable width; nothing when there is no text. */
static void
write_detail(FILE *out, const struct report *report, const char *label, const char *text)
{
	enum { INDENT = 12, WIDTH = 110 };
	if (!text || !*text)
		return;
	fprintf(out, "  %s%-*s%s", DIM(report), INDENT - 2, label, PLAIN(report));
	for (size_t column = 0; *text;) {
		const size_t length = strcspn(text, " ");
		if (column && INDENT + column + 1 + length > WIDTH) {
			fprintf(out, "\n%*s", INDENT, "");
			column = 0;
		}
		if (column)
			putc(' ', out);
		report_word(out, text, length);
		column += (column > 0) + length;
		text += length + strspn(text + length, " ");
	}
	putc('\n', out);
}

/* "32.0 sectors/request (ideal 4.0), " when the figure is known. */
static void
add_rate(FILE *out, const char *unit, double total, double ideal, double requests)
{
	if (!isfinite(total) || !(requests > 0))
		return;
	fprintf(out, "%.1f %s/request", total / requests, unit);
	if (isfinite(ideal))
		fprintf(out, " (ideal %.1f)", ideal / requests);
	fputs(", ", out);
}

/* Behind counts of a launch that was cut short: there may be more, or fewer in blocks that were not run. */
static const char as_far[] = " as far as it was run";

static void
add_figures(FILE *out, const struct figures *figures, bool cut_short)
{
	const double requests = figures->requests;
	add_rate(out, "sectors", figures->sectors, figures->ideal_sectors, requests);
	add_rate(out, "wavefronts", figures->wavefronts, figures->ideal_wavefronts, requests);
	if (isfinite(figures->lanes) && requests > 0)
		fprintf(out, "%.1f of 32 lanes active, ", figures->lanes / requests);
	fprintf(out, "%.0f request%s%s", requests, requests == 1 ? "" : "s", cut_short ? as_far : "");
}

/* Of a branch, requests are times that a warp comes to it. */
static void
add_executions(FILE *out, const struct figures *figures, bool cut_short)
{
	if (isfinite(figures->divergent) && figures->requests > 0)
		fprintf(out, "%.0f%% of ", 100 * figures->divergent / figures->requests);
	fprintf(out, "%.0f execution%s%s", figures->requests, figures->requests == 1 ? "" : "s", cut_short ? as_far : "");
	if (isfinite(figures->divergent) && figures->requests > 0)
		fputs(" diverge", out);
	if (isfinite(figures->lanes) && figures->requests > 0)
		fprintf(out, ", %.1f of 32 lanes come here", figures->lanes / figures->requests);
}

static void
add_standing(FILE *out, const struct site *site)
{
	fprintf(out, "; %s", standing_text(site->standing));
	if (site->standing == STANDING_BOUNDED && site->predicted.requests > 0)
		fprintf(out, " between %.1f and %.1f", site->predicted.low / site->predicted.requests,
		        site->predicted.high / site->predicted.requests);
	if (site->standing != STANDING_EXACT && site->why && *site->why)
		fprintf(out, ": %s", site->why);
}

/* The site that the finding is about, in the launch whose figures it tells. */
static const struct site *
find_site(const struct finding *finding)
{
	const struct launch *launch = finding->launch;
	if (!launch || !finding->site || !*finding->site)
		return NULL;
	for (size_t i = 0; i < launch->site_count; i++)
		if (!strcmp(launch->sites[i].id, finding->site))
			return &launch->sites[i];
	return NULL;
}

static void
write_figures(FILE *out, const struct report *report, const char *label, const struct site *site,
              const struct figures *figures, bool cut_short)
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
		add_figures(buffer, figures, cut_short);
	if (figures == &site->predicted)
		add_standing(buffer, site);
	fclose(buffer);
	write_detail(out, report, label, text);
	free(text);
}

static void
write_site(FILE *out, const struct report *report, const struct launch *launch, const struct site *site)
{
	if (site->standing == STANDING_UNKNOWN)
		write_detail(out, report, "predicted", arena_printf(report->arena, "unknown: %s", site->why));
	write_figures(out, report, "predicted", site, report_predicted(site), launch->cut_loop.line);
	if (site->has_measured)
		write_figures(out, report, "measured", site, &site->measured, false);
	write_detail(out, report, site->has_measured ? "" : "measured", site->measured_note);
}

/* Interval and all, as the measurement is worth no more than that. */
static void
write_measured_penalty(FILE *out, const struct report *report, const struct finding *finding)
{
	const struct penalty *penalty = &finding->measured_penalty;
	if (isfinite(penalty->estimate) && penalty->estimate > 0)
		write_detail(out, report, "time",
		             arena_printf(report->arena, "%.2f times as slow as %s (%.2f to %.2f)", penalty->estimate,
		                          finding->measured_against, penalty->low, penalty->high));
	else if (finding->unmeasured_penalty)
		write_detail(out, report, "time", arena_printf(report->arena, "not measured, because %s", finding->unmeasured_penalty));
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
	write_detail(out, report, "", finding->status_reason);
	write_measured_penalty(out, report, finding);
}

/* The first of the places is shown, those behind it of which the same is to be said are listed. How many these are. */
static size_t
write_related(FILE *out, const struct report *report, const struct related *related, size_t count)
{
	size_t alike = 1;
	while (alike < count && !strcmp(related[alike].message, related->message))
		alike++;
	write_headline(out, report, &related->place, SEVERITY_NOTE, related->message, NULL);
	write_excerpt(out, report, &related->place);
	if (report_places(out, report, "  also at   ", related + 1, alike - 1, &related->place))
		putc('\n', out);
	return alike;
}

static bool
is_empty(const struct place *place)
{
	return place->line == place->end_line && place->column == place->end_column;
}

static void
write_finding(FILE *out, const struct report *report, const struct finding *finding)
{
	write_headline(out, report, &finding->place, finding->severity, finding->message, finding->rule);
	write_excerpt(out, report, &finding->place);
	const struct site *site = find_site(finding);
	/* What a wrong access costs is nothing that anybody should look at. */
	if (site && finding->claim != CLAIM_FAULT)
		write_site(out, report, finding->launch, site);
	else if (finding->standing != STANDING_EXACT)
		write_detail(out, report, "standing", standing_text(finding->standing));
	write_detail(out, report, "why", finding->reason);
	write_detail(out, report, "cost", finding->cost);
	write_status(out, report, finding);
	write_detail(out, report, "advice", finding->advice);
	for (size_t i = 0; i < finding->related_count;)
		i += write_related(out, report, &finding->related[i], finding->related_count - i);
	for (size_t i = 0; i < finding->fix_count; i++) {
		const struct fix *fix = &finding->fixes[i];
		write_headline(out, report, &fix->place, SEVERITY_NOTE, fix->message, NULL);
		write_detail(out, report, is_empty(&fix->place) ? "insert" : "put there", fix->replacement);
	}
	putc('\n', out);
}

static void
write_problems(FILE *out, const struct report *report)
{
	for (size_t i = 0; i < report->facts->file_count; i++) {
		const struct source_file *file = &report->facts->files[i];
		for (size_t k = 0; k < file->problem_count; k++) {
			const struct file_problem *problem = &file->problems[k];
			if (!problem->place.line)
				continue;
			if (k == REPORT_MOST_PROBLEMS) {
				fprintf(out, "%s%zu more problems of this file are not shown%s\n", DIM(report), file->problem_count - k,
				        PLAIN(report));
				break;
			}
			write_headline(out, report, &problem->place, problem->severity, problem->message, NULL);
			if (problem->severity == SEVERITY_ERROR)
				write_excerpt(out, report, &problem->place);
		}
	}
}

/* Launches that cannot run. */
static void
write_refused(FILE *out, const struct report *report, const struct kernel *kernel)
{
	for (size_t i = 0; i < kernel->refused_count; i++) {
		const struct refused_launch *refused = &kernel->refused[i];
		write_headline(out, report, &refused->place, SEVERITY_ERROR, refused->why, NULL);
		write_excerpt(out, report, &refused->place);
	}
}

/* Advice whose end is to be copied to a command line: it is not wrapped. */
static void
write_launch_advice(FILE *out, const struct report *report, const char *advice, const char *launch, const char *rest)
{
	fprintf(out, "  %s%-10s%s%s --launch '", DIM(report), "advice", PLAIN(report), advice);
	report_puts(out, launch);
	fprintf(out, "%s'\n", rest);
}

/* Launches that were not looked at, told where the first of them is made. */
static void
write_left_out(FILE *out, const struct report *report, const struct kernel *kernel)
{
	const char *text;
	const struct passed_over *first = report_left_out(report, kernel, &text);
	if (!first)
		return;
	write_headline(out, report, &first->place, SEVERITY_NOTE, text, NULL);
	write_excerpt(out, report, &first->place);
	write_launch_advice(out, report, "to look at one of them:", first->text, "");
}

static void
write_launches(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	for (size_t i = 0; i < facts->kernel_count; i++) {
		write_refused(out, report, &facts->kernels[i]);
		write_left_out(out, report, &facts->kernels[i]);
	}
	size_t count;
	const struct report_note *loops = report_cut_loops(report, &count);
	for (size_t i = 0; i < count; i++) {
		write_headline(out, report, &loops[i].place, SEVERITY_NOTE, loops[i].text, NULL);
		write_excerpt(out, report, &loops[i].place);
	}
}

/* What nothing is known of is said aloud: silence must not pass for a clean bill. */
static void
write_unlaunched(FILE *out, const struct report *report)
{
	for (size_t i = 0; i < report->facts->kernel_count; i++) {
		const struct kernel *kernel = &report->facts->kernels[i];
		if (kernel->launch_count || kernel->refused_count || kernel->is_library)
			continue;
		write_headline(out, report, &kernel->place, SEVERITY_NOTE, "no launch of this kernel was found", NULL);
		write_excerpt(out, report, &kernel->place);
		write_launch_advice(out, report, "say one with", kernel->name, "<<<grid, block>>>(arguments)");
	}
}

static void
write_dormant(FILE *out, const struct report *report)
{
	for (size_t i = 0; i < report->facts->dormant_template_count; i++) {
		const struct dormant_template *dormant = &report->facts->dormant_templates[i];
		write_headline(out, report, &dormant->place, SEVERITY_NOTE, report_dormant_text(report, dormant), NULL);
		write_excerpt(out, report, &dormant->place);
		write_detail(out, report, "advice",
		             arena_printf(report->arena, "name the file that launches it as well, or say an instance, with types and "
		                                         "numbers for %s: %s",
		                          dormant->params, report_dormant_launch(report, dormant)));
	}
}

static bool
is_unreached(const struct kernel *kernel, const struct place *place)
{
	for (size_t i = 0; i < kernel->unreached_count; i++)
		if (facts_same_place(&kernel->unreached[i].place, place))
			return true;
	return false;
}

/* Whether none of the instances of the template, if it is one, came to the place. */
static bool
is_unreached_by_all(const struct report *report, const struct kernel *kernel, const struct place *place)
{
	const struct facts *facts = report->facts;
	for (size_t i = 0; i < facts->kernel_count; i++)
		if (facts_same_place(&facts->kernels[i].place, &kernel->place) && !is_unreached(&facts->kernels[i], place))
			return false;
	return true;
}

static int
by_line(const void *left, const void *right)
{
	const struct place *a = &((const struct related *)left)->place, *b = &((const struct related *)right)->place;
	const int files = strcmp(a->file, b->file);
	return files ? files : (a->line > b->line) - (a->line < b->line);
}

/* "3 of 12 accesses of 'k' were not reached …: lines 40, 44, 51 (the condition at line 39 never held)" */
static char *
unreached_text(const struct report *report, const struct kernel *kernel, struct related *places, size_t count)
{
	char *text;
	size_t length;
	FILE *buffer = open_memstream(&text, &length);
	if (!buffer)
		memory_exhausted(0);
	fprintf(buffer, "%zu of %zu accesses of '%s' %s not reached by the blocks and iterations that were evaluated", count,
	        kernel->access_count, kernel->name, count == 1 ? "was" : "were");
	size_t alike = 1;
	while (alike < count && !strcmp(places[alike].message, places[0].message))
		alike++;
	qsort(places, count, sizeof *places, by_line);
	report_places(buffer, report, ": ", places, count, &kernel->place);
	if (alike == count)
		fprintf(buffer, " (%s)", places[0].message);
	fclose(buffer);
	return text;
}

/* A line for each kernel of which some accesses have no figures because nothing came to them. */
static void
write_unreached(FILE *out, const struct report *report)
{
	for (size_t i = 0; i < report->facts->kernel_count; i++) {
		const struct kernel *kernel = &report->facts->kernels[i];
		if (!kernel->launch_count || !kernel->unreached_count || report_first_of_source(report, kernel) != kernel)
			continue;
		struct related *places = memory_zeroed(kernel->unreached_count, sizeof *places);
		size_t count = 0;
		for (size_t k = 0; k < kernel->unreached_count; k++)
			if (is_unreached_by_all(report, kernel, &kernel->unreached[k].place))
				places[count++] = (struct related){kernel->unreached[k].place, kernel->unreached[k].why};
		if (count) {
			char *text = unreached_text(report, kernel, places, count);
			write_headline(out, report, &kernel->place, SEVERITY_NOTE, text, NULL);
			free(text);
		}
		free(places);
	}
}

static bool
has_findings(const struct facts *facts, const struct launch *launch)
{
	for (size_t i = 0; i < facts->finding_count; i++)
		if (facts->findings[i].launch == launch)
			return true;
	return false;
}

static void
write_time(FILE *out, const struct launch_time *time)
{
	const bool is_short = time->us < SHORT_LAUNCHES * time_launch_us;
	const double of = is_short ? time->us - time_launch_us : time->us;
	fprintf(out, "about %.3g microseconds (%.3g to %.3g)", time->us, time->low_us, time->high_us);
	if (is_short)
		fprintf(out, ", %g of them for a launch as such,", time_launch_us);
	fprintf(out, " and is bound by %s (%.0f%% of %s)\n", time_resource_text(time->bound_by),
	        100 * fmin(1, time->by[time->bound_by] / of), is_short ? "the rest" : "that");
}

static void
write_doubt(FILE *out, const struct launch_time *time)
{
	if (isfinite(time->high_us))
		fprintf(out, "%.3g to %.3g microseconds: ", time->low_us, time->high_us);
	else
		fputs("a time that is not known: ", out);
	fprintf(out, "%s\n", time->why);
}

/* A line for each launch whose figures findings tell: how long it takes, and what bounds it. */
static void
write_times(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	bool any = false;
	for (size_t i = 0; i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++) {
			const struct launch *launch = &facts->kernels[i].launches[k];
			const struct launch_time *time = &launch->predicted_time;
			if ((!(time->us > 0) && !time->why) || !has_findings(facts, launch))
				continue;
			putc('\'', out);
			report_puts(out, facts->kernels[i].name);
			fputs("', launched at ", out);
			report_puts(out, report_path(report, launch->place.file));
			fprintf(out, ":%u, takes ", launch->place.line);
			if (time->why)
				write_doubt(out, time);
			else
				write_time(out, time);
			any = true;
		}
	if (any)
		putc('\n', out);
}

static const char *
plural(size_t count)
{
	return count == 1 ? "" : "s";
}

/* Of files that could not be read messages have told; where none could, there is nothing to sum up. */
static bool
has_read_any(const struct facts *facts)
{
	for (size_t i = 0; i < facts->file_count; i++)
		if (facts->files[i].status != FILE_FAILED)
			return true;
	return false;
}

/* Why there is no word of any access or branch, which no findings must not be taken for; "": there is some. */
static const char *
silence_text(const struct facts *facts, size_t launches, size_t sites, size_t unknown)
{
	if (!facts->kernel_count && !facts->dormant_template_count)
		return "; nothing was analysed: there is no kernel";
	if (facts->kernel_count && !launches)
		return "; nothing was analysed: no kernel is launched";
	return sites && unknown == sites ? ": nothing can be told of any" : "";
}

static void
write_summary(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	size_t launches = 0, sites = 0, standings[STANDING_UNKNOWN + 1] = {0};
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		launches += kernel->launch_count;
		for (size_t k = 0; k < kernel->launch_count; k++)
			for (size_t s = 0; s < kernel->launches[k].site_count; s++, sites++)
				standings[kernel->launches[k].sites[s].standing]++;
	}
	fprintf(out, "%s%zu finding%s%s in %zu kernel%s and %zu launch%s for %s (%s)", BOLD(report),
	        facts->finding_count, plural(facts->finding_count), PLAIN(report), facts->kernel_count,
	        plural(facts->kernel_count), launches, launches == 1 ? "" : "es", facts->gpu, facts->sm);
	if (sites) {
		fprintf(out, "; %zu site%s:", sites, plural(sites));
		const char *separator = " ";
		for (size_t i = 0; i <= STANDING_UNKNOWN; i++) {
			if (!standings[i])
				continue;
			fprintf(out, "%s%zu %s", separator, standings[i], standing_text((enum standing)i));
			separator = ", ";
		}
	}
	fputs(silence_text(facts, launches, sites, standings[STANDING_UNKNOWN]), out);
	if (facts->dormant_template_count)
		fprintf(out, "; %zu kernel template%s not analysed", facts->dormant_template_count,
		        facts->dormant_template_count == 1 ? " was" : "s were");
	putc('\n', out);
}

/* Messages have said it, but before all else: who reads a long report sees its end. */
static void
write_undone(FILE *out, const struct report *report)
{
	for (size_t i = 0; report->undone && i < report->undone->count; i++) {
		fputs("not done: ", out);
		report_puts(out, report->undone->items[i]);
		putc('\n', out);
	}
}

void
report_text(FILE *out, const struct report *report)
{
	write_problems(out, report);
	for (size_t i = 0; i < report->facts->finding_count; i++)
		write_finding(out, report, &report->facts->findings[i]);
	write_launches(out, report);
	write_unlaunched(out, report);
	write_dormant(out, report);
	write_unreached(out, report);
	write_times(out, report);
	if (has_read_any(report->facts)) {
		write_summary(out, report);
		report_unknowns(out, report);
		write_undone(out, report);
	}
}
