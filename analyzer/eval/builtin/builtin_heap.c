/* The heaps of the host and of device code. */
#include "eval/builtin/builtin.h"
#include "eval/state/object.h"
#include "eval/state/program.h"
#include "eval/state/undo_log.h"

/* The overhead of the device heap for each allocation, measured on an H200: neighbours 80 bytes apart had at most 64
 * bytes each. So no two allocations share a sector of 32 bytes. An allocation of unknown size is assumed to be long. */
enum { HEAP_OWN_BYTES = 16, HEAP_SECTOR_BYTES = 32, HEAP_UNKNOWN_BYTES = 1 << 20, HEAP_MOST_BYTES = 1 << 23 };

/* The bytes that a call allocates; 0: unknown. */
static uint64_t
bytes_asked(const struct builtin_call *call)
{
	const bool is_array = call->id == IR_BUILTIN_calloc;
	int64_t bytes, count = 1, all;
	if (!builtin_constant(call, is_array || call->id == IR_BUILTIN_realloc, &bytes) ||
	    (is_array && !builtin_constant(call, 0, &count)) || bytes < 0 || count < 0 ||
	    __builtin_mul_overflow(bytes, count, &all))
		return 0;
	return (uint64_t)all;
}

void
builtin_place(const struct machine *m, struct object *object, const struct ir_expr *call)
{
	const struct library_entry none = {0}, *entry = m->frame ? &m->frame->entry : &none;
	object->loc = entry->call ? entry->call->loc : call->loc;
	object->unit = entry->call ? entry->func->unit : m->frame ? m->frame->func->unit : NULL;
}

struct object *
builtin_allocate(struct machine *m, const struct ir_expr *call, enum object_kind kind, uint64_t bytes)
{
	struct object *object = memory_new(m->memory, kind, bytes, "");
	object->born = m->clock;
	builtin_place(m, object, call);
	return object;
}

/* One allocation for each thread. Several threads' allocations are in one object, each with its own sectors. */
static struct value
device_malloc(struct machine *m, const struct builtin_call *call)
{
	const uint64_t bytes = bytes_asked(call), room = bytes ? bytes : HEAP_UNKNOWN_BYTES;
	const uint64_t pitch = (room + HEAP_OWN_BYTES + HEAP_SECTOR_BYTES - 1) / HEAP_SECTOR_BYTES * HEAP_SECTOR_BYTES;
	const bool is_one = mask_count(&m->active.may) == 1;
	const char *name = call->id == IR_BUILTIN___gl_new ? "new" : "malloc";
	if (!is_one && room > HEAP_MOST_BYTES)
		return value_unknown(m, call->expr->type, machine_reason(m, REASON_CALL, call->expr->loc, name));
	struct object *object =
		builtin_allocate(m, call->expr, OBJECT_GLOBAL, is_one || !bytes ? bytes : m->lanes * pitch);
	object->from_device_heap = true;
	object->heap_pitch = is_one ? 0 : pitch;
	struct value at = value_address(m, object, 0);
	if (!is_one) {
		union lane *lane = value_lanes(m);
		machine_count_lanes(m);
		for (unsigned i = 0; i < m->lanes; i++)
			lane[i].integer = object_base(object) + (int64_t)(i * pitch);
		at = (struct value){lane, NULL, .uniform = false, .real = false};
	}
	return at;
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
	struct object *old = call->id == IR_BUILTIN_realloc ? object_of_address(m, &call->args[0], &offset) : NULL;
	if (old && object->size)
		builtin_move(m, object, 0, old, 0, old->size && old->size < object->size ? old->size : object->size);
	return value_address(m, object, 0);
}

/* Whether no code that still runs can see the object: the other arm of a branch, the run after a rehearsal, or a
 * graph's next launch. */
static bool
is_done_with(const struct machine *m, const struct object *object)
{
	const bool of_this_side = m->undo_log ? object->born > m->undo_log->begun : !m->program->rehearsing;
	return !m->on_device && of_this_side && mask_empty(&m->divergence.may_have_left) &&
	       !m->program->launches_graphs;
}

/* Frees the contents. A program that makes new data for each of many launches then needs memory for one of them
 * only. */
struct value
builtin_free(struct machine *m, const struct builtin_call *call)
{
	int64_t offset;
	struct object *object = object_of_address(m, &call->args[0], &offset);
	if (object && !offset && object->kind == OBJECT_HOST && !object->is_private && is_done_with(m, object))
		memory_forget(m->memory, object, 0);
	return value_integer(m, 0);
}

struct value
builtin_allocated(struct machine *m, const struct builtin_call *call)
{
	int64_t offset;
	const struct object *object = object_of_address(m, &call->args[0], &offset);
	if (!object || offset || !object->size || object->heap_pitch)
		return value_unknown(m, call->expr->type, machine_reason(m, REASON_CALL, call->expr->loc, "delete[]"));
	return value_integer(m, (int64_t)object->size);
}
