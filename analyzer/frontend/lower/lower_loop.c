/* Loops. libclang omits the absent parts of a for statement. The positions of the semicolons show which parts exist. In
 * a macro's body all positions are equal, so the kinds of the parts decide. */
#include "frontend/lower/lower_loop.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/classes/lower_destroy.h"
#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_leave.h"
#include "frontend/classes/lower_var.h"
#include "frontend/lower/lower_jump.h"
#include "frontend/lower/lower_rejected.h"
#include "frontend/lower/lower_stmt.h"
#include "frontend/lower/lower_unmodelled.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/source.h"
#include "ir/constant.h"
#include "support/lexer.h"

struct loop_parts {
	CXCursor init, variable, condition, step, body; /* null cursors: absent */
};

static struct loop_parts
no_parts(void)
{
	const CXCursor none = clang_getNullCursor();
	return (struct loop_parts){none, none, none, none, none};
}

/* The offsets of the two semicolons in the header of a for statement whose body begins at `end`; false: not found. */
static bool
find_semicolons(const char *text, size_t start, size_t end, size_t semicolons[2])
{
	struct token *const tokens = lexer_read(text + start, end - start);
	unsigned depth = 0, found = 0;
	for (const struct token *token = tokens; token->kind != TOKEN_END; token++) {
		const char c = token->kind == TOKEN_PUNCTUATION ? text[start + token->begin] : ' ';
		depth += strchr("([{", c) != NULL;
		depth -= strchr(")]}", c) != NULL;
		if (c == ';' && depth == 1 && found < 2)
			semicolons[found++] = start + token->begin;
	}
	free(tokens);
	return found == 2;
}

static bool
is_step(CXCursor cursor)
{
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	const enum CXUnaryOperatorKind unary =
		kind == CXCursor_UnaryOperator ? clang_getCursorUnaryOperatorKind(cursor) : CXUnaryOperator_Invalid;
	return kind == CXCursor_CompoundAssignOperator ||
	       (unary >= CXUnaryOperator_PostInc && unary <= CXUnaryOperator_PreDec) ||
	       (kind == CXCursor_BinaryOperator &&
	        (clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Assign ||
	         clang_getCursorBinaryOperatorKind(cursor) == CXBinaryOperator_Comma));
}

static void
guess_parts(struct lower *l, struct children children, unsigned first, struct loop_parts *parts)
{
	unsigned i = first;
	const unsigned last = children.count - 1;
	if (i < last && (last - i == 3 || clang_getCursorKind(nth_child(l, children, i)) == CXCursor_DeclStmt ||
	                 (last - i == 2 && is_step(nth_child(l, children, i)))))
		parts->init = nth_child(l, children, i++);
	if (i < last && clang_getCursorKind(nth_child(l, children, i)) == CXCursor_VarDecl)
		parts->variable = nth_child(l, children, i++);
	if (i < last && (last - i == 2 || !is_step(nth_child(l, children, i))))
		parts->condition = nth_child(l, children, i++);
	if (i < last)
		parts->step = nth_child(l, children, i);
}

static struct loop_parts
parts_of_for(struct lower *l, CXCursor cursor, struct children children)
{
	struct loop_parts parts = no_parts();
	parts.body = nth_child(l, children, children.count - 1);
	size_t file, body_file, length, semicolons[2];
	unsigned start, end;
	const bool all = children.count == 4 && clang_getCursorKind(nth_child(l, children, 1)) != CXCursor_VarDecl;
	const char *text = NULL;
	if (!all && source_start(l, cursor, &file, &start) && source_start(l, parts.body, &body_file, &end) &&
	    file == body_file)
		text = source_text(l, file, &length);
	if (!text || end > length || start >= end || strncmp(text + start, "for", 3) ||
	    !find_semicolons(text, start, end, semicolons)) {
		guess_parts(l, children, 0, &parts);
		return parts;
	}
	for (unsigned i = 0; i + 1 < children.count; i++) {
		const CXCursor part = nth_child(l, children, i);
		size_t part_file;
		unsigned offset;
		if (!source_start(l, part, &part_file, &offset) || part_file != file) {
			guess_parts(l, children, 0, &parts);
			return parts;
		}
		if (offset <= semicolons[0])
			parts.init = part;
		else if (offset <= semicolons[1] && clang_getCursorKind(part) == CXCursor_VarDecl)
			parts.variable = part;
		else if (offset <= semicolons[1])
			parts.condition = part;
		else
			parts.step = part;
	}
	return parts;
}

/* A variable declared in a condition, without a destructor. It is declared before the loop and assigned at each
 * test. */
static void
condition_variable(struct lower *l, CXCursor variable, struct lower_effects *effects)
{
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	l->scope->block = &stmts;
	var_declare(l, variable);
	l->scope->block = outer;
	for (size_t i = 0; i < stmts.count; i++)
		if (stmts.items[i]->kind == IR_STMT_EXPR)
			effects_add(l, effects, stmts.items[i]->expr);
		else
			stmts_add(l, outer, stmts.items[i]);
}

static bool
has_destructor(struct lower *l, CXCursor variable)
{
	return !clang_Cursor_isNull(variable) && destroy_does_something(l, clang_getCursorType(variable));
}

/* A condition that always holds is dropped: no branch tests it. */
static const struct ir_expr *
test_of(const struct ir_expr *condition)
{
	int64_t number;
	return condition && ir_is_constant(condition, &number) && number ? NULL : condition;
}

/* Lowers the parts that exist. A statement without a body is not modelled. */
static void
lower_parts(struct lower *l, CXCursor cursor, const struct loop_parts *parts, bool test_last)
{
	const struct ir_loc loc = source_loc(l, cursor);
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct lower_cleanup *cleanups = l->scope->cleanups;
	struct lower_effects effects = {0};
	struct jump_target target;
	struct rejected rejected;
	if (clang_Cursor_isNull(parts->body) || has_destructor(l, parts->variable)) {
		unmodelled_lower(l, cursor,
		                 clang_Cursor_isNull(parts->body)
		                         ? "a loop"
		                         : "a loop whose condition declares an object with a destructor");
		return;
	}
	l->scope->block = &stmts;
	if (!clang_Cursor_isNull(parts->init))
		stmt_lower(l, parts->init);
	struct ir_stmt *loop = build_stmt(l, IR_STMT_LOOP, loc);
	if (!clang_Cursor_isNull(parts->variable))
		condition_variable(l, parts->variable, &effects);
	if (!clang_Cursor_isNull(parts->condition))
		loop->expr = test_of(build_comma(l, build_sequence(l, &effects), full_value(l, parts->condition)));
	if (loop->expr)
		loop->condition = source_loc(l, parts->condition);
	loop->test_last = test_last && loop->expr;
	if (!clang_Cursor_isNull(parts->step))
		loop->step = full_value(l, parts->step);
	if (clang_getCursorKind(cursor) == CXCursor_ForStmt && rejected_in_statement(l, cursor, &rejected))
		loop->step = build_comma(l, loop->step, rejected_build(&rejected, l->type_void));
	jump_enter(l, &target, JUMP_LOOP);
	loop->body = stmt_block(l, parts->body);
	stmts_add(l, &stmts, loop);
	jump_leave(l, &target);
	leave_end(l, cleanups);
	l->scope->block = outer;
	stmts_add(l, outer, stmts.count == 1 ? stmts.items[0] : build_block(l, &stmts, loc));
}

void
loop_for(struct lower *l, CXCursor cursor)
{
	const struct children children = lower_children(l, cursor);
	const struct loop_parts parts = children.count ? parts_of_for(l, cursor, children) : no_parts();
	lower_done(l, children);
	lower_parts(l, cursor, &parts, false);
}

void
loop_while(struct lower *l, CXCursor cursor)
{
	const struct children children = lower_children(l, cursor);
	const unsigned i = children.count && clang_getCursorKind(nth_child(l, children, 0)) == CXCursor_VarDecl;
	struct loop_parts parts = no_parts();
	if (i)
		parts.variable = nth_child(l, children, 0);
	if (i + 2 <= children.count) {
		parts.condition = nth_child(l, children, i);
		parts.body = nth_child(l, children, i + 1);
	}
	lower_done(l, children);
	lower_parts(l, cursor, &parts, false);
}

void
loop_do(struct lower *l, CXCursor cursor)
{
	const struct children children = lower_children(l, cursor);
	struct loop_parts parts = no_parts();
	if (children.count >= 2) {
		parts.body = nth_child(l, children, 0);
		parts.condition = nth_child(l, children, 1);
	}
	lower_done(l, children);
	lower_parts(l, cursor, &parts, true);
}
