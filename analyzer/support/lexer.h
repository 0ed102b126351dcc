/* Just enough of C++'s lexical structure to find where declarations begin and end: tokens without comments, and
 * preprocessor lines as tokens of their own. */
#ifndef GPULINT_SUPPORT_LEXER_H
#define GPULINT_SUPPORT_LEXER_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind {
	TOKEN_END,
	TOKEN_NAME,
	TOKEN_NUMBER,
	TOKEN_STRING,      /* also characters */
	TOKEN_PUNCTUATION, /* one character each, but `::` and `->` */
	TOKEN_DIRECTIVE,   /* a whole preprocessor line with its continuations */
};

struct token {
	enum token_kind kind;
	size_t begin, end; /* bytes, end exclusive */
};

/* The tokens of a text, for the caller to free; TOKEN_END comes last. Any bytes are accepted. */
struct token *lexer_read(const char *text, size_t length);

bool token_is(const char *text, const struct token *token, const char *spelling);
/* Whether a directive is `#name`; *rest, if not NULL, is then where its operands begin. */
bool directive_is(const char *text, const struct token *token, const char *name, size_t *rest);

#endif
