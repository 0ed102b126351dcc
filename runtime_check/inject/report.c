#include "report.h"

#include <inttypes.h>
#include <stdlib.h>

#include "modules.h"
#include "out.h"
#include "runtime_check/run/lines.h"

static void
write_member(FILE *line, const char *name, const char *text)
{
	fprintf(line, ",\"%s\":", name);
	out_text(line, text);
}

static FILE *
begin_event(const char *event)
{
	FILE *line = out_begin();
	if (line)
		fprintf(line, "{\"event\":\"%s\"", event);
	return line;
}

static void
end_event(FILE *line)
{
	putc('}', line);
	out_end();
}

void
report_problem(const char *text)
{
	FILE *line = begin_event("problem");
	if (!line)
		return;
	write_member(line, "text", text);
	end_event(line);
}

void
report_uncounted(const char *kernel, const char *reason)
{
	FILE *line = begin_event("uncounted");
	if (!line)
		return;
	write_member(line, "kernel", kernel);
	write_member(line, "reason", reason);
	end_event(line);
}

void
report_unseen(const char *work)
{
	FILE *line = begin_event("unseen");
	if (!line)
		return;
	write_member(line, "work", work);
	end_event(line);
}

static void
write_device(FILE *line, const struct cuda_driver *driver, CUdevice device)
{
	char name[256] = "", sm[32];
	int major = 0, minor = 0;
	driver->cuDeviceGetName(name, sizeof name, device);
	driver->cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
	driver->cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
	snprintf(sm, sizeof sm, "sm_%d%d", major, minor);
	write_member(line, "device", name);
	write_member(line, "sm", sm);
}

static void
write_line(FILE *out, const struct metrics *metrics, const struct line *line)
{
	fputs("{\"file\":", out);
	out_text(out, line->file);
	fprintf(out,
	        ",\"line\":%" PRIu32 ",\"space\":\"%s\",\"kind\":\"%s\",\"instructions\":%u,\"requests\":%" PRIu64
	        ",\"lanes\":%" PRIu64,
	        line->line, line_space_names[line->space], line_kind_names[line->kind], line->instructions,
	        line->requests, line->lanes);
	for (enum line_figure i = 0; i < LINE_FIGURE_COUNT; i++) {
		const int64_t figure = line_figure(metrics, line, i);
		fprintf(out, ",\"%s\":", line_figure_names[i]);
		if (figure < 0)
			fputs("null", out);
		else
			fprintf(out, "%" PRId64, figure);
	}
	putc('}', out);
}

/* Sums up the figures by line. Returns whether some instruction has a source line. The driver's own code is left
 * out. */
static bool
sum_up(struct lines *lines, struct line_place *places, const struct report_launch *launch)
{
	bool located = false;
	for (size_t i = 0; i < launch->count; i++) {
		const struct metric_record *record = &launch->records[i];
		bool known;
		places[i] = modules_locate(launch->metrics->cupti, record, &known);
		lines->is_incomplete |= places[i].is_lost;
		located |= places[i].file && places[i].line > 0;
		if (known)
			lines_add(lines, places[i].file ? places[i].file : "", places[i].line, record);
	}
	lines_sort(lines);
	return located;
}

static void
write_launch(const struct cuda_driver *driver, const struct report_launch *launch, const struct lines *lines,
             bool located)
{
	const unsigned *grid = launch->launch.grid, *block = launch->launch.block;
	FILE *line = begin_event("launch");
	if (line) {
		write_member(line, "kernel", launch->kernel);
		write_device(line, driver, launch->device);
		fprintf(line,
		        ",\"number\":%u,\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u],\"dynamic_shared\":%u,\"located\":%s,\"lines\":[",
		        launch->number, grid[0], grid[1], grid[2], block[0], block[1], block[2],
		        launch->launch.dynamic_shared, located ? "true" : "false");
		for (size_t i = 0; i < lines->count; i++) {
			if (i)
				putc(',', line);
			write_line(line, launch->metrics, &lines->items[i]);
		}
		putc(']', line);
		end_event(line);
	}
}

void
report_launch(const struct cuda_driver *driver, const struct report_launch *launch)
{
	struct lines lines = {0};
	struct line_place *places = calloc(launch->count, sizeof *places);
	const bool located = places && sum_up(&lines, places, launch);
	if (places && !lines.is_incomplete && modules_are_complete())
		write_launch(driver, launch, &lines, located);
	else
		report_uncounted(launch->kernel, "the process had too little memory to keep the counts or their code");
	for (size_t i = 0; places && i < launch->count; i++)
		free(places[i].file);
	free(places);
	free(lines.items);
}
