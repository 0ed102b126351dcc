/* Destructors: of objects that device code deletes, and as tables of virtual functions hold them. Those of variables that go
 * out of scope are not run, nor those of host code: what they release matters to no figure. */
#include "frontend/lower.h"

/* ---- what there is to do ---- */

static enum CXVisitorResult
find_destructor(CXCursor method, CXClientData data)
{
	if (clang_getCursorKind(method) != CXCursor_Destructor)
		return CXVisit_Continue;
	*(CXCursor *)data = method;
	return CXVisit_Break;
}

/* The one that the user wrote; null cursor: none. */
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
	struct lower_effects effects;  /* of a part each, in the order of construction */
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
	const struct ir_expr *place =
		clang_getCursorKind(part) == CXCursor_CXXBaseSpecifier
			? member_upcast(l, object, parts->record, types_get(l, type), parts->loc)
			: member_find(l, object, parts->record, part, parts->loc);
	struct lower_effects effects = {0};
	if (place)
		destroy_object(l, place, type, parts->loc, &effects);
	effects_add(l, &parts->effects, build_sequence(l, &effects));
	return CXVisit_Continue;
}

/* Members and bases, the last ones first. */
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

bool
destroy_does_something(struct lower *l, CXType type)
{
	const struct ir_type *record = types_get(l, types_bare(type));
	if (record->kind != IR_TYPE_RECORD || types_is_reference(type) || record->is_union || l->depth >= LOWER_MAX_DEPTH)
		return false;
	if (!clang_Cursor_isNull(own_destructor(type)))
		return true;
	struct work work = {.l = l};
	l->depth++;
	clang_visitCXXBaseClasses(types_bare(type), find_work, &work);
	if (!work.found)
		clang_Type_visitFields(types_bare(type), find_work, &work);
	l->depth--;
	return work.found;
}

void
destroy_object(struct lower *l, const struct ir_expr *address, CXType type, struct ir_loc loc,
               struct lower_effects *effects)
{
	const CXCursor own = own_destructor(type);
	if (clang_Cursor_isNull(own)) {
		destroy_all_parts(l, address, type, loc, effects);
		return;
	}
	struct lower_effects args = {0};
	effects_add(l, &args, address);
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

struct ir_func *
destroy_function(struct lower *l, CXCursor destructor, bool deletes)
{
	const CXType type = clang_getCursorType(clang_getCursorSemanticParent(destructor));
	struct ir_func *func = func_get(l, destructor);
	if (!deletes && !clang_CXXMethod_isDefaulted(destructor))
		return func;
	struct lower_effects args = {0}, effects = {0};
	struct ir_func *made =
		func_make(l, func, arena_printf(l->arena, "%s %s", func->link_name, deletes ? "deleting" : "complete"), &args);
	destroy_object(l, args.items[0], type, func->loc, &effects);
	if (deletes)
		effects_add(l, &effects, new_give_back(l, build_again(l, args.items[0]), func->loc));
	struct lower_stmts stmts = {0};
	for (size_t i = 0; i < effects.count; i++) {
		struct ir_stmt *stmt = build_stmt(l, IR_STMT_EXPR, func->loc);
		stmt->expr = effects.items[i];
		stmts_add(l, &stmts, stmt);
	}
	made->body = build_block(l, &stmts, func->loc);
	return made;
}
