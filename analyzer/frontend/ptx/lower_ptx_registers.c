/* PTX instructions between registers: those that hand addresses and conditions on. What others compute is not known. */
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
		return ptx_data(a, in);
	ptx_write(a, &in->args[0], build_convert(a->l, ptx_value(a, &in->args[1], from_type), to_type));
	return true;
}

static const struct {
	const char *name;
	enum ir_op op;
} comparisons[] = {
	{".eq", IR_EQ}, {".ne", IR_NE}, {".lt", IR_LT}, {".le", IR_LE}, {".gt", IR_GT}, {".ge", IR_GE},
};

bool
ptx_comparison(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	const struct ir_type *type = ptx_ir_type(l, ptx_type(in->opcode));
	size_t i = 0;
	const size_t count = sizeof comparisons / sizeof *comparisons;
	while (i < count && !ptx_has(in->opcode, comparisons[i].name))
		i++;
	if (in->arg_count != 3 || !type || i == count || in->args[0].kind == PTX_PACK)
		return ptx_data(a, in);
	ptx_write(a, &in->args[0],
		       build_binary(l, comparisons[i].op, ptx_value(a, &in->args[1], type), ptx_value(a, &in->args[2], type),
		                    l->type_bool, a->loc));
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
