/* What the blocks of a launch find in global memory, as far as the evaluator knows it: buffers and variables as they are before
 * the launch. Blocks of one launch come in no order: what one finds that another stores to is noted.
 *
 * Addresses are the evaluator's own (data/memory.h), which what is known of memory holds as well. */
#ifndef GPULINT_MODEL_COMPILED_MEMORY_H
#define GPULINT_MODEL_COMPILED_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/facts.h"

struct launch_memory;

struct launch_memory *launch_memory_of(const struct launch *launch);
void launch_memory_free(struct launch_memory *memory);
/* Whether anything is known of what blocks find, and whether that is told them. */
bool launch_memory_is_known(const struct launch_memory *memory);
void launch_memory_hide(struct launch_memory *memory, bool is_hidden);
/* Blocks are run anew: nothing has been loaded or stored. `by_buffer`: they stand for others, which may load and store anywhere in the
 * buffers where they do. */
void launch_memory_begin(struct launch_memory *memory, bool by_buffer);
void launch_memory_begin_block(struct launch_memory *memory);
/* As execute_launch.load; `context` is a struct launch_memory. */
bool launch_memory_load(void *context, uint64_t address, unsigned bytes, uint64_t *value);
/* As execute_launch.finds_own. */
void launch_memory_finds_own(void *context, uint64_t address, unsigned bytes);
/* That warp runs, as of execute_access. */
void launch_memory_take_turn(struct launch_memory *memory, uint32_t interval, uint32_t warp);
/* The block that runs stores there; */
void launch_memory_store(struct launch_memory *memory, uint64_t address, unsigned bytes);
/* or nobody knows where. */
void launch_memory_store_anywhere(struct launch_memory *memory);
/* Whether a block may have found what another one stored. */
bool launch_memory_is_shared(const struct launch_memory *memory);
/* Whether one may have found something else than what it has stored itself, as others store there, too. */
bool launch_memory_is_raced(const struct launch_memory *memory);

/* What it rests on that the blocks have loaded what they did; NULL: nothing. */
const char *launch_memory_assumption(const struct launch_memory *memory);

/* Where buffers lie: as in the evaluator's memory, or where cudaMalloc may put them as well. */
enum moved { NOT_MOVED, MOVED_BY_EVEN_BITS, MOVED_BY_ODD_BITS };
/* The address of the buffer's first byte, by the number that it has in the facts. */
uint64_t launch_memory_address(uint32_t buffer, enum moved moved);
void launch_memory_move(struct launch_memory *memory, enum moved moved);

#endif
