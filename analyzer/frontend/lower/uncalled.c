#include "frontend/lower/uncalled.h"

#include <string.h>

#include "frontend/text/headers.h"
#include "frontend/unit/source.h"

/* Whether the place is in a preprocessor directive. A backslash at a line's end continues the directive. */
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
	struct lower *l = data;
	size_t length = 0;
	(void)stack, (void)depth;
	CXString name = clang_getFileName(handle);
	const bool is_own = !frontend_is_built_in(clang_getCString(name));
	clang_disposeString(name);
	const char *text = is_own ? clang_getFileContents(l->tu, handle, &length) : NULL;
	for (const char *at = text; at && (at = source_find_launch(at, (size_t)(text + length - at))); at++)
		if (is_in_directive(text, at))
			l->launching_macros = LAUNCHING_MACROS_THERE;
}

/* Whether a macro of the project may contain a launch: a function can launch through it without `<<<` in its own
 * text. */
static bool
has_launching_macro(struct lower *l)
{
	if (l->launching_macros == LAUNCHING_MACROS_UNASKED) {
		l->launching_macros = LAUNCHING_MACROS_NONE;
		clang_getInclusions(l->tu, look_for_macro, l);
	}
	return l->launching_macros == LAUNCHING_MACROS_THERE;
}

struct arms {
	bool host, device, kernel;
};

static enum CXChildVisitResult
note_arm(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct arms *arms = data;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	(void)parent;
	arms->host |= kind == CXCursor_CUDAHostAttr;
	arms->device |= kind == CXCursor_CUDADeviceAttr;
	arms->kernel |= kind == CXCursor_CUDAGlobalAttr;
	return clang_isAttribute(kind) ? CXChildVisit_Continue : CXChildVisit_Break;
}

static bool
may_launch(struct lower *l, CXCursor function)
{
	size_t length;
	const char *text = source_written(l, function, &length);
	return !text || source_find_launch(text, length) || has_launching_macro(l);
}

bool
uncalled_is_nothing(struct lower *l, CXCursor function)
{
	struct arms arms = {0};
	if (!clang_Cursor_isFunctionInlined(function) && clang_getCursorLinkage(function) != CXLinkage_Internal)
		return false;
	clang_visitChildren(function, note_arm, &arms);
	if (arms.kernel)
		return false;
	if (arms.device)
		return !arms.host || !may_launch(l, function);
	return !clang_Location_isFromMainFile(clang_getCursorLocation(function)) && !may_launch(l, function);
}
