/* The heaps: the host's, and the one that device code allocates from. */
#include "eval/builtin.h"

/* Device malloc and new promise 16 bytes: where in a sector an allocation begins is not known. */
enum { DEVICE_HEAP_ALIGN_LOG2 = 4 };

/* The bytes that a call asks for; 0: not known. */
static uint64_t
bytes_asked(const struct builtin_call *call)
{
	const bool is_array = call->id == IR_BUILTIN_calloc;
	int64_t bytes, count = 1, all;
	if (!builtin_constant(call, is_array || call->id == IR_BUILTIN_realloc, &bytes) ||
	    (is_array && !builtin_constant(call, 0, &count)) || bytes < 0 || count < 0 || __builtin_mul_overflow(bytes, count, &all))
		return 0;
	return (uint64_t)all;
}

struct object *
builtin_allocate(struct machine *m, const struct ir_expr *call, enum object_kind kind, uint64_t bytes)
{
	struct object *object = memory_new(m->memory, kind, bytes, "");
	object->born = m->clock;
	object->loc = call->loc;
	object->unit = m->frame ? m->frame->func->unit : NULL;
	return object;
}

/* An allocation a thread. One thread's is an object like any other; those of several lie nobody knows how far apart, each
 * a symbol's number of bytes into one object that stands for the heap. */
static struct value
device_malloc(struct machine *m, const struct builtin_call *call)
{
	struct object *object = builtin_allocate(m, call->expr, OBJECT_GLOBAL, bytes_asked(call));
	object->from_device_heap = true;
	if (mask_count(&m->active.may) == 1)
		return value_address(m, object, 0);
	object->size = 0;
	const uint32_t reason = machine_reason(m, REASON_CALL, call->expr->loc, call->id == IR_BUILTIN___gl_new ? "new" : "malloc");
	union lane *lane = value_lanes(m);
	symbol_id *symbol = value_symbols(m);
	machine_count_lanes(m);
	for (unsigned i = 0; i < m->lanes; i++) {
		lane[i].integer = object_base(object);
		symbol[i] = m->symbols->coarse ? symbols_varying(m->symbols, reason) : symbols_fresh(m->symbols, reason);
		if (!m->symbols->coarse)
			m->symbols->items[symbol[i]].align = DEVICE_HEAP_ALIGN_LOG2;
	}
	return (struct value){lane, symbol, .uniform = false, .real = false};
}

struct value
builtin_malloc(struct machine *m, const struct builtin_call *call)
{
	if (m->on_device)
		return device_malloc(m, call);
	struct object *object = builtin_allocate(m, call->expr, OBJECT_HOST, bytes_asked(call));
	if (call->id == IR_BUILTIN_calloc)
		memory_zero(m->memory, object);
	int64_t offset;
	struct object *old = call->id == IR_BUILTIN_realloc ? builtin_object(m, &call->args[0], &offset) : NULL;
	if (old && object->size)
		builtin_move(m, object, 0, old, 0, old->size && old->size < object->size ? old->size : object->size);
	return value_address(m, object, 0);
}

struct value
builtin_free(struct machine *m, const struct builtin_call *call)
{
	(void)call;
	return value_integer(m, 0);
}
