/* Structured bindings: `auto [a, b] = …` declares a nameless variable, and each name is a reference to a part of it. */
#include "frontend/classes/lower_binding.h"

#include <string.h>

#include "frontend/classes/lower_var.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"

/* The address of the part that a name refers to; NULL: the program's class decides that. */
static const struct ir_expr *part_of(struct lower *l, const struct ir_expr *address, const struct ir_type *type,
                                     unsigned i, unsigned count);

static const struct ir_expr *
element_of(struct lower *l, const struct ir_expr *address, const struct ir_type *array, unsigned i)
{
	const struct ir_expr *index = build_int(l, l->type_ptrdiff, i, address->loc);
	return build_offset(l, address, index, (int64_t)array->element->size, types_pointer(l, array->element),
	                    address->loc);
}

/* std::tuple of the built-in headers: its first member, then a tuple of the others in `rest`. */
static bool
is_tuple(const struct ir_type *type)
{
	return type->field_count == 2 && !strcmp(type->fields[1].name, "rest");
}

static const struct ir_expr *
part_of_record(struct lower *l, const struct ir_expr *address, const struct ir_type *type, unsigned i, unsigned count)
{
	const struct ir_loc loc = address->loc;
	const struct ir_field *fields = type->fields;
	if (is_tuple(type))
		return i ? part_of_record(l, build_field(l, address, &fields[1], loc), fields[1].type, i - 1, count)
		         : build_field(l, address, &fields[0], loc);
	if (type->field_count == 1 && (fields[0].is_base || (fields[0].type->kind == IR_TYPE_ARRAY && count > 1)))
		return part_of(l, build_field(l, address, &fields[0], loc), fields[0].type, i, count);
	if (type->field_count != count || fields[i].is_base || fields[i].bit_width)
		return NULL;
	return build_field(l, address, &fields[i], loc);
}

static const struct ir_expr *
part_of(struct lower *l, const struct ir_expr *address, const struct ir_type *type, unsigned i, unsigned count)
{
	if (type->kind == IR_TYPE_ARRAY)
		return element_of(l, address, type, i);
	return type->kind == IR_TYPE_RECORD ? part_of_record(l, address, type, i, count) : NULL;
}

static void
bind(struct lower *l, CXCursor name, const struct ir_expr *part)
{
	const struct ir_loc loc = source_loc(l, name);
	const struct ir_type *element = part->type->element;
	struct ir_type *reference = arena_new(l->arena, struct ir_type);
	*reference = *types_pointer(l, element);
	reference->is_reference = true;
	if (element->is_reference) { /* a member of reference type */
		part = build_load(l, part, element, loc);
		*reference = *element;
	}
	const struct lower_var *var = var_local(l, name, reference, IR_STORAGE_LOCAL);
	struct ir_stmt *declare = build_stmt(l, IR_STMT_DECLARE, loc);
	declare->var = &var->ir;
	stmts_add(l, l->scope->block, declare);
	emit_expr(l, build_store(l, build_var(l, &var->ir, loc), part, reference, loc), loc);
}

/* ---- classes with tuple_element ---- */

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

/* A name that does not refer to a field has the type std::tuple_element<i, class>::type. The tree keeps that
 * spelling. */
static bool
is_typed_by_class(CXCursor name, CXType record, unsigned i)
{
	const CXType type = clang_getCursorType(name);
	const CXCursor alias = clang_getTypeDeclaration(type);
	const enum CXCursorKind kind = clang_getCursorKind(alias);
	if ((kind != CXCursor_TypedefDecl && kind != CXCursor_TypeAliasDecl) || !source_is_named(alias, "type"))
		return false;
	struct nth_field nth = {i, {.kind = CXType_Invalid}};
	clang_Type_visitFields(record, find_nth_field, &nth);
	return source_is_named(clang_getCursorSemanticParent(alias), "tuple_element") ||
	       !clang_equalTypes(type, nth.type);
}

/* Whether the program's class defines its parts itself (std::get), which is not modelled. The parts of the built-in
 * headers' pair, tuple and array are known. */
static bool
is_yielded(CXCursor name, CXType record, unsigned i)
{
	return !source_is_system(clang_getTypeDeclaration(record)) &&
	       (clang_getCursorType(name).kind == CXType_Invalid || is_typed_by_class(name, record, i));
}

static bool
bind_name(struct lower *l, CXCursor name, const struct ir_expr *address, CXType record, unsigned i, unsigned count)
{
	const struct ir_expr *part =
		is_yielded(name, record, i) ? NULL : part_of(l, address, types_get(l, record), i, count);
	if (part)
		bind(l, name, part);
	return part;
}

void
binding_declare(struct lower *l, CXCursor cursor)
{
	const struct children children = lower_children(l, cursor);
	const CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
	const CXType record = types_bare(types_is_reference(type) ? clang_getPointeeType(type) : type);
	const struct ir_loc loc = source_loc(l, cursor);
	unsigned count = 0;
	while (count < children.count && clang_getCursorKind(nth_child(l, children, count)) == CXCursor_UnexposedDecl)
		count++;
	var_declare(l, cursor);
	const struct lower_var *whole = table_find(&l->scope->locals, cursor);
	for (unsigned i = 0; i < count && whole; i++) {
		const struct ir_expr *address = build_var(l, &whole->ir, loc);
		if (whole->ir.type->is_reference)
			address = build_load(l, address, whole->ir.type, loc);
		if (!bind_name(l, nth_child(l, children, i), address, record, i, count))
			emit_unknown(l, loc, "structured binding");
	}
	lower_done(l, children);
}
