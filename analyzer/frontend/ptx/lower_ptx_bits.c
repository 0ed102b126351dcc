/* PTX instructions on single bits and bytes of registers, as far as addresses are computed with them. */
#include "frontend/ptx/lower_asm.h"

#include <string.h>

#include "frontend/lower/build.h"

/* What an intrinsic of C++ is called otherwise. Of prmt only the form without a mode is. */
bool
ptx_bits(struct assembly *a, const struct ptx_instruction *in)
{
	static const struct {
		const char *opcode;
		enum ir_builtin builtin;
		unsigned operands;
	} known[] = {
		{"brev.b32", IR_BUILTIN___brev, 1}, {"brev.b64", IR_BUILTIN___brevll, 1}, {"clz.b32", IR_BUILTIN___clz, 1},
		{"clz.b64", IR_BUILTIN___clzll, 1}, {"popc.b32", IR_BUILTIN___popc, 1}, {"popc.b64", IR_BUILTIN___popcll, 1},
		{"prmt.b32", IR_BUILTIN___byte_perm, 3},
	};
	struct lower *l = a->l;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strcmp(known[i].opcode, in->opcode) || in->arg_count != known[i].operands + 1)
			continue;
		const struct ir_type *type = ptx_ir_type(l, ptx_type(in->opcode));
		const struct ir_expr *values[3];
		for (unsigned k = 0; k < known[i].operands; k++)
			values[k] = ptx_value(a, &in->args[k + 1], type);
		const bool counts = *in->opcode == 'c' || in->opcode[1] == 'o';
		ptx_write(a, &in->args[0], ptx_call(a, known[i].builtin, counts ? l->type_uint : type, known[i].operands, values));
		return true;
	}
	if (in->arg_count)
		ptx_write_unknown(a, &in->args[0], in->opcode);
	return true;
}

/* A number that the text, or an operand of constraint "n", says. */
static bool
constant(const struct assembly *a, const struct ptx_arg *arg, int64_t *number)
{
	const struct asm_operand *operand = ptx_operand(a, arg);
	const struct ir_expr *value = operand ? operand->value : NULL;
	if (arg->kind != PTX_INTEGER && !(value && value->kind == IR_INT))
		return false;
	*number = arg->kind == PTX_INTEGER ? arg->number : value->integer;
	return true;
}

/* As many bits of a word of `bits` as the text says, from a place on that it says. */
static bool
constant_field(const struct assembly *a, const struct ptx_arg *place, const struct ptx_arg *width, int64_t bits, int64_t *from,
               int64_t *count)
{
	return constant(a, place, from) && constant(a, width, count) && *from >= 0 && *count >= 1 && *from <= bits - *count;
}

/* Bits from a place on, the highest of them extended if there is a sign. */
bool
ptx_bits_extract(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	const struct ir_type *type = ptx_ir_type(l, ptx_type(in->opcode));
	if (in->arg_count != 4 || !type)
		return false;
	const int64_t bits = 8 * (int64_t)type->size;
	int64_t from, count;
	if (!constant_field(a, &in->args[2], &in->args[3], bits, &from, &count)) {
		ptx_write_unknown(a, &in->args[0], in->opcode);
		return true;
	}
	const struct ir_expr *up = build_int(l, l->type_int, bits - count - from, a->loc),
	                     *down = build_int(l, l->type_int, bits - count, a->loc);
	const struct ir_expr *high = build_binary(l, IR_SHL, ptx_value(a, &in->args[1], type), up, type, a->loc);
	ptx_write(a, &in->args[0], build_binary(l, IR_SHR, high, down, type, a->loc));
	return true;
}

bool
ptx_bits_insert(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	const struct ir_type *type = ptx_ir_type(l, ptx_type(in->opcode));
	if (in->arg_count != 5 || !type)
		return false;
	int64_t from, count;
	if (!constant_field(a, &in->args[3], &in->args[4], 8 * (int64_t)type->size, &from, &count)) {
		ptx_write_unknown(a, &in->args[0], in->opcode);
		return true;
	}
	const uint64_t field = (count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX) << from;
	const struct ir_expr *inserted = build_binary(l, IR_SHL, ptx_value(a, &in->args[1], type),
	                                              build_int(l, l->type_int, from, a->loc), type, a->loc),
	                     *new = build_binary(l, IR_BIT_AND, inserted, build_int(l, type, (int64_t)field, a->loc), type, a->loc),
	                     *kept = build_binary(l, IR_BIT_AND, ptx_value(a, &in->args[2], type),
	                                          build_int(l, type, (int64_t)~field, a->loc), type, a->loc);
	ptx_write(a, &in->args[0], build_binary(l, IR_BIT_OR, new, kept, type, a->loc));
	return true;
}

/* ---- shifts ---- */

/* One value where the shift is less than `bits`, and another from there on. */
static const struct ir_expr *
unless_beyond(const struct assembly *a, const struct ptx_arg *by, int64_t bits, const struct ir_expr *shifted,
              const struct ir_expr *beyond)
{
	struct lower *l = a->l;
	int64_t number;
	if (constant(a, by, &number))
		return number >= 0 && number < bits ? shifted : beyond;
	struct ir_expr *expr = build_expr(l, IR_CONDITIONAL, shifted->type, a->loc);
	expr->a = build_binary(l, IR_LT, ptx_value(a, by, l->type_uint), build_int(l, l->type_uint, bits, a->loc), l->type_bool, a->loc);
	expr->b = shifted;
	expr->c = beyond;
	return expr;
}

/* By the operand's width or more: nothing is left but the sign, where there is one. */
bool
ptx_shift(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	const struct ir_type *type = ptx_ir_type(l, ptx_type(in->opcode));
	if (in->arg_count != 3 || !type || type->kind != IR_TYPE_INT)
		return false;
	const enum ir_op op = in->opcode[2] == 'l' ? IR_SHL : IR_SHR;
	const int64_t bits = 8 * (int64_t)type->size;
	const struct ir_expr *value = ptx_value(a, &in->args[1], type);
	const struct ir_expr *shifted = build_binary(l, op, value, ptx_value(a, &in->args[2], l->type_uint), type, a->loc);
	const struct ir_expr *beyond = op == IR_SHR && type->is_signed
		? build_binary(l, IR_SHR, ptx_value(a, &in->args[1], type), build_int(l, l->type_int, bits - 1, a->loc), type, a->loc)
		: build_int(l, type, 0, a->loc);
	ptx_write(a, &in->args[0], unless_beyond(a, &in->args[2], bits, shifted, beyond));
	return true;
}

/* Of two words side by side, by 0 to 31 bits; `clamp` makes 32 of more, where `wrap` begins again. */
bool
ptx_funnel_shift(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	if (in->arg_count != 4)
		return false;
	const bool left = ptx_has(in->opcode, ".l");
	const struct ir_expr *args[3];
	for (unsigned i = 0; i < 3; i++)
		args[i] = ptx_value(a, &in->args[i + 1], l->type_uint);
	const struct ir_expr *shifted = ptx_call(a, left ? IR_BUILTIN___funnelshift_l : IR_BUILTIN___funnelshift_r, l->type_uint, 3, args);
	if (ptx_has(in->opcode, ".clamp"))
		shifted = unless_beyond(a, &in->args[3], 32, shifted, ptx_value(a, &in->args[left ? 1 : 2], l->type_uint));
	ptx_write(a, &in->args[0], shifted);
	return true;
}

/* ---- a function of three bits ---- */

static const struct ir_expr *
complement(const struct assembly *a, const struct ir_expr *value)
{
	struct ir_expr *expr = build_expr(a->l, IR_UNARY, value->type, a->loc);
	expr->op = IR_BIT_NOT;
	expr->a = value;
	return expr;
}

/* The bits at which a, b and c are those of `row`, a number of three digits. */
static const struct ir_expr *
where_row(const struct assembly *a, const struct ptx_instruction *in, const struct ir_type *type, unsigned row)
{
	const struct ir_expr *all = NULL;
	for (unsigned i = 0; i < 3; i++) {
		const struct ir_expr *word = ptx_value(a, &in->args[i + 1], type);
		if (!(row >> (2 - i) & 1))
			word = complement(a, word);
		all = all ? build_binary(a->l, IR_BIT_AND, all, word, type, a->loc) : word;
	}
	return all;
}

/* The last number is the function's table: bit 4a + 2b + c. */
bool
ptx_logic(struct assembly *a, const struct ptx_instruction *in)
{
	const struct ir_type *type = a->l->type_uint;
	int64_t table;
	if (strcmp(in->opcode, "lop3.b32") || in->arg_count != 5 || !constant(a, &in->args[4], &table)) {
		if (in->arg_count)
			ptx_write_unknown(a, &in->args[0], in->opcode);
		return in->arg_count > 0;
	}
	const struct ir_expr *any = NULL;
	for (unsigned row = 0; row < 8; row++) {
		if (!(table >> row & 1))
			continue;
		const struct ir_expr *one = where_row(a, in, type, row);
		any = any ? build_binary(a->l, IR_BIT_OR, any, one, type, a->loc) : one;
	}
	ptx_write(a, &in->args[0], any ? any : build_int(a->l, type, 0, a->loc));
	return true;
}

/* ---- sums of four products ---- */

/* The byte of a word, as the instruction's type says that it is signed. */
static const struct ir_expr *
byte_of(const struct assembly *a, const struct ptx_arg *arg, bool is_signed, unsigned i)
{
	struct lower *l = a->l;
	const struct ir_type *type = is_signed ? l->type_int : l->type_uint;
	const struct ir_expr *up = build_int(l, l->type_int, 24 - 8 * (int64_t)i, a->loc), *down = build_int(l, l->type_int, 24, a->loc);
	return build_binary(l, IR_SHR, build_binary(l, IR_SHL, ptx_value(a, arg, type), up, type, a->loc), down, type, a->loc);
}

/* dp4a.type.type: the types of the first factors and of the second. */
bool
ptx_dot_product(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	const char *first = strchr(in->opcode, '.'), *second = first ? strchr(first + 1, '.') : NULL;
	if (in->arg_count != 4 || !second)
		return false;
	const bool is_signed[] = {first[1] == 's', second[1] == 's'};
	const struct ir_type *type = is_signed[0] || is_signed[1] ? l->type_int : l->type_uint;
	const struct ir_expr *sum = ptx_value(a, &in->args[3], type);
	for (unsigned i = 0; i < 4; i++) {
		const struct ir_expr *x = build_convert(l, byte_of(a, &in->args[1], is_signed[0], i), type),
		                     *y = build_convert(l, byte_of(a, &in->args[2], is_signed[1], i), type);
		sum = build_binary(l, IR_ADD, sum, build_binary(l, IR_MUL, x, y, type, a->loc), type, a->loc);
	}
	ptx_write(a, &in->args[0], sum);
	return true;
}

/* elect.sync leader|is_leader, mask: PTX does not say which lane of the mask it is; GPUs take the lowest. */
bool
ptx_election(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	if (in->arg_count != 2 || in->args[0].kind != PTX_PACK || in->args[0].item_count != 2)
		return false;
	const struct ir_expr *mask = ptx_value(a, &in->args[1], l->type_int), *one = build_int(l, l->type_int, 1, a->loc);
	const struct ir_expr *leader =
		build_binary(l, IR_SUB, ptx_call(a, IR_BUILTIN___ffs, l->type_int, 1, &mask), one, l->type_int, a->loc);
	const struct ir_expr *lane = build_convert(l, ptx_call(a, IR_BUILTIN___lane_id, l->type_uint, 0, NULL), l->type_int);
	ptx_write(a, &in->args[0].items[1], build_binary(l, IR_EQ, lane, leader, l->type_bool, a->loc));
	ptx_write(a, &in->args[0].items[0], build_again(l, leader));
	return true;
}
