/* The compiler's types as IR types: one for each unqualified canonical type, and another for its volatile form. */
#include "frontend/unit/types.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/unit/children.h"
#include "frontend/unit/source.h"
#include "frontend/unit/vtable.h"
#include "support/allocate.h"

CXType
types_bare(CXType type)
{
	if (type.kind == CXType_Invalid) /* the functions below do not accept an invalid type */
		return type;
	return clang_getUnqualifiedType(clang_getCanonicalType(clang_getNonReferenceType(type)));
}

CXType
types_element(CXType type)
{
	type = types_bare(type);
	while (type.kind == CXType_ConstantArray)
		type = types_bare(clang_getArrayElementType(type));
	return type;
}

bool
types_same(CXType a, CXType b)
{
	return clang_equalTypes(types_bare(a), types_bare(b));
}

bool
types_is_function(CXType type)
{
	const enum CXTypeKind kind = clang_getCanonicalType(type).kind;
	return kind == CXType_FunctionProto || kind == CXType_FunctionNoProto;
}

bool
types_is_reference(CXType type)
{
	const enum CXTypeKind kind = clang_getCanonicalType(type).kind;
	return kind == CXType_LValueReference || kind == CXType_RValueReference;
}

bool
types_equal(const struct ir_type *a, const struct ir_type *b)
{
	if (a == b)
		return true;
	if (a->kind != b->kind || a->size != b->size)
		return false;
	switch (a->kind) {
	case IR_TYPE_INT: return a->is_signed == b->is_signed;
	case IR_TYPE_FLOAT: return a->is_bfloat == b->is_bfloat;
	case IR_TYPE_POINTER: return a->element && b->element && types_equal(a->element, b->element);
	case IR_TYPE_ARRAY: return a->count == b->count && types_equal(a->element, b->element);
	case IR_TYPE_VOID:
	case IR_TYPE_BOOL: return true;
	default: return false;
	}
}

static const struct ir_type *
make_scalar(struct lower *l, enum ir_type_kind kind, uint64_t size, bool is_signed, const char *name)
{
	struct ir_type *type = arena_new(l->arena, struct ir_type);
	*type = (struct ir_type){.kind = kind, .size = size, .align = size, .is_signed = is_signed, .name = name};
	return type;
}

void
types_init(struct lower *l)
{
	l->type_void = make_scalar(l, IR_TYPE_VOID, 0, false, "void");
	l->type_bool = make_scalar(l, IR_TYPE_BOOL, 1, false, "bool");
	l->type_int = make_scalar(l, IR_TYPE_INT, 4, true, "int");
	l->type_uint = make_scalar(l, IR_TYPE_INT, 4, false, "unsigned int");
	l->type_size = make_scalar(l, IR_TYPE_INT, 8, false, "unsigned long");
	l->type_ptrdiff = make_scalar(l, IR_TYPE_INT, 8, true, "long");
	l->type_char = make_scalar(l, IR_TYPE_INT, 1, true, "char");
	l->type_opaque = make_scalar(l, IR_TYPE_OPAQUE, 0, false, "?");
	l->type_void_pointer = types_pointer(l, l->type_void);
	/* The type of a vtable entry and that of a vtable pointer. The source cannot name them. */
	l->type_code = types_pointer(l, make_scalar(l, IR_TYPE_FUNCTION, 0, false, "virtual function"));
	l->type_vtable = types_pointer(l, l->type_code);
}

const struct ir_type *
types_pointer(struct lower *l, const struct ir_type *element)
{
	void **slot = pointer_map_value(&l->pointers, element);
	if (*slot)
		return *slot;
	struct ir_type *type = arena_new(l->arena, struct ir_type);
	*type = (struct ir_type){.kind = IR_TYPE_POINTER, .size = 8, .align = 8, .element = element};
	type->name = arena_printf(l->arena, "%s *", element->name);
	return *slot = type;
}

const struct ir_type *
types_reference(struct lower *l, const struct ir_type *element)
{
	struct ir_type *reference = arena_new(l->arena, struct ir_type);
	*reference = *types_pointer(l, element);
	reference->is_reference = true;
	return reference;
}

/* ---- records ---- */

struct record_fields {
	struct lower *l;
	CXCursor record;
	struct ir_field *items;
	CXCursor *cursors;
	size_t count, capacity, cursor_capacity;
};

static void
add_field(struct record_fields *fields, struct ir_field field, CXCursor cursor)
{
	size_t count = fields->count;
	memory_push(fields->cursors, count, fields->cursor_capacity, cursor);
	memory_push(fields->items, fields->count, fields->capacity, field);
}

static enum CXVisitorResult
visit_base(CXCursor base, CXClientData data)
{
	struct record_fields *fields = data;
	const long long offset = clang_getOffsetOfBase(fields->record, base);
	if (offset < 0 || clang_isVirtualBase(base))
		return CXVisit_Continue;
	add_field(fields,
	          (struct ir_field){.name = "",
	                            .type = types_get(fields->l, clang_getCursorType(base)),
	                            .offset = (uint64_t)offset / 8,
	                            .is_base = true},
	          base);
	return CXVisit_Continue;
}

static enum CXVisitorResult
visit_field(CXCursor cursor, CXClientData data)
{
	struct record_fields *fields = data;
	const long long offset = clang_Cursor_getOffsetOfField(cursor);
	if (offset < 0)
		return CXVisit_Continue;
	struct ir_field field = {
		.name = source_string(fields->l, clang_getCursorSpelling(cursor)),
		.type = types_get(fields->l, clang_getCursorType(cursor)),
		.offset = (uint64_t)offset / 8,
	};
	const CXCursor decl = clang_getTypeDeclaration(clang_getCursorType(cursor));
	if (clang_Cursor_isAnonymous(decl) && clang_Cursor_isAnonymousRecordDecl(decl))
		field.name = "";
	if (clang_Cursor_isBitField(cursor)) {
		/* The storage unit has the declared type's size and alignment, as the ABI loads it. */
		const uint64_t unit = field.type->size ? 8 * field.type->size : 8;
		field.offset = (uint64_t)offset / unit * (unit / 8);
		field.bit_offset = (uint8_t)((uint64_t)offset % unit);
		field.bit_width = (uint8_t)clang_getFieldDeclBitWidth(cursor);
	}
	add_field(fields, field, cursor);
	return CXVisit_Continue;
}

static int
compare_fields(const void *left, const void *right)
{
	const struct ir_field *const *a = left, *const *b = right;
	if ((*a)->offset != (*b)->offset)
		return (*a)->offset < (*b)->offset ? -1 : 1;
	return *a < *b ? -1 : *a > *b;
}

static void
lay_out_record(struct lower *l, struct ir_type *type, CXType source)
{
	const CXCursor decl = clang_getTypeDeclaration(source);
	type->is_union = clang_getCursorKind(decl) == CXCursor_UnionDecl;
	if (!type->size)
		return;
	struct record_fields fields = {.l = l, .record = decl};
	if (vtable_is_own(l, source))
		add_field(&fields, (struct ir_field){.name = "vtable", .type = l->type_vtable}, clang_getNullCursor());
	clang_visitCXXBaseClasses(source, visit_base, &fields);
	clang_Type_visitFields(source, visit_field, &fields);
	/* The layout order of bases may differ from their order of declaration, and bit-fields share offsets. */
	const struct ir_field **order = arena_new_array(l->arena, const struct ir_field *, fields.count);
	for (size_t i = 0; i < fields.count; i++)
		order[i] = &fields.items[i];
	if (fields.count)
		qsort(order, fields.count, sizeof *order, compare_fields);
	struct ir_field *sorted = arena_new_array(l->arena, struct ir_field, fields.count);
	for (size_t i = 0; i < fields.count; i++) {
		const size_t from = (size_t)(order[i] - fields.items);
		sorted[i] = *order[i];
		if (!clang_Cursor_isNull(fields.cursors[from]))
			table_set(&l->fields, fields.cursors[from], &sorted[i]);
	}
	type->fields = sorted;
	type->field_count = (uint32_t)fields.count;
	free(fields.items);
	free(fields.cursors);
}

const struct ir_field *
types_field(struct lower *l, CXCursor field)
{
	const struct ir_field *found = table_find(&l->fields, field);
	if (!found) {
		types_get(l, clang_getCursorType(clang_getCursorSemanticParent(field)));
		found = table_find(&l->fields, field);
	}
	return found;
}

/* ---- all types ---- */

/* Pointers to members have the representation of lower_member_pointer.c. */
static enum ir_type_kind
kind_of(CXType type)
{
	switch (type.kind) {
	case CXType_Void: return IR_TYPE_VOID;
	case CXType_Bool: return IR_TYPE_BOOL;
	case CXType_Float:
	case CXType_Double:
	case CXType_LongDouble:
	case CXType_Float128:
	case CXType_Half:
	case CXType_Float16:
	case CXType_BFloat16: return IR_TYPE_FLOAT;
	case CXType_Pointer:
	case CXType_LValueReference:
	case CXType_RValueReference:
	case CXType_NullPtr: return IR_TYPE_POINTER;
	case CXType_ConstantArray:
	case CXType_IncompleteArray:
	case CXType_VariableArray: return IR_TYPE_ARRAY;
	case CXType_Record: return IR_TYPE_RECORD;
	case CXType_FunctionProto:
	case CXType_FunctionNoProto: return IR_TYPE_FUNCTION;
	case CXType_Enum: return IR_TYPE_INT;
	case CXType_MemberPointer: return types_is_function(clang_getPointeeType(type)) ? IR_TYPE_POINTER : IR_TYPE_INT;
	default: return type.kind >= CXType_Char_U && type.kind <= CXType_Int128 ? IR_TYPE_INT : IR_TYPE_OPAQUE;
	}
}

/* libclang crashes when asked for the size of its placeholder types (overload sets, bound members). */
/* libclang crashes when asked for the alignment of an array of undefined records. */
static bool
has_undefined_elements(CXType type)
{
	CXType element = type;
	while (element.kind == CXType_ConstantArray || element.kind == CXType_IncompleteArray ||
	       element.kind == CXType_VariableArray)
		element = clang_getCanonicalType(clang_getArrayElementType(element));
	return element.kind == CXType_Record && type.kind != CXType_Record && clang_Type_getSizeOf(element) < 0;
}

static bool
has_layout(CXType type)
{
	if (has_undefined_elements(type))
		return false;
	switch (type.kind) {
	case CXType_Vector:
	case CXType_ExtVector:
	case CXType_Complex:
	case CXType_Atomic: return true;
	case CXType_Record: return !clang_isInvalidDeclaration(clang_getTypeDeclaration(type));
	default: return kind_of(type) != IR_TYPE_OPAQUE;
	}
}

static bool
kind_is_signed(enum CXTypeKind kind)
{
	return kind >= CXType_Char_S && kind <= CXType_Int128;
}

static void
set_layout(struct ir_type *type, CXType canonical)
{
	if (canonical.kind == CXType_Unexposed && !strcmp(type->name, "__bf16")) {
		/* libclang has a kind for bfloat16, but does not use it. */
		type->kind = IR_TYPE_FLOAT;
		type->is_bfloat = true;
		type->size = type->align = 2;
	} else if (has_layout(canonical)) {
		const long long size = clang_Type_getSizeOf(canonical), align = clang_Type_getAlignOf(canonical);
		type->size = size > 0 ? (uint64_t)size : 0;
		type->align = align > 0 ? (uint64_t)align : 1;
	}
}

static bool
is_signed(CXType canonical)
{
	if (canonical.kind == CXType_Enum)
		canonical = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(canonical)));
	return kind_is_signed(canonical.kind);
}

/* Sets the members that depend on the type's kind. May recurse to a type that refers to this one. */
static void
complete(struct lower *l, struct ir_type *type, CXType canonical)
{
	const bool is_counted = canonical.kind == CXType_ConstantArray;
	const long long count = is_counted ? clang_getArraySize(canonical) : 0;
	switch (type->kind) {
	case IR_TYPE_VOID:
	case IR_TYPE_FUNCTION: type->size = 0; break;
	case IR_TYPE_INT: type->is_signed = is_signed(canonical); break;
	case IR_TYPE_FLOAT:
		type->is_signed = true;
		type->is_bfloat |= canonical.kind == CXType_BFloat16;
		break;
	case IR_TYPE_POINTER:
		/* libclang gives a reference the size of its referent. The second half of a pointer to a member
		 * function is not modelled. */
		type->size = type->align = 8;
		type->is_reference = types_is_reference(canonical);
		type->element =
			canonical.kind == CXType_NullPtr ? l->type_void : types_get(l, clang_getPointeeType(canonical));
		break;
	case IR_TYPE_ARRAY:
		type->element = types_get(l, clang_getArrayElementType(canonical));
		type->count = count > 0 ? (uint64_t)count : 0;
		type->size = is_counted ? type->size : 0;
		break;
	case IR_TYPE_RECORD: lay_out_record(l, type, canonical); break;
	default: break;
	}
}

/* The IR type of a canonical type. */
static const struct ir_type *
canonical_type(struct lower *l, CXType canonical)
{
	const bool is_volatile = clang_isVolatileQualifiedType(canonical);
	if (!is_volatile)
		canonical = clang_getUnqualifiedType(canonical);
	const void *identity = canonical.data[0];
	const struct ir_type *known = pointer_map_find(&l->types, identity);
	if (known)
		return known;
	if (is_volatile) {
		struct ir_type *copy = arena_new(l->arena, struct ir_type);
		*copy = *types_get(l, clang_getUnqualifiedType(canonical));
		copy->is_volatile = true;
		*pointer_map_value(&l->types, identity) = copy;
		return copy;
	}
	if (l->type_depth >= LOWER_MAX_TYPE_DEPTH)
		return l->type_opaque;
	l->type_depth++;
	struct ir_type *type = arena_new(l->arena, struct ir_type);
	type->kind = kind_of(canonical);
	type->name = source_string(l, clang_getTypeSpelling(canonical));
	set_layout(type, canonical);
	*pointer_map_value(&l->types, identity) = type; /* Registered before its components, which may refer to it. */
	complete(l, type, canonical);
	l->type_depth--;
	return type;
}

const struct ir_type *
types_get(struct lower *l, CXType source)
{
	/* libclang has no hash of types. clang_equalTypes compares the first data word and the unit; all types here are
	 * of one unit. */
	const void *identity = source.data[0];
	const struct ir_type *known = identity ? pointer_map_find(&l->types, identity) : NULL;
	if (known)
		return known;
	const CXType canonical = clang_getCanonicalType(source);
	if (canonical.kind == CXType_Invalid)
		return l->type_opaque;
	const struct ir_type *type = canonical_type(l, canonical);
	if (type != l->type_opaque)
		*pointer_map_value(&l->types, identity) = (struct ir_type *)type;
	return type;
}

/* Whether the expression names a parameter that is declared as an array. A reference to an array does not count. */
static bool
names_array_parameter(CXCursor cursor)
{
	while (clang_getCursorKind(cursor) == CXCursor_UnexposedExpr ||
	       clang_getCursorKind(cursor) == CXCursor_ParenExpr) {
		const CXCursor child = lower_first_child(cursor, NULL);
		if (clang_Cursor_isNull(child))
			return false;
		cursor = child;
	}
	if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr)
		cursor = clang_getCursorReferenced(cursor);
	return clang_getCursorKind(cursor) == CXCursor_ParmDecl && !types_is_reference(clang_getCursorType(cursor));
}

const struct ir_type *
types_of(struct lower *l, CXCursor cursor)
{
	const struct ir_type *type = types_get(l, clang_getCursorType(cursor));
	/* libclang gives a parameter `float a[]` and expressions that name it the array's type, although it is a
	 * pointer. */
	if (type->kind == IR_TYPE_ARRAY && names_array_parameter(cursor))
		return types_pointer(l, type->element);
	return type;
}
