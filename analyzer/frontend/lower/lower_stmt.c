/* Statements other than branches and loops. */
#include "frontend/lower/lower_stmt.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/classes/lower_binding.h"
#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_leave.h"
#include "frontend/classes/lower_var.h"
#include "frontend/lower/lower_asm.h"
#include "frontend/lower/lower_branch.h"
#include "frontend/lower/lower_jump.h"
#include "frontend/lower/lower_loop.h"
#include "frontend/lower/lower_range.h"
#include "frontend/lower/lower_rejected.h"
#include "frontend/lower/lower_result.h"
#include "frontend/lower/lower_throw.h"
#include "frontend/lower/lower_unmodelled.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"

const struct ir_stmt *
stmt_block(struct lower *l, CXCursor cursor)
{
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct lower_cleanup *cleanups = l->scope->cleanups;
	l->scope->block = &stmts;
	if (!clang_Cursor_isNull(cursor))
		stmt_lower(l, cursor);
	leave_end(l, cleanups);
	l->scope->block = outer;
	if (stmts.count == 1 && stmts.items[0]->kind == IR_STMT_BLOCK)
		return stmts.items[0];
	return build_block(l, &stmts, clang_Cursor_isNull(cursor) ? (struct ir_loc){0} : source_loc(l, cursor));
}

static void
compound(struct lower *l, CXCursor cursor)
{
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct lower_cleanup *cleanups = l->scope->cleanups;
	l->scope->block = &stmts;
	jump_lower_block(l, cursor);
	leave_end(l, cleanups);
	l->scope->block = outer;
	stmts_add(l, outer, build_block(l, &stmts, source_loc(l, cursor)));
}

static void
declare_variable(struct lower *l, CXCursor statement, struct children children, unsigned i)
{
	const CXCursor variable = nth_child(l, children, i);
	struct rejected rejected;
	var_declare(l, variable);
	rejected_emit_initialiser(l, statement, children, i);
	/* An apparent declaration with an unknown type may be a call. */
	if (clang_isInvalidDeclaration(variable) && rejected_in_statement(l, variable, &rejected))
		rejected_emit_statement(&rejected);
}

static void
declaration(struct lower *l, CXCursor cursor)
{
	const struct children children = lower_children(l, cursor);
	for (unsigned i = 0; i < children.count; i++) {
		const CXCursor decl = nth_child(l, children, i);
		const enum CXCursorKind kind = clang_getCursorKind(decl);
		if (kind == CXCursor_VarDecl)
			declare_variable(l, cursor, children, i);
		else if (kind == CXCursor_UnexposedDecl)
			binding_declare(l, decl);
	}
	lower_done(l, children);
}

static void
return_statement(struct lower *l, CXCursor cursor)
{
	const CXCursor operand = lower_operand(l, cursor);
	const struct ir_type *result = l->scope->func->ir.result;
	const struct ir_var *made_in_place = NULL;
	struct ir_stmt *stmt = build_stmt(l, IR_STMT_RETURN, source_loc(l, cursor));
	struct lower_full full;
	full_begin(l, &full);
	if (!clang_Cursor_isNull(operand)) {
		if (result->is_reference)
			stmt->expr = lower_address(l, operand);
		else if ((made_in_place = result_variable(l, operand)))
			stmt->expr = build_var(l, made_in_place, stmt->loc);
		else if (result->kind == IR_TYPE_RECORD)
			stmt->expr = call_record_source(l, operand);
		else
			stmt->expr = result->kind == IR_TYPE_VOID ? lower_value(l, operand)
			                                          : lower_value_as(l, operand, result);
	}
	full_start(l, &full, stmt->loc);
	if ((l->scope->cleanups || full.count) && !made_in_place)
		stmt->expr = leave_resolve(l, stmt->expr, result, stmt->loc);
	full_emit(l, &full, &(struct lower_effects){0}, stmt->loc);
	leave_run(l, NULL, made_in_place);
	stmts_add(l, l->scope->block, stmt);
}

/* Lowers the statement after attributes or a label. */
static void
behind_prefix(struct lower *l, CXCursor cursor)
{
	const CXCursor inner = lower_operand_statement(l, cursor), expression = lower_operand(l, cursor);
	if (!clang_Cursor_isNull(inner))
		stmt_lower(l, inner);
	else if (!clang_Cursor_isNull(expression))
		stmt_lower(l, expression);
}

/* False: the statement is not a loop. */
static bool
lower_loop(struct lower *l, CXCursor cursor)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_ForStmt: loop_for(l, cursor); return true;
	case CXCursor_WhileStmt: loop_while(l, cursor); return true;
	case CXCursor_DoStmt: loop_do(l, cursor); return true;
	case CXCursor_CXXForRangeStmt: range_lower(l, cursor); return true;
	default: return false;
	}
}

/* False: the statement is not a jump. */
static bool
lower_jump(struct lower *l, CXCursor cursor)
{
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_BreakStmt: jump_break(l, source_loc(l, cursor)); return true;
	case CXCursor_ContinueStmt: jump_continue(l, source_loc(l, cursor)); return true;
	case CXCursor_ReturnStmt: return_statement(l, cursor); return true;
	case CXCursor_GotoStmt:
	case CXCursor_IndirectGotoStmt: jump_goto(l, cursor); return true;
	default: return false;
	}
}

static void
expression(struct lower *l, CXCursor cursor)
{
	struct lower_effects effects = {0};
	struct lower_full full;
	full_begin(l, &full);
	effects_add(l, &effects, lower_value(l, cursor));
	full_emit(l, &full, &effects, source_loc(l, cursor));
}

static void
lower_known(struct lower *l, CXCursor cursor)
{
	if (lower_loop(l, cursor) || lower_jump(l, cursor))
		return;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	switch (kind) {
	case CXCursor_CompoundStmt: compound(l, cursor); return;
	case CXCursor_DeclStmt: declaration(l, cursor); return;
	case CXCursor_IfStmt: branch_if(l, cursor); return;
	case CXCursor_SwitchStmt: branch_switch(l, cursor); return;
	case CXCursor_NullStmt: return;
	case CXCursor_GCCAsmStmt: asm_lower(l, cursor); return;
	case CXCursor_UnexposedStmt:
	case CXCursor_LabelStmt: behind_prefix(l, cursor); return;
	case CXCursor_CXXTryStmt: throw_try(l, cursor); return;
	default: break;
	}
	if (clang_isExpression(kind) || kind == CXCursor_BuiltinBitCastExpr)
		expression(l, cursor);
	else if (clang_isStatement(kind))
		unmodelled_lower(l, cursor, unmodelled_name(kind));
}

/* Whether the statement has conditions or nested statements, which the compiler may drop. */
static bool
has_parts(enum CXCursorKind kind)
{
	return (kind >= CXCursor_CaseStmt && kind <= CXCursor_ForStmt) || kind == CXCursor_CXXForRangeStmt;
}

/* Dropped parts of a statement may execute before or after the rest of it, so their effects are emitted both before and
 * after it. */
static void
lower_with_rejected(struct lower *l, CXCursor cursor)
{
	struct rejected rejected;
	if (rejected_in_statement(l, cursor, &rejected))
		rejected_emit_statement(&rejected);
	lower_known(l, cursor);
	if (rejected_in_statement(l, cursor, &rejected))
		rejected_emit_statement(&rejected);
}

void
stmt_lower(struct lower *l, CXCursor cursor)
{
	if (lower_is_too_deep(l, cursor)) {
		unmodelled_lower(l, cursor, "nested too deeply");
		return;
	}
	l->depth++;
	if (l->error_count && has_parts(clang_getCursorKind(cursor)))
		lower_with_rejected(l, cursor);
	else
		lower_known(l, cursor);
	l->depth--;
}
