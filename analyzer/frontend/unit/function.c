#include "frontend/unit/function.h"

#include "frontend/unit/children.h"
#include "frontend/unit/source.h"

static bool
is_body(CXCursor cursor)
{
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	return kind == CXCursor_CompoundStmt || kind == CXCursor_CXXTryStmt;
}

CXCursor
func_body(CXCursor function)
{
	return lower_first_child(function, is_body);
}

bool
func_has_body(CXCursor cursor, CXCursor *definition)
{
	CXCursor candidate = cursor;
	if (clang_Cursor_isNull(func_body(candidate))) {
		candidate = clang_getCursorDefinition(cursor);
		/* The definition of an instantiation may be the template itself, which has no types to lower. */
		if (clang_Cursor_isNull(candidate) || clang_getCursorKind(candidate) == CXCursor_FunctionTemplate ||
		    clang_equalCursors(candidate, cursor) || clang_Cursor_isNull(func_body(candidate)))
			return false;
	}
	if (definition)
		*definition = candidate;
	return true;
}

bool
func_is_empty(CXCursor function)
{
	CXCursor definition;
	return func_has_body(function, &definition) &&
	       clang_Cursor_isNull(lower_first_child(func_body(definition), NULL));
}

static bool
is_kernel_attribute(CXCursor child)
{
	return clang_getCursorKind(child) == CXCursor_CUDAGlobalAttr;
}

bool
func_is_kernel(CXCursor cursor)
{
	return !clang_Cursor_isNull(lower_first_child(cursor, is_kernel_attribute));
}

const char *
func_qualified_name(struct lower *l, CXCursor cursor, const char *name)
{
	const CXCursor parent = clang_getCursorSemanticParent(cursor);
	const enum CXCursorKind kind = clang_getCursorKind(parent);
	if (clang_Cursor_isNull(parent) || clang_isTranslationUnit(kind) || clang_isInvalid(kind))
		return name;
	if (kind == CXCursor_LinkageSpec || kind == CXCursor_UnexposedDecl || clang_Cursor_isAnonymous(parent))
		return func_qualified_name(l, parent, name);
	const char *outer = source_string(l, clang_getCursorSpelling(parent));
	return func_qualified_name(l, parent, *outer ? arena_printf(l->arena, "%s::%s", outer, name) : name);
}

struct ir_loc
func_loc(struct lower *l, CXCursor cursor)
{
	struct ir_loc loc = source_loc(l, cursor);
	const struct ir_loc name = source_point(l, clang_getCursorLocation(cursor));
	if (name.file == loc.file) {
		loc.line = name.line;
		loc.column = name.column;
	}
	return loc;
}
