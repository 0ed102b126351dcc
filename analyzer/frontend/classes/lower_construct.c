/* Constructors: their calls, and the initialisation before their body. */
#include "frontend/classes/lower_construct.h"

#include <string.h>

#include "frontend/classes/lower_copy.h"
#include "frontend/classes/lower_elements.h"
#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_inherit.h"
#include "frontend/classes/lower_init.h"
#include "frontend/classes/lower_member.h"
#include "frontend/classes/lower_virtual.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"

bool
construct_is_copy(CXCursor constructor)
{
	return clang_CXXConstructor_isCopyConstructor(constructor) ||
	       clang_CXXConstructor_isMoveConstructor(constructor);
}

enum copy_kind
construct_copy_kind(CXCursor constructor)
{
	return clang_CXXConstructor_isMoveConstructor(constructor) ? MOVE_CONSTRUCT : COPY_CONSTRUCT;
}

/* ---- default construction ---- */

static enum CXVisitorResult
find_default_constructor(CXCursor method, CXClientData data)
{
	if (clang_getCursorKind(method) != CXCursor_Constructor || !clang_CXXConstructor_isDefaultConstructor(method))
		return CXVisit_Continue;
	*(CXCursor *)data = method;
	return CXVisit_Break;
}

static CXCursor
default_constructor(CXType record)
{
	CXCursor found = clang_getNullCursor();
	clang_visitCXXMethods(record, find_default_constructor, &found);
	return found;
}

struct default_members {
	struct lower *l;
	const struct ir_expr *object;
	struct ir_loc loc;
	struct lower_effects *effects;
	const CXCursor *skip; /* fields that have another initialiser */
	unsigned skip_count;
};

/* The default member initialiser of a FieldDecl. Its children also include array bounds, bit-field widths and template
 * arguments. */
static CXCursor
field_initialiser(struct lower *l, CXCursor field)
{
	const struct children children = lower_children(l, field);
	const struct ir_type *type = types_of(l, field);
	const bool is_record = type->kind == IR_TYPE_RECORD;
	CXCursor found = clang_getNullCursor();
	for (unsigned i = 0; i < children.count; i++) {
		const CXCursor child = nth_child(l, children, i);
		size_t file, length;
		unsigned offset;
		if (!clang_isExpression(clang_getCursorKind(child)))
			continue;
		if ((is_record && types_of(l, child) == type) || clang_getCursorKind(child) == CXCursor_InitListExpr) {
			found = child;
			continue;
		}
		if (!source_start(l, child, &file, &offset))
			continue;
		const char *text = source_text(l, file, &length);
		if (!text || !offset || offset >= length)
			continue;
		const bool begins_so = text[offset] == '=' || text[offset] == '{';
		while (offset && strchr(" \t\r\n", text[offset - 1]))
			offset--;
		if (begins_so || (offset && (text[offset - 1] == '=' || text[offset - 1] == '{')))
			found = child;
	}
	lower_done(l, children);
	return found;
}

void
init_field_default(struct lower *l, const struct ir_expr *object, CXCursor field, struct lower_effects *effects)
{
	const struct ir_field *ir = clang_getCursorKind(field) == CXCursor_FieldDecl ? types_field(l, field) : NULL;
	if (!ir)
		return;
	const struct ir_expr *address = build_field(l, build_again(l, object), ir, object->loc);
	const CXCursor initialiser = field_initialiser(l, field);
	if (!clang_Cursor_isNull(initialiser))
		init_object(l, address, clang_getCursorType(field), initialiser, effects);
	else if (ir->type->kind == IR_TYPE_RECORD || ir->type->kind == IR_TYPE_ARRAY)
		init_default(l, address, clang_getCursorType(field), object->loc, effects);
}

static enum CXVisitorResult
default_base(CXCursor base, CXClientData data)
{
	const struct default_members *members = data;
	struct lower *l = members->l;
	const CXType type = clang_getCursorType(base);
	for (unsigned i = 0; i < members->skip_count; i++)
		if (types_same(clang_getCursorType(members->skip[i]), type))
			return CXVisit_Continue;
	const struct ir_type *record = members->object->type->element;
	const struct ir_expr *part =
		record ? member_upcast(l, build_again(l, members->object), record, types_get(l, type), members->loc)
		       : NULL;
	struct lower_effects own = {0};
	struct lower_full full;
	full_begin(l, &full);
	if (part)
		init_default(l, part, type, members->loc, &own);
	full_end(l, &full, &own, members->effects);
	return CXVisit_Continue;
}

static enum CXVisitorResult
default_field(CXCursor field, CXClientData data)
{
	const struct default_members *members = data;
	struct lower *l = members->l;
	for (unsigned i = 0; i < members->skip_count; i++)
		if (clang_equalCursors(members->skip[i], field))
			return CXVisit_Continue;
	struct lower_effects own = {0};
	struct lower_full full;
	full_begin(l, &full);
	init_field_default(l, members->object, field, &own);
	full_end(l, &full, &own, members->effects);
	return CXVisit_Continue;
}

static void
default_bases(struct default_members *members, CXType record)
{
	clang_visitCXXBaseClasses(record, default_base, members);
}

static void
default_fields(struct default_members *members, CXType record)
{
	if (!types_get(members->l, record)->is_union)
		clang_Type_visitFields(record, default_field, members);
}

void
init_default(struct lower *l, const struct ir_expr *address, CXType type, struct ir_loc loc,
             struct lower_effects *effects)
{
	const struct ir_type *ir = types_get(l, type);
	if (ir->kind == IR_TYPE_ARRAY) {
		if (ir->element->kind == IR_TYPE_RECORD || ir->element->kind == IR_TYPE_ARRAY)
			elements_act(l, build_retyped(l, address, types_pointer(l, ir->element)),
			             build_int(l, l->type_ptrdiff, (int64_t)ir->count, loc), FIRST_FIRST,
			             clang_getArrayElementType(clang_getCanonicalType(type)), loc, init_default,
			             effects);
		return;
	}
	if (ir->kind != IR_TYPE_RECORD || l->depth >= LOWER_MAX_DEPTH)
		return;
	l->depth++;
	const CXType record = types_bare(type);
	const CXCursor constructor = default_constructor(record);
	if (!clang_Cursor_isNull(constructor) && !clang_CXXMethod_isDefaulted(constructor)) {
		struct lower_effects args = {0};
		effects_add(l, &args, build_again(l, address));
		const int count = clang_Cursor_getNumArguments(constructor);
		for (int i = 0; i < count; i++) {
			const CXCursor parameter = clang_Cursor_getArgument(constructor, (unsigned)i);
			const CXCursor value = clang_Cursor_getVarDeclInitializer(parameter);
			const struct ir_type *wanted = types_of(l, parameter);
			effects_add(l, &args,
			            clang_Cursor_isNull(value)
			                    ? build_unknown(l, wanted, loc, "default argument")
			                    : call_argument(l, value, clang_getCursorType(parameter)));
		}
		effects_add(l, effects, build_call(l, func_get(l, constructor), args.items, (uint32_t)args.count, loc));
	} else {
		struct default_members members = {.l = l,
		                                  .object = build_retyped(l, address, types_pointer(l, ir)),
		                                  .loc = loc,
		                                  .effects = effects};
		default_bases(&members, record);
		const CXCursor made = clang_Cursor_isNull(constructor) ? clang_getTypeDeclaration(record) : constructor;
		virtual_set_tables(l, members.object, record, source_name(l, made), effects);
		default_fields(&members, record);
	}
	l->depth--;
}

/* ---- constructor calls ---- */

static bool
is_type_reference(CXCursor child)
{
	return clang_getCursorKind(child) == CXCursor_TypeRef || clang_getCursorKind(child) == CXCursor_TemplateRef;
}

/* Whether the call names its type, as T() does and the `T x` of a declaration does not. */
static bool
names_type(CXCursor call)
{
	return !clang_Cursor_isNull(lower_first_child(call, is_type_reference));
}

/* The implicit copy or move of an object, which may be of a derived class. */
static void
copy_from(struct lower *l, const struct ir_expr *address, CXCursor source, CXType type, enum copy_kind copying,
          struct lower_effects *effects)
{
	const struct ir_expr *from = lower_address(l, source);
	const struct ir_expr *base =
		member_upcast(l, from, types_of(l, source), types_get(l, type), source_loc(l, source));
	copy_record(l, address, base ? base : from, type, copying, effects);
}

void
construct_at(struct lower *l, const struct ir_expr *address, CXCursor cursor, struct lower_effects *effects)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const CXCursor constructor = clang_getCursorReferenced(cursor);
	const CXType type = clang_getCursorType(cursor);
	const struct ir_type *ir = types_get(l, type);
	if (ir->kind == IR_TYPE_ARRAY) {
		init_default(l, address, type, loc, effects);
		return;
	}
	if (clang_CXXMethod_isDefaulted(constructor)) {
		if (construct_is_copy(constructor) && clang_Cursor_getNumArguments(cursor) == 1) {
			copy_from(l, address, clang_Cursor_getArgument(cursor, 0), type,
			          construct_copy_kind(constructor), effects);
			return;
		}
		if (names_type(cursor))
			effects_add(l, effects, build_zero(l, build_again(l, address), ir, loc));
		init_default(l, address, type, loc, effects);
		return;
	}
	struct lower_effects args = {0};
	effects_add(l, &args, build_retyped(l, address, types_pointer(l, ir)));
	call_arguments(l, cursor, constructor, 0, &args);
	effects_add(l, effects, build_call(l, func_get(l, constructor), args.items, (uint32_t)args.count, loc));
}

/* ---- initialisation before a constructor's body ---- */

/* The line to which nvcc 13.0 attributes the stores of the vtable pointers: that of the last base's initialiser, or
 * that of the body if no base has one. */
static struct ir_loc
start_after_bases(struct lower *l, const struct ir_expr *last_base, CXCursor body)
{
	return last_base ? last_base->loc : source_point(l, clang_getCursorLocation(body));
}

/* Initialises a field or a base. */
static void
initialise_member(struct lower *l, const struct ir_expr *address, CXType type, CXCursor initialiser,
                  struct lower_effects *effects)
{
	struct lower_effects own = {0};
	struct lower_full full;
	full_begin(l, &full);
	init_object(l, address, type, initialiser, &own);
	full_end(l, &full, &own, effects);
}

/* A constructor's initialiser of one field. */
struct member_initialiser {
	CXCursor field;
	struct lower_effects effects;
	bool is_emitted;
};

struct member_initialisers {
	struct default_members *defaults;
	struct member_initialiser *items;
	unsigned count;
};

/* Fields are initialised in the order of their declarations, not in that of their initialisers. */
static enum CXVisitorResult
make_field(CXCursor field, CXClientData data)
{
	struct member_initialisers *members = data;
	for (unsigned i = 0; i < members->count; i++)
		if (clang_equalCursors(members->items[i].field, field)) {
			members->items[i].is_emitted = true;
			effects_add_all(members->defaults->l, members->defaults->effects, &members->items[i].effects);
			return CXVisit_Continue;
		}
	return default_field(field, members->defaults);
}

/* Members of anonymous unions and structures come last. */
static void
make_fields(struct member_initialisers *members, CXType record)
{
	struct lower *l = members->defaults->l;
	if (!types_get(l, record)->is_union)
		clang_Type_visitFields(record, make_field, members);
	for (unsigned i = 0; i < members->count; i++)
		if (!members->items[i].is_emitted)
			effects_add_all(l, members->defaults->effects, &members->items[i].effects);
}

/* Whether a child of a constructor initialises a base, or delegates to another constructor. */
static bool
is_of_base(CXCursor child)
{
	const enum CXCursorKind kind = clang_getCursorKind(child);
	return kind == CXCursor_InitListExpr ||
	       (kind == CXCursor_CallExpr &&
	        clang_getCursorKind(clang_getCursorReferenced(child)) == CXCursor_Constructor);
}

void
construct_members(struct lower *l, CXCursor constructor, CXCursor body)
{
	const CXType record = l->scope->this_record;
	const struct ir_loc loc = source_loc(l, constructor);
	const struct children children = lower_children(l, constructor);
	CXCursor *skip = arena_new_array(l->arena, CXCursor, children.count + 2);
	struct member_initialisers members = {
		.items = arena_new_array(l->arena, struct member_initialiser, children.count + 1)};
	struct lower_effects bases = {0}, fields = {0};
	unsigned skip_count = 0;
	bool delegates = false;
	const struct ir_expr *self = lower_this(l, loc);
	for (unsigned i = 0; i < children.count; i++) {
		const CXCursor child = lower_unwrapped(l, nth_child(l, children, i));
		if (clang_getCursorKind(child) == CXCursor_MemberRef) {
			const CXCursor field = clang_getCursorReferenced(child);
			const struct ir_expr *address = member_of_this(l, field, source_loc(l, child));
			struct member_initialiser *member = &members.items[members.count++];
			*member = (struct member_initialiser){.field = field};
			if (!address)
				continue;
			const bool has_value = i + 1 < children.count &&
			                       clang_isExpression(clang_getCursorKind(nth_child(l, children, i + 1)));
			if (has_value)
				initialise_member(l, address, clang_getCursorType(field), nth_child(l, children, ++i),
				                  &member->effects);
			else
				effects_add(l, &member->effects,
				            build_zero(l, address, types_of(l, field), source_loc(l, child)));
		} else if (is_of_base(child)) {
			const CXType type = clang_getCursorType(child);
			const struct ir_expr *part =
				member_upcast(l, build_again(l, self), types_get(l, record), types_get(l, type), loc);
			delegates |= types_same(type, record);
			skip[skip_count++] = child;
			if (part)
				initialise_member(l, part, type, child, &bases);
		}
	}
	lower_done(l, children);
	if (construct_is_inherited(constructor))
		skip[skip_count++] = construct_inherited_base(l, constructor, self, &bases);
	if (!delegates) {
		struct default_members defaults = {
			.l = l, .object = self, .loc = loc, .effects = &bases, .skip = skip, .skip_count = skip_count};
		const struct ir_expr *last_base = bases.count ? bases.items[bases.count - 1] : NULL;
		default_bases(&defaults, record);
		virtual_set_tables(l, self, record, start_after_bases(l, last_base, body), &bases);
		defaults.effects = &fields;
		members.defaults = &defaults;
		make_fields(&members, record);
	}
	emit_effects(l, &bases, loc);
	emit_effects(l, &fields, loc);
}
