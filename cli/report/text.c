/* The report for people: what, where with carets, the figures with their confidence, why, the cost, and the advice. */
#include "cli/report/text.h"

static const char *
plural(size_t count)
{
	return count == 1 ? "" : "s";
}

static void
write_problems(FILE *out, const struct report *report)
{
	for (size_t i = 0; i < report->facts->file_count; i++) {
		const struct source_file *file = &report->facts->files[i];
		size_t counted = 0;
		for (size_t k = 0; k < file->problem_count; k++) {
			const struct file_problem *problem = &file->problems[k];
			if (!report_shows_problem(report, file, problem))
				continue;
			counted += !problem->is_missing_header;
			if (!problem->is_missing_header && counted > REPORT_MOST_PROBLEMS)
				continue;
			text_headline(out, report, &problem->place, problem->severity,
			              report_problem_text(report, problem), NULL);
			if (problem->severity == SEVERITY_ERROR && !problem->is_missing_header)
				text_excerpt(out, report, &problem->place);
		}
		if (counted > REPORT_MOST_PROBLEMS)
			fprintf(out, "%s%zu more problem%s of this file not shown%s\n", DIM(report),
			        counted - REPORT_MOST_PROBLEMS, counted == REPORT_MOST_PROBLEMS + 1 ? " is" : "s are",
			        PLAIN(report));
		const size_t unlisted = report_unlisted_problems(file);
		if (unlisted)
			fprintf(out, "%s%zu more error%s in this file, probably because of missing headers%s\n",
			        DIM(report), unlisted, plural(unlisted), PLAIN(report));
	}
}

/* Files that could not be read were reported in messages; if none could be read, there is no summary. */
static bool
has_read_any(const struct facts *facts)
{
	for (size_t i = 0; i < facts->file_count; i++)
		if (facts->files[i].status != FILE_FAILED)
			return true;
	return false;
}

struct totals {
	size_t launches, rejected, sites;
	size_t confidences[CONFIDENCE_UNKNOWN + 1]; /* sites of each */
};

static struct totals
totals_of(const struct facts *facts)
{
	struct totals totals = {0};
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		totals.launches += kernel->launch_count;
		totals.rejected += kernel->refused_count;
		for (size_t k = 0; k < kernel->launch_count; k++)
			for (size_t s = 0; s < kernel->launches[k].site_count; s++, totals.sites++)
				totals.confidences[kernel->launches[k].sites[s].confidence]++;
	}
	return totals;
}

/* Why no access or branch has a figure, so that the absence of findings is not misunderstood; "": some have. */
static const char *
silence_text(const struct facts *facts, const struct totals *totals)
{
	if (!facts->kernel_count && facts->undefined_kernel_count)
		return "; nothing was analysed: no file given defines a kernel";
	if (!facts->kernel_count && !facts->dormant_template_count)
		return "; nothing was analysed: there is no kernel";
	if (facts->kernel_count && !totals->launches)
		return totals->rejected ? "; nothing was analysed: every launch is rejected"
		                        : "; nothing was analysed: no kernel is launched";
	return totals->sites && totals->confidences[CONFIDENCE_UNKNOWN] == totals->sites
	               ? ": no prediction is possible for any of them"
	               : "";
}

/* Errors of the code, which are reported above the findings. */
static size_t
errors_of_code(const struct facts *facts)
{
	size_t errors = 0;
	for (size_t i = 0; i < facts->file_count; i++)
		for (size_t k = 0; k < facts->files[i].problem_count; k++)
			errors += facts->files[i].problems[k].severity == SEVERITY_ERROR;
	return errors;
}

/* "1 error, 3 warnings, 12 notes" */
static void
write_counts(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	size_t counts[SEVERITY_ERROR + 1] = {0};
	for (size_t i = 0; i < facts->finding_count; i++)
		counts[facts->findings[i].severity]++;
	const char *separator = "";
	for (int i = SEVERITY_ERROR; i >= SEVERITY_NOTE; i--) {
		if (!counts[i])
			continue;
		fprintf(out, "%s%zu %s%s", separator, counts[i], severity_text((enum severity)i), plural(counts[i]));
		separator = ", ";
		if (i == SEVERITY_NOTE && !report->notes)
			fputs(" (--notes shows them)", out);
	}
	const size_t errors = errors_of_code(facts);
	if (!facts->finding_count && errors)
		fprintf(out, "%zu error%s in the code; otherwise no findings", errors, plural(errors));
	else if (!facts->finding_count)
		fputs("no findings", out);
}

static void
write_summary(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	const struct totals totals = totals_of(facts);
	fputs(BOLD(report), out);
	write_counts(out, report);
	fprintf(out, "%s in %zu kernel%s and %zu launch%s for %s (%s)", PLAIN(report), facts->kernel_count,
	        plural(facts->kernel_count), totals.launches, totals.launches == 1 ? "" : "es", facts->gpu, facts->sm);
	if (totals.sites) {
		fprintf(out, "; %zu site%s:", totals.sites, plural(totals.sites));
		const char *separator = " ";
		for (size_t i = 0; i <= CONFIDENCE_UNKNOWN; i++) {
			if (!totals.confidences[i])
				continue;
			fprintf(out, "%s%zu %s", separator, totals.confidences[i], confidence_text((enum confidence)i));
			separator = ", ";
		}
	}
	fputs(silence_text(facts, &totals), out);
	if (totals.rejected && totals.launches)
		fprintf(out, "; %zu launch%s rejected and %s no figures", totals.rejected,
		        totals.rejected == 1 ? " was" : "es were", totals.rejected == 1 ? "has" : "have");
	if (facts->suppressed_count)
		fprintf(out, "; %zu finding%s", facts->suppressed_count,
		        facts->suppressed_count == 1 ? " is allowed by a comment" : "s are allowed by comments");
	if (facts->dormant_template_count)
		fprintf(out, "; %zu kernel template%s not analysed", facts->dormant_template_count,
		        facts->dormant_template_count == 1 ? " was" : "s were");
	putc('\n', out);
}

/* Reports once that figures which need the compiler are missing. */
static void
write_uncompiled(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	const struct kernel *first = NULL;
	size_t count = 0;
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		count += kernel->resources.uncompiled != NULL;
		first = !first && kernel->resources.uncompiled ? kernel : first;
	}
	if (facts->uncompiled) {
		fputs("not compiled, so registers and spills are unknown: ", out);
		report_puts(out, facts->uncompiled);
		putc('\n', out);
	} else if (first) {
		fprintf(out, "%zu of %zu kernel%s not compiled, so registers and spills are unknown: '", count,
		        facts->kernel_count, count == 1 ? (facts->kernel_count == 1 ? " was" : "s was") : "s were");
		report_puts(out, first->name);
		fputs("': ", out);
		report_puts(out, first->resources.uncompiled);
		putc('\n', out);
	}
}

/* Messages have reported it before the report, but a reader of a long report sees its end. */
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
	text_times(out, report);
	for (size_t i = 0; i < report->facts->finding_count; i++)
		if (report_shows(report, &report->facts->findings[i]))
			text_finding(out, report, &report->facts->findings[i]);
	text_launches(out, report);
	text_unlaunched(out, report);
	text_unreached(out, report);
	if (has_read_any(report->facts)) {
		write_summary(out, report);
		report_unknowns(out, report);
		report_library_calls(out, report);
		write_uncompiled(out, report);
		write_undone(out, report);
	}
}
