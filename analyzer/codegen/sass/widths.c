#include "codegen/sass/decoding.h"

static unsigned
registers_for(unsigned bytes)
{
	return (bytes + 3) / 4;
}

/* Bits 73 to 75: U8, S8, U16, S16, 32, 64, 128 and U.128. */
static unsigned
bytes_of_size(unsigned code)
{
	static const uint8_t bytes[8] = {1, 1, 2, 2, 4, 8, 16, 16};
	return bytes[code];
}

/* Bits 73 to 75 of atomic operations. Up to sm_89: U32, S32, U64, F32, F16x2, S64, F64. Later, floating point has
 * its own instructions: U32, S32, U64, S64, 128 bits. */
static unsigned
bytes_of_type(const struct sass_decoding *decoding)
{
	static const uint8_t before[8] = {4, 4, 8, 4, 4, 8, 8, 0}, since_90[8] = {4, 4, 8, 8, 16, 0, 0, 0};
	unsigned code = sass_bits(decoding, 73, 3);
	return decoding->sm < 90 ? before[code] : since_90[code];
}

/* Surfaces keep the older types on all architectures, and have two more. */
static unsigned
bytes_of_surface_type(const struct sass_decoding *decoding)
{
	static const uint8_t bytes[8] = {4, 4, 8, 4, 4, 8, 4, 8};
	return bytes[sass_bits(decoding, 73, 3)];
}

/* Bits 73 to 76 of the floating-point atomics since sm_90: F16 and BF16 by 2, 4, 8; F32 by 1, 2, 4, twice; F64. */
static unsigned
bytes_of_floats(const struct sass_decoding *decoding)
{
	static const uint8_t bytes[16] = {4, 8, 16, 4, 8, 16, 0, 0, 0, 4, 8, 16, 4, 8, 16, 8};
	return bytes[sass_bits(decoding, 73, 4)];
}

/* Bits 75 and 76 of a conversion's result, 84 and 85 of its source: 8, 16, 32 or 64 bits. */
static unsigned
registers_of_number(const struct sass_decoding *decoding, unsigned at)
{
	return sass_bits(decoding, at, 2) == 3 ? 2 : 1;
}

/* LDTM and STTM: the registers of a 32-lane column, 2 to the power of bits 83 to 85, times those of the shape in
 * bits 81 and 82. */
static unsigned
tensor_registers(const struct sass_decoding *decoding)
{
	static const uint8_t of_shape[4] = {2, 4, 1, 1};
	return (unsigned)of_shape[sass_bits(decoding, 81, 2)] << sass_bits(decoding, 83, 3);
}

/* `wide_forms`: a bit for each form that has 64-bit operands since sm_100. */
static unsigned
registers_by_form(const struct sass_decoding *decoding, unsigned wide_forms)
{
	return decoding->sm >= 100 && wide_forms >> sass_form(decoding) & 1 ? 2 : 1;
}

unsigned
sass_access_bytes(const struct sass_decoding *decoding, enum sass_width width)
{
	switch (width) {
	case WIDTH_SIZE:
	case WIDTH_SURFACE: return bytes_of_size(sass_bits(decoding, 73, 3));
	case WIDTH_TYPE: return bytes_of_type(decoding);
	case WIDTH_FLOATS: return bytes_of_floats(decoding);
	case WIDTH_SURFACE_TYPE: return bytes_of_surface_type(decoding);
	default: return 4 * sass_width(decoding, width);
	}
}

unsigned
sass_width(const struct sass_decoding *decoding, enum sass_width width)
{
	switch (width) {
	case WIDTH_SIZE:
	case WIDTH_SURFACE:
	case WIDTH_TYPE:
	case WIDTH_FLOATS:
	case WIDTH_SURFACE_TYPE: return registers_for(sass_access_bytes(decoding, width));
	case WIDTH_WIDE80: return sass_bit(decoding, 80) ? 2 : 1;
	case WIDTH_MOV64:
		return registers_by_form(decoding, 1u << 2 | (sass_bit(decoding, 80) ? 0xffu & ~(1u << 4) : 0));
	case WIDTH_SEL64: return registers_by_form(decoding, 1u << 2 | 1u << 3 | 1u << 7);
	case WIDTH_USEL64: return registers_by_form(decoding, 1u << 2 | 1u << 6);
	case WIDTH_ISETP64: return decoding->sm >= 100 && sass_bit(decoding, 80) ? 2 : 1;
	case WIDTH_MATCH64: return sass_bit(decoding, 73) ? 2 : 1;
	case WIDTH_TO_SIZE: return registers_of_number(decoding, 75);
	case WIDTH_FROM_SIZE: return registers_of_number(decoding, 84);
	case WIDTH_MATRICES: return 1u << sass_bits(decoding, 72, 2);
	case WIDTH_TENSOR_WIDTH: return tensor_registers(decoding);
	case WIDTH_TRANSPOSED: return sass_bits(decoding, 75, 3) == 1 ? 2 : 1;
	default: return width;
	}
}
