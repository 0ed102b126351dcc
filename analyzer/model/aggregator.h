/* The aggregator: from the evaluator's events, an access or a branch of all threads of a block, to figures of sites.
 *
 * One aggregator belongs to one launch of one kernel. It splits each event into warps, lets memory_model.h count what each
 * warp's request costs, and adds it up by source expression. */
#ifndef GPULINT_MODEL_AGGREGATOR_H
#define GPULINT_MODEL_AGGREGATOR_H

#include <stdio.h>

#include "data/mask.h"
#include "data/memory.h"
#include "data/value.h"
#include "model/facts.h"

struct gpu;
struct known_code;

struct aggregator;

/* An asynchronous copy from global to shared memory. */
struct copy_event {
	const struct value *from, *to;
	const struct mask *empty; /* lanes that take nothing from global memory */
	bool bypass, fills;       /* as of struct async_copy */
};

struct access_event {
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
	const char *assumption;        /* that the addresses rest on; NULL: none */
	bool spins;                    /* in a round of the loop that an atomic is */
	const struct copy_event *copy; /* of which it is the one side: a load, or a store to shared memory; or NULL */
};

struct branch_event {
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
struct aggregator *aggregator_new(const struct symbols *symbols, const struct memory *memory, const struct gpu *gpu,
                                  unsigned warps, FILE *events);
/* The code that events come from: the kernel, and what is known of its functions; they outlive the aggregator. */
void aggregator_set_code(struct aggregator *aggregator, const struct ir_func *kernel, struct known_code *code);
void aggregator_free(struct aggregator *aggregator);
/* Sites at the place that the trace is for are traced (support/trace.h); NULL: none are. */
void aggregator_set_trace(struct aggregator *aggregator, struct trace *trace);
/* Why nothing is known of how long the launch takes, as a reason; 0: something is. */
void aggregator_set_unbounded_time(struct aggregator *aggregator, uint32_t reason);
/* An access to a variable of the thread's own, whose place in it the compiler knows or not. */
void aggregator_own(struct aggregator *aggregator, const struct object *variable, const struct access_event *access,
                    bool place_known);
/* The part of L1 that one of its blocks has, in bytes. */
void aggregator_set_l1_room(struct aggregator *aggregator, uint64_t room);
/* The launch is to be measured: of arrays whose numbers lead to others it is noted how large these may be. */
void aggregator_note_indices(struct aggregator *aggregator);
/* The next block begins: its index in the grid, how many threads it has in the x dimension, and whether it stands for others. */
void aggregator_begin_block(struct aggregator *aggregator, const uint32_t at[3], unsigned width, bool for_others);
/* Of the running block's warps the share that has accessed no memory so far. */
double aggregator_idle_share(const struct aggregator *aggregator);
void aggregator_end_block(struct aggregator *aggregator);
/* With a negative weight: takes back one that was counted, at the same addresses. */
void aggregator_access(struct aggregator *aggregator, const struct access_event *access);
/* An access to a texture or surface, whose address nobody knows: it costs what it costs. */
void aggregator_texture(struct aggregator *aggregator, const struct access_event *access);
/* Accesses that count as one: how many they are is not known, for that symbol's reason. */
void aggregator_unknown(struct aggregator *aggregator, const struct access_event *access, symbol_id symbol);
void aggregator_branch(struct aggregator *aggregator, const struct branch_event *branch);
/* What stands on the sides of the branch has run, and was so much work; NULL: nobody knows. Of one of which a side only jumps off that
 * is what follows, and of one that ends a loop all of that. */
void aggregator_branch_work(struct aggregator *aggregator, const struct ir_stmt *branch, const struct work *work);
/* So many iterations were run of such a loop as accesses and branches name as open. */
void aggregator_note_iterations(struct aggregator *aggregator, uint32_t open_loop, uint64_t iterations);

/* The launch goes to shared memory of other blocks, for which the running block's own stands. */
void aggregator_note_cluster(struct aggregator *aggregator);
/* Of NULL: SPACE_GENERIC. */
enum site_space space_of_object(const struct object *object);

/* Whether some site cost a block otherwise than the first. */
bool aggregator_blocks_differ(const struct aggregator *aggregator);
/* Whether data that is not known decides where lanes go, or which do. */
bool aggregator_depends_on_data(const struct aggregator *aggregator);
/* A barrier of the block that the thread `came` surely comes to, and `missing`, which has not ended, surely does not; of each
 * expression the first is kept, or the first of which threads do not end. */
struct barrier_event {
	const struct ir_expr *site;
	const struct ir_func *func;
	unsigned came, missing; /* threads of the block, counted through */
	bool missing_end;       /* all threads that are missing end without meeting another barrier in its place */
};
void aggregator_divergent_barrier(struct aggregator *aggregator, const struct barrier_event *barrier);
/* A fence that counts for the host and other devices, by warps of so much weight. */
struct fence_event {
	const struct ir_expr *place;
	const struct ir_func *func;
	double warps;
};
void aggregator_system_fence(struct aggregator *aggregator, const struct fence_event *fence);
/* Two accesses to the same shared memory by two threads of a block, one of them a store, that nothing orders. */
struct race_event {
	struct race_event_end {
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
void aggregator_shared_race(struct aggregator *aggregator, const struct race_event *race);
/* A barrier of the program's own, whether what threads do on both its sides needs it, and whether they do anything there. */
struct barrier_use_event {
	const struct ir_expr *site;
	const struct ir_func *func;
	double warps; /* that come, each as often as it does in the launch */
	bool is_needed, has_before, has_after;
};
void aggregator_barrier_use(struct aggregator *aggregator, const struct barrier_use_event *use);
/* From here on figures that do are those of `likely`, the aggregator of a run by example; both live until aggregator_finish. */
void aggregator_set_likely(struct aggregator *aggregator, const struct aggregator *likely);

/* How many requests and branches of single warps it has been told of. */
uint64_t aggregator_events(const struct aggregator *aggregator);

/* The sites, in order of place, into the launch; strings and all in `arena`. */
struct source_reader;
void aggregator_finish(struct aggregator *aggregator, struct arena *arena, const struct source_reader *sources,
                       const struct kernel *kernel, struct launch *launch);

#endif
