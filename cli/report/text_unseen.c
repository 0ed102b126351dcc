/* What was not evaluated, in the report for people: without it, silence would look like a clean result. */
#include <stdlib.h>
#include <string.h>

#include "cli/report/text.h"
#include "support/allocate.h"

/* Launches that cannot run. */
static void
write_refused(FILE *out, const struct report *report, const struct kernel *kernel)
{
	for (size_t i = 0; i < kernel->refused_count; i++) {
		const struct refused_launch *refused = &kernel->refused[i];
		text_headline(out, report, &refused->place, report_refused_severity(refused), refused->why, NULL);
		text_excerpt(out, report, &refused->place);
		if (refused->assumption)
			fprintf(out, "  %s%-10s%s%s\n", DIM(report), "assumed", PLAIN(report), refused->assumption);
	}
}

/* Advice that ends with text for a command line is not wrapped. */
static void
write_launch_advice(FILE *out, const struct report *report, const char *advice, const char *launch, const char *rest)
{
	fprintf(out, "  %s%-10s%s%s --launch '", DIM(report), "advice", PLAIN(report), advice);
	report_puts(out, launch);
	fprintf(out, "%s'\n", rest);
}

/* Launches that were not evaluated, reported at the first of them. */
static void
write_left_out(FILE *out, const struct report *report, const struct kernel *kernel)
{
	const char *text;
	const struct passed_over *first = report_left_out(report, kernel, &text);
	if (!first)
		return;
	text_headline(out, report, &first->place, SEVERITY_NOTE, text, NULL);
	text_excerpt(out, report, &first->place);
	write_launch_advice(out, report, "to evaluate one of them:", first->text, "");
}

void
text_launches(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	for (size_t i = 0; i < facts->kernel_count; i++) {
		write_refused(out, report, &facts->kernels[i]);
		write_left_out(out, report, &facts->kernels[i]);
	}
	size_t count;
	const struct report_note *loops = report_cut_short(report, &count);
	for (size_t i = 0; i < count; i++) {
		text_headline(out, report, &loops[i].place, SEVERITY_NOTE, loops[i].text, NULL);
		text_excerpt(out, report, &loops[i].place);
	}
}

static void
write_unseen(FILE *out, const struct report *report, const struct report_unseen *unseen)
{
	if (!unseen->text)
		return;
	text_headline(out, report, &unseen->place, SEVERITY_NOTE, unseen->text, NULL);
	write_launch_advice(out, report, unseen->advice, unseen->launch, "");
}

void
text_unlaunched(FILE *out, const struct report *report)
{
	const struct report_unseen unseen[] = {report_unlaunched(report), report_passed_by(report),
	                                       report_assumed(report), report_dormant(report)};
	struct report_note undefined[REPORT_UNDEFINED];
	const size_t undefined_count = report_undefined(report, undefined);
	for (size_t i = 0; i < undefined_count; i++)
		text_headline(out, report, &undefined[i].place, SEVERITY_NOTE, undefined[i].text, NULL);
	for (size_t i = 0; i < sizeof unseen / sizeof *unseen; i++)
		write_unseen(out, report, &unseen[i]);
}

static bool
is_unreached(const struct kernel *kernel, const struct place *place)
{
	for (size_t i = 0; i < kernel->unreached_count; i++)
		if (facts_same_place(&kernel->unreached[i].place, place))
			return true;
	return false;
}

/* Whether no instance of the kernel's template reached the place. */
static bool
is_unreached_by_all(const struct report *report, const struct kernel *kernel, const struct place *place)
{
	const struct facts *facts = report->facts;
	for (size_t i = 0; i < facts->kernel_count; i++)
		if (facts_same_place(&facts->kernels[i].place, &kernel->place) &&
		    !is_unreached(&facts->kernels[i], place))
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
	fprintf(buffer, "%zu of %zu accesses of '%s' %s not reached by the evaluated blocks and iterations", count,
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

void
text_unreached(FILE *out, const struct report *report)
{
	for (size_t i = 0; i < report->facts->kernel_count; i++) {
		const struct kernel *kernel = &report->facts->kernels[i];
		if (!kernel->launch_count || !kernel->unreached_count ||
		    report_first_of_source(report, kernel) != kernel)
			continue;
		struct related *places = memory_zeroed(kernel->unreached_count, sizeof *places);
		size_t count = 0;
		for (size_t k = 0; k < kernel->unreached_count; k++)
			if (is_unreached_by_all(report, kernel, &kernel->unreached[k].place))
				places[count++] =
					(struct related){kernel->unreached[k].place, kernel->unreached[k].why};
		if (count) {
			char *text = unreached_text(report, kernel, places, count);
			text_headline(out, report, &kernel->place, SEVERITY_NOTE, text, NULL);
			free(text);
		}
		free(places);
	}
}
