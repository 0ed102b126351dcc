/* The functions that a unit always contains: kernels, host functions of the project, and templates that may be kernels.
 * The same walk over all declarations finds the built-in variables. */
#include "frontend/lower/roots.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/classes/lower_start.h"
#include "frontend/classes/lower_var.h"
#include "frontend/lower/uncalled.h"
#include "frontend/text/instantiate.h"
#include "frontend/unit/function.h"
#include "frontend/unit/lowering.h"
#include "frontend/unit/problems.h"
#include "frontend/unit/source.h"
#include "support/allocate.h"

static void
note_special(struct lower *l, CXCursor cursor)
{
	static const char *const names[LOWER_SPECIALS] = {"threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"};
	CXString name = clang_getCursorSpelling(cursor);
	for (unsigned i = 0; i < LOWER_SPECIALS; i++)
		if (!strcmp(clang_getCString(name), names[i]))
			l->specials[i] = clang_getCanonicalCursor(cursor);
	clang_disposeString(name);
}

/* Members of a template that are defined outside it have no types to lower. */
static bool
is_in_template(CXCursor cursor)
{
	CXCursor parent = clang_getCursorSemanticParent(cursor);
	while (!clang_Cursor_isNull(parent) && clang_isDeclaration(clang_getCursorKind(parent))) {
		const enum CXCursorKind kind = clang_getCursorKind(parent);
		if (kind == CXCursor_ClassTemplate || kind == CXCursor_ClassTemplatePartialSpecialization ||
		    kind == CXCursor_FunctionTemplate)
			return true;
		if (kind == CXCursor_Namespace)
			return false;
		parent = clang_getCursorSemanticParent(parent);
	}
	return false;
}

/* Whether a function template is a kernel or launches one. */
static bool
is_kernel_template(struct lower *l, CXCursor cursor)
{
	size_t length;
	if (!clang_isCursorDefinition(cursor))
		return false;
	if (func_is_kernel(cursor))
		return true;
	const char *text = source_written(l, cursor, &length);
	return text && source_find_launch(text, length);
}

struct named {
	struct lower *l;
	const struct ir_func *first; /* NULL: no function was named */
};

static enum CXChildVisitResult
get_named_kernel(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct named *named = data;
	if (clang_getCursorKind(cursor) == CXCursor_DeclRefExpr) {
		const CXCursor function = clang_getCursorReferenced(cursor);
		if (clang_getCursorKind(function) == CXCursor_FunctionDecl ||
		    clang_getCursorKind(function) == CXCursor_CXXMethod) {
			const struct ir_func *func = func_get(named->l, function);
			named->first = named->first ? named->first : func;
		}
	}
	return CXChildVisit_Recurse;
}

/* Lowers the kernel that an appended variable names. */
static void
follow_reference(struct lower *l, CXCursor cursor)
{
	static const size_t asked = sizeof INSTANTIATE_ASKED - 1;
	struct named named = {.l = l};
	const char *name = source_string(l, clang_getCursorSpelling(cursor));
	if (strncmp(name, REFERENCE_PREFIX, sizeof REFERENCE_PREFIX - 1))
		return;
	clang_visitChildren(cursor, get_named_kernel, &named);
	if (strncmp(name, INSTANTIATE_ASKED, asked))
		return;
	const struct ir_instance instance = {arena_strdup(l->arena, l->instances[strtoul(name + asked, NULL, 10)]),
	                                     named.first,
	                                     frontend_error_from(l, source_point(l, clang_getCursorLocation(cursor)))};
	memory_push(l->unit->instances, l->unit->instance_count, l->unit->instance_capacity, instance);
}

/* libclang does not show the members that `template class C<int>;` instantiates. */
static enum CXVisitorResult
get_instantiated_method(CXCursor method, CXClientData data)
{
	if (!clang_CXXMethod_isDefaulted(method) && !clang_CXXMethod_isDeleted(method) && func_has_body(method, NULL) &&
	    !uncalled_is_nothing(data, method))
		func_get(data, method);
	return CXVisit_Continue;
}

/* A scalar variable with external linkage, which other units may read. */
static void
follow_exported(struct lower *l, CXCursor cursor)
{
	const CXType type = clang_getCanonicalType(clang_getCursorType(cursor));
	if (clang_isCursorDefinition(cursor) && clang_getCursorLinkage(cursor) == CXLinkage_External &&
	    type.kind >= CXType_FirstBuiltin && type.kind <= CXType_LastBuiltin && !is_in_template(cursor))
		var_global(l, cursor);
}

static enum CXChildVisitResult
visit_root(CXCursor cursor, CXCursor parent, CXClientData data)
{
	(void)parent;
	struct lower *l = data;
	const bool is_system = source_is_system(cursor);
	switch (clang_getCursorKind(cursor)) {
	case CXCursor_VarDecl:
		if (is_system)
			note_special(l, cursor);
		else if (l->has_references)
			follow_reference(l, cursor);
		if (!is_system) {
			follow_exported(l, cursor);
			if (!is_in_template(cursor))
				start_note(l, cursor);
		}
		return CXChildVisit_Continue;
	case CXCursor_CXXMethod:
	case CXCursor_FunctionDecl:
	case CXCursor_Constructor:
	case CXCursor_ConversionFunction:
		if (!is_system && clang_isCursorDefinition(cursor) && !clang_CXXMethod_isDefaulted(cursor) &&
		    !clang_CXXMethod_isDeleted(cursor) && !is_in_template(cursor) && !uncalled_is_nothing(l, cursor))
			func_get(l, cursor);
		return CXChildVisit_Continue;
	case CXCursor_FunctionTemplate:
		if (!is_system && is_kernel_template(l, cursor))
			memory_push(l->kernel_templates, l->kernel_template_count, l->kernel_template_capacity, cursor);
		return CXChildVisit_Continue;
	case CXCursor_Namespace: return is_system ? CXChildVisit_Continue : CXChildVisit_Recurse;
	case CXCursor_LinkageSpec:
	case CXCursor_UnexposedDecl: return CXChildVisit_Recurse;
	case CXCursor_StructDecl:
	case CXCursor_ClassDecl:
		if (!is_system && !clang_Cursor_isNull(clang_getSpecializedCursorTemplate(cursor)))
			clang_visitCXXMethods(clang_getCursorType(cursor), get_instantiated_method, l);
		return is_system ? CXChildVisit_Continue : CXChildVisit_Recurse;
	default: return CXChildVisit_Continue;
	}
}

void
roots_collect(struct lower *l)
{
	for (unsigned i = 0; i < LOWER_SPECIALS; i++)
		l->specials[i] = clang_getNullCursor();
	clang_visitChildren(clang_getTranslationUnitCursor(l->tu), visit_root, l);
}
