/* Lists of words: what a shell would make of a command line, and lists with commas. */
#ifndef GPULINT_CLI_REPORT_WORDS_H
#define GPULINT_CLI_REPORT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "support/arena.h"

struct words {
	const char **items;
	size_t count, capacity;
};

/* Splits as a POSIX shell does, quotes and backslashes included, but expands nothing. NULL, or what it does
 * wrong: "leaves a quote open". */
const char *words_split(struct words *words, struct arena *arena, const char *text);
/* Splits at commas; empty parts are left out. */
void words_split_list(struct words *words, struct arena *arena, const char *text);
void words_add(struct words *words, struct arena *arena, const char *word);
bool words_contain(const struct words *words, const char *word);

#endif
