/* Lists of words: a command line as a shell splits it, and comma-separated lists. */
#ifndef GPULINT_CLI_REPORT_WORDS_H
#define GPULINT_CLI_REPORT_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "support/arena.h"

struct words {
	const char **items;
	size_t count, capacity;
};

/* Splits as a POSIX shell does, including quotes and backslashes, but expands nothing. Returns NULL, or an error as a
 * phrase: "has an open quote". */
const char *words_split(struct words *words, struct arena *arena, const char *text);
/* Splits at commas and drops empty parts. */
void words_split_list(struct words *words, struct arena *arena, const char *text);
void words_add(struct words *words, struct arena *arena, const char *word);
bool words_contain(const struct words *words, const char *word);

#endif
