#include "codegen/execute/kernel.h"
#include "codegen/execute/run_state.h"
#include "support/allocate.h"
#include "support/hash.h"

#include <string.h>

/* ---- words and predicates ---- */

GPULINT_WIDE_LOOPS static void
blend(struct warp_word *into, const struct warp_word *from, uint32_t lanes)
{
	for (unsigned i = 0; i < LANES; i++)
		into->of[i] = lanes & 1u << i ? from->of[i] : into->of[i];
}

void
put(struct warp *warp, uint32_t slot, const struct warp_word *result, uint32_t lanes)
{
	if (slot == WORD_ZERO || slot >= WORDS)
		return;
	struct warp_word *into = &warp->words[slot];
	into->known = (into->known & ~lanes) | (result->known & lanes);
	warp->known_words[slot / 64] |= UINT64_C(1) << slot % 64;
	into->half &= ~lanes;
	if (lanes == ALL_LANES)
		memcpy(into->of, result->of, sizeof into->of);
	else
		blend(into, result, lanes);
}

void
put_halves(struct warp *warp, uint32_t slot, uint32_t lanes)
{
	if (slot != WORD_ZERO && slot < WORDS)
		warp->words[slot].half |= lanes & ~warp->words[slot].known;
}

void
put_unknown(struct warp *warp, uint32_t slot, uint32_t lanes)
{
	if (slot != WORD_ZERO && slot < WORDS)
		warp_word_forget(&warp->words[slot], lanes);
}

void
decide(struct warp *warp, const struct operation *operation, unsigned at, struct bits bits, uint32_t lanes)
{
	const unsigned number = bits_of(operation, at, 3);
	if (number == SASS_PT)
		return;
	struct bits *into = &warp->predicates[operation->predicates + number];
	if (operation->predicates == UNIFORM_PREDICATES)
		lanes = ALL_LANES;
	into->known = (into->known & ~lanes) | (bits.known & lanes);
	into->value = (into->value & ~lanes) | (bits.value & bits.known & lanes);
}

GPULINT_WIDE_LOOPS uint32_t
mask_of(const uint32_t of[LANES])
{
	uint32_t mask = 0;
	for (unsigned i = 0; i < LANES; i++)
		mask |= (of[i] ? 1u : 0) << i;
	return mask;
}

bool
one_value(const struct warp_word *word, uint32_t lanes, uint32_t *value)
{
	if (!lanes || (word->known & lanes) != lanes)
		return false;
	*value = word->of[__builtin_ctz(lanes)];
	for (uint32_t left = lanes; left; left &= left - 1)
		if (word->of[__builtin_ctz(left)] != *value)
			return false;
	return true;
}

static void
registers_unknown(struct warp *warp, struct sass_registers registers, uint32_t lanes)
{
	const bool is_predicate = registers.bank == SASS_PREDICATE || registers.bank == SASS_UNIFORM_PREDICATE;
	const bool is_uniform = registers.bank == SASS_UGPR || registers.bank == SASS_UNIFORM_PREDICATE;
	const unsigned base = is_predicate ? (is_uniform ? UNIFORM_PREDICATES : 0)
	                      : is_uniform ? WORD_UNIFORM
	                                   : WORD_REGISTER;
	if (is_uniform)
		lanes = ALL_LANES;
	for (unsigned i = 0; i < registers.count; i++)
		if (is_predicate && registers.first + i < SASS_PT)
			bits_forget(&warp->predicates[base + registers.first + i], lanes);
		else if (!is_predicate && registers.first + i < (is_uniform ? UNIFORMS : SASS_RZ))
			put_unknown(warp, base + registers.first + i, lanes);
}

void
unknown_results(struct warp *warp, const struct operation *operation, uint32_t lanes)
{
	for (unsigned i = 0; i < operation->instruction->write_count; i++)
		registers_unknown(warp, operation->instruction->writes[i], lanes);
}

/* ---- decoding ---- */

static void
add_constant(struct execute_run *run, struct constant constant)
{
	struct warp_word lanes = {.known = constant.is_known ? ALL_LANES : 0};
	for (unsigned i = 0; i < LANES; i++)
		lanes.of[i] = constant.is_known ? constant.value : 0;
	memory_push(run->constants, run->constant_count, run->constant_capacity, lanes);
}

static bool
is_constant(const struct warp_word *lanes, struct constant constant)
{
	return lanes->known == (constant.is_known ? ALL_LANES : 0) &&
	       lanes->of[0] == (constant.is_known ? constant.value : 0);
}

uint32_t
constant_slot(struct execute_run *run, struct constant low, struct constant high)
{
	const size_t hash =
		(size_t)hash_mix(low.value, (uint64_t)high.value << 2 | (unsigned)low.is_known << 1 | high.is_known);
	uint32_t *recent =
		&run->recent_constants[hash % (sizeof run->recent_constants / sizeof *run->recent_constants)];
	const struct warp_word *there = *recent ? &run->constants[*recent - WORDS] : NULL;
	if (there && is_constant(&there[0], low) && is_constant(&there[1], high))
		return *recent;
	*recent = WORDS + (uint32_t)run->constant_count;
	add_constant(run, low);
	add_constant(run, high);
	return *recent;
}

static uint32_t
uniform_slot(const struct operation *operation, unsigned at, unsigned sm)
{
	const unsigned most = sm >= 100 ? 255 : 63, number = bits_of(operation, at, sm >= 100 ? 8 : 6);
	return number >= most || number >= UNIFORMS ? WORD_ZERO : WORD_UNIFORM + number;
}

static uint32_t
any_slot(const struct operation *operation, unsigned at, unsigned sm)
{
	return operation->is_uniform ? uniform_slot(operation, at, sm) : register_slot(operation, at);
}

/* The two words of a constant. Bindless constants have an unknown bank, so they are unknown. */
static uint32_t
bank_slot(struct execute_run *run, const struct operation *operation)
{
	const unsigned bank = bits_of(operation, 54, 5);
	const int64_t offset = bits_of(operation, 40, 14) * 4;
	const bool is_bound = !bit_of(operation, 91);
	struct constant low = {0}, high = {0};
	low.is_known = is_bound && constant_load(run, bank, offset, 4, &low.value);
	high.is_known = is_bound && constant_load(run, bank, offset + 4, 4, &high.value);
	return constant_slot(run, low, high);
}

/* An operation on doubles takes an immediate as the upper word; the lower word is zero. */
bool
is_of_doubles(enum sass_opcode opcode)
{
	return opcode == SASS_OP_DADD || opcode == SASS_OP_DMUL || opcode == SASS_OP_DFMA || opcode == SASS_OP_DSETP;
}

static uint32_t
immediate_slot(struct execute_run *run, const struct operation *operation)
{
	const uint32_t value = bits_of(operation, 32, 32);
	const bool is_double = is_of_doubles(operation->instruction->opcode);
	return constant_slot(run, (struct constant){is_double ? 0 : value, true},
	                     (struct constant){is_double ? value : 0, true});
}

/* The operand in bits 32 to 63. */
static uint32_t
middle_slot(struct execute_run *run, const struct operation *operation, unsigned sm)
{
	switch (operation->form) {
	case 1: return any_slot(operation, 32, sm);
	case 2:
	case 4: return immediate_slot(run, operation);
	case 3:
	case 5: return bank_slot(run, operation);
	default: return uniform_slot(operation, 32, sm);
	}
}

static void
find_operands(struct execute_run *run, struct operation *operation, unsigned sm)
{
	const uint32_t middle = middle_slot(run, operation, sm), other = any_slot(operation, 64, sm);
	const bool swapped = is_last_in_middle(operation), is_immediate = operation->form == 2 || operation->form == 4;
	const bool negate_middle = !is_immediate && bit_of(operation, 63),
		   absolute_middle = !is_immediate && bit_of(operation, 62);
	operation->d = any_slot(operation, 16, sm);
	operation->a = any_slot(operation, 24, sm);
	operation->b = swapped ? other : middle;
	operation->c = swapped ? middle : other;
	operation->negate_b = swapped ? bit_of(operation, 75) : negate_middle;
	operation->absolute_b = swapped ? bit_of(operation, 74) : absolute_middle;
	operation->negate_c = swapped ? negate_middle : bit_of(operation, 75);
	operation->absolute_c = swapped ? absolute_middle : bit_of(operation, 74);
}

/* Opcodes that write a uniform register from lanes or from elsewhere. */
static bool
has_uniform_result(enum sass_opcode opcode)
{
	return opcode == SASS_OP_R2UR || opcode == SASS_OP_S2UR || opcode == SASS_OP_CS2UR || opcode == SASS_OP_REDUX ||
	       opcode == SASS_OP_CREDUX || opcode == SASS_OP_VOTEU;
}

static enum does
what_it_does(const struct sass_instruction *instruction)
{
	if (is_control(instruction))
		return DOES_CONTROL;
	if (is_access(instruction))
		return DOES_ACCESS;
	return find_operation(instruction->opcode) || instruction->write_count || !instruction->opcode ? DOES_COMPUTE
	                                                                                               : DOES_NOTHING;
}

static bool
has_register(const struct sass_registers *list, unsigned count, const struct sass_registers *wanted)
{
	for (unsigned i = 0; i < count; i++)
		if (list[i].bank == wanted->bank && list[i].first <= wanted->first &&
		    wanted->first < list[i].first + list[i].count)
			return true;
	return false;
}

enum { NEAR = 16 };

/* Whether the register's last write, shortly before the instruction, is the conversion of an integer. */
static bool
is_made_of_integer(const struct sass_code *code, size_t at, const struct sass_registers *operand)
{
	for (size_t i = at; i-- > 0 && at - i <= NEAR;)
		if (has_register(code->instructions[i].writes, code->instructions[i].write_count, operand))
			return code->instructions[i].opcode == SASS_OP_I2F ||
			       code->instructions[i].opcode == SASS_OP_I2FP;
	return false;
}

/* Whether the first use of the result is an integer addition. */
static bool
is_taken_as_integer(const struct sass_code *code, size_t at, const struct sass_registers *result)
{
	for (size_t i = at + 1; i < code->count && i - at <= NEAR; i++) {
		const struct sass_instruction *next = &code->instructions[i];
		if (has_register(next->reads, next->read_count, result))
			return next->opcode == SASS_OP_IADD3 || next->opcode == SASS_OP_UIADD3 ||
			       next->opcode == SASS_OP_VIADD;
	}
	return false;
}

/* A step of an integer division: the reciprocal of the divisor, which gives a lower bound that is then corrected. */
static bool
is_of_integers(const struct sass_code *code, size_t at)
{
	const struct sass_instruction *instruction = &code->instructions[at];
	for (unsigned i = 0; i < instruction->read_count; i++)
		if (instruction->reads[i].bank == SASS_GPR)
			return instruction->write_count && is_made_of_integer(code, at, &instruction->reads[i]) &&
			       is_taken_as_integer(code, at, &instruction->writes[0]);
	return false;
}

struct operation
make_operation(struct execute_run *run, const struct sass_instruction *instruction, const uint8_t *bytes, unsigned sm)
{
	struct operation operation = {.low = sass_little_endian(bytes, 8),
	                              .high = sass_little_endian(bytes + 8, 8),
	                              .instruction = instruction};
	operation.form = (uint8_t)bits_of(&operation, 9, 3);
	operation.is_uniform = instruction->pipe == SASS_PIPE_UNIFORM && !has_uniform_result(instruction->opcode);
	operation.predicates = operation.is_uniform ? UNIFORM_PREDICATES : 0;
	find_operands(run, &operation, sm);
	if (has_uniform_result(instruction->opcode))
		operation.d = uniform_slot(&operation, 16, sm);
	operation.target =
		instruction->opcode == SASS_OP_BRXU ? uniform_slot(&operation, 24, sm) : register_slot(&operation, 24);
	operation.operate = find_operation(instruction->opcode);
	operation.is_needless = run->kernel->demand.needless[instruction - execute_code(run->kernel)->instructions];
	const bool is_rough = run->launch->hides_approximations && instruction->opcode == SASS_OP_MUFU &&
	                      !is_of_integers(execute_code(run->kernel),
	                                      (size_t)(instruction - execute_code(run->kernel)->instructions));
	/* In these forms, the meaning of the bits for shift and sign is unknown. */
	const bool is_other_sum = instruction->opcode == SASS_OP_LEA && is_last_in_middle(&operation);
	if (!operation.operate || operation.is_needless || is_rough || is_other_sum)
		operation.operate = unknown_results;
	operation.does = (uint8_t)what_it_does(instruction);
	return operation;
}
