/* The functions by which a class hands out the parts that structured bindings name: `get<0>(object)`, or its method of that name.
 * The tree does not show which of them the compiler has chosen. But it makes a body for an instance only if that is used, and
 * libclang's indexer comes by the bodies of instances: those named so are noted as it passes (see lower_chosen.c). */
#include "frontend/classes/lower_getter.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/lower/build.h"
#include "frontend/lower/lower_call.h"
#include "frontend/lower/lower_chosen.h"
#include "frontend/lower/source.h"
#include "frontend/lower/types.h"
#include "support/memory.h"

struct lower_getter {
	CXCursor function;
	unsigned index;      /* of the part that it yields */
	const void *owner;   /* the bare type that it is of, as libclang tells types apart */
};

/* What it is of: its only parameter's class, or a method's own. */
static CXType
owner_of(CXCursor getter)
{
	if (clang_getCursorKind(getter) == CXCursor_CXXMethod && !clang_CXXMethod_isStatic(getter))
		return clang_getCursorType(clang_getCursorSemanticParent(getter));
	const CXType type = clang_getCanonicalType(clang_getArgType(clang_getCursorType(getter), 0));
	return types_bare(types_is_reference(type) ? clang_getPointeeType(type) : type);
}

/* Whether it takes an object and nothing else. */
static bool
takes_object(CXCursor function)
{
	return clang_getCursorKind(function) == CXCursor_CXXMethod
	               ? !clang_CXXMethod_isStatic(function) && clang_Cursor_getNumArguments(function) == 0
	               : clang_Cursor_getNumArguments(function) == 1;
}

/* Which part an instance yields; false: it is none of a template over numbers. */
static bool
read_index(CXCursor function, unsigned *index)
{
	if (clang_getCursorKind(function) == CXCursor_FunctionDecl) {
		*index = clang_Cursor_getTemplateArgumentUnsignedValue(function, 0);
		return clang_Cursor_getTemplateArgumentKind(function, 0) == CXTemplateArgumentKind_Integral;
	}
	/* libclang does not give a method's arguments, but its name has them: a letter for the type, and the number. */
	static const char before[] = "3getIL";
	CXString mangled = clang_Cursor_getMangling(function);
	const char *name = clang_getCString(mangled), *at = name ? strstr(name, before) : NULL;
	char *end = NULL;
	if (at && at[sizeof before - 1])
		*index = (unsigned)strtoul(at + sizeof before, &end, 10);
	const bool is_number = end && end > at + sizeof before && *end == 'E';
	clang_disposeString(mangled);
	return is_number;
}

void
getter_note(struct lower *l, CXCursor function)
{
	const enum CXCursorKind kind = clang_getCursorKind(function);
	struct lower_getter getter = {.function = function};
	if (function.data[0] == l->last_indexed)
		return;
	l->last_indexed = function.data[0];
	if ((kind != CXCursor_FunctionDecl && kind != CXCursor_CXXMethod) || !source_is_named(function, "get") ||
	    !takes_object(function) || !read_index(function, &getter.index))
		return;
	getter.owner = owner_of(function).data[0];
	memory_push(l->getters, l->getter_count, l->getter_capacity, getter);
}

/* ---- which classes have them ---- */

struct nth_field {
	unsigned left;
	CXType type;
};

static enum CXVisitorResult
find_nth_field(CXCursor field, CXClientData data)
{
	struct nth_field *nth = data;
	if (nth->left--)
		return CXVisit_Continue;
	nth->type = clang_getCursorType(field);
	return CXVisit_Break;
}

/* A name that is no field's has the type std::tuple_element<i, class>::type, and is written so in the tree. */
bool
getter_is_needed(CXCursor name, CXType record, unsigned i)
{
	const CXType type = clang_getCursorType(name);
	const CXCursor alias = clang_getTypeDeclaration(type);
	const enum CXCursorKind kind = clang_getCursorKind(alias);
	if ((kind != CXCursor_TypedefDecl && kind != CXCursor_TypeAliasDecl) || !source_is_named(alias, "type"))
		return false;
	struct nth_field nth = {i, {.kind = CXType_Invalid}};
	clang_Type_visitFields(record, find_nth_field, &nth);
	return source_is_named(clang_getCursorSemanticParent(alias), "tuple_element") || !clang_equalTypes(type, nth.type);
}

/* ---- which is chosen ---- */

/* How well a reference, or a value, is bound to the object; 0: not at all. */
static unsigned
fitness_of_parameter(CXType parameter, CXType object, bool is_lvalue)
{
	const CXType type = clang_getCanonicalType(parameter);
	const bool is_const = clang_isConstQualifiedType(object);
	const bool takes_const = clang_isConstQualifiedType(clang_getPointeeType(type));
	switch (type.kind) {
	case CXType_LValueReference:
		return takes_const ? 1 : is_lvalue && !is_const ? 2 : 0;
	case CXType_RValueReference:
		return is_lvalue || (is_const && !takes_const) ? 0 : takes_const ? 2 : 3;
	default:
		return 1;
	}
}

static unsigned
fitness_of_method(CXCursor method, CXType object, bool is_lvalue)
{
	const enum CXRefQualifierKind qualifier = clang_Type_getCXXRefQualifier(clang_getCursorType(method));
	const bool takes_const = clang_CXXMethod_isConst(method);
	if ((clang_isConstQualifiedType(object) && !takes_const) || (qualifier == CXRefQualifier_RValue && is_lvalue) ||
	    (qualifier == CXRefQualifier_LValue && !is_lvalue && !takes_const))
		return 0;
	return qualifier == CXRefQualifier_RValue ? 3 : takes_const ? 1 : 2;
}

/* Of one that is of the object's own type; 0: it does not fit. A method comes before all others. */
static unsigned
fitness(CXCursor getter, CXType object, bool is_lvalue)
{
	if (clang_getCursorKind(getter) != CXCursor_CXXMethod)
		return fitness_of_parameter(clang_getArgType(clang_getCursorType(getter), 0), object, is_lvalue);
	const unsigned of_method = fitness_of_method(getter, object, is_lvalue);
	return of_method ? of_method + 4 : 0;
}

const struct ir_expr *
getter_call(struct lower *l, const struct ir_expr *object, CXType type, bool is_lvalue, unsigned i)
{
	unsigned best = 0;
	CXCursor chosen = clang_getNullCursor();
	const void *owner = types_bare(type).data[0];
	chosen_find(l);
	for (size_t k = 0; k < l->getter_count; k++) {
		const struct lower_getter *getter = &l->getters[k];
		/* One that takes a base of the object is none of its own. There are many, and libclang's answers are dear. */
		const unsigned fits = getter->index == i && getter->owner == owner ? fitness(getter->function, type, is_lvalue) : 0;
		if (fits > best) {
			best = fits;
			chosen = getter->function;
		}
	}
	/* What takes the object by value would get a copy. */
	if (!best || (clang_getCursorKind(chosen) == CXCursor_FunctionDecl &&
	              !types_is_reference(clang_getArgType(clang_getCursorType(chosen), 0))))
		return NULL;
	struct lower_effects args = {0};
	effects_add(l, &args, build_again(l, object));
	return call_known(l, chosen, &args, object->loc);
}
