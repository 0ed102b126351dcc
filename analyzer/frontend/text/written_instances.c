#include "frontend/text/written_instances.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/unit/source.h"
#include "support/allocate.h"

#define TAG "gl_instance_"
/* The size of the function's name depends on the template's arguments. The assertion therefore fails in each instance
 * separately. */
#define ASSERTION "static_assert(sizeof __PRETTY_FUNCTION__ == 0, \"" TAG "%zu\");"

/* The start of a template's body. */
struct body {
	size_t template, file;
	unsigned offset; /* after its opening brace */
};

struct bodies {
	struct lower *l;
	struct body *items;
	size_t count, capacity, template;
};

/* Whether an explicit instantiation may begin at `text`, which is not the text's beginning. In a template's
 * declaration, '<' follows the keyword; before the name of a member template, '.', '->' or '::' precedes it. */
static bool
may_instantiate(const char *text, const char *end)
{
	static const char keyword[] = "template";
	const size_t length = sizeof keyword - 1;
	if ((size_t)(end - text) <= length || memcmp(text, keyword, length) || strchr(".>:", text[-1]))
		return false;
	const char *behind = text + length, *next = behind;
	while (next < end && (isspace((unsigned char)*next) || *next == '\\'))
		next++;
	return next > behind && next < end && *next != '<';
}

/* Whether the text defines a macro that may contain an explicit instantiation. */
static bool
defines_instantiation(const char *text, size_t length)
{
	static const char define[] = "define";
	for (const char *at = text, *end = text + length; (at = memchr(at, '#', (size_t)(end - at)));) {
		for (at++; at < end && (*at == ' ' || *at == '\t'); at++)
			;
		if ((size_t)(end - at) < sizeof define || memcmp(at, define, sizeof define - 1))
			continue;
		for (; at < end && (*at != '\n' || at[-1] == '\\' || (at[-1] == '\r' && at[-2] == '\\')); at++)
			if (may_instantiate(at, end))
				return true;
	}
	return false;
}

static bool
has_writing_macro(struct lower *l)
{
	for (size_t file = 1; file < l->file_count; file++) {
		size_t length;
		const char *text = source_text(l, file, &length);
		const CXSourceLocation start = clang_getLocationForOffset(l->tu, l->files[file].handle, 0);
		if (text && !clang_Location_isInSystemHeader(start) && defines_instantiation(text, length))
			return true;
	}
	return false;
}

static enum CXChildVisitResult
note_body(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct bodies *bodies = data;
	struct body body = {.template = bodies->template};
	size_t length;
	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_CompoundStmt ||
	    !source_start(bodies->l, cursor, &body.file, &body.offset))
		return CXChildVisit_Continue;
	/* A body from a macro has no brace at its start. */
	const char *text = source_text(bodies->l, body.file, &length);
	if (text && body.offset < length && text[body.offset++] == '{')
		memory_push(bodies->items, bodies->count, bodies->capacity, body);
	return CXChildVisit_Break;
}

static int
compare_places(const void *a, const void *b)
{
	const struct body *first = a, *second = b;
	if (first->file != second->file)
		return first->file < second->file ? -1 : 1;
	return (first->offset > second->offset) - (first->offset < second->offset);
}

/* A copy of the file with an assertion at the start of each body. All bodies are in that file. */
static struct CXUnsavedFile
with_assertions(struct lower *l, const struct body *bodies, size_t count)
{
	size_t length, at = 0, written = 0;
	const char *text = source_text(l, bodies->file, &length);
	char *copy = arena_alloc(l->arena, length + count * (sizeof ASSERTION + 20) + 1);
	for (size_t i = 0; i < count; i++) {
		const char *assertion = arena_printf(l->arena, ASSERTION, bodies[i].template);
		memcpy(copy + written, text + at, bodies[i].offset - at);
		written += bodies[i].offset - at;
		at = bodies[i].offset;
		memcpy(copy + written, assertion, strlen(assertion));
		written += strlen(assertion);
	}
	memcpy(copy + written, text + at, length - at);
	const char *name = source_string(l, clang_getFileName(l->files[bodies->file].handle));
	return (struct CXUnsavedFile){name, copy, written + length - at};
}

/* The argument list in the name that a note quotes: the last list, at the name's end. NULL: none. */
static const char *
find_arguments(const char *note, size_t *length)
{
	const char *name = strchr(note, '\''), *end = strrchr(note, '\'');
	if (!name || end == name || end[-1] != '>')
		return NULL;
	unsigned depth = 0;
	for (const char *at = end; at-- > name;) {
		if (*at == '>' || *at == ')')
			depth++;
		else if (*at == '<' || *at == '(')
			depth--;
		if (!depth) {
			*length = (size_t)(end - at);
			return at;
		}
	}
	return NULL;
}

/* Removes "(anonymous namespace)::", which cannot be written in source. Within the file these names need no
 * qualifier. */
static const char *
without_anonymous(struct lower *l, const char *arguments, size_t length)
{
	static const char anonymous[] = "(anonymous namespace)::";
	char *text = arena_strndup(l->arena, arguments, length);
	for (char *at; (at = strstr(text, anonymous));)
		memmove(at, at + sizeof anonymous - 1, strlen(at + sizeof anonymous - 1) + 1);
	return text;
}

static void
read_notes(struct lower *l, CXDiagnostic diagnostic, written_instance *found, void *data)
{
	const char *message = source_string(l, clang_getDiagnosticSpelling(diagnostic));
	const char *tag = strstr(message, TAG);
	if (!tag)
		return;
	const size_t template = strtoul(tag + strlen(TAG), NULL, 10);
	CXDiagnosticSet notes = clang_getChildDiagnostics(diagnostic);
	/* The first note names the instance; the others give the places that instantiate it. */
	if (template < l->kernel_template_count && clang_getNumDiagnosticsInSet(notes)) {
		CXDiagnostic note = clang_getDiagnosticInSet(notes, 0);
		size_t length;
		const char *text = source_string(l, clang_getDiagnosticSpelling(note));
		const char *arguments = find_arguments(text, &length);
		clang_disposeDiagnostic(note);
		if (arguments)
			found(data, template, without_anonymous(l, arguments, length));
	}
}

bool
written_instances_may_be(struct lower *l)
{
	return l->kernel_template_count && has_writing_macro(l);
}

void
written_instances_ask(struct lower *l, written_instance *found, void *data)
{
	struct bodies bodies = {.l = l};
	if (!written_instances_may_be(l))
		return;
	for (; bodies.template < l->kernel_template_count; bodies.template++)
		clang_visitChildren(l->kernel_templates[bodies.template], note_body, &bodies);
	if (!bodies.count)
		return;
	qsort(bodies.items, bodies.count, sizeof *bodies.items, compare_places);
	struct CXUnsavedFile *files = arena_new_array(l->arena, struct CXUnsavedFile, bodies.count);
	unsigned file_count = 0;
	for (size_t i = 0, n; i < bodies.count; i += n) {
		for (n = 1; i + n < bodies.count && bodies.items[i + n].file == bodies.items[i].file; n++)
			;
		files[file_count++] = with_assertions(l, &bodies.items[i], n);
	}
	free(bodies.items);
	CXTranslationUnit tu = l->parse_copies(l->job, files, file_count);
	/* Each call of clang_getNumDiagnostics rebuilds all diagnostics that have notes. */
	const unsigned count = tu ? clang_getNumDiagnostics(tu) : 0;
	for (unsigned i = 0; i < count; i++) {
		CXDiagnostic diagnostic = clang_getDiagnostic(tu, i);
		read_notes(l, diagnostic, found, data);
		clang_disposeDiagnostic(diagnostic);
	}
	if (tu)
		clang_disposeTranslationUnit(tu);
}
