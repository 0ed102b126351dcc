#include "codegen/sass/layouts.h"
#include "support/arena.h"

#define PLAIN(number) (1 << (number))
#define UNIFORM(number) (0x100 << (number))
#define FORM(number) (PLAIN(number) | UNIFORM(number))
#define B_FORMS (FORM(1) | FORM(4) | FORM(5) | FORM(6))
#define C_FORMS (FORM(1) | FORM(2) | FORM(3) | FORM(7))
#define ALL_FORMS (B_FORMS | C_FORMS)
#define ANY 255

#define ENCODING(name, bits, form_mask, first, last, unit, what, where, group, dw, aw, bw, cw, with) \
	{ \
		.opcode = SASS_OP_##name, \
		.base = (bits), \
		.forms = (form_mask), \
		.first_sm = (first), \
		.last_sm = (last), \
		.pipe = SASS_PIPE_##unit, \
		.kind = SASS_##what, \
		.space = SASS_##where, \
		.layout = layout_##group, \
		.d = WIDTH_##dw, \
		.a = WIDTH_##aw, \
		.b = WIDTH_##bw, \
		.c = WIDTH_##cw, \
		.predicates = (with), \
	},
static const struct sass_encoding encodings[] = {
#define SASS ENCODING
#define SASS_ALSO ENCODING
#include "codegen/sass/sass_opcodes.def"
};
enum { ENCODING_COUNT = sizeof encodings / sizeof *encodings, BASES = 512 };

static const char *const mnemonics[SASS_OPCODE_COUNT] = {
	"?",
#define SASS(mnemonic, ...) #mnemonic,
#define SASS_ALSO(...)
#include "codegen/sass/sass_opcodes.def"
};

bool
sass_supports(unsigned sm)
{
	static const uint8_t known[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};
	for (size_t i = 0; i < sizeof known; i++)
		if (known[i] == sm)
			return true;
	return false;
}

const char *
sass_mnemonic(enum sass_opcode opcode)
{
	return opcode < SASS_OPCODE_COUNT ? mnemonics[opcode] : mnemonics[SASS_UNKNOWN];
}

bool
sass_never_executes(const struct sass_instruction *instruction)
{
	return instruction->guard.predicate == SASS_PT && instruction->guard.negated;
}

/* The index of each base's first encoding; ENCODING_COUNT if there is none. */
struct first_encodings {
	uint16_t of_base[BASES];
};

static void
find_first_encodings(struct first_encodings *first)
{
	for (size_t base = 0; base < BASES; base++)
		first->of_base[base] = ENCODING_COUNT;
	for (size_t i = ENCODING_COUNT; i-- > 0;)
		if (encodings[i].base < BASES)
			first->of_base[encodings[i].base] = (uint16_t)i;
}

static const struct sass_encoding *
find_encoding(const struct first_encodings *first, const struct sass_decoding *decoding)
{
	unsigned base = sass_bits(decoding, 0, 9), form = sass_form(decoding) + (sass_has_uniform(decoding) ? 8 : 0);
	for (size_t i = first->of_base[base]; i < ENCODING_COUNT && encodings[i].base == base; i++) {
		const struct sass_encoding *encoding = &encodings[i];
		if (encoding->forms >> form & 1 && encoding->first_sm <= decoding->sm &&
		    decoding->sm <= encoding->last_sm)
			return encoding;
	}
	return NULL;
}

/* Instructions of the uniform datapath, and some others, have a uniform guard. */
static bool
has_uniform_guard(const struct sass_encoding *encoding)
{
	if (!encoding)
		return false;
	return encoding->pipe == SASS_PIPE_UNIFORM || encoding->pipe == SASS_PIPE_BULK ||
	       encoding->predicates & UP_GUARD;
}

static void
decode_guard(struct sass_decoding *decoding)
{
	struct sass_guard *guard = &decoding->into->guard;
	guard->predicate = (uint8_t)sass_bits(decoding, 12, 3);
	guard->negated = sass_bit(decoding, 15);
	guard->uniform = has_uniform_guard(decoding->encoding);
	sass_read(decoding, guard->uniform ? SASS_UNIFORM_PREDICATE : SASS_PREDICATE, guard->predicate, 1);
}

static void
decode_schedule(struct sass_decoding *decoding)
{
	decoding->into->schedule = (struct sass_schedule){
		.stall = (uint8_t)sass_bits(decoding, 105, 4),
		.write_barrier = (uint8_t)sass_bits(decoding, 110, 3),
		.read_barrier = (uint8_t)sass_bits(decoding, 113, 3),
		.wait_mask = (uint8_t)sass_bits(decoding, 116, 6),
	};
}

static void
decode_instruction(struct sass_decoding *decoding, const struct first_encodings *first)
{
	struct sass_instruction *into = decoding->into;
	const struct sass_encoding *encoding = find_encoding(first, decoding);
	decoding->encoding = encoding;
	into->control.target = SASS_NO_TARGET;
	decode_guard(decoding);
	decode_schedule(decoding);
	if (!encoding)
		return;
	into->opcode = encoding->opcode;
	into->pipe = encoding->pipe;
	into->kind = encoding->kind;
	encoding->layout(decoding);
}

uint64_t
sass_little_endian(const uint8_t *bytes, unsigned size)
{
	uint64_t value = 0;
	for (unsigned i = 0; i < size; i++)
		value |= (uint64_t)bytes[i] << (8 * i);
	return value;
}

bool
sass_decode(struct sass_code *code, const uint8_t *bytes, size_t size, unsigned sm, struct arena *arena)
{
	struct first_encodings first;
	*code = (struct sass_code){.sm = sm};
	if (!sass_supports(sm))
		return false;
	if (size > UINT32_MAX)
		size = UINT32_MAX;
	find_first_encodings(&first);
	code->count = size / SASS_INSTRUCTION_SIZE;
	code->instructions = arena_new_array(arena, struct sass_instruction, code->count);
	for (size_t i = 0; i < code->count; i++) {
		const uint8_t *at = bytes + i * SASS_INSTRUCTION_SIZE;
		struct sass_decoding decoding = {.into = &code->instructions[i],
		                                 .low = sass_little_endian(at, 8),
		                                 .high = sass_little_endian(at + 8, 8),
		                                 .sm = sm};
		decoding.into->pc = (uint32_t)(i * SASS_INSTRUCTION_SIZE);
		decode_instruction(&decoding, &first);
		code->unknown += decoding.into->opcode == SASS_UNKNOWN;
	}
	return true;
}
