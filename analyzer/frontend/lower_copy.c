/* Copies of records that the source does not spell out. Moves are copies too: what they leave behind is not used. */
#include "frontend/vtable.h"

enum { MAX_PARTS = 64, MAX_LEVELS = 8 };

struct copy {
	struct lower *l;
	enum copy_way way;
	CXCursor method;           /* the user's own way to copy, null cursor: none */
	CXCursor parts[MAX_PARTS]; /* bases and fields */
	unsigned count;
	bool too_many;
};

static enum CXVisitorResult
find_own_copy(CXCursor method, CXClientData data)
{
	struct copy *copy = data;
	const bool matches = copy->way == COPY_CONSTRUCT ? clang_getCursorKind(method) == CXCursor_Constructor &&
								   clang_CXXConstructor_isCopyConstructor(method)
							 : clang_CXXMethod_isCopyAssignmentOperator(method);
	if (!matches || clang_CXXMethod_isDefaulted(method) || clang_CXXMethod_isDeleted(method))
		return CXVisit_Continue;
	copy->method = method;
	return CXVisit_Break;
}

static CXCursor
own_copy(struct lower *l, CXType record, enum copy_way way)
{
	struct copy copy = {.l = l, .way = way, .method = clang_getNullCursor()};
	clang_visitCXXMethods(record, find_own_copy, &copy);
	return copy.method;
}

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

/* Whether some part of the record copies in a way of its own. */
static bool
has_own_parts(struct lower *l, CXType record, enum copy_way way, unsigned levels)
{
	const struct ir_type *ir = types_get(l, record);
	bool has_records = false;
	for (uint32_t i = 0; i < ir->field_count; i++)
		has_records |= ir->fields[i].type->kind == IR_TYPE_RECORD;
	if (!has_records || ir->is_union || levels == MAX_LEVELS)
		return false;
	struct copy copy = {.l = l, .way = way};
	list_parts(&copy, record);
	for (unsigned i = 0; i < copy.count; i++) {
		const CXType part = types_bare(clang_getCursorType(copy.parts[i]));
		if (types_get(l, part)->kind == IR_TYPE_RECORD &&
		    (!clang_Cursor_isNull(own_copy(l, part, way)) || has_own_parts(l, part, way, levels + 1)))
			return true;
	}
	return false;
}

static void
copy_part(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, CXType type, enum copy_way way,
          struct lower_effects *effects)
{
	const struct ir_type *ir = types_get(l, type);
	const CXCursor own = ir->kind == IR_TYPE_RECORD ? own_copy(l, types_bare(type), way) : clang_getNullCursor();
	if (!clang_Cursor_isNull(own)) {
		struct lower_effects args = {0};
		effects_add(l, &args, to);
		effects_add(l, &args, from);
		effects_add(l, effects, build_call(l, func_get(l, own), args.items, (uint32_t)args.count, to->loc));
	} else if (ir->kind == IR_TYPE_RECORD) {
		copy_record(l, to, from, type, way, effects);
	} else if (types_is_scalar(ir)) {
		effects_add(l, effects, build_store(l, to, build_load(l, from, ir, from->loc), ir, to->loc));
	} else {
		effects_add(l, effects, build_copy(l, to, from, ir, to->loc));
	}
}

void
copy_record(struct lower *l, const struct ir_expr *to, const struct ir_expr *from, CXType type, enum copy_way way,
            struct lower_effects *effects)
{
	const CXType record = types_bare(type);
	const struct ir_type *ir = types_get(l, record);
	struct copy copy = {.l = l, .way = way};
	/* The pointers to virtual functions are the object's own. What copies the rest is a function of the class's. */
	const bool is_dynamic = vtables_of(l, record)->count, in_parts = is_dynamic || has_own_parts(l, record, way, 0);
	const CXCursor class = clang_getTypeDeclaration(record);
	if (in_parts)
		list_parts(&copy, record);
	if (!in_parts || copy.too_many || l->depth >= LOWER_MAX_DEPTH) {
		effects_add(l, effects, build_copy(l, to, from, ir, to->loc));
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
			copy_part(l, part_to, part_from, part, way, effects);
	}
	if (way == COPY_CONSTRUCT)
		virtual_set_tables(l, to, record, loc, effects);
	l->depth--;
}
