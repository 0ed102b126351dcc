#include "runtime_check/unlinked.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "support/lexer.h"
#include "support/path.h"

/* The function's name without namespaces, classes and parameters, if its symbol (Itanium C++ ABI) is simple enough. */
static const char *
name_of(const char *symbol, struct arena *arena)
{
	if (strncmp(symbol, "_Z", 2) != 0)
		return symbol;
	const char *at = symbol + 2, *name = symbol;
	const bool is_nested = *at == 'N';
	at += is_nested;
	while (isdigit((unsigned char)*at)) {
		char *text;
		const unsigned long length = strtoul(at, &text, 10);
		if (length == 0 || length > strlen(text))
			return symbol;
		name = arena_strndup(arena, text, length);
		at = text + length;
		if (!is_nested)
			break;
	}
	return name;
}

/* Whether the file contains this name with parameters and a body. */
static bool
defines(const struct bundle_file *file, const char *name)
{
	struct token *tokens = lexer_read(file->text, file->length);
	bool found = false;
	for (const struct token *token = tokens; token->kind != TOKEN_END && !found; token++) {
		size_t depth = 0;
		if (token->kind != TOKEN_NAME || !token_is(file->text, token, name) ||
		    !token_is(file->text, token + 1, "("))
			continue;
		const struct token *end = token + 1;
		do {
			depth += token_is(file->text, end, "(");
			depth -= token_is(file->text, end, ")");
			end++;
		} while (depth > 0 && end->kind != TOKEN_END);
		found = end->kind != TOKEN_END && token_is(file->text, end, "{");
	}
	free(tokens);
	return found;
}

/* NULL: no other file of the plan is known to define it. */
static const struct bundle_file *
file_that_defines(const struct plan *plan, const struct bundle *own, const char *name)
{
	for (size_t i = 0; i < plan->source_count; i++)
		for (size_t k = 0; k < plan->sources[i].bundle.count; k++) {
			const struct bundle_file *file = &plan->sources[i].bundle.files[k];
			if (!bundle_find(own, file->path) && defines(file, name))
				return file;
		}
	return NULL;
}

const char *
unlinked_reason(const struct plan *plan, const struct planned_kernel *kernel, const char *said, struct arena *arena)
{
	static const char unresolved[] = "Unresolved extern function '";
	const char *found = strstr(said, unresolved);
	if (!found)
		return NULL;
	const char *symbol = found + sizeof unresolved - 1;
	const char *name = name_of(arena_strndup(arena, symbol, strcspn(symbol, "'")), arena);
	const struct bundle_file *file = file_that_defines(plan, kernel->bundle, name);
	const char *where = file ? arena_printf(arena, "which %s defines", path_base_name(file->path))
	                         : "which its own file does not define";
	return arena_printf(arena,
	                    "it calls '%s', %s: kernels of separable compilation (-rdc=true) are not linked here", name,
	                    where);
}
