#include "frontend/unit/children.h"

#include "support/allocate.h"

static enum CXChildVisitResult
push_kid(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct lower *l = data;
	memory_push(l->children, l->kid_count, l->kid_capacity, cursor);
	return CXChildVisit_Continue;
}

struct children
lower_children(struct lower *l, CXCursor cursor)
{
	const size_t first = l->kid_count;
	clang_visitChildren(cursor, push_kid, l);
	return (struct children){first, (unsigned)(l->kid_count - first)};
}

void
lower_done(struct lower *l, struct children children)
{
	l->kid_count = children.first;
}

struct child_search {
	bool (*is_it)(CXCursor child);
	enum { FIRST_CHILD, LAST_CHILD } which;
	CXCursor found;
};

static enum CXChildVisitResult
keep_child(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct child_search *search = data;
	if (search->is_it && !search->is_it(cursor))
		return CXChildVisit_Continue;
	search->found = cursor;
	return search->which == FIRST_CHILD ? CXChildVisit_Break : CXChildVisit_Continue;
}

static CXCursor
find_child(CXCursor of, struct child_search search)
{
	search.found = clang_getNullCursor();
	clang_visitChildren(of, keep_child, &search);
	return search.found;
}

CXCursor
lower_first_child(CXCursor of, bool (*is_it)(CXCursor child))
{
	return find_child(of, (struct child_search){.is_it = is_it, .which = FIRST_CHILD});
}

static bool
is_expression(CXCursor cursor)
{
	return clang_isExpression(clang_getCursorKind(cursor));
}

CXCursor
lower_first_part(CXCursor expression)
{
	return lower_first_child(expression, is_expression);
}

/* libclang numbers BuiltinBitCastExpr among the statements, although it is an expression. */
static bool
is_operand(CXCursor cursor)
{
	return is_expression(cursor) || clang_getCursorKind(cursor) == CXCursor_BuiltinBitCastExpr;
}

CXCursor
lower_operand(struct lower *l, CXCursor cursor)
{
	(void)l;
	return find_child(cursor, (struct child_search){.is_it = is_operand, .which = LAST_CHILD});
}

static bool
is_statement(CXCursor cursor)
{
	return clang_isStatement(clang_getCursorKind(cursor));
}

CXCursor
lower_operand_statement(struct lower *l, CXCursor cursor)
{
	(void)l;
	return find_child(cursor, (struct child_search){.is_it = is_statement, .which = LAST_CHILD});
}

CXCursor
lower_unwrapped(struct lower *l, CXCursor cursor)
{
	while (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr) {
		const CXCursor operand = lower_operand(l, cursor);
		if (clang_Cursor_isNull(operand))
			break;
		cursor = operand;
	}
	return cursor;
}
