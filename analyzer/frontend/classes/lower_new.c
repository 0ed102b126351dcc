#include "frontend/classes/lower_new.h"

#include <string.h>

#include "frontend/classes/lower_destroy.h"
#include "frontend/classes/lower_elements.h"
#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_init.h"
#include "frontend/classes/lower_virtual.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"

/* The last character before a cursor that is not white space; 0: none. */
static char
character_before(struct lower *l, CXCursor cursor)
{
	size_t file, length;
	unsigned offset;
	if (!source_start(l, cursor, &file, &offset))
		return 0;
	const char *text = source_text(l, file, &length);
	if (!text || offset > length)
		return 0;
	while (offset && strchr(" \t\r\n", text[offset - 1]))
		offset--;
	return offset ? text[offset - 1] : 0;
}

struct new_parts {
	CXCursor placement, count, initialiser; /* null cursors: absent */
	bool is_array;
};

/* Placement arguments, the number of elements and the initialiser are all children. The text before each distinguishes
 * them. */
static struct new_parts
take_new_apart(struct lower *l, CXCursor cursor, struct children children)
{
	struct new_parts parts = {clang_getNullCursor(), clang_getNullCursor(), clang_getNullCursor(), false};
	bool after_type = false;
	const struct ir_type *element = types_of(l, cursor)->element;
	for (unsigned i = 0; i < children.count; i++) {
		const CXCursor child = nth_child(l, children, i);
		const enum CXCursorKind kind = clang_getCursorKind(child);
		if (kind == CXCursor_TypeRef || kind == CXCursor_TemplateRef)
			after_type = true;
		if (!clang_isExpression(kind))
			continue;
		if (character_before(l, child) == '[' && clang_Cursor_isNull(parts.count)) {
			parts.count = child;
			parts.is_array = true;
		} else if (kind == CXCursor_CallExpr || kind == CXCursor_InitListExpr || after_type || parts.is_array ||
		           i + 1 < children.count || types_of(l, child)->kind != IR_TYPE_POINTER ||
		           (element && element->kind == IR_TYPE_POINTER)) {
			if (i + 1 < children.count && clang_Cursor_isNull(parts.placement) && !after_type &&
			    !parts.is_array && types_of(l, child)->kind == IR_TYPE_POINTER)
				parts.placement = child;
			else
				parts.initialiser = child;
		} else {
			parts.placement = child;
		}
	}
	return parts;
}

const struct ir_expr *
new_lower(struct lower *l, CXCursor cursor)
{
	const struct ir_loc loc = source_loc(l, cursor);
	const CXType pointee = clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(cursor)));
	const struct ir_type *pointer = types_of(l, cursor), *element = types_get(l, pointee);
	const struct children children = lower_children(l, cursor);
	const struct new_parts parts = take_new_apart(l, cursor, children);
	const struct ir_expr *bytes = build_int(l, l->type_size, (int64_t)element->size, loc), *target;
	const struct ir_expr *count = NULL;
	if (parts.is_array) {
		count = lower_value_as(l, parts.count, l->type_size);
		if (count->kind != IR_INT) {
			const struct ir_var *number = var_temporary(l, l->type_size, loc);
			const struct ir_expr *store =
				build_store(l, build_var(l, number, loc), count, l->type_size, loc);
			count = build_load(l, build_var(l, number, loc), l->type_size, loc);
			bytes = build_binary(l, IR_MUL, store, bytes, l->type_size, loc);
		} else {
			bytes = build_binary(l, IR_MUL, count, bytes, l->type_size, loc);
		}
	}
	if (!clang_Cursor_isNull(parts.placement)) {
		target = build_convert(l, lower_value(l, parts.placement), pointer);
	} else {
		const struct ir_expr **args = arena_new_array(l->arena, const struct ir_expr *, 1);
		args[0] = bytes;
		target = build_builtin(l, IR_BUILTIN___gl_new, args, 1, pointer, loc);
	}
	struct lower_effects effects = {0};
	struct lower_full *extended = full_extend(l, NULL);
	const struct ir_var *kept = NULL;
	if (!clang_Cursor_isNull(parts.initialiser)) {
		kept = var_temporary(l, pointer, loc);
		effects_add(l, &effects, build_store(l, build_var(l, kept, loc), target, pointer, loc));
		const struct ir_expr *object = build_load(l, build_var(l, kept, loc), pointer, loc);
		if (!parts.is_array)
			init_object(l, object, pointee, parts.initialiser, &effects);
		else if (clang_getCursorKind(parts.initialiser) == CXCursor_InitListExpr)
			init_object(l, object, clang_getCursorType(parts.initialiser), parts.initialiser, &effects);
		else if (element->kind == IR_TYPE_RECORD)
			elements_act(l, object, count, FIRST_FIRST, pointee, loc, init_default, &effects);
	}
	full_extend(l, extended);
	lower_done(l, children);
	if (!kept)
		return target;
	return build_comma(l, build_sequence(l, &effects), build_load(l, build_var(l, kept, loc), pointer, loc));
}

/* ---- delete ---- */

/* Whether it is `delete[]`. */
static bool
deletes_array(struct lower *l, CXCursor cursor)
{
	size_t file, length;
	unsigned offset;
	const char *text = source_start(l, cursor, &file, &offset) ? source_text(l, file, &length) : NULL;
	if (!text || offset >= length)
		return false;
	text += offset + strspn(text + offset, ": \t\r\n"); /* skips the colons of `::delete` */
	text += strspn(text, "delt");
	return text[strspn(text, " \t\r\n")] == '[';
}

const struct ir_expr *
new_give_back(struct lower *l, const struct ir_expr *pointer, struct ir_loc loc)
{
	const struct ir_expr **args = arena_new_array(l->arena, const struct ir_expr *, 1);
	args[0] = pointer;
	return build_builtin(l, IR_BUILTIN___gl_delete, args, 1, l->type_void, loc);
}

/* Finds the virtual destructor that a delete-expression calls through the vtable; null cursor: none. */
static enum CXVisitorResult
find_virtual_destructor(CXCursor method, CXClientData data)
{
	if (clang_getCursorKind(method) != CXCursor_Destructor || !clang_CXXMethod_isVirtual(method))
		return CXVisit_Continue;
	*(CXCursor *)data = method;
	return CXVisit_Break;
}

/* Destroys the object at an address and frees its memory. */
static const struct ir_expr *
delete_object(struct lower *l, const struct ir_expr *object, CXType type, CXCursor virtual_destructor,
              struct ir_loc loc)
{
	struct lower_effects effects = {0};
	if (!clang_Cursor_isNull(virtual_destructor))
		return virtual_call(l, virtual_destructor, true, object, loc, &effects, loc);
	destroy_object(l, object, type, loc, &effects);
	effects_add(l, &effects, new_give_back(l, build_again(l, object), loc));
	return build_sequence(l, &effects);
}

/* The same for all elements of an array. The heap knows its size. */
static const struct ir_expr *
delete_array(struct lower *l, const struct ir_expr *first, CXType type, struct ir_loc loc)
{
	const struct ir_expr **args = arena_new_array(l->arena, const struct ir_expr *, 1);
	const struct ir_var *count = var_temporary(l, l->type_size, loc);
	const struct ir_expr *size = build_int(l, l->type_size, (int64_t)types_get(l, type)->size, loc);
	struct lower_effects effects = {0};
	args[0] = build_again(l, first);
	const struct ir_expr *bytes = build_builtin(l, IR_BUILTIN___gl_allocated, args, 1, l->type_size, loc);
	effects_add(l, &effects,
	            build_store(l, build_var(l, count, loc), build_binary(l, IR_DIV, bytes, size, l->type_size, loc),
	                        l->type_size, loc));
	elements_act(l, first, build_load(l, build_var(l, count, loc), l->type_size, loc), LAST_FIRST, type, loc,
	             destroy_object, &effects);
	effects_add(l, &effects, new_give_back(l, build_again(l, first), loc));
	return build_sequence(l, &effects);
}

const struct ir_expr *
new_lower_delete(struct lower *l, CXCursor cursor)
{
	const CXCursor operand = lower_operand(l, cursor);
	const struct ir_loc loc = source_loc(l, cursor);
	const struct ir_expr *pointer = lower_value(l, operand);
	const CXType type = clang_getPointeeType(clang_getCanonicalType(clang_getCursorType(operand)));
	const bool is_array = deletes_array(l, cursor);
	CXCursor destructor = clang_getNullCursor();
	if (!is_array)
		clang_visitCXXMethods(types_bare(type), find_virtual_destructor, &destructor);
	if (clang_Cursor_isNull(destructor) && !destroy_does_something(l, type))
		return new_give_back(l, pointer, loc);
	const struct ir_var *kept = var_temporary(l, pointer->type, loc);
	const struct ir_expr *store = build_store(l, build_var(l, kept, loc), pointer, pointer->type, loc);
	const struct ir_expr *object = build_load(l, build_var(l, kept, loc), kept->type, loc);
	const struct ir_expr *destroy =
		is_array ? delete_array(l, object, type, loc) : delete_object(l, object, type, destructor, loc);
	return build_if(l, build_binary(l, IR_NE, store, build_int(l, pointer->type, 0, loc), l->type_bool, loc),
	                destroy);
}
