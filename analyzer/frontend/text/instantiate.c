/* Instantiates kernel templates, and templates of functions that launch, which no call in the tree instantiates.
 * libclang does not show explicit instantiations, nor launches in code that the compiler rejects. The template
 * arguments are read from the text. Where a macro writes them, the compiler is asked. References to the instantiations
 * are appended to the file for a second parse. */
#include "frontend/text/instantiate.h"

#include <ctype.h>
#include <string.h>

#include "frontend/text/local_names.h"
#include "frontend/text/written_instances.h"
#include "frontend/unit/function.h"
#include "frontend/unit/problems.h"
#include "frontend/unit/source.h"
#include "support/allocate.h"
#include "support/name_letter.h"

struct candidates {
	struct lower *l;
	/* the templates of the unit's functions, in the same order; null cursors: not of a template */
	const CXCursor *templates;
	const char *name;
	CXCursor kernel; /* the template */
	bool is_instantiated;
	struct local_names local_names;
	char *text; /* the references so far; on the heap */
	size_t length, capacity;
};

static size_t
skip_space(const char *text, size_t at, size_t length)
{
	while (at < length && isspace((unsigned char)text[at]))
		at++;
	return at;
}

/* The end of a template argument list that opens at text[at]; 0: it is not closed. */
static size_t
skip_arguments(const char *text, size_t at, size_t length)
{
	unsigned angles = 0, parentheses = 0;
	for (size_t i = at; i < length && i < at + 512; i++) {
		const char c = text[i];
		if (c == '(' || c == '[')
			parentheses++;
		else if ((c == ')' || c == ']') && parentheses)
			parentheses--;
		else if (c == ';' || c == '{' || c == '}')
			return 0;
		else if (!parentheses && c == '<')
			angles++;
		else if (!parentheses && c == '>' && !--angles)
			return i + 1;
	}
	return 0;
}

/* Whether the declaration around text[at] begins with `template` without a parameter list. */
static bool
is_explicit_instantiation(const char *text, size_t at)
{
	static const char keyword[] = "template";
	const size_t length = sizeof keyword - 1, end = at;
	while (at && !strchr(";{}", text[at - 1])) {
		at--;
		if (end - at > length && !memcmp(text + at, keyword, length) &&
		    (!at || !is_name_letter(text[at - 1])) && isspace((unsigned char)text[at + length]))
			return text[skip_space(text, at + length, end)] != '<';
	}
	return false;
}

static void
append(struct candidates *c, const char *text)
{
	const size_t length = strlen(text);
	c->text = memory_grow(c->text, &c->capacity, c->length + length + 1, 1);
	memcpy(c->text + c->length, text, length + 1);
	c->length += length;
}

/* A variable that names the instance. Its namespaces are reopened, so that the arguments are looked up in the right
 * scope. Classes are written as qualifiers. */
static const char *
reference(struct lower *l, CXCursor kernel, const char *variable, const char *name, const char *arguments)
{
	const char *before = "", *after = "", *qualified = name;
	for (CXCursor parent = clang_getCursorSemanticParent(kernel);
	     !clang_Cursor_isNull(parent) && clang_isDeclaration(clang_getCursorKind(parent));
	     parent = clang_getCursorSemanticParent(parent)) {
		const enum CXCursorKind kind = clang_getCursorKind(parent);
		const char *outer = source_string(l, clang_getCursorSpelling(parent));
		if (kind == CXCursor_Namespace) {
			before = arena_printf(l->arena, "namespace %s { %s",
			                      clang_Cursor_isAnonymous(parent) ? "" : outer, before);
			after = arena_printf(l->arena, "%s }", after);
		} else if (kind == CXCursor_StructDecl || kind == CXCursor_ClassDecl) {
			qualified = arena_printf(l->arena, "%s::%s", outer, qualified);
		}
	}
	return arena_printf(l->arena, "\n%sstatic auto %s = &%s%s;%s", before, variable, qualified, arguments, after);
}

/* Whether there is no time for another parse. If so, reports that the template's instances which need one are left
 * out. */
static bool
report_slow(struct lower *l, CXCursor kernel)
{
	if (l->is_slow)
		frontend_add_left_out(l, func_loc(l, kernel),
		                      "instances of this template that the text or an option asks for are ignored: "
		                      "parsing the file again for them takes too long");
	return l->is_slow;
}

static const CXCursor *
find_templates(struct lower *l)
{
	const struct ir_unit *unit = l->unit;
	CXCursor *templates = arena_new_array(l->arena, CXCursor, unit->func_count);
	for (size_t i = 0; i < unit->func_count; i++) {
		const struct lower_func *func = (const struct lower_func *)unit->funcs[i];
		templates[i] = func->ir.template_arg_count ? clang_getSpecializedCursorTemplate(func->cursor)
		                                           : clang_getNullCursor();
	}
	return templates;
}

/* Whether the unit has the instance with these arguments, as the compiler spells them. */
static bool
is_known(const struct candidates *c, const char *arguments)
{
	const struct ir_unit *unit = c->l->unit;
	for (size_t i = 0; i < unit->func_count; i++) {
		const struct lower_func *func = (const struct lower_func *)unit->funcs[i];
		if (!func->ir.template_arg_count || !clang_equalCursors(c->templates[i], c->kernel))
			continue;
		const char *at = arguments + 1;
		uint32_t k = 0;
		for (; k < func->ir.template_arg_count; k++) {
			at += strspn(at, " \t\n");
			const size_t length = strlen(func->ir.written_template_args[k]);
			if (strncmp(at, func->ir.written_template_args[k], length))
				break;
			at += length;
			at += strspn(at, " \t\n");
			if (*at != ',' && *at != '>')
				break;
			at++;
		}
		if (k == func->ir.template_arg_count)
			return true;
	}
	return false;
}

/* Appends a reference to an instance that the tree lacks. */
static void
add(struct candidates *c, const char *arguments)
{
	if (report_slow(c->l, c->kernel))
		return;
	const char *variable = arena_printf(c->l->arena, REFERENCE_PREFIX "%zu", c->l->reference_count++);
	append(c, reference(c->l, c->kernel, variable, c->name, arguments));
}

static void
search_text(struct candidates *c, size_t file)
{
	size_t length;
	const char *text = source_text(c->l, file, &length);
	const CXSourceLocation start = clang_getLocationForOffset(c->l->tu, c->l->files[file].handle, 0);
	if (!text || clang_Location_isInSystemHeader(start))
		return;
	const size_t name_length = strlen(c->name);
	for (size_t at = 0; at + name_length < length; at++) {
		const char *found = memchr(text + at, c->name[0], length - at);
		if (!found)
			return;
		at = (size_t)(found - text);
		if (at + name_length >= length)
			return;
		if ((at && is_name_letter(text[at - 1])) || memcmp(found, c->name, name_length) ||
		    is_name_letter(found[name_length]))
			continue;
		const size_t open = skip_space(text, at + name_length, length);
		if (open >= length || text[open] != '<' || !strncmp(text + open, "<<<", 3))
			continue;
		const size_t close = skip_arguments(text, open, length);
		if (!close)
			continue;
		const size_t next = skip_space(text, close, length);
		const bool is_launch = next + 3 <= length && !strncmp(text + next, "<<<", 3);
		const bool is_instantiation = next < length && text[next] == '(' && is_explicit_instantiation(text, at);
		if (!is_instantiation && (!is_launch || c->is_instantiated))
			continue;
		const char *arguments = arena_strndup(c->l->arena, text + open, close - open);
		/* A parse is expensive. Arguments that cannot be named at the end of the file are skipped, which saves
		 * one. */
		if (!is_known(c, arguments) && !local_names_in(&c->local_names, c->l, file, (unsigned)at, arguments))
			add(c, arguments);
	}
}

static void
select_template(struct candidates *c, size_t i)
{
	c->kernel = c->l->kernel_templates[i];
	c->name = source_string(c->l, clang_getCursorSpelling(c->kernel));
}

static void
add_written(void *data, size_t template, const char *arguments)
{
	struct candidates *c = data;
	select_template(c, template);
	if (!is_known(c, arguments))
		add(c, arguments);
}

/* Whether the first `length` bytes name the kernel, either fully qualified or unqualified. */
static bool
is_named(const struct candidates *c, const char *text, size_t length)
{
	const char *qualified = func_qualified_name(c->l, c->kernel, c->name);
	return (strlen(c->name) == length && !strncmp(c->name, text, length)) ||
	       (strlen(qualified) == length && !strncmp(qualified, text, length));
}

/* Appends the kernel's instances that the options ask for and the unit lacks. */
static void
add_asked(struct candidates *c)
{
	struct lower *l = c->l;
	for (size_t i = 0; i < l->instance_count; i++) {
		const char *text = l->instances[i], *arguments = strchr(text, '<');
		size_t length = arguments ? (size_t)(arguments - text) : 0;
		while (length && isspace((unsigned char)text[length - 1]))
			length--;
		if (!length || !is_named(c, text, length) || !skip_arguments(arguments, 0, strlen(arguments)) ||
		    is_known(c, arguments))
			continue;
		if (!report_slow(l, c->kernel))
			append(c, reference(l, c->kernel, arena_printf(l->arena, INSTANTIATE_ASKED "%zu", i), c->name,
			                    arguments));
	}
}

static bool
is_instantiated(const struct ir_unit *unit, const CXCursor *templates, CXCursor kernel)
{
	for (size_t i = 0; i < unit->func_count; i++)
		if (unit->funcs[i]->template_arg_count && clang_equalCursors(templates[i], kernel))
			return true;
	return false;
}

char *
instantiate_missing(struct lower *l)
{
	struct candidates c = {.l = l, .templates = find_templates(l)};
	for (size_t i = 0; i < l->kernel_template_count; i++) {
		select_template(&c, i);
		c.is_instantiated = is_instantiated(l->unit, c.templates, c.kernel);
		if (func_is_kernel(c.kernel))
			add_asked(&c);
		for (size_t file = 1; *c.name && file < l->file_count; file++)
			search_text(&c, file);
	}
	if (!l->is_slow)
		written_instances_ask(l, add_written, &c);
	else if (written_instances_may_be(l))
		for (size_t i = 0; i < l->kernel_template_count; i++)
			if (func_is_kernel(l->kernel_templates[i]))
				report_slow(l, l->kernel_templates[i]);
	local_names_free(&c.local_names);
	return c.text;
}

struct parameters {
	struct lower *l;
	const char *text;
};

static enum CXChildVisitResult
add_parameter(CXCursor cursor, CXCursor parent, CXClientData data)
{
	struct parameters *parameters = data;
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	(void)parent;
	if (kind != CXCursor_TemplateTypeParameter && kind != CXCursor_NonTypeTemplateParameter &&
	    kind != CXCursor_TemplateTemplateParameter)
		return CXChildVisit_Continue;
	const char *name = source_string(parameters->l, clang_getCursorSpelling(cursor));
	parameters->text = arena_printf(parameters->l->arena, "%s%s%s", parameters->text, *parameters->text ? ", " : "",
	                                *name ? name : "…");
	return CXChildVisit_Continue;
}

void
instantiate_report_left(struct lower *l)
{
	struct ir_unit *unit = l->unit;
	const CXCursor *templates = find_templates(l);
	for (size_t i = 0; i < l->kernel_template_count; i++) {
		const CXCursor kernel = l->kernel_templates[i];
		if (!func_is_kernel(kernel) || is_instantiated(unit, templates, kernel))
			continue;
		struct parameters parameters = {l, ""};
		clang_visitChildren(kernel, add_parameter, &parameters);
		const char *name = source_string(l, clang_getCursorSpelling(kernel));
		const struct ir_template left = {
			.name = name,
			.qualified_name = func_qualified_name(l, kernel, name),
			.params = parameters.text,
			.loc = func_loc(l, kernel),
		};
		memory_push(unit->templates, unit->template_count, unit->template_capacity, left);
	}
}
