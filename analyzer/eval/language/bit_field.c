#include "eval/language/bit_field.h"

#include "eval/language/access.h"

static const struct ir_type size_type = {.kind = IR_TYPE_INT, .is_signed = true, .size = 8, .align = 8, .name = "long"};

const struct ir_field *
bit_field_at(const struct ir_expr *address)
{
	return address->kind == IR_FIELD && address->field->bit_width ? address->field : NULL;
}

/* The `width` bits of a word from bit `offset` on, as a number. The operators also bound an unknown result. */
static struct value
bits_of(struct machine *m, struct value word, unsigned offset, unsigned width, bool is_signed)
{
	if (width >= 64)
		return word;
	const uint64_t ones = ((uint64_t)1 << width) - 1;
	const int64_t sign = is_signed ? (int64_t)1 << (width - 1) : 0;
	const struct value down = offset ? value_binary(m, IR_SHR, &size_type, word, value_integer(m, offset)) : word;
	const struct value cut = value_binary(m, IR_BIT_AND, &size_type, down, value_integer(m, (int64_t)ones));
	if (!sign)
		return cut;
	const struct value turned = value_binary(m, IR_BIT_XOR, &size_type, cut, value_integer(m, sign));
	return value_binary(m, IR_SUB, &size_type, turned, value_integer(m, sign));
}

struct value
bit_field_read(struct machine *m, struct value unit, const struct ir_field *field, bool is_signed)
{
	if (field->type->size > 8)
		return value_of_wide(m, field->type);
	return bits_of(m, unit, field->bit_offset, field->bit_width, is_signed);
}

struct value
bit_field_kept(struct machine *m, struct value number, const struct ir_field *field, bool is_signed)
{
	if (field->type->size > 8)
		return value_of_wide(m, field->type);
	return bits_of(m, number, 0, field->bit_width, is_signed);
}

static struct value
insert_bits(struct machine *m, struct value unit, struct value bits, const struct ir_field *field)
{
	if (field->type->size > 8)
		return value_of_wide(m, field->type);
	const uint64_t ones = field->bit_width >= 64 ? UINT64_MAX : ((uint64_t)1 << field->bit_width) - 1;
	const struct value cut = value_binary(m, IR_BIT_AND, &size_type, bits, value_integer(m, (int64_t)ones));
	const struct value moved = value_binary(m, IR_SHL, &size_type, cut, value_integer(m, field->bit_offset));
	const struct value rest =
		value_binary(m, IR_BIT_AND, &size_type, unit, value_integer(m, (int64_t)~(ones << field->bit_offset)));
	return value_binary(m, IR_BIT_OR, &size_type, rest, moved);
}

/* Replaces an uninitialised unit by zero, so that a number stored to one member is known whatever the others hold. */
static struct value
zero_for_nothing(struct machine *m, struct value unit)
{
	if (!unit.symbol)
		return unit;
	const unsigned count = unit.uniform ? 1 : m->lanes;
	union lane *lane = value_lanes(m);
	symbol_id *symbol = value_symbols(m);
	for (unsigned i = 0; i < count; i++) {
		const bool nothing =
			unit.symbol[i] && symbols_reason_of(m->symbols, unit.symbol[i])->kind == REASON_UNINITIALISED;
		lane[i] = nothing ? (union lane){0} : unit.lane[i];
		symbol[i] = nothing ? 0 : unit.symbol[i];
	}
	unit.lane = lane;
	unit.symbol = symbol;
	return unit;
}

struct value
bit_field_load_to_store(struct machine *m, const struct ir_expr *site, struct value at)
{
	return zero_for_nothing(m, access_load(m, site, site->type, at));
}

void
bit_field_store(struct machine *m, const struct ir_expr *site, struct value at, struct value unit, struct value number,
                const struct ir_field *field)
{
	access_store(m, site, site->type, at, insert_bits(m, unit, number, field));
}
