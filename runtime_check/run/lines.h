/* Assigns instructions to source lines, and sums up a launch's figures by line, space and kind. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_LINES_H
#define GPULINT_RUNTIME_CHECK_RUN_LINES_H

#include "codegen/cubin.h"
#include "metrics.h"

enum line_space { LINE_NO_SPACE, LINE_GLOBAL, LINE_SHARED, LINE_LOCAL };
enum line_kind { LINE_LOAD, LINE_STORE, LINE_ATOMIC, LINE_BRANCH };

/* The figures of a line in one space. An instruction may count in several. */
struct line {
	const char *file;
	uint32_t line;
	enum line_space space;
	enum line_kind kind;
	unsigned instructions;
	uint64_t requests, lanes;
	uint64_t values[METRIC_COUNT];
};

struct lines {
	struct line *items;
	size_t count, capacity;
	bool is_incomplete; /* memory ran out for one */
};

/* Figures that only some spaces and kinds have. */
enum line_figure {
	LINE_SECTORS,
	LINE_IDEAL_SECTORS,
	LINE_WAVEFRONTS,
	LINE_IDEAL_WAVEFRONTS,
	LINE_TAGS,
	LINE_DIVERGENT,
	LINE_UNIFORM,
	LINE_FIGURE_COUNT,
};

/* As in docs/result.schema.json. */
extern const char *const line_space_names[], *const line_kind_names[], *const line_figure_names[];

/* -1: the line has no such figure, or the GPU does not count it. */
int64_t line_figure(const struct metrics *metrics, const struct line *line, enum line_figure figure);

struct line_place {
	char *file; /* the caller frees it; NULL: unknown */
	uint32_t line;
	bool is_lost; /* memory ran out for the file's name */
};

/* The instruction's place in the cubin's line table. */
struct line_place line_locate(const struct cupti *cupti, const struct metric_record *record, const struct cubin *cubin);

/* Adds an instruction of a line, or records that memory ran out. The file's name must outlive the lines. */
void lines_add(struct lines *lines, const char *file, uint32_t line, const struct metric_record *record);
/* By file, line, space and kind. The caller frees the items. */
void lines_sort(struct lines *lines);

#endif
