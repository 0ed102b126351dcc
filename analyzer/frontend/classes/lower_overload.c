/* The constructor of a list's elements where the compiler does not tell which it has chosen: libclang's indexer does not come by what
 * class templates initialise arrays among their members with. The code compiles, so that some constructor takes the elements. It is
 * known which where there is one alone, or one whose parameters are of just the elements' types. */
#include "frontend/classes/lower_overload.h"

#include <string.h>

#include "frontend/classes/lower_aggregate.h"
#include "frontend/classes/lower_construct.h"
#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_init.h"
#include "frontend/classes/lower_var.h"
#include "frontend/lower/build.h"
#include "frontend/lower/kids.h"
#include "frontend/lower/lower_call.h"
#include "frontend/lower/lower_func.h"
#include "frontend/lower/source.h"
#include "frontend/lower/types.h"
#include "support/memory.h"

struct overloads {
	struct lower *l;
	struct kids elements;
	CXCursor fitting, exact;               /* the last that was met */
	unsigned fitting_count, exact_count;
	bool is_open;                          /* a list of any length may be meant for another */
};

static CXType
type_of_parameter(CXCursor constructor, unsigned i)
{
	return clang_getCursorType(clang_Cursor_getArgument(constructor, i));
}

static bool
is_list_of_any_length(struct lower *l, CXCursor constructor)
{
	const CXType type = types_bare(type_of_parameter(constructor, 0));
	return strstr(source_string(l, clang_getTypeSpelling(type)), "initializer_list");
}

static bool
is_exact(const struct overloads *o, CXCursor constructor)
{
	for (unsigned i = 0; i < o->elements.count; i++) {
		const CXCursor element = kid(o->l, o->elements, i);
		const CXType type = clang_getCanonicalType(type_of_parameter(constructor, i));
		if (type.kind == CXType_RValueReference ||
		    !types_same(types_bare(types_is_reference(type) ? clang_getPointeeType(type) : type),
		                types_bare(clang_getCursorType(element))))
			return false;
	}
	return true;
}

static enum CXVisitorResult
note_constructor(CXCursor constructor, CXClientData data)
{
	struct overloads *o = data;
	const unsigned given = o->elements.count;
	if (clang_getCursorKind(constructor) != CXCursor_Constructor || clang_CXXMethod_isDeleted(constructor) ||
	    construct_is_copy(constructor))
		return CXVisit_Continue;
	const int count = clang_Cursor_getNumArguments(constructor);
	o->is_open |= count > 0 && is_list_of_any_length(o->l, constructor);
	if (count < (int)given || clang_Cursor_isVariadic(constructor) ||
	    (count > (int)given && clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(clang_Cursor_getArgument(constructor, given)))))
		return CXVisit_Continue;
	o->fitting = constructor;
	o->fitting_count++;
	if (is_exact(o, constructor)) {
		o->exact = constructor;
		o->exact_count++;
	}
	return CXVisit_Continue;
}

static bool
is_using(CXCursor member)
{
	return clang_getCursorKind(member) == CXCursor_UsingDeclaration;
}

/* Null cursor: more than one may be meant, or a template, or one of a base's. */
static CXCursor
only_constructor(struct lower *l, CXType record, struct kids elements)
{
	struct overloads o = {.l = l, .elements = elements};
	const bool is_object = elements.count == 1 && types_of(l, kid(l, elements, 0)) == types_get(l, record);
	if (is_object || aggregate_is(record) || !clang_Cursor_isNull(lower_first_child(clang_getTypeDeclaration(record), is_using)))
		return clang_getNullCursor();
	clang_visitCXXMethods(record, note_constructor, &o);
	if (o.is_open)
		return clang_getNullCursor();
	if (o.exact_count == 1)
		return o.exact;
	return o.fitting_count == 1 && !aggregate_has_constructor_template(record) ? o.fitting : clang_getNullCursor();
}

/* An element as the parameter that it is handed on by: an object is made of it first. */
static const struct ir_expr *
element_argument(struct lower *l, CXCursor element, CXType parameter)
{
	const struct ir_loc loc = source_loc(l, element);
	const CXType type = types_bare(types_is_reference(parameter) ? clang_getPointeeType(parameter) : parameter);
	const struct ir_type *ir = types_get(l, type);
	if (ir->kind != IR_TYPE_RECORD || types_of(l, element) == ir)
		return call_argument(l, element, parameter);
	const struct ir_var *made = var_temporary(l, ir, loc);
	struct lower_effects effects = {0};
	init_object(l, build_var(l, made, loc), type, element, &effects);
	effects_add(l, &effects, full_note(l, made, type));
	return build_comma(l, build_sequence(l, &effects), build_var(l, made, loc));
}

bool
overload_construct(struct lower *l, const struct ir_expr *address, CXType type, struct kids elements, struct ir_loc loc,
                   struct lower_effects *effects)
{
	const CXCursor constructor = only_constructor(l, types_bare(type), elements);
	if (clang_Cursor_isNull(constructor))
		return false;
	struct lower_effects args = {0};
	effects_add(l, &args, build_again(l, address));
	const unsigned count = (unsigned)clang_Cursor_getNumArguments(constructor);
	for (unsigned i = 0; i < count; i++) {
		const CXType parameter = type_of_parameter(constructor, i);
		if (i < elements.count)
			effects_add(l, &args, element_argument(l, kid(l, elements, i), parameter));
		else
			effects_add(l, &args, call_argument(l, clang_Cursor_getVarDeclInitializer(clang_Cursor_getArgument(constructor, i)), parameter));
	}
	effects_add(l, effects, build_call(l, func_get(l, constructor), args.items, (uint32_t)args.count, loc));
	return true;
}

bool
overload_convert(struct lower *l, const struct ir_expr *address, CXType type, CXCursor element, struct lower_effects *effects)
{
	const size_t first = l->kid_count;
	memory_push(l->kids, l->kid_count, l->kid_capacity, element);
	const struct kids one = {first, 1};
	const bool is_made = overload_construct(l, address, type, one, source_loc(l, element), effects);
	lower_done(l, one);
	return is_made;
}
