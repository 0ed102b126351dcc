/* What the compiler makes of the elements of braces. The tree shows a list as it is written, without the constructors and
 * conversions that were chosen for it; libclang's indexer reports these, each as the call that the compiler made. They are found
 * again by where they begin and by the expression that they begin with, which is the same node in both: instances of a template
 * have each its own at one place. Asked for what is local to functions, the indexer tells each use of a local variable as well, and
 * takes several times as long: that is left out until a list makes an object of a local class. */
#include "frontend/lower/lower_chosen.h"

#include <stdlib.h>

#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_lambda.h"
#include "frontend/classes/lower_member.h"
#include "frontend/lower/build.h"
#include "frontend/lower/kids.h"
#include "frontend/lower/lower_call.h"
#include "frontend/lower/lower_expr.h"
#include "frontend/lower/source.h"
#include "frontend/lower/types.h"
#include "support/memory.h"

struct lower_choice {
	size_t file;
	unsigned offset;
	CXCursor cursor;   /* the call of a constructor, or the member that names a conversion function */
};

/* ---- the table ---- */

static void
note_reference(CXClientData data, const CXIdxEntityRefInfo *reference)
{
	struct lower *l = data;
	const enum CXCursorKind kind = clang_getCursorKind(reference->cursor);
	if (kind != CXCursor_CallExpr && kind != CXCursor_MemberRefExpr)
		return;
	const enum CXCursorKind named = clang_getCursorKind(clang_getCursorReferenced(reference->cursor));
	struct lower_choice choice = {.cursor = reference->cursor};
	CXCursor begin = reference->cursor;
	if (kind == CXCursor_MemberRefExpr && named == CXCursor_ConversionFunction)
		begin = lower_first_part(begin); /* the name is written nowhere */
	else if (kind != CXCursor_CallExpr || named != CXCursor_Constructor)
		return;
	if (!clang_Cursor_isNull(begin) && source_start(l, begin, &choice.file, &choice.offset))
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

/* Unless they were collected before. */
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

/* Whether it is declared in a function's body. */
static bool
is_in_function(CXCursor declaration)
{
	for (;;) {
		declaration = clang_getCursorSemanticParent(declaration);
		const enum CXCursorKind kind = clang_getCursorKind(declaration);
		if (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod || kind == CXCursor_Constructor ||
		    kind == CXCursor_Destructor || kind == CXCursor_ConversionFunction || kind == CXCursor_FunctionTemplate)
			return true;
		if (!clang_isDeclaration(kind) || kind == CXCursor_Namespace)
			return false;
	}
}

/* The first that begins where the expression does, and behind the last; none: both are equal. Those of the class's functions are
 * among them. */
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

/* ---- what they are of ---- */

/* libclang's nodes of one statement differ in what they are a part of. */
static bool
is_one_node(CXCursor a, CXCursor b)
{
	return clang_getCursorKind(a) == clang_getCursorKind(b) && a.data[1] == b.data[1];
}

/* The expression that it begins with. */
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
		if (clang_getCursorKind(choice->cursor) != CXCursor_CallExpr ||
		    !types_same(clang_getCursorType(choice->cursor), record))
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

static CXCursor
without_parentheses(struct lower *l, CXCursor expression)
{
	while (clang_getCursorKind(expression) == CXCursor_ParenExpr || clang_getCursorKind(expression) == CXCursor_UnexposedExpr) {
		const CXCursor operand = lower_operand(l, expression);
		if (clang_Cursor_isNull(operand))
			break;
		expression = operand;
	}
	return expression;
}

static CXCursor
conversion_function(struct lower *l, CXCursor element)
{
	const struct lower_choice *end, *choice;
	const CXCursor object = without_parentheses(l, element);
	choice = choices_at(l, element, clang_getCursorType(object), &end);
	for (; choice < end; choice++)
		if (clang_getCursorKind(choice->cursor) == CXCursor_MemberRefExpr &&
		    is_one_node(without_parentheses(l, lower_first_part(choice->cursor)), object))
			return clang_getCursorReferenced(choice->cursor);
	return clang_getNullCursor();
}

bool
chosen_is_to(struct lower *l, CXCursor element, CXType record)
{
	if (types_of(l, element)->kind != IR_TYPE_RECORD)
		return false;
	const CXCursor function = conversion_function(l, element);
	return !clang_Cursor_isNull(function) && types_same(clang_getResultType(clang_getCursorType(function)), record);
}

/* The indexer does not tell what a lambda is converted by. */
static const struct ir_expr *
converted_lambda(struct lower *l, CXCursor element, const struct ir_type *wanted)
{
	const CXCursor lambda = without_parentheses(l, element);
	const CXCursor class = clang_getTypeDeclaration(types_bare(clang_getCursorType(lambda)));
	if (clang_getCursorKind(lambda) == CXCursor_LambdaExpr)
		lower_address(l, lambda);
	return lambda_as_function(l, class, wanted, source_loc(l, element));
}

const struct ir_expr *
chosen_conversion(struct lower *l, CXCursor element, const struct ir_type *wanted)
{
	const struct ir_type *given = types_of(l, element);
	if (given->kind != IR_TYPE_RECORD)
		return NULL;
	const CXCursor function = conversion_function(l, element);
	if (clang_Cursor_isNull(function))
		return converted_lambda(l, element, wanted);
	if (clang_CXXMethod_isVirtual(function))
		return NULL;
	const struct ir_loc loc = source_loc(l, element);
	const struct ir_type *owner = types_of(l, clang_getCursorSemanticParent(function));
	struct lower_effects args = {0};
	effects_add(l, &args, member_upcast(l, lower_address(l, element), given, owner, loc));
	if (!args.count)
		return NULL;
	const struct ir_expr *result = call_known(l, function, &args, loc);
	const struct ir_type *type = result->type;
	if (type->kind == IR_TYPE_RECORD)
		return full_hold(l, result, clang_getResultType(clang_getCursorType(function)));
	return type->is_reference && types_is_scalar(type->element) ? build_load(l, result, type->element, loc) : result;
}
