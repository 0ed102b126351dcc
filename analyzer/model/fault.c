#include "model/fault.h"

#include <string.h>

bool
fault_is_host_memory(const struct object *object)
{
	return object->kind == OBJECT_HOST || (object->kind == OBJECT_LOCAL && object->lanes == 1);
}

/* From the object's beginning; false: the lane goes to another one. */
static bool
offset_in(const struct object *object, uint64_t address, int64_t *offset)
{
	*offset = (int64_t)address - object_base(object);
	return address >> WINDOW_BITS == object->id;
}

/* Of a variable only its own alignment is sure; what is allocated is aligned as our addresses are. */
static bool
is_surely_off(const struct object *object, uint64_t address, unsigned width)
{
	const unsigned align = object->type ? object->type->align : width;
	return width && address % (align < width ? align : width);
}

static enum fault_kind
kind_of(const struct object *object, const struct request *r, unsigned lane, int64_t *at)
{
	*at = 0;
	if (!object)
		return r->address[lane] >> WINDOW_BITS ? FAULT_NONE : FAULT_NULL;
	if (!offset_in(object, r->address[lane], at))
		return FAULT_NONE;
	/* Constants that device code names are the compiler's to judge. */
	if (fault_is_host_memory(object))
		return object->var && object->var->is_const ? FAULT_NONE : FAULT_HOST;
	if (object->is_freed)
		return FAULT_FREED;
	if (is_surely_off(object, r->address[lane], r->width))
		return FAULT_ALIGNMENT;
	if ((!object->size && !object->is_empty) || object->assumed)
		return FAULT_NONE;
	if (*at < 0)
		return FAULT_BEFORE;
	return *at + (int64_t)r->width > (int64_t)object->size ? FAULT_BEHIND : FAULT_NONE;
}

/* Of several kinds the one that enum fault_kind names first is told, whichever block comes first. */
static bool
is_farther(const struct known_fault *fault, enum fault_kind kind, int64_t at)
{
	if (fault->kind != kind)
		return !fault->kind || kind < fault->kind;
	return (kind == FAULT_BEHIND && at > fault->at) || (kind == FAULT_BEFORE && at < fault->at);
}

static void
note_lane(struct known_fault *fault, const struct object *object, const struct request *r, const uint32_t block[3],
          unsigned warp, unsigned lane)
{
	int64_t at;
	const enum fault_kind kind = kind_of(object, r, lane, &at);
	if (!kind || !is_farther(fault, kind, at))
		return;
	*fault = (struct known_fault){.kind = kind, .thread = warp * WARP_LANES + lane, .at = at, .object = object};
	memcpy(fault->block, block, sizeof fault->block);
}

void
fault_note(struct known_fault *fault, const struct object *object, const struct request *r, const uint32_t block[3],
           unsigned warp, const struct request_ends *ends)
{
	if (r->varies || r->groups != 1 || r->symbol[ends->highest])
		return;
	note_lane(fault, object, r, block, warp, ends->off);
	if (ends->lowest != ends->off)
		note_lane(fault, object, r, block, warp, ends->lowest);
	if (ends->highest != ends->lowest)
		note_lane(fault, object, r, block, warp, ends->highest);
}
