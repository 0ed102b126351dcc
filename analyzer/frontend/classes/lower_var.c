/* Variables: their storage, their names across units, and their initialisers. */
#include "frontend/classes/lower_var.h"

#include <string.h>

#include "frontend/classes/lower_destroy.h"
#include "frontend/classes/lower_full.h"
#include "frontend/classes/lower_init.h"
#include "frontend/classes/lower_leave.h"
#include "frontend/classes/lower_start.h"
#include "frontend/unit/build.h"
#include "frontend/unit/children.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/source.h"
#include "frontend/unit/types.h"
#include "frontend/unit/variable.h"
#include "support/allocate.h"

struct attributes {
	bool is_shared, is_constant, is_device, is_managed;
};

static enum CXChildVisitResult
visit_attribute(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct attributes *attributes = data;
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_CUDASharedAttr: attributes->is_shared = true; break;
	case CXCursor_CUDAConstantAttr: attributes->is_constant = true; break;
	case CXCursor_CUDADeviceAttr: attributes->is_device = true; break;
	case CXCursor_AnnotateAttr: {
		CXString text = clang_getCursorSpelling(cursor);
		attributes->is_managed |= !strcmp(clang_getCString(text), "gl:managed");
		clang_disposeString(text);
		break;
	}
	default: break;
	}
	return CXChildVisit_Continue;
}

/* ---- globals ---- */

static enum ir_storage
global_storage(CXCursor cursor, bool is_extern)
{
	struct attributes attributes = {0};
	clang_visitChildren(cursor, visit_attribute, &attributes);
	if (attributes.is_managed)
		return IR_STORAGE_MANAGED;
	if (attributes.is_shared)
		return is_extern ? IR_STORAGE_SHARED_DYNAMIC : IR_STORAGE_SHARED;
	if (attributes.is_constant)
		return IR_STORAGE_CONSTANT;
	return attributes.is_device ? IR_STORAGE_DEVICE : IR_STORAGE_STATIC;
}

/* A static local variable is in the memory of the side that runs its function. If both host and device run it, it is in
 * managed memory. */
static enum ir_storage
static_storage(const struct lower *l, CXCursor cursor)
{
	const bool is_local = clang_getCursorLinkage(cursor) == CXLinkage_NoLinkage;
	if (!is_local || !l->scope || !l->scope->func->ir.is_device)
		return IR_STORAGE_STATIC;
	return l->scope->func->ir.is_host ? IR_STORAGE_MANAGED : IR_STORAGE_DEVICE;
}

/* A variable with external linkage has one name in all units. A name with internal linkage is distinguished by the
 * unit's path. */
static const char *
global_link_name(struct lower *l, CXCursor cursor, const struct lower_var *var)
{
	const enum CXLinkageKind linkage = clang_getCursorLinkage(cursor);
	if (var->ir.storage == IR_STORAGE_SHARED || var->ir.storage == IR_STORAGE_SHARED_DYNAMIC ||
	    linkage == CXLinkage_NoLinkage || linkage == CXLinkage_Invalid)
		return NULL;
	const char *mangled = source_string(l, clang_Cursor_getMangling(cursor));
	if (!*mangled)
		mangled = source_string(l, clang_getCursorUSR(cursor));
	return linkage == CXLinkage_External ? mangled : arena_printf(l->arena, "%s@%s", mangled, l->unit->path);
}

static void
initialise_global(struct lower *l, struct lower_var *var, CXCursor definition)
{
	const CXCursor initialiser = clang_Cursor_getVarDeclInitializer(definition);
	if (clang_Cursor_isNull(initialiser))
		return;
	struct lower_scope *scope = l->scope;
	struct lower_effects own = {0}, effects = {0};
	struct lower_full full, extended = {0};
	l->scope = NULL;
	full_begin(l, &full);
	full_extend(l, &extended);
	init_object(l, build_var(l, &var->ir, var->ir.loc), clang_getCursorType(definition), initialiser, &own);
	full_end(l, &full, &own, &effects);
	for (size_t i = 0; i < extended.count; i++)
		effects_add(
			l, &effects,
			destroy_at_exit(l, build_var(l, extended.items[i].var, var->ir.loc), extended.items[i].type));
	if (var->ir.storage == IR_STORAGE_STATIC)
		effects_add(l, &effects,
		            destroy_at_exit(l, build_var(l, &var->ir, var->ir.loc), clang_getCursorType(definition)));
	l->scope = scope;
	var->ir.init = build_sequence(l, &effects);
}

struct lower_var *
var_global(struct lower *l, CXCursor cursor)
{
	const CXCursor key = clang_getCanonicalCursor(cursor);
	struct lower_var *var = table_find(&l->globals, key);
	if (var)
		return var;
	CXCursor definition = clang_getCursorDefinition(cursor);
	/* Detects `extern "C" const int n;`, whose storage class is not `extern`. */
	const bool only_declared =
		clang_Cursor_isNull(definition) || clang_Cursor_hasVarDeclExternalStorage(definition) == 1;
	/* The definition of an instantiated static member is the template's, whose type depends on parameters. */
	if (clang_Cursor_isNull(definition) || types_of(l, definition)->kind == IR_TYPE_OPAQUE)
		definition = cursor;
	const enum ir_storage declared =
		global_storage(definition, clang_Cursor_hasVarDeclExternalStorage(definition) == 1);
	const enum ir_storage storage = declared == IR_STORAGE_STATIC ? static_storage(l, definition) : declared;
	var = var_make(l, definition, types_of(l, definition), storage);
	var->ir.is_extern = storage != IR_STORAGE_SHARED_DYNAMIC && only_declared &&
	                    clang_Cursor_isNull(clang_Cursor_getVarDeclInitializer(definition));
	var->ir.address_taken = true;
	var->ir.link_name = global_link_name(l, definition, var);
	table_set(&l->globals, key, var);
	struct ir_var *global = &var->ir;
	memory_push(l->unit->globals, l->unit->global_count, l->unit->global_capacity, global);
	if (storage != IR_STORAGE_SHARED && storage != IR_STORAGE_SHARED_DYNAMIC)
		initialise_global(l, var, definition);
	return var;
}

/* ---- locals ---- */

/* The size of a variable-length array in bytes; NULL: an extent cannot be found. */
static const struct ir_expr *
vla_bytes(struct lower *l, CXCursor cursor, struct ir_loc loc)
{
	CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
	unsigned levels = 0;
	while (type.kind == CXType_VariableArray || type.kind == CXType_ConstantArray) {
		type = clang_getCanonicalType(clang_getArrayElementType(type));
		levels++;
	}
	const struct children children = lower_children(l, cursor);
	const struct ir_expr *bytes = build_int(l, l->type_size, (int64_t)types_get(l, type)->size, loc);
	unsigned extents = 0;
	for (unsigned i = 0; i < children.count; i++)
		if (clang_isExpression(clang_getCursorKind(nth_child(l, children, i)))) {
			bytes = build_binary(l, IR_MUL, bytes,
			                     lower_value_as(l, nth_child(l, children, i), l->type_size), l->type_size,
			                     loc);
			extents++;
		}
	lower_done(l, children);
	return extents == levels ? bytes : NULL;
}

static void
declare_vla(struct lower *l, CXCursor cursor)
{
	const struct ir_type *element =
		types_get(l, clang_getArrayElementType(clang_getCanonicalType(clang_getCursorType(cursor))));
	const struct ir_type *pointer = types_pointer(l, element);
	const struct ir_loc loc = source_loc(l, cursor);
	const struct ir_expr *bytes = vla_bytes(l, cursor, loc);
	struct lower_var *var = var_local(l, cursor, pointer, IR_STORAGE_LOCAL);
	var->is_vla = true;
	var_emit_declaration(l, &var->ir);
	if (!bytes)
		bytes = build_unknown(l, l->type_size, loc, "size of a variable-length array");
	const struct ir_expr **args = arena_new_array(l->arena, const struct ir_expr *, 1);
	args[0] = bytes;
	emit_expr(l,
	          build_store(l, build_var(l, &var->ir, loc),
	                      build_builtin(l, IR_BUILTIN___gl_new, args, 1, pointer, loc), pointer, loc),
	          loc);
}

void
var_declare(struct lower *l, CXCursor cursor)
{
	/* Shared variables, static locals and extern declarations outlive the function. */
	struct attributes attributes = {0};
	clang_visitChildren(cursor, visit_attribute, &attributes);
	if (attributes.is_shared || attributes.is_constant || attributes.is_device ||
	    clang_Cursor_hasVarDeclGlobalStorage(cursor) == 1) {
		const struct lower_var *var = var_global(l, cursor);
		if (var->ir.storage == IR_STORAGE_STATIC && var->ir.init && start_does_more(l, cursor))
			emit_expr(l, build_var(l, &var->ir, var->ir.loc), var->ir.loc);
		return;
	}
	const CXType type = clang_getCursorType(cursor);
	if (clang_getCanonicalType(type).kind == CXType_VariableArray) {
		declare_vla(l, cursor);
		return;
	}
	struct lower_var *var = var_local(l, cursor, types_get(l, type), IR_STORAGE_LOCAL);
	var_emit_declaration(l, &var->ir);
	if (clang_isInvalidDeclaration(cursor))
		lower_partial(l, arena_printf(l->arena, "line %u: the compiler rejects the declaration of %s",
		                              var->ir.loc.line, var->ir.name));
	struct lower_effects effects = {0};
	struct lower_full full, extended = {0};
	full_begin(l, &full);
	full_extend(l, &extended);
	const CXCursor initialiser = clang_Cursor_getVarDeclInitializer(cursor);
	if (!clang_Cursor_isNull(initialiser))
		init_object(l, build_var(l, &var->ir, var->ir.loc), type, initialiser, &effects);
	else if (var->ir.type->kind == IR_TYPE_RECORD)
		init_default(l, build_var(l, &var->ir, var->ir.loc), type, var->ir.loc, &effects);
	full_emit(l, &full, &effects, var->ir.loc);
	for (size_t i = 0; i < extended.count; i++)
		leave_note_temporary(l, &extended.items[i]);
	leave_note_variable(l, &var->ir, type);
}
