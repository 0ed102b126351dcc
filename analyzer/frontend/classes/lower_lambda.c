/* Lambdas: a closure is a record with one field per capture, in the order of the captures. libclang does not say which
 * variable a field holds. The compiler places a field at its explicit capture or, for an implicit one, at the first use
 * of the variable. */
#include "frontend/classes/lower_lambda.h"

#include "frontend/classes/lower_copy.h"
#include "frontend/classes/lower_init.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"

struct closure_fields {
	struct lower *l;
	CXCursor *items;
	size_t count, capacity;
};

static enum CXVisitorResult
add_field(CXCursor field, CXClientData data)
{
	struct closure_fields *fields = data;
	arena_push(fields->l->arena, fields->items, fields->count, fields->capacity, field);
	return CXVisit_Continue;
}

struct place_search {
	CXSourceLocation place;
	CXCursor var;
};

static enum CXChildVisitResult
find_named_at(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct place_search *search = data;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	if ((kind == CXCursor_DeclRefExpr || kind == CXCursor_VariableRef) &&
	    clang_equalLocations(clang_getCursorLocation(cursor), search->place)) {
		const CXCursor named = clang_getCursorReferenced(cursor);
		const enum CXCursorKind named_kind = clang_getCursorKind(named);
		/* Structured bindings have no cursor kind of their own. */
		if (named_kind == CXCursor_VarDecl || named_kind == CXCursor_ParmDecl ||
		    named_kind == CXCursor_UnexposedDecl) {
			search->var = named;
			return CXChildVisit_Break;
		}
	}
	return CXChildVisit_Recurse;
}

/* The variable named at a place inside a lambda. Null cursor: none, so the capture is `this`. */
static CXCursor
named_at(CXCursor lambda, CXSourceLocation place)
{
	struct place_search search = {.place = place, .var = clang_getNullCursor()};
	clang_visitChildren(lambda, find_named_at, &search);
	return search.var;
}

static const struct lower_closure *
describe(struct lower *l, CXCursor lambda, CXCursor closure_class)
{
	struct lower_closure *closure = arena_new(l->arena, struct lower_closure);
	struct closure_fields fields = {.l = l};
	closure->lambda = lambda;
	closure->class = closure_class;
	clang_Type_visitFields(clang_getCursorType(lambda), add_field, &fields);
	closure->captures = arena_new_array(l->arena, struct lower_capture, fields.count);
	for (size_t i = 0; i < fields.count; i++) {
		const CXType type = clang_getCursorType(fields.items[i]);
		const CXCursor var = named_at(lambda, clang_getCursorLocation(fields.items[i]));
		const struct ir_field *field = types_field(l, fields.items[i]);
		if (!field)
			continue;
		if (clang_Cursor_isNull(var)) {
			closure->this_field = field;
			closure->this_by_value = field->type->kind == IR_TYPE_RECORD;
			closure->this_record =
				closure->this_by_value ? type : clang_getPointeeType(clang_getCanonicalType(type));
			continue;
		}
		closure->captures[closure->capture_count++] = (struct lower_capture){
			.var = var, .field = field, .type = type, .by_reference = types_is_reference(type)};
	}
	table_set(&l->closures, closure_class, closure);
	return closure;
}

static const struct ir_expr *
variable_address(struct lower *l, CXCursor var, struct ir_loc loc)
{
	struct lower_var *local = l->scope ? table_find(&l->scope->locals, var) : NULL;
	if (local) {
		const struct ir_expr *address = build_var(l, &local->ir, loc);
		return local->ir.type->is_reference || local->is_vla ? build_load(l, address, local->ir.type, loc)
		                                                     : address;
	}
	return lambda_captured(l, var, loc);
}

static void
capture(struct lower *l, const struct ir_expr *address, const struct lower_capture *capture, struct ir_loc loc,
        struct lower_effects *effects)
{
	const struct ir_type *type = capture->field->type;
	const struct ir_expr *field = build_field(l, address, capture->field, loc);
	const struct ir_expr *source = variable_address(l, capture->var, loc);
	if (!source) {
		/* [x = …]: the variable exists only in the closure. */
		const CXCursor initialiser = clang_Cursor_getVarDeclInitializer(capture->var);
		if (!clang_Cursor_isNull(initialiser))
			init_object(l, field, clang_getCursorType(capture->var), initialiser, effects);
		else
			effects_add(l, effects, build_unknown(l, l->type_void, loc, "capture"));
	} else if (capture->by_reference) {
		effects_add(l, effects, build_store(l, field, source, type, loc));
	} else if (types_is_scalar(type)) {
		effects_add(l, effects, build_store(l, field, build_load(l, source, type, loc), type, loc));
	} else if (type->kind == IR_TYPE_RECORD ||
	           !copy_is_of_bytes(l, clang_getCursorType(capture->var), COPY_CONSTRUCT)) {
		copy_object(l, field, source, types_bare(clang_getCursorType(capture->var)), COPY_CONSTRUCT, effects);
	} else {
		const struct ir_expr **args = arena_new_array(l->arena, const struct ir_expr *, 3);
		args[0] = field;
		args[1] = source;
		args[2] = build_int(l, l->type_size, (int64_t)type->size, loc);
		effects_add(l, effects, build_builtin(l, IR_BUILTIN_memcpy, args, 3, l->type_void_pointer, loc));
	}
}

void
lambda_object(struct lower *l, const struct ir_expr *address, CXCursor cursor, struct lower_effects *effects)
{
	rejected_in_lambda(l, cursor, effects);
	const struct ir_loc loc = source_loc(l, cursor);
	const CXCursor closure_class = clang_getTypeDeclaration(clang_getCursorType(cursor));
	const struct lower_closure *closure = lambda_closure(l, closure_class);
	if (!closure)
		closure = describe(l, cursor, closure_class);
	for (uint32_t i = 0; i < closure->capture_count; i++)
		capture(l, build_again(l, address), &closure->captures[i], loc, effects);
	if (!closure->this_field)
		return;
	const struct ir_expr *field = build_field(l, build_again(l, address), closure->this_field, loc);
	const struct ir_type *type = closure->this_field->type;
	if (closure->this_by_value)
		copy_object(l, field, lower_this(l, loc), closure->this_record, COPY_CONSTRUCT, effects);
	else
		effects_add(l, effects, build_store(l, field, lower_this(l, loc), type, loc));
}

struct lower_closure *
lambda_closure(struct lower *l, CXCursor closure_class)
{
	return table_find(&l->closures, closure_class);
}

const struct ir_expr *
lambda_captured(struct lower *l, CXCursor var, struct ir_loc loc)
{
	if (!l->scope || !l->scope->closure)
		return NULL;
	const struct lower_closure *closure = l->scope->closure;
	for (uint32_t i = 0; i < closure->capture_count; i++) {
		const struct lower_capture *capture = &closure->captures[i];
		if (!clang_equalCursors(capture->var, var))
			continue;
		const struct ir_expr *self =
			build_load(l, build_var(l, l->scope->this_var, loc), l->scope->this_var->type, loc);
		const struct ir_expr *field = build_field(l, self, capture->field, loc);
		return capture->by_reference ? build_load(l, field, capture->field->type, loc) : field;
	}
	return NULL;
}

/* ---- conversion to a function ---- */

static bool
is_call_operator(CXCursor member)
{
	return clang_getCursorKind(member) == CXCursor_CXXMethod && source_is_named(member, "operator()");
}

/* A function with the closure's body that needs no closure object. */
static struct ir_func *
function_of_body(struct lower *l, CXCursor call_operator)
{
	struct ir_func *made = table_find(&l->method_thunks, call_operator);
	if (made)
		return made;
	struct ir_func *func = func_get(l, call_operator);
	struct lower_effects args = {0};
	made = func_make(l, func, arena_printf(l->arena, "%s as a function", func->link_name), &args);
	table_set(&l->method_thunks, call_operator, made);
	args.items[0] = build_int(l, func->params[0]->type, 0, func->loc);
	made->params++;
	made->param_count--;
	made->is_method = false;
	struct ir_stmt *body = build_stmt(l, IR_STMT_RETURN, func->loc);
	body->expr = build_call(l, func, args.items, (uint32_t)args.count, func->loc);
	made->body = body;
	return made;
}

const struct ir_expr *
lambda_as_function(struct lower *l, CXCursor closure_class, const struct ir_type *type, struct ir_loc loc)
{
	const bool is_pointer =
		type->kind == IR_TYPE_POINTER && type->element && type->element->kind == IR_TYPE_FUNCTION;
	if (!is_pointer || !lambda_closure(l, closure_class))
		return NULL;
	const CXCursor call_operator = lower_first_child(closure_class, is_call_operator);
	if (clang_Cursor_isNull(call_operator)) /* a generic lambda: the tree does not show its instances */
		return NULL;
	struct ir_expr *expr = build_expr(l, IR_FUNC, type, loc);
	expr->func = function_of_body(l, clang_getCanonicalCursor(call_operator));
	return expr;
}

const struct ir_expr *
lambda_converted(struct lower *l, CXCursor closure, const struct ir_type *type)
{
	if (clang_getCursorKind(closure) == CXCursor_LambdaExpr)
		lower_address(l, closure);
	return lambda_as_function(l, clang_getTypeDeclaration(types_bare(clang_getCursorType(closure))), type,
	                          source_loc(l, closure));
}
