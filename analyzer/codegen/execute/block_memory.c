#include "codegen/execute/run_state.h"
#include "support/allocate.h"
#include "support/hash.h"

#include <stdlib.h>
#include <string.h>

#define MANY_TURNS (UINT32_C(1) << 31)

/* ---- accesses by warp ---- */

void
memory_pass_barrier(struct block_memory *memory)
{
	memory->first_turn += MOST_WARPS;
}

/* Whether another warp has accessed it since the last barrier. */
static bool
is_of_other(const struct block_memory *memory, uint32_t turn)
{
	return (turn & ~MANY_TURNS) >= memory->first_turn && turn != memory->turn;
}

/* Records a load of a known value. */
static void
come_to_load(struct block_memory *memory, struct comers *comers)
{
	memory->raced |= is_of_other(memory, comers->stored);
	comers->loaded = is_of_other(memory, comers->loaded) ? comers->loaded | MANY_TURNS : memory->turn;
}

/* changes: the value may differ from the old one. Returns whether the next load finds this value. */
static bool
come_to_store(struct block_memory *memory, struct comers *comers, bool changes)
{
	const bool is_beside = is_of_other(memory, comers->stored);
	memory->raced |= changes && is_of_other(memory, comers->loaded);
	comers->stored = is_beside ? comers->stored | MANY_TURNS : memory->turn;
	return !changes || !is_beside;
}

/* ---- shared ---- */

void
memory_begin(struct block_memory *memory)
{
	*memory =
		(struct block_memory){.shared = memory_zeroed(MOST_SHARED, 1),
	                              .shared_known = memory_zeroed(MOST_SHARED, 1),
	                              .shared_comers = memory_zeroed(MOST_SHARED / COMERS_BYTES, sizeof(struct comers)),
	                              .first_turn = 1};
}

void
memory_reset(struct block_memory *memory)
{
	memset(memory->shared_known, 0, memory->shared_used);
	memory->shared_used = 0;
	if (memory->chunk_count)
		memset(memory->chunks, 0, memory->chunk_capacity * sizeof *memory->chunks);
	memory->chunk_count = 0;
	memory->forgotten = memory->unordered = memory->raced = false;
	memory_pass_barrier(memory);
}

void
memory_unorder(struct block_memory *memory)
{
	shared_forget(memory);
	global_forget(memory);
	memory->unordered = true;
}

void
memory_free(struct block_memory *memory)
{
	free(memory->shared);
	free(memory->shared_known);
	free(memory->shared_comers);
	free(memory->chunks);
}

/* From sm_90 on, the upper bits hold the block's number in its cluster. */
static bool
in_shared(uint64_t *address, unsigned bytes)
{
	*address &= 0xffffff;
	return *address <= MOST_SHARED - bytes;
}

bool
shared_load(struct block_memory *memory, uint64_t address, unsigned bytes, uint32_t *value)
{
	*value = 0;
	if (!in_shared(&address, bytes))
		return false;
	for (unsigned i = 0; i < bytes; i++) {
		if (!memory->shared_known[address + i])
			return false;
		*value |= (uint32_t)memory->shared[address + i] << 8 * i;
	}
	come_to_load(memory, &memory->shared_comers[address / COMERS_BYTES]);
	return true;
}

static bool
shared_changes(const struct block_memory *memory, uint64_t address, unsigned bytes, uint32_t value)
{
	for (unsigned i = 0; i < bytes; i++)
		if (!memory->shared_known[address + i] || memory->shared[address + i] != (uint8_t)(value >> 8 * i))
			return true;
	return false;
}

void
shared_store(struct block_memory *memory, uint64_t address, unsigned bytes, uint32_t value, bool is_known)
{
	if (!in_shared(&address, bytes))
		return;
	const bool changes = !is_known || shared_changes(memory, address, bytes, value);
	is_known &= come_to_store(memory, &memory->shared_comers[address / COMERS_BYTES], changes);
	for (unsigned i = 0; i < bytes; i++) {
		memory->shared[address + i] = (uint8_t)(value >> 8 * i);
		memory->shared_known[address + i] = is_known && !memory->unordered;
	}
	if (memory->shared_used < address + bytes)
		memory->shared_used = (uint32_t)address + bytes;
}

void
shared_forget(struct block_memory *memory)
{
	memset(memory->shared_known, 0, memory->shared_used);
}

/* ---- global ---- */

static size_t
chunk_slot(const struct block_memory *memory, uint64_t number)
{
	size_t at = (size_t)hash_in_rows(number) & (memory->chunk_capacity - 1);
	while (memory->chunks[at].number && memory->chunks[at].number != number)
		at = (at + 1) & (memory->chunk_capacity - 1);
	return at;
}

static void
grow_chunks(struct block_memory *memory)
{
	struct block_memory larger = {.chunk_capacity = memory->chunk_capacity ? 4 * memory->chunk_capacity : 256};
	larger.chunks = memory_zeroed(larger.chunk_capacity, sizeof *larger.chunks);
	for (size_t i = 0; i < memory->chunk_capacity; i++)
		if (memory->chunks[i].number)
			larger.chunks[chunk_slot(&larger, memory->chunks[i].number)] = memory->chunks[i];
	free(memory->chunks);
	memory->chunks = larger.chunks;
	memory->chunk_capacity = larger.chunk_capacity;
}

/* NULL: never written. */
static struct chunk *
find_chunk(const struct block_memory *memory, uint64_t address)
{
	if (!memory->chunk_count)
		return NULL;
	struct chunk *chunk = &memory->chunks[chunk_slot(memory, address / CHUNK_BYTES + 1)];
	return chunk->number ? chunk : NULL;
}

/* NULL: too many chunks. */
static struct chunk *
chunk_for(struct block_memory *memory, uint64_t address)
{
	if (2 * memory->chunk_count >= memory->chunk_capacity)
		grow_chunks(memory);
	struct chunk *chunk = &memory->chunks[chunk_slot(memory, address / CHUNK_BYTES + 1)];
	if (chunk->number)
		return chunk;
	if (memory->chunk_count == MOST_CHUNKS)
		return NULL;
	memory->chunk_count++;
	chunk->number = address / CHUNK_BYTES + 1;
	return chunk;
}

static bool
ask(const struct block_memory *memory, const struct execute_launch *launch, uint64_t address, unsigned bytes,
    uint32_t *value)
{
	uint64_t asked = 0;
	const bool is_known =
		!memory->forgotten && launch->load && launch->load(launch->context, address, bytes, &asked);
	*value = is_known ? (uint32_t)asked : 0;
	return is_known;
}

/* Loads bytes of one chunk. */
static bool
load_part(struct block_memory *memory, const struct execute_launch *launch, uint64_t address, unsigned bytes,
          uint32_t *value)
{
	struct chunk *chunk = find_chunk(memory, address);
	const unsigned at = address % CHUNK_BYTES;
	const uint32_t ones = (1u << bytes) - 1, written = chunk ? chunk->written >> at & ones : 0;
	if (!written)
		return ask(memory, launch, address, bytes, value);
	*value = 0;
	if ((chunk->known >> at & written) == written) {
		come_to_load(memory, &chunk->comers[at / COMERS_BYTES]);
		if (launch->finds_own)
			launch->finds_own(launch->context, address, bytes);
	}
	if (written == ones && (chunk->known >> at & ones) == ones) {
		memcpy(value, chunk->bytes + at, bytes);
		return true;
	}
	for (unsigned i = 0; i < bytes; i++) {
		uint32_t byte = chunk->bytes[at + i];
		if (written >> i & 1 ? !(chunk->known >> (at + i) & 1) : !ask(memory, launch, address + i, 1, &byte))
			return false;
		*value |= byte << 8 * i;
	}
	return true;
}

/* The number of bytes in the first byte's chunk. */
static unsigned
first_part(uint64_t address, unsigned bytes)
{
	const unsigned room = CHUNK_BYTES - address % CHUNK_BYTES;
	return bytes < room ? bytes : room;
}

bool
global_load(struct block_memory *memory, const struct execute_launch *launch, uint64_t address, unsigned bytes,
            uint32_t *value)
{
	const unsigned first = first_part(address, bytes);
	uint32_t rest = 0;
	if (!load_part(memory, launch, address, first, value) ||
	    (first < bytes && !load_part(memory, launch, address + first, bytes - first, &rest)))
		return false;
	if (first < bytes)
		*value |= rest << 8 * first;
	return true;
}

bool
global_is_unknown(const struct block_memory *memory, const struct execute_launch *launch)
{
	return !memory->chunk_count && (memory->forgotten || !launch->load);
}

static void
store_part(struct block_memory *memory, uint64_t address, unsigned bytes, uint32_t value, bool is_known)
{
	struct chunk *chunk = chunk_for(memory, address);
	const unsigned at = address % CHUNK_BYTES;
	const uint32_t ones = ((1u << bytes) - 1) << at;
	if (!chunk) {
		global_forget(memory);
		return;
	}
	const bool changes =
		!is_known || (chunk->written & chunk->known & ones) != ones || memcmp(chunk->bytes + at, &value, bytes);
	is_known &= come_to_store(memory, &chunk->comers[at / COMERS_BYTES], changes);
	chunk->written |= ones;
	chunk->known = is_known ? chunk->known | ones : chunk->known & ~ones;
	memcpy(chunk->bytes + at, &value, bytes);
}

/* An unknown store to memory that is unknown anyway is not recorded. */
void
global_store(struct block_memory *memory, const struct execute_launch *launch, uint64_t address, unsigned bytes,
             uint32_t value, bool is_known)
{
	const unsigned first = first_part(address, bytes);
	is_known &= !memory->unordered;
	if (!is_known && global_is_unknown(memory, launch))
		return;
	store_part(memory, address, first, value, is_known);
	if (first < bytes)
		store_part(memory, address + first, bytes - first, value >> 8 * first, is_known);
}

void
global_forget(struct block_memory *memory)
{
	if (memory->chunk_count)
		memset(memory->chunks, 0, memory->chunk_capacity * sizeof *memory->chunks);
	memory->chunk_count = 0;
	memory->forgotten = true;
}

/* ---- local ---- */

static size_t
local_slot(const struct local_memory *memory, uint32_t name)
{
	size_t at = (size_t)(name * 0x9e3779b1u >> 12) & (memory->capacity - 1);
	while (memory->addresses[at] && memory->addresses[at] != name)
		at = (at + 1) & (memory->capacity - 1);
	return at;
}

static void
grow_local(struct local_memory *memory)
{
	struct local_memory larger = {.capacity = memory->capacity ? 4 * memory->capacity : 64,
	                              .count = memory->count,
	                              .forgotten = memory->forgotten};
	larger.addresses = memory_zeroed(larger.capacity, sizeof *larger.addresses);
	larger.words = memory_alloc(memory_product(larger.capacity, sizeof *larger.words));
	for (size_t i = 0; i < memory->capacity; i++) {
		if (!memory->addresses[i])
			continue;
		const size_t at = local_slot(&larger, memory->addresses[i]);
		larger.addresses[at] = memory->addresses[i];
		larger.words[at] = memory->words[i];
	}
	local_free(memory);
	*memory = larger;
}

/* NULL: no lane has written it. Addresses have 24 bits. */
static struct warp_word *
find_local(const struct local_memory *memory, uint64_t address)
{
	if (!memory->count)
		return NULL;
	const size_t at = local_slot(memory, (uint32_t)((address & 0xffffff) / 4 + 1));
	return memory->addresses[at] ? &memory->words[at] : NULL;
}

#define NO_SLOT SIZE_MAX

/* NO_SLOT: there are too many words. */
static size_t
slot_to_store(struct local_memory *memory, uint64_t address)
{
	if (2 * memory->count >= memory->capacity)
		grow_local(memory);
	const uint32_t name = (uint32_t)((address & 0xffffff) / 4 + 1);
	const size_t at = local_slot(memory, name);
	if (!memory->addresses[at]) {
		if (memory->count == MOST_LOCAL_WORDS)
			return NO_SLOT;
		memory->count++;
		memory->addresses[at] = name;
		memory->words[at].known = 0;
	}
	return at;
}

bool
local_load(const struct local_memory *memory, unsigned lane, uint64_t address, unsigned bytes, uint32_t *value)
{
	const struct warp_word *word = find_local(memory, address);
	const unsigned shift = 8 * (address & 3);
	*value = 0;
	if (!word || !(word->known >> lane & 1) || (address & 3) + bytes > 4)
		return false;
	*value = word->of[lane] >> shift & (uint32_t)((1ull << 8 * bytes) - 1);
	return true;
}

/* A partial store keeps the word known only if the rest is known. */
void
local_store(struct local_memory *memory, unsigned lane, uint64_t address, unsigned bytes, uint32_t value, bool is_known)
{
	const size_t at = slot_to_store(memory, address);
	const unsigned shift = 8 * (address & 3);
	const uint32_t mask = (uint32_t)((1ull << 8 * bytes) - 1) << shift, lanes = 1u << lane;
	if (at == NO_SLOT || (address & 3) + bytes > 4) {
		local_forget(memory, lanes);
		return;
	}
	struct warp_word *word = &memory->words[at];
	is_known &= mask == UINT32_MAX || (word->known & lanes);
	word->of[lane] = (word->of[lane] & ~mask) | (value << shift & mask);
	word->known = (word->known & ~lanes) | (is_known ? lanes : 0);
}

void
local_forget(struct local_memory *memory, uint32_t lanes)
{
	for (size_t i = 0; i < memory->capacity; i++)
		if (memory->addresses[i])
			memory->words[i].known &= ~lanes;
}

void
local_reset(struct local_memory *memory)
{
	if (memory->count)
		memset(memory->addresses, 0, memory->capacity * sizeof *memory->addresses);
	memory->count = 0;
}

void
local_free(struct local_memory *memory)
{
	free(memory->addresses);
	free(memory->words);
	*memory = (struct local_memory){0};
}
