/* Internal to the decoder: an instruction's bits, and helpers that build its decoded form. */
#ifndef GPULINT_CODEGEN_SASS_DECODING_H
#define GPULINT_CODEGEN_SASS_DECODING_H

#include "codegen/sass/sass.h"

/* How many registers an operand takes: a number, or from 32 on the field that determines it. */
enum sass_width {
	WIDTH_0 = 0,
	WIDTH_1 = 1,
	WIDTH_2 = 2,
	WIDTH_4 = 4,
	WIDTH_SIZE = 32, /* a memory instruction's size */
	WIDTH_TYPE,      /* an atomic operation's type */
	WIDTH_FLOATS,    /* an atomic operation's type, if it is always floating point */
	WIDTH_WIDE80,    /* two if bit 80 is set */
	WIDTH_MOV64,
	WIDTH_SEL64,
	WIDTH_USEL64,
	WIDTH_ISETP64,
	WIDTH_TO_SIZE,   /* a conversion's result */
	WIDTH_FROM_SIZE, /* a conversion's source */
	WIDTH_MATRICES,  /* LDSM, STSM */
	WIDTH_SURFACE,   /* a surface's element */
	WIDTH_MATCH64,
	WIDTH_TENSOR_WIDTH, /* LDTM, STTM */
	WIDTH_TRANSPOSED,   /* MOVM */
	WIDTH_SURFACE_TYPE, /* SURED */
};

/* Predicate operands, by their bit positions. */
enum {
	P_OUT = 1,     /* 81 to 83, written */
	P_OUT2 = 2,    /* 84 to 86, written */
	P_IN = 4,      /* 87 to 89; bit 90 negates */
	P_IN2 = 8,     /* 77 to 79; bit 80 negates */
	P_IN3 = 16,    /* 68 to 70; bit 71 negates */
	UP_GUARD = 32, /* the guard is a uniform predicate outside the uniform datapath */
};

struct sass_decoding;
typedef void sass_layout(struct sass_decoding *);

struct sass_encoding {
	uint16_t opcode;
	uint16_t base;
	uint16_t forms;
	uint8_t first_sm, last_sm;
	uint8_t pipe, kind, space;
	sass_layout *layout;
	uint8_t d, a, b, c;
	uint8_t predicates;
};

struct sass_decoding {
	const struct sass_encoding *encoding;
	struct sass_instruction *into;
	uint64_t low, high; /* bits 0 to 63, 64 to 127 */
	unsigned sm;
};

/* Up to 32 of the 128 bits; all of them must be in one 64-bit half. */
static inline uint32_t
sass_bits(const struct sass_decoding *decoding, unsigned first, unsigned count)
{
	uint64_t half = first < 64 ? decoding->low >> first : decoding->high >> (first - 64);
	return (uint32_t)(half & ((1ull << count) - 1));
}

static inline bool
sass_bit(const struct sass_decoding *decoding, unsigned at)
{
	return sass_bits(decoding, at, 1);
}

static inline int32_t
sass_signed_bits(const struct sass_decoding *decoding, unsigned first, unsigned count)
{
	uint32_t value = sass_bits(decoding, first, count), sign = 1u << (count - 1);
	return (int32_t)((value ^ sign) - sign);
}

/* The form of the operands: bits 9 to 11. */
static inline unsigned
sass_form(const struct sass_decoding *decoding)
{
	return sass_bits(decoding, 9, 3);
}

/* Whether an operand is in a uniform register. */
static inline bool
sass_has_uniform(const struct sass_decoding *decoding)
{
	return sass_bit(decoding, 91);
}

static inline uint8_t
sass_register(const struct sass_decoding *decoding, unsigned at)
{
	return (uint8_t)sass_bits(decoding, at, 8);
}

/* A uniform register; SASS_RZ for URZ. There are 63 up to sm_90, and 255 from sm_100 on. */
static inline uint8_t
sass_uniform_register(const struct sass_decoding *decoding, unsigned at)
{
	if (decoding->sm >= 100)
		return (uint8_t)sass_bits(decoding, at, 8);
	uint8_t number = (uint8_t)sass_bits(decoding, at, 6);
	return number == 63 ? SASS_RZ : number;
}

/* These omit RZ and registers past the last one. */
void sass_read(struct sass_decoding *decoding, enum sass_bank bank, unsigned first, unsigned count);
void sass_write(struct sass_decoding *decoding, enum sass_bank bank, unsigned first, unsigned count);
void sass_read_register(struct sass_decoding *decoding, unsigned at, unsigned count);
void sass_read_uniform(struct sass_decoding *decoding, unsigned at, unsigned count);
void sass_write_register(struct sass_decoding *decoding, unsigned at, unsigned count);
void sass_write_uniform(struct sass_decoding *decoding, unsigned at, unsigned count);
void sass_predicates(struct sass_decoding *decoding, enum sass_bank bank);
/* Adds an access with nothing set but its space. It has no address register and scale 1. */
struct sass_access *sass_add_access(struct sass_decoding *decoding, enum sass_space space);
/* Adds an access whose address is in the uniform register, or register pair, encoded at `at`. */
struct sass_access *sass_add_uniform_access(struct sass_decoding *decoding, enum sass_space space, bool writes,
                                            unsigned at);
/* Decodes a c[bank][offset] operand. */
void sass_constant_operand(struct sass_decoding *decoding);

unsigned sass_width(const struct sass_decoding *decoding, enum sass_width width);
/* Bytes of a memory access, which may be fewer than a register has. */
unsigned sass_access_bytes(const struct sass_decoding *decoding, enum sass_width width);

#endif
