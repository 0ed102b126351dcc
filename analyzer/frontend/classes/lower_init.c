/* Initialisers: expressions, and initialiser lists in their written form, which is all that libclang shows. Elided
 * braces, zeroed members and conversions inside lists are resolved here. */
#include "frontend/classes/lower_init.h"

#include "frontend/classes/lower_aggregate.h"
#include "frontend/classes/lower_chosen.h"
#include "frontend/classes/lower_construct.h"
#include "frontend/classes/lower_copy.h"
#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_lambda.h"
#include "frontend/classes/lower_member.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/constant.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"

/* The elements of a list, consumed from left to right. Nested objects without braces of their own consume from the same
 * list. */
struct elements {
	struct children children;
	unsigned next;
	bool complete; /* so far, every scalar of the object has an element */
};

static void init_list(struct lower *l, const struct ir_expr *address, CXType type, CXCursor list,
                      struct lower_effects *effects);
static void init_from_elements(struct lower *l, const struct ir_expr *address, CXType type, struct elements *elements,
                               struct lower_effects *effects);

const struct ir_expr *
init_scalar(struct lower *l, CXCursor list, const struct ir_type *type)
{
	const CXCursor value = lower_operand(l, list);
	if (clang_Cursor_isNull(value))
		return build_convert(l, build_int(l, l->type_int, 0, source_loc(l, list)), type);
	if (clang_getCursorKind(value) == CXCursor_InitListExpr)
		return init_scalar(l, value, type);
	return lower_value_as(l, value, type);
}

/* ---- lists ---- */

static bool
is_char_array(const struct ir_type *type)
{
	return type->kind == IR_TYPE_ARRAY && type->element->kind == IR_TYPE_INT;
}

static void
init_string(struct lower *l, const struct ir_expr *address, const struct ir_type *type, CXCursor literal,
            struct lower_effects *effects)
{
	const struct ir_loc loc = source_loc(l, literal);
	const struct ir_expr *string = lower_value(l, literal);
	const struct ir_expr **args = arena_new_array(l->arena, const struct ir_expr *, 3);
	uint64_t bytes = string->length + type->element->size;
	if (type->size && type->size < bytes)
		bytes = type->size;
	if (type->size > bytes)
		effects_add(l, effects, build_zero(l, build_again(l, address), type, loc));
	args[0] = build_again(l, address);
	args[1] = string;
	args[2] = build_int(l, l->type_size, (int64_t)bytes, loc);
	effects_add(l, effects, build_builtin(l, IR_BUILTIN_memcpy, args, 3, l->type_void_pointer, loc));
}

static const struct ir_expr *
element_address(struct lower *l, const struct ir_expr *array, const struct ir_type *element, int64_t index,
                struct ir_loc loc)
{
	return build_offset(l, build_again(l, array), build_int(l, l->type_ptrdiff, index, loc), (int64_t)element->size,
	                    types_pointer(l, element), loc);
}

/* A designated element: [3] = x, .a.b = y. */
static bool
is_designated(struct lower *l, CXCursor element)
{
	if (clang_getCursorKind(element) != CXCursor_UnexposedExpr ||
	    clang_getCanonicalType(clang_getCursorType(element)).kind != CXType_Void)
		return false;
	const struct children children = lower_children(l, element);
	const bool result = children.count >= 2;
	lower_done(l, children);
	return result;
}

static void
init_designated(struct lower *l, const struct ir_expr *address, CXType type, CXCursor element, long long *index,
                CXCursor *field, struct lower_effects *effects)
{
	const struct children children = lower_children(l, element);
	const struct ir_loc loc = source_loc(l, element);
	const struct ir_expr *target = build_again(l, address);
	CXType part = types_bare(type);
	for (unsigned i = 0; i + 1 < children.count; i++) {
		const CXCursor designator = nth_child(l, children, i);
		const struct ir_type *ir = types_get(l, part);
		const struct ir_expr *constant;
		if (clang_getCursorKind(designator) == CXCursor_MemberRef) {
			const CXCursor member = clang_getCursorReferenced(designator);
			target = member_find(l, target, ir, member, loc);
			if (!target) {
				effects_add(l, effects, build_unknown(l, l->type_void, loc, "designator"));
				break;
			}
			if (!i)
				*field = member;
			part = types_bare(clang_getCursorType(member));
		} else if (ir->kind == IR_TYPE_ARRAY && lower_constant(l, designator, l->type_ptrdiff, &constant)) {
			target = element_address(l, target, ir->element, constant->integer, loc);
			if (!i)
				*index = constant->integer;
			part = types_bare(clang_getArrayElementType(part));
		}
	}
	if (target)
		init_object(l, target, part, nth_child(l, children, children.count - 1), effects);
	lower_done(l, children);
}

/* Initialises the object at `address`, or a part of it, with the next element. */
static void
init_element(struct lower *l, const struct ir_expr *address, CXType type, struct elements *elements,
             struct lower_effects *effects)
{
	const CXCursor element = nth_child(l, elements->children, elements->next);
	const struct ir_type *ir = types_get(l, type);
	const CXCursor inner = aggregate_peel(l, element, type);
	const enum CXCursorKind kind = clang_getCursorKind(inner);
	bool whole = !types_is_reference(type) && ir->kind != IR_TYPE_ARRAY && ir->kind != IR_TYPE_RECORD;
	whole |= types_is_reference(type) || kind == CXCursor_InitListExpr;
	whole |= ir->kind == IR_TYPE_ARRAY && kind == CXCursor_StringLiteral && is_char_array(ir);
	if (ir->kind == IR_TYPE_RECORD && !whole) {
		const struct ir_type *given = types_of(l, inner);
		whole = given == ir || (given->kind == IR_TYPE_RECORD && member_base_offset(given, ir) >= 0) ||
		        given->kind == IR_TYPE_OPAQUE || !aggregate_is(type) ||
		        aggregate_is_converted(l, element, type);
	}
	if (whole) {
		elements->next++;
		init_object(l, address, type, element, effects);
	} else {
		init_from_elements(l, address, type, elements, effects);
	}
}

static void
init_array_elements(struct lower *l, const struct ir_expr *address, CXType type, struct elements *elements,
                    struct lower_effects *effects)
{
	const struct ir_type *ir = types_get(l, type);
	const CXType element = clang_getArrayElementType(clang_getCanonicalType(type));
	long long index = 0, filled = 0;
	bool designated = false;
	while (elements->next < elements->children.count && (!ir->count || (uint64_t)index < ir->count || designated)) {
		const CXCursor next = nth_child(l, elements->children, elements->next);
		if (is_designated(l, next)) {
			CXCursor field;
			designated = true;
			init_designated(l, address, type, next, &index, &field, effects);
			elements->next++;
			elements->complete = false;
		} else {
			if (ir->count && (uint64_t)index >= ir->count)
				break;
			init_element(l, element_address(l, address, ir->element, index, source_loc(l, next)), element,
			             elements, effects);
		}
		index++;
		filled++;
	}
	if (ir->count && (uint64_t)filled < ir->count) {
		elements->complete = false;
		/* Remaining elements are made by their default constructor. */
		if (ir->element->kind == IR_TYPE_RECORD && !designated)
			for (; (uint64_t)index < ir->count && index < 64; index++)
				init_default(l, element_address(l, address, ir->element, index, (struct ir_loc){0}),
				             element, (struct ir_loc){0}, effects);
	}
}

struct field_list {
	struct lower *l;
	CXCursor *items;
	size_t count, capacity;
};

static enum CXVisitorResult
add_field(CXCursor field, CXClientData data)
{
	struct field_list *list = data;
	/* An unnamed bit-field consumes no element. */
	CXString name = clang_getCursorSpelling(field);
	const bool padding = clang_Cursor_isBitField(field) && !*clang_getCString(name);
	clang_disposeString(name);
	if (padding)
		return CXVisit_Continue;
	arena_push(list->l->arena, list->items, list->count, list->capacity, field);
	return CXVisit_Continue;
}

static enum CXVisitorResult
count_base(CXCursor base, CXClientData data)
{
	return add_field(base, data);
}

static void
init_record_elements(struct lower *l, const struct ir_expr *address, CXType type, struct elements *elements,
                     struct lower_effects *effects)
{
	const struct ir_type *ir = types_get(l, type);
	const CXType record = types_bare(type);
	struct field_list fields = {.l = l};
	clang_visitCXXBaseClasses(record, count_base, &fields);
	clang_Type_visitFields(record, add_field, &fields);
	size_t index = 0;
	bool *filled = arena_new_array(l->arena, bool, fields.count);
	while (elements->next < elements->children.count && index < fields.count) {
		const CXCursor next = nth_child(l, elements->children, elements->next);
		if (is_designated(l, next)) {
			long long unused;
			CXCursor field = clang_getNullCursor();
			init_designated(l, address, type, next, &unused, &field, effects);
			elements->next++;
			elements->complete = false;
			for (size_t i = 0; i < fields.count; i++)
				if (clang_equalCursors(fields.items[i], field))
					index = i;
		} else {
			const CXCursor field = fields.items[index];
			const bool is_base = clang_getCursorKind(field) == CXCursor_CXXBaseSpecifier;
			const struct ir_field *part = is_base ? NULL : types_field(l, field);
			const struct ir_expr *target =
				is_base ? member_upcast(l, build_again(l, address), ir, types_of(l, field),
			                                source_loc(l, next))
				: part  ? build_field(l, build_again(l, address), part, source_loc(l, next))
					: NULL;
			if (!target) {
				elements->next++;
				effects_add(l, effects,
				            build_unknown(l, l->type_void, source_loc(l, next),
				                          "element of an initialiser"));
			} else {
				init_element(l, target, clang_getCursorType(field), elements, effects);
			}
		}
		filled[index++] = true;
		if (ir->is_union)
			break;
	}
	elements->complete &= !ir->is_union;
	for (size_t i = 0; i < fields.count && !ir->is_union; i++)
		if (!filled[i]) {
			elements->complete = false;
			init_field_default(l, address, fields.items[i], effects);
		}
}

static void
init_from_elements(struct lower *l, const struct ir_expr *address, CXType type, struct elements *elements,
                   struct lower_effects *effects)
{
	if (l->depth >= LOWER_MAX_DEPTH) {
		elements->next = elements->children.count;
		return;
	}
	l->depth++;
	const struct ir_type *ir = types_get(l, type);
	const unsigned before = elements->next;
	if (ir->kind == IR_TYPE_ARRAY)
		init_array_elements(l, address, type, elements, effects);
	else
		init_record_elements(l, address, type, elements, effects);
	if (elements->next == before && elements->next < elements->children.count) {
		/* An object without members consumes no element. Skip one, so that the loop ends. */
		elements->next++;
		elements->complete = false;
	}
	l->depth--;
}

/* Makes an object with the constructor that the compiler has chosen; false: it has chosen none. */
static bool
init_chosen(struct lower *l, const struct ir_expr *address, CXType type, CXCursor from, struct lower_effects *effects)
{
	const CXCursor constructor = chosen_constructor(l, from, type);
	if (clang_Cursor_isNull(constructor))
		return false;
	construct_at(l, address, constructor, effects);
	return true;
}

static void
init_list(struct lower *l, const struct ir_expr *address, CXType type, CXCursor list, struct lower_effects *effects)
{
	const struct ir_type *ir = types_get(l, type);
	const struct ir_loc loc = source_loc(l, list);
	struct elements elements = {.children = lower_children(l, list), .complete = true};
	/* The list of a compound literal begins with its type, so only expressions are counted. */
	const CXCursor first = elements.children.count ? nth_child(l, elements.children, 0) : clang_getNullCursor();
	const bool single = elements.children.count == 1;
	const CXCursor inner = single ? aggregate_peel(l, first, type) : clang_getNullCursor();
	if (ir->kind == IR_TYPE_ARRAY && single && clang_getCursorKind(inner) == CXCursor_StringLiteral &&
	    is_char_array(ir)) {
		init_string(l, address, ir, inner, effects);
	} else if (ir->kind == IR_TYPE_RECORD && single && types_of(l, inner) == ir &&
	           clang_getCursorKind(inner) != CXCursor_InitListExpr) {
		init_object(l, address, type, first, effects);
	} else if (ir->kind == IR_TYPE_RECORD && !aggregate_makes_members(l, type, elements.children) &&
	           init_chosen(l, address, type, list, effects)) {
		/* A constructor has made the object. */
	} else if (ir->kind == IR_TYPE_RECORD && !aggregate_is(type)) {
		if (!elements.children.count)
			init_default(l, address, type, loc, effects);
		else
			effects_add(l, effects, build_unknown(l, l->type_void, loc, "initialiser list"));
	} else {
		struct lower_effects written = {0};
		init_from_elements(l, address, type, &elements, &written);
		if (!elements.complete || !written.count)
			effects_add(l, effects, build_zero(l, build_again(l, address), ir, loc));
		for (size_t i = 0; i < written.count; i++)
			effects_add(l, effects, written.items[i]);
	}
	lower_done(l, elements.children);
}

/* ---- any initialiser ---- */

/* Whether an element of a list is an existing object: the tree does not show the call that copies or moves it. */
static bool
is_object_to_copy(struct lower *l, CXCursor element, CXType type)
{
	return lower_is_glvalue(l, element) &&
	       !(copy_is_of_bytes(l, type, COPY_CONSTRUCT) && copy_is_of_bytes(l, type, MOVE_CONSTRUCT));
}

static void
copy_listed(struct lower *l, const struct ir_expr *address, CXType type, CXCursor element,
            struct lower_effects *effects)
{
	const struct ir_type *ir = types_get(l, type);
	const struct ir_loc loc = source_loc(l, element);
	const bool is_call = clang_getCursorKind(element) == CXCursor_CallExpr;
	const enum CXTypeKind result =
		is_call ? clang_getCanonicalType(
				  clang_getResultType(clang_getCursorType(clang_getCursorReferenced(element))))
				  .kind
			: CXType_Invalid;
	if (clang_getCursorKind(element) == CXCursor_CXXStaticCastExpr) {
		effects_add(l, effects, build_unknown(l, l->type_void, loc, "cast of an object in braces"));
		return;
	}
	const struct ir_expr *first, *from = lower_address_once(l, lower_address(l, element), &first);
	const struct ir_expr *part = member_upcast(l, from, types_of(l, element), ir, loc);
	effects_add(l, effects, first);
	copy_object(l, build_again(l, address), part ? part : from, type,
	            result == CXType_RValueReference ? MOVE_CONSTRUCT : COPY_CONSTRUCT, effects);
}

static void
init_record(struct lower *l, const struct ir_expr *address, CXType type, CXCursor initialiser,
            struct lower_effects *effects)
{
	const CXCursor inner = aggregate_peel(l, initialiser, type);
	const enum CXCursorKind kind = clang_getCursorKind(inner);
	const struct ir_type *ir = types_get(l, type), *given = types_of(l, inner);
	const struct ir_loc loc = source_loc(l, initialiser);
	if (kind == CXCursor_InitListExpr) {
		init_list(l, address, type, inner, effects);
	} else if (kind == CXCursor_LambdaExpr && given == ir) {
		lambda_object(l, address, inner, effects);
	} else if (kind == CXCursor_CallExpr && given == ir &&
	           clang_getCursorKind(clang_getCursorReferenced(inner)) == CXCursor_Constructor) {
		construct_at(l, address, inner, effects);
	} else if ((given == ir || member_base_offset(given, ir) >= 0) && is_object_to_copy(l, inner, type)) {
		copy_listed(l, address, type, inner, effects);
	} else if (given == ir || member_base_offset(given, ir) >= 0) {
		const struct ir_expr *from = call_record_source(l, initialiser);
		const struct ir_expr *part = member_upcast(l, from, given, ir, loc);
		effects_add(l, effects, build_copy(l, address, part ? part : from, ir, loc));
	} else if (!init_chosen(l, address, type, initialiser, effects)) {
		effects_add(l, effects, build_unknown(l, l->type_void, loc, "initialiser"));
	}
}

static void
init_array(struct lower *l, const struct ir_expr *address, CXType type, CXCursor initialiser,
           struct lower_effects *effects)
{
	const struct ir_type *ir = types_get(l, type);
	const CXCursor inner = aggregate_peel(l, initialiser, type);
	const enum CXCursorKind kind = clang_getCursorKind(inner);
	if (kind == CXCursor_InitListExpr)
		init_list(l, address, type, inner, effects);
	else if (kind == CXCursor_StringLiteral && is_char_array(ir))
		init_string(l, address, ir, inner, effects);
	else if (kind == CXCursor_CallExpr &&
	         clang_getCursorKind(clang_getCursorReferenced(inner)) == CXCursor_Constructor)
		init_default(l, address, type, source_loc(l, initialiser), effects);
	else
		effects_add(l, effects,
		            build_unknown(l, l->type_void, source_loc(l, initialiser), "initialiser of an array"));
}

/* Whether the object is reached through a function that returns a reference, which does not extend a lifetime. */
static bool
is_through_call(struct lower *l, CXCursor cursor)
{
	for (;;) {
		const enum CXCursorKind kind = clang_getCursorKind(cursor);
		if (kind == CXCursor_CallExpr)
			return call_yields_reference(l, cursor);
		if (kind != CXCursor_UnexposedExpr && kind != CXCursor_ParenExpr && kind != CXCursor_MemberRefExpr &&
		    kind != CXCursor_CXXStaticCastExpr && kind != CXCursor_CStyleCastExpr)
			return false;
		cursor = lower_operand(l, cursor);
		if (clang_Cursor_isNull(cursor))
			return false;
	}
}

/* The address to which a reference is bound. A temporary lives as long as the declared variable that is the reference
 * or contains it. */
static const struct ir_expr *
bound_address(struct lower *l, CXCursor bound)
{
	const size_t before = full_count(l);
	const struct ir_expr *address = full_keep(l, lower_address(l, bound));
	if (l->full && l->full->extended && !is_through_call(l, bound))
		full_take(l, before, address, true, l->full->extended);
	return address;
}

void
init_object(struct lower *l, const struct ir_expr *address, CXType type, CXCursor initialiser,
            struct lower_effects *effects)
{
	const struct ir_type *ir = types_get(l, type);
	const struct ir_loc loc = source_loc(l, initialiser);
	if (!types_is_reference(type) && !types_is_scalar(ir) && rejected_is(l, initialiser)) {
		rejected_init(l, address, ir, initialiser, effects);
	} else if (types_is_reference(type)) {
		CXCursor bound = initialiser;
		if (clang_getCursorKind(bound) == CXCursor_InitListExpr && types_of(l, bound)->kind == IR_TYPE_VOID)
			bound = lower_operand(l, bound);
		effects_add(l, effects, build_store(l, address, bound_address(l, bound), ir, loc));
	} else if (ir->kind == IR_TYPE_RECORD) {
		init_record(l, address, type, initialiser, effects);
	} else if (ir->kind == IR_TYPE_ARRAY) {
		init_array(l, address, type, initialiser, effects);
	} else if (types_is_scalar(ir)) {
		const struct ir_expr *value = clang_getCursorKind(initialiser) == CXCursor_InitListExpr
		                                      ? init_scalar(l, initialiser, ir)
		                                      : lower_value_as(l, initialiser, ir);
		effects_add(l, effects, build_store(l, address, value, ir, loc));
	} else {
		effects_add(l, effects, build_unknown(l, l->type_void, loc, "initialiser"));
	}
}
