/* The runtime API's copies and fills: knowledge of the source becomes knowledge of the destination. */
#include "eval/builtin/builtin.h"
#include "eval/language/access.h"
#include "eval/state/object.h"

#include "domain/example.h"
#include "eval/state/undo_log.h"

/* With more rows, the destination becomes unknown as a whole. */
enum { MOST_ROWS = 1 << 16 };

/* The known size and pitches of a rectangle. */
struct rectangle {
	int64_t width, height; /* bytes, rows */
	int64_t to_pitch, from_pitch;
};

/* Why the call's destination is unknown: the reason of its first unknown argument, which may be an address or a
 * size. */
static uint32_t
copy_reason(struct machine *m, const struct builtin_call *call, const struct object *to)
{
	for (uint32_t i = 0; i < call->count; i++) {
		const struct term argument = value_term(&call->args[i], 0);
		if (argument.symbol)
			return m->symbols->items[argument.symbol].reason;
	}
	return machine_reason(m, REASON_UNFOLLOWED, call->expr->loc, to ? to->name : "");
}

static void
copy(struct machine *m, const struct builtin_call *call, struct value to, struct value from, const struct value *bytes)
{
	int64_t to_offset, from_offset, count = UINT32_MAX;
	struct object *to_object = object_of_address(m, &to, &to_offset);
	struct object *from_object = object_of_address(m, &from, &from_offset);
	const bool known = value_is_constant(bytes, &count) && count >= 0;
	if (to_object && from_object && known)
		builtin_move(m, to_object, to_offset, from_object, from_offset, (uint64_t)count);
	else
		access_forget(m, to, known ? (uint64_t)count : UINT32_MAX, copy_reason(m, call, to_object));
	/* The size is unknown, but the data have the kind of the source's. */
	if (to_object && from_object && !known && to_object != from_object)
		examples_copy(to_object, to_offset, from_object, from_offset);
}

struct value
builtin_cuda_copy(struct machine *m, const struct builtin_call *call)
{
	copy(m, call, call->args[0], call->args[1], &call->args[2]);
	return value_integer(m, 0);
}

/* The offset counts from the start of the symbol, which is the destination or the source. */
struct value
builtin_cuda_copy_symbol(struct machine *m, const struct builtin_call *call)
{
	const bool to_symbol =
		call->id == IR_BUILTIN_cudaMemcpyToSymbol || call->id == IR_BUILTIN_cudaMemcpyToSymbolAsync;
	struct value to = call->args[0], from = call->args[1];
	if (call->count > 3) {
		struct value *symbol = to_symbol ? &to : &from;
		*symbol = value_offset(m, *symbol, call->args[3], 1);
	}
	copy(m, call, to, from, &call->args[2]);
	return value_integer(m, 0);
}

/* Merges contiguous rows into one. False: the rectangle is empty. */
static bool
join_rows(struct rectangle *r)
{
	if (r->width <= 0 || r->height <= 0)
		return false;
	int64_t all;
	if (r->to_pitch == r->width && r->from_pitch == r->width &&
	    !__builtin_mul_overflow(r->width, r->height, &all)) {
		r->width = all;
		r->height = 1;
	}
	return true;
}

/* Whether the rectangle fits into an object's window of addresses and has few enough rows. */
static bool
can_walk(const struct rectangle *r)
{
	const int64_t most = (int64_t)1 << BASE_BIT;
	return r->height <= MOST_ROWS && r->width <= most && r->to_pitch >= 0 && r->to_pitch <= most / r->height &&
	       r->from_pitch >= 0 && r->from_pitch <= most / r->height;
}

struct value
builtin_cuda_copy_rows(struct machine *m, const struct builtin_call *call)
{
	struct rectangle r;
	int64_t to_offset, from_offset;
	struct object *to = object_of_address(m, &call->args[0], &to_offset);
	struct object *from = object_of_address(m, &call->args[2], &from_offset);
	const bool known = builtin_constant(call, 1, &r.to_pitch) && builtin_constant(call, 3, &r.from_pitch) &&
	                   builtin_constant(call, 4, &r.width) && builtin_constant(call, 5, &r.height);
	if (known && !join_rows(&r))
		return value_integer(m, 0);
	if (!to || !from || !known || !can_walk(&r)) {
		access_forget(m, call->args[0], UINT32_MAX, copy_reason(m, call, to));
		return value_integer(m, 0);
	}
	for (int64_t row = 0; row < r.height; row++)
		builtin_move(m, to, to_offset + row * r.to_pitch, from, from_offset + row * r.from_pitch,
		             (uint64_t)r.width);
	return value_integer(m, 0);
}

struct value
builtin_cuda_fill(struct machine *m, const struct builtin_call *call)
{
	builtin_memset(m, call);
	return value_integer(m, 0);
}

struct value
builtin_cuda_fill_rows(struct machine *m, const struct builtin_call *call)
{
	struct rectangle r = {0};
	int64_t offset, byte;
	struct object *to = object_of_address(m, &call->args[0], &offset);
	const bool known = builtin_constant(call, 1, &r.to_pitch) && builtin_constant(call, 2, &byte) &&
	                   builtin_constant(call, 3, &r.width) && builtin_constant(call, 4, &r.height);
	r.from_pitch = r.to_pitch;
	if (known && !join_rows(&r))
		return value_integer(m, 0);
	if (!to || to->is_private || !known || !can_walk(&r)) {
		access_forget(m, call->args[0], UINT32_MAX, copy_reason(m, call, to));
		return value_integer(m, 0);
	}
	undo_log_save_object(m, to);
	memory_note_store(m->memory, to, ++m->clock);
	for (int64_t row = 0; row < r.height; row++)
		memory_fill(m->memory, to, offset + row * r.to_pitch, (uint64_t)r.width, (uint8_t)byte);
	return value_integer(m, 0);
}
