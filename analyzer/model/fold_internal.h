/* The fold's own state, shared by the files that make it up:
 *   fold.c           its life, and what is counted block by block
 *   fold_access.c    accesses
 *   fold_sums.c      what a warp's request adds up to
 *   fold_atomic.c    atomics of which the compiler makes something else
 *   fold_branch.c    branches
 *   fold_copy.c      both sides of asynchronous copies
 *   load_order.c     which loads may go before others
 *   fold_pattern.c   how the lanes of a request step
 *   sites.c          what comes of it, with tell_*.c and relate.c */
#ifndef GPULINT_MODEL_FOLD_INTERNAL_H
#define GPULINT_MODEL_FOLD_INTERNAL_H

#include "model/constant_cache.h"
#include "model/fold.h"
#include "model/own_variables.h"
#include "model/request.h"
#include "model/tally.h"
#include "support/pointer_set.h"

/* Fewer are none: what rounding leaves of requests that were counted and taken back. */
#define LEAST_REQUESTS 1e-6

/* How often a store came between loads that go through a `__restrict__` pointer, or to a memory space. */
struct load_parting {
	const struct ir_var *base; /* NULL: of a space */
	uint64_t count;
};

/* A loop of which it is not known when it ends, and how many rounds of it were run at most. */
struct open_loop {
	uint32_t reason;
	uint64_t rounds;
};

/* As of fold_divergent_barrier, and the block it was in. */
struct noted_barrier {
	struct fold_barrier barrier;
	uint32_t block[3];
};

struct fold {
	const struct symbols *symbols;
	const struct memory *memory;
	const struct gpu *gpu;
	unsigned warps;
	uint64_t first_thread; /* of the running block: see fold_begin_block */
	unsigned block_width;  /* threads of a block in its x dimension */
	const struct ir_func *kernel;
	struct known_code *code;
	FILE *events;
	struct caches *caches;
	uint64_t l1_room;          /* bytes of L1 that are a block's */
	uint32_t at[3];            /* the running block */
	bool followed_inner;       /* a block that stands for others has been followed */
	const struct fold *likely; /* of a run by example; NULL: there was none */
	struct load_parting spaces[SPACE_GENERIC + 1], *bases;
	size_t base_count, base_capacity;
	struct open_loop *open_loops;
	size_t open_loop_count, open_loop_capacity;
	bool notes_indices;      /* as of fold_note_indices */
	bool loses_indices;      /* loaded numbers decide more than where lanes go by sums that are followed */
	uint64_t event_count;    /* as of fold_events */
	bool in_cluster;         /* as of fold_note_cluster */
	uint32_t unbounded_time; /* as of fold_set_unbounded_time */
	unsigned block_count;    /* that have begun */
	bool blocks_differ;      /* as of fold_blocks_differ */
	struct own_variables own;
	struct constant_cache constants;
	uint32_t busy[MAX_WARPS]; /* lanes of the running block's warps that may have accessed memory, */
	double busy_weight;       /* and how many blocks it stands for */
	double busy_warps;        /* of the launch: those of which a lane has */
	double of_warp
		[MAX_WARPS]; /* requests to memory of each warp of the running block, each as often as it stands for others */
	double of_slowest,
		of_mean; /* of the launch: of the warp of each block that makes most, and of the mean warp that makes any */
	struct tallies tallies;
	struct noted_barrier *barriers;
	size_t barrier_count, barrier_capacity;
	struct fold_fence *fences;
	size_t fence_count, fence_capacity;
	struct fold_race *shared_races;
	size_t shared_race_count, shared_race_capacity;
	struct fold_barrier_use *barrier_uses;
	size_t barrier_use_count, barrier_use_capacity;
};

/* A block ends in which the branch may have run. */
void fold_branch_end_block(struct tally *t);
/* Counts an access as the instruction that it says it is. */
void fold_count(struct fold *fold, const struct fold_access *access);
/* Adds a warp's request, of which that much is known, to its tally. certain: all its lanes are sure to make it. */
void fold_add_request(const struct fold *fold, struct tally *t, const struct request *r,
                      const struct known_figures *known, const struct fold_access *access, unsigned warp, bool certain);
/* The addresses of one warp, each with the offset added, and how much is known of them. Of a request that has no symbols, or those of
 * another warp of the value. */
void fold_take_warp(struct request *r, const struct value *address, int64_t offset, unsigned warp);
/* Puts together both sides of a copy, of which the request is one, for the lanes of a warp. False, with an assumption for
 * the tally: the other one is not known. */
/* Bytes from where the kernel's shared variables begin to the object. */
uint64_t fold_shared_offset(const struct fold *fold, const struct object *object);
bool fold_take_copy(const struct fold *fold, struct tally *t, const struct request *r, const struct fold_copy *both,
                    unsigned warp, struct async_copy *copy);
/* Adds what a load and a store would cost that lie as the sides of the copy do, of which the request is one. */
void fold_add_copy(struct tally *t, const struct request *r, const struct request_figures *figures, double weight);
/* The atomic that the access is. */
struct atomic fold_atomic_of(const struct fold_access *access);
/* Adds what it costs if one lane of the warp does it for all. */
void fold_election(const struct fold *fold, struct tally *t, const struct request *r,
                   const struct request_figures *figures, const struct fold_access *access);
/* Makes figures those of the lane that is elected, where the compiler has one elected. */
void settle_elections(struct fold *fold);
/* Counts a request that is the first of a loop of compare-and-swaps, and as the atomic would make it that does the same. */
void fold_first_try(const struct fold *fold, struct tally *t, const struct request *r,
                    const struct fold_access *access);
/* Counts the rounds of an atomic that is a loop: the lanes that are left load, and one on each address gets through. */
void fold_atomic_loop(struct fold *fold, const struct fold_access *access);
/* What loads were parted by so far that go where the access does: another number where one of them may not move to before. */
uint64_t loads_order(struct fold *fold, enum site_space space, const struct ir_expr *access);
/* The access has been made: loads may not pass it any more, if it stores. */
void note_order(struct fold *fold, enum site_space space, const struct fold_access *access);
/* Adds how the lanes of a request step to its tally. is_of_first_warp: it is of the warp whose request was the first. */
void fold_pattern(struct tally *t, const struct request *r, const struct request_figures *figures, double weight,
                  bool is_of_first_warp);

/* The same site in the run by example, if it knows more than this one; or NULL. */
const struct tally *likely_tally(const struct fold *fold, const struct tally *tally);

#endif
