#include "lines.h"

#include <stdlib.h>
#include <string.h>

#include "json_text.h"
#include "support/memory.h"

enum space { NO_SPACE, GLOBAL, SHARED, LOCAL };
enum kind { LOAD, STORE, ATOMIC, BRANCH };

static const char *const space_names[] = {"none", "global", "shared", "local"};
static const char *const kind_names[] = {"load", "store", "atomic", "branch"};

struct line {
	const char *file;
	uint32_t line;
	enum space space;
	enum kind kind;
	unsigned instructions;
	uint64_t requests, lanes;
	uint64_t values[METRIC_COUNT];
};

struct lines {
	struct line *items;
	size_t count, capacity;
};

/* What an instruction does in a space, and the counters that show it. One instruction can be at work in several spaces: an
 * asynchronous copy reads global and writes shared memory, and a generic load goes where its address is. `requests` leaves
 * out executions without an active lane, as inst_executed does not. */
static const struct role {
	enum space space;
	enum kind kind;
	enum metric requests, lanes;
} roles[] = {
	{GLOBAL, LOAD, METRIC_GLOBAL_LD, METRIC_GLOBAL_THREADS},
	{GLOBAL, STORE, METRIC_GLOBAL_ST, METRIC_GLOBAL_THREADS},
	{GLOBAL, ATOMIC, METRIC_GLOBAL_RED, METRIC_GLOBAL_THREADS},
	{GLOBAL, ATOMIC, METRIC_GLOBAL_ATOM, METRIC_GLOBAL_THREADS},
	{GLOBAL, LOAD, METRIC_LDGSTS, METRIC_LDGSTS_THREADS},
	{SHARED, LOAD, METRIC_SHARED_LD, METRIC_SHARED_THREADS},
	{SHARED, STORE, METRIC_SHARED_ST, METRIC_SHARED_THREADS},
	{SHARED, ATOMIC, METRIC_SHARED_ATOM, METRIC_SHARED_THREADS},
	{SHARED, STORE, METRIC_LDGSTS, METRIC_LDGSTS_THREADS},
	{SHARED, LOAD, METRIC_LDSM, METRIC_SHARED_THREADS},
	{SHARED, STORE, METRIC_STSM, METRIC_SHARED_THREADS},
	{SHARED, LOAD, METRIC_GMMA, METRIC_SHARED_THREADS},
	{LOCAL, LOAD, METRIC_LOCAL_LD, METRIC_THREADS},
	{LOCAL, STORE, METRIC_LOCAL_ST, METRIC_THREADS},
};
static const struct role branch_role = {NO_SPACE, BRANCH, METRIC_INST, METRIC_THREADS};

static struct line *
find_line(struct lines *lines, const char *file, uint32_t line, const struct role *role)
{
	for (size_t i = 0; i < lines->count; i++) {
		struct line *item = &lines->items[i];
		if (item->line == line && item->space == role->space && item->kind == role->kind &&
		    strcmp(item->file, file) == 0)
			return item;
	}
	memory_push(lines->items, lines->count, lines->capacity,
	            ((struct line){.file = file, .line = line, .space = role->space, .kind = role->kind}));
	return &lines->items[lines->count - 1];
}

static void
add(struct lines *lines, const char *file, uint32_t number, const struct role *role, const struct metric_record *record)
{
	struct line *line = find_line(lines, file, number, role);
	line->instructions++;
	line->requests += record->values[role->requests];
	line->lanes += record->values[role->lanes];
	for (size_t i = 0; i < METRIC_COUNT; i++)
		line->values[i] += record->values[i];
}

static void
add_record(struct lines *lines, const char *file, uint32_t line, const struct metric_record *record)
{
	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
		if (record->values[roles[i].requests])
			add(lines, file, line, &roles[i], record);
	}
	if (record->values[METRIC_DIVERGENT] || record->values[METRIC_UNIFORM])
		add(lines, file, line, &branch_role, record);
}

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

struct place {
	char *file;   /* to be freed; NULL: not known */
	uint32_t line;
};

static struct place
locate(const struct metrics *metrics, const struct metric_record *record, const struct cubin *cubin)
{
	CUpti_GetSassToSourceCorrelationParams params = {
		.size = CUpti_GetSassToSourceCorrelationParamsSize,
		.cubin = cubin->bytes,
		.cubinSize = cubin->size,
		.functionName = record->function,
		.pcOffset = record->pc,
	};
	if (metrics->cupti.cuptiGetSassToSourceCorrelation(&params) != CUPTI_SUCCESS || !params.fileName) {
		free(params.fileName);
		free(params.dirName);
		return (struct place){0};
	}
	struct place place = {params.fileName, params.lineNumber};
	if (params.dirName && *params.dirName && *params.fileName != '/') {
		const size_t size = strlen(params.dirName) + strlen(params.fileName) + 2;
		place.file = memory_alloc(size);
		snprintf(place.file, size, "%s/%s", params.dirName, params.fileName);
		free(params.fileName);
	}
	free(params.dirName);
	return place;
}

static json_t *
figure(const struct metrics *metrics, const struct line *line, enum metric metric)
{
	return metrics->available[metric] ? json_integer((json_int_t)line->values[metric]) : json_null();
}

static json_t *
line_json(const struct metrics *metrics, const struct line *line)
{
	const bool global = line->space == GLOBAL, shared = line->space == SHARED, branch = line->kind == BRANCH;
	return json_pack(
		"{s:o, s:i, s:s, s:s, s:i, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "file", json_text(line->file), "line",
		(int)line->line, "space", space_names[line->space], "kind", kind_names[line->kind], "instructions",
		(int)line->instructions, "requests", json_integer((json_int_t)line->requests), "lanes",
		json_integer((json_int_t)line->lanes), "sectors",
		global ? figure(metrics, line, METRIC_SECTORS) :
		line->space == LOCAL ? figure(metrics, line, METRIC_LOCAL_SECTORS) : json_null(),
		"ideal_sectors", global ? figure(metrics, line, METRIC_IDEAL_SECTORS) : json_null(), "wavefronts",
		shared ? figure(metrics, line, METRIC_WAVEFRONTS) : json_null(), "ideal_wavefronts",
		shared ? figure(metrics, line, METRIC_IDEAL_WAVEFRONTS) : json_null(), "tags",
		global ? figure(metrics, line, METRIC_TAGS) : json_null(), "divergent",
		branch ? figure(metrics, line, METRIC_DIVERGENT) : json_null(), "uniform",
		branch ? figure(metrics, line, METRIC_UNIFORM) : json_null());
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

static int
compare_lines(const void *left, const void *right)
{
	const struct line *a = left, *b = right;
	const int order = strcmp(a->file, b->file);
	if (order != 0)
		return order;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->space != b->space ? (int)a->space - (int)b->space : (int)a->kind - (int)b->kind;
}

json_t *
lines_json(const struct metrics *metrics, const struct metric_record *records, size_t count, const struct cubin *cubin,
           const struct source_job *source, json_t *records_out)
{
	CUpti_GetCubinCrcParams crc = {.size = CUpti_GetCubinCrcParamsSize, .cubinSize = cubin->size, .cubin = cubin->bytes};
	const bool has_crc = metrics->cupti.cuptiGetCubinCrc(&crc) == CUPTI_SUCCESS;
	struct lines lines = {0};
	struct place *places = memory_zeroed(count, sizeof *places);
	for (size_t i = 0; i < count; i++) {
		/* Code of the driver's own, such as malloc's, has no source here. */
		if (!has_crc || records[i].cubin_crc == (uint32_t)crc.cubinCrc)
			places[i] = locate(metrics, &records[i], cubin);
		const char *file = places[i].file ? job_name(source, places[i].file) : "";
		add_record(&lines, file, places[i].line, &records[i]);
		if (records_out)
			json_array_append_new(records_out, record_json(metrics, &records[i], file, places[i].line));
	}
	if (lines.count > 0)
		qsort(lines.items, lines.count, sizeof *lines.items, compare_lines);
	json_t *out = json_array();
	for (size_t i = 0; i < lines.count; i++)
		json_array_append_new(out, line_json(metrics, &lines.items[i]));
	for (size_t i = 0; i < count; i++)
		free(places[i].file);
	free(places);
	free(lines.items);
	return out;
}
