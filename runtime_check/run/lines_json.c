#include "lines_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/line_table.h"
#include "json_text.h"
#include "support/allocate.h"

/* Whether the path ends with the name as whole components. */
static bool
ends_with(const char *path, const char *name)
{
	const size_t length = strlen(name), path_length = strlen(path);
	if (path_length < length || strcmp(path + path_length - length, name) != 0)
		return false;
	return path_length == length || path[path_length - length - 1] == '/';
}

/* The name without leading "./" and "../", which the compiler resolves. */
static const char *
plain_name(const char *name)
{
	while (strncmp(name, "./", 2) == 0 || strncmp(name, "../", 3) == 0)
		name = strchr(name, '/') + 1;
	return name;
}

const char *
lines_file_name(const struct source_job *source, const char *path)
{
	const char *found = NULL;
	for (size_t i = 0; i < source->file_count; i++)
		if (ends_with(path, source->files[i].name))
			return source->files[i].name;
	for (size_t i = 0; i < source->file_count; i++) {
		if (!ends_with(path, plain_name(source->files[i].name)))
			continue;
		if (found)
			return NULL; /* ambiguous */
		found = source->files[i].name;
	}
	return found;
}

/* ---- places of instructions -------------------------------------------------------------------------------------- */

/* The data from which places are derived. */
struct mapping {
	const struct metrics *metrics;
	const struct cubin *cubin;
	const struct source_job *source;
	struct line_table *table;
};

struct instruction_place {
	struct line_place compiled; /* as in the line table */
	const char *file; /* the same, or the call in the job's sources through which it was inlined; "": unknown */
	uint32_t line;
};

static const char *
source_of_line(const struct source_job *source, const struct line_origin *line)
{
	const size_t size = strlen(line->folder) + strlen(line->file) + 2;
	char *path = memory_alloc(size);
	snprintf(path, size, "%s%s%s", line->folder, *line->folder ? "/" : "", line->file);
	const char *name = lines_file_name(source, path);
	free(path);
	return name;
}

/* An access in a header of the toolkit is attributed to the call. A branch there is not attributed to the call's
 * line. */
static void
find_call(const struct mapping *mapping, const struct metric_record *record, struct instruction_place *place)
{
	enum { MOST_CALLS = 32 };
	struct line_origin lines[MOST_CALLS];
	if (record->values[METRIC_DIVERGENT] || record->values[METRIC_UNIFORM])
		return;
	const size_t count = line_table_find(mapping->table, record->function, record->pc, lines, MOST_CALLS);
	for (size_t i = 0; i < count; i++) {
		const char *name = source_of_line(mapping->source, &lines[i]);
		if (!name)
			continue;
		place->file = name;
		place->line = lines[i].line;
		return;
	}
}

static struct instruction_place
locate(const struct mapping *mapping, const struct metric_record *record)
{
	struct instruction_place place = {.compiled = line_locate(mapping->metrics->cupti, record, mapping->cubin),
	                                  .file = ""};
	if (place.compiled.is_lost)
		memory_exhausted(0);
	const char *name = place.compiled.file ? lines_file_name(mapping->source, place.compiled.file) : NULL;
	place.line = place.compiled.line;
	if (place.compiled.file)
		place.file = name ? name : place.compiled.file;
	if (!name)
		find_call(mapping, record, &place);
	return place;
}

/* ---- as JSON ----------------------------------------------------------------------------------------------------- */

static json_t *
line_json(const struct metrics *metrics, const struct line *line)
{
	json_t *json = json_pack("{s:o, s:i, s:s, s:s, s:i, s:I, s:I}", "file", json_text(line->file), "line",
	                         (int)line->line, "space", line_space_names[line->space], "kind",
	                         line_kind_names[line->kind], "instructions", (int)line->instructions, "requests",
	                         (json_int_t)line->requests, "lanes", (json_int_t)line->lanes);
	for (enum line_figure i = 0; i < LINE_FIGURE_COUNT; i++) {
		const int64_t figure = line_figure(metrics, line, i);
		json_object_set_new(json, line_figure_names[i],
		                    figure < 0 ? json_null() : json_integer((json_int_t)figure));
	}
	return json;
}

static json_t *
record_json(const struct metrics *metrics, const struct metric_record *record, const char *file, uint32_t line)
{
	json_t *values = json_object();
	for (size_t i = 0; i < METRIC_COUNT; i++) {
		if (metrics->available[i] && record->values[i])
			json_object_set_new(values, metric_name((enum metric)i),
			                    json_integer((json_int_t)record->values[i]));
	}
	return json_pack("{s:o, s:i, s:o, s:i, s:o}", "function", json_text(record->function), "pc", (int)record->pc,
	                 "file", json_text(file), "line", (int)line, "metrics", values);
}

json_t *
lines_json(const struct metrics *metrics, const struct metric_record *records, size_t count, const struct cubin *cubin,
           const struct source_job *source, json_t *records_out)
{
	CUpti_GetCubinCrcParams crc = {
		.size = CUpti_GetCubinCrcParamsSize, .cubinSize = cubin->size, .cubin = cubin->bytes};
	const bool has_crc = metrics->cupti->cuptiGetCubinCrc(&crc) == CUPTI_SUCCESS;
	const struct mapping mapping = {metrics, cubin, source, line_table_read(cubin->bytes, cubin->size)};
	struct lines lines = {0};
	struct instruction_place *places = memory_zeroed(count, sizeof *places);
	for (size_t i = 0; i < count; i++) {
		places[i].file = "";
		/* The driver's own code, such as malloc's, has no source here. */
		if (!has_crc || records[i].cubin_crc == (uint32_t)crc.cubinCrc)
			places[i] = locate(&mapping, &records[i]);
		lines_add(&lines, places[i].file, places[i].line, &records[i]);
		if (records_out)
			json_array_append_new(records_out,
			                      record_json(metrics, &records[i], places[i].file, places[i].line));
	}
	if (lines.is_incomplete)
		memory_exhausted(lines.count * sizeof *lines.items);
	lines_sort(&lines);
	json_t *out = json_array();
	for (size_t i = 0; i < lines.count; i++)
		json_array_append_new(out, line_json(metrics, &lines.items[i]));
	for (size_t i = 0; i < count; i++)
		free(places[i].compiled.file);
	free(places);
	free(lines.items);
	line_table_free(mapping.table);
	return out;
}
