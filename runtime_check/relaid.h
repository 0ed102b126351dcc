/* The text of an access that takes the ideal pattern in place of its own, for a second version of its kernel; it uses
 * second_header.h.
 *
 * Where neighbouring lanes are `step` bytes apart, memory is regarded, from its object's beginning, as tiles of so many steps,
 * and the words of each tile are transposed: the words that lay at the same place of each step come to lie side by side. (An
 * array of structs becomes an array of structs of arrays.) That is a bijection within the object: as many distinct bytes are
 * touched as before, and what is used again is used again, by whichever lane, warp or block; but each request is packed. What
 * is left behind the last whole tile stays where it is. */
#ifndef GPULINT_RUNTIME_CHECK_RELAID_H
#define GPULINT_RUNTIME_CHECK_RELAID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

struct relaid_site {
	const char *expression; /* of the access, as the source has it */
	uint64_t step;          /* bytes, a multiple of width */
	unsigned width;         /* bytes a lane moves */
	uint64_t object_bytes;
	unsigned tile;   /* steps: a power of two */
	unsigned object; /* which of the header's variables has the object's address */
};

/* A text to stand for the expression. */
struct relaid_form {
	const char *text;
	/* one that stops the kernel where `text` takes another word than the one it should; NULL: it cannot */
	const char *audit;
	bool is_computed; /* it computes each address from the expression's own */
};

/* In the arena; the last one is computed, and the others take the arithmetic into the index: they add nothing to what
 * the kernel computes, but are guesses. */
struct relaid_form *relaid_forms(const struct relaid_site *site, size_t *count, struct arena *arena);

/* The access `bytes` further on. */
const char *relaid_shifted(const char *expression, int64_t bytes, struct arena *arena);

#endif
