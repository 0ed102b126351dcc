#include "codegen/sass/layouts.h"

static void
add(struct sass_registers *list, uint8_t *used, unsigned most, struct sass_registers registers)
{
	if (*used < most)
		list[(*used)++] = registers;
}

/* The number of registers from `first` on that exist: RZ and PT do not count. */
static unsigned
existing(enum sass_bank bank, unsigned first, unsigned count)
{
	unsigned none = bank == SASS_GPR || bank == SASS_UGPR ? SASS_RZ : SASS_PT;
	if (first >= none)
		return 0;
	return count < none - first ? count : none - first;
}

void
sass_read(struct sass_decoding *decoding, enum sass_bank bank, unsigned first, unsigned count)
{
	count = existing(bank, first, count);
	if (count)
		add(decoding->into->reads, &decoding->into->read_count, SASS_MOST_READS,
		    (struct sass_registers){(uint8_t)bank, (uint8_t)first, (uint8_t)count});
}

void
sass_write(struct sass_decoding *decoding, enum sass_bank bank, unsigned first, unsigned count)
{
	count = existing(bank, first, count);
	if (count)
		add(decoding->into->writes, &decoding->into->write_count, SASS_MOST_WRITES,
		    (struct sass_registers){(uint8_t)bank, (uint8_t)first, (uint8_t)count});
}

struct sass_access *
sass_add_access(struct sass_decoding *decoding, enum sass_space space)
{
	struct sass_access *access = &decoding->into->accesses[decoding->into->access_count++];
	access->space = (uint8_t)space;
	access->address = access->uniform = SASS_RZ;
	access->scale = 1;
	return access;
}

struct sass_access *
sass_add_uniform_access(struct sass_decoding *decoding, enum sass_space space, bool writes, unsigned at)
{
	struct sass_access *access = sass_add_access(decoding, space);
	access->reads = !writes;
	access->writes = writes;
	access->uniform = sass_uniform_register(decoding, at);
	access->uniform_registers = access->uniform == SASS_RZ ? 0 : space == SASS_GLOBAL ? 2 : 1;
	return access;
}

void
sass_read_register(struct sass_decoding *decoding, unsigned at, unsigned count)
{
	sass_read(decoding, SASS_GPR, sass_register(decoding, at), count);
}

void
sass_read_uniform(struct sass_decoding *decoding, unsigned at, unsigned count)
{
	sass_read(decoding, SASS_UGPR, sass_uniform_register(decoding, at), count);
}

void
sass_write_register(struct sass_decoding *decoding, unsigned at, unsigned count)
{
	sass_write(decoding, SASS_GPR, sass_register(decoding, at), count);
}

void
sass_write_uniform(struct sass_decoding *decoding, unsigned at, unsigned count)
{
	sass_write(decoding, SASS_UGPR, sass_uniform_register(decoding, at), count);
}

void
sass_predicates(struct sass_decoding *decoding, enum sass_bank bank)
{
	unsigned which = decoding->encoding->predicates;
	if (which & P_OUT)
		sass_write(decoding, bank, sass_bits(decoding, 81, 3), 1);
	if (which & P_OUT2)
		sass_write(decoding, bank, sass_bits(decoding, 84, 3), 1);
	if (which & P_IN)
		sass_read(decoding, bank, sass_bits(decoding, 87, 3), 1);
	if (which & P_IN2)
		sass_read(decoding, bank, sass_bits(decoding, 77, 3), 1);
	if (which & P_IN3)
		sass_read(decoding, bank, sass_bits(decoding, 68, 3), 1);
}

void
sass_constant_operand(struct sass_decoding *decoding)
{
	struct sass_constant *constant = &decoding->into->constant;
	constant->present = true;
	constant->offset = (int32_t)sass_bits(decoding, 38, 16);
	if (sass_has_uniform(decoding)) {
		constant->bindless = true;
		sass_read_uniform(decoding, 32, 2);
	} else {
		constant->bank = (uint8_t)sass_bits(decoding, 54, 5);
	}
}

void
layout_plain(struct sass_decoding *decoding)
{
	sass_predicates(decoding, SASS_PREDICATE);
}

/* In forms 2, 3 and 7 the immediate, constant or uniform operand, in bits 32 to 63, is the last source; in the
 * others it is the second. The remaining one of the two is the register in bits 64 to 71. */
static bool
is_last_in_middle(unsigned form)
{
	return form == 2 || form == 3 || form == 7;
}

/* Since sm_100 some instructions have no constant operand; form 3 then selects between two registers. */
static bool
is_wide_selection(const struct sass_decoding *decoding)
{
	return decoding->encoding->b == WIDTH_SEL64 && decoding->sm >= 100;
}

/* Adds the operand in bits 32 to 63: form 1 a register, 2 and 4 an immediate, 3 and 5 a constant, 6 and 7 a uniform
 * register. */
static void
middle_operand(struct sass_decoding *decoding, unsigned count)
{
	unsigned form = sass_form(decoding);
	if (!count)
		return;
	if (form == 1 || (form == 3 && is_wide_selection(decoding)))
		sass_read_register(decoding, 32, count);
	else if (form == 3 || form == 5)
		sass_constant_operand(decoding);
	else if (form == 6 || form == 7)
		sass_read_uniform(decoding, 32, count);
}

void
layout_alu(struct sass_decoding *decoding)
{
	const struct sass_encoding *encoding = decoding->encoding;
	unsigned b = sass_width(decoding, encoding->b), c = sass_width(decoding, encoding->c);
	bool swapped = encoding->c && is_last_in_middle(sass_form(decoding));
	sass_write_register(decoding, 16, sass_width(decoding, encoding->d));
	sass_read_register(decoding, 24, sass_width(decoding, encoding->a));
	middle_operand(decoding, swapped ? c : b);
	sass_read_register(decoding, 64, swapped ? b : c);
	sass_predicates(decoding, SASS_PREDICATE);
}

void
layout_ualu(struct sass_decoding *decoding)
{
	const struct sass_encoding *encoding = decoding->encoding;
	unsigned b = sass_width(decoding, encoding->b), c = sass_width(decoding, encoding->c),
		 form = sass_form(decoding);
	bool swapped = encoding->c && is_last_in_middle(form);
	sass_write_uniform(decoding, 16, sass_width(decoding, encoding->d));
	sass_read_uniform(decoding, 24, sass_width(decoding, encoding->a));
	if (form == 1 || form >= 6)
		sass_read_uniform(decoding, 32, swapped ? c : b);
	sass_read_uniform(decoding, 64, swapped ? b : c);
	sass_predicates(decoding, SASS_UNIFORM_PREDICATE);
}

void
layout_to_uniform(struct sass_decoding *decoding)
{
	sass_write_uniform(decoding, 16, sass_width(decoding, decoding->encoding->d));
	sass_read_register(decoding, 24, sass_width(decoding, decoding->encoding->a));
	sass_predicates(decoding, SASS_PREDICATE);
}

/* The last predicate is uniform if bit 67 is set. */
void
layout_plop3(struct sass_decoding *decoding)
{
	sass_write(decoding, SASS_PREDICATE, sass_bits(decoding, 81, 3), 1);
	sass_write(decoding, SASS_PREDICATE, sass_bits(decoding, 84, 3), 1);
	sass_read(decoding, SASS_PREDICATE, sass_bits(decoding, 87, 3), 1);
	sass_read(decoding, SASS_PREDICATE, sass_bits(decoding, 77, 3), 1);
	sass_read(decoding, sass_bit(decoding, 67) ? SASS_UNIFORM_PREDICATE : SASS_PREDICATE,
	          sass_bits(decoding, 68, 3), 1);
}

/* A vote over the lanes' predicates, with uniform results. */
void
layout_voteu(struct sass_decoding *decoding)
{
	sass_write_uniform(decoding, 16, 1);
	sass_write(decoding, SASS_UNIFORM_PREDICATE, sass_bits(decoding, 81, 3), 1);
	sass_read(decoding, SASS_PREDICATE, sass_bits(decoding, 87, 3), 1);
}

/* Copies all predicates to a register, or the reverse, for the bits of a mask. */
void
layout_p2r(struct sass_decoding *decoding)
{
	sass_write_register(decoding, 16, 1);
	sass_read_register(decoding, 24, 1);
	sass_read(decoding, SASS_PREDICATE, 0, 7);
}

void
layout_r2p(struct sass_decoding *decoding)
{
	uint32_t mask = sass_form(decoding) == 4 ? sass_bits(decoding, 32, 7) : 0x7f;
	sass_read_register(decoding, 24, 1);
	for (unsigned first = 0, end; first < 7; first = end + 1) {
		for (end = first; mask >> end & 1; end++)
			;
		sass_write(decoding, SASS_PREDICATE, first, end - first);
	}
}

/* Copies all uniform predicates to a byte of a register, or the reverse. The other bytes are kept. */
void
layout_up2ur(struct sass_decoding *decoding)
{
	sass_write_uniform(decoding, 16, 1);
	sass_read_uniform(decoding, 24, 1);
	sass_read(decoding, SASS_UNIFORM_PREDICATE, 0, 7);
}

void
layout_ur2up(struct sass_decoding *decoding)
{
	sass_read_uniform(decoding, 24, 1);
	sass_write(decoding, SASS_UNIFORM_PREDICATE, 0, 7);
}

/* Bit 9: the lane or the distance is an immediate; in forms 2 and 7 the last lane is one too. */
void
layout_shfl(struct sass_decoding *decoding)
{
	unsigned form = sass_form(decoding);
	sass_write_register(decoding, 16, 1);
	sass_read_register(decoding, 24, 1);
	if (form == 1 || form == 2)
		sass_read_register(decoding, 32, 1);
	if (form == 1 || form == 4)
		sass_read_register(decoding, 64, 1);
	sass_predicates(decoding, SASS_PREDICATE);
}

/* Convergence registers are not reported as registers. */
void
layout_bmov_to(struct sass_decoding *decoding)
{
	if (sass_form(decoding) == 1)
		sass_write_register(decoding, 16, 1);
}

void
layout_bmov_from(struct sass_decoding *decoding)
{
	if (sass_form(decoding) == 1)
		sass_read_register(decoding, 32, 1);
}
