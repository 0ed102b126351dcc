/* PTX instructions: those that compute addresses or touch memory are lowered to what C++ would say; of the others it is
 * enough to know that they write their first argument and nothing else. */
#include "frontend/ptx/lower_asm.h"

#include <stdlib.h>
#include <string.h>

#include "frontend/lower/build.h"
#include "frontend/lower/types.h"

/* ---- types ---- */

const struct ir_type *
ptx_integer_type(struct lower *l, unsigned size, bool is_signed)
{
	static const char *const names[2][4] = {{"u8", "u16", "u32", "u64"}, {"s8", "s16", "s32", "s64"}};
	struct ir_type *type = arena_new(l->arena, struct ir_type);
	const unsigned log = size == 8 ? 3 : size / 2;
	*type = (struct ir_type){.kind = IR_TYPE_INT, .is_signed = is_signed, .size = size, .align = size,
	                         .name = names[is_signed][log]};
	return type;
}

const struct ir_type *
ptx_ir_type(struct lower *l, const char *name)
{
	if (!strcmp(name, "pred"))
		return l->type_bool;
	const long bits = *name ? strtol(name + 1, NULL, 10) : 0;
	if (*name == 'f' && (bits == 32 || bits == 64) && strlen(name) == 3) {
		struct ir_type *type = arena_new(l->arena, struct ir_type);
		*type = (struct ir_type){.kind = IR_TYPE_FLOAT, .size = (uint64_t)bits / 8, .align = (uint64_t)bits / 8,
		                         .name = bits == 32 ? "f32" : "f64"};
		return type;
	}
	/* Numbers of 16 bits and pairs of them are passed on as bits. */
	if (!strcmp(name, "f16") || !strcmp(name, "bf16"))
		return ptx_integer_type(l, 2, false);
	if (!strcmp(name, "f16x2") || !strcmp(name, "bf16x2"))
		return ptx_integer_type(l, 4, false);
	if (!strchr("bus", *name) || (bits != 8 && bits != 16 && bits != 32 && bits != 64))
		return NULL;
	return ptx_integer_type(l, (unsigned)bits / 8, *name == 's');
}

/* ---- arguments ---- */

const struct asm_operand *
ptx_operand(const struct assembly *a, const struct ptx_arg *arg)
{
	if (arg->kind == PTX_OPERAND)
		return arg->number >= 0 && arg->number < a->numbered ? &a->operands[arg->number] : NULL;
	if (arg->kind != PTX_NAME && arg->kind != PTX_SPECIAL)
		return NULL;
	for (unsigned i = a->numbered; i < a->operand_count; i++)
		if (!strcmp(a->operands[i].name, arg->name))
			return &a->operands[i];
	return NULL;
}

static const struct ir_expr *
unknown(const struct assembly *a, const struct ir_type *type, const char *what)
{
	struct ir_expr *expr = build_expr(a->l, IR_UNKNOWN, type, a->loc);
	expr->text = what;
	expr->is_instruction = true;
	return expr;
}

/* The same bits as another type of that size; numbers of other sizes are converted. */
static const struct ir_expr *
as_type(const struct assembly *a, const struct ir_expr *value, const struct ir_type *type)
{
	if ((value->type->kind == IR_TYPE_FLOAT) == (type->kind == IR_TYPE_FLOAT))
		return build_convert(a->l, value, type);
	if (value->type->size != type->size)
		return unknown(a, type, "asm register of another size");
	const struct ir_expr **args = arena_new_array(a->l->arena, const struct ir_expr *, 1);
	args[0] = value;
	return build_builtin(a->l, IR_BUILTIN___gl_bits, args, 1, type, a->loc);
}

const struct ir_expr *
ptx_call(const struct assembly *a, enum ir_builtin builtin, const struct ir_type *type, unsigned count,
     const struct ir_expr *const *values)
{
	const struct ir_expr **args = arena_new_array(a->l->arena, const struct ir_expr *, count + 1);
	for (unsigned i = 0; i < count; i++)
		args[i] = values[i];
	return build_builtin(a->l, builtin, args, count, type, a->loc);
}

static const struct ir_expr *
special_register(const struct assembly *a, const char *name)
{
	static const struct {
		const char *name;
		enum ir_special first;
	} vectors[] = {{"tid.", IR_THREAD_X}, {"ntid.", IR_BLOCK_DIM_X}, {"ctaid.", IR_BLOCK_X}, {"nctaid.", IR_GRID_DIM_X}};
	static const struct {
		const char *name;
		enum ir_builtin builtin;
	} others[] = {{"laneid", IR_BUILTIN___lane_id},
	              {"clock", IR_BUILTIN_clock},
	              {"clock64", IR_BUILTIN_clock64},
	              {"globaltimer", IR_BUILTIN___globaltimer}};
	struct lower *l = a->l;
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
		const size_t length = strlen(vectors[i].name);
		if (strncmp(name, vectors[i].name, length) || !strchr("xyz", name[length]) || !name[length])
			continue;
		struct ir_expr *expr = build_expr(l, IR_SPECIAL, l->type_uint, a->loc);
		expr->special = vectors[i].first + (enum ir_special)(name[length] - 'x');
		return expr;
	}
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (!strcmp(name, others[i].name))
			return ptx_call(a, others[i].builtin, i < 2 ? l->type_uint : l->type_size, 0, NULL);
	if (!strcmp(name, "lanemask_lt") || !strcmp(name, "lanemask_eq")) {
		const struct ir_expr *lane = ptx_call(a, IR_BUILTIN___lane_id, l->type_uint, 0, NULL);
		const struct ir_expr *bit = build_binary(l, IR_SHL, build_int(l, l->type_uint, 1, a->loc), lane,
		                                         l->type_uint, a->loc);
		return name[9] == 'e' ? bit
				      : build_binary(l, IR_SUB, bit, build_int(l, l->type_uint, 1, a->loc),
				                     l->type_uint, a->loc);
	}
	return unknown(a, l->type_uint, arena_printf(l->arena, "%%%s", name));
}

const struct ir_expr *
ptx_value(const struct assembly *a, const struct ptx_arg *arg, const struct ir_type *type)
{
	struct lower *l = a->l;
	const struct asm_operand *operand = ptx_operand(a, arg);
	const struct ir_expr *value;
	if (operand && operand->place)
		value = build_load(l, build_again(l, operand->place), operand->type, operand->loc);
	else if (operand && operand->value)
		value = operand->value;
	else if (arg->kind == PTX_INTEGER)
		value = build_int(l, l->type_ptrdiff, arg->number, a->loc);
	else if (arg->kind == PTX_REAL)
		return build_float(l, type, arg->real, a->loc);
	else if (arg->kind == PTX_SPECIAL)
		value = special_register(a, arg->name);
	else if (arg->kind == PTX_NAME && !strcmp(arg->name, "WARP_SZ"))
		value = build_int(l, l->type_ptrdiff, 32, a->loc);
	else
		return unknown(a, type, "asm operand");
	if (!types_is_scalar(value->type))
		return unknown(a, type, "asm operand");
	value = as_type(a, value, type);
	if (!arg->is_negated)
		return value;
	struct ir_expr *not = build_expr(l, IR_UNARY, type, a->loc);
	not->op = IR_NOT;
	not->a = value;
	return not;
}

/* Writes a register; parts of a pack get the value's bits from the lowest on. */
void
ptx_write(const struct assembly *a, const struct ptx_arg *to, const struct ir_expr *value)
{
	struct lower *l = a->l;
	const struct asm_operand *operand = ptx_operand(a, to);
	if (!operand || !operand->place || !operand->type)
		return;
	const struct ir_expr *place = build_again(l, operand->place);
	if (!types_is_scalar(operand->type)) { /* a structure of two halves */
		const struct ir_expr *args[] = {place, build_int(l, l->type_size, (int64_t)operand->type->size, a->loc)};
		emit_expr(l, ptx_call(a, IR_BUILTIN___gl_forget, l->type_void, 2, args), a->loc);
		return;
	}
	emit_expr(l, build_store(l, place, as_type(a, value, operand->type), operand->type, operand->loc), a->loc);
}

void
ptx_write_unknown(const struct assembly *a, const struct ptx_arg *to, const char *opcode)
{
	for (unsigned i = 0; i < to->item_count && to->kind == PTX_PACK; i++)
		ptx_write_unknown(a, &to->items[i], opcode);
	const struct asm_operand *operand = ptx_operand(a, to);
	if (operand && operand->type)
		ptx_write(a, to, unknown(a, types_is_scalar(operand->type) ? operand->type : a->l->type_int, opcode));
}

/* ---- the table ---- */

static bool
lower_barrier(struct assembly *a, const struct ptx_instruction *in)
{
	(void)in;
	emit_expr(a->l, ptx_call(a, IR_BUILTIN___threadfence, a->l->type_void, 0, NULL), a->loc);
	return true;
}

static bool
lower_exit(struct assembly *a, const struct ptx_instruction *in)
{
	const enum ir_builtin end = !strcmp(in->opcode, "exit") ? IR_BUILTIN__exit : IR_BUILTIN___trap;
	emit_expr(a->l, ptx_call(a, end, a->l->type_void, 0, NULL), a->loc);
	return true;
}

static bool
lower_nothing(struct assembly *a, const struct ptx_instruction *in)
{
	(void)a;
	(void)in;
	return true;
}

static bool
lower_data(struct assembly *a, const struct ptx_instruction *in)
{
	if (in->arg_count)
		ptx_write_unknown(a, &in->args[0], in->opcode);
	return true;
}

static const struct {
	const char *name; /* up to the first dot */
	ptx_lowering *lower;
} instructions[] = {
	{"mov", ptx_move}, {"cvta", ptx_address_space}, {"cvt", ptx_conversion},
	{"ld", ptx_load}, {"ldu", ptx_load}, {"st", ptx_store}, {"cp", ptx_async_copy},
	{"ldmatrix", ptx_matrix_load}, {"atom", ptx_atomic}, {"red", ptx_atomic},
	{"add", ptx_arithmetic}, {"sub", ptx_arithmetic}, {"mul", ptx_arithmetic}, {"mad", ptx_arithmetic},
	{"div", ptx_arithmetic}, {"rem", ptx_arithmetic}, {"and", ptx_arithmetic}, {"or", ptx_arithmetic},
	{"xor", ptx_arithmetic}, {"shl", ptx_shift}, {"shr", ptx_shift},
	{"min", ptx_min_max}, {"max", ptx_min_max}, {"not", ptx_unary}, {"neg", ptx_unary},
	{"setp", ptx_comparison}, {"selp", ptx_selection},
	{"bfe", ptx_bits_extract}, {"bfi", ptx_bits_insert}, {"shf", ptx_funnel_shift}, {"lop3", ptx_logic},
	{"dp4a", ptx_dot_product},
	{"elect", ptx_election},
	{"brev", ptx_bits}, {"clz", ptx_bits}, {"popc", ptx_bits}, {"prmt", ptx_bits},
	{"bar", lower_barrier}, {"barrier", lower_barrier}, {"membar", lower_barrier}, {"fence", lower_barrier},
	{"exit", lower_exit}, {"trap", lower_exit},
	{"prefetch", lower_nothing}, {"prefetchu", lower_nothing}, {"nanosleep", lower_nothing},
	{"griddepcontrol", lower_nothing}, {"setmaxnreg", lower_nothing}, {"applypriority", lower_nothing},
	{"brkpt", lower_nothing}, {"pmevent", lower_nothing},
	/* These write their first argument and nothing else. */
	{"abs", lower_data}, {"activemask", lower_data}, {"addc", lower_data}, {"bfind", lower_data},
	{"copysign", lower_data}, {"cos", lower_data}, {"mul24", lower_data},
	{"sad", lower_data},
	{"dp2a", lower_data}, {"ex2", lower_data}, {"fma", lower_data},
	{"fns", lower_data}, {"isspacep", lower_data}, {"lg2", lower_data}, {"madc", lower_data},
	{"match", lower_data}, {"mma", lower_data}, {"movmatrix", lower_data},
	{"rcp", lower_data}, {"redux", lower_data}, {"rsqrt", lower_data},
	{"set", lower_data}, {"shfl", lower_data}, {"sin", lower_data},
	{"slct", lower_data}, {"sqrt", lower_data}, {"subc", lower_data}, {"szext", lower_data}, {"tanh", lower_data},
	{"testp", lower_data}, {"vabsdiff", lower_data}, {"vabsdiff2", lower_data}, {"vabsdiff4", lower_data},
	{"vadd4", lower_data}, {"vmax4", lower_data}, {"vmin4", lower_data}, {"vote", lower_data}, {"vshr", lower_data},
	{"vsub4", lower_data},
};

static ptx_lowering *
find_lowering(const char *opcode)
{
	const size_t length = strcspn(opcode, ".");
	for (size_t i = 0; i < sizeof instructions / sizeof *instructions; i++)
		if (strlen(instructions[i].name) == length && !strncmp(instructions[i].name, opcode, length))
			return instructions[i].lower;
	return NULL;
}

bool
ptx_repeats(const char *opcode)
{
	static ptx_lowering *const repeating[] = {ptx_shift, ptx_funnel_shift, ptx_logic, ptx_dot_product, ptx_election};
	ptx_lowering *const lower = find_lowering(opcode);
	for (size_t i = 0; i < sizeof repeating / sizeof *repeating; i++)
		if (lower == repeating[i])
			return true;
	return false;
}

bool
ptx_lower(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	ptx_lowering *const lower = find_lowering(in->opcode);
	if (!lower)
		return false;
	if (!in->guard)
		return lower(a, in);
	/* A predicate is no branch, and so has no place in the source. */
	struct lower_stmts stmts = {0}, *outer = l->scope->block;
	struct ir_stmt *guard = build_stmt(l, IR_STMT_IF, (struct ir_loc){0});
	guard->expr = ptx_value(a, in->guard, l->type_bool);
	l->scope->block = &stmts;
	const bool good = lower(a, in);
	l->scope->block = outer;
	guard->then = build_block(l, &stmts, a->loc);
	stmts_add(l, outer, guard);
	return good;
}
