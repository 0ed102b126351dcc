/* Contents of global memory for the blocks of a launch, as far as the evaluator knows them: buffers and variables
 * before the launch. Blocks have no order, so this records what one block loads and another stores.
 *
 * Addresses are the evaluator's (domain/memory.h), as in all known memory contents. */
#ifndef GPULINT_MODEL_COMPILED_LAUNCH_MEMORY_H
#define GPULINT_MODEL_COMPILED_LAUNCH_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/facts.h"

struct launch_memory;

struct launch_memory *launch_memory_of(const struct launch *launch);
void launch_memory_free(struct launch_memory *memory);
/* launch_memory_is_known: whether some contents are known and not hidden. launch_memory_hide: hides or shows them. */
bool launch_memory_is_known(const struct launch_memory *memory);
void launch_memory_hide(struct launch_memory *memory, bool is_hidden);
/* Starts a new run of blocks: nothing has been loaded or stored. by_buffer: the blocks represent others, which may
 * load and store anywhere in the same buffers. */
void launch_memory_begin(struct launch_memory *memory, bool by_buffer);
void launch_memory_begin_block(struct launch_memory *memory);
/* As execute_launch.load; `context` is a struct launch_memory. */
bool launch_memory_load(void *context, uint64_t address, unsigned bytes, uint64_t *value);
/* As execute_launch.finds_own. */
void launch_memory_finds_own(void *context, uint64_t address, unsigned bytes);
/* This warp runs, with the interval of execute_access. */
void launch_memory_take_turn(struct launch_memory *memory, uint32_t interval, uint32_t warp);
/* The running block stores to this address. */
void launch_memory_store(struct launch_memory *memory, uint64_t address, unsigned bytes);
/* The running block stores to an unknown address. */
void launch_memory_store_anywhere(struct launch_memory *memory);
/* Whether a block may have loaded what another one stored. */
bool launch_memory_is_shared(const struct launch_memory *memory);
/* Whether a block may have loaded another value than the one that it stored itself, because others store there, too. */
bool launch_memory_is_raced(const struct launch_memory *memory);

/* The assumption under which the loaded contents hold; NULL: none. */
const char *launch_memory_assumption(const struct launch_memory *memory);

/* Addresses of buffers: the evaluator's, or others that cudaMalloc may return. */
enum moved { NOT_MOVED, MOVED_BY_EVEN_BITS, MOVED_BY_ODD_BITS };
/* The address of a buffer's first byte. `buffer` is its number in the facts. */
uint64_t launch_memory_address(uint32_t buffer, enum moved moved);
void launch_memory_move(struct launch_memory *memory, enum moved moved);

#endif
