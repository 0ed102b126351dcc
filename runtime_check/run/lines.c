#include "lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"

const char *const line_space_names[] = {"none", "global", "shared", "local"};
const char *const line_kind_names[] = {"load", "store", "atomic", "branch"};
const char *const line_figure_names[] = {
	[LINE_SECTORS] = "sectors",
	[LINE_IDEAL_SECTORS] = "ideal_sectors",
	[LINE_WAVEFRONTS] = "wavefronts",
	[LINE_IDEAL_WAVEFRONTS] = "ideal_wavefronts",
	[LINE_TAGS] = "tags",
	[LINE_DIVERGENT] = "divergent",
	[LINE_UNIFORM] = "uniform",
};

/* An instruction's kind of access in a space, and the counters for it. One instruction can access several spaces: an
 * asynchronous copy reads global and writes shared memory, and the address of a generic load decides its space.
 * `requests` and inst_executed do not count executions without an active lane. */
static const struct role {
	enum line_space space;
	enum line_kind kind;
	enum metric requests, lanes;
} roles[] = {
	{LINE_GLOBAL, LINE_LOAD, METRIC_GLOBAL_LD, METRIC_GLOBAL_THREADS},
	{LINE_GLOBAL, LINE_STORE, METRIC_GLOBAL_ST, METRIC_GLOBAL_THREADS},
	{LINE_GLOBAL, LINE_ATOMIC, METRIC_GLOBAL_RED, METRIC_GLOBAL_THREADS},
	{LINE_GLOBAL, LINE_ATOMIC, METRIC_GLOBAL_ATOM, METRIC_GLOBAL_THREADS},
	{LINE_GLOBAL, LINE_LOAD, METRIC_LDGSTS, METRIC_LDGSTS_THREADS},
	{LINE_SHARED, LINE_LOAD, METRIC_SHARED_LD, METRIC_SHARED_THREADS},
	{LINE_SHARED, LINE_STORE, METRIC_SHARED_ST, METRIC_SHARED_THREADS},
	{LINE_SHARED, LINE_ATOMIC, METRIC_SHARED_ATOM, METRIC_SHARED_THREADS},
	{LINE_SHARED, LINE_STORE, METRIC_LDGSTS, METRIC_LDGSTS_THREADS},
	{LINE_SHARED, LINE_LOAD, METRIC_LDSM, METRIC_SHARED_THREADS},
	{LINE_SHARED, LINE_STORE, METRIC_STSM, METRIC_SHARED_THREADS},
	{LINE_SHARED, LINE_LOAD, METRIC_GMMA, METRIC_SHARED_THREADS},
	{LINE_LOCAL, LINE_LOAD, METRIC_LOCAL_LD, METRIC_THREADS},
	{LINE_LOCAL, LINE_STORE, METRIC_LOCAL_ST, METRIC_THREADS},
};
static const struct role branch_role = {LINE_NO_SPACE, LINE_BRANCH, METRIC_INST, METRIC_THREADS};

static struct line *
find_line(struct lines *lines, const char *file, uint32_t line, const struct role *role)
{
	for (size_t i = 0; i < lines->count; i++) {
		struct line *item = &lines->items[i];
		if (item->line == line && item->space == role->space && item->kind == role->kind &&
		    strcmp(item->file, file) == 0)
			return item;
	}
	struct line *items = memory_try_grow(lines->items, &lines->capacity, lines->count + 1, sizeof *items);
	if (!items) {
		lines->is_incomplete = true;
		return NULL;
	}
	lines->items = items;
	lines->items[lines->count++] =
		(struct line){.file = file, .line = line, .space = role->space, .kind = role->kind};
	return &lines->items[lines->count - 1];
}

static void
add(struct lines *lines, const char *file, uint32_t number, const struct role *role, const struct metric_record *record)
{
	struct line *line = find_line(lines, file, number, role);
	if (!line)
		return;
	line->instructions++;
	line->requests += record->values[role->requests];
	line->lanes += record->values[role->lanes];
	for (size_t i = 0; i < METRIC_COUNT; i++)
		line->values[i] += record->values[i];
}

void
lines_add(struct lines *lines, const char *file, uint32_t line, const struct metric_record *record)
{
	for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
		if (record->values[roles[i].requests])
			add(lines, file, line, &roles[i], record);
	}
	if (record->values[METRIC_DIVERGENT] || record->values[METRIC_UNIFORM])
		add(lines, file, line, &branch_role, record);
}

struct line_place
line_locate(const struct cupti *cupti, const struct metric_record *record, const struct cubin *cubin)
{
	CUpti_GetSassToSourceCorrelationParams params = {
		.size = CUpti_GetSassToSourceCorrelationParamsSize,
		.cubin = cubin->bytes,
		.cubinSize = cubin->size,
		.functionName = record->function,
		.pcOffset = record->pc,
	};
	if (cupti->cuptiGetSassToSourceCorrelation(&params) != CUPTI_SUCCESS || !params.fileName) {
		free(params.fileName);
		free(params.dirName);
		return (struct line_place){0};
	}
	struct line_place place = {.file = params.fileName, .line = params.lineNumber};
	if (params.dirName && *params.dirName && *params.fileName != '/') {
		const size_t size = strlen(params.dirName) + strlen(params.fileName) + 2;
		place.file = malloc(size);
		place.is_lost = !place.file;
		if (place.file)
			snprintf(place.file, size, "%s/%s", params.dirName, params.fileName);
		free(params.fileName);
	}
	free(params.dirName);
	return place;
}

int64_t
line_figure(const struct metrics *metrics, const struct line *line, enum line_figure figure)
{
	const bool global = line->space == LINE_GLOBAL, shared = line->space == LINE_SHARED,
		   branch = line->kind == LINE_BRANCH;
	const struct {
		bool applies;
		enum metric metric;
	} figures[] = {
		[LINE_SECTORS] = {global || line->space == LINE_LOCAL, global ? METRIC_SECTORS : METRIC_LOCAL_SECTORS},
		[LINE_IDEAL_SECTORS] = {global, METRIC_IDEAL_SECTORS},
		[LINE_WAVEFRONTS] = {shared, METRIC_WAVEFRONTS},
		[LINE_IDEAL_WAVEFRONTS] = {shared, METRIC_IDEAL_WAVEFRONTS},
		[LINE_TAGS] = {global, METRIC_TAGS},
		[LINE_DIVERGENT] = {branch, METRIC_DIVERGENT},
		[LINE_UNIFORM] = {branch, METRIC_UNIFORM},
	};
	const bool known = figures[figure].applies && metrics->available[figures[figure].metric];
	return known ? (int64_t)line->values[figures[figure].metric] : -1;
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

void
lines_sort(struct lines *lines)
{
	if (lines->count > 0)
		qsort(lines->items, lines->count, sizeof *lines->items, compare_lines);
}
