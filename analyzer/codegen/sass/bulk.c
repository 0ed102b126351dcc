#include "codegen/sass/layouts.h"

/* Copies that the hardware makes on its own: uniform registers hold the addresses, and the sizes are not in the code. */

/* Bits 73 and 74: whether the destination is shared, then the source. Of a copy into shared memory the second of the destination's
 * registers is its barrier. */
void
layout_bulk_copy(struct sass_decoding *decoding)
{
	unsigned direction = sass_bits(decoding, 73, 2);
	enum sass_space from = direction == 1 ? SASS_GLOBAL : SASS_SHARED,
			to = direction == 2 ? SASS_GLOBAL : SASS_SHARED;
	sass_add_uniform_access(decoding, from, false, 24);
	sass_add_uniform_access(decoding, to, true, 32);
	sass_read_uniform(decoding, 24, from == SASS_GLOBAL ? 2 : 1);
	sass_read_uniform(decoding, 32, 2);
	sass_read_uniform(decoding, 64, 1);
}

void
layout_bulk_prefetch(struct sass_decoding *decoding)
{
	sass_add_uniform_access(decoding, SASS_GLOBAL, false, 24);
	sass_read_uniform(decoding, 24, 2);
	sass_read_uniform(decoding, 64, 1);
}

/* Fills shared memory, from an offset on, with the pair in bits 32 to 39: as many bytes as the register in bits 64 to 71 says. */
void
layout_bulk_fill(struct sass_decoding *decoding)
{
	sass_add_uniform_access(decoding, SASS_SHARED, true, 24)->offset = sass_signed_bits(decoding, 40, 24);
	sass_read_uniform(decoding, 24, 1);
	sass_read_uniform(decoding, 32, 2);
	sass_read_uniform(decoding, 64, 1);
}

/* Asks for another block's work: the answer, and the barrier that tells when it is there, are where a pair says. */
void
layout_work_id(struct sass_decoding *decoding)
{
	sass_add_uniform_access(decoding, SASS_SHARED, true, 24)->bytes = 16;
	sass_read_uniform(decoding, 24, 2);
}

/* Bits 79 to 81: how many dimensions, less one. */
static unsigned
dimensions(const struct sass_decoding *decoding)
{
	return sass_bits(decoding, 79, 3) + 1;
}

/* The tensor's map is in the pair in bits 24 to 31; in bits 32 to 39 the first of those that hold the address in shared memory,
 * its barrier and the coordinates. Of form 1 a mask of blocks, or offsets, in bits 64 to 71. */
void
layout_tensor_load(struct sass_decoding *decoding)
{
	sass_add_uniform_access(decoding, SASS_GLOBAL, false, 24);
	sass_add_uniform_access(decoding, SASS_SHARED, true, 32);
	sass_read_uniform(decoding, 24, 2);
	sass_read_uniform(decoding, 32, 2 + dimensions(decoding));
	if (sass_form(decoding) == 1)
		sass_read_uniform(decoding, 64, 1);
}

void
layout_tensor_store(struct sass_decoding *decoding)
{
	sass_add_uniform_access(decoding, SASS_SHARED, false, 32);
	sass_add_uniform_access(decoding, SASS_GLOBAL, true, 24);
	sass_read_uniform(decoding, 24, 2);
	sass_read_uniform(decoding, 32, 1 + dimensions(decoding));
}

void
layout_tensor_prefetch(struct sass_decoding *decoding)
{
	sass_add_uniform_access(decoding, SASS_GLOBAL, false, 24);
	sass_read_uniform(decoding, 24, 2);
	sass_read_uniform(decoding, 32, dimensions(decoding));
	if (sass_form(decoding) == 1)
		sass_read_uniform(decoding, 64, 1);
}
