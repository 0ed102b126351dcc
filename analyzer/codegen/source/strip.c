#include "codegen/source/strip.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/source/annotation.h"
#include "support/allocate.h"
#include "support/lexer.h"
#include "support/utf8.h"

/* Real code is not nested deeper than this; the rest is then left unchanged. */
enum { MAX_DEPTH = 200 };

enum scope { SCOPE_NAMESPACE, SCOPE_RECORD };

struct parser {
	const char *text;
	const struct annotation_macros *macros;
	const struct token *tokens, *at;
	struct stripped *out;
	unsigned depth;
};

/* The part of a declaration that was parsed so far. */
struct declaration {
	size_t begin;
	size_t head_end; /* end of its template heads; 0: none */
	unsigned annotations;
	bool is_template, is_record, is_enum, is_named; /* is_named: typedef, using, static_assert, friend … */
	const struct token *record;                     /* the keyword class, struct or union */
	bool is_const;
	bool has_parameters; /* a parenthesised list after the name */
	bool has_initialiser;
	bool in_member_initialisers;
	const struct token *previous;
};

static bool
is(const struct parser *parser, const char *spelling)
{
	return parser->at->kind != TOKEN_END && token_is(parser->text, parser->at, spelling);
}

/* ---- moving in the token list ------------------------------------------------------------------------------------ */

/* From an #if, #else or #elif to the matching #else, #elif or #endif. */
static void
skip_branch(struct parser *parser)
{
	unsigned nested = 0;
	for (parser->at++; parser->at->kind != TOKEN_END; parser->at++) {
		if (directive_is(parser->text, parser->at, "if", NULL) ||
		    directive_is(parser->text, parser->at, "ifdef", NULL) ||
		    directive_is(parser->text, parser->at, "ifndef", NULL)) {
			nested++;
		} else if (directive_is(parser->text, parser->at, "endif", NULL)) {
			if (nested == 0)
				return;
			nested--;
		} else if (nested == 0 && (directive_is(parser->text, parser->at, "else", NULL) ||
		                           directive_is(parser->text, parser->at, "elif", NULL))) {
			return;
		}
	}
}

static bool
is_disabled_branch(const struct parser *parser)
{
	size_t rest;
	if (!directive_is(parser->text, parser->at, "if", &rest))
		return false;
	while (rest < parser->at->end && (parser->text[rest] == ' ' || parser->text[rest] == '\t'))
		rest++;
	return rest < parser->at->end && parser->text[rest] == '0' &&
	       (rest + 1 == parser->at->end || strchr(" \t\r/", parser->text[rest + 1]));
}

/* Skips preprocessor lines. Inside a declaration, only the first branch of a condition counts, because brackets
 * opened in both branches are closed once. Between declarations, each branch has its own declarations. */
static void
skip_directives(struct parser *parser, bool inside)
{
	while (parser->at->kind == TOKEN_DIRECTIVE) {
		const bool other = directive_is(parser->text, parser->at, "else", NULL) ||
		                   directive_is(parser->text, parser->at, "elif", NULL);
		if (is_disabled_branch(parser)) {
			skip_branch(parser);
			if (parser->at->kind == TOKEN_DIRECTIVE)
				parser->at++; /* the #else of an #if 0 is the branch that counts */
		} else if (inside && other) {
			do
				skip_branch(parser);
			while (parser->at->kind == TOKEN_DIRECTIVE &&
			       !directive_is(parser->text, parser->at, "endif", NULL));
		} else {
			parser->at++;
		}
	}
}

static void
advance(struct parser *parser)
{
	if (parser->at->kind != TOKEN_END)
		parser->at++;
	skip_directives(parser, true);
}

/* Skips the last token of a declaration. The next token is between declarations. */
static void
leave(struct parser *parser)
{
	if (parser->at->kind != TOKEN_END)
		parser->at++;
}

/* From an opening bracket to the token after the one that closes it. */
static void
skip_brackets(struct parser *parser)
{
	unsigned open = 0;
	do {
		if (is(parser, "(") || is(parser, "[") || is(parser, "{"))
			open++;
		else if (is(parser, ")") || is(parser, "]") || is(parser, "}"))
			open--;
		advance(parser);
	} while (open > 0 && parser->at->kind != TOKEN_END);
}

/* template <…>: from the opening angle bracket. */
static void
skip_angles(struct parser *parser)
{
	unsigned open = 0;
	while (parser->at->kind != TOKEN_END) {
		if (is(parser, "<"))
			open++;
		else if (is(parser, ">"))
			open--;
		else if (is(parser, "(") || is(parser, "[") || is(parser, "{")) {
			skip_brackets(parser);
			continue;
		}
		advance(parser);
		if (open == 0)
			return;
	}
}

/* ---- blanking declarations --------------------------------------------------------------------------------------- */

/* The first token that ends after the offset. Searching backwards from the parser's position keeps the total time
 * proportional to the blanked text. */
static const struct token *
token_behind(const struct parser *parser, size_t offset)
{
	const struct token *token = parser->at;
	while (token > parser->tokens && token[-1].end > offset)
		token--;
	return token;
}

/* Preprocessor lines stay: a condition that begins in the range may end after it, and macros may be needed later. */
static void
blank(struct parser *parser, size_t begin, size_t end)
{
	const struct token *token = token_behind(parser, begin);
	for (size_t i = begin; i < end;) {
		while (token->kind != TOKEN_END && token->begin < end &&
		       (token->end <= i || token->kind != TOKEN_DIRECTIVE))
			token++;
		const size_t stop = token->kind == TOKEN_DIRECTIVE && token->begin < end ? token->begin : end;
		for (; i < stop; i++) {
			if (parser->out->text[i] != '\n' && parser->out->text[i] != '\r')
				parser->out->text[i] = ' ';
		}
		if (i < end)
			i = token->end;
	}
}

void
stripped_may_drop(struct stripped *stripped, size_t begin, size_t end)
{
	memory_push(stripped->droppable, stripped->droppable_count, stripped->droppable_capacity,
	            ((struct range){begin, end}));
}

static void
may_drop(struct parser *parser, size_t begin, size_t end)
{
	stripped_may_drop(parser->out, begin, end);
}

static void
note_function(struct parser *parser, const struct declaration *declaration, size_t body, size_t end)
{
	const size_t begin = declaration->begin;
	const struct host_function function = {begin, declaration->head_end ? declaration->head_end : begin, body, end};
	memory_push(parser->out->functions, parser->out->function_count, parser->out->function_capacity, function);
}

static void
finish_function(struct parser *parser, const struct declaration *declaration, enum scope scope, size_t body,
                const struct token *last)
{
	const size_t begin = declaration->begin, end = last->end;
	if (declaration->annotations & ANNOTATION_KERNEL) {
		memory_push(parser->out->kernels, parser->out->kernel_count, parser->out->kernel_capacity,
		            ((struct range){begin, end}));
	} else if (declaration->annotations & (ANNOTATION_DEVICE | ANNOTATION_CONSTANT)) {
		may_drop(parser, begin, end);
	} else if (scope == SCOPE_NAMESPACE) {
		note_function(parser, declaration, body, end);
		blank(parser, begin, end);
	} else {
		note_function(parser, declaration, body, end);
		/* The member stays declared: device classes may have host-only members. */
		blank(parser, body, end);
		parser->out->text[body] = ';';
		may_drop(parser, begin, body + 1);
	}
}

/* Handles declarations that end with a semicolon: variables, prototypes, classes, aliases. */
static void
finish_plain(struct parser *parser, const struct declaration *declaration, enum scope scope, const struct token *last)
{
	const size_t begin = declaration->begin, end = last->end;
	const bool is_host = !(declaration->annotations & ~(unsigned)ANNOTATION_HOST);
	const bool is_type = declaration->is_named || declaration->is_record || declaration->is_enum;
	if (is_host && !is_type && scope == SCOPE_NAMESPACE && !declaration->is_template && !declaration->is_const)
		blank(parser, begin, end);
	else
		may_drop(parser, begin, end);
}

/* ---- declarations ------------------------------------------------------------------------------------------------ */

static void parse_scope(struct parser *parser, enum scope scope);

static bool
is_any(const struct parser *parser, const char *const *words)
{
	for (; *words; words++) {
		if (is(parser, *words))
			return true;
	}
	return false;
}

static void
note_word(struct parser *parser, struct declaration *declaration)
{
	static const char *const records[] = {"class", "struct", "union", NULL};
	static const char *const named[] = {"typedef", "using",   "static_assert", "_Static_assert",
	                                    "friend",  "concept", "asm",           NULL};
	const unsigned annotations = annotation_of(parser->macros, parser->text, parser->at);
	declaration->annotations |= annotations;
	/* NVRTC rejects __host__ without __device__. */
	if (annotations == ANNOTATION_HOST)
		blank(parser, parser->at->begin, parser->at->end);
	if (is_any(parser, records)) {
		declaration->is_record |= !declaration->is_enum;
		declaration->record = parser->at;
	} else if (is(parser, "enum"))
		declaration->is_enum = true;
	else if (is_any(parser, named))
		declaration->is_named = true;
	else if (is(parser, "const"))
		declaration->is_const |= !declaration->has_parameters;
}

/* Handles a parenthesis: a parameter list, or the operand of an attribute. */
static void
note_parentheses(struct parser *parser, struct declaration *declaration)
{
	static const char *const operators[] = {"__launch_bounds__", "__attribute__", "__declspec", "__align__",
	                                        "alignas",           "decltype",      "noexcept",   "__cluster_dims__",
	                                        "__maxnreg__",       "explicit",      "requires",   NULL};
	bool is_attribute = false;
	for (const char *const *word = operators; *word && declaration->previous; word++)
		is_attribute |= token_is(parser->text, declaration->previous, *word);
	/* An annotation macro with arguments: LAUNCH_BOUNDS(256), KERNEL(name). */
	const unsigned macro =
		declaration->previous ? annotation_of(parser->macros, parser->text, declaration->previous) : 0;
	/* struct ALIGNED(16) point { … }; */
	const bool is_of_record =
		declaration->is_record && declaration->previous && declaration->previous == declaration->record + 1;
	if (!is_attribute && !is_of_record && !(macro && !(macro & ANNOTATION_KERNEL)))
		declaration->has_parameters = true;
	skip_brackets(parser);
}

static bool
ends_in_name(const struct parser *parser, const struct token *token)
{
	return token && (token->kind == TOKEN_NAME || token_is(parser->text, token, ">"));
}

/* Handles the body of a namespace, class, function or initialiser. True if it ends the declaration. */
static bool
parse_braces(struct parser *parser, struct declaration *declaration, enum scope scope, size_t *body)
{
	if (declaration->has_initialiser || declaration->is_enum ||
	    (declaration->in_member_initialisers && ends_in_name(parser, declaration->previous))) {
		skip_brackets(parser);
		return false;
	}
	if (declaration->is_record && !declaration->has_parameters) {
		parser->at++;
		parse_scope(parser, SCOPE_RECORD);
		advance(parser);
		return false;
	}
	if (!declaration->has_parameters) {
		declaration->has_initialiser = true; /* int a{3}; */
		skip_brackets(parser);
		return false;
	}
	if (!declaration->in_member_initialisers)
		*body = parser->at->begin;
	const struct token *last = parser->at;
	unsigned open = 0;
	for (; parser->at->kind != TOKEN_END; advance(parser)) {
		last = parser->at;
		if (is(parser, "{"))
			open++;
		else if (is(parser, "}") && --open == 0)
			break;
	}
	leave(parser);
	finish_function(parser, declaration, scope, *body, last);
	return true;
}

/* Parses `namespace … {` or `extern "C" {`. True if there was one. */
static bool
parse_enclosing(struct parser *parser)
{
	const struct token *const start = parser->at;
	if (is(parser, "inline"))
		advance(parser);
	const bool is_namespace = is(parser, "namespace");
	const bool is_linkage = is(parser, "extern");
	if (is_namespace || is_linkage) {
		advance(parser);
		if (is_linkage && parser->at->kind == TOKEN_STRING)
			advance(parser);
		while (is_namespace && (parser->at->kind == TOKEN_NAME || is(parser, "::")))
			advance(parser);
		if (is(parser, "{")) {
			leave(parser);
			parse_scope(parser, SCOPE_NAMESPACE);
			leave(parser);
			return true;
		}
		if (is_namespace) {
			while (parser->at->kind != TOKEN_END && !is(parser, ";"))
				advance(parser);
			leave(parser);
			return true;
		}
	}
	parser->at = start;
	return false;
}

/* Parses a macro's name or call that is a whole declaration without a semicolon. True if there was one. */
static bool
parse_macro(struct parser *parser, enum scope scope)
{
	const struct token *const start = parser->at;
	if (start->kind != TOKEN_NAME)
		return false;
	const bool is_call = token_is(parser->text, start + 1, "(");
	const enum macro_extent extent = macro_extent_of(parser->macros, parser->text, start);
	if (extent == MACRO_PART || (extent == MACRO_UNKNOWN && (!is_call || scope == SCOPE_RECORD)))
		return false;
	parser->at = is_call ? behind_parentheses(parser->text, start + 1) : start + 1;
	const size_t end = parser->at[-1].end;
	static const enum token_kind beginnings[] = {TOKEN_NAME, TOKEN_DIRECTIVE, TOKEN_END};
	bool is_followed = is(parser, "}") || is(parser, "[");
	for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
		is_followed |= parser->at->kind == beginnings[i];
	if (!is_followed ||
	    is_any(parser, (const char *const[]){"const", "noexcept", "override", "final", "try", "requires", NULL})) {
		parser->at = start;
		return false;
	}
	if (extent == MACRO_UNKNOWN)
		blank(parser, start->begin, end);
	else if (extent == MACRO_WHOLE)
		may_drop(parser, start->begin, end);
	return true;
}

static void
parse_declaration(struct parser *parser, enum scope scope)
{
	struct declaration declaration = {.begin = parser->at->begin};
	size_t body = 0;
	while (parser->at->kind != TOKEN_END && !is(parser, "}")) {
		const struct token *const token = parser->at;
		if (is(parser, ";")) {
			finish_plain(parser, &declaration, scope, token);
			leave(parser);
			return;
		}
		if (is(parser, "template")) {
			declaration.is_template = true;
			advance(parser);
			if (is(parser, "<"))
				skip_angles(parser);
			declaration.head_end = parser->at[-1].end;
		} else if (is(parser, "operator")) {
			/* The operator's name may be brackets or an equals sign. */
			advance(parser);
			if (is(parser, "(") || is(parser, "["))
				skip_brackets(parser);
			else
				while (parser->at->kind == TOKEN_PUNCTUATION && !is(parser, "("))
					advance(parser);
		} else if (is(parser, "{")) {
			if (parse_braces(parser, &declaration, scope, &body))
				return;
		} else if (is(parser, "(") && !declaration.has_initialiser && !declaration.in_member_initialisers) {
			note_parentheses(parser, &declaration);
		} else if (is(parser, "(") || is(parser, "[")) {
			skip_brackets(parser);
		} else {
			if (is(parser, "=") && !declaration.in_member_initialisers)
				declaration.has_initialiser = true;
			if (is(parser, ":") && declaration.has_parameters && !declaration.has_initialiser &&
			    !declaration.in_member_initialisers) {
				declaration.in_member_initialisers = true;
				body = token->begin;
			}
			note_word(parser, &declaration);
			advance(parser);
		}
		declaration.previous = token;
	}
}

/* Skips `public:` and the like. */
static bool
skip_access_label(struct parser *parser)
{
	static const char *const labels[] = {"public", "private", "protected", NULL};
	if (!is_any(parser, labels))
		return false;
	const struct token *next = parser->at + 1;
	if (!token_is(parser->text, next, ":"))
		return false;
	parser->at += 2;
	return true;
}

/* Parses up to the brace that closes the scope, or to the end. */
static void
parse_scope(struct parser *parser, enum scope scope)
{
	if (++parser->depth > MAX_DEPTH) {
		while (parser->at->kind != TOKEN_END)
			parser->at++;
		return;
	}
	for (;;) {
		skip_directives(parser, false);
		if (parser->at->kind == TOKEN_END)
			break;
		if (is(parser, "}")) {
			if (parser->depth > 1)
				break;
			parser->at++; /* unmatched brace */
		} else if (is(parser, ";")) {
			parser->at++;
		} else if (!(scope == SCOPE_RECORD && skip_access_label(parser)) && !parse_enclosing(parser) &&
		           !parse_macro(parser, scope)) {
			parse_declaration(parser, scope);
		}
	}
	parser->depth--;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static void
find_lines(struct stripped *stripped)
{
	for (size_t at = 0; at <= stripped->length; at++)
		if (at == stripped->length || stripped->text[at] == '\n')
			memory_push(stripped->line_ends, stripped->line_count, stripped->line_capacity, at);
}

void
strip_host_code(struct stripped *stripped, const char *text, size_t length, const struct annotation_macros *macros)
{
	*stripped = (struct stripped){.text = utf8_copy(text, length), .length = length};
	char *original = memory_alloc(length + 1);
	memcpy(original, stripped->text, length + 1);
	struct token *tokens = lexer_read(original, length);
	struct parser parser = {.text = original, .macros = macros, .tokens = tokens, .at = tokens, .out = stripped};
	parse_scope(&parser, SCOPE_NAMESPACE);
	find_lines(stripped);
	free(tokens);
	free(original);
}

/* ---- insertions -------------------------------------------------------------------------------------------------- */

/* Stable: insertions at one offset keep their order. */
static void
sort_insertions(struct insertion *insertions, size_t count)
{
	for (size_t i = 1; i < count; i++) {
		const struct insertion insertion = insertions[i];
		size_t at = i;
		for (; at && insertions[at - 1].at > insertion.at; at--)
			insertions[at] = insertions[at - 1];
		insertions[at] = insertion;
	}
}

static size_t
moved(size_t offset, const struct insertion *insertions, size_t count)
{
	size_t by = 0;
	for (size_t i = 0; i < count && insertions[i].at < offset; i++)
		by += strlen(insertions[i].text);
	return offset + by;
}

static void
move_ranges(struct range *ranges, size_t range_count, const struct insertion *insertions, size_t count)
{
	for (size_t i = 0; i < range_count; i++)
		ranges[i] = (struct range){moved(ranges[i].begin, insertions, count),
		                           moved(ranges[i].end, insertions, count)};
}

void
stripped_insert(struct stripped *stripped, struct insertion *insertions, size_t count)
{
	size_t added = 0, from = 0, to = 0;
	sort_insertions(insertions, count);
	for (size_t i = 0; i < count; i++)
		added += strlen(insertions[i].text);
	char *text = memory_alloc(stripped->length + added + 1);
	for (size_t i = 0; i <= count; i++) {
		const size_t until = i < count ? insertions[i].at : stripped->length,
			     length = i < count ? strlen(insertions[i].text) : 0;
		memcpy(text + to, stripped->text + from, until - from);
		to += until - from;
		if (length)
			memcpy(text + to, insertions[i].text, length);
		to += length;
		from = until;
	}
	text[to] = '\0';
	free(stripped->text);
	stripped->text = text;
	stripped->length = to;
	move_ranges(stripped->droppable, stripped->droppable_count, insertions, count);
	move_ranges(stripped->kernels, stripped->kernel_count, insertions, count);
	stripped->line_count = 0;
	find_lines(stripped);
}

void
stripped_leave_out(struct stripped *stripped, const struct range *part)
{
	char *original = memory_alloc(stripped->length + 1);
	memcpy(original, stripped->text, stripped->length + 1);
	struct token *tokens = lexer_read(original, stripped->length);
	struct parser parser = {.text = original, .tokens = tokens, .at = tokens, .out = stripped};
	blank(&parser, part->begin, part->end);
	free(tokens);
	free(original);
}

void
stripped_free(struct stripped *stripped)
{
	free(stripped->functions);
	free(stripped->text);
	free(stripped->droppable);
	free(stripped->kernels);
	free(stripped->line_ends);
}

const struct range *
stripped_kernel_at(const struct stripped *stripped, uint32_t line, uint32_t column)
{
	const size_t before = line > 1 ? line - 1 : 0;
	const size_t begin = before == 0                     ? 0
	                     : before < stripped->line_count ? stripped->line_ends[before - 1] + 1
	                                                     : stripped->length;
	const size_t end = before < stripped->line_count ? stripped->line_ends[before] : stripped->length;
	const size_t offset = begin + (column > 0 ? column - 1 : 0);
	const struct range *in_line = NULL;
	for (size_t i = 0; i < stripped->kernel_count; i++) {
		const struct range *kernel = &stripped->kernels[i];
		if (kernel->begin <= offset && offset < kernel->end && offset < end)
			return kernel;
		if (!in_line && kernel->begin <= end && begin < kernel->end)
			in_line = kernel;
	}
	return in_line;
}
