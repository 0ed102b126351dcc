/* Answers of the compiler that are kept from run to run: a folder of files, one an answer, named by what was asked.
 *
 * Several processes may use it at the same time: a file appears whole. What was used longest ago goes when there is too
 * much. Where there is no such folder, or it cannot be written, nothing is kept. */
#ifndef GPULINT_CODEGEN_CACHE_H
#define GPULINT_CODEGEN_CACHE_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

struct cache {
	const char *folder;   /* NULL: nothing is kept */
	int64_t most_bytes;   /* of all files together */
};

/* That of the user, in the arena. It keeps 256 MiB at most. */
struct cache cache_open(struct arena *arena);

/* An object, and bytes that lie in the file behind it as they are: as text it takes long to read them. */
struct cache_answer {
	json_t *object;
	uint8_t *bytes;
	size_t size;
};

/* The answer to what was asked, for the caller to free; no object: there is none, or what is there cannot be read. */
struct cache_answer cache_find(const struct cache *cache, const char *asked);
void cache_answer_free(struct cache_answer *answer);
void cache_keep(const struct cache *cache, const char *asked, const struct cache_answer *answer);

#endif
