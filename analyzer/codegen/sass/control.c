#include "codegen/sass/layouts.h"

/* Offsets are relative to the next instruction, in units of 4 bytes: the upper bits are in 34 to 81. From sm_90 on,
 * bits 16 to 23 add the lower eight. */
int64_t
sass_relative_target(uint64_t low, uint64_t high, uint32_t pc, unsigned sm)
{
	uint64_t units = low >> 34 | (high & 0x3ffff) << 30;
	int64_t offset = (int64_t)(units << 16) >> 16;
	if (sm >= 90)
		offset = (int64_t)((uint64_t)offset << 8 | (low >> 16 & 0xff));
	return (int64_t)pc + SASS_INSTRUCTION_SIZE + (int64_t)((uint64_t)offset << 2);
}

static int64_t
relative_target(const struct sass_decoding *decoding)
{
	return sass_relative_target(decoding->low, decoding->high, decoding->into->pc, decoding->sm);
}

static bool
is_guarded(const struct sass_decoding *decoding)
{
	return decoding->into->guard.predicate != SASS_PT;
}

/* Whether the guard, or the predicate in bits 87 to 89, makes the instruction conditional. */
static bool
is_predicated(const struct sass_decoding *decoding)
{
	return is_guarded(decoding) || sass_bits(decoding, 87, 3) != SASS_PT;
}

void
layout_exit(struct sass_decoding *decoding)
{
	decoding->into->control.conditional = is_predicated(decoding);
	sass_predicates(decoding, SASS_PREDICATE);
}

/* Bits 32 and 33 of branches: plain; uniform (".U"); or a test by the whole warp whether some lanes of a mask are
 * absent (".DIV", ".CONV"). */
enum branch_mode { BRANCH_PLAIN, BRANCH_UNIFORM, BRANCH_DIVERGED, BRANCH_CONVERGED };

/* In form 2 the condition is the uniform predicate in bits 24 to 26. */
static bool
uniform_condition(struct sass_decoding *decoding)
{
	unsigned predicate = sass_bits(decoding, 24, 3);
	sass_read(decoding, SASS_UNIFORM_PREDICATE, predicate, 1);
	return predicate != SASS_PT;
}

void
layout_bra(struct sass_decoding *decoding)
{
	struct sass_control *control = &decoding->into->control;
	enum branch_mode mode = sass_bits(decoding, 32, 2);
	bool asks_warp = mode == BRANCH_DIVERGED || mode == BRANCH_CONVERGED;
	control->target = relative_target(decoding);
	control->conditional = is_predicated(decoding) || asks_warp;
	if (sass_form(decoding) == 2)
		control->conditional |= uniform_condition(decoding);
	else if (asks_warp && sass_has_uniform(decoding))
		sass_read_uniform(decoding, 24, 1);
	control->warp_uniform =
		mode == BRANCH_UNIFORM || (asks_warp && !is_predicated(decoding)) || !control->conditional;
	sass_predicates(decoding, SASS_PREDICATE);
}

/* BSSY is no jump. It opens a region; the target, the region's end, is where its lanes reconverge. */
void
layout_bssy(struct sass_decoding *decoding)
{
	decoding->into->control.convergence = (uint8_t)sass_bits(decoding, 16, 4);
	decoding->into->control.target =
		(int64_t)decoding->into->pc + SASS_INSTRUCTION_SIZE + sass_signed_bits(decoding, 34, 30) * 4ll;
	sass_predicates(decoding, SASS_PREDICATE);
}

void
layout_convergence(struct sass_decoding *decoding)
{
	decoding->into->control.convergence = (uint8_t)sass_bits(decoding, 16, 4);
	sass_predicates(decoding, SASS_PREDICATE);
}

/* Form 1 takes the lanes' mask from a register. Bit 85: WARPSYNC.EXCLUSIVE. Bit 86: WARPSYNC.COLLECTIVE, whose
 * target is where the lanes reconverge. */
void
layout_warpsync(struct sass_decoding *decoding)
{
	if (sass_form(decoding) == 1)
		sass_read_register(decoding, decoding->sm < 90 ? 32 : 24, 1);
	decoding->into->control.exclusive = sass_bit(decoding, 85);
	if (sass_bit(decoding, 86))
		decoding->into->control.target = relative_target(decoding);
	sass_predicates(decoding, SASS_PREDICATE);
}

/* The address is in registers, if the encoding has any. */
void
layout_indirect(struct sass_decoding *decoding)
{
	if (decoding->encoding->a)
		sass_read_register(decoding, 24, 2);
	layout_exit(decoding);
}

void
layout_uniform_indirect(struct sass_decoding *decoding)
{
	sass_read_uniform(decoding, 24, 2);
	layout_exit(decoding);
	decoding->into->control.warp_uniform = !decoding->into->control.conditional;
}

/* The target is a function of another section, which the linker resolves, or in form 1 an address in registers. */
void
layout_call_absolute(struct sass_decoding *decoding)
{
	if (sass_form(decoding) == 1)
		sass_read_register(decoding, 24, 2);
	layout_exit(decoding);
}

void
layout_call_relative(struct sass_decoding *decoding)
{
	if (sass_form(decoding) == 1)
		decoding->into->kind = SASS_CALL_INDIRECT;
	else
		decoding->into->control.target = relative_target(decoding);
	layout_call_absolute(decoding);
}

/* Bits 77 to 79: the barrier operation. */
static enum sass_barrier
barrier_of(const struct sass_decoding *decoding)
{
	static const uint8_t barriers[8] = {SASS_BARRIER_SYNC,  SASS_BARRIER_ARRIVE, SASS_BARRIER_REDUCE,
	                                    SASS_BARRIER_OTHER, SASS_BARRIER_SYNC,   SASS_BARRIER_OTHER,
	                                    SASS_BARRIER_OTHER, SASS_BARRIER_OTHER};
	return barriers[sass_bits(decoding, 77, 3)];
}

/* The barrier's number and its number of threads may be in a register: both in form 1, the number in form 2, the
 * threads in form 4. */
void
layout_bar(struct sass_decoding *decoding)
{
	enum sass_barrier barrier = barrier_of(decoding);
	unsigned form = sass_form(decoding);
	decoding->into->control.barrier = (uint8_t)barrier;
	if (form != 5)
		sass_read_register(decoding, 32, 1);
	if (barrier == SASS_BARRIER_REDUCE)
		sass_read(decoding, SASS_PREDICATE, sass_bits(decoding, 87, 3), 1);
}
