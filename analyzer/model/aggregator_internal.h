/* The aggregator's own state, shared by its files:
 *   aggregator.c           life cycle, and totals block by block
 *   aggregator_access.c    accesses
 *   aggregator_sums.c      what a warp's request adds up to
 *   aggregator_atomic.c    atomics of which the compiler makes something else
 *   aggregator_branch.c    branches
 *   aggregator_copy.c      both sides of asynchronous copies
 *   load_order.c           which loads may go before others
 *   aggregator_pattern.c   how the lanes of a request step
 *   sites.c                what comes of it, with summary*.c and relate.c */
#ifndef GPULINT_MODEL_AGGREGATOR_INTERNAL_H
#define GPULINT_MODEL_AGGREGATOR_INTERNAL_H

#include "model/constant_cache.h"
#include "model/aggregator.h"
#include "model/own_variables.h"
#include "model/request.h"
#include "model/site_accumulator.h"
#include "support/pointer_set.h"

/* Fewer are none: what rounding leaves of requests that were counted and taken back. */
#define LEAST_REQUESTS 1e-6

/* How often a store came between loads that go through a `__restrict__` pointer, or to a memory space. */
struct load_separation {
	const struct ir_var *base; /* NULL: of a space */
	uint64_t count;
};

/* A loop of which it is not known when it ends, and how many iterations of it were run at most. */
struct open_loop {
	uint32_t reason;
	uint64_t iterations;
};

/* As of aggregator_divergent_barrier, and the block it was in. */
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
	uint64_t l1_room;                /* bytes of L1 that are a block's */
	uint32_t at[3];                  /* the running block */
	bool followed_inner;             /* a block that stands for others has been followed */
	const struct aggregator *likely; /* of a run by example; NULL: there was none */
	struct load_separation spaces[SPACE_GENERIC + 1], *bases;
	size_t base_count, base_capacity;
	struct open_loop *open_loops;
	size_t open_loop_count, open_loop_capacity;
	bool notes_indices;      /* as of aggregator_note_indices */
	bool loses_indices;      /* loaded numbers decide more than where lanes go by sums that are followed */
	uint64_t event_count;    /* as of aggregator_events */
	bool in_cluster;         /* as of aggregator_note_cluster */
	uint32_t unbounded_time; /* as of aggregator_set_unbounded_time */
	unsigned block_count;    /* that have begun */
	bool blocks_differ;      /* as of aggregator_blocks_differ */
	struct own_variables own;
	struct constant_cache constants;
	uint32_t busy[MAX_WARPS]; /* lanes of the running block's warps that may have accessed memory, */
	double busy_weight;       /* and how many blocks it stands for */
	double busy_warps;        /* of the launch: those of which a lane has */
	/* requests to memory of each warp of the running block, each as often as it stands for others */
	double of_warp[MAX_WARPS];
	/* of the launch: of the warp of each block that makes most, and of the mean warp that makes any */
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
                    bool place_known);
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
/* A block ends in which the branch may have run. */
void aggregator_branch_end_block(struct site_accumulator *branch);
/* Counts an access as the instruction that it says it is. */
void aggregator_count(struct aggregator *aggregator, const struct access_event *access);
/* Adds a warp's request, of which that much is known, to its accumulator. certain: all its lanes are sure to make it. */
void aggregator_add_request(const struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
                            const struct known_figures *known, const struct access_event *access, unsigned warp,
                            bool certain);
/* The addresses of one warp, each with the offset added, and how much is known of them. Of a request that has no symbols, or those of
 * another warp of the value. */
void request_take_warp(struct request *r, const struct value *address, int64_t offset, unsigned warp);
/* Puts together both sides of a copy, of which the request is one, for the lanes of a warp. False, with an assumption for
 * the accumulator: the other one is not known. */
/* Bytes from where the kernel's shared variables begin to the object. */
uint64_t aggregator_shared_offset(const struct aggregator *aggregator, const struct object *object);
bool aggregator_take_copy(const struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
                          const struct copy_event *both, unsigned warp, struct async_copy *copy);
/* Adds what a load and a store would cost that lie as the sides of the copy do, of which the request is one. */
void aggregator_add_copy(struct site_accumulator *t, const struct request *r, const struct request_figures *figures,
                         double weight);
/* The atomic that the access is. */
struct atomic atomic_of_event(const struct access_event *access);
/* Adds what it costs if one lane of the warp does it for all. */
void aggregator_election(const struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
                         const struct request_figures *figures, const struct access_event *access);
/* Makes figures those of the lane that is elected, where the compiler has one elected. */
void resolve_elections(struct aggregator *aggregator);
/* Counts a request that is the first of a loop of compare-and-swaps, and as the atomic would make it that does the same. */
void aggregator_first_try(const struct aggregator *aggregator, struct site_accumulator *t, const struct request *r,
                          const struct access_event *access);
/* Counts the iterations of an atomic that is a loop: the lanes that are left load, and one on each address gets through. */
void aggregator_atomic_loop(struct aggregator *aggregator, const struct access_event *access);
/* What loads were parted by so far that go where the access does: another number where one of them may not move to before. */
uint64_t loads_order(struct aggregator *aggregator, enum site_space space, const struct ir_expr *access);
/* The access has been made: loads may not pass it any more, if it stores. */
void note_order(struct aggregator *aggregator, enum site_space space, const struct access_event *access);
/* Adds how the lanes of a request step to its accumulator. is_of_first_warp: it is of the warp whose request was the first. */
void aggregator_pattern(struct site_accumulator *t, const struct request *r, const struct request_figures *figures,
                        double weight, bool is_of_first_warp);

/* The same site in the run by example, if it knows more than this one; or NULL. */
const struct site_accumulator *likely_accumulator(const struct aggregator *aggregator,
                                                  const struct site_accumulator *accumulator);

#endif
