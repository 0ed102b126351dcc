#include "frontend/lower/lower_rejected.h"

#include "frontend/lower/build.h"
#include "frontend/lower/lower_jump.h"
#include "frontend/lower/lower_launch.h"
#include "frontend/lower/lower_leave.h"
#include "frontend/lower/problems.h"
#include "frontend/lower/rejected.h"
#include "frontend/lower/source.h"
#include "frontend/lower/types.h"

/* ---- expressions ---- */

static bool
is_expression(CXCursor cursor)
{
	return clang_isExpression(clang_getCursorKind(cursor));
}

/* A conversion has one operand. */
static bool
has_operands(struct lower *l, CXCursor cursor)
{
	const CXCursor first = lower_first_child(cursor, is_expression);
	return !clang_Cursor_isNull(first) && !clang_equalCursors(first, lower_operand(l, cursor));
}

static bool
is_launch(struct lower *l, CXCursor cursor)
{
	const struct kids kids = lower_kids(l, cursor);
	const bool is = launch_is(l, cursor, kids);
	lower_done(l, kids);
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
read_expression(struct rejected *r, CXCursor expression)
{
	size_t file;
	struct rejected_stretch text;
	rejected_read_parts(r, expression);
	if (source_whole(r->l, expression, &file, &text.start, &text.end))
		rejected_read_text(r, file, text);
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

/* Where the children before i end that have a place in the file; where the parent begins, if none does. */
static unsigned
begin_of_gap(struct lower *l, struct kids kids, unsigned i, size_t of_parent, unsigned begin)
{
	size_t file;
	unsigned start, end;
	while (i > 0)
		if (source_whole(l, kid(l, kids, --i), &file, &start, &end) && file == of_parent)
			return end;
	return begin;
}

/* Where child i begins, or the next one that has a place; where the parent ends, if none does. */
static unsigned
end_of_gap(struct lower *l, struct kids kids, unsigned i, size_t of_parent, unsigned finish)
{
	size_t file;
	unsigned start, end;
	for (; i < kids.count; i++)
		if (source_whole(l, kid(l, kids, i), &file, &start, &end) && file == of_parent)
			return start;
	return finish;
}

/* The gap in front of child i that has an error in it; false: there is none. */
static bool
find_gap(struct lower *l, CXCursor parent, struct kids kids, unsigned i, struct gap *gap)
{
	unsigned start, end;
	if (!l->error_count || !source_whole(l, parent, &gap->file, &start, &end))
		return false;
	gap->text.start = begin_of_gap(l, kids, i, gap->file, start);
	gap->text.end = end_of_gap(l, kids, i, gap->file, end);
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

/* Unless it is nothing but a return, whether it leads elsewhere is as little known as all else that it does. None of this is a branch
 * of the source. */
static void
emit_ways_out(struct rejected *r)
{
	struct lower *l = r->l;
	if (r->begins_with_return) {
		emit_return(r);
		return;
	}
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct rejected condition = {.l = l, .loc = r->loc};
	struct jump_target *target = l->scope->targets;
	if (r->jumps && !l->scope->wild_jump.line)
		l->scope->wild_jump = r->loc;
	l->scope->block = &stmts;
	if (r->returns)
		emit_return(r);
	else if (r->breaks && target)
		jump_break(l, r->loc);
	else if (r->continues && target)
		jump_continue(l, r->loc);
	l->scope->block = outer;
	if (!stmts.count)
		return;
	struct ir_stmt *stmt = build_stmt(l, IR_STMT_IF, (struct ir_loc){0});
	stmt->expr = rejected_build(&condition, l->type_bool);
	stmt->then = build_block(l, &stmts, r->loc);
	stmts_add(l, outer, stmt);
}

void
rejected_emit_before(struct lower *l, CXCursor block, struct kids kids, unsigned i)
{
	struct gap gap;
	struct rejected r = {.l = l};
	if (!find_gap(l, block, kids, i, &gap) || !read_gap(&r, &gap))
		return;
	rejected_emit_statement(&r);
}

struct lambda_search {
	struct rejected r;
	bool found;
};

static enum CXChildVisitResult
read_gaps_within(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct lambda_search *search = data;
	struct lower *l = search->r.l;
	struct gap gap;
	(void)parent;
	if (clang_getCursorKind(cursor) == CXCursor_CompoundStmt) {
		const struct kids kids = lower_kids(l, cursor);
		for (unsigned i = 0; i <= kids.count; i++)
			search->found |= find_gap(l, cursor, kids, i, &gap) && read_gap(&search->r, &gap);
		lower_done(l, kids);
	}
	return CXChildVisit_Recurse;
}

void
rejected_in_lambda(struct lower *l, CXCursor lambda, struct lower_effects *effects)
{
	struct lambda_search search = {.r = {.l = l}};
	if (!l->scope || !frontend_errors_in(l, lambda))
		return;
	clang_visitChildren(lambda, read_gaps_within, &search);
	if (search.found)
		effects_add(l, effects, rejected_build(&search.r, l->type_void));
}

/* Whether an error lies in the text and in none of the parts that are understood. */
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

/* What stands for a statement that was dropped is an empty one. */
static void
understand_children(struct rejected *r, CXCursor statement)
{
	const struct kids kids = lower_kids(r->l, statement);
	for (unsigned i = 0; i < kids.count; i++)
		if (clang_getCursorKind(kid(r->l, kids, i)) != CXCursor_NullStmt)
			rejected_understand(r, kid(r->l, kids, i));
	lower_done(r->l, kids);
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
	emit_ways_out(r);
}

void
rejected_emit_initialiser(struct lower *l, CXCursor statement, struct kids kids, unsigned i)
{
	struct gap gap;
	struct rejected r = {.l = l}, value = {.l = l};
	const struct lower_var *var = table_find(&l->scope->locals, kid(l, kids, i));
	if (!var || !find_gap(l, statement, kids, i + 1, &gap) || !read_gap(&r, &gap))
		return;
	const struct ir_type *type = var->ir.type;
	const struct ir_expr *place = build_var(l, &var->ir, r.loc);
	if (!types_is_scalar(type))
		rejected_touch(&r, place, type);
	emit_expr(l, rejected_build(&r, l->type_void), r.loc);
	value.loc = r.loc;
	if (types_is_scalar(type))
		emit_expr(l, build_store(l, place, rejected_build(&value, type), type, r.loc), r.loc);
}
