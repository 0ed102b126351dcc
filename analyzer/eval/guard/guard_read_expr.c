/* Expressions, and what their numbers follow from. */
#include "code/effects.h"
#include "code/may_write.h"
#include "eval/guard/guard_read.h"
#include "eval/guard/guards.h"
#include "eval/program.h"
#include "ir/integer.h"
#include "ir/walk.h"

enum { DEEPEST_CALL = 8, MOST_CALLS = 256 };

static guard_id
read_special(struct guard_reader *r, const struct ir_expr *e)
{
	const enum ir_special special = e->special;
	const unsigned d = special % 3;
	if (special == IR_WARP_SIZE)
		return guard_number(&r->nodes, e->type, 32);
	if (special <= IR_BLOCK_Z) {
		const bool is_thread = special <= IR_THREAD_Z;
		const int64_t count = is_thread ? r->request->block[d] : r->request->grid[d];
		const enum guard_node_kind kind = is_thread ? GUARD_THREAD : GUARD_BLOCK;
		if (count == 1)
			return guard_number(&r->nodes, e->type, 0);
		return guard_add_node(&r->nodes, (struct guard_node){.kind = kind, .type = e->type, .dimension = d});
	}
	return guard_number(&r->nodes, e->type, special <= IR_BLOCK_DIM_Z ? r->request->block[d] : r->request->grid[d]);
}

/* Of the kernel's parameters, and of records among them their members. */
static guard_id
read_argument(struct guard_reader *r, const struct ir_expr *load)
{
	int64_t offset, integer;
	const struct ir_expr *at = guards_object(load, &offset);
	const bool known = at && at->kind == IR_VAR && at->var->storage == IR_STORAGE_PARAM && at != load->a && !r->frame->caller &&
	                   guards_argument(r->program, r->request, at->var, load->type, offset, &integer);
	return known ? guard_number(&r->nodes, load->type, integer) : GUARD_NODE_UNKNOWN;
}

/* Whether the launch leaves it as it is. What it may write by addresses that lie in memory or in records is not seen. */
static bool
stays(struct program *program, const struct launch_request *request, const struct object *object)
{
	const struct ir_func *kernel = request->kernel;
	if (object->kind == OBJECT_CONSTANT)
		return true;
	if ((object->kind != OBJECT_GLOBAL && object->kind != OBJECT_MANAGED) || object->var)
		return false;
	for (uint32_t i = 0; i < kernel->param_count && i < request->arg_count; i++) {
		const struct term argument = value_term(&request->args[i], 0);
		const bool leads_there = kernel->params[i]->type->kind == IR_TYPE_RECORD || argument.symbol ||
		                         memory_object_at(&program->memory, argument.offset) == object;
		if (leads_there && func_is_known_to_write(&program->code.may_write, kernel, i))
			return false;
	}
	return true;
}

const struct object *
guard_object_at(struct program *program, const struct launch_request *request, int64_t address)
{
	const struct object *object = memory_object_at(&program->memory, address);
	return object && !object->is_private && stays(program, request, object) ? object : NULL;
}

bool
guard_number_at(struct program *program, const struct object *object, const struct ir_type *type, int64_t address, int64_t *number)
{
	uint64_t bits;
	if (type->size > sizeof bits ||
	    !memory_read(&program->memory, object, address - object_base(object), (unsigned)type->size, &bits))
		return false;
	*number = lane_of_bits(bits, type).integer;
	return true;
}

static guard_id
read_number(struct guard_reader *r, const struct ir_type *type, int64_t at)
{
	int64_t number;
	const struct object *object = guard_object_at(r->program, r->request, at);
	return object && guard_number_at(r->program, object, type, at, &number) ? guard_number(&r->nodes, type, number) : GUARD_NODE_UNKNOWN;
}

/* At an address which is the same in all threads, or a number like others. */
static guard_id
read_memory(struct guard_reader *r, const struct ir_expr *load, guard_id address)
{
	int64_t at;
	if (guard_is_number(&r->nodes, address, &at))
		return read_number(r, load->type, at);
	if (!address || guard_is_changed(address))
		return address;
	return guard_add_node(&r->nodes, (struct guard_node){.kind = GUARD_MEMORY, .type = load->type, .a = address});
}

static guard_id
read_load(struct guard_reader *r, const struct ir_expr *e)
{
	const bool is_var = e->a->kind == IR_VAR;
	if (is_var && guard_follows(e->a->var))
		return r->frame->vars[e->a->var->slot];
	const guard_id address = guard_read_expr(r, e->a);
	const bool is_pointer = e->type->kind == IR_TYPE_POINTER;
	if ((e->type->kind != IR_TYPE_INT && !is_pointer) || (e->field && e->field->bit_width))
		return GUARD_NODE_UNKNOWN;
	const guard_id argument = is_var ? GUARD_NODE_UNKNOWN : read_argument(r, e);
	return argument || is_pointer ? argument : read_memory(r, e, address);
}

/* Where variables lie that are there once for all threads. */
static guard_id
read_address(struct guard_reader *r, const struct ir_expr *e)
{
	return e->var->storage == IR_STORAGE_CONSTANT
	               ? guard_number(&r->nodes, e->type, object_base(program_object(r->program, e->var))) : GUARD_NODE_UNKNOWN;
}

/* So many elements further on. */
static guard_id
read_element(struct guard_reader *r, const struct ir_expr *e, guard_id from, guard_id index)
{
	struct guard_nodes *n = &r->nodes;
	const int64_t scale = e->kind == IR_FIELD ? 1 : (int64_t)e->scale;
	const guard_id steps = e->kind == IR_FIELD ? guard_number(n, &guard_wide, (int64_t)e->field->offset) : guard_convert(n, index, &guard_wide);
	const guard_id bytes = guard_binary(n, IR_MUL, &guard_wide, steps, guard_number(n, &guard_wide, scale));
	return guard_binary(n, IR_ADD, &guard_wide, guard_convert(n, from, &guard_wide), bytes);
}

/* So many bytes further on. */
static guard_id
read_place(struct guard_reader *r, const struct ir_expr *e)
{
	int64_t at, index = 0, bytes;
	const guard_id a = guard_read_expr(r, e->a), b = e->kind == IR_OFFSET ? guard_read_expr(r, e->b) : GUARD_NODE_FALSE;
	if (!guard_is_number(&r->nodes, a, &at) || !guard_is_number(&r->nodes, b, &index))
		return read_element(r, e, a, b);
	if (e->kind == IR_FIELD)
		return guard_number(&r->nodes, e->type, at + (int64_t)e->field->offset);
	const bool fits = !__builtin_mul_overflow(index, e->scale, &bytes) && !__builtin_add_overflow(at, bytes, &at);
	return fits ? guard_number(&r->nodes, e->type, at) : GUARD_NODE_UNKNOWN;
}

static guard_id
assign(struct guard_reader *r, const struct ir_expr *address, guard_id what)
{
	if (address->kind != IR_VAR)
		guard_read_expr(r, address);
	else if (guard_follows(address->var))
		r->frame->vars[address->var->slot] = what;
	return what;
}

static guard_id
read_update(struct guard_reader *r, const struct ir_expr *e)
{
	const bool followed = e->a->kind == IR_VAR && guard_follows(e->a->var);
	const guard_id by = guard_read_expr(r, e->b);
	if (!followed) {
		assign(r, e->a, GUARD_NODE_UNKNOWN);
		return GUARD_NODE_UNKNOWN;
	}
	const guard_id before = r->frame->vars[e->a->var->slot];
	const guard_id computed = guard_binary(&r->nodes, e->op, e->compute_type, guard_convert(&r->nodes, before, e->compute_type), by);
	const guard_id after = guard_convert(&r->nodes, computed, e->a->var->type);
	assign(r, e->a, after);
	return e->post ? before : after;
}

static guard_id
read_unary(struct guard_reader *r, const struct ir_expr *e)
{
	int64_t x, result;
	const guard_id a = guard_read_expr(r, e->a);
	if (!a || e->type->kind == IR_TYPE_FLOAT)
		return GUARD_NODE_UNKNOWN;
	if (guard_is_changed(a))
		return a;
	if (e->op == IR_NOT)
		return guard_negated(&r->nodes, guard_convert(&r->nodes, a, &guard_truth));
	if (guard_is_number(&r->nodes, a, &x))
		return integer_of(e, x, 0, &result) ? guard_number(&r->nodes, e->type, result) : GUARD_NODE_UNKNOWN;
	return e->op == IR_NEG ? guard_binary(&r->nodes, IR_SUB, e->type, guard_number(&r->nodes, e->type, 0), a)
	                       : guard_add_node(&r->nodes, (struct guard_node){.kind = GUARD_UNARY, .op = e->op, .type = e->type, .a = a});
}

static guard_id
read_binary(struct guard_reader *r, const struct ir_expr *e)
{
	const guard_id a = guard_read_expr(r, e->a), b = guard_read_expr(r, e->b);
	return e->type->kind == IR_TYPE_FLOAT ? GUARD_NODE_UNKNOWN : guard_binary(&r->nodes, e->op, e->type, a, b);
}

/* `&&`, `||` and `?:`. */
static guard_id
read_choice(struct guard_reader *r, const struct ir_expr *e)
{
	guard_id results[2];
	const guard_id a = guard_read_expr(r, e->a);
	const struct ir_node b = {.expr = e->b}, c = {.expr = e->c}, none = {0};
	guard_read_sides(r, a, e->kind == IR_OR ? none : b, e->kind == IR_OR ? b : c, results);
	if (e->kind == IR_CONDITIONAL)
		return guard_choice(&r->nodes, a, results[0], results[1]);
	return e->kind == IR_AND ? guard_both(&r->nodes, a, results[0]) : guard_either(&r->nodes, a, results[1]);
}

static guard_id
read_builtin(struct guard_reader *r, const struct ir_expr *e)
{
	guard_id args[2] = {GUARD_NODE_UNKNOWN, GUARD_NODE_UNKNOWN};
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const guard_id arg = guard_read_expr(r, e->args[i]);
		if (i < 2)
			args[i] = arg;
	}
	switch (e->builtin) {
	case IR_BUILTIN___ldg:
		return e->type->kind == IR_TYPE_INT ? read_memory(r, e, args[0]) : GUARD_NODE_UNKNOWN;
	case IR_BUILTIN_min: case IR_BUILTIN_umin: case IR_BUILTIN_max: case IR_BUILTIN_umax: {
		const bool least = e->builtin == IR_BUILTIN_min || e->builtin == IR_BUILTIN_umin;
		const guard_id a = guard_convert(&r->nodes, args[0], e->type), b = guard_convert(&r->nodes, args[1], e->type);
		return guard_choice(&r->nodes, guard_binary(&r->nodes, least ? IR_LT : IR_GT, &guard_truth, a, b), a, b);
	}
	default:
		return GUARD_NODE_UNKNOWN;
	}
}

static bool
is_being_read(const struct guard_reading *frame, const struct ir_func *func)
{
	for (; frame; frame = frame->caller)
		if (frame->func == func)
			return true;
	return false;
}

static guard_id
read_call(struct guard_reader *r, const struct ir_expr *e)
{
	enum { MOST_ARGUMENTS = 16 };
	guard_id args[MOST_ARGUMENTS];
	const struct ir_func *func = e->func;
	for (uint32_t i = 0; i < e->arg_count; i++) {
		const guard_id arg = guard_read_expr(r, e->args[i]);
		if (i < MOST_ARGUMENTS)
			args[i] = arg;
	}
	const bool readable = func->body && func->slot_count <= MOST_GUARD_VARIABLES && e->arg_count <= MOST_ARGUMENTS &&
	                      r->frame->depth < DEEPEST_CALL && r->calls < MOST_CALLS && !is_being_read(r->frame, func);
	r->calls++;
	return readable ? guard_read_body(r, func, args, e->arg_count) : GUARD_NODE_UNKNOWN;
}

static guard_id
read_expr_kind(struct guard_reader *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_INT:
		if (e->type->kind != IR_TYPE_INT && e->type->kind != IR_TYPE_BOOL)
			return GUARD_NODE_UNKNOWN;
		return guard_number(&r->nodes, e->type, e->integer);
	case IR_SPECIAL: return read_special(r, e);
	case IR_VAR: return read_address(r, e);
	case IR_LOAD: return read_load(r, e);
	case IR_OFFSET: case IR_FIELD: return read_place(r, e);
	case IR_STORE: return assign(r, e->a, guard_read_expr(r, e->b));
	case IR_UPDATE: return read_update(r, e);
	case IR_UNARY: return read_unary(r, e);
	case IR_BINARY: return read_binary(r, e);
	case IR_CONVERT: return guard_convert(&r->nodes, guard_read_expr(r, e->a), e->type);
	case IR_AND: case IR_OR: case IR_CONDITIONAL: return read_choice(r, e);
	case IR_COMMA:
		guard_read_expr(r, e->a);
		return guard_read_expr(r, e->b);
	case IR_CALL: return read_call(r, e);
	case IR_BUILTIN: return read_builtin(r, e);
	case IR_STATEMENTS:
		guard_read_stmt(r, e->body);
		return e->a ? guard_read_expr(r, e->a) : GUARD_NODE_UNKNOWN;
	default: return guard_read_parts(r, (struct ir_node){.expr = e});
	}
}

guard_id
guard_read_expr(struct guard_reader *r, const struct ir_expr *e)
{
	r->nodes.too_much |= r->depth == IR_DEEPEST;
	if (r->nodes.too_much)
		return GUARD_NODE_UNKNOWN;
	r->depth++;
	const guard_id what = read_expr_kind(r, e);
	r->depth--;
	return what;
}
