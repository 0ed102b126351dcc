/* Exceptions: what throws them, and the blocks around that may catch them. A throw that is a statement destroys the variables of
 * its own function on the way to a handler; those of its callers, and of throws in the midst of an expression, are told to the
 * evaluator as passed by. */
#include "frontend/lower/lower_throw.h"

#include "frontend/classes/lower_copy.h"
#include "frontend/classes/lower_destroy.h"
#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_var.h"
#include "frontend/lower/build.h"
#include "frontend/lower/kids.h"
#include "frontend/lower/lower_call.h"
#include "frontend/lower/lower_expr.h"
#include "frontend/lower/lower_leave.h"
#include "frontend/lower/lower_stmt.h"
#include "frontend/lower/problems.h"
#include "frontend/lower/source.h"
#include "frontend/lower/types.h"

static const struct ir_expr *
throw_object(struct lower *l, CXCursor cursor)
{
	const CXCursor operand = lower_operand(l, cursor);
	const struct ir_loc loc = source_loc(l, cursor);
	struct lower_effects args = {0};
	if (clang_Cursor_isNull(operand))
		return build_builtin(l, IR_BUILTIN___gl_throw, NULL, 0, l->type_void, loc);
	const struct ir_type *type = types_get(l, types_bare(clang_getCursorType(operand)));
	effects_add(l, &args, type->kind == IR_TYPE_RECORD ? call_record_source(l, operand) : lower_value(l, operand));
	if (destroy_does_something(l, clang_getCursorType(operand)))
		effects_add(l, &args, destroy_code(l, clang_getCursorType(operand), loc));
	return build_builtin(l, IR_BUILTIN___gl_throw, args.items, (uint32_t)args.count, type, loc);
}

static const struct ir_expr *
unwind(struct lower *l, bool skips, struct ir_loc loc)
{
	struct lower_effects args = {0};
	effects_add(l, &args, build_int(l, l->type_bool, skips, loc));
	return build_builtin(l, IR_BUILTIN___gl_unwind, args.items, (uint32_t)args.count, l->type_void, loc);
}

const struct ir_expr *
throw_value(struct lower *l, CXCursor cursor)
{
	const bool skips = l->scope && (l->scope->cleanups != l->scope->caught_at || full_count(l));
	const struct ir_expr *object = throw_object(l, cursor);
	return build_comma(l, object, unwind(l, skips, object->loc));
}

void
throw_statement(struct lower *l, CXCursor cursor)
{
	struct lower_effects effects = {0};
	struct lower_full full;
	full_begin(l, &full);
	const struct ir_expr *object = throw_object(l, cursor);
	effects_add(l, &effects, object);
	full_emit(l, &full, &effects, object->loc);
	leave_run(l, l->scope->caught_at, NULL);
	emit_expr(l, unwind(l, false, object->loc), object->loc);
}

/* ---- try ---- */

static const struct ir_stmt *
handler_body(struct lower *l, CXCursor clause, struct ir_handler *handler)
{
	const struct kids kids = lower_kids(l, clause);
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct lower_cleanup *cleanups = l->scope->cleanups;
	l->scope->block = &stmts;
	for (unsigned i = 0; i < kids.count; i++) {
		const CXCursor child = kid(l, kids, i);
		if (clang_getCursorKind(child) == CXCursor_VarDecl) {
			const CXType type = clang_getCursorType(child);
			const struct lower_var *var = var_local(l, child, types_get(l, type), IR_STORAGE_LOCAL);
			if (!types_is_reference(type) && !copy_is_of_bytes(l, type, COPY_CONSTRUCT) && !frontend_errors_in(l, child))
				emit_unknown(l, var->ir.loc, "copy of what is caught");
			*handler = (struct ir_handler){types_get(l, types_bare(type)), &var->ir};
			leave_note_variable(l, &var->ir, type);
		} else {
			stmt_lower(l, child);
		}
	}
	lower_done(l, kids);
	leave_end(l, cleanups);
	l->scope->block = outer;
	return build_block(l, &stmts, source_loc(l, clause));
}

void
throw_try(struct lower *l, CXCursor cursor)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct kids kids = lower_kids(l, cursor);
	struct ir_handler *handlers = arena_new_array(l->arena, struct ir_handler, kids.count + 1);
	struct lower_cleanup *caught_at = l->scope->caught_at;
	struct lower_stmts stmts = {0};
	for (unsigned i = 0; i < kids.count; i++) {
		l->scope->caught_at = i ? caught_at : l->scope->cleanups;
		stmts_add(l, &stmts,
		          i ? handler_body(l, kid(l, kids, i), &handlers[i - 1]) : stmt_block(l, kid(l, kids, i)));
	}
	l->scope->caught_at = caught_at;
	lower_done(l, kids);
	if (!kids.count)
		return;
	struct ir_stmt *stmt = build_stmt(l, IR_STMT_TRY, loc);
	stmt->stmts = stmts.items;
	stmt->stmt_count = (uint32_t)stmts.count;
	stmt->handlers = handlers;
	stmts_add(l, l->scope->block, stmt);
}
