/* Constructors that a using-declaration inherits from a base. The compiler generates one with the same parameters for
 * the class, which passes them to the base's. libclang does not show which constructor of the base it calls. */
#include "frontend/classes/lower_inherit.h"

#include <string.h>

#include "frontend/classes/lower_member.h"
#include "frontend/unit/build.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"

static bool
has_name_of(CXCursor constructor, CXCursor other)
{
	CXString a = clang_getCursorSpelling(constructor), b = clang_getCursorSpelling(other);
	const size_t length = strcspn(clang_getCString(a), "<");
	const bool same = length == strcspn(clang_getCString(b), "<") &&
	                  !strncmp(clang_getCString(a), clang_getCString(b), length);
	clang_disposeString(a);
	clang_disposeString(b);
	return same;
}

bool
construct_is_inherited(CXCursor constructor)
{
	return !has_name_of(constructor, clang_getCursorSemanticParent(constructor));
}

struct search {
	CXCursor constructor;
	CXCursor base, found;
};

static enum CXVisitorResult
consider_constructor(CXCursor method, CXClientData data)
{
	struct search *search = data;
	const CXType type = clang_getCursorType(method), wanted = clang_getCursorType(search->constructor);
	const int count = clang_getNumArgTypes(wanted);
	if (clang_getCursorKind(method) != CXCursor_Constructor || clang_getNumArgTypes(type) != count ||
	    !has_name_of(method, search->constructor))
		return CXVisit_Continue;
	for (int i = 0; i < count; i++)
		if (!clang_equalTypes(clang_getCanonicalType(clang_getArgType(type, (unsigned)i)),
		                      clang_getCanonicalType(clang_getArgType(wanted, (unsigned)i))))
			return CXVisit_Continue;
	search->found = method;
	return CXVisit_Break;
}

static enum CXVisitorResult
consider_base(CXCursor base, CXClientData data)
{
	struct search *search = data;
	clang_visitCXXMethods(types_bare(clang_getCursorType(base)), consider_constructor, search);
	search->base = base;
	return clang_Cursor_isNull(search->found) ? CXVisit_Continue : CXVisit_Break;
}

static void
hand_on_parameters(struct lower *l, struct lower_effects *args)
{
	const struct ir_func *func = &l->scope->func->ir;
	for (uint32_t i = 1; i < func->param_count; i++) {
		const struct ir_var *param = func->params[i];
		const struct ir_expr *address = build_var(l, param, param->loc);
		effects_add(l, args,
		            param->type->kind == IR_TYPE_RECORD ? address
		                                                : build_load(l, address, param->type, param->loc));
	}
}

CXCursor
construct_inherited_base(struct lower *l, CXCursor constructor, const struct ir_expr *self,
                         struct lower_effects *effects)
{
	struct search search = {
		.constructor = constructor, .base = clang_getNullCursor(), .found = clang_getNullCursor()};
	const struct ir_loc loc = source_loc(l, constructor);
	clang_visitCXXBaseClasses(l->scope->this_record, consider_base, &search);
	const struct ir_type *record = types_get(l, l->scope->this_record);
	const struct ir_expr *part = clang_Cursor_isNull(search.found)
	                                     ? NULL
	                                     : member_upcast(l, build_again(l, self), record,
	                                                     types_get(l, clang_getCursorType(search.base)), loc);
	if (!part) { /* that of a template, for example */
		emit_unknown(l, loc, "inherited constructor");
		emit_forget(l, build_again(l, self), (int64_t)record->size, loc);
		return search.base;
	}
	struct lower_effects args = {0};
	effects_add(l, &args, part);
	hand_on_parameters(l, &args);
	effects_add(l, effects, build_call(l, func_get(l, search.found), args.items, (uint32_t)args.count, loc));
	return search.base;
}
