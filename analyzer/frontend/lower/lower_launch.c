/* kernel<<<grid, block, shared, stream>>>(arguments): a call whose second child is a call of a configuration
 * function. */
#include "frontend/lower/lower_launch.h"

#include <string.h>

#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"

/* The index of the grid among the configuration function's arguments; -1: another function. */
static int
grid_argument(CXCursor configuration)
{
	CXString spelling = clang_getCursorSpelling(clang_getCursorReferenced(configuration));
	const char *name = clang_getCString(spelling);
	int first = -1;
	if (name && (!strcmp(name, "cudaConfigureCall") || !strcmp(name, "__cudaPushCallConfiguration")))
		first = 0;
	else if (name && !strcmp(name, "cudaLaunchDevice"))
		first = 2;
	clang_disposeString(spelling);
	return first;
}

bool
launch_is(struct lower *l, CXCursor cursor, struct children children)
{
	return children.count >= 2 && clang_getCursorKind(nth_child(l, children, 1)) == CXCursor_CallExpr &&
	       (int)children.count >= clang_Cursor_getNumArguments(cursor) + 2 &&
	       grid_argument(nth_child(l, children, 1)) >= 0;
}

static bool
is_given(CXCursor argument)
{
	return !clang_Cursor_isNull(argument) &&
	       !clang_equalLocations(clang_getCursorLocation(argument), clang_getNullLocation());
}

const struct ir_expr *
launch_lower(struct lower *l, CXCursor cursor, struct children children)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const CXCursor configuration = nth_child(l, children, 1), kernel = clang_getCursorReferenced(cursor);
	const unsigned first = (unsigned)grid_argument(configuration);
	struct ir_launch *launch = arena_new(l->arena, struct ir_launch);
	struct ir_expr *expr = build_expr(l, IR_LAUNCH, l->type_void, loc);
	const enum CXCursorKind kind = clang_getCursorKind(kernel);
	if (kind == CXCursor_FunctionDecl || kind == CXCursor_CXXMethod)
		expr->func = func_get(l, kernel);
	else
		expr->a = lower_value(l, nth_child(l, children, 0));
	const CXCursor shared = clang_Cursor_getArgument(configuration, first + 2),
		       stream = clang_Cursor_getArgument(configuration, first + 3);
	launch->grid = call_record_source(l, clang_Cursor_getArgument(configuration, first));
	launch->block = call_record_source(l, clang_Cursor_getArgument(configuration, first + 1));
	launch->shared = is_given(shared) ? lower_value(l, shared) : NULL;
	launch->stream = is_given(stream) ? lower_value(l, stream) : NULL;
	expr->launch = launch;
	struct lower_effects args = {0};
	call_arguments(l, cursor, expr->func ? kernel : clang_getNullCursor(), 0, &args);
	expr->args = args.items;
	expr->arg_count = (uint32_t)args.count;
	if (l->scope)
		l->scope->func->ir.launches = true;
	return expr;
}
