#include "frontend/text/local_names.h"
#include <stdlib.h>
#include <string.h>

#include "frontend/unit/source.h"
#include "support/allocate.h"
#include "support/name_letter.h"

struct search {
	struct lower *l;
	size_t file;
	unsigned offset;
	const char *arguments;
	bool found;
};

/* Whether the name is in the arguments without a qualifier. */
static bool
is_in_arguments(const char *arguments, const char *name)
{
	const size_t length = strlen(name);
	for (const char *at = arguments; length && (at = strstr(at, name)); at += length)
		if (!is_name_letter(at[length]) && at > arguments && !is_name_letter(at[-1]) && at[-1] != ':' &&
		    at[-1] != '.')
			return true;
	return false;
}

static bool
is_around(struct search *search, CXCursor declaration)
{
	size_t file;
	unsigned start, end;
	return source_extent(search->l, declaration, &file, &start, &end) && file == search->file &&
	       start <= search->offset && search->offset < end;
}

/* Declarations inside functions and classes that do not enclose the place are not visited. */
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

struct collection {
	struct lower *l;
	struct local_names *names;
};

static enum CXChildVisitResult
collect(CXCursor cursor, CXCursor parent, CXClientData data)
{
	const struct collection *collection = data;
	struct local_names *names = collection->names;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	struct local_names_place place = {.declaration = cursor};
	(void)parent;
	if (!clang_isDeclaration(kind) || source_is_system(cursor))
		return CXChildVisit_Continue;
	if (kind == CXCursor_Namespace || kind == CXCursor_LinkageSpec)
		return CXChildVisit_Recurse;
	if (source_extent(collection->l, cursor, &place.file, &place.start, &place.end))
		memory_push(names->items, names->count, names->capacity, place);
	return CXChildVisit_Continue;
}

static const struct local_names_place *
find_around(struct local_names *names, const struct search *search)
{
	if (!names->known) {
		struct collection collection = {search->l, names};
		clang_visitChildren(clang_getTranslationUnitCursor(search->l->tu), collect, &collection);
		names->known = true;
	}
	for (size_t i = 0; i < names->count; i++) {
		const struct local_names_place *place = &names->items[i];
		if (place->file == search->file && place->start <= search->offset && search->offset < place->end)
			return place;
	}
	return NULL;
}

bool
local_names_in(struct local_names *names, struct lower *l, size_t file, unsigned offset, const char *arguments)
{
	struct search search = {.l = l, .file = file, .offset = offset, .arguments = arguments};
	const struct local_names_place *around = find_around(names, &search);
	if (!around)
		return false;
	look_into(&search, around->declaration);
	/* A method that is defined outside its class. */
	const CXCursor class = clang_getCursorSemanticParent(around->declaration);
	const enum CXCursorKind outer = clang_getCursorKind(class);
	if (outer != CXCursor_Namespace && outer != CXCursor_TranslationUnit && outer != CXCursor_LinkageSpec)
		look_into(&search, class);
	return search.found;
}

void
local_names_free(struct local_names *names)
{
	free(names->items);
	*names = (struct local_names){0};
}
