/* Implicit copies and moves of records. */
#include "frontend/classes/lower_copy.h"

#include "frontend/classes/lower_construct.h"
#include "frontend/classes/lower_member.h"
#include "frontend/classes/lower_virtual.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"
#include "frontend/unit/vtable.h"

enum { MAX_PARTS = 64, MAX_LEVELS = 8, MOST_ELEMENTS = 64 };

struct copy {
	struct lower *l;
	CXCursor parts[MAX_PARTS]; /* bases and fields */
	unsigned count;
	bool too_many;
};

/* ---- the function that copies ---- */

/* The copy and move functions that a class declares. */
struct copy_methods {
	CXCursor found[MOVE_ASSIGN + 1]; /* null cursors: not declared */
	bool is_its_own;                 /* one of these, or a destructor, is user-declared */
};

/* The methods include those that the compiler declares implicitly: their location is that of the class. */
static bool
is_declared(CXCursor method)
{
	return !clang_CXXMethod_isDefaulted(method) ||
	       !clang_equalLocations(clang_getCursorLocation(method),
	                             clang_getCursorLocation(clang_getCursorSemanticParent(method)));
}

static enum CXVisitorResult
note_method(CXCursor method, CXClientData data)
{
	struct copy_methods *methods = data;
	const bool is_constructor = clang_getCursorKind(method) == CXCursor_Constructor;
	int copying = -1;
	if (is_constructor && construct_is_copy(method))
		copying = construct_copy_kind(method);
	else if (!is_constructor && clang_CXXMethod_isMoveAssignmentOperator(method))
		copying = MOVE_ASSIGN;
	else if (!is_constructor && clang_CXXMethod_isCopyAssignmentOperator(method))
		copying = COPY_ASSIGN;
	if (is_declared(method))
		methods->is_its_own |= copying >= 0 || clang_getCursorKind(method) == CXCursor_Destructor;
	if (copying >= 0)
		methods->found[copying] = method;
	return CXVisit_Continue;
}

/* The user's own function for it. Null cursor: none; *copying is then the operation on each part. A class with a
 * user-declared copy and no declared move is copied. */
static CXCursor
own_copy(struct lower *l, CXType record, enum copy_kind *copying)
{
	struct copy_methods methods = {.is_its_own = false};
	(void)l;
	for (int i = 0; i <= MOVE_ASSIGN; i++)
		methods.found[i] = clang_getNullCursor();
	clang_visitCXXMethods(record, note_method, &methods);
	if (*copying >= MOVE_CONSTRUCT && clang_Cursor_isNull(methods.found[*copying]) && methods.is_its_own)
		*copying -= MOVE_CONSTRUCT;
	const CXCursor own = methods.found[*copying];
	const bool is_own =
		!clang_Cursor_isNull(own) && !clang_CXXMethod_isDefaulted(own) && !clang_CXXMethod_isDeleted(own);
	return is_own ? own : clang_getNullCursor();
}

/* ---- copies of more than bytes ---- */

static enum CXVisitorResult
add_part(CXCursor part, CXClientData data)
{
	struct copy *copy = data;
	if (copy->count == MAX_PARTS) {
		copy->too_many = true;
		return CXVisit_Break;
	}
	copy->parts[copy->count++] = part;
	return CXVisit_Continue;
}

static void
list_parts(struct copy *copy, CXType record)
{
	clang_visitCXXBaseClasses(record, add_part, copy);
	clang_Type_visitFields(record, add_part, copy);
}

static bool
has_records(const struct ir_type *ir)
{
	for (uint32_t i = 0; i < ir->field_count; i++) {
		const struct ir_type *type = ir->fields[i].type;
		while (type->kind == IR_TYPE_ARRAY)
			type = type->element;
		if (type->kind == IR_TYPE_RECORD)
			return true;
	}
	return false;
}

static bool is_of_bytes(struct lower *l, CXType type, enum copy_kind copying, unsigned levels);

/* Whether a part of the record has a copy or move function of its own. */
static bool
has_own_parts(struct lower *l, CXType record, enum copy_kind copying, unsigned levels)
{
	const struct ir_type *ir = types_get(l, record);
	if (!has_records(ir) || ir->is_union || levels == MAX_LEVELS)
		return false;
	struct copy copy = {.l = l};
	list_parts(&copy, record);
	for (unsigned i = 0; i < copy.count; i++) {
		const CXType part = clang_getCursorType(copy.parts[i]);
		if (!types_is_reference(part) && !is_of_bytes(l, part, copying, levels + 1))
			return true;
	}
	return false;
}

static bool
is_of_bytes(struct lower *l, CXType type, enum copy_kind copying, unsigned levels)
{
	const CXType record = types_element(type);
	if (types_get(l, record)->kind != IR_TYPE_RECORD || clang_isPODType(record))
		return true;
	return clang_Cursor_isNull(own_copy(l, record, &copying)) && !has_own_parts(l, record, copying, levels);
}

bool
copy_is_of_bytes(struct lower *l, CXType type, enum copy_kind copying)
{
	return is_of_bytes(l, type, copying, 0) && !vtables_of(l, types_element(type))->count;
}

/* ---- the copy ---- */

/* Precondition: neither address has effects. */
static void
copy_elements(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, CXType array,
              enum copy_kind copying, struct lower_effects *effects)
{
	const struct ir_type *ir = types_get(l, array), *pointer = types_pointer(l, ir->element);
	const CXType element = clang_getArrayElementType(clang_getCanonicalType(array));
	const struct ir_loc loc = to->loc;
	if (ir->count > MOST_ELEMENTS) {
		effects_add(l, effects, build_unknown(l, l->type_void, loc, "copy of a long array of objects"));
		return;
	}
	for (uint64_t i = 0; i < ir->count; i++) {
		const struct ir_expr *index = build_int(l, l->type_ptrdiff, (int64_t)i, loc);
		const int64_t size = (int64_t)ir->element->size;
		copy_object(l, build_offset(l, build_again(l, to), index, size, pointer, loc),
		            build_offset(l, build_again(l, from), index, size, pointer, loc), element, copying,
		            effects);
	}
}

/* Whether the object at the address probably lives in registers: a variable, or the result of a call. */
static bool
is_in_registers(const struct ir_expr *address)
{
	while (address->kind == IR_COMMA)
		address = address->b;
	if (address->kind == IR_CONDITIONAL)
		return is_in_registers(address->b) && is_in_registers(address->c);
	return address->kind == IR_CALL || ir_local_of_address(address);
}

static const struct ir_expr *
copied_to(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, const struct ir_type *type)
{
	if (from->kind != IR_CONDITIONAL)
		return build_comma(l, build_copy(l, to, from, type, from->loc),
		                   build_int(l, l->type_int, 0, from->loc));
	struct ir_expr *expr = build_expr(l, IR_CONDITIONAL, l->type_int, from->loc);
	expr->a = from->a;
	expr->b = copied_to(l, to, from->b, type);
	expr->c = copied_to(l, to, from->c, type);
	return expr;
}

const struct ir_expr *
copy_selected(struct lower *l, const struct ir_expr *address, CXType type)
{
	if (address->kind != IR_CONDITIONAL || !is_in_registers(address) || !copy_is_of_bytes(l, type, COPY_CONSTRUCT))
		return address;
	const struct ir_type *ir = types_get(l, type);
	const struct ir_expr *object = build_var(l, var_temporary(l, ir, address->loc), address->loc);
	return build_comma(l, build_convert(l, copied_to(l, object, address, ir), l->type_void),
	                   build_again(l, object));
}

void
copy_object(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, CXType type, enum copy_kind copying,
            struct lower_effects *effects)
{
	const struct ir_type *ir = types_get(l, type);
	enum copy_kind chosen = copying;
	const CXCursor own =
		ir->kind == IR_TYPE_RECORD ? own_copy(l, types_bare(type), &chosen) : clang_getNullCursor();
	if (!clang_Cursor_isNull(own)) {
		struct lower_effects args = {0};
		effects_add(l, &args, to);
		effects_add(l, &args, from);
		effects_add(l, effects, build_call(l, func_get(l, own), args.items, (uint32_t)args.count, to->loc));
	} else if (ir->kind == IR_TYPE_RECORD) {
		copy_record(l, to, from, type, chosen, effects);
	} else if (types_is_scalar(ir)) {
		effects_add(l, effects, build_store(l, to, build_load(l, from, ir, from->loc), ir, to->loc));
	} else if (ir->kind == IR_TYPE_ARRAY && !is_of_bytes(l, type, copying, 0)) {
		copy_elements(l, to, from, type, copying, effects);
	} else {
		effects_add(l, effects, build_copy(l, to, from, ir, to->loc));
	}
}

void
copy_record(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, CXType type, enum copy_kind copying,
            struct lower_effects *effects)
{
	const CXType record = types_bare(type);
	const struct ir_type *ir = types_get(l, record);
	struct copy copy = {.l = l};
	/* The target keeps its own vtable pointers. The other members are copied by a function of the class. */
	const bool is_dynamic = vtables_of(l, record)->count,
		   in_parts = is_dynamic || has_own_parts(l, record, copying, 0);
	const CXCursor class = clang_getTypeDeclaration(record);
	if (in_parts)
		list_parts(&copy, record);
	if (!in_parts || copy.too_many || l->depth >= LOWER_MAX_DEPTH) {
		effects_add(l, effects, build_copy(l, to, copy_selected(l, from, type), ir, to->loc));
		return;
	}
	const struct ir_expr *first;
	from = lower_address_once(l, from, &first);
	effects_add(l, effects, first);
	const struct ir_loc loc = is_dynamic ? source_name(l, class) : to->loc;
	l->depth++;
	for (unsigned i = 0; i < copy.count; i++) {
		const CXType part = clang_getCursorType(copy.parts[i]);
		const struct ir_expr *part_to, *part_from;
		if (clang_getCursorKind(copy.parts[i]) == CXCursor_CXXBaseSpecifier) {
			part_to = member_upcast(l, build_again(l, to), ir, types_get(l, part), loc);
			part_from = member_upcast(l, build_again(l, from), ir, types_get(l, part), loc);
		} else {
			part_to = member_find(l, build_again(l, to), ir, copy.parts[i], loc);
			part_from = member_find(l, build_again(l, from), ir, copy.parts[i], loc);
		}
		if (part_to && part_from)
			copy_object(l, part_to, part_from, part, copying, effects);
	}
	if (copying == COPY_CONSTRUCT || copying == MOVE_CONSTRUCT)
		virtual_set_tables(l, to, record, loc, effects);
	l->depth--;
}

/* A call through an address names no constructor either, but its callee precedes its argument. */
CXCursor
copy_left_out(CXCursor call)
{
	if (clang_getCursorKind(call) != CXCursor_CallExpr || clang_Cursor_getNumArguments(call) != 1 ||
	    !clang_Cursor_isNull(clang_getCursorReferenced(call)))
		return clang_getNullCursor();
	const CXCursor object = clang_Cursor_getArgument(call, 0);
	const CXType type = types_bare(clang_getCursorType(call));
	if (!clang_equalCursors(lower_first_part(call), object))
		return clang_getNullCursor();
	return type.kind == CXType_Record && types_same(clang_getCursorType(object), type) ? object
	                                                                                   : clang_getNullCursor();
}
