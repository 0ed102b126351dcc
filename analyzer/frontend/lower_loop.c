/* Loops. libclang leaves out the absent parts of a for statement: which ones are there follows from where the
 * semicolons are, or, in a macro's body where all places are one, from what the parts look like. */
#include "frontend/lower.h"

#include <string.h>

struct for_parts {
	CXCursor init, variable, condition, step, body; /* null cursors: absent */
};

/* Offsets of the two semicolons at the top level of the parentheses that open at or after `start`; false: not found. */
static bool
find_semicolons(const char *text, size_t start, size_t end, size_t semicolons[2])
{
	unsigned depth = 0, found = 0;
	for (size_t i = start; i < end; i++) {
		const char c = text[i];
		if (c == '/' && i + 1 < end && text[i + 1] == '/') {
			while (i < end && text[i] != '\n')
				i++;
		} else if (c == '/' && i + 1 < end && text[i + 1] == '*') {
			for (i += 2; i + 1 < end && (text[i] != '*' || text[i + 1] != '/'); i++)
				;
			i++;
		} else if (c == '"' || c == '\'') {
			for (i++; i < end && text[i] != c && text[i] != '\n'; i++)
				i += text[i] == '\\';
		} else if (c == '(' || c == '[' || c == '{') {
			depth++;
		} else if (c == ')' || c == ']' || c == '}') {
			if (depth <= 1)
				return found == 2;
			depth--;
		} else if (c == ';' && depth == 1 && found < 2) {
			semicolons[found++] = i;
		}
	}
	return false;
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
guess_parts(struct lower *l, struct kids kids, unsigned first, struct for_parts *parts)
{
	unsigned i = first;
	const unsigned last = kids.count - 1;
	if (i < last && (last - i == 3 || clang_getCursorKind(kid(l, kids, i)) == CXCursor_DeclStmt ||
	                 (last - i == 2 && is_step(kid(l, kids, i)))))
		parts->init = kid(l, kids, i++);
	if (i < last && clang_getCursorKind(kid(l, kids, i)) == CXCursor_VarDecl)
		parts->variable = kid(l, kids, i++);
	if (i < last && (last - i == 2 || !is_step(kid(l, kids, i))))
		parts->condition = kid(l, kids, i++);
	if (i < last)
		parts->step = kid(l, kids, i);
}

static struct for_parts
take_apart(struct lower *l, CXCursor cursor, struct kids kids)
{
	struct for_parts parts;
	parts.init = parts.variable = parts.condition = parts.step = clang_getNullCursor();
	parts.body = kid(l, kids, kids.count - 1);
	size_t file, length, semicolons[2];
	unsigned start, end;
	const bool all = kids.count == 4 && clang_getCursorKind(kid(l, kids, 1)) != CXCursor_VarDecl;
	const char *text = NULL;
	if (!all && source_start(l, cursor, &file, &start)) {
		unsigned last;
		size_t end_file;
		text = source_extent(l, cursor, &end_file, &last, &end) && end_file == file
			       ? source_text(l, file, &length)
			       : NULL;
	}
	if (all || !text || end > length || start >= end || strncmp(text + start, "for", 3) ||
	    !find_semicolons(text, start, end, semicolons)) {
		guess_parts(l, kids, 0, &parts);
		return parts;
	}
	for (unsigned i = 0; i + 1 < kids.count; i++) {
		const CXCursor part = kid(l, kids, i);
		size_t part_file;
		unsigned offset;
		if (!source_start(l, part, &part_file, &offset) || part_file != file) {
			guess_parts(l, kids, 0, &parts);
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

static void
finish_loop(struct lower *l, struct lower_stmts *stmts, struct lower_stmts *outer, struct ir_loc loc)
{
	l->scope->block = outer;
	stmts_add(l, outer, stmts->count == 1 ? stmts->items[0] : build_block(l, stmts, loc));
}

/* A variable declared in a condition: it begins to live before the loop and gets its value at every test. */
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

void
loop_for(struct lower *l, CXCursor cursor, int32_t unroll)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct kids kids = lower_kids(l, cursor);
	if (!kids.count) {
		lower_done(l, kids);
		emit_unknown(l, loc, "for");
		return;
	}
	const struct for_parts parts = take_apart(l, cursor, kids);
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	l->scope->block = &stmts;
	if (!clang_Cursor_isNull(parts.init))
		stmt_lower(l, parts.init);
	struct ir_stmt *loop = build_stmt(l, IR_STMT_LOOP, loc);
	loop->unroll = unroll;
	struct lower_effects effects = {0};
	if (!clang_Cursor_isNull(parts.variable))
		condition_variable(l, parts.variable, &effects);
	if (!clang_Cursor_isNull(parts.condition))
		loop->expr = build_comma(l, build_sequence(l, &effects), lower_value(l, parts.condition));
	if (!clang_Cursor_isNull(parts.step))
		loop->step = lower_value(l, parts.step);
	struct jump_target target;
	jump_enter(l, &target, JUMP_LOOP);
	loop->body = stmt_block(l, parts.body);
	stmts_add(l, &stmts, loop);
	jump_leave(l, &target);
	lower_done(l, kids);
	finish_loop(l, &stmts, outer, loc);
}

void
loop_while(struct lower *l, CXCursor cursor, int32_t unroll)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct kids kids = lower_kids(l, cursor);
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct lower_effects effects = {0};
	l->scope->block = &stmts;
	unsigned i = 0;
	if (kids.count && clang_getCursorKind(kid(l, kids, 0)) == CXCursor_VarDecl)
		condition_variable(l, kid(l, kids, i++), &effects);
	if (i + 2 > kids.count) {
		emit_unknown(l, loc, "while");
	} else {
		struct ir_stmt *loop = build_stmt(l, IR_STMT_LOOP, loc);
		loop->unroll = unroll;
		loop->expr = build_comma(l, build_sequence(l, &effects), lower_value(l, kid(l, kids, i)));
		struct jump_target target;
		jump_enter(l, &target, JUMP_LOOP);
		loop->body = stmt_block(l, kid(l, kids, i + 1));
		stmts_add(l, &stmts, loop);
		jump_leave(l, &target);
	}
	lower_done(l, kids);
	finish_loop(l, &stmts, outer, loc);
}

void
loop_do(struct lower *l, CXCursor cursor, int32_t unroll)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct kids kids = lower_kids(l, cursor);
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	l->scope->block = &stmts;
	if (kids.count < 2) {
		emit_unknown(l, loc, "do");
	} else {
		struct ir_stmt *loop = build_stmt(l, IR_STMT_LOOP, loc);
		loop->test_last = true;
		loop->unroll = unroll;
		struct jump_target target;
		jump_enter(l, &target, JUMP_LOOP);
		loop->body = stmt_block(l, kid(l, kids, 0));
		loop->expr = lower_value(l, kid(l, kids, 1));
		stmts_add(l, &stmts, loop);
		jump_leave(l, &target);
	}
	lower_done(l, kids);
	finish_loop(l, &stmts, outer, loc);
}

/* ---- range-based for ---- */

struct method_search {
	const char *name;
	int arguments;
	CXCursor found;
};

static enum CXVisitorResult
find_method(CXCursor method, CXClientData data)
{
	struct method_search *search = data;
	CXString name = clang_getCursorSpelling(method);
	if (!strcmp(clang_getCString(name), search->name) && clang_Cursor_getNumArguments(method) == search->arguments)
		search->found = method;
	clang_disposeString(name);
	return CXVisit_Continue;
}

static CXCursor
method_named(CXType record, const char *name, int arguments)
{
	struct method_search search = {.name = name, .arguments = arguments, .found = clang_getNullCursor()};
	clang_visitCXXMethods(types_bare(record), find_method, &search);
	return search.found;
}

static const struct ir_expr *
call_on(struct lower *l, CXCursor method, const struct ir_expr *object, const struct ir_expr *argument,
        struct ir_loc loc)
{
	struct lower_effects args = {0};
	effects_add(l, &args, object);
	effects_add(l, &args, argument);
	return build_call(l, func_get(l, method), args.items, (uint32_t)args.count, loc);
}

/* The compiler's hidden iterator, which the loop variable's initialiser names. */
static enum CXChildVisitResult
find_iterator(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr) {
		CXString name = clang_getCursorSpelling(cursor);
		const bool is_iterator = !strncmp(clang_getCString(name), "__begin", 7);
		clang_disposeString(name);
		if (is_iterator) {
			*(CXCursor *)data = clang_getCursorReferenced(cursor);
			return CXChildVisit_Break;
		}
	}
	return CXChildVisit_Recurse;
}

struct range {
	const struct ir_type *type; /* of the iterator */
	const struct lower_var *begin;
	const struct ir_var *end;
	const struct ir_expr *condition, *step;
};

static void
emit_init(struct lower *l, const struct ir_var *var, const struct ir_expr *value, struct ir_loc loc)
{
	const struct ir_expr *place = build_var(l, var, loc);
	emit_expr(l,
	          var->type->kind == IR_TYPE_RECORD ? build_copy(l, place, value, var->type, loc)
						    : build_store(l, place, value, var->type, loc),
	          loc);
}

static bool
range_over_pointers(struct lower *l, struct range *range, struct ir_loc loc)
{
	const struct ir_type *type = range->type;
	const struct ir_expr *begin = build_load(l, build_var(l, &range->begin->ir, loc), type, loc);
	range->condition = build_binary(l, IR_NE, begin, build_load(l, build_var(l, range->end, loc), type, loc),
	                                l->type_bool, loc);
	const int64_t size = type->element && type->element->size ? (int64_t)type->element->size : 1;
	struct ir_expr *step = build_update(l, build_var(l, &range->begin->ir, loc),
	                                    build_int(l, l->type_ptrdiff, size, loc), type, loc);
	step->op = IR_ADD;
	step->compute_type = type;
	range->step = step;
	return true;
}

static bool
range_over_iterators(struct lower *l, struct range *range, CXType iterator, struct ir_loc loc)
{
	const CXCursor differs = method_named(iterator, "operator!=", 1),
		       equals = method_named(iterator, "operator==", 1), next = method_named(iterator, "operator++", 0);
	if (clang_Cursor_isNull(next) || (clang_Cursor_isNull(differs) && clang_Cursor_isNull(equals)))
		return false;
	const bool negate = clang_Cursor_isNull(differs);
	range->condition = call_on(l, negate ? equals : differs, build_var(l, &range->begin->ir, loc),
	                           build_var(l, range->end, loc), loc);
	if (negate) {
		struct ir_expr *not = build_expr(l, IR_UNARY, l->type_bool, loc);
		not->op = IR_NOT;
		not->a = range->condition;
		range->condition = not;
	}
	range->step = call_on(l, next, build_var(l, &range->begin->ir, loc), NULL, loc);
	return true;
}

static bool
prepare_range(struct lower *l, CXCursor variable, CXCursor over, struct range *range, struct ir_loc loc)
{
	CXCursor iterator = clang_getNullCursor();
	clang_visitChildren(variable, find_iterator, &iterator);
	if (clang_Cursor_isNull(iterator))
		return false;
	const CXType over_type = types_bare(clang_getCursorType(over)), iterator_type = clang_getCursorType(iterator);
	range->type = types_get(l, iterator_type);
	const struct ir_expr *object = lower_address(l, over), *first;
	object = lower_address_once(l, object, &first);
	emit_expr(l, first, loc);
	range->begin = var_local(l, iterator, range->type, IR_STORAGE_LOCAL);
	struct ir_stmt *declare = build_stmt(l, IR_STMT_DECLARE, loc);
	declare->var = &range->begin->ir;
	stmts_add(l, l->scope->block, declare);
	range->end = var_temporary(l, range->type, loc);
	if (over_type.kind == CXType_ConstantArray) {
		const struct ir_type *element = types_get(l, clang_getArrayElementType(over_type));
		const struct ir_expr *count = build_int(l, l->type_ptrdiff, clang_getArraySize(over_type), loc);
		emit_init(l, &range->begin->ir, build_retyped(l, object, range->type), loc);
		emit_init(l, range->end,
		          build_offset(l, build_retyped(l, build_again(l, object), range->type), count,
		                       (int64_t)element->size, range->type, loc),
		          loc);
	} else {
		const CXCursor begin = method_named(over_type, "begin", 0), end = method_named(over_type, "end", 0);
		if (clang_Cursor_isNull(begin) || clang_Cursor_isNull(end))
			return false;
		emit_init(l, &range->begin->ir, call_on(l, begin, object, NULL, loc), loc);
		emit_init(l, range->end, call_on(l, end, build_again(l, object), NULL, loc), loc);
	}
	return range->type->kind == IR_TYPE_POINTER ? range_over_pointers(l, range, loc)
						    : range_over_iterators(l, range, iterator_type, loc);
}

void
loop_range(struct lower *l, CXCursor cursor)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct kids kids = lower_kids(l, cursor);
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	l->scope->block = &stmts;
	unsigned i = 0;
	if (kids.count && clang_getCursorKind(kid(l, kids, 0)) == CXCursor_DeclStmt)
		stmt_lower(l, kid(l, kids, i++));
	struct range range = {0};
	const enum CXCursorKind kind = i < kids.count ? clang_getCursorKind(kid(l, kids, i)) : CXCursor_InvalidFile;
	if (i + 3 > kids.count || (kind != CXCursor_VarDecl && kind != CXCursor_UnexposedDecl) ||
	    !prepare_range(l, kid(l, kids, i), kid(l, kids, i + 1), &range, loc)) {
		emit_unknown(l, loc, "range-based for");
	} else {
		struct ir_stmt *loop = build_stmt(l, IR_STMT_LOOP, loc);
		loop->expr = range.condition;
		loop->step = range.step;
		struct lower_stmts body = {0};
		struct jump_target target;
		jump_enter(l, &target, JUMP_LOOP);
		l->scope->block = &body;
		if (kind == CXCursor_VarDecl)
			var_declare(l, kid(l, kids, i));
		else
			binding_declare(l, kid(l, kids, i));
		stmt_lower(l, kid(l, kids, kids.count - 1));
		l->scope->block = &stmts;
		loop->body = build_block(l, &body, loc);
		stmts_add(l, &stmts, loop);
		jump_leave(l, &target);
	}
	lower_done(l, kids);
	finish_loop(l, &stmts, outer, loc);
}
