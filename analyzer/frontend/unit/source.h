/* The places of cursors in the source, and the text there. */
#ifndef GPULINT_FRONTEND_UNIT_SOURCE_H
#define GPULINT_FRONTEND_UNIT_SOURCE_H

#include "frontend/unit/lower.h"

struct ir_loc source_loc(struct lower *l, CXCursor cursor);
struct ir_loc source_point(struct lower *l, CXSourceLocation location);
/* The location of a declaration's name. */
struct ir_loc source_name(struct lower *l, CXCursor declaration);
/* The start of a cursor as file index and offset; false: it has no place in a file. */
bool source_start(struct lower *l, CXCursor cursor, size_t *file, unsigned *offset);
bool source_extent(struct lower *l, CXCursor cursor, size_t *file, unsigned *start, unsigned *end);
/* The extent, with all of each macro that it overlaps in part. */
bool source_whole(struct lower *l, CXCursor cursor, size_t *file, unsigned *start, unsigned *end);
/* The location of [start, end) in a file's text. */
struct ir_loc source_stretch(struct lower *l, size_t file, unsigned start, unsigned end);
/* The text from the cursor's start to its end. NULL: the text is unavailable, or is not in one file. */
const char *source_written(struct lower *l, CXCursor cursor, size_t *length);
/* The launch (<<<) in the text; NULL: none. */
const char *source_find_launch(const char *text, size_t length);
/* The text of files[file]; NULL: unavailable. */
const char *source_text(struct lower *l, size_t file, size_t *length);
/* The index in l->files of libclang's file. */
size_t source_file(struct lower *l, CXFile handle);
bool source_is_system(CXCursor cursor);
char *source_string(struct lower *l, CXString text);
/* A text such as "member 'x'", with the cursor's spelling. Cursors of rejected code may have no spelling. */
const char *source_named(struct lower *l, const char *what, CXCursor cursor);
bool source_is_named(CXCursor declaration, const char *name);
/* Whether the declaration has the annotation `text` (__attribute__((annotate))). */
bool source_is_annotated(CXCursor declaration, const char *text);

#endif
