#include "codegen/source/annotation.h"

#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"

struct macro {
	char *name;
	unsigned annotations;
};

/* A macro of any kind. */
struct definition {
	char *name;
	bool has_parameters;
	enum macro_extent extent;
	char *calls; /* the macro whose call is its whole replacement; NULL: otherwise */
};

struct annotation_macros {
	struct macro *items;
	size_t count, capacity;
	struct definition *definitions;
	size_t definition_count, definition_capacity;
};

static const struct {
	const char *name;
	unsigned annotations;
} words[] = {
	{"__global__", ANNOTATION_KERNEL},
	{"__device__", ANNOTATION_DEVICE},
	{"__host__", ANNOTATION_HOST},
	{"__constant__", ANNOTATION_DEVICE},
	{"__shared__", ANNOTATION_DEVICE},
	{"__managed__", ANNOTATION_DEVICE},
	{"constexpr", ANNOTATION_CONSTANT},
	{"consteval", ANNOTATION_CONSTANT},
	{"__device_builtin__", ANNOTATION_DEVICE},
};

struct annotation_macros *
annotation_macros_new(void)
{
	return memory_zeroed(1, sizeof(struct annotation_macros));
}

void
annotation_macros_free(struct annotation_macros *macros)
{
	for (size_t i = 0; i < macros->count; i++)
		free(macros->items[i].name);
	for (size_t i = 0; i < macros->definition_count; i++) {
		free(macros->definitions[i].name);
		free(macros->definitions[i].calls);
	}
	free(macros->items);
	free(macros->definitions);
	free(macros);
}

unsigned
annotation_of(const struct annotation_macros *macros, const char *text, const struct token *token)
{
	if (token->kind != TOKEN_NAME)
		return 0;
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (token_is(text, token, words[i].name))
			return words[i].annotations;
	}
	for (size_t i = 0; i < macros->count; i++) {
		if (token_is(text, token, macros->items[i].name))
			return macros->items[i].annotations;
	}
	return 0;
}

static void
add(struct annotation_macros *macros, const char *name, size_t size, unsigned annotations)
{
	for (size_t i = 0; i < macros->count; i++) {
		if (strlen(macros->items[i].name) == size && memcmp(macros->items[i].name, name, size) == 0) {
			/* Defined once for the device and once for the host: #ifdef __CUDACC__ … #else (empty). */
			macros->items[i].annotations |= annotations;
			return;
		}
	}
	memory_push(macros->items, macros->count, macros->capacity,
	            ((struct macro){memory_strndup(name, size), annotations}));
}

/* A macro whose replacement contains braces or semicolons is code, not an annotation. */
static unsigned
annotations_of_body(const struct annotation_macros *macros, const char *text, const struct token *body)
{
	unsigned annotations = 0;
	for (; body->kind != TOKEN_END; body++) {
		if (token_is(text, body, "{") || token_is(text, body, ";"))
			return 0;
		annotations |= annotation_of(macros, text, body);
	}
	return annotations;
}

/* ---- whole declarations ------------------------------------------------------------------------------------------ */

static char *
copy_of(const char *text, const struct token *token)
{
	return memory_strndup(text + token->begin, token->end - token->begin);
}

const struct token *
behind_parentheses(const char *text, const struct token *token)
{
	size_t open = 0;
	for (; token->kind != TOKEN_END; token++) {
		open += token_is(text, token, "(");
		if (token_is(text, token, ")") && --open == 0)
			return token + 1;
	}
	return token;
}

/* The extent of the replacement, by its braces and its last token. */
static enum macro_extent
extent_of_body(const char *text, const struct token *body, bool has_parameters)
{
	/* An empty macro without parameters is usually a prefix of declarations. */
	if (body->kind == TOKEN_END)
		return has_parameters ? MACRO_WHOLE : MACRO_PART;
	long open = 0, least = 0;
	const struct token *last = body;
	for (; body->kind != TOKEN_END; last = body++) {
		open += token_is(text, body, "{");
		open -= token_is(text, body, "}");
		least = open < least ? open : least;
	}
	if (open != 0 || least < 0)
		return MACRO_BRACE;
	return token_is(text, last, ";") || token_is(text, last, "}") ? MACRO_WHOLE : MACRO_PART;
}

static const struct definition *
definition_of(const struct annotation_macros *macros, const char *name, size_t length)
{
	for (size_t i = 0; i < macros->definition_count; i++) {
		const struct definition *definition = &macros->definitions[i];
		if (strlen(definition->name) == length && memcmp(definition->name, name, length) == 0)
			return definition;
	}
	return NULL;
}

/* If a macro has different definitions, only what both have in common counts. */
static void
add_definition(struct annotation_macros *macros, const char *text, const struct token *name)
{
	struct definition new = {.has_parameters = text[name->end] == '('};
	const struct token *body = new.has_parameters ? behind_parentheses(text, name + 1) : name + 1;
	new.extent = extent_of_body(text, body, new.has_parameters);
	const bool is_call = body->kind == TOKEN_NAME && token_is(text, body + 1, "(") &&
	                     behind_parentheses(text, body + 1)->kind == TOKEN_END;
	const struct definition *known = definition_of(macros, text + name->begin, name->end - name->begin);
	if (known) {
		struct definition *old = &macros->definitions[known - macros->definitions];
		if (old->extent != new.extent || old->has_parameters != new.has_parameters)
			old->extent = MACRO_PART;
		return;
	}
	new.calls = is_call ? copy_of(text, body) : NULL;
	new.name = copy_of(text, name);
	memory_push(macros->definitions, macros->definition_count, macros->definition_capacity, new);
}

enum macro_extent
macro_extent_of(const struct annotation_macros *macros, const char *text, const struct token *token)
{
	enum { MOST_CALLS = 8 };
	const struct definition *definition = definition_of(macros, text + token->begin, token->end - token->begin);
	if (definition && definition->has_parameters != token_is(text, token + 1, "("))
		return MACRO_PART;
	for (int i = 0; i < MOST_CALLS && definition && definition->calls; i++)
		definition = definition_of(macros, definition->calls, strlen(definition->calls));
	return definition ? definition->extent : MACRO_UNKNOWN;
}

void
annotation_macros_collect(struct annotation_macros *macros, const char *text, size_t length)
{
	struct token *tokens = lexer_read(text, length);
	for (const struct token *token = tokens; token->kind != TOKEN_END; token++) {
		size_t rest;
		if (!directive_is(text, token, "define", &rest))
			continue;
		const char *body_text = text + rest;
		struct token *body = lexer_read(body_text, token->end - rest);
		if (body->kind == TOKEN_NAME) {
			add_definition(macros, body_text, body);
			const unsigned annotations = annotations_of_body(macros, body_text, body + 1);
			if (annotations)
				add(macros, body_text + body->begin, body->end - body->begin, annotations);
		}
		free(body);
	}
	free(tokens);
}
