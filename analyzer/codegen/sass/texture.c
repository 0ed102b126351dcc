#include "codegen/sass/layouts.h"

/* Bits 61 to 63 of texture instructions: 1D, 2D, 3D, CUBE, and the same as arrays. The number of coordinates
 * includes the layer. */
static unsigned
texture_coordinates(const struct sass_decoding *decoding)
{
	static const uint8_t counts[8] = {1, 2, 3, 3, 2, 3, 4, 4};
	return counts[sass_bits(decoding, 61, 3)];
}

/* The same for surface instructions: 1D, a buffer, 1D array, 2D, 2D array, 3D. */
static unsigned
surface_coordinates(const struct sass_decoding *decoding)
{
	static const uint8_t counts[8] = {1, 1, 2, 2, 3, 3, 4, 4};
	return counts[sass_bits(decoding, 61, 3)];
}

/* Up to four channels: the register in bits 16 to 23 receives the first two, that in bits 64 to 71 the others. */
static void
channels_written(struct sass_decoding *decoding)
{
	unsigned channels = (unsigned)__builtin_popcount(sass_bits(decoding, 72, 4));
	unsigned first = channels < 2 ? channels : 2;
	sass_write_register(decoding, 16, first);
	sass_write_register(decoding, 64, channels - first);
}

/* Registers for the level of detail: default, zero, bias, level, clamp, bias and clamp, clamp. */
static unsigned
level_sources(const struct sass_decoding *decoding)
{
	static const uint8_t counts[8] = {0, 0, 1, 1, 1, 2, 1, 0};
	unsigned mode = sass_bits(decoding, 87, 3);
	if (decoding->sm >= 100)
		mode = (mode << 1 | sass_bits(decoding, 59, 1)) & 7;
	return counts[mode];
}

/* Sources besides coordinates: the level, offsets (bit 76) and the reference depth (bit 78); for TXD the
 * derivatives. */
static unsigned
more_sources(const struct sass_decoding *decoding, unsigned coordinates)
{
	bool is_array = sass_bit(decoding, 63);
	unsigned offsets = decoding->sm < 100 ? sass_bits(decoding, 76, 1) : 0, comparison = sass_bits(decoding, 78, 1);
	switch (decoding->into->opcode) {
	case SASS_OP_TXD: return 2 * (coordinates - is_array) + offsets;
	case SASS_OP_TXQ: return 0;
	case SASS_OP_TLD4: return offsets + comparison;
	default: return level_sources(decoding) + offsets + comparison;
	}
}

/* In form 1 (".B") a register names the texture. It is one more source: the last one, or for TXD the last before the
 * derivatives. */
static bool
has_handle(const struct sass_decoding *decoding)
{
	return sass_form(decoding) == 1;
}

/* The coordinates begin at the register in bits 24 to 31, the other sources in 32 to 39. With bit 60 (".SCR"), the
 * first operand has half of all sources, rounded up. */
static void
texture_sources(struct sass_decoding *decoding)
{
	bool asks_only = decoding->into->opcode == SASS_OP_TXQ, derives = decoding->into->opcode == SASS_OP_TXD;
	unsigned first = asks_only ? 1 : texture_coordinates(decoding), more = more_sources(decoding, first);
	*(asks_only || derives ? &first : &more) += has_handle(decoding);
	unsigned all = first + more;
	if (sass_bit(decoding, 60))
		first = (all + 1) / 2;
	sass_read_register(decoding, 24, first);
	sass_read_register(decoding, 32, all - first);
}

/* In form 7 the pair of uniform registers in bits 40 to 47 names the texture. */
void
layout_tex(struct sass_decoding *decoding)
{
	sass_add_access(decoding, SASS_TEXTURE_SPACE)->reads = true;
	channels_written(decoding);
	texture_sources(decoding);
	if (sass_form(decoding) == 7)
		sass_read_uniform(decoding, 40, 2);
	sass_predicates(decoding, SASS_PREDICATE);
}

/* Form 7: a uniform register names the surface; else a register in bits 64 to 71 does. */
static void
surface_operands(struct sass_decoding *decoding)
{
	sass_read_register(decoding, 24, surface_coordinates(decoding));
	if (sass_form(decoding) == 7)
		sass_read_uniform(decoding, 40, 1);
	sass_read_register(decoding, 64, decoding->encoding->c);
}

void
layout_surface_load(struct sass_decoding *decoding)
{
	struct sass_access *access = sass_add_access(decoding, SASS_TEXTURE_SPACE);
	access->reads = true;
	access->bytes = (uint16_t)sass_access_bytes(decoding, decoding->encoding->d);
	sass_write_register(decoding, 16, sass_width(decoding, decoding->encoding->d));
	surface_operands(decoding);
	sass_predicates(decoding, SASS_PREDICATE);
}

void
layout_surface_store(struct sass_decoding *decoding)
{
	struct sass_access *access = sass_add_access(decoding, SASS_TEXTURE_SPACE);
	access->reads = decoding->into->opcode == SASS_OP_SURED;
	access->writes = true;
	access->bytes = (uint16_t)sass_access_bytes(decoding, decoding->encoding->b);
	sass_read_register(decoding, 32, sass_width(decoding, decoding->encoding->b));
	surface_operands(decoding);
}
