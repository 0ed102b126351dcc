#include "codegen/source/closures.h"

#include <stdlib.h>
#include <string.h>

#include "codegen/source/annotation.h"
#include "support/allocate.h"
#include "support/lexer.h"

/* A file with edits, and the tokens of its original text. */
struct editing {
	const struct bundle_file *file;
	struct stripped *stripped;
	const struct annotation_macros *macros;
	struct token *tokens;
	struct insertion *insertions;
	size_t insertion_count, insertion_capacity;
	struct arena arena; /* texts of the insertions */
};

/* ---- places ------------------------------------------------------------------------------------------------------ */

/* SIZE_MAX: not in the text. */
static size_t
offset_of(const struct bundle_file *file, const struct ir_closure *closure)
{
	const char *at = file->text, *end = file->text + file->length;
	for (uint32_t line = 1; line < closure->line && at; line++) {
		at = memchr(at, '\n', (size_t)(end - at));
		at = at ? at + 1 : NULL;
	}
	return at && closure->column && closure->column <= (size_t)(end - at)
	               ? (size_t)(at - file->text) + closure->column - 1
	               : SIZE_MAX;
}

/* NULL: outside of functions. */
static const struct host_function *
function_at(const struct stripped *stripped, size_t offset)
{
	for (size_t i = 0; i < stripped->function_count; i++)
		if (stripped->functions[i].body < offset && offset < stripped->functions[i].end)
			return &stripped->functions[i];
	return NULL;
}

/* ---- names ------------------------------------------------------------------------------------------------------- */

void
closures_want(const struct closures *closures, const char *text, bool *wanted)
{
	for (const char *at = text; (at = strchr(at, *IR_CLOSURE_MARK));) {
		char *end;
		const size_t number = strtoul(at + 1, &end, 10);
		at = *end ? end + 1 : end;
		if (number >= closures->count || wanted[number])
			continue;
		wanted[number] = true;
		const struct ir_closure *closure = &closures->items[number];
		closures_want(closures, closure->scope, wanted);
		for (uint32_t i = 0; i < closure->arg_count; i++)
			closures_want(closures, closure->args[i], wanted);
		for (uint32_t i = 0; i < closure->field_count; i++)
			closures_want(closures, closure->types[i], wanted);
	}
}

static const char *
list_text(const struct device_source *source, const struct closures *closures, const char *const *texts, uint32_t count,
          struct arena *arena)
{
	const char *list = "<";
	for (uint32_t i = 0; i < count; i++)
		list = arena_printf(arena, "%s%s%s", list, i ? ", " : "",
		                    closures_named(source, closures, texts[i], arena));
	return arena_printf(arena, "%s>", list);
}

static const char *
class_name(const struct device_source *source, const struct closures *closures, size_t number, struct arena *arena)
{
	const struct ir_closure *closure = &closures->items[number < closures->count ? number : 0];
	const struct bundle_file *file = number < closures->count ? bundle_find(&source->bundle, closure->file) : NULL;
	const struct host_function *function =
		file ? function_at(&source->stripped[file - source->bundle.files], offset_of(file, closure)) : NULL;
	if (!function)
		return "?";
	const char *scope = closures_named(source, closures, closure->scope, arena);
	return arena_printf(
		arena, "%s%sgpulint_closures_%zu%s::at_%u_%u%s", scope, *scope ? "::" : "", function->body,
		closure->is_of_template ? list_text(source, closures, closure->args, closure->arg_count, arena) : "",
		closure->line, closure->column,
		closure->field_count ? list_text(source, closures, closure->types, closure->field_count, arena) : "");
}

const char *
closures_named(const struct device_source *source, const struct closures *closures, const char *text,
               struct arena *arena)
{
	const char *named = "";
	for (const char *at; (at = strchr(text, *IR_CLOSURE_MARK));) {
		char *end;
		const size_t number = strtoul(at + 1, &end, 10);
		named = arena_printf(arena, "%s%.*s%s", named, (int)(at - text), text,
		                     class_name(source, closures, number, arena));
		text = *end ? end + 1 : end;
	}
	return arena_printf(arena, "%s%s", named, text);
}

/* ---- edits ------------------------------------------------------------------------------------------------------- */

static void
insert(struct editing *editing, size_t at, const char *text)
{
	memory_push(editing->insertions, editing->insertion_count, editing->insertion_capacity,
	            ((struct insertion){at, text}));
}

/* Keeps the text from the first token's beginning to the last token's end. */
static void
keep(struct editing *editing, const struct token *first, const struct token *last)
{
	memcpy(editing->stripped->text + first->begin, editing->file->text + first->begin, last->end - first->begin);
}

static bool
is(const struct editing *editing, const struct token *token, const char *spelling)
{
	return token->kind != TOKEN_END && token_is(editing->file->text, token, spelling);
}

/* The bracket that closes the one at the token; TOKEN_END: none. */
static const struct token *
closing(const struct editing *editing, const struct token *token)
{
	unsigned open = 0;
	for (; token->kind != TOKEN_END; token++) {
		if (is(editing, token, "(") || is(editing, token, "[") || is(editing, token, "{"))
			open++;
		else if ((is(editing, token, ")") || is(editing, token, "]") || is(editing, token, "}")) && --open == 0)
			break;
	}
	return token;
}

/* ---- a lambda ---------------------------------------------------------------------------------------------------- */

/* The parts of a lambda. Without parameters, the parentheses are the body's brace. */
struct lambda {
	const struct token *bracket, *behind_captures, *parenthesis, *behind_parameters, *brace, *end;
};

/* False: no lambda, or one with template parameters. */
static bool
read_lambda(const struct editing *editing, const struct token *bracket, struct lambda *lambda)
{
	const struct token *at = closing(editing, bracket);
	if (at->kind == TOKEN_END)
		return false;
	*lambda = (struct lambda){.bracket = bracket, .behind_captures = ++at};
	while (at->kind == TOKEN_NAME)
		at = at[1].kind == TOKEN_PUNCTUATION && is(editing, at, "__attribute__") ? closing(editing, at + 1) + 1
		                                                                         : at + 1;
	if (!is(editing, at, "(") && !is(editing, at, "{"))
		return false;
	lambda->parenthesis = lambda->behind_parameters = at;
	if (is(editing, at, "("))
		lambda->behind_parameters = at = closing(editing, at) + 1;
	while (at->kind != TOKEN_END && !is(editing, at, "{") && !is(editing, at, ";"))
		at = is(editing, at, "(") ? closing(editing, at) + 1 : at + 1;
	lambda->brace = at;
	lambda->end = is(editing, at, "{") ? closing(editing, at) : at;
	return is(editing, lambda->end, "}");
}

/* A bracket after an operand is a subscript and begins no lambda. */
static bool
begins_lambda(const struct editing *editing, const struct token *token)
{
	return is(editing, token, "[") && token > editing->tokens && token[-1].kind == TOKEN_PUNCTUATION &&
	       !is(editing, token - 1, ")") && !is(editing, token - 1, "]");
}

static const char *
class_head(struct editing *editing, const struct ir_closure *closure)
{
	const char *head = "", *fields = "";
	for (uint32_t i = 0; i < closure->field_count; i++) {
		head = arena_printf(&editing->arena, "%s%sclass gpulint_%u", head, i ? ", " : " template<", i);
		fields = arena_printf(&editing->arena, "%sgpulint_%u %s; ", fields, i, closure->names[i]);
	}
	return arena_printf(&editing->arena, "%s%s struct at_%u_%u { %s", head, *head ? ">" : "", closure->line,
	                    closure->column, fields);
}

static void
keep_lambda(struct editing *editing, const struct lambda *lambda, const struct ir_closure *closure)
{
	bool is_mutable = false, is_on_device = false;
	for (const struct token *at = lambda->behind_captures; at < lambda->parenthesis; at++)
		is_on_device |= (annotation_of(editing->macros, editing->file->text, at) & ANNOTATION_DEVICE) != 0;
	insert(editing, lambda->bracket->begin,
	       arena_printf(&editing->arena, "%s%s", class_head(editing, closure), is_on_device ? "" : "__device__ "));
	if (lambda->behind_captures < lambda->parenthesis)
		keep(editing, lambda->behind_captures, lambda->parenthesis - 1);
	const bool has_parameters = lambda->parenthesis < lambda->behind_parameters;
	insert(editing, lambda->parenthesis->begin, has_parameters ? " auto operator()" : " auto operator()()");
	if (has_parameters)
		keep(editing, lambda->parenthesis, lambda->behind_parameters - 1);
	for (const struct token *at = lambda->behind_parameters; at < lambda->brace; at++) {
		const bool is_word = is(editing, at, "mutable");
		is_mutable |= is_word;
		if (!is_word)
			keep(editing, at, at);
	}
	if (!is_mutable)
		insert(editing, has_parameters ? lambda->behind_parameters[-1].end : lambda->parenthesis->begin,
		       " const ");
	keep(editing, lambda->brace, lambda->end);
	insert(editing, lambda->end->end, " };");
}

/* ---- a function -------------------------------------------------------------------------------------------------- */

static const struct token *
statement_end(const struct editing *editing, const struct token *token)
{
	while (token->kind != TOKEN_END && !is(editing, token, ";"))
		token = is(editing, token, "{") || is(editing, token, "(") ? closing(editing, token) + 1 : token + 1;
	return token;
}

/* Whether a constant with a literal value begins here: const int n = 4; */
static bool
is_number(const struct editing *editing, const struct token *token, const struct token *end)
{
	return is(editing, token, "const") && end - token >= 5 && end[-1].kind == TOKEN_NUMBER &&
	       is(editing, end - 2, "=") && end[-3].kind == TOKEN_NAME;
}

/* Whether the statement declares a type or a constant, which a class may contain too. */
static bool
is_declaration(const struct editing *editing, const struct token *token, const struct token *end)
{
	static const char *const records[] = {"struct", "class", "union"};
	for (size_t i = 0; i < sizeof records / sizeof *records; i++)
		if (is(editing, token, records[i]) && token[1].kind == TOKEN_NAME &&
		    (is(editing, token + 2, "{") || is(editing, token + 2, ":")))
			return is(editing, end - 1, "}");
	return is(editing, token, "typedef") || is(editing, token, "enum") ||
	       (is(editing, token, "using") && is(editing, token + 2, "=")) || is(editing, token, "constexpr") ||
	       (is(editing, token, "static") && is(editing, token + 1, "constexpr")) || is_number(editing, token, end);
}

static void
keep_declaration(struct editing *editing, const struct token *token, const struct token *end)
{
	if (is(editing, token, "constexpr") || is(editing, token, "const"))
		insert(editing, token->begin, "static ");
	keep(editing, token, end);
}

static const struct ir_closure *
closure_at(const struct editing *editing, const struct closures *closures, const bool *wanted, size_t offset)
{
	for (size_t i = 0; i < closures->count; i++) {
		const struct ir_closure *closure = &closures->items[i];
		if (wanted[i] && offset_of(editing->file, closure) == offset)
			return closure;
	}
	return NULL;
}

/* Returns the token after the processed construct. */
static const struct token *
take_token(struct editing *editing, const struct token *token, const struct closures *closures, const bool *wanted)
{
	struct lambda lambda;
	const bool is_first = is(editing, token - 1, ";") || is(editing, token - 1, "{") ||
	                      is(editing, token - 1, "}") || token[-1].kind == TOKEN_DIRECTIVE;
	const struct token *end = is_first ? statement_end(editing, token) : token;
	if (is_first && is_declaration(editing, token, end)) {
		keep_declaration(editing, token, end);
		return end + (end->kind != TOKEN_END);
	}
	if (!begins_lambda(editing, token) || !read_lambda(editing, token, &lambda))
		return token + 1;
	const struct ir_closure *closure = closure_at(editing, closures, wanted, token->begin);
	if (closure)
		keep_lambda(editing, &lambda, closure);
	return lambda.end + 1;
}

/* The template heads on one line, without default arguments: all arguments are given, and only a class template's
 * last parameters may have defaults. */
static const char *
head_text(struct editing *editing, const struct host_function *function)
{
	const char *text = "";
	unsigned depth = 0, left_out = 0; /* nesting of angle brackets; `left_out`: the nesting at an omitted default */
	for (const struct token *token = editing->tokens; token->kind != TOKEN_END && token->begin < function->head_end;
	     token++) {
		if (token->begin < function->begin)
			continue;
		depth -= is(editing, token, ">") && depth;
		if (is(editing, token, "=") && !left_out)
			left_out = depth;
		else if (depth < left_out || (depth == left_out && is(editing, token, ",")))
			left_out = 0;
		depth += is(editing, token, "<");
		if (!left_out)
			text = arena_printf(&editing->arena, "%s%.*s%s", text, (int)(token->end - token->begin),
			                    editing->file->text + token->begin, token[1].begin > token->end ? " " : "");
	}
	return text;
}

static void
keep_function(struct editing *editing, const struct host_function *function, const struct closures *closures,
              const bool *wanted)
{
	insert(editing, function->body + 1,
	       arena_printf(&editing->arena, " %sstruct gpulint_closures_%zu {", head_text(editing, function),
	                    function->body));
	const struct token *token = editing->tokens;
	while (token->kind != TOKEN_END && token->begin <= function->body)
		token++;
	while (token->kind != TOKEN_END && token->end < function->end)
		token = take_token(editing, token, closures, wanted);
	insert(editing, function->end - 1, " };");
}

/* ---- a file ------------------------------------------------------------------------------------------------------ */

static bool
has_wanted(const struct editing *editing, const struct host_function *function, const struct closures *closures,
           const bool *wanted)
{
	for (size_t i = 0; i < closures->count; i++) {
		const size_t offset = wanted[i] ? offset_of(editing->file, &closures->items[i]) : SIZE_MAX;
		if (offset != SIZE_MAX && function->body < offset && offset < function->end)
			return true;
	}
	return false;
}

static void
restore_file(struct editing *editing, const struct closures *closures, const bool *wanted)
{
	struct stripped *stripped = editing->stripped;
	editing->tokens = lexer_read(editing->file->text, editing->file->length);
	for (size_t i = 0; i < stripped->function_count; i++)
		if (has_wanted(editing, &stripped->functions[i], closures, wanted)) {
			keep_function(editing, &stripped->functions[i], closures, wanted);
			stripped_may_drop(stripped, stripped->functions[i].body + 1, stripped->functions[i].end);
		}
	stripped_insert(stripped, editing->insertions, editing->insertion_count);
	free(editing->tokens);
	free(editing->insertions);
	arena_free(&editing->arena);
}

void
closures_restore(struct device_source *source, const struct closures *closures, const bool *wanted)
{
	bool *in_file = memory_zeroed(closures->count + 1, sizeof *in_file);
	struct annotation_macros *macros = device_source_macros(source);
	for (size_t i = 0; i < source->bundle.count; i++) {
		bool any = false;
		for (size_t k = 0; k < closures->count; k++) {
			in_file[k] = wanted[k] &&
			             bundle_find(&source->bundle, closures->items[k].file) == &source->bundle.files[i];
			any |= in_file[k];
		}
		struct editing editing = {
			.file = &source->bundle.files[i], .stripped = &source->stripped[i], .macros = macros};
		if (any)
			restore_file(&editing, closures, in_file);
	}
	annotation_macros_free(macros);
	free(in_file);
}
