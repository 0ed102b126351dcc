#include "lines_json.h"

#include <stdlib.h>
#include <string.h>

#include "json_text.h"
#include "support/memory.h"

/* A path as the debug information has it, as the job's name of the file where it is one. */
static const char *
job_name(const struct source_job *source, const char *path)
{
	for (size_t i = 0; i < source->file_count; i++) {
		const char *name = source->files[i].name;
		const size_t length = strlen(name), path_length = strlen(path);
		if (path_length < length || strcmp(path + path_length - length, name) != 0)
			continue;
		if (path_length == length || path[path_length - length - 1] == '/')
			return name;
	}
	return path;
}

static json_t *
line_json(const struct metrics *metrics, const struct line *line)
{
	json_t *json = json_pack("{s:o, s:i, s:s, s:s, s:i, s:I, s:I}", "file", json_text(line->file), "line", (int)line->line,
	                         "space", line_space_names[line->space], "kind", line_kind_names[line->kind], "instructions",
	                         (int)line->instructions, "requests", (json_int_t)line->requests, "lanes",
	                         (json_int_t)line->lanes);
	for (enum line_figure i = 0; i < LINE_FIGURE_COUNT; i++) {
		const int64_t figure = line_figure(metrics, line, i);
		json_object_set_new(json, line_figure_names[i], figure < 0 ? json_null() : json_integer((json_int_t)figure));
	}
	return json;
}

static json_t *
record_json(const struct metrics *metrics, const struct metric_record *record, const char *file, uint32_t line)
{
	json_t *values = json_object();
	for (size_t i = 0; i < METRIC_COUNT; i++) {
		if (metrics->available[i] && record->values[i])
			json_object_set_new(values, metric_name((enum metric)i), json_integer((json_int_t)record->values[i]));
	}
	return json_pack("{s:o, s:i, s:o, s:i, s:o}", "function", json_text(record->function), "pc", (int)record->pc, "file",
	                 json_text(file), "line", (int)line, "metrics", values);
}

json_t *
lines_json(const struct metrics *metrics, const struct metric_record *records, size_t count, const struct cubin *cubin,
           const struct source_job *source, json_t *records_out)
{
	CUpti_GetCubinCrcParams crc = {.size = CUpti_GetCubinCrcParamsSize, .cubinSize = cubin->size, .cubin = cubin->bytes};
	const bool has_crc = metrics->cupti->cuptiGetCubinCrc(&crc) == CUPTI_SUCCESS;
	struct lines lines = {0};
	struct line_place *places = memory_zeroed(count, sizeof *places);
	for (size_t i = 0; i < count; i++) {
		/* Code of the driver's own, such as malloc's, has no source here. */
		if (!has_crc || records[i].cubin_crc == (uint32_t)crc.cubinCrc)
			places[i] = line_locate(metrics->cupti, &records[i], cubin);
		const char *file = places[i].file ? job_name(source, places[i].file) : "";
		lines_add(&lines, file, places[i].line, &records[i]);
		if (records_out)
			json_array_append_new(records_out, record_json(metrics, &records[i], file, places[i].line));
	}
	lines_sort(&lines);
	json_t *out = json_array();
	for (size_t i = 0; i < lines.count; i++)
		json_array_append_new(out, line_json(metrics, &lines.items[i]));
	for (size_t i = 0; i < count; i++)
		free(places[i].file);
	free(places);
	free(lines.items);
	return out;
}
