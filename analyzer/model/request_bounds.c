#include "model/request_bounds.h"

#include <math.h>

enum { WIDEST = 16, WORD_BYTES = 4, BANKS = 32 };

/* The units that a lane may access, both ends inclusive. */
struct reach {
	uint64_t first, last;
};

/* A variable's address is known up to its alignment within a sector. The whole variable is shifted by the same
 * amount. */
static uint64_t
shift_of(const struct request *r, const struct object *object)
{
	const uint64_t align = object->type && object->type->align ? object->type->align : SECTOR_BYTES;
	return r->space == SPACE_SHARED || r->space == SPACE_CONSTANT || align >= SECTOR_BYTES ? 0
	                                                                                       : SECTOR_BYTES - align;
}

/* False if the lane may access anything. */
static bool
find_reach(const struct request *r, unsigned lane, uint64_t unit, struct reach *reach)
{
	const uint64_t address = r->address[lane];
	const struct object *object = memory_object_at(r->memory, (int64_t)address);
	if (!object)
		return false;
	const struct symbol *s = &r->symbols->items[r->symbol[lane]];
	struct interval range = s->range;
	const int64_t within = (int64_t)address - object_base(object), size = (int64_t)object->size;
	if (size >= r->width && !object->assumed && r->symbol[lane])
		range = interval_meet(range, (struct interval){-within, size - r->width - within});
	if (!interval_is_bounded(range) || interval_is_empty(range))
		return false;
	reach->first = (address + (uint64_t)range.low) / unit;
	reach->last = (address + (uint64_t)range.high + r->width - 1 + shift_of(r, object)) / unit;
	return true;
}

/* Keeps the reaches sorted by their last unit. */
static void
insert(struct reach *reaches, unsigned count, struct reach reach)
{
	for (; count > 0 && reaches[count - 1].last > reach.last; count--)
		reaches[count] = reaches[count - 1];
	reaches[count] = reach;
}

/* The fewest units that contain one of each reach. Greedy: the last unit of the first reach that no chosen unit
 * serves. */
static unsigned
fewest_units(const struct reach *reaches, unsigned count)
{
	unsigned fewest = 0;
	uint64_t taken = 0;
	for (unsigned i = 0; i < count; i++)
		if (!fewest || reaches[i].first > taken) {
			taken = reaches[i].last;
			fewest++;
		}
	return fewest;
}

/* The most units that the lanes can occupy: all units between narrow reaches, plus one for each reach that has at
 * least as many units as there are lanes. */
static double
most_units(const struct reach *reaches, unsigned count)
{
	uint64_t first = UINT64_MAX, end = 0;
	unsigned wide = 0;
	for (unsigned i = 0; i < count; i++) {
		if (reaches[i].last - reaches[i].first + 1 >= count) {
			wide++;
			continue;
		}
		first = reaches[i].first < first ? reaches[i].first : first;
		end = reaches[i].last + 1 > end ? reaches[i].last + 1 : end;
	}
	return wide + (end > first ? (double)(end - first) : 0);
}

/* Consecutive words are in consecutive banks. */
static double
most_wavefronts(const struct reach *words, unsigned count)
{
	uint64_t first = words[0].first;
	for (unsigned i = 1; i < count; i++)
		first = words[i].first < first ? words[i].first : first;
	return ceil((double)(words[count - 1].last - first + 1) / BANKS);
}

void
request_narrow_bounds(const struct request *r, struct cost *cost)
{
	const bool shared = r->space == SPACE_SHARED;
	const uint64_t unit = shared ? WORD_BYTES : r->space == SPACE_CONSTANT ? r->width : SECTOR_BYTES;
	struct reach reaches[WARP_LANES];
	unsigned count = 0, anywhere = 0;
	if (r->copy || !r->width || r->width > WIDEST || r->width & (r->width - 1) ||
	    (shared && (r->kind == SITE_ATOMIC || r->width > WORD_BYTES)))
		return;
	for (uint32_t bits = r->active; bits; bits &= bits - 1) {
		struct reach reach;
		if (find_reach(r, (unsigned)__builtin_ctz(bits), unit, &reach))
			insert(reaches, count++, reach);
		else
			anywhere++;
	}
	if (!count || (shared && anywhere))
		return;
	if (shared) {
		cost->high = fmin(cost->high, most_wavefronts(reaches, count));
	} else {
		cost->high = fmin(cost->high, most_units(reaches, count) + anywhere);
		cost->low = fmax(cost->low, fewest_units(reaches, count));
	}
	cost->low = fmin(cost->low, cost->high);
}
