/* One line for each finding and each launch, in the common form of compilers: Vim's quickfix, Emacs' compilation mode
 * and CI logs parse it without configuration. Other places with the same cause follow the message. Compile errors with
 * a place have the same form; others were reported in messages. */
#include "cli/report/report.h"

#include <inttypes.h>

static void
write_line(FILE *out, const struct report *report, const struct place *place, enum severity severity,
           const char *message)
{
	report_puts(out, report_path(report, place->file));
	fprintf(out, ":%" PRIu32 ":%" PRIu32 ": %s: ", place->line, place->column ? place->column : 1,
	        severity_text(severity));
	report_puts(out, message);
}

enum { MOST_LAUNCHES = 64 };

/* "info" is a severity that editors skip. */
static void
write_launches(FILE *out, const struct report *report)
{
	size_t count;
	const struct report_launch *launches = report_by_time(report, &count);
	for (size_t i = 0; i < count && i < MOST_LAUNCHES; i++) {
		const struct place *place = &launches[i].launch->place;
		const char *share = report_share(report, launches[i].share);
		report_puts(out, report_path(report, place->file));
		fprintf(out, ":%" PRIu32 ":%" PRIu32 ": info: ", place->line, place->column ? place->column : 1);
		report_puts(out, report_launch_text(report, &launches[i]));
		fprintf(out, "%s%s%s\n", *share ? "; " : "", share, *share ? " of all launches" : "");
	}
	if (count > MOST_LAUNCHES) {
		write_line(out, report, &launches[MOST_LAUNCHES].launch->place, SEVERITY_NOTE, "from here on ");
		fprintf(out, "%zu shorter launches are not shown\n", count - MOST_LAUNCHES);
	}
}

void
report_short(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	for (size_t i = 0; i < facts->file_count; i++) {
		const struct source_file *file = &facts->files[i];
		size_t counted = 0;
		const struct file_problem *first_hidden = NULL;
		for (size_t k = 0; k < file->problem_count; k++) {
			const struct file_problem *problem = &file->problems[k];
			if (!report_shows_problem(report, file, problem))
				continue;
			counted += !problem->is_missing_header;
			if (!problem->is_missing_header && counted > REPORT_MOST_PROBLEMS) {
				first_hidden = first_hidden ? first_hidden : problem;
				continue;
			}
			write_line(out, report, &problem->place, problem->severity,
			           report_problem_text(report, problem));
			putc('\n', out);
		}
		if (first_hidden) {
			write_line(out, report, &first_hidden->place, SEVERITY_NOTE, "from here on ");
			fprintf(out, "%zu more problems are not shown\n", counted - REPORT_MOST_PROBLEMS);
		}
	}
	for (size_t i = 0; i < facts->kernel_count; i++) {
		const struct kernel *kernel = &facts->kernels[i];
		for (size_t k = 0; k < kernel->refused_count; k++) {
			write_line(out, report, &kernel->refused[k].place, report_refused_severity(&kernel->refused[k]),
			           kernel->refused[k].why);
			if (kernel->refused[k].assumption) {
				fputs("; assumed: ", out);
				report_puts(out, kernel->refused[k].assumption);
			}
			putc('\n', out);
		}
		const char *text;
		const struct passed_over *left_out = report_left_out(report, kernel, &text);
		if (left_out) {
			write_line(out, report, &left_out->place, SEVERITY_NOTE, text);
			putc('\n', out);
		}
	}
	size_t loops;
	const struct report_note *notes = report_cut_short(report, &loops);
	for (size_t i = 0; i < loops; i++) {
		write_line(out, report, &notes[i].place, SEVERITY_NOTE, notes[i].text);
		putc('\n', out);
	}
	struct report_note undefined[REPORT_UNDEFINED];
	const size_t undefined_count = report_undefined(report, undefined);
	for (size_t i = 0; i < undefined_count; i++) {
		write_line(out, report, &undefined[i].place, SEVERITY_NOTE, undefined[i].text);
		putc('\n', out);
	}
	const struct report_unseen unseen[] = {report_unlaunched(report), report_dormant(report)};
	for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++) {
		if (!unseen[i].text)
			continue;
		write_line(out, report, &unseen[i].place, SEVERITY_NOTE, unseen[i].text);
		fprintf(out, "; %s --launch '", unseen[i].advice);
		report_puts(out, unseen[i].launch);
		fputs("'\n", out);
	}
	for (size_t i = 0; i < facts->finding_count; i++) {
		const struct finding *finding = &facts->findings[i];
		if (!report_shows(report, finding))
			continue;
		write_line(out, report, &finding->place, finding->severity, finding->message);
		report_places(out, report, "; also at ", finding->related, finding->related_count, &finding->place);
		fprintf(out, " [%s]\n", finding->rule);
	}
	write_launches(out, report);
}
