/* Destructors: which of them have effects, what they do in addition to their body, and their entries in vtables.
 * Destructors of the built-in headers only free memory, which is not modelled. They are evaluated only if they lead to
 * code of the program. */
#include "frontend/classes/lower_destroy.h"

#include "frontend/classes/lower_elements.h"
#include "frontend/classes/lower_member.h"
#include "frontend/classes/lower_new.h"
#include "frontend/classes/lower_virtual.h"
#include "frontend/unit/build.h"
#include "frontend/unit/function.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "support/allocate.h"

/* ---- destructors with effects ---- */

static enum CXVisitorResult
find_destructor(CXCursor method, CXClientData data)
{
	if (clang_getCursorKind(method) != CXCursor_Destructor)
		return CXVisit_Continue;
	*(CXCursor *)data = method;
	return CXVisit_Break;
}

/* The user's destructor; null cursor: none. */
static CXCursor
own_destructor(CXType record)
{
	CXCursor found = clang_getNullCursor();
	clang_visitCXXMethods(types_bare(record), find_destructor, &found);
	return !clang_Cursor_isNull(found) && clang_CXXMethod_isDefaulted(found) ? clang_getNullCursor() : found;
}

struct parts {
	struct lower *l;
	const struct ir_expr *object;
	const struct ir_type *record;
	struct ir_loc loc;
	struct lower_effects effects; /* one for each part, in the order of construction */
};

static enum CXVisitorResult
add_part(CXCursor part, CXClientData data)
{
	struct parts *parts = data;
	struct lower *l = parts->l;
	const CXType type = clang_getCursorType(part);
	if (!destroy_does_something(l, type))
		return CXVisit_Continue;
	const struct ir_expr *object = build_again(l, parts->object);
	const struct ir_expr *target = clang_getCursorKind(part) == CXCursor_CXXBaseSpecifier
	                                       ? member_upcast(l, object, parts->record, types_get(l, type), parts->loc)
	                                       : member_find(l, object, parts->record, part, parts->loc);
	struct lower_effects effects = {0};
	if (target)
		destroy_object(l, target, type, parts->loc, &effects);
	effects_add(l, &parts->effects, build_sequence(l, &effects));
	return CXVisit_Continue;
}

/* Destroys members and bases in reverse order of construction. */
static void
destroy_all_parts(struct lower *l, const struct ir_expr *object, CXType record, struct ir_loc loc,
                  struct lower_effects *effects)
{
	struct parts parts = {.l = l, .object = object, .record = types_get(l, types_bare(record)), .loc = loc};
	clang_visitCXXBaseClasses(types_bare(record), add_part, &parts);
	clang_Type_visitFields(types_bare(record), add_part, &parts);
	for (size_t i = parts.effects.count; i > 0; i--)
		effects_add(l, effects, parts.effects.items[i - 1]);
}

struct work {
	struct lower *l;
	bool found;
};

static enum CXVisitorResult
find_work(CXCursor part, CXClientData data)
{
	struct work *work = data;
	work->found = destroy_does_something(work->l, clang_getCursorType(part));
	return work->found ? CXVisit_Break : CXVisit_Continue;
}

static bool
parts_do_something(struct lower *l, CXType record)
{
	struct work work = {.l = l};
	clang_visitCXXBaseClasses(record, find_work, &work);
	if (!work.found)
		clang_Type_visitFields(record, find_work, &work);
	return work.found;
}

static enum CXVisitorResult
find_call_operator(CXCursor method, CXClientData data)
{
	*(bool *)data |= source_is_named(method, "operator()");
	return CXVisit_Continue;
}

/* Whether the type is a function pointer, or a class of the program with a call operator. */
static bool
is_callable(CXType type)
{
	bool found = false;
	if (clang_getCanonicalType(clang_getPointeeType(type)).kind == CXType_FunctionProto)
		return true;
	if (type.kind == CXType_Record && !source_is_system(clang_getTypeDeclaration(type)))
		clang_visitCXXMethods(type, find_call_operator, &found);
	return found;
}

/* Whether a built-in header marks the destructor: it may run code of the program whatever its class holds. */
static bool
is_marked(CXCursor destructor)
{
	return source_is_annotated(destructor, "gl:destroys");
}

/* For a class of the built-in headers: whether its elements' destructors, or its deleter, are code of the program. */
static bool
holds_work(struct lower *l, CXType record)
{
	const int count = clang_Type_getNumTemplateArguments(record);
	for (int i = 0; i < count; i++) {
		CXType type = clang_getCanonicalType(clang_Type_getTemplateArgumentAsType(record, (unsigned)i));
		if (type.kind == CXType_IncompleteArray)
			type = clang_getCanonicalType(clang_getArrayElementType(type));
		if (type.kind != CXType_Invalid && (is_callable(type) || destroy_does_something(l, type)))
			return true;
	}
	return false;
}

/* A virtual destructor always has an effect: it sets the object's vtable pointer. */
static bool
record_does_something(struct lower *l, CXType record)
{
	const CXCursor own = own_destructor(record);
	if (clang_Cursor_isNull(own))
		return parts_do_something(l, record);
	if (source_is_system(own))
		return is_marked(own) || holds_work(l, record);
	return clang_CXXMethod_isVirtual(own) || !func_is_empty(own) || parts_do_something(l, record);
}

bool
destroy_does_something(struct lower *l, CXType type)
{
	const CXType element = types_element(type);
	if (types_is_reference(type) || element.kind != CXType_Record || clang_isPODType(element))
		return false;
	const struct ir_type *record = types_get(l, types_bare(element));
	if (record->kind != IR_TYPE_RECORD || record->is_union || l->depth >= LOWER_MAX_DEPTH)
		return false;
	if (pointer_map_has(&l->destroyed, record))
		return pointer_map_find(&l->destroyed, record);
	*pointer_map_value(&l->destroyed, record) = NULL; /* ends the recursion of a class that contains its own type */
	l->depth++;
	const bool does = record_does_something(l, types_bare(element));
	l->depth--;
	*pointer_map_value(&l->destroyed, record) = does ? (void *)record : NULL;
	return does;
}

void
destroy_object(struct lower *l, const struct ir_expr *address, CXType type, struct ir_loc loc,
               struct lower_effects *effects)
{
	const CXType bare = types_bare(type);
	if (bare.kind == CXType_ConstantArray) {
		const struct ir_type *array = types_get(l, bare);
		elements_act(l, build_retyped(l, address, types_pointer(l, array->element)),
		             build_int(l, l->type_ptrdiff, (int64_t)array->count, loc), LAST_FIRST,
		             clang_getArrayElementType(bare), loc, destroy_object, effects);
		return;
	}
	const CXCursor own = own_destructor(type);
	if (clang_Cursor_isNull(own)) {
		destroy_all_parts(l, address, type, loc, effects);
		return;
	}
	struct lower_effects args = {0};
	effects_add(l, &args, build_again(l, address));
	effects_add(l, effects, build_call(l, func_get(l, own), args.items, (uint32_t)args.count, loc));
}

/* ---- destructors ---- */

void
destroy_begin(struct lower *l, CXCursor body)
{
	const struct ir_loc loc = source_point(l, clang_getCursorLocation(body));
	struct lower_effects effects = {0};
	virtual_set_tables(l, lower_this(l, loc), l->scope->this_record, loc, &effects);
	emit_effects(l, &effects, loc);
}

void
destroy_parts(struct lower *l)
{
	const struct ir_loc loc = l->scope->func->ir.loc;
	struct lower_effects effects = {0};
	destroy_all_parts(l, lower_this(l, loc), l->scope->this_record, loc, &effects);
	emit_effects(l, &effects, loc);
}

/* Lowers the destruction of an object of the type into the body of a separate function. */
static void
make_body(struct lower *l, struct lower_func *made, const struct ir_expr *object, CXType type, bool deletes)
{
	struct lower_effects effects = {0};
	struct lower_stmts stmts = {0};
	struct lower_scope scope = {.func = made, .block = &stmts, .outer = l->scope};
	const struct ir_loc loc = made->ir.loc;
	l->scope = &scope;
	destroy_object(l, object, type, loc, &effects);
	if (deletes)
		effects_add(l, &effects, new_give_back(l, build_again(l, object), loc));
	emit_effects(l, &effects, loc);
	made->ir.body = build_block(l, &stmts, loc);
	l->scope = scope.outer;
}

const struct ir_expr *
destroy_code(struct lower *l, CXType type, struct ir_loc loc)
{
	const struct ir_type *record = types_get(l, types_bare(type));
	struct lower_func *made = arena_new(l->arena, struct lower_func);
	struct lower_var *object = arena_new(l->arena, struct lower_var);
	object->ir = (struct ir_var){
		.name = "this", .type = types_pointer(l, record), .storage = IR_STORAGE_PARAM, .loc = loc};
	made->builtin = IR_BUILTIN_COUNT;
	made->ir = (struct ir_func){.name = "destroy",
	                            .qualified_name = "destroy",
	                            .link_name = arena_printf(l->arena, "destroy %s@%s", record->name, l->unit->path),
	                            .result = l->type_void,
	                            .param_count = 1,
	                            .slot_count = 1,
	                            .loc = loc,
	                            .is_host = true,
	                            .is_method = true,
	                            .unit = l->unit};
	made->ir.params = arena_new_array(l->arena, struct ir_var *, 1);
	made->ir.params[0] = &object->ir;
	make_body(l, made, build_load(l, build_var(l, &object->ir, loc), object->ir.type, loc), type, false);
	struct ir_func *func = &made->ir;
	memory_push(l->unit->funcs, l->unit->func_count, l->unit->func_capacity, func);
	struct ir_expr *code = build_expr(l, IR_FUNC, l->type_code, loc);
	code->func = func;
	return code;
}

const struct ir_expr *
destroy_at_exit(struct lower *l, const struct ir_expr *address, CXType type)
{
	struct lower_effects args = {0};
	if (!destroy_does_something(l, type))
		return NULL;
	effects_add(l, &args, destroy_code(l, type, address->loc));
	effects_add(l, &args, address);
	return build_builtin(l, IR_BUILTIN___gl_at_exit, args.items, (uint32_t)args.count, l->type_int, address->loc);
}

struct ir_func *
destroy_function(struct lower *l, CXCursor destructor, bool deletes)
{
	const CXType type = clang_getCursorType(clang_getCursorSemanticParent(destructor));
	struct ir_func *func = func_get(l, destructor);
	if (!deletes && !clang_CXXMethod_isDefaulted(destructor))
		return func;
	struct lower_effects args = {0};
	struct ir_func *made = func_make(
		l, func, arena_printf(l->arena, "%s %s", func->link_name, deletes ? "deleting" : "complete"), &args);
	make_body(l, (struct lower_func *)made, args.items[0], type, deletes);
	return made;
}
