/* Places in the source: libclang's locations as file, line and column, and the files' text. */
#include "frontend/lower.h"

#include <string.h>

#include "support/memory.h"

char *
source_string(struct lower *l, CXString text)
{
	const char *chars = clang_getCString(text);
	char *copy = arena_strdup(l->arena, chars ? chars : "");
	clang_disposeString(text);
	return copy;
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
	size_t index = 1;  /* a second parse of the unit meets the same files */
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

struct ir_loc
source_loc(struct lower *l, CXCursor cursor)
{
	const CXSourceRange range = clang_getCursorExtent(cursor);
	if (clang_Range_isNull(range))
		return (struct ir_loc){0};
	CXFile file, end_file;
	struct ir_loc loc = {0};
	unsigned line, column, end_line, end_column;
	clang_getFileLocation(clang_getRangeStart(range), &file, &line, &column, NULL);
	clang_getFileLocation(clang_getRangeEnd(range), &end_file, &end_line, &end_column, NULL);
	if (!file)
		return loc;
	const size_t index = source_file(l, file);   /* may move l->files */
	loc.file = l->files[index].index;
	loc.line = line;
	loc.column = column;
	/* A range that begins in one file and ends in another (an #include inside it) is cut to its start. */
	const bool ordered = file == end_file && (end_line > line || (end_line == line && end_column > column));
	loc.end_line = ordered ? end_line : line;
	loc.end_column = ordered ? end_column : column + 1;
	return loc;
}

bool
source_start(struct lower *l, CXCursor cursor, size_t *file, unsigned *offset)
{
	CXFile handle;
	clang_getFileLocation(clang_getRangeStart(clang_getCursorExtent(cursor)), &handle, NULL, NULL, offset);
	*file = source_file(l, handle);
	return handle;
}

bool
source_extent(struct lower *l, CXCursor cursor, size_t *file, unsigned *start, unsigned *end)
{
	CXFile handle, end_handle;
	const CXSourceRange range = clang_getCursorExtent(cursor);
	clang_getExpansionLocation(clang_getRangeStart(range), &handle, NULL, NULL, start);
	clang_getExpansionLocation(clang_getRangeEnd(range), &end_handle, NULL, NULL, end);
	*file = source_file(l, handle);
	return handle && handle == end_handle;
}

bool
source_is_system(CXCursor cursor)
{
	return clang_Location_isInSystemHeader(clang_getCursorLocation(cursor));
}
