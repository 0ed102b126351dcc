/* What a block has written, byte by byte: to shared memory, to global memory, and, for each warp, to its lanes' local
 * memory. What is known of global memory that it has not written says the caller. All of it is bounded: of global
 * memory more than MOST_CHUNKS groups of 32 bytes are not kept, and from then on nothing is known of it. */
#ifndef GPULINT_CODEGEN_EXECUTE_MEMORY_H
#define GPULINT_CODEGEN_EXECUTE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct execute_launch;
struct lanes;

enum { COMERS_BYTES = 4, CHUNK_BYTES = 32, MOST_CHUNKS = 1 << 18, MOST_SHARED = 256 * 1024, MOST_LOCAL_WORDS = 1 << 14 };

/* Who came to a word last: turns, of which each is a warp's between two barriers. MANY_TURNS: and others. */
struct comers {
	uint32_t stored, loaded;
};

struct chunk {
	uint64_t number;         /* address / CHUNK_BYTES + 1; 0: none */
	struct comers comers[CHUNK_BYTES / COMERS_BYTES];
	uint32_t written, known; /* a bit a byte */
	uint8_t bytes[CHUNK_BYTES];
};

struct block_memory {
	uint8_t *shared;       /* MOST_SHARED */
	uint8_t *shared_known; /* a byte each: 0 or 1 */
	struct comers *shared_comers; /* of words */
	uint32_t shared_used;  /* no byte from here on has been written */
	struct chunk *chunks;  /* by hash of the number; a power of two of them */
	size_t chunk_count, chunk_capacity;
	bool forgotten; /* of global memory that is not in a chunk nothing is known */
	uint32_t first_turn, turn; /* of those since the last barrier; of the warp that runs */
	bool raced;     /* what was loaded another warp has stored with no barrier between, or will have */
	bool unordered; /* what is stored is not known: warps wait for each other in ways that are not followed, or the caller hides it */
};

/* Words of local memory that some lane has written. */
struct local_memory {
	uint32_t *addresses; /* of words, plus 1; 0: none. By hash, a power of two of them */
	struct lanes *words;
	size_t count, capacity;
	uint32_t forgotten; /* lanes of which nothing is known any more that is not in a word */
};

void memory_begin(struct block_memory *memory);
/* From now on what is stored is not known, nor what is there. */
void memory_unorder(struct block_memory *memory);
void memory_reset(struct block_memory *memory);
/* All warps have met. */
void memory_pass_barrier(struct block_memory *memory);
void memory_free(struct block_memory *memory);

/* At most 4 bytes, of which the lowest comes first. False: unknown. */
bool shared_load(struct block_memory *memory, uint64_t address, unsigned bytes, uint32_t *value);
void shared_store(struct block_memory *memory, uint64_t address, unsigned bytes, uint32_t value, bool is_known);
void shared_forget(struct block_memory *memory);

bool global_load(struct block_memory *memory, const struct execute_launch *launch, uint64_t address,
                 unsigned bytes, uint32_t *value);
void global_store(struct block_memory *memory, const struct execute_launch *launch, uint64_t address, unsigned bytes,
                  uint32_t value, bool is_known);
/* Whether nothing is known of any of it. */
bool global_is_unknown(const struct block_memory *memory, const struct execute_launch *launch);
void global_forget(struct block_memory *memory);

bool local_load(const struct local_memory *memory, unsigned lane, uint64_t address, unsigned bytes, uint32_t *value);
void local_store(struct local_memory *memory, unsigned lane, uint64_t address, unsigned bytes, uint32_t value,
                 bool is_known);
void local_forget(struct local_memory *memory, uint32_t lanes);
void local_reset(struct local_memory *memory);
void local_free(struct local_memory *memory);

#endif
