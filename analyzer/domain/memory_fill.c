#include "domain/memory_fill.h"

#include <string.h>

#include "support/allocate.h"

enum { MOST_FILLS = 16 }; /* of one object */

/* ---- fills ---- */

void
fill_cut(struct object *object, uint64_t from, uint64_t to)
{
	for (size_t i = 0; i < object->fill_count;) {
		struct fill *f = &object->fills[i];
		if (f->to <= from || f->from >= to) {
			i++;
		} else if (f->from < from && f->to > to) {
			const struct fill rest = {to, f->to, f->byte};
			f->to = from;
			memory_push(object->fills, object->fill_count, object->fill_capacity, rest);
			memmove(object->fills + i + 2, object->fills + i + 1,
			        (object->fill_count - i - 2) * sizeof rest);
			object->fills[i + 1] = rest;
			i += 2;
		} else if (f->from >= from && f->to <= to) {
			memmove(f, f + 1, (--object->fill_count - i) * sizeof *f);
		} else {
			if (f->from < from)
				f->to = from;
			else
				f->from = to;
			i++;
		}
	}
}

void
fill_add(struct object *object, uint64_t from, uint64_t to, uint8_t byte)
{
	fill_cut(object, from, to);
	size_t at = 0;
	while (at < object->fill_count && object->fills[at].from < from)
		at++;
	if (at > 0 && object->fills[at - 1].to == from && object->fills[at - 1].byte == byte) {
		object->fills[at - 1].to = to;
		return;
	}
	if (object->fill_count >= MOST_FILLS)
		return;
	const struct fill fill = {from, to, byte};
	memory_push(object->fills, object->fill_count, object->fill_capacity, fill);
	memmove(object->fills + at + 1, object->fills + at, (object->fill_count - 1 - at) * sizeof fill);
	object->fills[at] = fill;
}

const struct fill *
fill_find(const struct object *object, uint64_t from, uint64_t to)
{
	for (size_t i = 0; i < object->fill_count; i++)
		if (object->fills[i].from <= from && to <= object->fills[i].to)
			return &object->fills[i];
	return NULL;
}
