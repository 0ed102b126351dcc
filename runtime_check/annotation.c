#include "annotation.h"

#include <stdlib.h>
#include <string.h>

#include "support/memory.h"

struct macro {
	char *name;
	unsigned annotations;
};

struct annotation_macros {
	struct macro *items;
	size_t count, capacity;
};

static const struct { const char *name; unsigned annotations; } words[] = {
	{"__global__", ANNOTATION_KERNEL}, {"__device__", ANNOTATION_DEVICE}, {"__host__", ANNOTATION_HOST},
	{"__constant__", ANNOTATION_DEVICE}, {"__shared__", ANNOTATION_DEVICE}, {"__managed__", ANNOTATION_DEVICE},
	{"constexpr", ANNOTATION_CONSTANT}, {"consteval", ANNOTATION_CONSTANT},
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
	free(macros->items);
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
			/* Defined twice, for the two sides: #ifdef __CUDACC__ … #else (empty). */
			macros->items[i].annotations |= annotations;
			return;
		}
	}
	char *copy = memory_alloc(size + 1);
	memcpy(copy, name, size);
	copy[size] = '\0';
	memory_push(macros->items, macros->count, macros->capacity, ((struct macro){copy, annotations}));
}

/* A macro whose body has a body of its own in it is a piece of code, not an annotation. */
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
			const unsigned annotations = annotations_of_body(macros, body_text, body + 1);
			if (annotations)
				add(macros, body_text + body->begin, body->end - body->begin, annotations);
		}
		free(body);
	}
	free(tokens);
}
