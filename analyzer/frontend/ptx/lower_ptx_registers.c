/* PTX instructions between registers, as far as addresses are computed with them. */
#include "frontend/ptx/lower_asm.h"

#include <string.h>

#include "frontend/lower/build.h"

bool
ptx_move(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	const struct ir_type *type = ptx_ir_type(l, ptx_type(in->opcode));
	if (!type || in->arg_count != 2)
		return false;
	const struct ptx_arg *to = &in->args[0], *from = &in->args[1];
	const struct ptx_arg *pack = to->kind == PTX_PACK ? to : from->kind == PTX_PACK ? from : NULL;
	if (!pack) {
		ptx_write(a, to, ptx_value(a, from, type));
		return true;
	}
	if (!pack->item_count || type->size % pack->item_count || (to->kind == PTX_PACK && from->kind == PTX_PACK))
		return false;
	const unsigned part = (unsigned)type->size / pack->item_count;
	const struct ir_type *part_type = ptx_integer_type(l, part, false);
	const struct ir_expr *whole = NULL;
	for (unsigned i = 0; i < pack->item_count; i++) {
		const struct ir_expr *shift = build_int(l, l->type_int, 8 * (int64_t)(i * part), a->loc);
		if (pack == to) {
			const struct ir_expr *moved =
				build_binary(l, IR_SHR, ptx_value(a, from, type), shift, type, a->loc);
			ptx_write(a, &to->items[i], build_convert(l, moved, part_type));
			continue;
		}
		const struct ir_expr *wide = build_convert(l, ptx_value(a, &from->items[i], part_type), type);
		const struct ir_expr *moved = build_binary(l, IR_SHL, wide, shift, type, a->loc);
		whole = whole ? build_binary(l, IR_BIT_OR, whole, moved, type, a->loc) : moved;
	}
	if (whole)
		ptx_write(a, to, whole);
	return true;
}

/* cvt.to.from between integers; numbers of floating point are data. */
bool
ptx_conversion(struct assembly *a, const struct ptx_instruction *in)
{
	const char *from = strrchr(in->opcode, '.'), *to = from;
	while (to && to > in->opcode && to[-1] != '.')
		to--;
	const struct ir_type *from_type = from ? ptx_ir_type(a->l, from + 1) : NULL;
	const struct ir_type *to_type =
		from ? ptx_ir_type(a->l, arena_strndup(a->l->arena, to, (size_t)(from - to))) : NULL;
	if (in->arg_count != 2)
		return false;
	if (!from_type || !to_type || strchr("fb", from[1]) || strchr("fb", *to) || ptx_has(in->opcode, ".sat"))
		ptx_write_unknown(a, &in->args[0], in->opcode);
	else
		ptx_write(a, &in->args[0], build_convert(a->l, ptx_value(a, &in->args[1], from_type), to_type));
	return true;
}

struct operation {
	const char *name;
	enum ir_op op;
};

static const struct operation operations[] = {
	{"add", IR_ADD}, {"sub", IR_SUB}, {"mul", IR_MUL}, {"mad", IR_MUL}, {"and", IR_BIT_AND}, {"or", IR_BIT_OR},
	{"xor", IR_BIT_XOR}, {"div", IR_DIV}, {"rem", IR_REM},
};

static const struct operation comparisons[] = {
	{".eq", IR_EQ}, {".ne", IR_NE}, {".lt", IR_LT}, {".le", IR_LE}, {".gt", IR_GT}, {".ge", IR_GE},
};

static bool
is_plain(const struct ptx_instruction *in)
{
	static const char *const special[] = {".cc", ".sat", ".hi", ".hilo"};
	for (size_t i = 0; i < sizeof special / sizeof *special; i++)
		if (ptx_has(in->opcode, special[i]))
			return false;
	return true;
}

bool
ptx_arithmetic(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	const size_t length = strcspn(in->opcode, ".");
	const bool adds = !strncmp(in->opcode, "mad.", 4), widens = ptx_has(in->opcode, ".wide");
	const struct ir_type *type = ptx_ir_type(l, ptx_type(in->opcode));
	if (in->arg_count != 3u + adds)
		return false;
	const struct operation *found = NULL;
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
		if (strlen(operations[i].name) == length && !strncmp(operations[i].name, in->opcode, length))
			found = &operations[i];
	const char spelled = *ptx_type(in->opcode);
	const bool is_number = type && (type->kind == IR_TYPE_FLOAT || spelled == 'u' || spelled == 's' || spelled == 'b' ||
	                                type == l->type_bool);
	if (!found || !is_number || !is_plain(in)) {
		ptx_write_unknown(a, &in->args[0], in->opcode);
		return true;
	}
	const struct ir_type *result = widens ? ptx_integer_type(l, 2 * (unsigned)type->size, type->is_signed) : type;
	const struct ir_expr *left = build_convert(l, ptx_value(a, &in->args[1], type), result),
			     *right = build_convert(l, ptx_value(a, &in->args[2], type), result);
	const struct ir_expr *value = build_binary(l, found->op, left, right, result, a->loc);
	if (adds)
		value = build_binary(l, IR_ADD, value, ptx_value(a, &in->args[3], result), result, a->loc);
	ptx_write(a, &in->args[0], value);
	return true;
}

bool
ptx_min_max(struct assembly *a, const struct ptx_instruction *in)
{
	const struct ir_type *type = ptx_ir_type(a->l, ptx_type(in->opcode));
	if (in->arg_count != 3)
		return false;
	if (!type || !strchr("us", *ptx_type(in->opcode))) {
		ptx_write_unknown(a, &in->args[0], in->opcode);
		return true;
	}
	const struct ir_expr *args[] = {ptx_value(a, &in->args[1], type), ptx_value(a, &in->args[2], type)};
	ptx_write(a, &in->args[0],
		       ptx_call(a, in->opcode[1] == 'i' ? IR_BUILTIN_min : IR_BUILTIN_max, type, 2, args));
	return true;
}

bool
ptx_unary(struct assembly *a, const struct ptx_instruction *in)
{
	const struct ir_type *type = ptx_ir_type(a->l, ptx_type(in->opcode));
	if (in->arg_count != 2)
		return false;
	if (!type || (*in->opcode == 'n' && in->opcode[1] == 'e' && *ptx_type(in->opcode) != 's')) {
		ptx_write_unknown(a, &in->args[0], in->opcode);
		return true;
	}
	struct ir_expr *expr = build_expr(a->l, IR_UNARY, type, a->loc);
	expr->op = in->opcode[1] == 'e' ? IR_NEG : type == a->l->type_bool ? IR_NOT : IR_BIT_NOT;
	expr->a = ptx_value(a, &in->args[1], type);
	ptx_write(a, &in->args[0], expr);
	return true;
}

bool
ptx_comparison(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	const struct ir_type *type = ptx_ir_type(l, ptx_type(in->opcode));
	const struct operation *found = NULL;
	for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
		if (ptx_has(in->opcode, comparisons[i].name))
			found = &comparisons[i];
	if (in->arg_count != 3 || !type || !found || in->args[0].kind == PTX_PACK) {
		ptx_write_unknown(a, &in->args[0], in->opcode);
		return in->arg_count > 0;
	}
	ptx_write(a, &in->args[0],
		       build_binary(l, found->op, ptx_value(a, &in->args[1], type), ptx_value(a, &in->args[2], type),
		                    l->type_bool, a->loc));
	return true;
}

bool
ptx_selection(struct assembly *a, const struct ptx_instruction *in)
{
	const struct ir_type *type = ptx_ir_type(a->l, ptx_type(in->opcode));
	if (in->arg_count != 4 || !type)
		return false;
	struct ir_expr *expr = build_expr(a->l, IR_CONDITIONAL, type, a->loc);
	expr->a = ptx_value(a, &in->args[3], a->l->type_bool);
	expr->b = ptx_value(a, &in->args[1], type);
	expr->c = ptx_value(a, &in->args[2], type);
	ptx_write(a, &in->args[0], expr);
	return true;
}
