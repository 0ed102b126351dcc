/* The constructors that the compiler chooses for the elements of braces.
 *
 * The tree shows a list as written, without the constructors that were chosen for it. libclang's indexer reports these,
 * each as the compiler's call. A call is found again by the place where it begins and by the innermost expression at
 * its beginning. That expression is the same node in both views; each instance of a template has its own node at one
 * place.
 *
 * To index declarations local to functions takes several times as long, because each use of a local variable is
 * reported too. It is done only once a list makes an object of a local class. */
#include "frontend/classes/lower_chosen.h"

#include <stdlib.h>

#include "frontend/unit/children.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "support/allocate.h"

struct lower_choice {
	size_t file;
	unsigned offset;
	CXCursor cursor; /* a constructor call */
};

/* ---- the table ---- */

static void
note_reference(CXClientData data, const CXIdxEntityRefInfo *reference)
{
	struct lower *l = data;
	struct lower_choice choice = {.cursor = reference->cursor};
	if (clang_getCursorKind(choice.cursor) == CXCursor_CallExpr &&
	    clang_getCursorKind(clang_getCursorReferenced(choice.cursor)) == CXCursor_Constructor &&
	    source_start(l, choice.cursor, &choice.file, &choice.offset))
		memory_push(l->choices, l->choice_count, l->choice_capacity, choice);
}

static int
compare_choices(const void *left, const void *right)
{
	const struct lower_choice *a = left, *b = right;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	return (a->offset > b->offset) - (a->offset < b->offset);
}

/* Does nothing if they are already collected. */
static void
collect(struct lower *l, enum lower_choices wanted)
{
	if (l->choices_made >= wanted)
		return;
	const unsigned locals = wanted == CHOICES_ALL ? CXIndexOpt_IndexFunctionLocalSymbols : CXIndexOpt_None;
	IndexerCallbacks callbacks = {.indexEntityReference = note_reference};
	const CXIndex index = clang_createIndex(0, 0);
	const CXIndexAction action = clang_IndexAction_create(index);
	l->choice_count = 0;
	clang_indexTranslationUnit(action, l, &callbacks, sizeof callbacks,
	                           locals | CXIndexOpt_IndexImplicitTemplateInstantiations, l->tu);
	clang_IndexAction_dispose(action);
	clang_disposeIndex(index);
	if (l->choice_count)
		qsort(l->choices, l->choice_count, sizeof *l->choices, compare_choices);
	l->choices_made = wanted;
}

/* Whether the declaration is inside a function's body. */
static bool
is_in_function(CXCursor declaration)
{
	for (;;) {
		declaration = clang_getCursorSemanticParent(declaration);
		const enum CXCursorKind kind = clang_getCursorKind(declaration);
		if (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_Constructor ||
		    kind == CXCursor_Destructor || kind == CXCursor_ConversionFunction ||
		    kind == CXCursor_FunctionTemplate)
			return true;
		if (!clang_isDeclaration(kind) || kind == CXCursor_Namespace)
			return false;
	}
}

/* The range of choices that begin where the expression does: the first, and *end after the last. Both are equal if
 * there are none. Choices for functions of the class are included. */
static const struct lower_choice *
choices_at(struct lower *l, CXCursor expression, CXType class, const struct lower_choice **end)
{
	struct lower_choice key = {0};
	*end = NULL;
	const enum lower_choices wanted =
		is_in_function(clang_getTypeDeclaration(types_bare(class))) ? CHOICES_ALL : CHOICES_OF_FILE;
	collect(l, wanted);
	if (!source_start(l, expression, &key.file, &key.offset))
		return NULL;
	size_t low = 0, high = l->choice_count;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (compare_choices(&l->choices[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	size_t behind = low;
	while (behind < l->choice_count && !compare_choices(&l->choices[behind], &key))
		behind++;
	*end = l->choices + behind;
	return l->choices + low;
}

/* ---- the node that a choice belongs to ---- */

/* libclang's cursors of one statement differ in their parent, so only the statement is compared. */
static bool
is_one_node(CXCursor a, CXCursor b)
{
	return clang_getCursorKind(a) == clang_getCursorKind(b) && a.data[1] == b.data[1];
}

/* The innermost expression at its beginning. */
static CXCursor
innermost(CXCursor expression)
{
	for (;;) {
		const CXCursor part = lower_first_part(expression);
		if (clang_Cursor_isNull(part) || clang_getCursorKind(expression) == CXCursor_LambdaExpr)
			return expression;
		expression = part;
	}
}

CXCursor
chosen_constructor(struct lower *l, CXCursor element, CXType record)
{
	const struct lower_choice *end, *choice = choices_at(l, element, record, &end);
	const CXCursor begin = innermost(element);
	const bool is_empty = clang_getCursorKind(begin) == CXCursor_InitListExpr;
	CXCursor found = clang_getNullCursor();
	for (; choice < end; choice++) {
		if (!types_same(clang_getCursorType(choice->cursor), record))
			continue;
		const CXCursor inner = innermost(choice->cursor);
		if (is_empty ? clang_Cursor_getNumArguments(choice->cursor) > 0 : !is_one_node(inner, begin))
			continue;
		if (!is_empty)
			return choice->cursor;
		if (!clang_Cursor_isNull(found) &&
		    !clang_equalCursors(clang_getCursorReferenced(found), clang_getCursorReferenced(choice->cursor)))
			return clang_getNullCursor();
		found = choice->cursor;
	}
	return found;
}
