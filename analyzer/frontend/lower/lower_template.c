/* The arguments of templates, as text. */
#include "frontend/lower/lower_template.h"

#include "frontend/lower/source.h"

struct template_parameter {
	unsigned index;         /* counts down to the one that is looked for */
	CXType type;
};

static enum CXChildVisitResult
find_template_parameter(CXCursor child, CXCursor parent, CXClientData data)
{
	struct template_parameter *wanted = data;
	const enum CXCursorKind kind = clang_getCursorKind(child);
	(void)parent;
	if (kind != CXCursor_NonTypeTemplateParameter && kind != CXCursor_TemplateTypeParameter
	    && kind != CXCursor_TemplateTemplateParameter)
		return CXChildVisit_Continue;
	if (wanted->index--)
		return CXChildVisit_Continue;
	wanted->type = clang_getCanonicalType(clang_getCursorType(child));
	return CXChildVisit_Break;
}

/* libclang extends every argument's sign, that of a bool as well: the parameter's type tells what is meant. */
static const char *
integral_argument(struct lower *l, CXCursor cursor, unsigned i)
{
	struct template_parameter parameter = {.index = i, .type = {.kind = CXType_Invalid}};
	clang_visitChildren(clang_getSpecializedCursorTemplate(cursor), find_template_parameter, &parameter);
	switch (parameter.type.kind) {
	case CXType_Bool:
		return clang_Cursor_getTemplateArgumentValue(cursor, i) ? "true" : "false";
	case CXType_Enum:
		/* As demanglers and the tools that show their names spell it. */
		return arena_printf(l->arena, "(%s)%lld", source_string(l, clang_getTypeSpelling(parameter.type)),
		                    clang_Cursor_getTemplateArgumentValue(cursor, i));
	case CXType_UChar: case CXType_UShort: case CXType_UInt: case CXType_ULong: case CXType_ULongLong:
		return arena_printf(l->arena, "%llu", clang_Cursor_getTemplateArgumentUnsignedValue(cursor, i));
	default:
		return arena_printf(l->arena, "%lld", clang_Cursor_getTemplateArgumentValue(cursor, i));
	}
}

static const char *
template_argument(struct lower *l, CXCursor cursor, unsigned i)
{
	switch (clang_Cursor_getTemplateArgumentKind(cursor, i)) {
	case CXTemplateArgumentKind_Type:
		return source_string(l, clang_getTypeSpelling(clang_Cursor_getTemplateArgumentType(cursor, i)));
	case CXTemplateArgumentKind_Integral:
		return integral_argument(l, cursor, i);
	case CXTemplateArgumentKind_Pack:
		return "...";
	default:
		return "?";
	}
}

void
template_read_arguments(struct lower *l, struct ir_func *func, CXCursor cursor)
{
	CXCursor from = cursor;
	int count = clang_Cursor_getNumTemplateArguments(from);
	if (count <= 0) {
		from = clang_getCursorSemanticParent(cursor);
		count = clang_Cursor_getNumTemplateArguments(from);
	}
	if (count <= 0)
		return;
	func->template_args = arena_new_array(l->arena, const char *, (size_t)count);
	func->template_arg_count = (uint32_t)count;
	for (int i = 0; i < count; i++)
		func->template_args[i] = template_argument(l, from, (unsigned)i);
}
