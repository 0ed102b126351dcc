/* The table of builtins, and helpers of their handlers. */
#include "eval/builtin/builtin.h"

#include <math.h>
#include <string.h>
#include "analysis/effects.h"
#include "eval/host/host_record.h"
#include "eval/language/access.h"
#include "eval/order/block_order.h"
#include "eval/state/evaluate.h"
#include "eval/state/object.h"

static const builtin_handler handlers[] = {
#define BUILTIN(name, kind, handler) builtin_##handler,
#include "ir/builtins.def"
};

builtin_handler
builtin_handler_of(enum ir_builtin id)
{
	return handlers[id];
}

/* The function that the program calls, which may be one of the built-in headers. */
static const char *
called_name(const struct machine *m, const struct builtin_call *call)
{
	const struct ir_expr *entry = m->frame ? m->frame->entry.call : NULL;
	return entry && entry->kind == IR_CALL ? entry->func->name : ir_builtin_name(call->id);
}

uint32_t
builtin_reason(struct machine *m, const struct builtin_call *call, enum reason_kind kind)
{
	return machine_reason(m, kind, call->expr->loc, called_name(m, call));
}

struct value
builtin_unknown(struct machine *m, const struct builtin_call *call, enum reason_kind kind)
{
	const struct ir_type *type = call->expr->type;
	const uint32_t reason = builtin_reason(m, call, kind);
	if (type->kind == IR_TYPE_VOID)
		return value_integer(m, 0);
	if (type->kind == IR_TYPE_RECORD) {
		struct object *object = temporary_object(m, type, call->expr->loc);
		object->reason = reason;
		return value_address(m, object, 0);
	}
	if (!m->on_device)
		return value_symbol(m, type, symbols_fresh(m->symbols, reason), 0);
	return value_unknown(m, type, reason);
}

static const struct ir_type byte_type = {.kind = IR_TYPE_INT, .size = 1, .align = 1, .name = "unsigned char"};

bool
builtin_byte(struct machine *m, struct object *object, int64_t offset, int64_t *byte)
{
	const struct value v = access_read_object(m, object, &byte_type, offset);
	return value_is_constant(&v, byte);
}

bool
builtin_string(struct machine *m, const struct value *address, char *text, size_t size)
{
	int64_t offset, c;
	struct object *object = object_of_address(m, address, &offset);
	for (size_t i = 0; object && i < size; i++) {
		if (!builtin_byte(m, object, offset + (int64_t)i, &c))
			return false;
		text[i] = (char)c;
		if (!c)
			return true;
	}
	return false;
}

void
builtin_write_bytes(struct machine *m, struct object *object, int64_t offset, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i++)
		access_write_object(m, object, &byte_type, offset + (int64_t)i,
		                    value_integer(m, (unsigned char)bytes[i]));
}

bool
builtin_is_access(enum ir_builtin id)
{
	const builtin_handler handler = handlers[id];
	return handler == builtin_load || handler == builtin_store || handler == builtin_atomic ||
	       handler == builtin_memcpy || id == IR_BUILTIN_memset;
}

struct value
eval_builtin(struct machine *m, const struct ir_expr *expr)
{
	struct value *args = arena_alloc(&m->scratch, (expr->arg_count + 1) * sizeof *args);
	for (uint32_t i = 0; i < expr->arg_count; i++)
		args[i] = eval_expr(m, expr->args[i]);
	const struct builtin_call call = {expr, expr->builtin, args, expr->arg_count};
	if (mask_empty(&m->active.may))
		return value_integer(m, 0);
	const builtin_handler handler = handlers[expr->builtin];
	if (!handler) {
		order_hidden(m);
		return builtin_unknown(m, &call, REASON_CALL);
	}
	order_builtin(m, expr->builtin);
	const struct value result = handler(m, &call);
	if (!m->on_device)
		host_record_call(m, &call);
	return result;
}
