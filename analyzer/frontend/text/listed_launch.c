#include "frontend/text/listed_launch.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"
#include "support/lexer.h"

/* A name is $ and one of these letters. libclang rejects the further launches of this kind in a file. */
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";

struct naming {
	char *text;
	size_t names;
	char *header;
	size_t header_length, header_capacity;
};

static bool
is_thrice(const struct naming *n, const struct token *token, const char *bracket)
{
	for (size_t i = 0; i < 3; i++)
		if (!token_is(n->text, token + i, bracket) || token[i].begin != token->begin + i)
			return false;
	return true;
}

/* The comma that ends the argument, or the brackets that end the configuration. Nested brackets are skipped. NULL:
 * neither follows. */
static const struct token *
end_of_argument(const struct naming *n, const struct token *token)
{
	unsigned depth = 0;
	for (; token->kind != TOKEN_END; token++) {
		const char c = token->kind == TOKEN_PUNCTUATION ? n->text[token->begin] : '\0';
		if (!depth && (c == ',' || is_thrice(n, token, ">")))
			return token;
		if (c == ';' || (!depth && c && strchr(")]}", c)))
			break;
		depth += c && strchr("([{", c);
		depth -= c && strchr(")]}", c);
	}
	return NULL;
}

static void
write_out(struct naming *n, const char *bytes, size_t count)
{
	n->header = memory_grow(n->header, &n->header_capacity, n->header_length + count + 1, 1);
	memcpy(n->header + n->header_length, bytes, count);
	n->header_length += count;
	n->header[n->header_length] = '\0';
}

/* Defines a name for the initialiser of a dim3, the tokens [first, end). The definition is on one line and has no
 * comments. */
static void
name_list(struct naming *n, const struct token *first, const struct token *end)
{
	const size_t start = first->begin, stop = end[-1].end;
	if (memchr(n->text + start, '#', stop - start) || n->names + 1 >= sizeof letters)
		return;
	char definition[] = "#define $a ::dim3";
	char *const name = strchr(definition, '$');
	name[1] = letters[n->names++];
	write_out(n, definition, strlen(definition));
	for (const struct token *token = first; token < end; token++) {
		write_out(n, n->text + token->begin, token->end - token->begin);
		if (token + 1 < end && token[1].begin > token->end)
			write_out(n, " ", 1);
	}
	write_out(n, "\n", 1);
	for (size_t at = start; at < stop; at++)
		if (n->text[at] != '\n' && n->text[at] != '\r')
			n->text[at] = ' ';
	memcpy(n->text + start, name, 2);
}

/* Names the grid and the block of a launch. `token`: the first one after <<<. */
static void
name_shape(struct naming *n, const struct token *token)
{
	for (unsigned arg = 0; arg < 2; arg++) {
		const struct token *end = end_of_argument(n, token);
		if (!end)
			return;
		const bool is_last = !token_is(n->text, end, ",");
		if (end > token && token_is(n->text, token, "{") && token_is(n->text, end - 1, "}"))
			name_list(n, token, end);
		if (is_last)
			return;
		token = end + 1;
	}
}

char *
listed_launch_name(char *text, size_t length)
{
	struct naming n = {.text = text};
	struct token *tokens = lexer_read(text, length);
	for (const struct token *token = tokens; token->kind != TOKEN_END; token++)
		if (is_thrice(&n, token, "<"))
			name_shape(&n, token + 3);
	free(tokens);
	return n.header;
}
