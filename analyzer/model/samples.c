#include "model/samples.h"

#include <string.h>

#include "support/allocate.h"

/* Reservoir sampling: the slot of sample number `seen`, from 0. Each sample so far is kept with equal probability. */
static size_t
slot_of(uint64_t seen)
{
	uint64_t h = (seen + 1) * 0x9E3779B97F4A7C15u;
	h = (h ^ h >> 32) * 0xD6E8FEB86659FD93u;
	return seen < MOST_SHARED_SAMPLES ? (size_t)seen : (size_t)((h ^ h >> 32) % (seen + 1));
}

/* Whether the unknown part of the lane's address is certainly a multiple of the row size. */
static bool
is_of_rows(const struct request *r, unsigned lane, int64_t row)
{
	const struct symbol *s = &r->symbols->items[r->symbol[lane]];
	return (s->align < 62 && ((int64_t)1 << s->align) % row == 0) ||
	       (s->op == SYMBOL_SCALE && s->b.offset % row == 0);
}

/* The unknown part is the column if each lane's row is known, and the row if each lane's column is known. */
static enum shared_open
open_of(const struct request *r, const struct shared_sample *sample, int64_t row)
{
	bool sure = true, same_row = true, same_column = true;
	unsigned first = 32;
	if (!sample->open_lanes)
		return OPEN_NOTHING;
	for (uint32_t left = sample->open_lanes; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);
		first = first < 32 ? first : l;
		sure &= is_of_rows(r, l, row);
		same_row &= sample->at[l] / row == sample->at[first] / row;
		same_column &= sample->at[l] % row == sample->at[first] % row;
	}
	return sure || (same_row && !same_column) ? OPEN_ROWS : OPEN_COLUMNS;
}

/* False if a lane is outside the array, or the row size that an unknown address needs is missing. */
static bool
describe(struct shared_sample *sample, const struct request *r, const struct object *object, uint64_t row)
{
	*sample = (struct shared_sample){.active = r->active, .width = (uint16_t)r->width};
	for (uint32_t left = r->active; left; left &= left - 1) {
		const unsigned l = (unsigned)__builtin_ctz(left);
		const int64_t at = (int64_t)r->address[l] - object_base(object);
		if (r->symbol[l] && request_first_alike(r, l) == l && !row)
			return false;
		if (at < (r->symbol[l] ? INT32_MIN : 0) || at > INT32_MAX)
			return false;
		sample->at[l] = (int32_t)at;
		sample->alike[l] = (uint8_t)(r->symbol[l] ? request_first_alike(r, l) : l);
		sample->open_lanes |= (uint32_t)(r->symbol[l] != 0) << l;
	}
	sample->open = row ? open_of(r, sample, (int64_t)row) : OPEN_NOTHING;
	return true;
}

void
samples_take(struct sampled_requests **sampled, const struct request *r, const struct object *object,
             uint64_t row_bytes)
{
	if (r->copy || !r->width || r->width > 16)
		return;
	if (!*sampled)
		*sampled = memory_zeroed(1, sizeof **sampled);
	struct sampled_requests *s = *sampled;
	const size_t slot = slot_of(s->seen);
	struct shared_sample sample;
	if (slot < MOST_SHARED_SAMPLES && !describe(&sample, r, object, row_bytes))
		return;
	s->seen++;
	if (slot < MOST_SHARED_SAMPLES)
		s->items[slot] = sample;
	s->count = s->seen < MOST_SHARED_SAMPLES ? (size_t)s->seen : MOST_SHARED_SAMPLES;
}

const struct shared_sample *
samples_reported(const struct sampled_requests *sampled, struct arena *arena, size_t *count)
{
	*count = sampled ? sampled->count : 0;
	if (!*count)
		return NULL;
	struct shared_sample *reported = arena_array(arena, *count, sizeof *reported);
	memcpy(reported, sampled->items, *count * sizeof *reported);
	return reported;
}
