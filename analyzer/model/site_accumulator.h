/* The accumulator of one site during a launch: sums over its requests, and properties of them.
 *
 * Sums are weighted by what each event represents. Costs are sectors, wavefronts or passes, by space. A pattern, a
 * step or a start is that of the costliest request, or of the first one where noted. */
#ifndef GPULINT_MODEL_SITE_ACCUMULATOR_H
#define GPULINT_MODEL_SITE_ACCUMULATOR_H

#include "domain/mask.h"
#include "domain/symbol.h"
#include "domain/value.h"
#include "ir/ir.h"
#include "model/caches.h"
#include "model/contention.h"
#include "model/facts.h"
#include "model/fault.h"
#include "model/figures.h"
#include "model/samples.h"
#include "support/pointer_map.h"

/* A block's sums for a site, each event weighted within the block. */
struct block_sums {
	double requests, lanes, cost, divergent;
};

/* The figures of an atomic if one elected lane of the warp performed it for all. */
struct election {
	double requests;           /* with an address that does not depend on the thread */
	double alike;              /* with one address for all lanes, for whatever reason */
	double lanes, cost, ideal; /* of the elected lanes, as if all requests elected */
};

/* A compare-and-swap loop (analysis/retry_loop.h), and the equivalent native atomic. */
struct retry_sums {
	const struct retry_loop *loop; /* NULL: no such loop */
	double requests, lanes;        /* of the first tries */
	bool is_native;                /* an equivalent atomic exists, */
	double native_cost;            /* its wavefronts in shared memory, */
	struct contention *contention; /* and its contention in global memory; NULL: none */
};

/* An asynchronous copy: the cost of a plain load and store at its addresses. */
struct copy_sums {
	enum copy_path path;
	double load, ideal_load, store, ideal_store;
};

/* Whether an access in a loop repeats the address of the previous iteration. */
struct repeating {
	struct term first, end;     /* addresses of the first and the last active lane, */
	int64_t offset;             /* without this offset */
	const struct ir_stmt *loop; /* the innermost surrounding loop, as in struct access_event */
	unsigned block;             /* number of the block in the launch */
	double before, requests;    /* accumulator.sums.requests before the last event; repeated requests */
};

struct site_accumulator {
	const void *node; /* the ir_expr or ir_stmt */
	struct site_accumulator
		*next_of_node; /* of the same node, with another reported expression, kind or space; or NULL */
	/* the reported expression: the access, or a call of a built-in header's function */
	const struct ir_expr *reported;
	enum site_kind kind;
	enum site_space space;
	const struct ir_func *func;
	const struct ir_unit *unit;
	struct ir_loc loc;
	const struct ir_line_info *line_info; /* as in struct access_event */
	unsigned width;
	struct {
		struct object *first;
		const struct object *other; /* of another request; NULL: all access the first one */
		bool are_more;              /* than these two */
	} objects;
	const struct ir_stmt *diverging_branch; /* the branch at which the missing lanes left, or NULL */
	const struct ir_stmt *calling_loop;     /* as in struct access_event, of the latest event with one */
	uint32_t open_loop;                     /* as in struct access_event, of the first event with one */
	bool extrapolated;

	struct {
		double requests, lanes, cost, ideal, low, high;
		double gap_cost; /* of the same lanes if contiguous, each in its slot: the cost of inactive lanes */
		double worst_excess;
	} sums;
	struct known_figures last[2]; /* of the latest request of all lanes, and of the latest of fewer */

	struct {
		/* requests without a cost, with bounds only, and with lanes that may be inactive; and what that depends
		 * on: */
		double unknown_requests, bounded_requests, doubtful_requests;
		bool one_lane;            /* as in struct access_event, of some event */
		symbol_id unknown_symbol; /* of a lane with unknown address or condition */
		symbol_id spread_symbol;  /* of a lane anywhere within known bounds; 0: none */
		symbol_id index_symbol;   /* of lanes with unknown distances; 0: none */
		symbol_id rows_symbol;    /* assumed to begin rows on a sector boundary; 0: none */
		symbol_id example_symbol; /* of a lane whose address comes from sample data; 0: none */
		const char *assumption;   /* that addresses depend on; NULL: none */
	} caveats;
	struct known_fault fault;

	struct {
		const struct ir_expr *condition;
		double divergent;
		double minority; /* lanes on the smaller arm, summed over divergent executions */
		double arm_warps, whole_warps, arm_lanes; /* as in struct site */
		double no_warps, no_lanes;                /* of these, those of the arm for a false condition */
		/* executions by blocks, and by blocks that represent others */
		double visits, group_visits;
		/* loops: lanes of each warp in the running block that entered, and that continued last */
		struct mask entered, going_on;
		bool data_dependent, both_arms;
		bool ends_loop;       /* as in struct branch_event */
		struct work arm_work; /* as in struct site */
	} branch;

	struct {
		double share[PATTERN_MIXED + 1];
		bool uniform; /* the address of some request is uniform in the block */
		int64_t step;
		unsigned lanes_apart; /* as in struct request_figures, of the request with this step */
		double step_share;
		int64_t first_step;     /* of the first request with several lanes */
		bool steps, steps_vary; /* there was such a request; another one has a different step */
		int64_t row_step;       /* as in struct site, of the first access with two rows */
		bool has_row_step, row_steps_vary;
		int64_t used_step;                     /* the step that step_used refers to */
		uint64_t step_from, step_end;          /* as in struct site, for these requests */
		uint64_t step_used, step_used_by_warp; /* as in struct site */
		uint32_t first_block[3];               /* the block of the first request, */
		unsigned first_warp;                   /* and its warp; step_used_by_warp refers to both */
		uint32_t uneven_lanes;                 /* lanes at which some request's step differs from its first */
		int64_t uneven_step;                   /* that first step, of the costliest such request */
		double uneven_share;
		unsigned misalignment;
		uint32_t starts; /* offsets within a sector at which contiguous requests begin, a bit each */
		/* a misaligned request begins elsewhere than its first thread's index implies */
		bool starts_unlike_thread;
		struct sampled_requests *sampled; /* see samples.h; NULL: none */
	} pattern;

	struct {
		struct block_sums running, first; /* sums of the running block, and of the first */
		/* by warp of the running block: weighted requests; for branches, warps of their arms */
		double of_warp[MAX_WARPS];
		double of_slowest; /* of each block's busiest warp, summed over the blocks; */
		double of_busiest; /* and of the busiest warp of all */
	} blocks;

	struct {
		uint64_t last_address; /* of the first active lane, in the running block's latest event */
		double onward;         /* loads of a block one element after the previous load, */
		double back;           /* and one element before it */
	} walk;
	struct repeating repeating;
	struct copy_sums copy;
	struct flow flow; /* accesses to global memory */

	struct {
		/* some requests have all lanes in distinct banks, as in struct site; others in several rows do not */
		bool has_own, has_conflicts;
	} banks; /* of shared memory */

	struct {
		unsigned same_address; /* the most lanes on one address of a request, */
		double same_lanes;     /* summed over requests; */
		double same_requests;  /* and the number of these requests */
		bool result_used;      /* as in struct site */
		struct election election;
		bool elected; /* the figures are those of the elected lane */
		struct retry_sums retry;
		struct contention *contention; /* in global memory; NULL: none */
	} atomic;

	struct {
		double computed; /* requests at addresses that the compiler does not know, */
		double lines;    /* and the 64-byte lines of those with known addresses */
	} constants;

	struct trace_site *trace; /* as in struct site */
};

/* All accumulators of a launch, each allocated separately, in order of creation until they are sorted. */
struct site_accumulators {
	struct site_accumulator **items;
	size_t count, capacity;
	struct pointer_map by_node; /* the last one of each node; it links to the others */
};

/* The accumulator of the node, reported expression, kind and space; NULL: none. */
struct site_accumulator *accumulators_find(const struct site_accumulators *accumulators, const void *node,
                                           const struct ir_expr *reported, enum site_kind kind, enum site_space space);
/* The same; creates it if there is none. */
struct site_accumulator *accumulators_get(struct site_accumulators *accumulators, const void *node,
                                          const struct ir_expr *reported, enum site_kind kind, enum site_space space);
void accumulators_free(struct site_accumulators *accumulators);

/* Whether the accessed object is volatile; the accumulator must be that of an access. */
bool accumulator_is_volatile(const struct site_accumulator *accumulator);
/* The address operand of an accessing expression; */
const struct ir_expr *address_of_access(const struct ir_expr *e);
/* and of an accumulator, which must be that of an access. */
const struct ir_expr *accumulator_address(const struct site_accumulator *accumulator);
/* The pattern with the largest share of the cost. */
enum pattern accumulator_pattern(const struct site_accumulator *accumulator);

#endif
