/* Structured bindings: `auto [a, b] = …` declares a nameless variable, and each name is a reference to a part of it. */
#include "frontend/classes/lower_binding.h"

#include <string.h>

#include "frontend/classes/lower_destroy.h"
#include "frontend/classes/lower_getter.h"
#include "frontend/classes/lower_var.h"
#include "frontend/lower/build.h"
#include "frontend/lower/kids.h"
#include "frontend/lower/source.h"
#include "frontend/lower/types.h"

/* Where a name's part lies; NULL: that is up to a class of the user's. */
static const struct ir_expr *part_of(struct lower *l, const struct ir_expr *address, const struct ir_type *type,
                                     unsigned i, unsigned count);

static const struct ir_expr *
element_of(struct lower *l, const struct ir_expr *address, const struct ir_type *array, unsigned i)
{
	const struct ir_expr *index = build_int(l, l->type_ptrdiff, i, address->loc);
	return build_offset(l, address, index, (int64_t)array->element->size, types_pointer(l, array->element),
	                    address->loc);
}

/* The built-in headers' std::tuple, member by member: first, and a tuple of the others. */
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
	if (element->is_reference) { /* a member that refers to something */
		part = build_load(l, part, element, loc);
		*reference = *element;
	}
	const struct lower_var *var = var_local(l, name, reference, IR_STORAGE_LOCAL);
	struct ir_stmt *declare = build_stmt(l, IR_STMT_DECLARE, loc);
	declare->var = &var->ir;
	stmts_add(l, l->scope->block, declare);
	emit_expr(l, build_store(l, build_var(l, &var->ir, loc), part, reference, loc), loc);
}

/* A part that a function yields: where it says that one lies, or a value, which is the name's own. */
static bool
bind_yielded(struct lower *l, CXCursor name, const struct ir_expr *yielded)
{
	const struct ir_type *type = yielded->type;
	const struct ir_loc loc = source_loc(l, name);
	if (type->is_reference) {
		bind(l, name, yielded);
		return true;
	}
	if (type->kind == IR_TYPE_RECORD ? destroy_does_something(l, clang_getCursorType(name)) : !types_is_scalar(type))
		return false;
	const struct lower_var *var = var_local(l, name, type, IR_STORAGE_LOCAL);
	struct ir_stmt *declare = build_stmt(l, IR_STMT_DECLARE, loc);
	declare->var = &var->ir;
	stmts_add(l, l->scope->block, declare);
	const struct ir_expr *place = build_var(l, &var->ir, loc);
	emit_expr(l, type->kind == IR_TYPE_RECORD ? build_copy(l, place, yielded, type, loc)
	                                          : build_store(l, place, yielded, type, loc), loc);
	return true;
}

/* A class may say itself what its parts are; the built-in headers' pair, tuple and array are known. */
static bool
is_yielded(CXCursor name, CXType record, unsigned i)
{
	return !source_is_system(clang_getTypeDeclaration(record)) &&
	       (clang_getCursorType(name).kind == CXType_Invalid || getter_is_needed(name, record, i));
}

static bool
bind_name(struct lower *l, CXCursor name, const struct ir_expr *address, CXType object, bool is_lvalue, unsigned i,
          unsigned count)
{
	const CXType type = types_bare(object);
	if (is_yielded(name, type, i)) {
		const struct ir_expr *yielded = getter_call(l, address, object, is_lvalue, i);
		return yielded && bind_yielded(l, name, yielded);
	}
	const struct ir_expr *part = part_of(l, address, types_get(l, type), i, count);
	if (part)
		bind(l, name, part);
	return part;
}

void
binding_declare(struct lower *l, CXCursor cursor)
{
	const struct kids kids = lower_kids(l, cursor);
	const CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
	const CXType object = types_is_reference(type) ? clang_getPointeeType(type) : type;
	const struct ir_loc loc = source_loc(l, cursor);
	unsigned count = 0;
	while (count < kids.count && clang_getCursorKind(kid(l, kids, count)) == CXCursor_UnexposedDecl)
		count++;
	var_declare(l, cursor);
	const struct lower_var *whole = table_find(&l->scope->locals, cursor);
	for (unsigned i = 0; i < count && whole; i++) {
		const struct ir_expr *address = build_var(l, &whole->ir, loc);
		if (whole->ir.type->is_reference)
			address = build_load(l, address, whole->ir.type, loc);
		if (!bind_name(l, kid(l, kids, i), address, object, type.kind == CXType_LValueReference, i, count))
			emit_unknown(l, loc, "structured binding");
	}
	lower_done(l, kids);
}
