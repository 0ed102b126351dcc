#include "model/compiled/lines.h"

#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"
#include "support/path.h"

/* The space of one end of an access. A generic access has a space if it was observed in that space only. */
static enum sass_space
space_at(const struct sass_instruction *instruction, enum line_end end, const struct instruction_traffic *traffic)
{
	const enum sass_space space =
		end < instruction->access_count ? (enum sass_space)instruction->accesses[end].space : SASS_NO_SPACE;
	if (space != SASS_GENERIC || traffic->is_open)
		return space;
	return traffic->spaces == 1u << SASS_GLOBAL   ? SASS_GLOBAL
	       : traffic->spaces == 1u << SASS_SHARED ? SASS_SHARED
	                                              : SASS_GENERIC;
}

/* SPACE_NONE: lines do not report the space. */
static enum site_space
space_of(const struct sass_instruction *instruction, enum line_end end, const struct instruction_traffic *traffic)
{
	const enum sass_space space = space_at(instruction, end, traffic);
	return space == SASS_GLOBAL ? SPACE_GLOBAL : space == SASS_SHARED ? SPACE_SHARED : SPACE_NONE;
}

/* Branch counters count the hardware's control transfers: calls and returns too, but no exits. */
bool
lines_kind_of(const struct sass_instruction *instruction, enum line_end end, enum site_kind *kind)
{
	switch ((enum sass_kind)instruction->kind) {
	case SASS_ASYNC_COPY: *kind = end == LINE_END_FIRST ? SITE_LOAD : SITE_STORE; return sass_is_copy(instruction);
	case SASS_LOAD:
	case SASS_MATRIX_LOAD: *kind = SITE_LOAD; return true;
	case SASS_STORE:
	case SASS_MATRIX_STORE: *kind = SITE_STORE; return true;
	case SASS_ATOMIC:
	case SASS_REDUCTION: *kind = SITE_ATOMIC; return true;
	case SASS_BRANCH:
	case SASS_BRANCH_INDIRECT:
	case SASS_CALL:
	case SASS_CALL_INDIRECT:
	case SASS_RETURN: *kind = SITE_BRANCH; return true;
	default: return false;
	}
}

unsigned
lines_width_of(const struct sass_instruction *instruction)
{
	if (sass_moves_matrices(instruction))
		return SASS_MATRIX_ROW_BYTES;
	return instruction->access_count ? instruction->accesses[0].bytes : 0;
}

/* Only loads are distinguished by column. Branches belong to a line, and a store of a class has the column of its
 * source operand. */
static uint32_t
column_of(const struct line_origin *origin, enum site_kind kind)
{
	return kind == SITE_LOAD ? origin->column : 0;
}

static struct line_traffic *
find_line(const struct lines_traffic *lines, const struct line_origin *origin, enum site_kind kind,
          enum site_space space)
{
	for (size_t i = 0; i < lines->count; i++) {
		struct line_traffic *item = &lines->items[i];
		if (item->line == origin->line && item->column == column_of(origin, kind) && item->kind == kind &&
		    item->space == space && strcmp(item->file, origin->file) == 0)
			return item;
	}
	return NULL;
}

static struct line_traffic *
line_at(struct lines_traffic *lines, const struct line_origin *origin, enum site_kind kind, enum site_space space)
{
	struct line_traffic *known = find_line(lines, origin, kind, space);
	if (known)
		return known;
	const struct line_traffic item = {.file = origin->file,
	                                  .line = origin->line,
	                                  .column = column_of(origin, kind),
	                                  .kind = kind,
	                                  .space = space};
	memory_push(lines->items, lines->count, lines->capacity, item);
	return &lines->items[lines->count - 1];
}

static void
add_part(struct line_traffic *line, struct line_part part)
{
	line->width = !line->part_count || line->width == part.width ? part.width : 0;
	memory_push(line->parts, line->part_count, line->part_capacity, part);
	traffic_add(&line->sum, part.traffic, 1);
}

/* Tensor copies and accesses through pointers to an unknown space have no line of their kind and space. */
static bool
is_unreported(const struct sass_instruction *instruction, const struct instruction_traffic *traffic,
              const struct line_origin *origin)
{
	enum site_kind kind;
	if (!instruction->access_count)
		return false;
	switch (space_at(instruction, LINE_END_FIRST, traffic)) {
	case SASS_LOCAL:
	case SASS_CONSTANT: return false;
	case SASS_GLOBAL:
	case SASS_SHARED: return !origin->file || !lines_kind_of(instruction, LINE_END_FIRST, &kind);
	default: return true;
	}
}

/* Constant memory and the thread's local memory. */
static bool
is_of_thread(const struct sass_instruction *instruction)
{
	const enum sass_space space =
		instruction->access_count ? (enum sass_space)instruction->accesses[0].space : SASS_NO_SPACE;
	return space == SASS_CONSTANT || space == SASS_LOCAL;
}

static void
add_end(struct lines_traffic *lines, const struct sass_code *code, size_t at, enum line_end end,
        const struct line_origin *origin, const struct instruction_traffic *traffic)
{
	const struct sass_instruction *instruction = &code->instructions[at];
	enum site_kind kind;
	if (lines_kind_of(instruction, end, &kind))
		add_part(line_at(lines, origin, kind, space_of(instruction, end, traffic)),
		         (struct line_part){at, lines_width_of(instruction), traffic});
}

struct lines_traffic
lines_of_launch(const struct instruction_traffic *items, const struct machine_code *machine)
{
	const struct sass_code *code = machine->code;
	struct lines_traffic lines = {0};
	const struct instruction_traffic *of_copy = items + code->count;
	for (size_t i = 0; i < code->count; i++) {
		const struct sass_instruction *instruction = &code->instructions[i];
		const struct line_origin *origin = &machine->instructions[i].inner;
		const struct instruction_traffic *copied = sass_is_copy(instruction) ? of_copy++ : NULL;
		if ((!items[i].warps && !items[i].doubtful) || sass_never_executes(instruction))
			continue;
		lines.has_unreported |= is_unreported(instruction, &items[i], origin);
		if (!origin->file || is_of_thread(instruction))
			continue;
		add_end(&lines, code, i, LINE_END_FIRST, origin, &items[i]);
		if (copied)
			add_end(&lines, code, i, LINE_END_OTHER, origin, copied);
	}
	return lines;
}

const struct line_traffic *
lines_of_instruction(const struct lines_traffic *lines, const struct machine_code *machine, size_t at)
{
	const struct sass_instruction *instruction = &machine->code->instructions[at];
	const struct line_origin *origin = &machine->instructions[at].inner;
	static const struct instruction_traffic unseen = {0};
	enum site_kind kind;
	if (!origin->file || !lines_kind_of(instruction, LINE_END_FIRST, &kind))
		return NULL;
	return find_line(lines, origin, kind, space_of(instruction, LINE_END_FIRST, &unseen));
}

bool
lines_load_parameter(const struct line_traffic *line)
{
	enum { BANK_BYTES_AT_MOST = 1 << 16 };
	bool loads = false;
	for (size_t i = 0; i < line->part_count; i++)
		loads |= line->parts[i].traffic->end && line->parts[i].traffic->end <= BANK_BYTES_AT_MOST;
	return loads && line->space == SPACE_GLOBAL;
}

void
lines_free(struct lines_traffic *lines)
{
	for (size_t i = 0; i < lines->count; i++)
		free(lines->items[i].parts);
	free(lines->items);
}

bool *
lines_reported(const struct lines_traffic *lines, const struct line_traffic *const *line_of, size_t count)
{
	bool *is_reported = memory_zeroed(lines->count + 1, sizeof *is_reported);
	for (size_t i = 0; i < count; i++)
		if (line_of[i])
			is_reported[line_of[i] - lines->items] = true;
	return is_reported;
}

bool *
lines_with_sites(const struct lines_traffic *lines, const struct launch *launch)
{
	const struct line_traffic **line_of = memory_zeroed(launch->site_count + 1, sizeof *line_of);
	for (size_t i = 0; i < launch->site_count; i++)
		line_of[i] = lines_of_site(lines, &launch->sites[i]);
	bool *is_reported = lines_reported(lines, line_of, launch->site_count);
	free(line_of);
	return is_reported;
}

struct place
lines_begin(const struct line_traffic *line)
{
	return (struct place){.file = line->file, .line = line->line, .column = line->column};
}

const struct place *
lines_place(const struct site *site)
{
	return site->code.line_info.file ? &site->code.line_info : &site->place;
}

bool
lines_go_to(const struct instruction_traffic *traffic, const struct site *site)
{
	return traffic->end && site->object.end && traffic->first >= site->object.first &&
	       traffic->end <= site->object.end;
}

bool
lines_are_one(const struct site *a, const struct site *b)
{
	const struct place *at = lines_place(a), *other = lines_place(b);
	return at->line == other->line && strcmp(at->file, other->file) == 0;
}

static bool
is_at_place(const struct line_traffic *item, enum site_kind kind, const struct place *place)
{
	return item->line == place->line && item->kind == kind && path_same_name(item->file, place->file);
}

/* The last part of the line that does not begin after the place. */
static const struct line_traffic *
line_at_place(const struct lines_traffic *lines, const struct site *site, const struct place *place)
{
	const enum site_space space = site->kind == SITE_BRANCH ? SPACE_NONE : site->space;
	const struct line_traffic *last = NULL;
	for (size_t i = 0; i < lines->count; i++) {
		const struct line_traffic *item = &lines->items[i];
		if (item->space == space && item->column <= place->column && (!last || item->column > last->column) &&
		    is_at_place(item, site->kind, place))
			last = item;
	}
	return last;
}

static enum site_space
only_space_at(const struct lines_traffic *lines, const struct site *site)
{
	enum site_space only = SPACE_GENERIC;
	for (size_t i = 0; i < lines->count; i++) {
		const struct line_traffic *item = &lines->items[i];
		if (!is_at_place(item, site->kind, &site->place))
			continue;
		if (only != SPACE_GENERIC || item->space == SPACE_NONE ||
		    (item->sum.is_open && site->confidence == CONFIDENCE_UNKNOWN))
			return SPACE_GENERIC;
		only = item->space;
	}
	return only;
}

void
lines_resolve_spaces(const struct lines_traffic *lines, struct launch *launch)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		struct site *site = &launch->sites[i];
		/* For a null pointer, the instruction says which space was meant. */
		if (site->space == SPACE_GENERIC && site->kind <= SITE_ATOMIC && !site->fault.kind)
			site->space = only_space_at(lines, site);
	}
}

static bool
are_of_one_line(const struct line_traffic *a, const struct line_traffic *b)
{
	return a->line == b->line && a->kind == b->kind && a->space == b->space && strcmp(a->file, b->file) == 0;
}

/* Moves the second line's instructions to the first. */
static void
join(struct line_traffic *line, struct line_traffic *other)
{
	for (size_t i = 0; i < other->part_count; i++)
		add_part(line, other->parts[i]);
	free(other->parts);
	other->parts = NULL;
}

/* Joins all parts of the line in one item and closes the gaps. */
static void
join_line(struct lines_traffic *lines, size_t at)
{
	size_t count = at + 1;
	lines->items[at].column = 0;
	for (size_t i = at + 1; i < lines->count; i++) {
		if (are_of_one_line(&lines->items[at], &lines->items[i]))
			join(&lines->items[at], &lines->items[i]);
		else
			lines->items[count++] = lines->items[i];
	}
	lines->count = count;
}

static bool
has_parts(const struct lines_traffic *lines)
{
	bool has = false;
	for (size_t i = 0; i < lines->count; i++)
		has |= lines->items[i].column > 0;
	return has;
}

void
lines_join(struct lines_traffic *lines, const struct launch *launch)
{
	if (!has_parts(lines))
		return;
	bool *is_reported = lines_with_sites(lines, launch);
	bool *is_joined = memory_zeroed(lines->count + 1, sizeof *is_joined);
	const size_t count = lines->count;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < count && !is_reported[i] && lines->items[i].kind == SITE_LOAD; k++)
			is_joined[k] |= are_of_one_line(&lines->items[i], &lines->items[k]);
	for (size_t i = count; i-- > 0;)
		if (is_joined[i] && i < lines->count)
			join_line(lines, i);
	free(is_joined);
	free(is_reported);
}

/* NVRTC has some functions of nvcc's headers built in. Their accesses are then on the calling line. */
const struct line_traffic *
lines_of_site(const struct lines_traffic *lines, const struct site *site)
{
	const struct line_traffic *line =
		site->code.line_info.file ? line_at_place(lines, site, &site->code.line_info) : NULL;
	return line || (site->code.line_info.file && site->kind == SITE_BRANCH)
	               ? line
	               : line_at_place(lines, site, &site->place);
}
