/* Rewrites the text of an access so that it has the ideal pattern, for a variant of its kernel. The new text uses
 * second_header.h.
 *
 * Neighbouring lanes are `step` bytes apart. The object is divided from its beginning into tiles of `tile` steps,
 * and the words of each tile are transposed: words at equal offsets in their steps become neighbours. (An array of
 * structs becomes an array of structs of arrays.) This is a bijection within the object. As many distinct bytes are
 * touched as before, and reuse between lanes, warps and blocks stays, but each request is packed. Words after the
 * last whole tile stay where they are. */
#ifndef GPULINT_RUNTIME_CHECK_TRANSPOSED_ACCESS_H
#define GPULINT_RUNTIME_CHECK_TRANSPOSED_ACCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "support/arena.h"

struct transposed_site {
	const char *expression; /* of the access, as in the source */
	uint64_t step;          /* in bytes, a multiple of width */
	unsigned width;         /* bytes for each lane */
	uint64_t object_bytes;
	unsigned tile;   /* in steps, a power of two */
	unsigned object; /* index of the header's variable that has the object's address */
};

/* A replacement for the expression. */
struct transposed_form {
	const char *text;
	/* a text that stops the kernel if `text` accesses another word than intended; NULL: it cannot */
	const char *audit;
	bool is_computed; /* it computes each address from the expression's own address */
};

/* The replacements, in the arena. The last one computes addresses. The others change the index expression: they add
 * nothing to the kernel's work, but rest on a guess. */
struct transposed_form *transposed_forms(const struct transposed_site *site, size_t *count, struct arena *arena);

/* The same access, `bytes` further on. */
const char *shifted_access(const char *expression, int64_t bytes, struct arena *arena);

#endif
