/* Functions that access device memory: cached loads, atomics. Also the notes of the built-in headers that memory has
 * become unknown. */
#include <math.h>
#include <stdio.h>

#include "domain/example.h"
#include "eval/builtin/builtin.h"
#include "eval/language/access.h"
#include "eval/language/retry.h"
#include "eval/order/block_order.h"
#include "eval/state/assumed_numbers.h"
#include "eval/state/object.h"
#include "model/memory_model.h"

struct value
builtin_load(struct machine *m, const struct builtin_call *call)
{
	const struct ir_type *type = call->expr->type;
	if (type->kind != IR_TYPE_RECORD)
		return access_load(m, call->expr, type, call->args[0]);
	struct object *object = temporary_object(m, type, call->expr->loc);
	const struct value to = value_address(m, object, 0);
	access_copy(m, call->expr, type, to, call->args[0]);
	return to;
}

struct value
builtin_store(struct machine *m, const struct builtin_call *call)
{
	const struct ir_type *type = builtin_type(call, 0)->element;
	if (call->count < 2 || !type)
		return value_integer(m, 0);
	if (type->kind == IR_TYPE_RECORD)
		access_copy(m, call->expr, type, call->args[0], call->args[1]);
	else
		access_store(m, call->expr, type, call->args[0], call->args[1]);
	return value_integer(m, 0);
}

/* Whether the compiler can see that all threads pass the same operand. A loaded number may be uniform by chance. */
static bool
is_uniform_operand(const struct machine *m, const struct builtin_call *call)
{
	if (call->count < 2)
		return true;
	return value_is_common(m->symbols, &call->args[1]);
}

/* The unknown numbers that lanes get from atomics. in_turn: all lanes add the same number at one address, so a warp's
 * lanes get numbers `step` apart. Otherwise each lane gets its own unknown number. */
static struct value
old_values(struct machine *m, uint32_t reason, bool in_turn, int64_t step)
{
	union lane *lane = value_lanes(m);
	symbol_id *symbol = value_symbols(m);
	for (unsigned w = 0; w < m->warps; w++) {
		symbol_id last = 0;
		int64_t added = 0;
		for (uint32_t bits = m->active.may.warp[w]; bits; bits &= bits - 1) {
			const unsigned l = w * WARP_LANES + (unsigned)__builtin_ctz(bits);
			last = in_turn && last ? last : symbols_fresh(m->symbols, reason);
			lane[l].integer = added;
			symbol[l] = last;
			added += step;
		}
	}
	return (struct value){.lane = lane, .symbol = symbol};
}

/* Whether all lanes of a warp add the same known number at one address. */
static bool
add_in_turn(const struct machine *m, const struct builtin_call *call, int64_t *step)
{
	const bool adds = call->id == IR_BUILTIN_atomicAdd || call->id == IR_BUILTIN_atomicSub;
	*step = 0;
	if (!adds || call->count < 2 || !value_is_common(m->symbols, &call->args[0]) ||
	    !value_is_constant(&call->args[1], step))
		return false;
	*step = call->id == IR_BUILTIN_atomicSub ? -*step : *step;
	return *step > INT32_MIN && *step < INT32_MAX;
}

/* The old value is unknown: other blocks and warps execute in any order. */
static struct value
value_before(struct machine *m, const struct builtin_call *call, const struct ir_type *type, uint32_t reason)
{
	int64_t step;
	if (type->kind != IR_TYPE_INT || type->size < 4 || m->statement == call->expr)
		return value_unknown(m, call->expr->type, reason);
	const bool in_turn = add_in_turn(m, call, &step);
	return old_values(m, reason, in_turn, in_turn ? step : 0);
}

struct value
builtin_atomic(struct machine *m, const struct builtin_call *call)
{
	const struct ir_type *type = builtin_type(call, 0)->element;
	const uint32_t reason = builtin_reason(m, call, REASON_ATOMIC);
	if (!type)
		return builtin_unknown(m, call, REASON_ATOMIC);
	retry_swap(m, call->expr, &call->args[0]);
	access_report_atomic(m, call->expr, (unsigned)type->size, &call->args[0], is_uniform_operand(m, call));
	order_atomic(m, call->expr, type, &call->args[0], m->statement == call->expr);
	access_forget(m, call->args[0], type->size, reason);
	return value_before(m, call, type, reason);
}

struct value
builtin_same_address(struct machine *m, const struct builtin_call *call)
{
	(void)m;
	return call->args[0];
}

/* Shared memory also has 32-bit addresses: an object's id, followed by SHARED_BITS bits of offset. */
enum { SHARED_BITS = 18 };

/* An unknown address; its reason is that of the symbol that it is computed from. */
static struct value
lost_address(struct machine *m, const struct builtin_call *call, symbol_id symbol)
{
	return symbol && m->on_device ? value_unknown(m, call->expr->type, m->symbols->items[symbol].reason)
	                              : builtin_unknown(m, call, REASON_CALL);
}

/* Converts each lane's address between the two forms; unknown if there is no such address. */
struct value
builtin_shared_number(struct machine *m, const struct builtin_call *call)
{
	const bool to_shared = call->id == IR_BUILTIN___cvta_generic_to_shared;
	const struct value *from = &call->args[0];
	struct value to = *from;
	union lane *lane = arena_alloc(&m->scratch, (from->uniform ? 1 : m->lanes) * sizeof *lane);
	for (unsigned i = 0; i < (from->uniform ? 1 : m->lanes); i++) {
		const int64_t at = from->lane[i].integer, id = at >> SHARED_BITS;
		const struct object *object = to_shared ? memory_object_at(m->memory, at)
		                              : id > 0 && (size_t)id < m->memory->count ? m->memory->objects[id]
		                                                                        : NULL;
		if (!from->uniform && !mask_has(&m->active.may, i))
			continue;
		if (!object || object->kind != OBJECT_SHARED || (int64_t)object->id > INT32_MAX >> SHARED_BITS)
			return lost_address(m, call, value_term(from, i).symbol);
		const int64_t base = object_base(object), small = (int64_t)object->id << SHARED_BITS;
		lane[i].integer = to_shared ? at - base + small : at - small + base;
	}
	to.lane = lane;
	return to;
}

struct value
builtin_address_space(struct machine *m, const struct builtin_call *call)
{
	const struct object *object =
		memory_object_at(m->memory, value_term(&call->args[0], mask_first(&m->active.may)).offset);
	if (!object)
		return builtin_unknown(m, call, REASON_CALL);
	switch (call->id) {
	case IR_BUILTIN___gl_is_global:
		return value_integer(m, object->kind == OBJECT_GLOBAL || object->kind == OBJECT_MANAGED);
	case IR_BUILTIN___gl_is_shared: return value_integer(m, object->kind == OBJECT_SHARED);
	case IR_BUILTIN___gl_is_constant: return value_integer(m, object->kind == OBJECT_CONSTANT);
	default: return value_integer(m, object->kind == OBJECT_LOCAL);
	}
}

struct value
builtin_enters_cluster(struct machine *m, const struct builtin_call *call)
{
	(void)call;
	if (m->sink)
		m->sink->ops->cluster(m->sink);
	order_give_up(m);
	return value_integer(m, 0);
}

/* Arguments: a texture or surface, and the bytes of an element. */
struct value
builtin_texture(struct machine *m, const struct builtin_call *call)
{
	int64_t bytes;
	const enum site_kind kind = call->id == IR_BUILTIN___gl_texture_fetch ? SITE_LOAD : SITE_STORE;
	if (builtin_constant(call, 1, &bytes))
		access_report_texture(m, call->expr, kind, (unsigned)bytes);
	return value_integer(m, 0);
}

/* The function of the built-in headers that the program called. */
static const char *
library_function(const struct frame *frame)
{
	const struct ir_expr *entry = frame->entry.call;
	return entry && entry->kind == IR_CALL ? entry->func->name : frame->func->name;
}

struct value
builtin_forget(struct machine *m, const struct builtin_call *call)
{
	int64_t bytes = UINT32_MAX;
	builtin_constant(call, 1, &bytes);
	access_forget(m, call->args[0], (uint64_t)bytes,
	              machine_reason(m, REASON_RANDOM, call->expr->loc, library_function(m->frame)));
	return value_integer(m, 0);
}

struct value
builtin_forget_input(struct machine *m, const struct builtin_call *call)
{
	int64_t bytes = UINT32_MAX;
	builtin_constant(call, 1, &bytes);
	access_forget(m, call->args[0], (uint64_t)bytes, builtin_reads_input(m, call));
	return value_integer(m, 0);
}

struct value
builtin_reorder(struct machine *m, const struct builtin_call *call)
{
	int64_t offset;
	struct object *object = m->on_device ? NULL : object_of_address(m, &call->args[0], &offset);
	if (object)
		examples_clear(object);
	return builtin_forget(m, call);
}

struct value
builtin_may_change(struct machine *m, const struct builtin_call *call)
{
	static const struct ir_type word = {.kind = IR_TYPE_INT, .size = 8, .align = 8};
	int64_t offset, bytes, number;
	struct object *object = m->on_device ? NULL : object_of_address(m, &call->args[0], &offset);
	if (!object || !builtin_constant(call, 1, &bytes))
		return builtin_forget(m, call);
	for (int64_t at = offset; at + 8 <= offset + bytes; at += 8) {
		const struct value v = access_read_object(m, object, &word, at);
		if (value_is_constant(&v, &number))
			examples_put(object, (uint64_t)at, 8, (uint64_t)number);
	}
	return builtin_forget(m, call);
}

struct value
builtin_likely(struct machine *m, const struct builtin_call *call)
{
	char text[128];
	if (!call->args[0].symbol)
		return call->args[0];
	snprintf(text, sizeof text, "an algorithm processes %d elements where their number is known only at run time",
	         ASSUMED_COUNT);
	const struct taken_number many = {.number = ASSUMED_COUNT, .range = {0, INT64_MAX}, .text = text};
	return environment_read(m, builtin_taken(m, call, call->expr->type, many));
}

struct value
builtin_is_known(struct machine *m, const struct builtin_call *call)
{
	return value_integer(m, !call->args[0].symbol);
}

/* Loop bytecode answers this call with false. */
struct value
builtin_is_walked(struct machine *m, const struct builtin_call *call)
{
	(void)call;
	return value_integer(m, true);
}
