#include "model/compiled/launch_memory.h"

#include <stdlib.h>
#include <string.h>

#include "domain/memory.h"
#include "support/allocate.h"
#include "support/hash.h"

/* Loads and stores are recorded for groups of bytes, up to a limit of groups. */
enum { GROUP_BYTES = 32, MOST_GROUPS = 1 << 19 };

struct buffer {
	uint32_t number;
	const struct contents *contents;
	size_t latest; /* the piece of the last query */
};

/* `loader`, `storer`: number of the accessing block; SEVERAL: more than one block. */
enum { NOBODY = 0 };
#define SEVERAL UINT32_MAX

struct group {
	uint64_t number;                /* address / GROUP_BYTES + 1; 0: none */
	uint32_t loaded, found, stored; /* a bit per byte; found: loaded by the block that stored it */
	uint32_t loader, storer;
	/* The last load (execute_access): its block, interval and warp. Also the bytes that this warp and other
	 * warps have loaded since the last barrier. */
	uint32_t block, interval, warp, by_warp, by_others;
};

struct launch_memory {
	struct buffer *buffers; /* sorted by number */
	size_t buffer_count, buffer_capacity;
	struct buffer *latest;
	struct group *groups; /* hash table by number; the capacity is a power of two */
	size_t group_count, group_capacity;
	size_t latest_group;     /* index of the last lookup */
	uint32_t block;          /* number of the running block, from 1 on */
	uint32_t interval, warp; /* of the running block (execute_access) */
	bool is_hidden;          /* the contents are hidden from the blocks */
	enum moved moved;
	bool has_loaded, is_shared, is_raced;
	bool by_buffer;         /* groups are whole buffers, each assumed to be accessed by all blocks */
	const char *assumption; /* an assumption that loaded data depends on; NULL: none */
};

/* cudaMalloc guarantees only that the lowest 8 address bits are 0. One variant sets every other bit above them, the
 * second the rest. */
uint64_t
launch_memory_address(uint32_t buffer, enum moved moved)
{
	static const uint64_t moves[] = {
		[NOT_MOVED] = 0, [MOVED_BY_EVEN_BITS] = 0x155555500, [MOVED_BY_ODD_BITS] = 0x2aaaaaa00};
	return (uint64_t)memory_base(buffer) + moves[moved];
}

/* ---- buffers ---- */

static void
add_buffer(struct launch_memory *memory, uint32_t number, const struct contents *contents)
{
	const struct buffer buffer = {number, contents, 0};
	if (contents->count)
		memory_push(memory->buffers, memory->buffer_count, memory->buffer_capacity, buffer);
}

static void
add_argument(struct launch_memory *memory, const struct launch_argument *argument)
{
	if (argument->kind == ARGUMENT_BUFFER)
		add_buffer(memory, argument->buffer, &argument->contents);
	for (size_t i = 0; i < argument->pointer_count; i++)
		add_argument(memory, &argument->pointers[i]);
}

static int
by_number(const void *left, const void *right)
{
	const struct buffer *a = left, *b = right;
	return (a->number > b->number) - (a->number < b->number);
}

struct launch_memory *
launch_memory_of(const struct launch *launch)
{
	struct launch_memory *memory = memory_zeroed(1, sizeof *memory);
	for (size_t i = 0; i < launch->data.input_count; i++)
		add_argument(memory, &launch->data.inputs[i]);
	for (size_t i = 0; i < launch->data.reached_count; i++)
		add_argument(memory, &launch->data.reached[i]);
	for (size_t i = 0; i < launch->data.variable_count; i++)
		add_buffer(memory, launch->data.variables[i].object, &launch->data.variables[i].contents);
	if (memory->buffer_count)
		qsort(memory->buffers, memory->buffer_count, sizeof *memory->buffers, by_number);
	return memory;
}

void
launch_memory_free(struct launch_memory *memory)
{
	if (!memory)
		return;
	free(memory->buffers);
	free(memory->groups);
	free(memory);
}

static struct buffer *
buffer_at(struct launch_memory *memory, uint64_t address)
{
	const struct buffer key = {.number = (uint32_t)(address >> WINDOW_BITS)};
	if (!memory->latest || memory->latest->number != key.number)
		memory->latest = bsearch(&key, memory->buffers, memory->buffer_count, sizeof key, by_number);
	return memory->latest;
}

/* The last piece that does not begin after the offset; NULL: none. */
static const struct known_bytes *
piece_at(struct buffer *buffer, uint64_t offset)
{
	const struct known_bytes *pieces = buffer->contents->pieces;
	const size_t count = buffer->contents->count;
	size_t low = buffer->latest;
	if (pieces[low].offset <= offset && (low + 1 == count || offset < pieces[low + 1].offset))
		return &pieces[low];
	low = 0;
	for (size_t high = count; high - low > 1;) {
		const size_t middle = low + (high - low) / 2;
		*(pieces[middle].offset <= offset ? &low : &high) = middle;
	}
	buffer->latest = low;
	return pieces[low].offset <= offset ? &pieces[low] : NULL;
}

static bool
load_known(struct launch_memory *memory, uint64_t address, unsigned bytes, uint64_t *value)
{
	struct buffer *buffer = buffer_at(memory, address);
	const uint64_t first = buffer ? launch_memory_address(buffer->number, memory->moved) : 0,
		       offset = address - first;
	const struct known_bytes *piece = buffer && address >= first ? piece_at(buffer, offset) : NULL;
	*value = 0;
	if (!piece || piece->size < bytes || offset - piece->offset > piece->size - bytes)
		return false;
	for (unsigned i = 0; i < bytes; i++)
		*value |= (uint64_t)(piece->bytes ? piece->bytes[offset - piece->offset + i] : piece->fill) << 8 * i;
	return true;
}

/* ---- loads and stores by block ---- */

static size_t
slot_of(const struct launch_memory *memory, uint64_t number)
{
	size_t at = (size_t)hash_in_rows(number) & (memory->group_capacity - 1);
	while (memory->groups[at].number && memory->groups[at].number != number)
		at = (at + 1) & (memory->group_capacity - 1);
	return at;
}

static void
grow(struct launch_memory *memory)
{
	struct launch_memory larger = {.group_capacity = memory->group_capacity ? 4 * memory->group_capacity : 1024};
	larger.groups = memory_zeroed(larger.group_capacity, sizeof *larger.groups);
	for (size_t i = 0; i < memory->group_capacity; i++)
		if (memory->groups[i].number)
			larger.groups[slot_of(&larger, memory->groups[i].number)] = memory->groups[i];
	free(memory->groups);
	memory->groups = larger.groups;
	memory->group_capacity = larger.group_capacity;
}

static struct group *
group_at(struct launch_memory *memory, uint64_t number)
{
	if (2 * memory->group_count >= memory->group_capacity)
		grow(memory);
	if (memory->groups[memory->latest_group].number != number)
		memory->latest_group = slot_of(memory, number);
	struct group *group = &memory->groups[memory->latest_group];
	memory->group_count += !group->number;
	group->number = number;
	return group;
}

/* Whether the load record belongs to the current block and barrier interval. */
static bool
is_of_now(const struct launch_memory *memory, const struct group *group)
{
	return group->block == memory->block && group->interval == memory->interval;
}

static void
note_load(struct launch_memory *memory, struct group *group, uint32_t bytes)
{
	const bool is_now = is_of_now(memory, group), is_same = is_now && group->warp == memory->warp;
	group->by_others = is_same ? group->by_others : is_now ? group->by_others | group->by_warp : 0;
	group->by_warp = is_same ? group->by_warp | bytes : bytes;
	group->block = memory->block;
	group->interval = memory->interval;
	group->warp = memory->warp;
	group->loader = group->loader == NOBODY || group->loader == memory->block ? memory->block : SEVERAL;
}

/* Other warps may have loaded the bytes without a barrier in between. */
static void
note_store(struct launch_memory *memory, struct group *group, uint32_t bytes)
{
	static const char in_block[] =
		"warps of a block may load what other warps of it store with no barrier in between";
	const uint32_t by_others = group->by_others | (group->warp == memory->warp ? 0 : group->by_warp);
	if (is_of_now(memory, group) && (by_others & bytes))
		memory->assumption = in_block;
	group->storer = group->storer == NOBODY || group->storer == memory->block ? memory->block : SEVERAL;
}

enum noted { LOADS, FINDS_OWN, STORES };

static void
note_in_group(struct launch_memory *memory, uint64_t number, uint32_t bytes, enum noted noted)
{
	struct group *group = group_at(memory, number);
	*(noted == STORES ? &group->stored : noted == LOADS ? &group->loaded : &group->found) |= bytes;
	if (noted == STORES)
		note_store(memory, group, bytes);
	else if (noted == LOADS)
		note_load(memory, group, bytes);
	memory->is_shared |= (group->loaded & group->stored) &&
	                     (memory->by_buffer || group->loader != group->storer || group->loader == SEVERAL);
	memory->is_raced |= (group->found & group->stored) && (memory->by_buffer || group->storer == SEVERAL);
	memory->is_shared |= memory->group_count > MOST_GROUPS;
}

static void
note(struct launch_memory *memory, uint64_t address, unsigned bytes, enum noted noted)
{
	const uint64_t first = address / GROUP_BYTES, mask = ((uint64_t)1 << bytes) - 1;
	const unsigned at = address % GROUP_BYTES;
	if (memory->is_shared && (memory->is_raced || noted == LOADS))
		return;
	if (memory->by_buffer) {
		note_in_group(memory, (address >> WINDOW_BITS) + 1, 1, noted);
		return;
	}
	note_in_group(memory, first + 1, (uint32_t)(mask << at), noted);
	if (at + bytes > GROUP_BYTES)
		note_in_group(memory, first + 2, (uint32_t)(mask >> (GROUP_BYTES - at)), noted);
}

bool
launch_memory_load(void *context, uint64_t address, unsigned bytes, uint64_t *value)
{
	struct launch_memory *memory = context;
	if (!load_known(memory, address, bytes, value))
		return false;
	memory->has_loaded = true;
	if (memory->latest->contents->assumption)
		memory->assumption = memory->latest->contents->assumption;
	note(memory, address, bytes, LOADS);
	return true;
}

void
launch_memory_begin(struct launch_memory *memory, bool by_buffer)
{
	if (memory->group_count)
		memset(memory->groups, 0, memory->group_capacity * sizeof *memory->groups);
	memory->group_count = 0;
	memory->block = 0;
	memory->by_buffer = by_buffer;
	memory->has_loaded = memory->is_shared = memory->is_raced = false;
	memory->assumption = NULL;
}

void
launch_memory_begin_block(struct launch_memory *memory)
{
	memory->block++;
}

void
launch_memory_store(struct launch_memory *memory, uint64_t address, unsigned bytes)
{
	note(memory, address, bytes, STORES);
}

void
launch_memory_finds_own(void *context, uint64_t address, unsigned bytes)
{
	note(context, address, bytes, FINDS_OWN);
}

void
launch_memory_take_turn(struct launch_memory *memory, uint32_t interval, uint32_t warp)
{
	memory->interval = interval;
	memory->warp = warp;
}

void
launch_memory_store_anywhere(struct launch_memory *memory)
{
	memory->is_shared = true;
}

const char *
launch_memory_assumption(const struct launch_memory *memory)
{
	return memory->assumption;
}

bool
launch_memory_is_shared(const struct launch_memory *memory)
{
	return memory->has_loaded && memory->is_shared;
}

bool
launch_memory_is_raced(const struct launch_memory *memory)
{
	return memory->is_raced;
}

bool
launch_memory_is_known(const struct launch_memory *memory)
{
	return memory->buffer_count && !memory->is_hidden;
}

void
launch_memory_move(struct launch_memory *memory, enum moved moved)
{
	memory->moved = moved;
}

void
launch_memory_hide(struct launch_memory *memory, bool is_hidden)
{
	memory->is_hidden = is_hidden;
}
