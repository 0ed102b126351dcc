/* Words that state where code runs and where variables live: CUDA's own and a project's macros for them. */
#ifndef GPULINT_CODEGEN_SOURCE_ANNOTATION_H
#define GPULINT_CODEGEN_SOURCE_ANNOTATION_H

#include "codegen/source/strip.h"
#include "support/lexer.h"

enum annotation {
	ANNOTATION_KERNEL = 1,
	ANNOTATION_DEVICE = 2, /* also marks a variable on the device */
	ANNOTATION_HOST = 4,
	ANNOTATION_CONSTANT = 8, /* constexpr and the like: valid on host and device */
};

/* The meaning of a macro's name at the start of a declaration. */
enum macro_extent {
	MACRO_UNKNOWN, /* no file defines it */
	MACRO_PART,    /* the start of a declaration, or anything else */
	MACRO_WHOLE,   /* complete declarations, with its arguments if it has any */
	MACRO_BRACE,   /* it ends with a brace that it opens, or closes a brace that it does not open */
};

/* The token after the parenthesis that closes the one at `token`; the end token if none does. */
const struct token *behind_parentheses(const char *text, const struct token *token);

enum macro_extent macro_extent_of(const struct annotation_macros *macros, const char *text, const struct token *token);

/* A bit set of enum annotation; 0: the token is no annotation. */
unsigned annotation_of(const struct annotation_macros *macros, const char *text, const struct token *token);

#endif
