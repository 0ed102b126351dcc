/* Hashes. Collisions are rare but possible. */
#ifndef GPULINT_SUPPORT_HASH_H
#define GPULINT_SUPPORT_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Hashes two numbers: the last step of splitmix64. */
static inline uint64_t
hash_mix(uint64_t a, uint64_t b)
{
	uint64_t h = a * 0x9E3779B97F4A7C15u + b;
	h = (h ^ h >> 30) * 0xBF58476D1CE4E5B9u;
	h = (h ^ h >> 27) * 0x94D049BB133111EBu;
	return h ^ h >> 31;
}

/* Hashes a number for a table in which consecutive numbers are mostly looked up together: eight of them get adjacent
 * slots. */
static inline uint64_t
hash_in_rows(uint64_t number)
{
	return (number >> 3) * 0x9E3779B97F4A7C15u >> 20 << 3 | (number & 7);
}

/* Hashes bytes, continuing from another hash. */
static inline uint64_t
hash_bytes_from(uint64_t hash, const unsigned char *bytes, size_t size)
{
	for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
		uint64_t word = 0;
		memcpy(&word, bytes + at, size - at < sizeof word ? size - at : sizeof word);
		hash = hash_mix(hash, word);
	}
	return hash_mix(hash, size);
}

/* Hashes a text, continuing from another hash. */
static inline uint64_t
hash_text_from(uint64_t hash, const char *text)
{
	uint64_t word = 0;
	size_t i = 0;
	for (; text[i]; i++) {
		word = word << 8 | (unsigned char)text[i];
		if (i % sizeof word == sizeof word - 1)
			hash = hash_mix(hash, word);
	}
	return hash_mix(hash, word);
}

static inline uint64_t
hash_text(const char *text)
{
	return hash_text_from(strlen(text), text);
}

#endif
