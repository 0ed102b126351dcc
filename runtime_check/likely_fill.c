#include "runtime_check/likely_fill.h"

#include <stdbool.h>

/* An upper limit for generated indices that keeps accesses in bounds, although their scale, offset or trip count is
 * unknown: a small fraction of the element count of the launch's smallest buffer. */
static uint64_t
index_limit(const struct pointers *pointers)
{
	enum { ROOM = 64, ROOM_OF_UNKNOWN = 4096 };
	uint64_t limit = INT32_MAX;
	for (size_t i = 0; i < pointers->count; i++) {
		const struct launch_argument *pointer = pointers->items[i];
		const uint64_t count =
			buffer_size(pointers, pointer->buffer) / (pointer->element_size ? pointer->element_size : 1);
		const uint64_t inside = count / (pointer->buffer_bytes ? ROOM : ROOM_OF_UNKNOWN);
		limit = inside < limit ? inside : limit;
	}
	return limit ? limit : 1;
}

struct integers {
	int64_t low, count;
};

/* Whether the array's ranges account for every use of its numbers. */
static bool
is_followed(const struct filling *filling, const struct launch_argument *pointer)
{
	return pointer->index_bounded && filling->launch->data.follows_indices &&
	       !filling->launch->caveats.budget_reached && !filling->kernel->unreached_count;
}

/* Integers with no known use as an index are small, so that sums and shifts of them stay harmless. */
static struct integers
likely_integers(const struct filling *filling, const struct launch_argument *pointer, uint32_t size)
{
	const int64_t most = size == 1 ? 127 : size == 2 ? 32767 : INT32_MAX;
	const int64_t limit = is_followed(filling, pointer) ? most
	                      : pointer->indexes            ? (int64_t)index_limit(filling->pointers)
	                                                    : 100;
	const int64_t count = limit < most ? limit : most;
	const int64_t lowest = pointer->index_low < -most ? -most : pointer->index_low;
	const int64_t highest = pointer->index_high > most ? most : pointer->index_high;
	if (!pointer->index_bounded || lowest > highest)
		return (struct integers){0, count};
	const int64_t low = lowest > 0 ? lowest : highest < 0 ? lowest : 0, room = highest - low + 1;
	return (struct integers){low, count < room ? count : room};
}

/* A fill with numbers of this size; NULL: no such numbers can be generated. */
static json_t *
numbers_fill(const struct filling *filling, const struct launch_argument *pointer, uint32_t size, bool are_floats)
{
	static const struct {
		uint32_t size;
		const char *floating, *natural, *integer;
	} types[] = {
		{1, NULL, "u8", "i8"},
		{2, "f16", "u16", "i16"},
		{4, "f32", "u32", "i32"},
		{8, "f64", "u64", "i64"},
	};
	size_t i = 0;
	while (i < sizeof types / sizeof *types && types[i].size != size)
		i++;
	if (i == sizeof types / sizeof *types || (are_floats && !types[i].floating))
		return NULL;
	if (are_floats)
		return json_pack("{s:s, s:s}", "kind", "random-float", "type", types[i].floating);
	const struct integers integers = likely_integers(filling, pointer, size);
	json_t *fill = json_pack("{s:s, s:s, s:I}", "kind", "index", "type",
	                         integers.low < 0 ? types[i].integer : types[i].natural, "limit",
	                         (json_int_t)(integers.low + integers.count));
	if (integers.low != 0)
		json_object_set_new(fill, "low", json_integer(integers.low));
	return fill;
}

/* A bool with any other value has no defined effect on conditions. */
static json_t *
bools_fill(void)
{
	return json_pack("{s:s, s:s, s:i}", "kind", "index", "type", "u8", "limit", 2);
}

static json_t *
records_fill(const struct filling *filling, const struct launch_argument *pointer)
{
	json_t *members = json_array();
	for (uint32_t i = 0; i < pointer->part_count; i++) {
		const struct element_part *part = &pointer->parts[i];
		json_t *fill =
			part->is_bool ? bools_fill() : numbers_fill(filling, pointer, part->size, part->is_float);
		if (fill)
			json_array_append_new(members, json_pack("{s:I, s:I, s:o}", "at", (json_int_t)part->at, "count",
			                                         (json_int_t)part->count, "fill", fill));
	}
	return json_pack("{s:s, s:I, s:o}", "kind", "records", "bytes", (json_int_t)pointer->element_size, "members",
	                 members);
}

json_t *
likely_fill(const struct filling *filling, const struct launch_argument *pointer)
{
	if (pointer->part_count)
		return records_fill(filling, pointer);
	if (pointer->numbers_are_bools && pointer->number_size == 1)
		return bools_fill();
	json_t *fill = numbers_fill(filling, pointer, pointer->number_size, pointer->numbers_are_floats);
	/* For types that are not numbers, zeros are safe. */
	return fill ? fill : json_pack("{s:s}", "kind", "zero");
}
