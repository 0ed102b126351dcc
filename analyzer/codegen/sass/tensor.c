#include "codegen/sass/layouts.h"

/* A matrix product of a warp: D (16 to 23) = A (24 to 31) * B (32 to 39) + C (64 to 71). Each lane holds a 32nd of
 * each. */
struct product {
	unsigned m, k, a_bits, b_bits, result_bits;
	bool sparse; /* A stores half of its columns; the register in bits 40 to 47 says which */
};

enum { WARP_LANES = 32, COLUMNS = 8 };

static unsigned
registers(unsigned elements, unsigned bits)
{
	unsigned count = elements * bits / (WARP_LANES * 32);
	return count ? count : 1;
}

static struct product
half_product(const struct sass_decoding *decoding)
{
	static const uint8_t depths[4] = {8, 16, 4, 32};
	bool tf32 = sass_bit(decoding, 83);
	return (struct product){
		.m = 16,
		.k = depths[sass_bits(decoding, 75, 1) | sass_bits(decoding, 78, 1) << 1],
		.a_bits = tf32 ? 32 : 16,
		.b_bits = tf32 ? 32 : 16,
		.result_bits = sass_bit(decoding, 76) ? 32 : 16,
		.sparse = sass_bit(decoding, 73),
	};
}

/* Bits 83 and 84: 4 bits instead of 8. */
static struct product
integer_product(const struct sass_decoding *decoding)
{
	static const uint8_t depths[8] = {16, 16, 32, 32, 16, 32, 64, 64};
	unsigned shape = sass_bits(decoding, 85, 2) << 1 | sass_bits(decoding, 75, 1);
	return (struct product){
		.m = sass_bit(decoding, 86) ? 16 : 8,
		.k = depths[shape],
		.a_bits = sass_bit(decoding, 83) ? 4 : 8,
		.b_bits = sass_bit(decoding, 84) ? 4 : 8,
		.result_bits = 32,
		.sparse = sass_bit(decoding, 72),
	};
}

static struct product
bit_product(const struct sass_decoding *decoding)
{
	static const uint8_t rows[4] = {8, 16, 16, 16};
	static const uint16_t depths[4] = {128, 128, 256, 256};
	unsigned shape = sass_bits(decoding, 75, 2);
	return (struct product){.m = rows[shape], .k = depths[shape], .a_bits = 1, .b_bits = 1, .result_bits = 32};
}

/* Up to sm_89 8x8x4; later also 16x8x4, 16x8x8 and 16x8x16. */
static struct product
double_product(const struct sass_decoding *decoding)
{
	static const uint8_t depths[4] = {4, 4, 8, 16};
	unsigned shape = sass_bits(decoding, 76, 2);
	return (struct product){.m = shape ? 16 : 8, .k = depths[shape], .a_bits = 64, .b_bits = 64, .result_bits = 64};
}

static struct product
byte_product(const struct sass_decoding *decoding)
{
	static const uint8_t depths[4] = {16, 32, 64, 64};
	return (struct product){
		.m = 16,
		.k = depths[sass_bits(decoding, 75, 2)],
		.a_bits = 8,
		.b_bits = 8,
		.result_bits = sass_bit(decoding, 77) ? 32 : 16,
		.sparse = sass_bit(decoding, 80),
	};
}

static void
product_registers(struct sass_decoding *decoding, struct product product)
{
	unsigned results = registers(product.m * COLUMNS, product.result_bits);
	sass_write_register(decoding, 16, results);
	sass_read_register(decoding, 24, registers(product.m * product.k / (product.sparse ? 2 : 1), product.a_bits));
	sass_read_register(decoding, 32, registers(product.k * COLUMNS, product.b_bits));
	sass_read_register(decoding, 64, results);
	if (product.sparse)
		sass_read_register(decoding, 40, 1);
}

/* The registers of A's and B's scales, one for each block of numbers. */
static void
scales(struct sass_decoding *decoding)
{
	sass_read_register(decoding, 40, 1);
	sass_read(decoding, SASS_GPR, sass_bits(decoding, 52, 8), 1);
	sass_read(decoding, SASS_UGPR, sass_bits(decoding, 60, 4), 1);
}

void
layout_mma(struct sass_decoding *decoding)
{
	switch (decoding->into->opcode) {
	case SASS_OP_HMMA: product_registers(decoding, half_product(decoding)); break;
	case SASS_OP_IMMA: product_registers(decoding, integer_product(decoding)); break;
	case SASS_OP_BMMA: product_registers(decoding, bit_product(decoding)); break;
	case SASS_OP_DMMA: product_registers(decoding, double_product(decoding)); break;
	case SASS_OP_OMMA:
		product_registers(decoding,
		                  (struct product){.m = 16, .k = 64, .a_bits = 4, .b_bits = 4, .result_bits = 32});
		scales(decoding);
		break;
	default: product_registers(decoding, byte_product(decoding));
	}
}

/* A product of four warps, with 64 rows. Bit 75: results of 32 bits; bits 53 to 57: the columns, in units of eight,
 * minus one. The four uniform registers in bits 32 to 37 or 24 to 29 describe matrices in shared memory; in form 6 A
 * is in registers. */
void
layout_group_mma(struct sass_decoding *decoding)
{
	unsigned columns = (sass_bits(decoding, 53, 5) + 1) * COLUMNS;
	bool narrow = decoding->into->opcode != SASS_OP_IGMMA && !sass_bit(decoding, 75);
	unsigned results = narrow ? columns / 4 : columns / 2;
	sass_write_register(decoding, 16, results);
	sass_read_register(decoding, 64, results);
	if (sass_form(decoding) == 6) {
		sass_read_register(decoding, 24, 4);
		sass_read_uniform(decoding, 32, 4);
	} else {
		sass_read_uniform(decoding, 24, 4);
	}
}

/* In form 2 a predicate says whether the allocation succeeded. */
void
layout_tensor_allocation(struct sass_decoding *decoding)
{
	sass_write_uniform(decoding, 16, 1);
	sass_read_uniform(decoding, 32, 1);
	if (sass_form(decoding) == 2)
		sass_predicates(decoding, SASS_UNIFORM_PREDICATE);
}

void
layout_tensor_operands(struct sass_decoding *decoding)
{
	sass_read_uniform(decoding, 24, decoding->encoding->a);
	sass_read_uniform(decoding, 32, decoding->encoding->b);
	sass_read_uniform(decoding, 64, decoding->encoding->c);
}

void
layout_tensor_ld(struct sass_decoding *decoding)
{
	sass_add_uniform_access(decoding, SASS_TENSOR_SPACE, false, 32);
	sass_read_uniform(decoding, 32, 1);
	sass_write_register(decoding, 16, sass_width(decoding, decoding->encoding->d));
}

void
layout_tensor_st(struct sass_decoding *decoding)
{
	sass_add_uniform_access(decoding, SASS_TENSOR_SPACE, true, 64);
	sass_read_uniform(decoding, 64, 1);
	sass_read_register(decoding, 32, sass_width(decoding, decoding->encoding->b));
}

/* Bits 72 and 73: half precision, integers, none, 8-bit formats. Bits 62 and 63 of half precision: 4-bit formats. */
static enum sass_opcode
tensor_product(const struct sass_decoding *decoding)
{
	static const uint16_t products[4] = {SASS_OP_UTCHMMA, SASS_OP_UTCIMMA, SASS_UNKNOWN, SASS_OP_UTCQMMA};
	enum sass_opcode product = products[sass_bits(decoding, 72, 2)];
	return product == SASS_OP_UTCHMMA && sass_bits(decoding, 62, 2) == 3 ? SASS_OP_UTCOMMA : product;
}

/* A pair of uniform registers describes A; in form 4 A is in tensor memory. Another pair describes B. Bits 40 to 47:
 * D's address, and in the next register the instruction descriptor; 64 to 71: the accumulator. Bits 48 to 55, unless
 * RZ: a mask of lanes to disable. In form 6, and for 4-bit formats, they are the two addresses of the scales. */
void
layout_tensor_mma(struct sass_decoding *decoding)
{
	unsigned form = sass_form(decoding);
	decoding->into->opcode = tensor_product(decoding);
	sass_read_uniform(decoding, 24, form == 4 ? 1 : 2);
	sass_read_uniform(decoding, 32, 2);
	sass_read_uniform(decoding, 40, 2);
	sass_read_uniform(decoding, 64, 1);
	sass_read_uniform(decoding, 48, form == 6 || decoding->into->opcode == SASS_OP_UTCOMMA ? 2 : 1);
	sass_predicates(decoding, SASS_UNIFORM_PREDICATE);
}
