/* Members of records: fields in anonymous parts and base classes, static members, threadIdx.x. */
#include "frontend/classes/lower_member.h"

#include "frontend/classes/lower_var.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"

int64_t
member_base_offset(const struct ir_type *from, const struct ir_type *to)
{
	if (from == to)
		return 0;
	for (uint32_t i = 0; i < from->field_count; i++)
		if (from->fields[i].is_base) {
			const int64_t offset = member_base_offset(from->fields[i].type, to);
			if (offset >= 0)
				return (int64_t)from->fields[i].offset + offset;
		}
	return -1;
}

const struct ir_expr *
member_upcast(struct lower *l, const struct ir_expr *address, const struct ir_type *from, const struct ir_type *to,
              struct ir_loc loc)
{
	if (from == to)
		return address;
	for (uint32_t i = 0; i < from->field_count; i++)
		if (from->fields[i].is_base && member_base_offset(from->fields[i].type, to) >= 0)
			return member_upcast(l, build_field(l, address, &from->fields[i], loc), from->fields[i].type,
			                     to, loc);
	return NULL;
}

/* The address of a field, which may be in an anonymous part or a base of the record. NULL: it is not in the record. */
static const struct ir_expr *
find_field(struct lower *l, const struct ir_expr *address, const struct ir_type *record, const struct ir_field *field,
           struct ir_loc loc)
{
	if (field >= record->fields && field < record->fields + record->field_count)
		return build_field(l, address, field, loc);
	for (uint32_t i = 0; i < record->field_count; i++) {
		const struct ir_field *part = &record->fields[i];
		if (part->name[0] || part->type->kind != IR_TYPE_RECORD)
			continue;
		const struct ir_expr *found = find_field(l, build_field(l, address, part, loc), part->type, field, loc);
		if (found)
			return found;
	}
	return NULL;
}

const struct ir_expr *
member_find(struct lower *l, const struct ir_expr *address, const struct ir_type *record, CXCursor field,
            struct ir_loc loc)
{
	const struct ir_field *ir = types_field(l, field);
	return ir ? find_field(l, address, record, ir, loc) : NULL;
}

const struct ir_expr *
member_of_this(struct lower *l, CXCursor field, struct ir_loc loc)
{
	return member_find(l, lower_this(l, loc), types_get(l, l->scope->this_record), field, loc);
}

static const struct ir_expr *
base_address(struct lower *l, CXCursor base, CXCursor member, const struct ir_type **record)
{
	if (clang_Cursor_isNull(base)) {
		*record = l->scope ? types_get(l, l->scope->this_record) : l->type_opaque;
		return lower_this(l, source_loc(l, member));
	}
	const CXType type = clang_getCanonicalType(clang_getCursorType(base));
	if (type.kind == CXType_Pointer) {
		*record = types_get(l, clang_getPointeeType(type));
		return lower_value(l, base);
	}
	*record = types_get(l, type);
	return lower_address(l, base);
}

const struct ir_expr *
member_address(struct lower *l, CXCursor cursor)
{
	const CXCursor member = clang_getCursorReferenced(cursor), base = lower_operand(l, cursor);
	const struct ir_loc loc = source_loc(l, cursor);
	const struct ir_type *type = types_of(l, cursor);
	if (clang_getCursorKind(member) == CXCursor_VarDecl) {
		const struct lower_var *var = var_global(l, member);
		const struct ir_expr *address = build_var(l, &var->ir, loc);
		return var->ir.type->is_reference ? build_load(l, address, var->ir.type, loc) : address;
	}
	if (clang_getCursorKind(member) == CXCursor_FieldDecl) {
		const struct ir_field *field = types_field(l, member);
		const struct ir_type *record;
		const struct ir_expr *object = base_address(l, base, cursor, &record);
		const struct ir_expr *address = field ? find_field(l, object, record, field, loc) : NULL;
		if (address)
			return field->type->is_reference ? build_load(l, address, field->type, loc) : address;
	}
	return build_unknown(l, types_pointer(l, type), loc, source_named(l, "member", cursor));
}

const struct ir_expr *
member_special(struct lower *l, CXCursor cursor)
{
	const CXCursor base = lower_operand(l, cursor);
	enum ir_special special;
	if (clang_getCursorKind(base) != CXCursor_DeclRefExpr ||
	    !var_special(l, clang_getCursorReferenced(base), &special) || special == IR_WARP_SIZE)
		return NULL;
	CXString name = clang_getCursorSpelling(cursor);
	const char *text = clang_getCString(name);
	const unsigned axis = (unsigned)(text[0] - 'x');
	const bool is_axis = axis < 3 && !text[1];
	clang_disposeString(name);
	if (!is_axis)
		return NULL;
	struct ir_expr *expr = build_expr(l, IR_SPECIAL, l->type_uint, source_loc(l, cursor));
	expr->special = special + (enum ir_special)axis;
	return expr;
}
