/* What the aggregator keeps of one site of a launch while that runs: sums over its requests, and signs of what they are like.
 *
 * Sums are weighted by how much each event stands for; costs are sectors, wavefronts or passes, by space. What speaks
 * of a pattern, a step or a start is that of the costliest request, or of the first where it says no more. */
#ifndef GPULINT_MODEL_SITE_ACCUMULATOR_H
#define GPULINT_MODEL_SITE_ACCUMULATOR_H

#include "data/mask.h"
#include "data/symbol.h"
#include "data/value.h"
#include "ir/ir.h"
#include "model/caches.h"
#include "model/contention.h"
#include "model/facts.h"
#include "model/fault.h"
#include "model/figures.h"
#include "model/samples.h"
#include "support/pointer_map.h"

/* What one block made of a site, each event counted as often as the block itself makes it. */
struct block_sums {
	double requests, lanes, cost, divergent;
};

/* An atomic, if one lane of a warp did it for all. */
struct election {
	double requests;           /* to an address that does not depend on the thread */
	double alike;              /* where all lanes go to one address, for whatever reason */
	double lanes, cost, ideal; /* of the lanes that are elected, were it so in all requests */
};

/* A compare-and-swap that a loop tries until it gets through (code/retry_loop.h), and the atomic that does the same in one go. */
struct retry_sums {
	const struct retry_loop *loop; /* NULL: it is none */
	double requests, lanes;        /* the first time each */
	bool is_native;                /* there is such an atomic, */
	double native_cost;            /* which takes so many wavefronts of shared memory, */
	struct contention *contention; /* and of global memory that; NULL: none */
};

/* An asynchronous copy: what a load and a store would cost that lie as its sides do. */
struct copy_sums {
	enum copy_path way;
	double load, ideal_load, store, ideal_store;
};

/* Of an access in a loop, whether it goes where that of the iteration before went. */
struct repeating {
	struct term first, end;     /* addresses of the first and the last lane, */
	int64_t offset;             /* to which that is added */
	const struct ir_stmt *loop; /* the innermost around it, as of struct access_event */
	unsigned block;             /* of the launch, counted through, that these are of */
	double before, requests;    /* accumulator.requests as of the last event; those that were repeated */
};

struct site_accumulator {
	const void *node;                      /* the ir_expr or ir_stmt */
	struct site_accumulator *next_of_node; /* of another place, kind or space; NULL: there is none */
	const struct ir_expr *place;           /* where an access is reported: itself, or a call of a built-in header */
	enum site_kind kind;
	enum site_space space;
	const struct ir_func *func;
	const struct ir_unit *unit;
	struct ir_loc loc;
	const struct ir_line_info *line_info; /* as of struct access_event */
	unsigned width;
	struct object *object;
	const struct object *other_object;      /* that another request goes to; NULL: all go to the first one */
	bool more_objects;                      /* than these two */
	const struct ir_stmt *diverging_branch; /* the branch that lanes are away for, or NULL */

	double requests, lanes, cost, ideal, low, high;
	double gap_cost; /* of the same lanes side by side, each in its place: what lanes that are off cost */
	double worst_excess;
	unsigned same_address;
	/* lanes on the address of a request that most are on, summed over so many requests */
	double same_lanes, same_requests;
	bool result_used; /* as in struct site */
	struct election election;
	struct retry_sums retry;
	struct copy_sums copy;
	bool elected; /* the figures are of that lane */
	bool extrapolated;
	uint32_t open_loop; /* as in struct access_event, of the first that was in one */

	/* Requests without a cost, with bounds alone, and of lanes that may come or not; and what that rests on. */
	double unknown_requests, bounded_requests, doubtful_requests;
	bool one_lane;            /* as of struct access_event, of some */
	symbol_id unknown_symbol; /* of a lane whose address or condition is not known */
	symbol_id spread_symbol;  /* of a lane that may go anywhere within known bounds; 0: none does */
	symbol_id index_symbol;   /* of lanes that are apart by what is not known; 0: none are */
	symbol_id rows_symbol;    /* that is taken to leave rows where sectors begin; 0: none is */
	symbol_id example_symbol; /* of a lane that an example says where it goes; 0: none does */
	const char *assumption;   /* that addresses rest on; NULL: none */
	struct known_fault fault;

	/* Branches. */
	const struct ir_expr *condition;
	double divergent;
	double minority; /* lanes on the side that fewer took, summed over divergent executions */
	double arm_warps, whole_warps, arm_lanes; /* as in struct site */
	double no_warps, no_lanes;                /* of these, those of the side where the condition does not hold */
	/* times that a block comes there, and that blocks do of which one stands for all */
	double visits, group_visits;
	/* loops: lanes of each warp that came in, in the running block; that went on last */
	struct mask entered, going_on;
	bool data_dependent, both_arms;
	bool ends_loop;                     /* as in struct branch_event */
	const struct ir_stmt *calling_loop; /* as in struct access_event, of the latest that was called so */

	/* How the lanes step. */
	double pattern_share[PATTERN_MIXED + 1];
	int64_t step;
	unsigned lanes_apart; /* as in struct request_figures, of the request whose step it is */
	double step_share;
	int64_t first_step;     /* of the first request of several lanes */
	bool steps, steps_vary; /* there was such a request; another one stepped otherwise */
	int64_t row_step;       /* as in struct site, of the first access that has two rows */
	bool has_row_step, row_steps_vary;
	int64_t used_step;                     /* the step that step_used is of, as are */
	uint64_t step_from, step_end;          /* as in struct site, of such requests */
	uint64_t step_used, step_used_by_warp; /* as in struct site */
	uint32_t first_block[3];               /* from which the first request came, and */
	unsigned first_warp;                   /* its warp; of these two is step_used_by_warp */
	uint32_t uneven_lanes;                 /* to which some request's step is another than its first */
	int64_t uneven_step;                   /* that first step, of the costliest such request */
	double uneven_share;
	unsigned misalignment;
	uint32_t starts;           /* bytes into a sector where requests side by side begin, a bit each */
	bool starts_unlike_thread; /* a misaligned one begins elsewhere than its first thread's index has it */

	struct block_sums block, first; /* what the running block, and the first one, made of it */
	/* requests of each warp of the running block, of branches its arm_warps, each as often as it counts */
	double of_warp[MAX_WARPS];
	double of_slowest; /* of the warp that has most of each block, summed over the blocks; */
	double of_busiest; /* and of the one that has most of all, once */

	uint64_t last_address;     /* of the first lane that ran, in the running block's latest event */
	double walking_requests;   /* loads that stand one element behind the load before, of one block */
	double returning_requests; /* and in front of it */
	/* there were requests of lanes in banks of their own, as in struct site; and of others in several rows */
	bool own_banks, shared_banks;
	bool uniform; /* of some request the address depends on no thread of the block */
	struct repeating repeating;
	struct sampled_requests *sampled; /* see samples.h; NULL: none are */

	struct flow flow;              /* of accesses to global memory */
	struct contention *contention; /* of atomics on global memory; NULL: there was none */
	double computed;               /* requests to constant memory at places that the compiler does not know, */
	double constant_lines;         /* and the lines of 64 bytes of those of known addresses */
	struct work arm_work;          /* branches: as in struct site */

	struct known_figures last[2]; /* of the latest request of all lanes, and of the latest of others */
	struct trace_site *trace;     /* as in struct site */
};

/* All accumulators of a launch, each on its own in memory, in the order in which they came until somebody sorts them. */
struct site_accumulators {
	struct site_accumulator **items;
	size_t count, capacity;
	struct pointer_map by_node; /* the last of a node's; the others hang on it */
};

/* The accumulator of that node, place, kind and space; NULL: there is none. */
struct site_accumulator *accumulators_find(const struct site_accumulators *accumulators, const void *node,
                                           const struct ir_expr *place, enum site_kind kind, enum site_space space);
/* The same, made when there is none. */
struct site_accumulator *accumulators_get(struct site_accumulators *accumulators, const void *node,
                                          const struct ir_expr *place, enum site_kind kind, enum site_space space);
void accumulators_free(struct site_accumulators *accumulators);

/* Whether the program says of what an access goes to that it may not be left out; the accumulator must be of one. */
bool accumulator_is_volatile(const struct site_accumulator *accumulator);
/* Where an access goes, by what makes it; */
const struct ir_expr *address_of_access(const struct ir_expr *e);
/* the accumulator must be of one. */
const struct ir_expr *accumulator_address(const struct site_accumulator *accumulator);
/* The pattern of most of what its requests cost. */
enum pattern accumulator_pattern(const struct site_accumulator *accumulator);

#endif
