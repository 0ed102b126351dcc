/* Which constructor an element of an initialiser list means: libclang shows the list as written, without the conversion
 * that the compiler chose. A choice among the constructors by their parameters; of a template the compiler has made the one that
 * it chose, and few others. */
#include "frontend/lower.h"

enum { FOR_BODY = 32, FOR_COUNT = 1, FOR_SAME = 4, FOR_KIND = 2 };

struct search {
	struct lower *l;
	const CXCursor *values;
	unsigned count;
	bool converts; /* values may be converted by constructors */
	CXCursor best;
	int score;
	bool has_constructor;
};

static struct search search_constructors(struct lower *l, CXType record, const CXCursor *values, unsigned count, bool converts);

/* What a value is once arrays have decayed. */
static const struct ir_type *
type_of_value(struct lower *l, CXCursor value)
{
	const struct ir_type *type = types_get(l, types_bare(clang_getCursorType(value)));
	return type->kind == IR_TYPE_ARRAY ? types_pointer(l, type->element) : type;
}

static bool
is_same_or_heir(const struct ir_type *given, const struct ir_type *wanted)
{
	return given == wanted ||
	       (given->kind == IR_TYPE_RECORD && wanted->kind == IR_TYPE_RECORD && member_base_offset(given, wanted) >= 0);
}

static bool
points_alike(const struct ir_type *a, const struct ir_type *b)
{
	return a->kind == IR_TYPE_POINTER && b->kind == IR_TYPE_POINTER && a->element && b->element && types_equal(a->element, b->element);
}

/* How well a value fits a parameter; negative: not at all. */
static int
fitness(struct lower *l, CXCursor value, CXType parameter, bool converts)
{
	const struct ir_type *wanted = types_get(l, types_bare(parameter)), *given = type_of_value(l, value);
	if (clang_getCursorKind(value) == CXCursor_InitListExpr)
		return wanted->kind == IR_TYPE_RECORD || types_is_scalar(wanted) ? 0 : -1;
	if (is_same_or_heir(given, wanted) || points_alike(given, wanted))
		return FOR_SAME;
	if (types_is_scalar(wanted) && types_is_scalar(given)) {
		const bool is_null = given->kind == IR_TYPE_POINTER && given->element && given->element->kind == IR_TYPE_VOID;
		if ((wanted->kind == IR_TYPE_POINTER) != (given->kind == IR_TYPE_POINTER))
			return wanted->kind == IR_TYPE_BOOL ? 0 : -1;
		if (wanted->kind == IR_TYPE_POINTER)
			return is_null || wanted->element->kind == IR_TYPE_VOID || is_same_or_heir(given->element, wanted->element) ? 0 : -1;
		return wanted->kind == given->kind ? FOR_KIND : 0;
	}
	if (types_is_scalar(wanted) && given->kind == IR_TYPE_RECORD)
		return cast_has_operator(l, clang_getCursorType(value), wanted) ? 0 : -1;
	if (wanted->kind != IR_TYPE_RECORD || !converts)
		return -1;
	return clang_Cursor_isNull(search_constructors(l, parameter, &value, 1, false).best) ? -1 : 0;
}

static enum CXVisitorResult
consider_constructor(CXCursor method, CXClientData data)
{
	struct search *search = data;
	if (clang_getCursorKind(method) != CXCursor_Constructor || clang_CXXMethod_isDefaulted(method) ||
	    clang_CXXMethod_isDeleted(method))
		return CXVisit_Continue;
	search->has_constructor = true;
	const int count = clang_Cursor_getNumArguments(method);
	if (count < (int)search->count)
		return CXVisit_Continue;
	int score = 1 + FOR_COUNT * (count == (int)search->count) + (func_has_body(method, NULL) ? FOR_BODY : 0);
	for (unsigned i = 0; i < search->count; i++) {
		const int fits =
			fitness(search->l, search->values[i], clang_getArgType(clang_getCursorType(method), i), search->converts);
		if (fits < 0)
			return CXVisit_Continue;
		score += fits;
	}
	for (int i = (int)search->count; i < count; i++)
		if (clang_Cursor_isNull(
			    clang_Cursor_getVarDeclInitializer(clang_Cursor_getArgument(method, (unsigned)i))))
			return CXVisit_Continue;
	if (score > search->score) {
		search->score = score;
		search->best = method;
	}
	return CXVisit_Continue;
}

static struct search
search_constructors(struct lower *l, CXType record, const CXCursor *values, unsigned count, bool converts)
{
	struct search search = {.l = l, .values = values, .count = count, .converts = converts, .best = clang_getNullCursor()};
	clang_visitCXXMethods(types_bare(record), consider_constructor, &search);
	return search;
}

CXCursor
overload_find(struct lower *l, CXType record, const CXCursor *values, unsigned count)
{
	return search_constructors(l, record, values, count, true).best;
}

/* ---- braces as a list ---- */

/* The element type of a constructor's only needed parameter that is a std::initializer_list; of kind CXType_Invalid: it is none. */
static CXType
listed_type(CXCursor constructor)
{
	const CXType none = {.kind = CXType_Invalid};
	const int count = clang_Cursor_getNumArguments(constructor);
	if (clang_getCursorKind(constructor) != CXCursor_Constructor || count < 1)
		return none;
	for (int i = 1; i < count; i++)
		if (clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(clang_Cursor_getArgument(constructor, (unsigned)i))))
			return none;
	const CXType list = types_bare(clang_getArgType(clang_getCursorType(constructor), 0));
	const CXCursor class = clang_getTypeDeclaration(list);
	if (list.kind != CXType_Record || !source_is_system(class) || !source_is_named(class, "initializer_list"))
		return none;
	return clang_Type_getTemplateArgumentAsType(list, 0);
}

struct list_search {
	struct lower *l;
	const CXCursor *elements;
	unsigned count;
	CXCursor found;
};

static enum CXVisitorResult
consider_list(CXCursor method, CXClientData data)
{
	struct list_search *search = data;
	const CXType type = listed_type(method);
	if (type.kind == CXType_Invalid || destroy_does_something(search->l, type))
		return CXVisit_Continue;
	for (unsigned i = 0; i < search->count; i++)
		if (fitness(search->l, search->elements[i], type, true) < 0)
			return CXVisit_Continue;
	search->found = method;
	return CXVisit_Break;
}

CXCursor
overload_find_list(struct lower *l, CXType record, const CXCursor *elements, unsigned count)
{
	struct list_search search = {.l = l, .elements = elements, .count = count, .found = clang_getNullCursor()};
	if (count)
		clang_visitCXXMethods(types_bare(record), consider_list, &search);
	return search.found;
}

bool
overload_is_list(const struct ir_type *type)
{
	return type->field_count == 2 && type->fields[0].type->kind == IR_TYPE_POINTER && type->fields[1].type->kind == IR_TYPE_INT;
}

const struct ir_expr *
overload_make_list(struct lower *l, const struct ir_type *type, const struct ir_expr *array, int64_t count, struct ir_loc loc)
{
	const struct ir_var *list = var_temporary(l, type, loc);
	const struct ir_field *pointer = &type->fields[0], *length = &type->fields[1];
	struct lower_effects effects = {0};
	effects_add(l, &effects,
	            build_store(l, build_field(l, build_var(l, list, loc), pointer, loc), build_retyped(l, array, pointer->type),
	                        pointer->type, loc));
	effects_add(l, &effects,
	            build_store(l, build_field(l, build_var(l, list, loc), length, loc), build_int(l, l->type_size, count, loc),
	                        length->type, loc));
	return build_comma(l, build_sequence(l, &effects), build_var(l, list, loc));
}

/* The elements as an array of their own. */
static const struct ir_expr *
listed_elements(struct lower *l, CXType type, const CXCursor *elements, unsigned count, struct ir_loc loc)
{
	const struct ir_type *element = types_get(l, types_bare(type));
	struct ir_type *array = arena_new(l->arena, struct ir_type);
	*array = (struct ir_type){.kind = IR_TYPE_ARRAY, .size = count * element->size, .align = element->align, .element = element,
	                          .count = count, .name = arena_printf(l->arena, "%s[%u]", element->name, count)};
	const struct ir_var *all = var_temporary(l, array, loc);
	struct lower_effects effects = {0};
	for (unsigned i = 0; i < count; i++) {
		const struct ir_loc at = source_loc(l, elements[i]);
		const struct ir_expr *index = build_int(l, l->type_ptrdiff, i, at);
		init_object(l, build_offset(l, build_var(l, all, at), index, (int64_t)element->size, types_pointer(l, element), at),
		            types_bare(type), elements[i], &effects);
	}
	return build_comma(l, build_sequence(l, &effects), build_var(l, all, loc));
}

void
overload_call_list(struct lower *l, const struct ir_expr *address, CXCursor constructor, const CXCursor *elements,
                   unsigned count, struct ir_loc loc, struct lower_effects *effects)
{
	const CXType type = clang_getCursorType(constructor);
	struct lower_effects args = {0};
	effects_add(l, &args, address);
	const struct ir_expr *array = listed_elements(l, listed_type(constructor), elements, count, loc);
	effects_add(l, &args, overload_make_list(l, types_get(l, types_bare(clang_getArgType(type, 0))), array, count, loc));
	for (int i = 1; i < clang_getNumArgTypes(type); i++)
		effects_add(l, &args,
		            call_argument(l, clang_Cursor_getVarDeclInitializer(clang_Cursor_getArgument(constructor, (unsigned)i)),
		                          clang_getArgType(type, (unsigned)i)));
	effects_add(l, effects, build_call(l, func_get(l, constructor), args.items, (uint32_t)args.count, loc));
}

/* ---- one constructor or another ---- */

static enum CXChildVisitResult
look_for_constructor_template(CXCursor member, CXCursor parent, CXClientData found)
{
	(void)parent;
	if (clang_getCursorKind(member) != CXCursor_FunctionTemplate || clang_getTemplateCursorKind(member) != CXCursor_Constructor)
		return CXChildVisit_Continue;
	*(bool *)found = true;
	return CXChildVisit_Break;
}

/* Templates are not among the methods. */
static bool
has_constructor_template(CXType record)
{
	bool found = false;
	clang_visitChildren(clang_getTypeDeclaration(types_bare(record)), look_for_constructor_template, &found);
	return found;
}

bool
overload_is_aggregate(struct lower *l, CXType record)
{
	return !search_constructors(l, record, NULL, 0, false).has_constructor && !has_constructor_template(record);
}

/* A value as the compiler hands it to a parameter. */
static const struct ir_expr *
argument_for(struct lower *l, CXCursor value, CXType parameter)
{
	const CXType type = types_bare(parameter);
	const struct ir_type *wanted = types_get(l, type), *given = type_of_value(l, value);
	const struct ir_loc loc = source_loc(l, value);
	const bool is_braces = clang_getCursorKind(value) == CXCursor_InitListExpr;
	const bool is_copied = !types_is_reference(parameter) && lower_is_glvalue(l, value);
	if (wanted->kind == IR_TYPE_RECORD && (is_braces || is_copied || !is_same_or_heir(given, wanted))) {
		const struct ir_var *made = var_temporary(l, wanted, loc);
		struct lower_effects effects = {0};
		init_object(l, build_var(l, made, loc), type, value, &effects);
		effects_add(l, &effects, full_note(l, made, type));
		return build_comma(l, build_sequence(l, &effects), build_var(l, made, loc));
	}
	if (types_is_scalar(wanted) && (is_braces || !types_equal(given, wanted))) {
		const struct ir_expr *converted = is_braces ? init_scalar(l, value, wanted) : lower_value_as(l, value, wanted);
		return types_is_reference(parameter) ? lower_materialise(l, converted) : converted;
	}
	return call_argument(l, value, parameter);
}

void
overload_call(struct lower *l, const struct ir_expr *address, CXCursor constructor, const CXCursor *values,
              unsigned count, struct ir_loc loc, struct lower_effects *effects)
{
	struct lower_effects args = {0};
	effects_add(l, &args, address);
	const CXType type = clang_getCursorType(constructor);
	const int parameters = clang_getNumArgTypes(type);
	for (int i = 0; i < parameters; i++) {
		const CXCursor value = i < (int)count ? values[i]
						      : clang_Cursor_getVarDeclInitializer(
								clang_Cursor_getArgument(constructor, (unsigned)i));
		effects_add(l, &args, argument_for(l, value, clang_getArgType(type, (unsigned)i)));
	}
	effects_add(l, effects, build_call(l, func_get(l, constructor), args.items, (uint32_t)args.count, loc));
}
