#include "eval/host/host_data.h"

#include <stdlib.h>

#include "domain/memory.h"
#include "support/allocate.h"
#include "support/hash.h"

struct data_state {
	struct known_copy upload; /* the latest upload from the object; from NULL: none */
	uint32_t upload_stamp;    /* the object's stamp at that upload */
	uint64_t upload_change;   /* host_data.changes at that upload */
	uint64_t changed;         /* host_data.changes when the object on the device last changed */
	uint32_t download_stamp;  /* the object's stamp at the latest download to it; 0: none */
	int64_t download_offset;  /* start of the part that was downloaded */
	uint64_t download_bytes;  /* and its size */
	uint32_t settled;         /* host stores after this clock make managed memory migrate */
};

static struct data_state *
state_of(struct host_data *data, const struct object *object)
{
	void **state = pointer_map_value(&data->states, object);
	if (!*state)
		*state = memory_zeroed(1, sizeof(struct data_state));
	return *state;
}

void
host_data_free(struct host_data *data)
{
	for (size_t i = 0; i < data->states.count; i++)
		free(data->states.items[i].value);
	pointer_map_free(&data->states);
}

void
host_data_change(struct host_data *data, struct object *object)
{
	state_of(data, object)->changed = ++data->changes;
}

static bool
is_same_copy(const struct known_copy *a, const struct known_copy *b)
{
	return a->to == b->to && a->from == b->from && a->to_offset == b->to_offset &&
	       a->from_offset == b->from_offset && a->bytes == b->bytes;
}

struct copy_news
host_data_upload(struct host_data *data, const struct known_copy *copy)
{
	struct data_state *from = state_of(data, copy->from);
	struct copy_news news = {0};
	news.same_source = is_same_copy(&from->upload, copy) && from->upload_stamp == copy->from->stamp;
	news.repeated = news.same_source && state_of(data, copy->to)->changed == from->upload_change;
	news.round_trip = from->download_stamp && from->download_stamp == copy->from->stamp &&
	                  from->download_offset == copy->from_offset && from->download_bytes == copy->bytes;
	host_data_change(data, copy->to);
	from->upload = *copy;
	from->upload_stamp = copy->from->stamp;
	from->upload_change = data->changes;
	return news;
}

void
host_data_download(struct host_data *data, const struct known_copy *copy)
{
	struct data_state *to = state_of(data, copy->to);
	to->download_stamp = copy->to->stamp;
	to->download_offset = copy->to_offset;
	to->download_bytes = copy->bytes;
}

uint64_t
host_data_known(const struct memory *memory, const struct object *object, int64_t offset, uint64_t bytes)
{
	enum { MOST_BYTES = 1024, WORD = 8 };
	uint64_t hash = bytes + 1, word;
	unsigned width = WORD;
	for (uint64_t i = 0; i < bytes && i < MOST_BYTES; i += width) {
		width = bytes - i >= WORD ? WORD : 1;
		if (!memory_read(memory, object, offset + (int64_t)i, width, &word))
			return 0;
		hash = hash_mix(hash, word);
	}
	return hash;
}

void
host_data_resolve(struct host_data *data, struct object *object, uint32_t clock)
{
	state_of(data, object)->settled = clock > object->stamp ? clock : object->stamp;
}

bool
host_data_migrates(const struct host_data *data, const struct object *object)
{
	const struct data_state *state = pointer_map_find(&data->states, object);
	return object->stamp > (state ? state->settled : 0);
}
