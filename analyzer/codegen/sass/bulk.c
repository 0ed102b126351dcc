#include "codegen/sass/layouts.h"

/* Copies that the hardware performs asynchronously. Uniform registers hold the addresses; the code does not contain
 * the sizes. */

/* Bits 73 and 74: whether the destination is shared, then the source. For a copy into shared memory, the
 * destination's second register is its barrier. */
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

/* Fills shared memory, from an offset on, with the register pair in bits 32 to 39. The register in bits 64 to 71
 * holds the number of bytes. */
void
layout_bulk_fill(struct sass_decoding *decoding)
{
	sass_add_uniform_access(decoding, SASS_SHARED, true, 24)->offset = sass_signed_bits(decoding, 40, 24);
	sass_read_uniform(decoding, 24, 1);
	sass_read_uniform(decoding, 32, 2);
	sass_read_uniform(decoding, 64, 1);
}

/* Requests another block's work. A register pair holds the addresses of the answer and of the barrier that signals
 * its arrival. */
void
layout_work_id(struct sass_decoding *decoding)
{
	sass_add_uniform_access(decoding, SASS_SHARED, true, 24)->bytes = 16;
	sass_read_uniform(decoding, 24, 2);
}

/* Bits 79 to 81: number of dimensions, minus one. */
static unsigned
dimensions(const struct sass_decoding *decoding)
{
	return sass_bits(decoding, 79, 3) + 1;
}

/* The register pair in bits 24 to 31 holds the tensor map. Bits 32 to 39 name the first of the registers with the
 * address in shared memory, the barrier and the coordinates. In form 1, bits 64 to 71 hold a mask of blocks, or
 * offsets. */
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
