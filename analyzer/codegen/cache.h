/* On-disk cache of the compiler's answers: a folder with one file per answer, named by the question.
 *
 * Several processes may use it at the same time: files are replaced as a whole. The least recently used files are
 * deleted when the folder is too large. Without a writable folder nothing is kept. */
#ifndef GPULINT_CODEGEN_CACHE_H
#define GPULINT_CODEGEN_CACHE_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

struct cache {
	const char *folder; /* NULL: nothing is kept */
	int64_t most_bytes; /* of all files together */
};

/* The user's cache, of 256 MiB at most. Strings are in the arena. */
struct cache cache_open(struct arena *arena);

/* A JSON object, followed in the file by raw bytes, because these are slow to parse as text. */
struct cache_answer {
	json_t *object;
	uint8_t *bytes;
	size_t size;
};

/* Finds an answer, to free with cache_answer_free. object NULL: there is none, or it cannot be read. */
struct cache_answer cache_find(const struct cache *cache, const char *asked);
void cache_answer_free(struct cache_answer *answer);
void cache_keep(const struct cache *cache, const char *asked, const struct cache_answer *answer);

#endif
