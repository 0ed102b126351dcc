/* The predicted times in the report for people. */
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cli/report/text.h"
#include "model/host_work.h"
#include "model/program_time.h"
#include "support/allocate.h"
#include "support/digits.h"

enum {
	MOST_LAUNCHES = 16,
	MOST_ASSUMED = 3, /* next to launches that the program makes */
	INDENT = 7,
};

static double
sum_of(const struct report_launch *launches, size_t count)
{
	double sum = 0;
	for (size_t i = 0; i < count; i++)
		sum += launches[i].launch->origin != LAUNCH_ASSUMED && launches[i].us > 0 ? launches[i].us : 0;
	return sum;
}

static void
write_scaled(FILE *out, const struct report *report)
{
	const struct facts *facts = report->facts;
	if (facts->profile_gpu && facts->profile && !strcmp(facts->profile, "scaled"))
		fprintf(out, "%*stimes are scaled from measurements on %s by data sheet: wide ranges\n", INDENT, "",
		        gpu_short_name(facts->profile_gpu));
}

/* A part of the program's time. */
struct part {
	const char *name, *one;
	double us;
	uint64_t untimed; /* calls of unknown time */
};

static int
by_us(const void *left, const void *right)
{
	const struct part *a = left, *b = right;
	return (a->us < b->us) - (a->us > b->us);
}

static void
write_part(FILE *out, const struct report *report, const struct part *part, double sum)
{
	if (part->us > 0)
		fprintf(out, "%s %s (%s)", part->name, duration_of(part->us).text,
		        report_share(report, part->us / sum));
	if (part->untimed)
		fprintf(out, "%s%" PRIu64 " %s not timed", part->us > 0 ? ", " : "", part->untimed,
		        part->untimed == 1 ? part->one : part->name);
}

/* Whether the time of some launch of the program is unknown, or only a lower bound. */
static bool
is_least(const struct facts *facts, const struct report_launch *launches, size_t count)
{
	if (facts->undefined_kernel_count)
		return true;
	for (size_t i = 0; i < count; i++)
		if (launches[i].launch->origin != LAUNCH_ASSUMED &&
		    (launches[i].launch->predicted_time.why || isnan(launches[i].us)))
			return true;
	return false;
}

static bool
is_of_unknown_count(const struct report_launch *launches, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (report_is_of_unknown_count(launches[i].launch))
			return true;
	return false;
}

/* "12.6 ms: copies 12.3 ms (98%), allocations 151 us (1%), launches 94.8 us (1%), 2 fills not timed". The caller frees
 * it. */
static char *
parts_text(const struct report *report, const char *bound)
{
	static const struct {
		enum host_operation_kind kind;
		const char *name, *one;
	} kinds[] = {
		{HOST_COPY, "copies", "copy"},
		{HOST_FILL, "fills", "fill"},
		{HOST_ALLOCATION, "allocations", "allocation"},
		{HOST_PREFETCH, "prefetches", "prefetch"},
		{HOST_SYNCHRONIZATION, "waits", "wait"},
	};
	enum { KINDS = sizeof kinds / sizeof *kinds, PARTS = KINDS + 2 };
	const struct host_time migrations = host_time_of_migrations(report->facts);
	struct part parts[PARTS] = {
		[KINDS] = {"launches", "launch", program_time_sum(report->facts), 0},
		[KINDS + 1] = {"page faults", "page fault", migrations.us, migrations.untimed},
	};
	double sum = parts[KINDS].us + migrations.us;
	for (size_t i = 0; i < KINDS; i++) {
		const struct host_time time = host_time_of(report->facts, kinds[i].kind);
		parts[i] = (struct part){kinds[i].name, kinds[i].one, time.us, time.untimed};
		sum += time.us;
	}
	qsort(parts, PARTS, sizeof *parts, by_us);
	char *text;
	size_t length;
	FILE *buffer = open_memstream(&text, &length);
	if (!buffer)
		memory_exhausted(0);
	if (sum > 0)
		fprintf(buffer, "%s%s", bound, duration_of(sum).text);
	const char *separator = sum > 0 ? ": " : "";
	for (size_t i = 0; i < PARTS; i++) {
		if (!(parts[i].us > 0) && !parts[i].untimed)
			continue;
		fputs(separator, buffer);
		write_part(buffer, report, &parts[i], sum);
		separator = ", ";
	}
	fclose(buffer);
	return text;
}

static void
write_title(FILE *out, const struct report *report, const struct report_launch *launches, size_t count)
{
	/* If computed values end loops, their trip counts are unknown, so the time is not even a lower bound. */
	const char *bound = is_of_unknown_count(launches, count)       ? "about "
	                    : is_least(report->facts, launches, count) ? "at least "
	                                                               : "";
	char *parts = parts_text(report, bound);
	const char *title = arena_printf(report->arena, "predicted time%s on %s%s", PLAIN(report), report->facts->gpu,
	                                 *parts ? ": " : "");
	fprintf(out, "%s%s", BOLD(report), title);
	text_wrapped(out, parts, &(struct text_box){strlen(title) - strlen(PLAIN(report)), INDENT, report->width});
	free(parts);
}

static void
write_launch(FILE *out, const struct report *report, const struct report_launch *launch)
{
	const struct place *place = &launch->launch->place;
	const char *text = arena_printf(report->arena, "%s (%s:%" PRIu32 ")", report_launch_text(report, launch),
	                                report_path(report, place->file), place->line);
	fprintf(out, "%5s  ", report_share(report, launch->share));
	text_wrapped(out, text, &(struct text_box){INDENT, INDENT, report->width});
}

/* Assumed launches come after those that the program makes. */
static size_t
count_made(const struct report_launch *launches, size_t count)
{
	size_t made = 0;
	while (made < count && launches[made].launch->origin != LAUNCH_ASSUMED)
		made++;
	return made;
}

static void
write_more(FILE *out, size_t count, const char *kind, const char *sum)
{
	if (count)
		fprintf(out, "%*s%zu more %slaunch%s%s\n", INDENT, "", count, kind, count == 1 ? "" : "es", sum);
}

static void
write_launches(FILE *out, const struct report *report, const struct report_launch *launches, size_t count)
{
	const size_t made = count_made(launches, count), most_assumed = made ? MOST_ASSUMED : MOST_LAUNCHES;
	const size_t shown = made < MOST_LAUNCHES ? made : MOST_LAUNCHES, assumed = count - made;
	const size_t shown_assumed = assumed < most_assumed ? assumed : most_assumed;
	for (size_t i = 0; i < shown; i++)
		write_launch(out, report, &launches[i]);
	const double sum = sum_of(launches + shown, made - shown);
	write_more(out, made - shown, "", sum > 0 ? arena_printf(report->arena, ": %s", duration_of(sum).text) : "");
	for (size_t i = 0; i < shown_assumed; i++)
		write_launch(out, report, &launches[made + i]);
	write_more(out, assumed - shown_assumed, "assumed ", "");
}

void
text_times(FILE *out, const struct report *report)
{
	size_t count;
	const struct report_launch *launches = report_by_time(report, &count);
	if (!count)
		return;
	write_title(out, report, launches, count);
	write_scaled(out, report);
	if (program_time_sum(report->facts) > 0)
		fputs("of all launches:\n", out);
	write_launches(out, report, launches, count);
	putc('\n', out);
}
