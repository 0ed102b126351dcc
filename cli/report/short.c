/* A line a finding, in the form that compilers made usual: Vim's quickfix, Emacs' compilation mode and CI logs read it
 * without being told. Other places with the same cause follow the message. Problems that left a file partial or failed come as notes and errors of the same form,
 * where they have a place; the others have been messages. */
#include "cli/report/report.h"

#include <inttypes.h>

static void
write_line(FILE *out, const char *path, uint32_t line, uint32_t column, const char *severity, const char *message)
{
	report_puts(out, path);
	fprintf(out, ":%" PRIu32 ":%" PRIu32 ": %s: ", line, column ? column : 1, severity);
	report_puts(out, message);
}

void
report_short(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	for (size_t i = 0; i < facts->file_count; i++) {
		const struct source_file *file = &facts->files[i];
		for (size_t k = 0; k < file->problem_count; k++) {
			const struct file_problem *problem = &file->problems[k];
			if (!problem->line)
				continue;
			if (k == REPORT_MOST_PROBLEMS) {
				write_line(out, report_path(report, file->path), problem->line, problem->column, "note", "from here on ");
				fprintf(out, "%zu more problems are not shown\n", file->problem_count - k);
				break;
			}
			write_line(out, report_path(report, file->path), problem->line, problem->column,
			           file->status == FILE_FAILED ? "error" : "note", problem->message);
			putc('\n', out);
		}
	}
	for (size_t i = 0; i < facts->finding_count; i++) {
		const struct finding *finding = &facts->findings[i];
		write_line(out, report_path(report, finding->place.file), finding->place.line, finding->place.column,
		           severity_text(finding->severity), finding->message);
		report_places(out, report, "; also at ", finding->related, finding->related_count, &finding->place);
		fprintf(out, " [%s]\n", finding->rule);
	}
}
