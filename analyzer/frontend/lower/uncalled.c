#include "frontend/lower/uncalled.h"

#include <string.h>

#include "frontend/headers.h"

/* Whether the line that holds the place is a directive, which goes on over ends of lines behind a backslash. */
static bool
is_in_directive(const char *text, const char *at)
{
	const char *line = at;
	while (line > text && (line[-1] != '\n' || (line - text > 1 && line[-2] == '\\') ||
	                       (line - text > 2 && line[-2] == '\r' && line[-3] == '\\')))
		line--;
	line += strspn(line, " \t");
	return *line == '#';
}

static void
look_for_macro(CXFile handle, CXSourceLocation *stack, unsigned depth, CXClientData data)
{
	static const char built_in[] = FRONTEND_HEADER_ROOT "/";
	struct lower *l = data;
	size_t length = 0;
	(void)stack, (void)depth;
	CXString name = clang_getFileName(handle);
	const bool is_own = strncmp(clang_getCString(name), built_in, sizeof built_in - 1) != 0;
	clang_disposeString(name);
	const char *text = is_own ? clang_getFileContents(l->tu, handle, &length) : NULL;
	for (const char *at = text; at && (at = source_find_launch(at, (size_t)(text + length - at))); at++)
		if (is_in_directive(text, at))
			l->launching_macros = LAUNCHING_MACROS_THERE;
}

/* By a macro a function may launch without a word of it. */
static bool
has_launching_macro(struct lower *l)
{
	if (l->launching_macros == LAUNCHING_MACROS_UNASKED) {
		l->launching_macros = LAUNCHING_MACROS_NONE;
		clang_getInclusions(l->tu, look_for_macro, l);
	}
	return l->launching_macros == LAUNCHING_MACROS_THERE;
}

static enum CXChildVisitResult
find_side(CXCursor cursor, CXCursor parent, CXClientData data)
{
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	(void)parent;
	*(bool *)data |= kind == CXCursor_CUDAGlobalAttr || kind == CXCursor_CUDADeviceAttr;
	return clang_isAttribute(kind) ? CXChildVisit_Continue : CXChildVisit_Break;
}

static bool
is_for_device(CXCursor function)
{
	bool is_for_device = false;
	clang_visitChildren(function, find_side, &is_for_device);
	return is_for_device;
}

bool
uncalled_is_nothing(struct lower *l, CXCursor function)
{
	const bool is_units_own =
		clang_Cursor_isFunctionInlined(function) || clang_getCursorLinkage(function) == CXLinkage_Internal;
	size_t length;
	if (!is_units_own || clang_Location_isFromMainFile(clang_getCursorLocation(function)) || is_for_device(function))
		return false;
	const char *text = source_written(l, function, &length);
	return text && !source_find_launch(text, length) && !has_launching_macro(l);
}
