/* The aggregator's own state, shared by its files:
 *   aggregator.c           life cycle, and totals block by block
 *   aggregator_access.c    accesses
 *   aggregator_sums.c      the figures that a warp's request adds
 *   aggregator_atomic.c    atomics that compile to other instructions
 *   aggregator_branch.c    branches
 *   aggregator_copy.c      asynchronous copies
 *   load_order.c           which loads may be reordered
 *   aggregator_pattern.c   lane patterns of requests
 *   sites.c                the resulting sites, with summary*.c and relate.c */
#ifndef GPULINT_MODEL_AGGREGATOR_INTERNAL_H
#define GPULINT_MODEL_AGGREGATOR_INTERNAL_H

#include "model/constant_cache.h"
#include "model/aggregator.h"
#include "model/own_variables.h"
#include "model/request.h"
#include "model/site_accumulator.h"
#include "support/pointer_set.h"

/* Smaller sums are rounding errors of requests that were counted and taken back. */
#define LEAST_REQUESTS 1e-6

/* The number of stores that separated loads through a `__restrict__` pointer, or in a memory space. */
struct load_separation {
	const struct ir_var *base; /* NULL: a space */
	uint64_t count;
};

/* A loop of unknown trip count, and the most iterations of it that were evaluated. */
struct open_loop {
	uint32_t reason;
	uint64_t iterations;
};

/* A divergent barrier (aggregator_divergent_barrier) and its block. */
struct noted_barrier {
	struct barrier_event barrier;
	uint32_t block[3];
};

struct aggregator {
	struct event_sink sink;
	const struct symbols *symbols;
	const struct memory *memory;
	const struct gpu *gpu;
	unsigned warps;
	uint64_t first_thread; /* of the running block: see aggregator_begin_block */
	unsigned block_width;  /* threads of a block in its x dimension */
	const struct ir_func *kernel;
	struct known_code *code;
	FILE *events;
	struct trace *trace; /* as of aggregator_set_trace */
	struct caches *caches;
	uint64_t l1_room;                /* bytes of L1 for a block */
	uint32_t at[3];                  /* the running block */
	bool followed_inner;             /* a block that represents others has been followed */
	const struct aggregator *likely; /* from a run with sample data; NULL: none */
	struct load_separation spaces[SPACE_GENERIC + 1], *bases;
	size_t base_count, base_capacity;
	struct open_loop *open_loops;
	size_t open_loop_count, open_loop_capacity;
	bool notes_indices;         /* set by aggregator_note_indices */
	bool has_untracked_indices; /* loaded numbers affect more than addresses that are sums */
	uint64_t event_count;       /* see aggregator_events */
	bool in_cluster;            /* set by aggregator_cluster */
	uint32_t unbounded_time;    /* set by aggregator_set_unbounded_time */
	unsigned block_count;       /* blocks that have begun */
	bool blocks_differ;         /* see aggregator_blocks_differ */
	struct own_variables own;
	struct constant_cache constants;
	uint32_t busy[MAX_WARPS]; /* by warp of the running block: lanes that may have accessed memory, */
	double busy_weight;       /* and the number of blocks that it represents */
	double busy_warps;        /* of the launch: warps with such a lane */
	/* weighted memory requests of each warp of the running block */
	double of_warp[MAX_WARPS];
	/* of the launch: of each block's warp with the most requests, and of the mean warp with any */
	double of_slowest, of_mean;
	struct site_accumulators accumulators;
	struct noted_barrier *barriers;
	size_t barrier_count, barrier_capacity;
	struct fence_event *fences;
	size_t fence_count, fence_capacity;
	struct race_event *shared_races;
	size_t shared_race_count, shared_race_capacity;
	struct barrier_use_event *barrier_uses;
	size_t barrier_use_count, barrier_use_capacity;
};

static inline struct aggregator *
aggregator_of(struct event_sink *sink)
{
	return (struct aggregator *)sink;
}

/* The operations of the sink (event.h). */
void aggregator_access(struct event_sink *sink, const struct access_event *access);
void aggregator_own(struct event_sink *sink, const struct object *variable, const struct access_event *access,
                    bool element_known);
void aggregator_texture(struct event_sink *sink, const struct access_event *access);
void aggregator_unknown(struct event_sink *sink, const struct access_event *access, symbol_id symbol);
void aggregator_branch(struct event_sink *sink, const struct branch_event *branch);
void aggregator_branch_work(struct event_sink *sink, const struct ir_stmt *branch, const struct work *work);
void aggregator_iterations(struct event_sink *sink, uint32_t open_loop, uint64_t iterations);
void aggregator_cluster(struct event_sink *sink);
void aggregator_divergent_barrier(struct event_sink *sink, const struct barrier_event *barrier);
void aggregator_system_fence(struct event_sink *sink, const struct fence_event *fence);
void aggregator_shared_race(struct event_sink *sink, const struct race_event *race);
void aggregator_barrier_use(struct event_sink *sink, const struct barrier_use_event *use);

/* Begins the accumulator's trace, if its place is the one that is traced. */
void aggregator_trace_site(const struct aggregator *aggregator, struct site_accumulator *t);
/* Ends a block in which the branch may have executed. */
void aggregator_branch_end_block(struct site_accumulator *t);
/* Counts an access as the instruction that it describes. */
void aggregator_count(struct aggregator *aggregator, const struct access_event *access);
/* Adds a warp's request with its figures to the accumulator. certain: all its lanes certainly execute it. */
void aggregator_add_request(const struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
                            const struct known_figures *known, const struct access_event *access, unsigned warp,
                            bool certain);
/* Sets the addresses of one warp, plus the offset, and their symbols. The request must have no symbols, or those of
 * another warp of the same value. */
void request_take_warp(struct request *r, const struct value *address, int64_t offset, unsigned warp);
/* Bytes from the beginning of the kernel's shared variables to the object. */
uint64_t aggregator_shared_offset(const struct aggregator *aggregator, const struct object *object);

/* Combines the source and destination of a copy for the lanes of a warp; the request is one of
 * them. False, with an assumption for the accumulator: the other one is unknown. */
bool aggregator_take_copy(const struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
                          const struct copy_event *both, unsigned warp, struct async_copy *copy);
/* Adds the cost of a plain load and store at the addresses of the copy that the request belongs to. */
void aggregator_add_copy(struct site_accumulator *t, const struct request *r, const struct request_figures *figures,
                         double weight);
/* Describes the atomic of the access. */
struct atomic atomic_of_event(const struct access_event *access);
/* Adds the cost if one elected lane of the warp performs the atomic for all. */
void aggregator_election(const struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
                         const struct request_figures *figures, const struct access_event *access);
/* Replaces figures by those of the elected lane where the compiler elects one. */
void resolve_elections(struct aggregator *aggregator);
/* Counts a request that is the first try of a compare-and-swap loop, and the cost of the equivalent native atomic. */
void aggregator_first_try(const struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
                          const struct access_event *access);
/* Counts the iterations of an atomic that compiles to a loop: the remaining lanes load, and one per address
 * succeeds. */
void aggregator_atomic_loop(struct aggregator *aggregator, const struct access_event *access);
/* A number for the stores that have separated loads of this access's memory so far. It changes if a load may not
 * move before them. */
uint64_t loads_order(struct aggregator *aggregator, enum site_space space, const struct ir_expr *access);
/* Records that the access was executed: if it stores, loads may not move across it. */
void note_order(struct aggregator *aggregator, enum site_space space, const struct access_event *access);
/* Adds the lane pattern of a request to its accumulator. is_of_first_warp: it belongs to the warp of the first
 * request. */
void aggregator_pattern(struct site_accumulator *t, const struct request *r, const struct request_figures *figures,
                        double weight, bool is_of_first_warp);

/* The same site in the run with sample data, if more is known there; otherwise NULL. */
const struct site_accumulator *likely_accumulator(const struct aggregator *aggregator,
                                                  const struct site_accumulator *accumulator);

#endif
