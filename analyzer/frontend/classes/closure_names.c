#include "frontend/classes/closure_names.h"

#include <string.h>

#include "frontend/classes/lower_lambda.h"
#include "frontend/unit/source.h"
#include "frontend/unit/template_arguments.h"
#include "support/allocate.h"

enum { MOST_CLOSURES = 16, MOST_DEPTH = 8 };

/* The closures that occur in some types. */
struct closure_set {
	struct lower *l;
	struct lower_closure *items[MOST_CLOSURES];
	size_t count;
};

/* ---- closures of types ---- */

static void
add_closure(struct closure_set *set, struct lower_closure *closure)
{
	for (size_t i = 0; i < set->count; i++)
		if (set->items[i] == closure)
			return;
	if (set->count < MOST_CLOSURES)
		set->items[set->count++] = closure;
}

static void
add_type(struct closure_set *set, CXType type, unsigned depth)
{
	const CXType canonical = clang_getCanonicalType(type), pointee = clang_getPointeeType(canonical);
	if (depth == MOST_DEPTH || canonical.kind == CXType_Invalid)
		return;
	if (pointee.kind != CXType_Invalid) {
		add_type(set, pointee, depth + 1);
		return;
	}
	struct lower_closure *closure = lambda_closure(set->l, clang_getTypeDeclaration(canonical));
	if (closure)
		add_closure(set, closure);
	const int count = clang_Type_getNumTemplateArguments(canonical);
	for (int i = 0; i < count; i++)
		add_type(set, clang_Type_getTemplateArgumentAsType(canonical, (unsigned)i), depth + 1);
}

static void
add_function(struct closure_set *set, CXCursor func)
{
	const int params = clang_Cursor_getNumArguments(func), args = clang_Cursor_getNumTemplateArguments(func);
	for (int i = 0; i < params; i++)
		add_type(set, clang_getCursorType(clang_Cursor_getArgument(func, (unsigned)i)), 0);
	for (int i = 0; i < args; i++)
		if (clang_Cursor_getTemplateArgumentKind(func, (unsigned)i) == CXTemplateArgumentKind_Type)
			add_type(set, clang_Cursor_getTemplateArgumentType(func, (unsigned)i), 0);
}

/* ---- texts ---- */

static size_t number_of(struct lower *l, struct lower_closure *closure);

static const char *
spelling_of(struct lower *l, CXType type)
{
	return source_string(l, clang_getTypeSpelling(clang_getCanonicalType(type)));
}

static const char *
replaced(struct lower *l, const char *text, const char *what, const char *by)
{
	for (const char *at; (at = strstr(text, what));)
		text = arena_printf(l->arena, "%.*s%s%s", (int)(at - text), text, by, at + strlen(what));
	return text;
}

/* The text, with each closure's number in its place. NULL: it has closures without a number, or unnamed types. */
static const char *
numbered(const struct closure_set *set, const char *text)
{
	struct lower *l = set->l;
	for (size_t i = 0; i < set->count && strstr(text, "(lambda at "); i++) {
		const char *spelling = spelling_of(l, clang_getCursorType(set->items[i]->class));
		for (size_t k = 0; k < i; k++)
			if (!strcmp(spelling_of(l, clang_getCursorType(set->items[k]->class)), spelling))
				return NULL;
		const size_t number = strstr(text, spelling) ? number_of(l, set->items[i]) : 0;
		if (strstr(text, spelling) && !number)
			return NULL;
		text = replaced(l, text, spelling,
		                arena_printf(l->arena, IR_CLOSURE_MARK "%zu" IR_CLOSURE_MARK, number - 1));
	}
	return strstr(text, "(lambda at ") || strstr(text, "(unnamed ") || strstr(text, "(anonymous ") ? NULL : text;
}

static const char *
type_text(struct lower *l, CXType type)
{
	struct closure_set set = {.l = l};
	add_type(&set, type, 0);
	return numbered(&set, spelling_of(l, type));
}

/* The texts of the function's own template arguments; NULL: one of them cannot be named. */
static const char **
argument_texts(struct lower *l, CXCursor cursor, const struct ir_func *func)
{
	struct closure_set set = {.l = l};
	add_function(&set, cursor);
	const char **texts = arena_new_array(l->arena, const char *, func->template_arg_count + 1);
	for (uint32_t i = 0; i < func->template_arg_count; i++)
		if (!(texts[i] = numbered(&set, func->template_args[i])))
			return NULL;
	return texts;
}

/* ---- closures ---- */

/* The class or namespace of which the function is a member; NULL: it has no name. */
static const char *
scope_text(struct lower *l, CXCursor scope)
{
	const enum CXCursorKind kind = clang_getCursorKind(scope);
	if (kind == CXCursor_TranslationUnit || clang_Cursor_isNull(scope))
		return "";
	if (kind != CXCursor_Namespace)
		return type_text(l, clang_getCursorType(scope));
	const char *name = source_string(l, clang_getCursorSpelling(scope)),
		   *outer = scope_text(l, clang_getCursorSemanticParent(scope));
	if (!outer)
		return NULL;
	return !*name ? outer : *outer ? arena_printf(l->arena, "%s::%s", outer, name) : name;
}

static bool
set_function(struct lower *l, struct ir_closure *reported, CXCursor func)
{
	struct ir_func like = {0};
	if (clang_Cursor_getNumTemplateArguments(func) > 0)
		template_read_arguments(l, &like, func);
	else if (clang_getCursorKind(func) == CXCursor_CXXMethod)
		template_read_method_arguments(l, &like, func);
	reported->scope = scope_text(l, clang_getCursorSemanticParent(func));
	reported->is_of_template = like.template_arg_count;
	reported->args = argument_texts(l, func, &like);
	reported->arg_count = like.template_arg_count == 1 && !*like.template_args[0] ? 0 : like.template_arg_count;
	return reported->scope && reported->args;
}

static bool
set_fields(struct lower *l, struct ir_closure *reported, const struct lower_closure *closure)
{
	const char **names = arena_new_array(l->arena, const char *, closure->capture_count + 1);
	const char **types = arena_new_array(l->arena, const char *, closure->capture_count + 1);
	for (uint32_t i = 0; i < closure->capture_count; i++) {
		names[i] = source_string(l, clang_getCursorSpelling(closure->captures[i].var));
		types[i] = type_text(l, closure->captures[i].type);
		if (!*names[i] || !types[i])
			return false;
	}
	reported->names = names;
	reported->types = types;
	reported->field_count = closure->capture_count;
	return !closure->this_field;
}

/* The closure's number, from 1; 0: it cannot be named. */
static size_t
number_of(struct lower *l, struct lower_closure *closure)
{
	if (closure->number || closure->is_nameless)
		return closure->number;
	closure->is_nameless = true; /* while it is being named: a closure that refers to itself cannot be named */
	const CXCursor func = clang_getCursorSemanticParent(closure->class);
	const struct ir_loc loc = source_loc(l, closure->lambda);
	struct ir_closure reported = {.file = l->unit->files[loc.file], .line = loc.line, .column = loc.column};
	if (!set_function(l, &reported, func) || !set_fields(l, &reported, closure))
		return 0;
	closure->is_nameless = false;
	memory_push(l->unit->closures, l->unit->closure_count, l->unit->closure_capacity, reported);
	return closure->number = l->unit->closure_count;
}

void
closures_name(struct lower *l)
{
	for (size_t i = 0; i < l->closure_kernel_count; i++) {
		struct lower_func *kernel = l->closure_kernels[i];
		kernel->ir.closure_args = argument_texts(l, kernel->cursor, &kernel->ir);
		template_demangle_arguments(l, &kernel->ir);
	}
}
