/* PTX instructions: those that hand addresses on or touch memory are lowered to what C++ would say; of the others it is
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

/* What is computed with an operand is not known; what it is read from is. */
static void
read_argument(const struct assembly *a, const struct ptx_arg *arg)
{
	for (unsigned i = 0; i < arg->item_count && arg->kind == PTX_PACK; i++)
		read_argument(a, &arg->items[i]);
	const struct asm_operand *operand = ptx_operand(a, arg);
	const struct ir_expr *value = operand ? operand->value : NULL;
	if (value && value->kind != IR_INT && !(value->kind == IR_LOAD && ir_local_of_address(value->a)))
		emit_expr(a->l, value, a->loc);
}

bool
ptx_data(struct assembly *a, const struct ptx_instruction *in)
{
	for (unsigned i = 1; i < in->arg_count; i++)
		read_argument(a, &in->args[i]);
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
	{"setp", ptx_comparison}, {"elect", ptx_election},
	{"bar", lower_barrier}, {"barrier", lower_barrier}, {"membar", lower_barrier}, {"fence", lower_barrier},
	{"exit", lower_exit}, {"trap", lower_exit},
	{"prefetch", lower_nothing}, {"prefetchu", lower_nothing}, {"nanosleep", lower_nothing},
	{"griddepcontrol", lower_nothing}, {"setmaxnreg", lower_nothing}, {"applypriority", lower_nothing},
	{"brkpt", lower_nothing}, {"pmevent", lower_nothing},
	/* These write their first argument and nothing else. */
	{"abs", ptx_data}, {"activemask", ptx_data}, {"add", ptx_data}, {"addc", ptx_data}, {"and", ptx_data},
	{"bfe", ptx_data}, {"bfi", ptx_data}, {"bfind", ptx_data}, {"brev", ptx_data}, {"clz", ptx_data},
	{"copysign", ptx_data}, {"cos", ptx_data}, {"div", ptx_data}, {"dp2a", ptx_data}, {"dp4a", ptx_data},
	{"ex2", ptx_data}, {"fma", ptx_data}, {"fns", ptx_data}, {"isspacep", ptx_data}, {"lg2", ptx_data},
	{"lop3", ptx_data}, {"mad", ptx_data}, {"madc", ptx_data}, {"match", ptx_data}, {"max", ptx_data},
	{"min", ptx_data}, {"mma", ptx_data}, {"movmatrix", ptx_data}, {"mul", ptx_data}, {"mul24", ptx_data},
	{"neg", ptx_data}, {"not", ptx_data}, {"or", ptx_data}, {"popc", ptx_data}, {"prmt", ptx_data},
	{"rcp", ptx_data}, {"redux", ptx_data}, {"rem", ptx_data}, {"rsqrt", ptx_data}, {"sad", ptx_data},
	{"selp", ptx_data}, {"set", ptx_data}, {"shf", ptx_data}, {"shfl", ptx_data}, {"shl", ptx_data},
	{"shr", ptx_data}, {"sin", ptx_data}, {"slct", ptx_data}, {"sqrt", ptx_data}, {"sub", ptx_data},
	{"subc", ptx_data}, {"szext", ptx_data}, {"tanh", ptx_data}, {"testp", ptx_data}, {"vabsdiff", ptx_data},
	{"vabsdiff2", ptx_data}, {"vabsdiff4", ptx_data}, {"vadd4", ptx_data}, {"vmax4", ptx_data},
	{"vmin4", ptx_data}, {"vote", ptx_data}, {"vshr", ptx_data}, {"vsub4", ptx_data}, {"xor", ptx_data},
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
	return find_lowering(opcode) == ptx_election;
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
