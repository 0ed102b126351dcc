/* Where cursors stand in the source, and what is written there. */
#ifndef GPULINT_FRONTEND_UNIT_SOURCE_H
#define GPULINT_FRONTEND_UNIT_SOURCE_H

#include "frontend/unit/lower.h"

struct ir_loc source_loc(struct lower *l, CXCursor cursor);
struct ir_loc source_point(struct lower *l, CXSourceLocation location);
/* Of a declaration: its name. */
struct ir_loc source_name(struct lower *l, CXCursor declaration);
/* The start of a cursor as file index and offset; false when it has no place in a file. */
bool source_start(struct lower *l, CXCursor cursor, size_t *file, unsigned *offset);
bool source_extent(struct lower *l, CXCursor cursor, size_t *file, unsigned *start, unsigned *end);
/* The same, with all of each macro of which it has a part. */
bool source_whole(struct lower *l, CXCursor cursor, size_t *file, unsigned *start, unsigned *end);
/* The place of a stretch of a file's text. */
struct ir_loc source_stretch(struct lower *l, size_t file, unsigned start, unsigned end);
/* What is written from the cursor's start to its end; NULL when that is not to be had, or not in one file. */
const char *source_written(struct lower *l, CXCursor cursor, size_t *length);
/* Where a launch is written in the text; NULL: there is none. */
const char *source_find_launch(const char *text, size_t length);
/* The text of files[file]; NULL when it cannot be had. */
const char *source_text(struct lower *l, size_t file, size_t *length);
/* The index in l->files of a file of the compiler. */
size_t source_file(struct lower *l, CXFile handle);
bool source_is_system(CXCursor cursor);
char *source_string(struct lower *l, CXString text);
/* "member 'x'", of what the cursor spells; code that the compiler does not understand may spell nothing. */
const char *source_named(struct lower *l, const char *what, CXCursor cursor);
bool source_is_named(CXCursor declaration, const char *name);
/* Whether __attribute__((annotate)) says that of it. */
bool source_is_annotated(CXCursor declaration, const char *text);

#endif
