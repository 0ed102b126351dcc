/* The children of cursors. */
#include "frontend/lower/lower.h"

#include "frontend/lower/kids.h"
#include "support/memory.h"

static enum CXChildVisitResult
push_kid(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct lower *l = data;
	memory_push(l->kids, l->kid_count, l->kid_capacity, cursor);
	return CXChildVisit_Continue;
}

struct kids
lower_kids(struct lower *l, CXCursor cursor)
{
	const size_t first = l->kid_count;
	clang_visitChildren(cursor, push_kid, l);
	return (struct kids){first, (unsigned)(l->kid_count - first)};
}

void
lower_done(struct lower *l, struct kids kids)
{
	l->kid_count = kids.first;
}

static enum CXChildVisitResult
keep_expression(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	/* The one kind of expression that libclang numbers among the statements. */
	if (clang_isExpression(clang_getCursorKind(cursor)) ||
	    clang_getCursorKind(cursor) == CXCursor_BuiltinBitCastExpr)
		*(CXCursor *)data = cursor;
	return CXChildVisit_Continue;
}

CXCursor
lower_operand(struct lower *l, CXCursor cursor)
{
	(void)l;
	CXCursor found = clang_getNullCursor();
	clang_visitChildren(cursor, keep_expression, &found);
	return found;
}

struct first_child {
	bool (*is_it)(CXCursor child);
	CXCursor found;
};

static enum CXChildVisitResult
keep_first(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct first_child *first = data;
	if (!first->is_it(cursor))
		return CXChildVisit_Continue;
	first->found = cursor;
	return CXChildVisit_Break;
}

CXCursor
lower_first_child(CXCursor of, bool (*is_it)(CXCursor child))
{
	struct first_child first = {is_it, clang_getNullCursor()};
	clang_visitChildren(of, keep_first, &first);
	return first.found;
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

static enum CXChildVisitResult
keep_statement(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_isStatement(clang_getCursorKind(cursor)))
		*(CXCursor *)data = cursor;
	return CXChildVisit_Continue;
}

CXCursor
lower_operand_statement(struct lower *l, CXCursor cursor)
{
	(void)l;
	CXCursor found = clang_getNullCursor();
	clang_visitChildren(cursor, keep_statement, &found);
	return found;
}
