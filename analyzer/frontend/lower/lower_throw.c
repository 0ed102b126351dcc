/* Exceptions: throw expressions, and try blocks. The type of the exception is not modelled. */
#include "frontend/lower/lower_throw.h"

#include "frontend/classes/lower_leave.h"
#include "frontend/lower/lower_stmt.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"

const struct ir_expr *
throw_value(struct lower *l, CXCursor cursor)
{
	return build_builtin(l, IR_BUILTIN___gl_throw, NULL, 0, l->type_void, source_loc(l, cursor));
}

static const struct ir_stmt *
handler_body(struct lower *l, CXCursor clause)
{
	const struct children children = lower_children(l, clause);
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct lower_cleanup *cleanups = l->scope->cleanups;
	l->scope->block = &stmts;
	for (unsigned i = 0; i < children.count; i++) {
		const CXCursor child = nth_child(l, children, i);
		if (clang_getCursorKind(child) == CXCursor_VarDecl)
			var_local(l, child, types_of(l, child), IR_STORAGE_LOCAL);
		else
			stmt_lower(l, child);
	}
	lower_done(l, children);
	leave_end(l, cleanups);
	l->scope->block = outer;
	return build_block(l, &stmts, source_loc(l, clause));
}

void
throw_try(struct lower *l, CXCursor cursor)
{
	const struct children children = lower_children(l, cursor);
	struct lower_stmts stmts = {0};
	for (unsigned i = 0; i < children.count && i < 2; i++)
		stmts_add(l, &stmts,
		          i ? handler_body(l, nth_child(l, children, i)) : stmt_block(l, nth_child(l, children, i)));
	lower_done(l, children);
	struct ir_stmt *stmt = build_stmt(l, IR_STMT_TRY, source_loc(l, cursor));
	stmt->stmts = stmts.items;
	stmt->stmt_count = (uint32_t)stmts.count;
	stmts_add(l, l->scope->block, stmt);
}
