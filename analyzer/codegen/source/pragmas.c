#include "codegen/source/pragmas.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "codegen/source/lexer.h"
#include "support/memory.h"
#include "support/name_letter.h"

static const char hash[] = "#pragma", opening[] = "_Pragma(\"", closing[] = "\")";
enum { HASH = sizeof hash - 1, OPENING = sizeof opening - 1, CLOSING = sizeof closing - 1 };

static size_t
skip_blanks(const char *text, size_t at, size_t end)
{
	while (at < end && (text[at] == ' ' || text[at] == '\t'))
		at++;
	return at;
}

/* Where the directive's `#pragma` is, if it defines a macro without parameters as one; SIZE_MAX: it does not. */
static size_t
pragma_of(const char *text, const struct token *token)
{
	size_t at;
	if (!directive_is(text, token, "define", &at))
		return SIZE_MAX;
	at = skip_blanks(text, at, token->end);
	while (at < token->end && is_name_letter(text[at]))
		at++;
	at = skip_blanks(text, at, token->end);
	const bool is_one = token->end - at > HASH && memcmp(text + at, hash, HASH) == 0 && isblank((unsigned char)text[at + HASH]);
	return is_one && !memchr(text + at, '"', token->end - at) && !memchr(text + at, '\\', token->end - at) ? at : SIZE_MAX;
}

char *
pragmas_written_out(const char *text, size_t *length)
{
	struct token *tokens = lexer_read(text, *length);
	char *out = NULL;
	size_t from = 0, to = 0;
	for (const struct token *token = tokens; token->kind != TOKEN_END; token++) {
		const size_t at = token->kind == TOKEN_DIRECTIVE ? pragma_of(text, token) : SIZE_MAX;
		if (at == SIZE_MAX)
			continue;
		const size_t first = skip_blanks(text, at + HASH, token->end);
		size_t end = token->end;
		while (end > first && isspace((unsigned char)text[end - 1]))
			end--;
		out = memory_resize(out, to + (at - from) + OPENING + (end - first) + CLOSING + (*length - end) + 1);
		memcpy(out + to, text + from, at - from);
		to += at - from;
		memcpy(out + to, opening, OPENING);
		memcpy(out + to + OPENING, text + first, end - first);
		memcpy(out + to + OPENING + (end - first), closing, CLOSING);
		to += OPENING + (end - first) + CLOSING;
		from = end;
	}
	free(tokens);
	if (!out)
		return NULL;
	memcpy(out + to, text + from, *length - from);
	*length = to + (*length - from);
	out[*length] = '\0';
	return out;
}
