/* Places in the source: libclang's locations as file, line and column, and the text of files. */
#include "frontend/unit/source.h"

#include <string.h>

#include "frontend/unit/macro_text.h"
#include "support/allocate.h"
#include "support/name_letter.h"

char *
source_string(struct lower *l, CXString text)
{
	const char *chars = clang_getCString(text);
	char *copy = arena_strdup(l->arena, chars ? chars : "");
	clang_disposeString(text);
	return copy;
}

const char *
source_named(struct lower *l, const char *what, CXCursor cursor)
{
	const char *name = source_string(l, clang_getCursorSpelling(cursor));
	return *name ? arena_printf(l->arena, "%s '%s'", what, name) : arena_printf(l->arena, "%s (no name)", what);
}

size_t
source_file(struct lower *l, CXFile handle)
{
	if (!handle)
		return 0;
	if (l->files[l->last_file].handle == handle)
		return l->last_file;
	for (size_t i = 1; i < l->file_count; i++)
		if (l->files[i].handle == handle || clang_File_isEqual(l->files[i].handle, handle))
			return l->last_file = i;
	const char *name = source_string(l, clang_getFileName(handle));
	size_t index = 1; /* A second parse of the unit sees the same files. */
	while (index < l->unit->file_count && strcmp(l->unit->files[index], name))
		index++;
	if (index == l->unit->file_count)
		memory_push(l->unit->files, l->unit->file_count, l->unit->file_capacity, name);
	const struct lower_file file = {.handle = handle, .index = (uint32_t)index};
	memory_push(l->files, l->file_count, l->file_capacity, file);
	return l->last_file = l->file_count - 1;
}

const char *
source_text(struct lower *l, size_t file, size_t *length)
{
	struct lower_file *entry = &l->files[file];
	if (!entry->text && entry->handle)
		entry->text = clang_getFileContents(l->tu, entry->handle, &entry->length);
	*length = entry->length;
	return entry->text;
}

/* Offsets of the line starts. libclang finds a column by a backward search for the line start, which is slow on long
 * lines. */
static void
index_lines(struct lower_file *entry)
{
	size_t capacity = 0;
	const uint32_t first = 0;
	memory_push(entry->lines, entry->line_count, capacity, first);
	for (const char *at = entry->text, *end = at + entry->length; (at = memchr(at, '\n', (size_t)(end - at)));) {
		const uint32_t start = (uint32_t)(++at - entry->text);
		memory_push(entry->lines, entry->line_count, capacity, start);
	}
}

/* The number of the line that contains the offset, from 0. Lookups mostly hit the previous line or one shortly after
 * it. */
static size_t
line_at(const struct lower_file *entry, unsigned offset)
{
	size_t low = entry->lines[entry->last_line] <= offset ? entry->last_line : 0, high = low + 1;
	for (size_t step = 1; high < entry->line_count && entry->lines[high] <= offset; step *= 2) {
		low = high;
		high += step;
	}
	if (high > entry->line_count)
		high = entry->line_count;
	while (low + 1 < high) {
		const size_t middle = low + (high - low) / 2;
		if (entry->lines[middle] <= offset)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static void
place(struct lower *l, size_t file, unsigned offset, uint32_t *line, uint32_t *column)
{
	struct lower_file *entry = &l->files[file];
	size_t length;
	*line = *column = 0;
	if (!source_text(l, file, &length))
		return;
	if (!entry->lines)
		index_lines(entry);
	entry->last_line = line_at(entry, offset);
	*line = (uint32_t)entry->last_line + 1;
	*column = offset - entry->lines[entry->last_line] + 1;
}

static uint32_t
name_length(struct lower *l, size_t file, unsigned offset)
{
	size_t length, end = offset;
	const char *text = source_text(l, file, &length);
	while (end < length && is_name_letter(text[end]))
		end++;
	return (uint32_t)(end - offset);
}

/* Caches the last location of each kind. Nested expressions often share their begin or end, and libclang resolves
 * locations inside many macros slowly. */
static const struct lower_point *
point_at(struct lower *l, enum lower_arm side, CXSourceLocation location)
{
	struct lower_point *point = &l->points[side];
	if (clang_equalLocations(point->location, location))
		return point;
	point->location = location;
	if (side == SIDE_MACRO || side == SIDE_END_MACRO)
		clang_getExpansionLocation(location, &point->file, NULL, NULL, &point->offset);
	else
		clang_getFileLocation(location, &point->file, NULL, NULL, &point->offset);
	return point;
}

/* The name of the outermost macro whose arguments contain the location. NULL: the name is on `line`. */
static const struct ir_loc *
macro_above(struct lower *l, CXSourceLocation location, uint32_t line)
{
	struct ir_loc name = {0};
	const struct lower_point *point = point_at(l, SIDE_MACRO, location);
	const size_t index = source_file(l, point->file);
	place(l, index, point->offset, &name.line, &name.column);
	if (name.line == line)
		return NULL;
	name.file = l->files[index].index;
	name.end_line = name.line;
	name.end_column = name.column + name_length(l, index, point->offset);
	struct ir_loc *kept = arena_alloc(l->arena, sizeof *kept);
	*kept = name;
	return kept;
}

/* Extends an expression that begins or ends in a macro's argument to the whole macro, if it has more than that
 * argument. */
static void
take_whole_macros(struct lower *l, CXSourceRange range, unsigned *begin, unsigned *end)
{
	const struct lower_point *macro = point_at(l, SIDE_MACRO, clang_getRangeStart(range));
	const struct lower_point *end_macro = point_at(l, SIDE_END_MACRO, clang_getRangeEnd(range));
	const unsigned first = macro->offset < end_macro->offset ? macro->offset : end_macro->offset;
	size_t length;
	if (macro->file != end_macro->file || (macro->offset == *begin && end_macro->offset == *end))
		return;
	const char *text = source_text(l, source_file(l, macro->file), &length);
	if (!text || first > *begin || *begin > length || *end > length)
		return;
	const struct macro_range whole = macro_text_whole(text, length, (struct macro_range){first, *begin, *end});
	*begin = (unsigned)whole.begin;
	*end = (unsigned)whole.end;
}

static struct ir_loc
loc_of_range(struct lower *l, CXSourceRange range)
{
	struct ir_loc loc = {0};
	const struct lower_point *start = point_at(l, SIDE_START, clang_getRangeStart(range));
	if (!start->file)
		return loc;
	const struct lower_point *end = point_at(l, SIDE_END, clang_getRangeEnd(range));
	const size_t index = source_file(l, start->file);
	unsigned begin_offset = start->offset, end_offset = end->offset;
	if (start->file == end->file)
		take_whole_macros(l, range, &begin_offset, &end_offset);
	loc.file = l->files[index].index;
	place(l, index, begin_offset, &loc.line, &loc.column);
	/* A range that begins in one file and ends in another (an #include inside it) is reduced to its start. */
	if (start->file == end->file && end_offset > begin_offset) {
		place(l, index, end_offset, &loc.end_line, &loc.end_column);
	} else {
		loc.end_line = loc.line;
		loc.end_column = loc.column + 1;
	}
	loc.macro = macro_above(l, clang_getRangeStart(range), loc.line);
	return loc;
}

struct ir_loc
source_loc(struct lower *l, CXCursor cursor)
{
	return loc_of_range(l, clang_getCursorExtent(cursor));
}

struct ir_loc
source_point(struct lower *l, CXSourceLocation location)
{
	CXFile file;
	unsigned offset;
	struct ir_loc loc = {0};
	clang_getFileLocation(location, &file, NULL, NULL, &offset);
	if (!file)
		return loc;
	const size_t index = source_file(l, file);
	loc.file = l->files[index].index;
	place(l, index, offset, &loc.line, &loc.column);
	loc.end_line = loc.line;
	loc.end_column = loc.column + 1;
	return loc;
}

bool
source_is_named(CXCursor declaration, const char *name)
{
	CXString spelling = clang_getCursorSpelling(declaration);
	const bool is_it = !strcmp(clang_getCString(spelling), name);
	clang_disposeString(spelling);
	return is_it;
}

struct sought_annotation {
	const char *text;
	bool found;
};

static enum CXChildVisitResult
find_annotation(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct sought_annotation *sought = data;
	sought->found |= clang_getCursorKind(cursor) == CXCursor_AnnotateAttr && source_is_named(cursor, sought->text);
	return CXChildVisit_Continue;
}

bool
source_is_annotated(CXCursor declaration, const char *text)
{
	struct sought_annotation sought = {.text = text};
	clang_visitChildren(declaration, find_annotation, &sought);
	return sought.found;
}

struct ir_loc
source_name(struct lower *l, CXCursor declaration)
{
	struct ir_loc loc = source_point(l, clang_getCursorLocation(declaration));
	CXString name = clang_getCursorSpelling(declaration);
	loc.end_column = loc.column + (uint32_t)strlen(clang_getCString(name));
	clang_disposeString(name);
	return loc;
}

bool
source_start(struct lower *l, CXCursor cursor, size_t *file, unsigned *offset)
{
	const struct lower_point *start = point_at(l, SIDE_START, clang_getRangeStart(clang_getCursorExtent(cursor)));
	*file = source_file(l, start->file);
	*offset = start->offset;
	return start->file;
}

bool
source_extent(struct lower *l, CXCursor cursor, size_t *file, unsigned *start, unsigned *end)
{
	CXFile end_handle;
	const CXSourceRange range = clang_getCursorExtent(cursor);
	const struct lower_point *begin = point_at(l, SIDE_MACRO, clang_getRangeStart(range));
	clang_getExpansionLocation(clang_getRangeEnd(range), &end_handle, NULL, NULL, end);
	*file = source_file(l, begin->file);
	*start = begin->offset;
	return begin->file && begin->file == end_handle;
}

bool
source_whole(struct lower *l, CXCursor cursor, size_t *file, unsigned *start, unsigned *end)
{
	const CXSourceRange range = clang_getCursorExtent(cursor);
	const struct lower_point *first = point_at(l, SIDE_START, clang_getRangeStart(range));
	const struct lower_point *last = point_at(l, SIDE_END, clang_getRangeEnd(range));
	*file = source_file(l, first->file);
	*start = first->offset;
	*end = last->offset;
	if (!first->file || first->file != last->file)
		return false;
	take_whole_macros(l, range, start, end);
	return *start <= *end;
}

struct ir_loc
source_stretch(struct lower *l, size_t file, unsigned start, unsigned end)
{
	struct ir_loc loc = {.file = l->files[file].index};
	place(l, file, start, &loc.line, &loc.column);
	place(l, file, end, &loc.end_line, &loc.end_column);
	return loc;
}

const char *
source_written(struct lower *l, CXCursor cursor, size_t *length)
{
	size_t file, whole;
	unsigned start, end;
	const char *text = source_extent(l, cursor, &file, &start, &end) ? source_text(l, file, &whole) : NULL;
	if (!text || start > end || end > whole)
		return NULL;
	*length = end - start;
	return text + start;
}

const char *
source_find_launch(const char *text, size_t length)
{
	static const char launch[] = "<<<";
	const size_t letters = sizeof launch - 1;
	for (const char *at = text, *end = text + length; (at = memchr(at, *launch, (size_t)(end - at))); at++)
		if ((size_t)(end - at) >= letters && !memcmp(at, launch, letters))
			return at;
	return NULL;
}

bool
source_is_system(CXCursor cursor)
{
	return clang_Location_isInSystemHeader(clang_getCursorLocation(cursor));
}
