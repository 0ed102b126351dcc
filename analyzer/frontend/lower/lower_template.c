/* The arguments of templates, as text. */
#include "frontend/lower/lower_template.h"

#include <string.h>

#include "frontend/lower/source.h"
#include "support/name_letter.h"

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

/* NULL: of another kind, which libclang does not tell. */
static const char *
template_argument(struct lower *l, CXCursor cursor, unsigned i)
{
	switch (clang_Cursor_getTemplateArgumentKind(cursor, i)) {
	case CXTemplateArgumentKind_Type:
		return source_string(l, clang_getTypeSpelling(clang_Cursor_getTemplateArgumentType(cursor, i)));
	case CXTemplateArgumentKind_Integral:
		return integral_argument(l, cursor, i);
	default:
		return NULL;
	}
}

/* ---- arguments that libclang does not tell ---- */

static const char *
pretty_printed(struct lower *l, CXCursor cursor)
{
	CXPrintingPolicy policy = clang_getCursorPrintingPolicy(cursor);
	clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
	clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_FullyQualifiedName, 1);
	const char *text = source_string(l, clang_getCursorPrettyPrinted(cursor, policy));
	clang_PrintingPolicy_dispose(policy);
	return text;
}

/* What stands behind the function's name in its declaration, from the first argument on; NULL: no arguments do. */
static const char *
printed_arguments(const char *declaration, const char *name)
{
	const size_t length = strlen(name);
	for (const char *at = declaration; (at = strstr(at, name)); at += length)
		if ((at == declaration || !is_name_letter(at[-1])) && at[length] == '<')
			return at + length + 1;
	return NULL;
}

/* The end of an argument: the comma or the bracket behind it. */
static const char *
argument_end(const char *at)
{
	unsigned depth = 0;
	for (; *at; at++) {
		if (*at == '\'' || *at == '"') {
			const char quote = *at++;
			while (*at && *at != quote)
				at += *at == '\\' && at[1] ? 2 : 1;
			if (!*at)
				break;
		} else if (!depth && strchr(",>", *at)) {
			break;
		} else if (strchr("<([{", *at)) {
			depth++;
		} else if (strchr(">)]}", *at) && depth) {
			depth--;
		}
	}
	return at;
}

static void
add_argument(struct lower *l, struct ir_func *func, const char *text)
{
	const char **grown = arena_new_array(l->arena, const char *, (size_t)func->template_arg_count + 1);
	for (uint32_t i = 0; i < func->template_arg_count; i++)
		grown[i] = func->template_args[i];
	grown[func->template_arg_count++] = text;
	func->template_args = grown;
}

/* Those of a pack, each on its own; `at`: behind the bracket that the compiler prints before it. */
static void
add_pack(struct lower *l, struct ir_func *func, const char *at)
{
	while (*at && *at != '>') {
		const char *end = argument_end(at);
		add_argument(l, func, arena_strndup(l->arena, at, (size_t)(end - at)));
		at = end + (*end == ',') + strspn(end + (*end == ','), " ");
	}
}

static void
add_printed_argument(struct lower *l, struct ir_func *func, CXCursor from, unsigned i, const char *printed)
{
	const char *told = template_argument(l, from, i);
	const bool is_pack = clang_Cursor_getTemplateArgumentKind(from, i) == CXTemplateArgumentKind_Pack;
	if (told || !printed || !*printed)
		add_argument(l, func, told ? told : is_pack ? "..." : "?");
	else if (is_pack && *printed == '<')
		add_pack(l, func, printed + 1);
	else
		add_argument(l, func, arena_strndup(l->arena, printed, (size_t)(argument_end(printed) - printed)));
}

/* In the order of the parameters, in which the compiler prints them as well. */
static void
read_printed_arguments(struct lower *l, struct ir_func *func, CXCursor from, unsigned count)
{
	const char *at = printed_arguments(pretty_printed(l, from), func->name);
	for (unsigned i = 0; i < count; i++) {
		add_printed_argument(l, func, from, i, at);
		if (!at)
			continue;
		at = argument_end(at);
		at += *at == ',';
		at += strspn(at, " ");
	}
	/* An instance of a pack of nothing is one of a template all the same. */
	if (!func->template_arg_count)
		add_argument(l, func, "");
}

static bool
is_told(CXCursor from, unsigned i)
{
	const enum CXTemplateArgumentKind kind = clang_Cursor_getTemplateArgumentKind(from, i);
	return kind == CXTemplateArgumentKind_Type || kind == CXTemplateArgumentKind_Integral;
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
	for (int i = 0; i < count; i++)
		if (!is_told(from, (unsigned)i)) {
			read_printed_arguments(l, func, from, (unsigned)count);
			return;
		}
	func->template_args = arena_new_array(l->arena, const char *, (size_t)count);
	func->template_arg_count = (uint32_t)count;
	for (int i = 0; i < count; i++)
		func->template_args[i] = template_argument(l, from, (unsigned)i);
}
