/* PTX instructions that touch memory, or turn addresses of one space into those of another. */
#include "frontend/ptx/lower_asm.h"

#include <string.h>

#include "frontend/classes/lower_var.h"
#include "frontend/lower/build.h"
#include "frontend/lower/types.h"

static const struct ir_expr *
shared_to_generic(const struct assembly *a, const struct ir_expr *address, struct ir_loc loc)
{
	const struct ir_expr **args = arena_new_array(a->l->arena, const struct ir_expr *, 1);
	args[0] = address;
	return build_builtin(a->l, IR_BUILTIN___gl_shared_to_generic, args, 1, a->l->type_size, loc);
}

/* The compiler keeps what the text says, and cannot tell that a register may hold it already. */
static const struct ir_type *
volatile_type(struct lower *l, const struct ir_type *type)
{
	struct ir_type *copy = arena_new(l->arena, struct ir_type);
	*copy = *type;
	copy->is_volatile = true;
	return copy;
}

/* An access, or its address where that stands for it. Where the operand that is read last stands on another line, the
 * compiler knows the access by that. */
static const struct ir_expr *
on_its_line(const struct assembly *a, const struct ir_expr *access)
{
	if (!a->line_of || (a->line_of->file == access->loc.file && a->line_of->line == access->loc.line))
		return access;
	struct ir_expr *copy = arena_new(a->l->arena, struct ir_expr);
	*copy = *access;
	copy->line_of = a->line_of;
	return copy;
}

/* The address in an argument, for an access of that type; NULL when it is not understood. */
static const struct ir_expr *
address_of(const struct assembly *a, const struct ptx_arg *arg, const struct ir_type *type, bool is_shared,
	   struct ir_loc *loc)
{
	struct lower *l = a->l;
	const struct ir_type *pointer = volatile_type(l, types_pointer(l, type));
	if (arg->kind != PTX_ADDRESS)
		return NULL;
	const struct asm_operand *operand = ptx_operand(a, &arg->items[0]);
	if (!operand)
		return NULL;
	*loc = operand->loc;
	const struct ir_expr *address = ptx_value(a, &arg->items[0], is_shared ? l->type_uint : l->type_size);
	if (is_shared)
		address = shared_to_generic(a, address, *loc);
	address = build_convert(l, address, pointer);
	if (arg->number)
		address = build_offset(l, address, build_int(l, l->type_ptrdiff, arg->number, *loc), 1, pointer, *loc);
	return on_its_line(a, address);
}

static bool
is_shared(const char *opcode)
{
	return ptx_has(opcode, ".shared") || strstr(opcode, ".shared::cta");
}

static unsigned
vector_length(const char *opcode)
{
	return ptx_has(opcode, ".v2") ? 2 : ptx_has(opcode, ".v4") ? 4 : 1;
}

static const struct ir_type *
vector_type(struct lower *l, const struct ir_type *element, unsigned count)
{
	struct ir_type *type = arena_new(l->arena, struct ir_type);
	*type = (struct ir_type){.kind = IR_TYPE_ARRAY, .element = element, .count = count,
				 .size = count * element->size, .align = count * element->size,
				 .name = arena_printf(l->arena, "%s[%u]", element->name, count)};
	return type;
}

static const struct ir_expr *
element_of(const struct assembly *a, const struct ir_var *vector, unsigned i)
{
	struct lower *l = a->l;
	const struct ir_type *element = vector->type->element;
	return build_offset(l, build_var(l, vector, a->loc), build_int(l, l->type_ptrdiff, i, a->loc),
			    (int64_t)element->size, types_pointer(l, element), a->loc);
}

/* What a load or store moves: its type, and that of the address. */
static bool
access_types(struct assembly *a, const struct ptx_instruction *in, unsigned data, const struct ir_type **element,
	     const struct ir_type **whole)
{
	const unsigned count = vector_length(in->opcode);
	*element = ptx_ir_type(a->l, ptx_type(in->opcode));
	if (!*element || in->arg_count <= data || ptx_has(in->opcode, ".v8") || ptx_has(in->opcode, ".param") ||
	    strstr(in->opcode, "::cluster"))
		return false;
	const struct ptx_arg *registers = &in->args[data];
	if (registers->kind == PTX_PACK ? registers->item_count != count : count != 1)
		return false;
	*element = volatile_type(a->l, *element);
	*whole = count == 1 ? *element : volatile_type(a->l, vector_type(a->l, *element, count));
	return true;
}

bool
ptx_load(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	const struct ir_type *element, *whole;
	struct ir_loc loc;
	if (in->arg_count < 2 || !access_types(a, in, 0, &element, &whole))
		return false;
	const struct ir_expr *from = address_of(a, &in->args[1], whole, is_shared(in->opcode), &loc);
	const struct ptx_arg *to = &in->args[0];
	if (!from)
		return false;
	if (whole == element) {
		ptx_write(a, to->kind == PTX_PACK ? &to->items[0] : to, on_its_line(a, build_load(l, from, element, loc)));
		return true;
	}
	const struct ir_var *held = var_temporary(l, whole, a->loc);
	emit_expr(l, build_copy(l, build_var(l, held, a->loc), from, whole, loc), a->loc);
	for (unsigned i = 0; i < to->item_count; i++)
		ptx_write(a, &to->items[i], build_load(l, element_of(a, held, i), element, a->loc));
	return true;
}

bool
ptx_store(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	const struct ir_type *element, *whole;
	struct ir_loc loc;
	if (in->arg_count < 2 || !access_types(a, in, 1, &element, &whole))
		return false;
	const struct ir_expr *to = address_of(a, &in->args[0], whole, is_shared(in->opcode), &loc);
	const struct ptx_arg *from = &in->args[1];
	if (!to)
		return false;
	if (whole == element) {
		const struct ptx_arg *only = from->kind == PTX_PACK ? &from->items[0] : from;
		emit_expr(l, on_its_line(a, build_store(l, to, ptx_value(a, only, element), element, loc)), a->loc);
		return true;
	}
	const struct ir_var *held = var_temporary(l, whole, a->loc);
	for (unsigned i = 0; i < from->item_count; i++)
		emit_expr(l,
			  build_store(l, element_of(a, held, i), ptx_value(a, &from->items[i], element), element, a->loc),
			  a->loc);
	emit_expr(l, build_copy(l, to, build_var(l, held, a->loc), whole, loc), a->loc);
	return true;
}

static const struct ir_stmt *
effect(const struct assembly *a, const struct ir_expr *expr)
{
	struct ir_stmt *stmt = build_stmt(a->l, IR_STMT_EXPR, a->loc);
	stmt->expr = expr;
	return stmt;
}

/* cp.async.ca.shared.global [to], [from], bytes{, bytes from the source: zeroes stand for the rest}{, cache policy}. */
bool
ptx_async_copy(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	struct ir_loc loc;
	if (!strncmp(in->opcode, "cp.async.commit", 15) || !strncmp(in->opcode, "cp.async.wait", 13)) {
		emit_expr(l, ptx_call(a, IR_BUILTIN___gl_async_wait, l->type_void, 0, NULL), a->loc);
		return true;
	}
	if ((strncmp(in->opcode, "cp.async.ca.", 12) && strncmp(in->opcode, "cp.async.cg.", 12)) || in->arg_count < 3 ||
	    strstr(in->opcode, "::cluster"))
		return false;
	const struct ir_expr *bytes = ptx_value(a, &in->args[2], l->type_size);
	const unsigned without_policy = in->arg_count - (strstr(in->opcode, "L2::cache_hint") != NULL);
	const struct ir_expr *args[] = {
		address_of(a, &in->args[0], l->type_char, true, &loc),
		address_of(a, &in->args[1], l->type_char, false, &loc), bytes,
		without_policy < 4 ? bytes : ptx_value(a, &in->args[3], l->type_uint),
		build_int(l, l->type_bool, !strncmp(in->opcode, "cp.async.cg.", 12), a->loc),
	};
	bytes = ir_without_conversions(bytes);
	if (!args[0] || !args[1] || bytes->kind != IR_INT || bytes->integer < 4 || bytes->integer > 16)
		return false;
	emit_expr(l, ptx_call(a, IR_BUILTIN___gl_async_copy, l->type_void, sizeof args / sizeof *args, args), a->loc);
	return true;
}

/* ldmatrix: each eight lanes give the rows of a matrix, of 16 bytes; one of xN costs what their loads cost. Where it names no
 * memory, the addresses are those of pointers. */
bool
ptx_matrix_load(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	struct ir_loc loc;
	const unsigned matrices = ptx_has(in->opcode, ".x4") ? 4 : ptx_has(in->opcode, ".x2") ? 2 : 1;
	const struct ir_type *row = volatile_type(l, vector_type(l, l->type_uint, 4));
	const struct ir_expr *from = in->arg_count < 2 ? NULL
							   : address_of(a, &in->args[1], row, is_shared(in->opcode), &loc);
	if (!from || !ptx_has(in->opcode, ".m8n8"))
		return false;
	const struct ir_var *held = var_temporary(l, row, a->loc);
	const struct ir_expr *copy = build_copy(l, build_var(l, held, a->loc), from, row, loc);
	if (matrices == 4) {
		emit_expr(l, copy, a->loc);
	} else {
		struct ir_stmt *giving = build_stmt(l, IR_STMT_IF, (struct ir_loc){0});
		giving->expr = build_binary(l, IR_LT, ptx_call(a, IR_BUILTIN___lane_id, l->type_uint, 0, NULL),
					    build_int(l, l->type_uint, 8 * (int64_t)matrices, a->loc), l->type_bool,
					    a->loc);
		giving->then = effect(a, copy);
		stmts_add(l, l->scope->block, giving);
	}
	ptx_write_unknown(a, &in->args[0], in->opcode);
	return true;
}

/* ---- atomics ---- */

static enum ir_builtin
atomic_builtin(const char *opcode)
{
	static const struct {
		const char *modifier;
		enum ir_builtin builtin;
	} operations[] = {
		{".add", IR_BUILTIN_atomicAdd}, {".min", IR_BUILTIN_atomicMin}, {".max", IR_BUILTIN_atomicMax},
		{".and", IR_BUILTIN_atomicAnd}, {".or", IR_BUILTIN_atomicOr},	{".xor", IR_BUILTIN_atomicXor},
		{".exch", IR_BUILTIN_atomicExch}, {".cas", IR_BUILTIN_atomicCAS}, {".inc", IR_BUILTIN_atomicInc},
		{".dec", IR_BUILTIN_atomicDec},
	};
	for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
		if (ptx_has(opcode, operations[i].modifier))
			return operations[i].builtin;
	return IR_BUILTIN_COUNT;
}

/* atom has a destination before the address, red has none. */
bool
ptx_atomic(struct assembly *a, const struct ptx_instruction *in)
{
	const bool yields = !strncmp(in->opcode, "atom", 4);
	const struct ir_type *type = ptx_ir_type(a->l, ptx_type(in->opcode));
	const enum ir_builtin builtin = atomic_builtin(in->opcode);
	struct ir_loc loc;
	if (!type || builtin == IR_BUILTIN_COUNT || in->arg_count < 2u + yields || vector_length(in->opcode) != 1 ||
	    ptx_has(in->opcode, ".async") || strstr(in->opcode, "::cluster"))
		return false;
	const struct ir_expr *args[2] = {address_of(a, &in->args[yields], type, is_shared(in->opcode), &loc),
					 ptx_value(a, &in->args[yields + 1], type)};
	if (!args[0])
		return false;
	const struct ir_expr **kept = arena_new_array(a->l->arena, const struct ir_expr *, 2);
	memcpy(kept, args, sizeof args);
	const struct ir_expr *old = on_its_line(a, build_builtin(a->l, builtin, kept, 2, type, loc));
	if (yields)
		ptx_write(a, &in->args[0], old);
	else
		emit_expr(a->l, old, a->loc);
	return true;
}

bool
ptx_address_space(struct assembly *a, const struct ptx_instruction *in)
{
	struct lower *l = a->l;
	if (in->arg_count != 2 || strstr(in->opcode, "::cluster"))
		return false;
	const struct ir_expr *value = ptx_value(a, &in->args[1], l->type_size);
	if (ptx_has(in->opcode, ".shared")) {
		const bool to_shared = ptx_has(in->opcode, ".to");
		value = to_shared ? ptx_call(a, IR_BUILTIN___cvta_generic_to_shared, l->type_size, 1, &value)
				  : shared_to_generic(a, value, a->loc);
	}
	ptx_write(a, &in->args[0], value);
	return true;
}
