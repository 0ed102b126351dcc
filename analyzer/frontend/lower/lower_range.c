/* Range-based for. libclang shows only those hidden variables that the initialiser of the loop's own variable refers
 * to: the iterator (__begin) and, through its initialiser, the range (__range). The meaning of `end`, the comparison
 * and the step is looked up here by the rules of the language: in classes, their bases, friends and namespaces. */
#include "frontend/lower/lower_range.h"

#include <string.h>

#include "frontend/classes/lower_binding.h"
#include "frontend/classes/lower_leave.h"
#include "frontend/classes/lower_member.h"
#include "frontend/classes/lower_var.h"
#include "frontend/lower/lower_jump.h"
#include "frontend/lower/lower_stmt.h"
#include "frontend/lower/lower_unmodelled.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"

/* The loop's hidden variables. */
struct range {
	CXCursor over_cursor, begin_cursor;
	const struct lower_var *over, *begin;
	const struct ir_var *end;
	CXType end_type;
	const struct ir_expr *condition, *step;
};

/* An object for which a function is looked up. */
struct operand {
	const struct ir_expr *address;
	CXType type; /* including const */
};

/* ---- hidden variables ---- */

struct hidden {
	const char *prefix; /* the beginning of the variable's name */
	CXCursor found;
};

static enum CXChildVisitResult
find_hidden(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct hidden *hidden = data;
	if (clang_getCursorKind(cursor) != CXCursor_DeclRefExpr)
		return CXChildVisit_Recurse;
	CXString name = clang_getCursorSpelling(cursor);
	const bool is_it = !strncmp(clang_getCString(name), hidden->prefix, strlen(hidden->prefix));
	clang_disposeString(name);
	if (!is_it)
		return CXChildVisit_Recurse;
	hidden->found = clang_getCursorReferenced(cursor);
	return CXChildVisit_Break;
}

static CXCursor
hidden_variable(CXCursor of, const char *prefix)
{
	struct hidden hidden = {.prefix = prefix, .found = clang_getNullCursor()};
	clang_visitChildren(of, find_hidden, &hidden);
	return hidden.found;
}

static const struct lower_var *
declare_hidden(struct lower *l, CXCursor variable)
{
	var_declare(l, variable);
	return table_find(&l->scope->locals, variable);
}

static struct operand
operand_of_variable(struct lower *l, const struct ir_var *var, CXType type, struct ir_loc loc)
{
	const struct ir_expr *address = build_var(l, var, loc);
	return var->type->is_reference
	               ? (struct operand){build_load(l, address, var->type, loc), clang_getPointeeType(type)}
	               : (struct operand){address, type};
}

/* ---- name lookup ---- */

enum { MOST_OPERANDS = 2 };

struct search {
	struct lower *l;
	const char *name;
	const struct operand *operands;
	unsigned count;
	bool is_declared; /* the name is declared, whether or not a function fits */
	CXCursor best;
	int score;
};

static bool
is_const(CXType type)
{
	return clang_isConstQualifiedType(clang_getCanonicalType(type));
}

/* How well an operand fits a parameter: 0 not at all, higher for a closer match. */
static int
fitness(struct lower *l, CXType parameter, CXType given)
{
	const CXType wanted = clang_getCanonicalType(parameter);
	if (wanted.kind == CXType_RValueReference)
		return 0;
	const bool is_alias = wanted.kind == CXType_LValueReference,
		   may_change = is_alias && !is_const(clang_getPointeeType(wanted));
	if (may_change && is_const(given))
		return 0;
	if (types_same(types_bare(wanted), types_bare(given)))
		return 2 + may_change;
	const struct ir_type *base = types_get(l, types_bare(wanted)), *derived = types_get(l, types_bare(given));
	const bool is_heir = base->kind == IR_TYPE_RECORD && derived->kind == IR_TYPE_RECORD &&
	                     member_base_offset(derived, base) >= 0;
	return is_heir ? 1 : 0;
}

/* Considers a function that takes the operands from index `implicit` on as parameters. `score`: the fitness of the
 * operands before them. */
static void
consider(struct search *search, CXCursor function, unsigned implicit, int score)
{
	const CXType type = clang_getCursorType(function);
	if (clang_getNumArgTypes(type) != (int)(search->count - implicit))
		return;
	for (unsigned i = implicit; i < search->count; i++) {
		const int fits = fitness(search->l, clang_getArgType(type, i - implicit), search->operands[i].type);
		if (!fits)
			return;
		score += fits;
	}
	if (score > search->score) {
		search->score = score;
		search->best = function;
	}
}

static bool
is_sought(struct search *search, CXCursor function)
{
	const bool is_it = source_is_named(function, search->name);
	search->is_declared |= is_it;
	return is_it;
}

static enum CXVisitorResult
consider_method(CXCursor method, CXClientData data)
{
	struct search *search = data;
	const bool keeps_object = clang_CXXMethod_isConst(method);
	if (is_sought(search, method) && (keeps_object || !is_const(search->operands[0].type)) &&
	    clang_Type_getCXXRefQualifier(clang_getCursorType(method)) != CXRefQualifier_RValue)
		consider(search, method, 1, 2 + !keeps_object);
	return CXVisit_Continue;
}

static enum CXChildVisitResult
consider_function(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct search *search = data;
	if (clang_getCursorKind(cursor) == CXCursor_FunctionDecl && is_sought(search, cursor))
		consider(search, cursor, 0, 0);
	return clang_getCursorKind(cursor) == CXCursor_FriendDecl ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

struct base_search {
	struct search *search;
	unsigned depth;
};

static enum CXVisitorResult search_base(CXCursor base, CXClientData data);

/* If a class declares the name, its bases are not searched. */
static void
search_class(struct search *search, CXType record, unsigned depth)
{
	clang_visitCXXMethods(types_bare(record), consider_method, search);
	if (!search->is_declared && depth < LOWER_MAX_TYPE_DEPTH)
		clang_visitCXXBaseClasses(types_bare(record), search_base, &(struct base_search){search, depth + 1});
}

static enum CXVisitorResult
search_base(CXCursor base, CXClientData data)
{
	const struct base_search *bases = data;
	search_class(bases->search, clang_getCursorType(base), bases->depth);
	return bases->search->is_declared ? CXVisit_Break : CXVisit_Continue;
}

/* Null cursor: no method fits, or it is virtual, defaulted or deleted. */
static CXCursor
find_method(struct lower *l, const char *name, const struct operand *operands, unsigned count)
{
	struct search search = {
		.l = l, .name = name, .operands = operands, .count = count, .best = clang_getNullCursor()};
	search_class(&search, operands[0].type, 0);
	const bool is_plain = !clang_Cursor_isNull(search.best) && !clang_CXXMethod_isVirtual(search.best) &&
	                      !clang_CXXMethod_isDefaulted(search.best) && !clang_CXXMethod_isDeleted(search.best);
	return is_plain ? search.best : clang_getNullCursor();
}

/* Searches the friends of the operands' classes and the namespace of the first operand. Instances of templates are not
 * found: libclang does not list them there. */
static CXCursor
find_function(struct lower *l, const char *name, const struct operand *operands, unsigned count)
{
	struct search search = {
		.l = l, .name = name, .operands = operands, .count = count, .best = clang_getNullCursor()};
	for (unsigned i = 0; i < count; i++)
		clang_visitChildren(clang_getTypeDeclaration(types_bare(operands[i].type)), consider_function, &search);
	const CXCursor record = clang_getTypeDeclaration(types_bare(operands[0].type));
	clang_visitChildren(clang_getCursorSemanticParent(record), consider_function, &search);
	return search.best;
}

/* ---- calls ---- */

/* The argument for a parameter; NULL: the operand's class is unrelated to the parameter's. */
static const struct ir_expr *
pass(struct lower *l, const struct operand *operand, CXType parameter, struct ir_loc loc)
{
	const struct ir_type *wanted = types_get(l, types_bare(parameter)),
			     *given = types_get(l, types_bare(operand->type));
	if (wanted->kind == IR_TYPE_RECORD)
		return member_upcast(l, operand->address, given, wanted, loc);
	return types_is_reference(parameter) ? operand->address : build_load(l, operand->address, wanted, loc);
}

/* NULL: an operand does not convert to its parameter. */
static const struct ir_expr *
call(struct lower *l, CXCursor function, const struct operand *operands, unsigned count, bool is_method,
     struct ir_loc loc)
{
	const CXType type = clang_getCursorType(function);
	struct lower_effects args = {0};
	for (unsigned i = 0; i < count; i++) {
		const CXType parameter = is_method && !i ? clang_getCursorType(clang_getCursorSemanticParent(function))
		                                         : clang_getArgType(type, i - is_method);
		const struct ir_expr *arg = pass(l, &operands[i], parameter, loc);
		if (!arg)
			return NULL;
		effects_add(l, &args, arg);
	}
	return build_call(l, func_get(l, function), args.items, (uint32_t)args.count, loc);
}

/* NULL: no function fits. */
static const struct ir_expr *
call_operator(struct lower *l, const char *name, const struct operand *operands, unsigned count, struct ir_loc loc)
{
	const CXCursor method = find_method(l, name, operands, count);
	if (!clang_Cursor_isNull(method))
		return call(l, method, operands, count, true, loc);
	const CXCursor function = find_function(l, name, operands, count);
	return clang_Cursor_isNull(function) ? NULL : call(l, function, operands, count, false, loc);
}

/* ---- parts of the loop ---- */

static void
set_end(struct lower *l, struct range *range, CXType type, const struct ir_expr *value, struct ir_loc loc)
{
	const struct ir_type *ir = types_get(l, type);
	range->end = emit_kept(l, value, ir, loc);
	range->end_type = type;
}

static bool
end_of_array(struct lower *l, struct range *range, CXType array, struct ir_loc loc)
{
	const struct ir_type *pointer = range->begin->ir.type;
	const struct ir_expr *count = build_int(l, l->type_ptrdiff, clang_getArraySize(array), loc);
	const struct ir_expr *first = build_load(l, build_var(l, &range->begin->ir, loc), pointer, loc);
	const int64_t size = (int64_t)types_get(l, clang_getArrayElementType(array))->size;
	set_end(l, range, clang_getCursorType(range->begin_cursor), build_offset(l, first, count, size, pointer, loc),
	        loc);
	return true;
}

/* `end` is a method if `begin` is one, otherwise a function. */
static bool
end_of_record(struct lower *l, struct range *range, struct ir_loc loc)
{
	const struct operand over =
		operand_of_variable(l, &range->over->ir, clang_getCursorType(range->over_cursor), loc);
	const CXCursor begin = clang_getCursorReferenced(clang_Cursor_getVarDeclInitializer(range->begin_cursor));
	const bool is_method = clang_getCursorKind(begin) == CXCursor_CXXMethod;
	const CXCursor end = is_method ? find_method(l, "end", &over, 1) : find_function(l, "end", &over, 1);
	const struct ir_expr *value = clang_Cursor_isNull(end) ? NULL : call(l, end, &over, 1, is_method, loc);
	const CXType type = clang_getResultType(clang_getCursorType(end));
	if (!value || types_is_reference(type))
		return false;
	set_end(l, range, type, value, loc);
	return true;
}

static const struct ir_expr *
negate(struct lower *l, const struct ir_expr *condition)
{
	if (!condition)
		return NULL;
	struct ir_expr *not = build_expr(l, IR_UNARY, l->type_bool, condition->loc);
	not->op = IR_NOT;
	not->a = condition;
	return not;
}

static bool
compare_and_step_pointers(struct lower *l, struct range *range, struct ir_loc loc)
{
	const struct ir_type *type = range->begin->ir.type;
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
compare_and_step_iterators(struct lower *l, struct range *range, struct ir_loc loc)
{
	const CXType type = clang_getCursorType(range->begin_cursor);
	const struct operand operands[MOST_OPERANDS] = {
		operand_of_variable(l, &range->begin->ir, type, loc),
		operand_of_variable(l, range->end, range->end_type, loc),
	};
	range->condition = call_operator(l, "operator!=", operands, 2, loc);
	if (!range->condition)
		range->condition = negate(l, call_operator(l, "operator==", operands, 2, loc));
	range->step =
		call_operator(l, "operator++", &(struct operand){build_var(l, &range->begin->ir, loc), type}, 1, loc);
	return range->condition && types_is_scalar(range->condition->type) && range->step;
}

/* False: the loop cannot be modelled. */
static bool
prepare(struct lower *l, CXCursor variable, struct range *range, struct ir_loc loc)
{
	range->begin_cursor = hidden_variable(variable, "__begin");
	range->over_cursor = hidden_variable(range->begin_cursor, "__range");
	if (clang_Cursor_isNull(range->begin_cursor) || clang_Cursor_isNull(range->over_cursor))
		return false;
	const CXType over = types_bare(clang_getCursorType(range->over_cursor));
	if (over.kind != CXType_ConstantArray && over.kind != CXType_Record)
		return false;
	range->over = declare_hidden(l, range->over_cursor);
	range->begin = declare_hidden(l, range->begin_cursor);
	if (!range->over || !range->begin)
		return false;
	if (!(over.kind == CXType_ConstantArray ? end_of_array(l, range, over, loc) : end_of_record(l, range, loc)))
		return false;
	return range->begin->ir.type->kind == IR_TYPE_POINTER && range->end->type->kind == IR_TYPE_POINTER
	               ? compare_and_step_pointers(l, range, loc)
	               : compare_and_step_iterators(l, range, loc);
}

static void
declare_variable(struct lower *l, CXCursor variable)
{
	if (clang_getCursorKind(variable) == CXCursor_VarDecl)
		var_declare(l, variable);
	else
		binding_declare(l, variable);
}

static bool
is_variable(CXCursor cursor)
{
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	return kind == CXCursor_VarDecl || kind == CXCursor_UnexposedDecl;
}

void
range_lower(struct lower *l, CXCursor cursor)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const struct children children = lower_children(l, cursor);
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct lower_cleanup *cleanups = l->scope->cleanups;
	l->scope->block = &stmts;
	unsigned i = 0;
	if (children.count && !is_variable(nth_child(l, children, 0)))
		stmt_lower(l, nth_child(l, children, i++));
	struct range range = {0};
	if (i + 3 > children.count || !is_variable(nth_child(l, children, i)) ||
	    !prepare(l, nth_child(l, children, i), &range, loc)) {
		unmodelled_lower(l, cursor, "range-based for");
	} else {
		struct ir_stmt *loop = build_stmt(l, IR_STMT_LOOP, loc);
		loop->expr = range.condition;
		loop->step = range.step;
		struct lower_stmts body = {0};
		struct jump_target target;
		jump_enter(l, &target, JUMP_LOOP);
		l->scope->block = &body;
		declare_variable(l, nth_child(l, children, i));
		stmt_lower(l, nth_child(l, children, children.count - 1));
		leave_end(l, target.cleanups);
		l->scope->block = &stmts;
		loop->body = build_block(l, &body, loc);
		stmts_add(l, &stmts, loop);
		jump_leave(l, &target);
	}
	lower_done(l, children);
	leave_end(l, cleanups);
	l->scope->block = outer;
	stmts_add(l, outer, build_block(l, &stmts, loc));
}
