/* The words that say where code runs and variables live, as the source spells them: CUDA's own and the macros that
 * projects define for them. */
#ifndef GPULINT_CODEGEN_SOURCE_ANNOTATION_H
#define GPULINT_CODEGEN_SOURCE_ANNOTATION_H

#include "codegen/source/strip.h"
#include "support/lexer.h"

enum annotation {
	ANNOTATION_KERNEL = 1,
	ANNOTATION_DEVICE = 2,   /* also what a variable on the device is marked with */
	ANNOTATION_HOST = 4,
	ANNOTATION_CONSTANT = 8, /* constexpr and the like: good on both sides */
};

/* What a macro's name at the beginning of a declaration stands for. */
enum macro_extent {
	MACRO_UNKNOWN,           /* no file defines it */
	MACRO_PART,              /* the beginning of a declaration, or anything else */
	MACRO_WHOLE,             /* declarations with all that ends them, if need be with its arguments */
	MACRO_BRACE,             /* what ends with a brace that it opens, or closes and does not open */
};

/* Past the parenthesis that closes the one at the token. */
const struct token *behind_parentheses(const char *text, const struct token *token);

enum macro_extent macro_extent_of(const struct annotation_macros *macros, const char *text, const struct token *token);

/* A set of enum annotation; 0: the token is none. */
unsigned annotation_of(const struct annotation_macros *macros, const char *text, const struct token *token);

#endif
