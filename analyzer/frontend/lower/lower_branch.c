/* Branches: if and switch, with the declarations in their headers. */
#include <stdlib.h>
#include <string.h>

#include "frontend/lower/lower_branch.h"

#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_leave.h"
#include "frontend/classes/lower_var.h"
#include "frontend/lower/lower_jump.h"
#include "frontend/lower/lower_rejected.h"
#include "frontend/lower/lower_stmt.h"
#include "frontend/lower/lower_unmodelled.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/constant.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "support/lexer.h"

/* The number of tokens before the first semicolon in [at, end), without directives; SIZE_MAX: there is no semicolon. */
static size_t
tokens_before_semicolon(const char *text, size_t at, size_t end)
{
	struct token *tokens = lexer_read(text + at, end - at), *token = tokens;
	size_t count = 0;
	for (; token->kind != TOKEN_END && !token_is(text + at, token, ";"); token++)
		count += token->kind != TOKEN_DIRECTIVE;
	if (token->kind == TOKEN_END)
		count = SIZE_MAX;
	free(tokens);
	return count;
}

/* Whether a semicolon directly follows the first child. A semicolon in a comment, or in text that the preprocessor
 * skips, does not count. */
static bool
is_statement_before(struct lower *l, CXCursor first, CXCursor second)
{
	size_t file, other, length;
	unsigned start, end, second_start, second_end;
	if (clang_getCursorKind(first) == CXCursor_DeclStmt || clang_getCursorKind(first) == CXCursor_NullStmt)
		return true;
	if (!source_extent(l, first, &file, &start, &end) ||
	    !source_extent(l, second, &other, &second_start, &second_end) || file != other || second_start < end)
		return false;
	const char *text = source_text(l, file, &length);
	if (!text || second_start > length)
		return false;
	return tokens_before_semicolon(text, end, second_start) == 0;
}

/* The first children of if and switch: a condition variable and the statement before it, both optional. Lowers them
 * into the current block and returns the index of the child after them. */
static unsigned
condition_prefix(struct lower *l, struct children children)
{
	const bool has_variable = children.count && clang_getCursorKind(nth_child(l, children, 0)) == CXCursor_VarDecl;
	unsigned i = has_variable;
	if (i + 1 < children.count && is_statement_before(l, nth_child(l, children, i), nth_child(l, children, i + 1)))
		stmt_lower(l, nth_child(l, children, i++));
	if (has_variable)
		var_declare(l, nth_child(l, children, 0));
	return i;
}

void
branch_if(struct lower *l, CXCursor cursor)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct children children = lower_children(l, cursor);
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct lower_cleanup *cleanups = l->scope->cleanups;
	l->scope->block = &stmts;
	unsigned i = condition_prefix(l, children);
	if (i + 4 == children.count) /* if (statement; condition) */
		stmt_lower(l, nth_child(l, children, i++));
	if (i + 2 > children.count) {
		/* `if consteval`, or an error removed a part. */
		unmodelled_lower(l, cursor, "if");
		for (; i < children.count; i++)
			stmt_lower(l, nth_child(l, children, i));
	} else {
		struct ir_stmt *stmt = build_stmt(l, IR_STMT_IF, loc);
		stmt->expr = full_value(l, nth_child(l, children, i));
		stmt->condition = source_loc(l, nth_child(l, children, i));
		stmt->then = stmt_block(l, nth_child(l, children, i + 1));
		stmt->otherwise = i + 2 < children.count ? stmt_block(l, nth_child(l, children, i + 2)) : NULL;
		stmts_add(l, &stmts, stmt);
	}
	lower_done(l, children);
	leave_end(l, cleanups);
	l->scope->block = outer;
	if (stmts.count == 1)
		stmts_add(l, outer, stmts.items[0]);
	else
		stmts_add(l, outer, build_block(l, &stmts, loc));
}

struct case_list {
	struct ir_case *items;
	size_t count, capacity;
};

static void
add_case(struct lower *l, struct case_list *cases, struct ir_case item)
{
	arena_push(l->arena, cases->items, cases->count, cases->capacity, item);
}

static int64_t
case_value(struct lower *l, CXCursor cursor)
{
	const struct ir_expr *value = lower_value(l, cursor), *constant;
	while (value->kind == IR_CONVERT)
		value = value->a;
	if (value->kind == IR_INT)
		return value->integer;
	if (lower_constant(l, cursor, l->type_ptrdiff, &constant))
		return constant->integer;
	emit_unknown(l, source_loc(l, cursor), "case label that is not constant");
	return INT64_MIN;
}

static bool
is_case_label(CXCursor cursor)
{
	return clang_getCursorKind(cursor) == CXCursor_CaseStmt || clang_getCursorKind(cursor) == CXCursor_DefaultStmt;
}

/* A statement of a switch's body, with the labels before it. */
static void
switch_part(struct lower *l, CXCursor cursor, struct case_list *cases)
{
	if (!is_case_label(cursor)) {
		stmt_lower(l, cursor);
		return;
	}
	const struct children children = lower_children(l, cursor);
	struct ir_case label = {.is_default = clang_getCursorKind(cursor) == CXCursor_DefaultStmt,
	                        .first = (uint32_t)l->scope->block->count};
	if (!label.is_default && children.count >= 2) {
		label.low = label.high = case_value(l, nth_child(l, children, 0));
		if (children.count >= 3)
			label.high = case_value(l, nth_child(l, children, 1));
	}
	add_case(l, cases, label);
	if (children.count && !lower_is_too_deep(l, cursor)) {
		l->depth++;
		switch_part(l, nth_child(l, children, children.count - 1), cases);
		l->depth--;
	}
	lower_done(l, children);
}

struct label_search {
	CXCursor body;
	bool found;
};

static enum CXChildVisitResult
find_label_within(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct label_search *search = data;
	if (clang_getCursorKind(cursor) == CXCursor_SwitchStmt || clang_getCursorKind(cursor) == CXCursor_LambdaExpr)
		return CXChildVisit_Continue;
	search->found = is_case_label(cursor) && !is_case_label(parent) && !clang_equalCursors(parent, search->body);
	return search->found ? CXChildVisit_Break : CXChildVisit_Recurse;
}

/* Whether the switch has a label inside a nested statement of its body. */
static bool
has_label_within(CXCursor body)
{
	struct label_search search = {.body = body};
	clang_visitChildren(body, find_label_within, &search);
	return search.found;
}

/* Finds the variables of a switch's init-statement, which libclang does not show: variables that are used after it and
 * declared in its text. */
struct init_search {
	struct lower *l;
	size_t file;
	unsigned start, end; /* the text that holds the declarations, as offsets */
	CXCursor *items;     /* sorted by offset */
	unsigned *offsets;
	size_t count, capacity, offset_capacity;
};

static void
add_init_variable(struct init_search *search, CXCursor variable, unsigned offset)
{
	size_t at = search->count;
	while (at && search->offsets[at - 1] > offset)
		at--;
	if (at && search->offsets[at - 1] == offset)
		return;
	size_t count = search->count;
	arena_push(search->l->arena, search->items, count, search->capacity, variable);
	arena_push(search->l->arena, search->offsets, search->count, search->offset_capacity, offset);
	for (size_t i = search->count - 1; i > at; i--) {
		search->items[i] = search->items[i - 1];
		search->offsets[i] = search->offsets[i - 1];
	}
	search->items[at] = variable;
	search->offsets[at] = offset;
}

static enum CXChildVisitResult
find_init_variable(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct init_search *search = data;
	const CXCursor named = clang_getCursorReferenced(cursor);
	size_t file;
	unsigned start, end;
	(void)parent;
	if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr && clang_getCursorKind(named) == CXCursor_VarDecl &&
	    source_extent(search->l, named, &file, &start, &end) && file == search->file && start > search->start &&
	    end < search->end)
		add_init_variable(search, named, end);
	return CXChildVisit_Recurse;
}

static void
switch_init(struct lower *l, CXCursor cursor, const struct children *children)
{
	struct init_search search = {.l = l};
	size_t length, file;
	unsigned end;
	if (!children->count || !source_extent(l, cursor, &search.file, &search.start, &end) ||
	    !source_extent(l, nth_child(l, *children, 0), &file, &search.end, &end) || file != search.file ||
	    search.end <= search.start)
		return;
	const char *text = source_text(l, file, &length);
	if (!text || search.end > length || tokens_before_semicolon(text, search.start, search.end) == SIZE_MAX)
		return;
	for (unsigned i = 0; i < children->count; i++)
		find_init_variable(nth_child(l, *children, i), cursor, &search);
	for (unsigned i = 0; i < children->count; i++)
		clang_visitChildren(nth_child(l, *children, i), find_init_variable, &search);
	for (size_t i = 0; i < search.count; i++)
		var_declare(l, search.items[i]);
	if (!search.count)
		emit_unknown(l, source_loc(l, cursor), "the statement before the condition of a switch");
}

void
branch_switch(struct lower *l, CXCursor cursor)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct children children = lower_children(l, cursor);
	struct lower_stmts around = {0}, stmts = {0}, *outer = l->scope->block;
	struct lower_cleanup *cleanups = l->scope->cleanups;
	struct case_list cases = {0};
	l->scope->block = &around;
	switch_init(l, cursor, &children);
	unsigned i = condition_prefix(l, children);
	if (i + 2 > children.count) {
		unmodelled_lower(l, cursor, "switch");
	} else if (has_label_within(nth_child(l, children, children.count - 1))) {
		unmodelled_lower(l, cursor, "switch into a statement of its body");
	} else {
		struct ir_stmt *stmt = build_stmt(l, IR_STMT_SWITCH, loc);
		stmt->expr = full_value(l, nth_child(l, children, children.count - 2));
		stmt->condition = source_loc(l, nth_child(l, children, children.count - 2));
		l->scope->block = &stmts;
		struct jump_target target;
		jump_enter(l, &target, JUMP_SWITCH);
		const CXCursor body = nth_child(l, children, children.count - 1);
		if (clang_getCursorKind(body) == CXCursor_CompoundStmt) {
			const struct children parts = lower_children(l, body);
			for (unsigned k = 0; k < parts.count; k++) {
				rejected_emit_before(l, body, parts, k);
				switch_part(l, nth_child(l, parts, k), &cases);
			}
			rejected_emit_before(l, body, parts, parts.count);
			lower_done(l, parts);
		} else {
			switch_part(l, body, &cases);
		}
		leave_end(l, target.cleanups);
		/* `default:;` labels no statement */
		if (cases.count && cases.items[cases.count - 1].first == stmts.count)
			stmts_add(l, &stmts, build_block(l, &(struct lower_stmts){0}, (struct ir_loc){0}));
		stmt->stmts = stmts.items;
		stmt->stmt_count = (uint32_t)stmts.count;
		stmt->cases = cases.items;
		stmt->case_count = (uint32_t)cases.count;
		l->scope->block = &around;
		stmts_add(l, &around, stmt);
		jump_leave(l, &target);
	}
	lower_done(l, children);
	leave_end(l, cleanups);
	l->scope->block = outer;
	stmts_add(l, outer, around.count == 1 ? around.items[0] : build_block(l, &around, loc));
}
