/* The bytes that a block has written to shared memory, to global memory and, per warp, to its lanes' local memory.
 * The caller supplies the contents of global memory that the block has not written.
 *
 * All of it is bounded. A block that writes more than MOST_CHUNKS chunks of 32 bytes forgets all contents of global
 * memory. */
#ifndef GPULINT_CODEGEN_EXECUTE_BLOCK_MEMORY_H
#define GPULINT_CODEGEN_EXECUTE_BLOCK_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct execute_launch;
struct warp_word;

enum {
	COMERS_BYTES = 4,
	CHUNK_BYTES = 32,
	MOST_CHUNKS = 1 << 18,
	MOST_SHARED = 256 * 1024,
	MOST_LOCAL_WORDS = 1 << 14
};

/* The last store and load of a word, each as a turn: one warp between two barriers of the block. MANY_TURNS is set
 * if several warps took part. */
struct comers {
	uint32_t stored, loaded;
};

struct chunk {
	uint64_t number; /* address / CHUNK_BYTES + 1; 0: empty */
	struct comers comers[CHUNK_BYTES / COMERS_BYTES];
	uint32_t written, known; /* one bit per byte */
	uint8_t bytes[CHUNK_BYTES];
};

struct block_memory {
	uint8_t *shared;              /* MOST_SHARED bytes */
	uint8_t *shared_known;        /* one byte each: 0 or 1 */
	struct comers *shared_comers; /* by word */
	uint32_t shared_used;         /* end of the bytes written so far */
	struct chunk *chunks;         /* hash table by number; the capacity is a power of two */
	size_t chunk_count, chunk_capacity;
	bool forgotten;            /* global memory outside the chunks is unknown */
	uint32_t first_turn, turn; /* first_turn: the first since the last barrier; turn: that of the running warp */
	bool raced;                /* a warp loaded a word that another warp stores with no barrier between */
	/* stored values are unknown: warps synchronize in ways that are not modelled, or the caller hides stores */
	bool unordered;
};

/* Words of local memory that some lane has written. */
struct local_memory {
	uint32_t *addresses; /* hash table of word addresses plus 1; 0: empty; the capacity is a power of two */
	struct warp_word *words;
	size_t count, capacity;
	uint32_t forgotten; /* lanes whose local memory outside these words is unknown */
};

void memory_begin(struct block_memory *memory);
/* Forgets shared and global memory. Values stored from now on are unknown. */
void memory_unorder(struct block_memory *memory);
void memory_reset(struct block_memory *memory);
/* All warps have arrived. */
void memory_pass_barrier(struct block_memory *memory);
void memory_free(struct block_memory *memory);

/* Loads at most 4 bytes, little endian. False: unknown. */
bool shared_load(struct block_memory *memory, uint64_t address, unsigned bytes, uint32_t *value);
void shared_store(struct block_memory *memory, uint64_t address, unsigned bytes, uint32_t value, bool is_known);
void shared_forget(struct block_memory *memory);

bool global_load(struct block_memory *memory, const struct execute_launch *launch, uint64_t address, unsigned bytes,
                 uint32_t *value);
void global_store(struct block_memory *memory, const struct execute_launch *launch, uint64_t address, unsigned bytes,
                  uint32_t value, bool is_known);
/* Whether all of global memory is unknown. */
bool global_is_unknown(const struct block_memory *memory, const struct execute_launch *launch);
void global_forget(struct block_memory *memory);

bool local_load(const struct local_memory *memory, unsigned lane, uint64_t address, unsigned bytes, uint32_t *value);
void local_store(struct local_memory *memory, unsigned lane, uint64_t address, unsigned bytes, uint32_t value,
                 bool is_known);
void local_forget(struct local_memory *memory, uint32_t lanes);
void local_reset(struct local_memory *memory);
void local_free(struct local_memory *memory);

#endif
