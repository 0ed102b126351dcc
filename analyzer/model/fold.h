/* The fold: from the evaluator's events, an access or a branch of all threads of a block, to figures of sites.
 *
 * One fold belongs to one launch of one kernel. It splits each event into warps, lets memory_model.h count what each
 * warp's request costs, and adds it up by source expression. */
#ifndef GPULINT_MODEL_FOLD_H
#define GPULINT_MODEL_FOLD_H

#include <stdio.h>

#include "data/mask.h"
#include "data/memory.h"
#include "data/value.h"
#include "model/facts.h"

struct gpu;
struct known_code;

struct fold;

/* An asynchronous copy from global to shared memory. */
struct fold_copy {
	const struct value *from, *to;
	const struct mask *empty; /* lanes that take nothing from global memory */
	bool bypass, fills;       /* as of struct async_copy */
};

struct fold_access {
	const struct ir_expr *site;  /* what makes the access */
	const struct ir_expr *place; /* what is reported: the site, or the call of a built-in header that holds it */
	const struct ir_loc *loc;    /* and where */
	const struct ir_line_info *line_info; /* where the compiler says it is, if not there; else NULL */
	const struct ir_func *func;           /* in which the place stands */
	enum site_kind kind;
	unsigned width; /* bytes a lane */
	const struct value *address;
	int64_t offset; /* added to each lane's address */
	const struct active *active;
	bool one_lane; /* of those of a warp that may come here one does at most: any, and one stands for it */
	const struct ir_stmt *diverging_branch; /* the branch for which lanes of some warp are away, or NULL */
	double weight;                          /* how many blocks and iterations like this one there are */
	double block_weight;                    /* how many blocks alone */
	bool extrapolated;
	const struct ir_stmt *sampled_loop; /* the innermost around it of which not all iterations run; NULL: none */
	bool result_unused;                 /* atomics: nobody reads what was there */
	bool uniform_operand;               /* atomics: what is added, say, does not depend on the thread */
	/* atomics: the loop that tries it until it gets through, the first time; else NULL */
	const struct retry_loop *first_try;
	const struct ir_stmt *loop; /* the innermost around it in its function; or NULL: then */
	/* the innermost that calls the function, itself or by others; NULL: none does */
	const struct ir_stmt *calling_loop;
	uint32_t open_loop; /* the innermost around it of which it is not known when it ends, as a reason; 0: none */
	const char *assumption;       /* that the addresses rest on; NULL: none */
	bool spins;                   /* in a round of the loop that an atomic is */
	const struct fold_copy *copy; /* of which it is the one side: a load, or a store to shared memory; or NULL */
};

struct fold_branch {
	const struct ir_stmt *site;
	const struct ir_func *func;
	const struct split *split;
	/* of a switch: the lanes that enter where there is something to do, a mask each place */
	const struct mask *paths;
	unsigned path_count;
	const struct ir_stmt *diverging_branch; /* as of an access */
	const struct value *condition;
	const struct active *active;
	double weight, block_weight;
	bool extrapolated;
	uint32_t open_loop; /* as of an access */
	bool ends_loop;     /* it is an if that the loop around it ends by (code/loop_test.h) */
};

/* events: a line for each request and branch goes there; NULL: none. */
struct fold *fold_new(const struct symbols *symbols, const struct memory *memory, const struct gpu *gpu, unsigned warps,
                      FILE *events);
/* The code that events come from: the kernel, and what is known of its functions; they outlive the fold. */
void fold_set_code(struct fold *fold, const struct ir_func *kernel, struct known_code *code);
void fold_free(struct fold *fold);
/* Why nothing is known of how long the launch takes, as a reason; 0: something is. */
void fold_set_unbounded_time(struct fold *fold, uint32_t reason);
/* An access to a variable of the thread's own, whose place in it the compiler knows or not. */
void fold_own(struct fold *fold, const struct object *variable, const struct fold_access *access, bool place_known);
/* The part of L1 that one of its blocks has, in bytes. */
void fold_set_l1_room(struct fold *fold, uint64_t room);
/* The launch is to be measured: of arrays whose numbers lead to others it is noted how large these may be. */
void fold_note_indices(struct fold *fold);
/* The next block begins: its index in the grid, how many threads it has in the x dimension, and whether it stands for others. */
void fold_begin_block(struct fold *fold, const uint32_t at[3], unsigned width, bool for_others);
/* Of the running block's warps the share that has accessed no memory so far. */
double fold_idle_share(const struct fold *fold);
void fold_end_block(struct fold *fold);
/* With a negative weight: takes back one that was counted, at the same addresses. */
void fold_access(struct fold *fold, const struct fold_access *access);
/* An access to a texture or surface, whose address nobody knows: it costs what it costs. */
void fold_texture(struct fold *fold, const struct fold_access *access);
/* Accesses that count as one: how many they are is not known, for that symbol's reason. */
void fold_unknown(struct fold *fold, const struct fold_access *access, symbol_id symbol);
void fold_branch(struct fold *fold, const struct fold_branch *branch);
/* What stands on the sides of the branch has run, and was so much work; NULL: nobody knows. Of one of which a side only jumps off that
 * is what follows, and of one that ends a loop all of that. */
void fold_branch_work(struct fold *fold, const struct ir_stmt *branch, const struct work *work);
/* So many rounds were run of such a loop as accesses and branches name as open. */
void fold_note_rounds(struct fold *fold, uint32_t open_loop, uint64_t rounds);

/* The launch goes to shared memory of other blocks, for which the running block's own stands. */
void fold_note_cluster(struct fold *fold);
/* Of NULL: SPACE_GENERIC. */
enum site_space fold_space_of(const struct object *object);

/* Whether some site cost a block otherwise than the first. */
bool fold_blocks_differ(const struct fold *fold);
/* Whether data that is not known decides where lanes go, or which do. */
bool fold_depends_on_data(const struct fold *fold);
/* A barrier of the block that the thread `came` surely comes to, and `missing`, which has not ended, surely does not; of each
 * expression the first is kept, or the first of which threads do not end. */
struct fold_barrier {
	const struct ir_expr *site;
	const struct ir_func *func;
	unsigned came, missing; /* threads of the block, counted through */
	bool missing_end;       /* all threads that are missing end without meeting another barrier in its place */
};
void fold_divergent_barrier(struct fold *fold, const struct fold_barrier *barrier);
/* A fence that counts for the host and other devices, by warps of so much weight. */
struct fold_fence {
	const struct ir_expr *place;
	const struct ir_func *func;
	double warps;
};
void fold_system_fence(struct fold *fold, const struct fold_fence *fence);
/* Two accesses to the same shared memory by two threads of a block, one of them a store, that nothing orders. */
struct fold_race {
	struct fold_race_end {
		const struct ir_expr *site;
		const struct ir_func *func;
		enum site_kind kind;
		unsigned thread; /* of the block, counted through */
	} first, second;         /* as the block's lock step has them */
	const char *array;
	bool in_warp;      /* both threads are of one warp: __syncwarp() would do */
	uint32_t interval; /* between barriers, counted through the launch: races of one have one cause */
	uint32_t block[3];
	const char *assumption; /* that it rests on; NULL: none */
};
void fold_shared_race(struct fold *fold, const struct fold_race *race);
/* A barrier of the program's own, whether what threads do on both its sides needs it, and whether they do anything there. */
struct fold_barrier_use {
	const struct ir_expr *site;
	const struct ir_func *func;
	double warps; /* that come, each as often as it does in the launch */
	bool is_needed, has_before, has_after;
};
void fold_barrier_use(struct fold *fold, const struct fold_barrier_use *use);
/* From here on figures that do are those of `likely`, the fold of a run by example; both live until fold_finish. */
void fold_set_likely(struct fold *fold, const struct fold *likely);

/* How many requests and branches of single warps it has been told of. */
uint64_t fold_events(const struct fold *fold);

/* The sites, in order of place, into the launch; strings and all in `arena`. */
struct source_reader;
void fold_finish(struct fold *fold, struct arena *arena, const struct source_reader *sources,
                 const struct kernel *kernel, struct launch *launch);

#endif
