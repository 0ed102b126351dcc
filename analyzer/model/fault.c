#include "model/fault.h"

#include <string.h>

bool
fault_is_host_memory(const struct object *object)
{
	return object->kind == OBJECT_HOST || (object->kind == OBJECT_LOCAL && object->lanes == 1);
}

/* Sets the offset from the object's beginning. False if the address belongs to another object. */
static bool
offset_in(const struct object *object, uint64_t address, int64_t *offset)
{
	*offset = (int64_t)(address - (uint64_t)object_base(object));
	return address >> WINDOW_BITS == object->id;
}

/* The alignment that the access needs, in bytes. */
static uint64_t
unit_of(const struct request *r)
{
	return r->width ? r->width & -r->width : 1;
}

/* The offsets of the active lanes' addresses within such a unit, a bit each. */
static uint32_t
starts_of(const struct request *r, unsigned off)
{
	const uint64_t unit = unit_of(r);
	uint32_t starts = 0;
	if (r->address[off] % unit == 0 || unit > 32)
		return 1;
	for (uint32_t left = r->active; left; left &= left - 1)
		starts |= (uint32_t)1 << r->address[__builtin_ctz(left)] % unit;
	return starts;
}

/* Only a variable's declared alignment is certain. But if lanes begin at different offsets within their units, some
 * lane is misaligned whatever the base is. Allocations have the alignment of the evaluator's addresses. */
static bool
is_surely_off(const struct known_fault *fault, const struct object *object, const struct request *r, unsigned lane)
{
	const uint64_t unit = unit_of(r);
	const bool starts_differ = fault->starts & (fault->starts - 1);
	const uint64_t align = object->type && !fault->base_aligned && !starts_differ ? object->type->align : unit;
	const uint64_t certain = align < unit ? align : unit;
	return certain && r->address[lane] % certain;
}

static enum fault_kind
kind_of(const struct known_fault *fault, const struct object *object, const struct request *r, unsigned lane,
        int64_t *at)
{
	*at = 0;
	if (!object)
		return r->address[lane] >> WINDOW_BITS ? FAULT_NONE : FAULT_NULL;
	if (!offset_in(object, r->address[lane], at))
		return FAULT_NONE;
	/* The compiler resolves constants that device code names. */
	if (fault_is_host_memory(object))
		return object->var && object->var->is_const ? FAULT_NONE : FAULT_HOST;
	if (object->is_freed)
		return FAULT_FREED;
	if (is_surely_off(fault, object, r, lane))
		return FAULT_ALIGNMENT;
	if ((!object->size && !object->is_empty) || object->assumed)
		return FAULT_NONE;
	if (*at < 0)
		return FAULT_BEFORE;
	return *at + (int64_t)r->width > (int64_t)object->size ? FAULT_PAST_END : FAULT_NONE;
}

/* If there are several kinds, the first of enum fault_kind is reported, independent of the order of blocks. */
static bool
is_farther(const struct known_fault *fault, enum fault_kind kind, int64_t at)
{
	if (fault->kind != kind)
		return !fault->kind || kind < fault->kind;
	return (kind == FAULT_PAST_END && at > fault->at) || (kind == FAULT_BEFORE && at < fault->at);
}

static void
note_lane(struct known_fault *fault, const struct object *object, const struct request *r, const uint32_t block[3],
          unsigned warp, unsigned lane)
{
	int64_t at;
	const enum fault_kind kind = kind_of(fault, object, r, lane, &at);
	if (!kind || !is_farther(fault, kind, at))
		return;
	fault->kind = kind;
	fault->thread = warp * WARP_LANES + lane;
	fault->at = at;
	fault->object = object;
	memcpy(fault->block, block, sizeof fault->block);
}

void
fault_note(struct known_fault *fault, const struct object *object, const struct request *r, const uint32_t block[3],
           unsigned warp, const struct request_ends *ends)
{
	if (r->varies || r->groups != 1 || r->symbol[ends->highest])
		return;
	if (fault->started == object)
		fault->starts |= starts_of(r, ends->off);
	note_lane(fault, object, r, block, warp, ends->off);
	if (ends->lowest != ends->off)
		note_lane(fault, object, r, block, warp, ends->lowest);
	if (ends->highest != ends->lowest)
		note_lane(fault, object, r, block, warp, ends->highest);
}
