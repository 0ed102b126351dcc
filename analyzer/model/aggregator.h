/* The aggregator: from the evaluator's events, an access or a branch of all threads of a block, to figures of sites.
 *
 * One aggregator belongs to one launch of one kernel. It splits each event into warps, lets memory_model.h count what each
 * warp's request costs, and adds it up by source expression. */
#ifndef GPULINT_MODEL_AGGREGATOR_H
#define GPULINT_MODEL_AGGREGATOR_H

#include <stdio.h>

#include "model/event.h"

struct gpu;
struct known_code;

struct aggregator;

/* events: a line for each request and branch goes there; NULL: none. */
struct aggregator *aggregator_new(const struct symbols *symbols, const struct memory *memory, const struct gpu *gpu,
                                  unsigned warps, FILE *events);
/* What its events are reported to, as long as it lives. */
struct event_sink *aggregator_sink(struct aggregator *aggregator);
/* The code that events come from: the kernel, and what is known of its functions; they outlive the aggregator. */
void aggregator_set_code(struct aggregator *aggregator, const struct ir_func *kernel, struct known_code *code);
void aggregator_free(struct aggregator *aggregator);
/* Sites at the place that the trace is for are traced (support/trace.h); NULL: none are. */
void aggregator_set_trace(struct aggregator *aggregator, struct trace *trace);
/* Why nothing is known of how long the launch takes, as a reason; 0: something is. */
void aggregator_set_unbounded_time(struct aggregator *aggregator, uint32_t reason);
/* The part of L1 that one of its blocks has, in bytes. */
void aggregator_set_l1_room(struct aggregator *aggregator, uint64_t room);
/* The launch is to be measured: of arrays whose numbers lead to others it is noted how large these may be. */
void aggregator_note_indices(struct aggregator *aggregator);
/* The next block begins: its index in the grid, how many threads it has in the x dimension, and whether it stands for others. */
void aggregator_begin_block(struct aggregator *aggregator, const uint32_t at[3], unsigned width, bool for_others);
/* Of the running block's warps the share that has accessed no memory so far. */
double aggregator_idle_share(const struct aggregator *aggregator);
void aggregator_end_block(struct aggregator *aggregator);

/* Of NULL: SPACE_GENERIC. */
enum site_space space_of_object(const struct object *object);

/* Whether some site cost a block otherwise than the first. */
bool aggregator_blocks_differ(const struct aggregator *aggregator);
/* Whether data that is not known decides where lanes go, or which do. */
bool aggregator_depends_on_data(const struct aggregator *aggregator);
/* From here on figures that do are those of `likely`, the aggregator of a run by example; both live until aggregator_finish. */
void aggregator_set_likely(struct aggregator *aggregator, const struct aggregator *likely);

/* How many requests and branches of single warps it has counted. */
uint64_t aggregator_events(const struct aggregator *aggregator);

/* The sites, in order of place, into the launch; strings and all in `arena`. */
struct source_reader;
void aggregator_finish(struct aggregator *aggregator, struct arena *arena, const struct source_reader *sources,
                       const struct kernel *kernel, struct launch *launch);

#endif
