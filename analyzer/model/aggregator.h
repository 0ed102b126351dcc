/* The aggregator turns the evaluator's events into figures of sites. An event is an access or a branch of all
 * threads of a block.
 *
 * One aggregator belongs to one launch of one kernel. It splits each event into warps, takes the cost of each warp's
 * request from memory_model.h, and adds it up by source expression. */
#ifndef GPULINT_MODEL_AGGREGATOR_H
#define GPULINT_MODEL_AGGREGATOR_H

#include <stdio.h>

#include "model/event.h"

struct gpu;
struct known_code;

struct aggregator;

/* events: receives a line for each request and branch; NULL: none. */
struct aggregator *aggregator_new(const struct symbols *symbols, const struct memory *memory, const struct gpu *gpu,
                                  unsigned warps, FILE *events);
/* The sink for the launch's events, valid as long as the aggregator. */
struct event_sink *aggregator_sink(struct aggregator *aggregator);
/* Sets the kernel that the events come from, and the cache of its functions' properties. Both must outlive the
 * aggregator. */
void aggregator_set_code(struct aggregator *aggregator, const struct ir_func *kernel, struct known_code *code);
void aggregator_free(struct aggregator *aggregator);
/* Sites at the place that the trace is for are traced (support/trace.h); NULL: none are. */
void aggregator_set_trace(struct aggregator *aggregator, struct trace *trace);
/* Sets the reason why the launch's time is unbounded; 0: it is not. */
void aggregator_set_unbounded_time(struct aggregator *aggregator, uint32_t reason);
/* Sets a block's share of L1, in bytes. */
void aggregator_set_l1_room(struct aggregator *aggregator, uint64_t room);
/* Prepares for a measurement of the launch: records the permitted ranges of arrays that hold indices. */
void aggregator_note_indices(struct aggregator *aggregator);
/* Begins the next block: its index in the grid, its number of threads in the x dimension, and whether it represents
 * others. */
void aggregator_begin_block(struct aggregator *aggregator, const uint32_t at[3], unsigned width, bool for_others);
/* The share of the running block's warps that has accessed no memory so far. */
double aggregator_idle_share(const struct aggregator *aggregator);
void aggregator_end_block(struct aggregator *aggregator);

/* object NULL: SPACE_GENERIC. */
enum site_space space_of_object(const struct object *object);

/* Whether some block's cost at a site differs from the first block's. */
bool aggregator_blocks_differ(const struct aggregator *aggregator);
/* Whether unknown data decides which lanes are active or where they access memory. */
bool aggregator_depends_on_data(const struct aggregator *aggregator);
/* Figures that depend on data come from `likely` from here on, the aggregator of a run with sample data. Both must
 * live until aggregator_finish. */
void aggregator_set_likely(struct aggregator *aggregator, const struct aggregator *likely);

/* The number of requests and branches of single warps that were counted. */
uint64_t aggregator_events(const struct aggregator *aggregator);

/* Writes the sites to the launch, in order of place. All data is in `arena`. */
struct source_reader;
void aggregator_finish(struct aggregator *aggregator, struct arena *arena, const struct source_reader *sources,
                       const struct kernel *kernel, struct launch *launch);

#endif
