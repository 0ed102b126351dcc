/* The part of C++'s lexical structure that is needed to find declarations: tokens without comments, and preprocessor
 * lines as single tokens. */
#ifndef GPULINT_SUPPORT_LEXER_H
#define GPULINT_SUPPORT_LEXER_H

#include <stdbool.h>
#include <stddef.h>

enum token_kind {
	TOKEN_END,
	TOKEN_NAME,
	TOKEN_NUMBER,
	TOKEN_STRING,      /* also characters */
	TOKEN_PUNCTUATION, /* one character each, except `::` and `->` */
	TOKEN_DIRECTIVE,   /* a whole preprocessor line with its continuations */
};

struct token {
	enum token_kind kind;
	size_t begin, end; /* bytes, end exclusive */
};

/* The tokens of a text, which the caller frees; the last is TOKEN_END. Any bytes are accepted. */
struct token *lexer_read(const char *text, size_t length);

bool token_is(const char *text, const struct token *token, const char *spelling);
/* Whether a directive is `#name`; *rest, if not NULL, receives the start of its operands. */
bool directive_is(const char *text, const struct token *token, const char *name, size_t *rest);

#endif
