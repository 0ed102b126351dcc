/* The report for people: what, where with carets, the numbers and how far they can be trusted, why, the cost, the cure. */
#include "cli/report/text.h"

#include <math.h>

#include "model/time.h"
#include "support/digits.h"

enum { SHORT_LAUNCHES = 5 };    /* a launch is called short up to so many times of what one takes that does nothing */

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
			text_headline(out, report, &problem->place, problem->severity, problem->message, NULL);
			if (problem->severity == SEVERITY_ERROR)
				text_excerpt(out, report, &problem->place);
		}
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

/* What a time is told in. */
struct time_unit {
	const char *name;
	double us;                     /* of one */
};

static struct time_unit
unit_of(double us)
{
	return us >= 1e6 ? (struct time_unit){"seconds", 1e6} : us >= 1e3 ? (struct time_unit){"milliseconds", 1e3}
	                                                                 : (struct time_unit){"microseconds", 1};
}

static struct digits
time_digits(double us, struct time_unit unit)
{
	return digits_of(us / unit.us, 3);
}

static void
write_time(FILE *out, const struct launch_time *time)
{
	const bool is_short = time->us < SHORT_LAUNCHES * time_launch_us;
	const double of = is_short ? time->us - time_launch_us : time->us;
	const struct time_unit unit = unit_of(time->us);
	fprintf(out, "about %s %s (%s to %s)", time_digits(time->us, unit).text, unit.name, time_digits(time->low_us, unit).text,
	        time_digits(time->high_us, unit).text);
	if (is_short)
		fprintf(out, ", %g of them for a launch as such,", time_launch_us);
	fprintf(out, " and is bound by %s (%.0f%% of %s)\n", time_resource_text(time->bound_by),
	        100 * fmin(1, time->by[time->bound_by] / of), is_short ? "the rest" : "that");
}

static void
write_doubt(FILE *out, const struct launch_time *time)
{
	const struct time_unit unit = unit_of(time->low_us);
	if (isfinite(time->high_us))
		fprintf(out, "%s to %s %s: ", time_digits(time->low_us, unit).text, time_digits(time->high_us, unit).text, unit.name);
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
			report_puts(out, report_instance(report, &facts->kernels[i]));
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
		text_finding(out, report, &report->facts->findings[i]);
	text_launches(out, report);
	text_unlaunched(out, report);
	text_dormant(out, report);
	text_unreached(out, report);
	write_times(out, report);
	if (has_read_any(report->facts)) {
		write_summary(out, report);
		report_unknowns(out, report);
		report_library_calls(out, report);
		write_undone(out, report);
	}
}
