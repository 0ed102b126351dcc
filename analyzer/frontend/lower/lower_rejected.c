#include "frontend/lower/lower_rejected.h"

#include "frontend/classes/lower_leave.h"
#include "frontend/lower/lower_launch.h"
#include "frontend/lower/rejected.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/problems.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"

/* ---- expressions ---- */

/* Whether the expression has several operands; a conversion has one. */
static bool
has_operands(struct lower *l, CXCursor cursor)
{
	const CXCursor first = lower_first_part(cursor);
	return !clang_Cursor_isNull(first) && !clang_equalCursors(first, lower_operand(l, cursor));
}

static bool
is_launch(struct lower *l, CXCursor cursor)
{
	const struct children children = lower_children(l, cursor);
	const bool is = launch_is(l, cursor, children);
	lower_done(l, children);
	return is;
}

bool
rejected_is(struct lower *l, CXCursor expression)
{
	if (!l->has_errors)
		return false;
	const enum CXCursorKind kind = clang_getCursorKind(expression);
	if (clang_getCursorType(expression).kind == CXType_Dependent)
		return kind != CXCursor_CallExpr || !is_launch(l, expression);
	return kind == CXCursor_UnexposedExpr && frontend_errors_in(l, expression) &&
	       (clang_Cursor_isNull(lower_operand(l, expression)) || has_operands(l, expression));
}

static void
read_words_of(struct rejected *r, CXCursor expression)
{
	size_t file;
	struct rejected_stretch text;
	if (source_whole(r->l, expression, &file, &text.start, &text.end))
		rejected_read_text(r, file, text);
}

static void
read_expression(struct rejected *r, CXCursor expression)
{
	rejected_read_parts(r, expression);
	read_words_of(r, expression);
}

const struct ir_expr *
rejected_value(struct lower *l, CXCursor expression, const struct ir_type *type)
{
	struct rejected r = {.l = l, .loc = source_loc(l, expression)};
	read_expression(&r, expression);
	return rejected_build(&r, type);
}

void
rejected_init(struct lower *l, const struct ir_expr *address, const struct ir_type *type, CXCursor initialiser,
              struct lower_effects *effects)
{
	struct rejected r = {.l = l, .loc = source_loc(l, initialiser)};
	read_expression(&r, initialiser);
	rejected_touch(&r, address, type);
	effects_add(l, effects, rejected_build(&r, l->type_void));
}

/* ---- gaps ---- */

struct gap {
	size_t file;
	struct rejected_stretch text;
	const struct lower_error *error;
};

/* The end of the last child before i that has a place in the file; the parent's start if none has. */
static unsigned
begin_of_gap(struct lower *l, struct children children, unsigned i, size_t of_parent, unsigned begin)
{
	size_t file;
	unsigned start, end;
	while (i > 0)
		if (source_whole(l, nth_child(l, children, --i), &file, &start, &end) && file == of_parent)
			return end;
	return begin;
}

/* The start of child i, or of the next child that has a place in the file; the parent's end if none has. */
static unsigned
end_of_gap(struct lower *l, struct children children, unsigned i, size_t of_parent, unsigned finish)
{
	size_t file;
	unsigned start, end;
	for (; i < children.count; i++)
		if (source_whole(l, nth_child(l, children, i), &file, &start, &end) && file == of_parent)
			return start;
	return finish;
}

/* The gap before child i, if it contains an error; false: it contains none. */
static bool
find_gap(struct lower *l, CXCursor parent, struct children children, unsigned i, struct gap *gap)
{
	unsigned start, end;
	if (!l->error_count || !source_whole(l, parent, &gap->file, &start, &end))
		return false;
	gap->text.start = begin_of_gap(l, children, i, gap->file, start);
	gap->text.end = end_of_gap(l, children, i, gap->file, end);
	if (gap->text.start >= gap->text.end)
		return false;
	gap->error = frontend_errors_between(l, gap->file, gap->text.start, gap->text.end);
	return gap->error;
}

static bool
read_gap(struct rejected *r, const struct gap *gap)
{
	r->loc = source_stretch(r->l, gap->file, gap->error->offset, gap->error->offset + 1);
	return rejected_read_text(r, gap->file, gap->text);
}

static void
emit_return(struct rejected *r)
{
	struct lower *l = r->l;
	const struct ir_type *result = l->scope->func->ir.result;
	struct rejected value = {.l = l, .loc = r->loc};
	struct ir_stmt *stmt = build_stmt(l, IR_STMT_RETURN, r->loc);
	if (result->kind != IR_TYPE_VOID)
		stmt->expr = rejected_build(&value, result->kind == IR_TYPE_RECORD ? types_pointer(l, result) : result);
	leave_run(l, NULL, NULL);
	stmts_add(l, l->scope->block, stmt);
}

/* The text contains a return, but whether it is executed is unknown. The conditional return has no location, because
 * the source has no such branch. */
static void
emit_perhaps_return(struct rejected *r)
{
	struct lower *l = r->l;
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct rejected condition = {.l = l, .loc = r->loc};
	struct ir_stmt *stmt = build_stmt(l, IR_STMT_IF, (struct ir_loc){0});
	stmt->expr = rejected_build(&condition, l->type_bool);
	l->scope->block = &stmts;
	emit_return(r);
	l->scope->block = outer;
	stmt->then = build_block(l, &stmts, r->loc);
	stmts_add(l, outer, stmt);
}

void
rejected_emit_before(struct lower *l, CXCursor block, struct children children, unsigned i)
{
	struct gap gap;
	struct rejected r = {.l = l};
	if (!find_gap(l, block, children, i, &gap) || !read_gap(&r, &gap))
		return;
	rejected_emit_statement(&r);
}

void
rejected_in_lambda(struct lower *l, CXCursor lambda, struct lower_effects *effects)
{
	struct rejected r = {.l = l, .loc = source_loc(l, lambda)};
	if (!l->scope || !frontend_errors_in(l, lambda))
		return;
	read_words_of(&r, lambda);
	effects_add(l, effects, rejected_build(&r, l->type_void));
}

/* An error in the text that is outside the understood parts; NULL: none. */
static const struct lower_error *
error_outside(struct rejected *r, size_t file, struct rejected_stretch text)
{
	const struct lower_error *error;
	while ((error = frontend_errors_between(r->l, file, text.start, text.end))) {
		if (!rejected_understands(r, error->offset))
			return error;
		text.start = error->offset + 1;
	}
	return NULL;
}

/* An empty statement takes the place of a dropped one, so it does not count as understood. */
static void
understand_children(struct rejected *r, CXCursor statement)
{
	const struct children children = lower_children(r->l, statement);
	for (unsigned i = 0; i < children.count; i++)
		if (clang_getCursorKind(nth_child(r->l, children, i)) != CXCursor_NullStmt)
			rejected_understand(r, nth_child(r->l, children, i));
	lower_done(r->l, children);
}

bool
rejected_in_statement(struct lower *l, CXCursor statement, struct rejected *r)
{
	struct gap gap;
	*r = (struct rejected){.l = l};
	if (!frontend_errors_in(l, statement) || !source_whole(l, statement, &gap.file, &gap.text.start, &gap.text.end))
		return false;
	understand_children(r, statement);
	gap.error = error_outside(r, gap.file, gap.text);
	return gap.error && read_gap(r, &gap);
}

void
rejected_emit_statement(struct rejected *r)
{
	emit_expr(r->l, rejected_build(r, r->l->type_void), r->loc);
	if (r->begins_with_return)
		emit_return(r);
	else if (r->returns)
		emit_perhaps_return(r);
}

void
rejected_emit_initialiser(struct lower *l, CXCursor statement, struct children children, unsigned i)
{
	struct gap gap;
	struct rejected r = {.l = l}, value = {.l = l};
	const struct lower_var *var = table_find(&l->scope->locals, nth_child(l, children, i));
	if (!var || !find_gap(l, statement, children, i + 1, &gap) || !read_gap(&r, &gap))
		return;
	const struct ir_type *type = var->ir.type;
	const struct ir_expr *address = build_var(l, &var->ir, r.loc);
	if (!types_is_scalar(type))
		rejected_touch(&r, address, type);
	emit_expr(l, rejected_build(&r, l->type_void), r.loc);
	value.loc = r.loc;
	if (types_is_scalar(type))
		emit_expr(l, build_store(l, address, rejected_build(&value, type), type, r.loc), r.loc);
}

void
rejected_leave_out(struct lower *l, CXCursor statement)
{
	struct rejected r = {.l = l, .loc = source_loc(l, statement)};
	read_words_of(&r, statement);
	rejected_emit_statement(&r);
}
