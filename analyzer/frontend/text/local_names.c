#include "frontend/text/local_names.h"
#include "support/name_letter.h"

#include <string.h>

struct search {
	struct lower *l;
	size_t file;
	unsigned offset;
	const char *arguments;
	bool found;
};

/* Whether it stands in the arguments without a qualification. */
static bool
is_in_arguments(const char *arguments, const char *name)
{
	const size_t length = strlen(name);
	for (const char *at = arguments; length && (at = strstr(at, name)); at += length)
		if (!is_name_letter(at[length]) && at > arguments && !is_name_letter(at[-1]) && at[-1] != ':' && at[-1] != '.')
			return true;
	return false;
}

static bool
is_around(struct search *search, CXCursor declaration)
{
	size_t file;
	unsigned start, end;
	return source_extent(search->l, declaration, &file, &start, &end) && file == search->file && start <= search->offset &&
	       search->offset < end;
}

/* What stands in functions and classes beside the place is not declared around it. */
static enum CXChildVisitResult
look_at_name(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct search *search = data;
	if (!clang_isDeclaration(clang_getCursorKind(cursor)))
		return CXChildVisit_Recurse;
	CXString name = clang_getCursorSpelling(cursor);
	search->found |= is_in_arguments(search->arguments, clang_getCString(name));
	clang_disposeString(name);
	if (search->found)
		return CXChildVisit_Break;
	return clang_isDeclaration(clang_getCursorKind(parent)) && !is_around(search, cursor) ? CXChildVisit_Continue
	                                                                                       : CXChildVisit_Recurse;
}

static void
look_into(struct search *search, CXCursor declaration)
{
	if (!search->found)
		clang_visitChildren(declaration, look_at_name, search);
}

static enum CXChildVisitResult
find_around(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct search *search = data;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	(void)parent;
	if (!clang_isDeclaration(kind) || !is_around(search, cursor))
		return CXChildVisit_Continue;
	if (kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec)
		return CXChildVisit_Recurse;
	look_into(search, cursor);
	/* A method that is defined outside of its class. */
	const CXCursor class = clang_getCursorSemanticParent(cursor);
	const enum CXCursorKind outer = clang_getCursorKind(class);
	if (outer != CXCursor_Namespace && outer != CXCursor_TranslationUnit && outer != CXCursor_LinkageSpec)
		look_into(search, class);
	return CXChildVisit_Break;
}

bool
local_names_in(struct lower *l, size_t file, unsigned offset, const char *arguments)
{
	struct search search = {.l = l, .file = file, .offset = offset, .arguments = arguments};
	clang_visitChildren(clang_getTranslationUnitCursor(l->tu), find_around, &search);
	return search.found;
}
