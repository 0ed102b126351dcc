/* The arguments of templates, as text. */
#include "frontend/unit/template_arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frontend/unit/source.h"
#include "support/demangle.h"
#include "support/name_letter.h"

struct template_parameter {
	unsigned index; /* counts down to the parameter that is looked for */
	CXType type;
};

static enum CXChildVisitResult
find_template_parameter(CXCursor child, CXCursor parent, CXClientData data)
{
	struct template_parameter *wanted = data;
	const enum CXCursorKind kind = clang_getCursorKind(child);
	(void)parent;
	if (kind != CXCursor_NonTypeTemplateParameter && kind != CXCursor_TemplateTypeParameter &&
	    kind != CXCursor_TemplateTemplateParameter)
		return CXChildVisit_Continue;
	if (wanted->index--)
		return CXChildVisit_Continue;
	wanted->type = clang_getCanonicalType(clang_getCursorType(child));
	return CXChildVisit_Break;
}

static CXType
parameter_type(CXCursor cursor, unsigned i)
{
	struct template_parameter parameter = {.index = i, .type = {.kind = CXType_Invalid}};
	clang_visitChildren(clang_getSpecializedCursorTemplate(cursor), find_template_parameter, &parameter);
	return parameter.type;
}

static bool
is_unsigned(enum CXTypeKind kind)
{
	return kind >= CXType_Char_U && kind <= CXType_UInt128;
}

/* libclang sign-extends every argument, even of type bool. The parameter's type decides how to read it. */
static const char *
number_of_type(struct lower *l, CXCursor cursor, unsigned i, enum CXTypeKind kind)
{
	return is_unsigned(kind)
	               ? arena_printf(l->arena, "%llu", clang_Cursor_getTemplateArgumentUnsignedValue(cursor, i))
	               : arena_printf(l->arena, "%lld", clang_Cursor_getTemplateArgumentValue(cursor, i));
}

static const char *
integral_argument(struct lower *l, CXCursor cursor, unsigned i)
{
	const enum CXTypeKind kind = parameter_type(cursor, i).kind;
	if (kind == CXType_Bool)
		return clang_Cursor_getTemplateArgumentValue(cursor, i) ? "true" : "false";
	return number_of_type(l, cursor, i, kind);
}

/* NULL: an argument of a kind that libclang does not report. */
static const char *
template_argument(struct lower *l, CXCursor cursor, unsigned i)
{
	switch (clang_Cursor_getTemplateArgumentKind(cursor, i)) {
	case CXTemplateArgumentKind_Type:
		return source_string(l, clang_getTypeSpelling(clang_Cursor_getTemplateArgumentType(cursor, i)));
	case CXTemplateArgumentKind_Integral: return integral_argument(l, cursor, i);
	default: return NULL;
	}
}

/* ---- arguments that libclang does not report ---- */

/* Whether libclang reports the argument faithfully. It does not for a number whose type is `auto` or an earlier
 * template parameter: that may be of any type. It reports an enumerator without its name. */
static bool
is_reported(CXCursor from, unsigned i)
{
	const enum CXTemplateArgumentKind kind = clang_Cursor_getTemplateArgumentKind(from, i);
	if (kind != CXTemplateArgumentKind_Integral)
		return kind == CXTemplateArgumentKind_Type;
	const enum CXTypeKind type = parameter_type(from, i).kind;
	return type >= CXType_FirstBuiltin && type <= CXType_LastBuiltin && type != CXType_Dependent;
}

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

/* The text after the function's name and `<` in its declaration. NULL: the name has no arguments. */
static const char *
printed_arguments(const char *declaration, const char *name)
{
	const size_t length = strlen(name);
	for (const char *at = declaration; (at = strstr(at, name)); at += length)
		if ((at == declaration || !is_name_letter(at[-1])) && at[length] == '<')
			return at + length + 1;
	return NULL;
}

/* The end of an argument: the comma or the bracket after it. */
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
append_text(struct lower *l, const char ***texts, uint32_t count, const char *text)
{
	const char **grown = arena_new_array(l->arena, const char *, (size_t)count + 1);
	for (uint32_t i = 0; i < count; i++)
		grown[i] = (*texts)[i];
	grown[count] = text;
	*texts = grown;
}

static void
add_argument(struct lower *l, struct ir_func *func, const char *demangled, const char *written)
{
	append_text(l, &func->template_args, func->template_arg_count, demangled);
	append_text(l, &func->written_template_args, func->template_arg_count, written);
	func->template_arg_count++;
}

/* The parameter's type. If that is an earlier template parameter, the argument for it. The type of an `auto` parameter
 * is not found. */
static CXType
argument_type(struct lower *l, CXCursor from, unsigned i)
{
	const CXType type = parameter_type(from, i);
	unsigned in_front;
	if (sscanf(source_string(l, clang_getTypeSpelling(type)), "type-parameter-0-%u", &in_front) == 1 &&
	    in_front < i)
		return clang_getCanonicalType(clang_Cursor_getTemplateArgumentType(from, in_front));
	return type;
}

/* An enumerator as demanglers spell it, and the tools that show demangled names. NULL: it is no enumerator, or its type
 * is unknown. */
static const char *
demangled_enumerator(struct lower *l, CXCursor from, unsigned i)
{
	if (clang_Cursor_getTemplateArgumentKind(from, i) != CXTemplateArgumentKind_Integral)
		return NULL;
	const CXType type = argument_type(l, from, i);
	if (type.kind != CXType_Enum)
		return NULL;
	const CXType number = clang_getCanonicalType(clang_getEnumDeclIntegerType(clang_getTypeDeclaration(type)));
	return arena_printf(l->arena, "(%s)%s", source_string(l, clang_getTypeSpelling(type)),
	                    number_of_type(l, from, i, number.kind));
}

/* Adds each argument of a pack. `at`: after the bracket that the compiler prints before the pack. */
static void
add_pack(struct lower *l, struct ir_func *func, const char *at)
{
	while (*at && *at != '>') {
		const char *end = argument_end(at);
		const char *text = arena_strndup(l->arena, at, (size_t)(end - at));
		add_argument(l, func, text, text);
		at = end + (*end == ',') + strspn(end + (*end == ','), " ");
	}
}

static void
add_printed_argument(struct lower *l, struct ir_func *func, CXCursor from, unsigned i, const char *printed)
{
	const bool is_pack = clang_Cursor_getTemplateArgumentKind(from, i) == CXTemplateArgumentKind_Pack;
	const bool is_printed = printed && *printed;
	const char *text = is_reported(from, i) || !is_printed ? template_argument(l, from, i) : NULL;
	if (!text && is_pack && is_printed && *printed == '<') {
		add_pack(l, func, printed + 1);
		return;
	}
	if (!text)
		text = is_printed ? arena_strndup(l->arena, printed, (size_t)(argument_end(printed) - printed))
		       : is_pack  ? "..."
		                  : "?";
	const char *enumerator = demangled_enumerator(l, from, i);
	add_argument(l, func, enumerator ? enumerator : text, text);
}

/* Adds the arguments in the order of the parameters, which is also the order in which the compiler prints them. */
static void
read_printed_arguments(struct lower *l, struct ir_func *func, CXCursor from, unsigned count)
{
	const char *at = printed_arguments(pretty_printed(l, from), source_string(l, clang_getCursorSpelling(from)));
	for (unsigned i = 0; i < count; i++) {
		add_printed_argument(l, func, from, i, at);
		if (!at)
			continue;
		at = argument_end(at);
		at += *at == ',';
		at += strspn(at, " ");
	}
	/* An instance with an empty pack is still an instance of a template. */
	if (!func->template_arg_count)
		add_argument(l, func, "", "");
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
		if (!is_reported(from, (unsigned)i)) {
			read_printed_arguments(l, func, from, (unsigned)count);
			return;
		}
	func->template_args = arena_new_array(l->arena, const char *, (size_t)count);
	func->template_arg_count = (uint32_t)count;
	for (int i = 0; i < count; i++)
		func->template_args[i] = template_argument(l, from, (unsigned)i);
	func->written_template_args = func->template_args;
}

void
template_read_method_arguments(struct lower *l, struct ir_func *func, CXCursor method)
{
	const char *at =
		printed_arguments(pretty_printed(l, method), source_string(l, clang_getCursorSpelling(method)));
	while (at && *at && *at != '>') {
		const char *end = argument_end(at);
		const char *text = arena_strndup(l->arena, at, (size_t)(end - at));
		if (*at == '<')
			add_pack(l, func, at + 1);
		else
			add_argument(l, func, text, text);
		at = end + (*end == ',') + strspn(end + (*end == ','), " ");
	}
}

void
template_demangle_arguments(struct lower *l, struct ir_func *func)
{
	char *name = demangle(arena_strndup(l->arena, func->link_name, strcspn(func->link_name, "@")));
	const char *at = name ? printed_arguments(name, func->name) : NULL;
	const char **texts = arena_new_array(l->arena, const char *, func->template_arg_count + 1);
	uint32_t count = 0;
	while (at && *at && *at != '>' && count < func->template_arg_count) {
		const char *end = argument_end(at);
		texts[count++] = arena_strndup(l->arena, at, (size_t)(end - at) - (end > at && end[-1] == ' '));
		at = end + (*end == ',') + strspn(end + (*end == ','), " ");
	}
	if (at && *at == '>' && count == func->template_arg_count)
		func->template_args = texts;
	free(name);
}
