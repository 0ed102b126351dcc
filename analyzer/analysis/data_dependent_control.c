#include "analysis/data_dependent_control.h"

#include <stdlib.h>

#include "ir/plain.h"
#include "ir/walk.h"
#include "support/allocate.h"

enum { MOST_PASSES = 16, MOST_CARRIERS = 512, MOST_FUNCTIONS = 512 };

struct reader {
	const void **carriers; /* variables that may hold loaded data, and functions that may return it */
	size_t carrier_count, carrier_capacity;
	const struct ir_func **funcs; /* visited in this pass */
	size_t func_count, func_capacity;
	const struct ir_func *in; /* the function being read */
	unsigned depth;
	unsigned choices; /* data-dependent conditions around the current code */
	bool changed;     /* in this pass */
	bool is_data_dependent;
};

static bool
is_carrier(const struct reader *r, const void *what)
{
	for (size_t i = 0; i < r->carrier_count; i++)
		if (r->carriers[i] == what)
			return true;
	return false;
}

static void
make_carrier(struct reader *r, const void *what)
{
	if (is_carrier(r, what))
		return;
	r->is_data_dependent |= r->carrier_count >= MOST_CARRIERS;
	memory_push(r->carriers, r->carrier_count, r->carrier_capacity, what);
	r->changed = true;
}

/* The local variable that an address is a part of, or NULL. */
static const struct ir_var *
local_of(const struct ir_expr *address)
{
	while (address->kind == IR_FIELD || address->kind == IR_OFFSET)
		address = address->a;
	const bool local = address->kind == IR_VAR &&
	                   (address->var->storage == IR_STORAGE_LOCAL || address->var->storage == IR_STORAGE_PARAM);
	return local ? address->var : NULL;
}

static bool
reads_memory(const struct ir_expr *builtin)
{
	for (uint32_t i = 0; i < builtin->arg_count; i++)
		if (builtin->args[i]->type && builtin->args[i]->type->kind == IR_TYPE_POINTER)
			return true;
	return false;
}

/* Floating-point values are never tracked separately. */
static bool
is_kept_apart(const struct ir_type *type)
{
	return type && type->kind != IR_TYPE_FLOAT;
}

static bool carries_data(const struct reader *r, const struct ir_expr *e, unsigned depth);

static bool
a_part_carries(const struct reader *r, const struct ir_expr *e, unsigned depth)
{
	struct ir_parts parts = ir_parts_of((struct ir_node){.expr = e});
	for (struct ir_node part; ir_next_part(&parts, &part);)
		if (carries_data(r, part.expr, depth))
			return true;
	return false;
}

/* Whether the value may depend on loaded data. The value of a record is its address. */
static bool
carries_data(const struct reader *r, const struct ir_expr *e, unsigned depth)
{
	if (!e)
		return false;
	if (++depth > IR_DEEPEST)
		return true;
	switch (e->kind) {
	case IR_VAR: return false;
	case IR_LOAD: {
		const struct ir_var *var = local_of(e->a);
		return var ? is_carrier(r, var) : is_kept_apart(e->type);
	}
	case IR_UPDATE: {
		const struct ir_var *var = local_of(e->a);
		return carries_data(r, e->b, depth) || (var ? is_carrier(r, var) : is_kept_apart(e->type));
	}
	case IR_STORE:
	case IR_COMMA: return carries_data(r, e->b, depth);
	case IR_COPY:
	case IR_ZERO:
	case IR_STATEMENTS: return carries_data(r, e->a, depth);
	case IR_CALL: return is_carrier(r, e->func);
	case IR_BUILTIN: return (reads_memory(e) && is_kept_apart(e->type)) || a_part_carries(r, e, depth);
	case IR_CALL_POINTER:
	case IR_LAUNCH:
	case IR_UNKNOWN: return true;
	default: return a_part_carries(r, e, depth);
	}
}

static void
depend_on(struct reader *r, const struct ir_expr *e)
{
	r->is_data_dependent |= carries_data(r, e, 0);
}

/* An assignment under a data-dependent condition also depends on data. */
static void
assign(struct reader *r, const struct ir_expr *address, bool data)
{
	const struct ir_var *var = local_of(address);
	if (var && (data || r->choices))
		make_carrier(r, var);
}

static void read_node(struct reader *r, struct ir_node node);

/* Whether data decides which of two pieces of code executes. It makes control data-dependent unless both pieces only
 * compute. */
static bool
chooses(struct reader *r, const struct ir_expr *condition, struct ir_node a, struct ir_node b)
{
	const bool data = carries_data(r, condition, 0);
	r->is_data_dependent |= data && !(code_is_plain(a) && code_is_plain(b));
	return data;
}

/* Reads an accessed address. A local variable named in it does not escape. */
static void
read_address(struct reader *r, const struct ir_expr *address)
{
	depend_on(r, address);
	for (; address->kind == IR_FIELD || address->kind == IR_OFFSET; address = address->a)
		if (address->kind == IR_OFFSET)
			read_node(r, (struct ir_node){.expr = address->b});
	if (address->kind != IR_VAR)
		read_node(r, (struct ir_node){.expr = address});
}

static void
read_call(struct reader *r, const struct ir_expr *call)
{
	const struct ir_func *func = call->func;
	if (func_is_plain(func)) {
		if (a_part_carries(r, call, 0))
			make_carrier(r, func);
		return;
	}
	for (uint32_t i = 0; i < call->arg_count && i < func->param_count; i++)
		if (func->params[i]->type->kind == IR_TYPE_RECORD || carries_data(r, call->args[i], 0))
			make_carrier(r, func->params[i]);
	for (size_t i = 0; i < r->func_count; i++)
		if (r->funcs[i] == func)
			return;
	r->is_data_dependent |= !func->body || r->func_count >= MOST_FUNCTIONS;
	memory_push(r->funcs, r->func_count, r->func_capacity, func);
	const struct ir_func *caller = r->in;
	r->in = func;
	read_node(r, (struct ir_node){.stmt = func->body});
	r->in = caller;
}

/* The addresses of atomics and stores do not depend on their other operands, and pure functions have no address. Any
 * argument of other built-in functions may be an address or a length. */
static void
read_builtin(struct reader *r, const struct ir_expr *e)
{
	const enum ir_builtin_kind kind = ir_builtin_kind(e->builtin);
	const bool computes =
		kind == IR_BUILTIN_IS_BARRIER || kind == IR_BUILTIN_IS_EXCHANGE || kind == IR_BUILTIN_IS_PURE;
	const bool stores = kind == IR_BUILTIN_IS_STORE || kind == IR_BUILTIN_IS_ATOMIC;
	for (uint32_t i = computes ? e->arg_count : 0; i < (stores ? 1 : e->arg_count); i++)
		depend_on(r, e->args[i]);
}

/* Reads code that executes only if a plain condition selects it. */
static void
read_chosen(struct reader *r, bool data, struct ir_node part)
{
	r->choices += data;
	read_node(r, part);
	r->choices -= data;
}

static void
read_choice(struct reader *r, const struct ir_expr *condition, struct ir_node a, struct ir_node b)
{
	const bool data = chooses(r, condition, a, b);
	read_node(r, (struct ir_node){.expr = condition});
	read_chosen(r, data, a);
	read_chosen(r, data, b);
}

/* Handles the expression itself. True: its operands have been read too. */
static bool
read_expr(struct reader *r, const struct ir_expr *e)
{
	switch (e->kind) {
	case IR_VAR:
		/* The address escapes, so anything may be stored there. */
		if (local_of(e))
			make_carrier(r, e->var);
		return true;
	case IR_LOAD:
	case IR_ZERO: read_address(r, e->a); return true;
	case IR_STORE:
	case IR_UPDATE:
		assign(r, e->a, carries_data(r, e->b, 0));
		read_address(r, e->a);
		read_node(r, (struct ir_node){.expr = e->b});
		return true;
	case IR_COPY: {
		const struct ir_var *from = local_of(e->b);
		assign(r, e->a, !from || is_carrier(r, from));
		read_address(r, e->a);
		read_address(r, e->b);
		return true;
	}
	case IR_OFFSET: depend_on(r, e); return false;
	case IR_AND:
	case IR_OR:
	case IR_CONDITIONAL:
		read_choice(r, e->a, (struct ir_node){.expr = e->b}, (struct ir_node){.expr = e->c});
		return true;
	case IR_CALL: read_call(r, e); return false;
	case IR_BUILTIN: read_builtin(r, e); return false;
	case IR_CALL_POINTER:
	case IR_LAUNCH:
	case IR_UNKNOWN: r->is_data_dependent = true; return true;
	default: return false;
	}
}

/* Handles the statement itself; returns as read_expr does. */
static bool
read_stmt(struct reader *r, const struct ir_stmt *s)
{
	switch (s->kind) {
	case IR_STMT_IF:
		read_choice(r, s->expr, (struct ir_node){.stmt = s->then}, (struct ir_node){.stmt = s->otherwise});
		return true;
	case IR_STMT_LOOP:
	case IR_STMT_SWITCH: depend_on(r, s->expr); return false;
	case IR_STMT_RETURN:
		if (carries_data(r, s->expr, 0))
			make_carrier(r, r->in);
		return false;
	case IR_STMT_UNKNOWN: r->is_data_dependent = true; return true;
	default: return false;
	}
}

static void
read_node(struct reader *r, struct ir_node node)
{
	if (++r->depth > IR_DEEPEST)
		r->is_data_dependent = true;
	bool done = r->is_data_dependent;
	if (!done && node.stmt)
		done = read_stmt(r, node.stmt);
	else if (!done && node.expr)
		done = read_expr(r, node.expr);
	struct ir_parts parts = ir_parts_of(node);
	for (struct ir_node part; !done && ir_next_part(&parts, &part);)
		read_node(r, part);
	r->depth--;
}

bool
func_has_data_dependent_control(const struct ir_func *kernel)
{
	struct reader r = {.changed = true};
	for (unsigned pass = 0; r.changed && !r.is_data_dependent; pass++) {
		r.is_data_dependent = pass == MOST_PASSES;
		r.changed = false;
		r.func_count = 0;
		r.in = kernel;
		read_node(&r, (struct ir_node){.stmt = kernel->body});
	}
	free(r.carriers);
	free(r.funcs);
	return r.is_data_dependent;
}
