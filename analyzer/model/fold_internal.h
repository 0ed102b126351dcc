/* What the fold keeps of a site while the launch runs; shared by fold.c, which counts, and sites.c, which tells. */
#ifndef GPULINT_MODEL_FOLD_INTERNAL_H
#define GPULINT_MODEL_FOLD_INTERNAL_H

#include "model/fold.h"

/* Fewer are none: what rounding leaves of requests that were counted and taken back. */
#define LEAST_REQUESTS 1e-6

/* What one block made of a site, each event counted as often as the block itself makes it. */
struct block_sums {
	double requests, lanes, cost, divergent;
};

struct tally {
	const void *node;               /* the ir_expr or ir_stmt */
	const struct ir_expr *place;    /* where an access is reported: itself, or a call of a built-in header */
	enum site_kind kind;
	enum site_space space;
	const struct ir_func *func;
	const struct ir_unit *unit;
	struct ir_loc loc;
	const struct ir_expr *condition;   /* of a branch */
	unsigned width;
	struct object *object;
	/* Sums, weighted by how much each event stands for. */
	double requests, lanes, cost, ideal, low, high, divergent;
	double minority;                /* lanes on the side that fewer took, summed over divergent executions */
	double gap_cost;                /* of the same lanes side by side, each in its place: what lanes that are off cost */
	const struct ir_stmt *divider;  /* the branch that they are away for, or NULL */
	double side_warps, whole_warps, side_lanes;   /* of branches: as in struct site */
	double no_warps, no_lanes;      /* of these, those of the side where the condition does not hold */
	double visits;                  /* of branches: times that a block comes there */
	double whole_cost, whole_ideal; /* had each request moved the whole vector that its member belongs to */
	double unknown_requests, unknown_lanes, unknown_ideal;   /* of them, those without a cost */
	double bounded_requests, doubtful_requests;
	double least_cost, most_cost;   /* per lane, over the requests with a cost */
	double worst_excess;
	double pattern_share[PATTERN_MIXED + 1];
	int64_t step;
	double step_share;
	int64_t used_step;              /* the step that step_used is of */
	uint64_t step_used;             /* as in struct site */
	uint32_t uneven_lanes;          /* to which some request's step is another than its first */
	int64_t uneven_step;            /* that first step, of the costliest such request */
	double uneven_share;
	unsigned misalignment, same_address;
	uint32_t starts;                /* bytes into a sector where requests side by side begin, a bit each */
	bool starts_unlike_thread;      /* a misaligned one begins elsewhere than its first thread's index has it */
	const char *assumption;         /* that addresses rest on; NULL: none */
	symbol_id unknown_symbol;       /* of a lane whose address or condition is not known */
	symbol_id spread_symbol;        /* of a lane that may go anywhere within known bounds; 0: none does */
	symbol_id index_symbol;         /* of lanes that are apart by what is not known; 0: none are */
	symbol_id example_symbol;       /* of a lane that an example says where it goes; 0: none does */
	/* What the running block, and the first block that stood for others, made of it: blocks that were not run are like
	 * those that were only if those are all alike. */
	struct block_sums block, like;
	bool like_is_edge;
	unsigned blocks_seen, edges_seen;   /* blocks that came here: that stood for others, and for themselves */
	double block_yes;               /* branches: lanes of the running block whose condition held */
	bool all_yes, all_no;           /* blocks seen in which all lanes went the one way, or the other */
	bool unlike, unlike_edge;       /* of blocks that stand for others; of those and the others */
	/* Signs that the compiler may make one wider access of several; see may_be_merged. */
	uint64_t stores_before;         /* to the same space, when it was first seen */
	uint64_t first_address, last_address;   /* of the first lane that ran, in the first and the latest event */
	double walking_requests;        /* loads that stand one element behind the load before */
	double returning_requests;      /* and in front of it */
	bool extrapolated, trips_assumed, data_dependent, merged, both_sides;
};

struct widening;

struct fold {
	const struct symbols *symbols;
	const struct memory *memory;
	unsigned warps;
	uint64_t first_thread;          /* of the running block: see fold_begin_block */
	unsigned block_width;           /* threads of a block in its x dimension */
	const struct doubts *doubts;
	FILE *events;
	struct widening *widening;
	const struct fold *likely;      /* of a run by example; NULL: there was none */
	uint64_t stores[SPACE_GENERIC + 1];   /* to each space, and atomics, seen so far */
	unsigned blocks, edges;         /* run so far: that stood for others, and that stood for themselves */
	struct tally **tallies;
	size_t tally_count, tally_capacity;
	struct tally **slots;           /* open addressing by node, kind and space */
	size_t slot_count;
};

/* Counts an access as the instruction that it says it is. */
void fold_count(struct fold *fold, const struct fold_access *access);

/* Where an access goes; the tally must be of one. */
const struct ir_expr *tally_address(const struct tally *tally);

struct address_reader;
/* The sites of a launch and the tallies that they are told from, in order of place. */
struct relatives {
	const struct tally **tallies;
	struct site *sites;
	size_t count;
};
/* Sets what sites are to each other: ids, dividers, ladders of else-ifs, walks. */
void relate_sites(const struct relatives *relatives, const struct kernel *kernel, struct address_reader *reader);

/* The same site in the run by example, if it knows more than this one; or NULL. */
const struct tally *likely_tally(const struct fold *fold, const struct tally *tally);

/* The vector type that an access is to a member of (float2, uint4, a record aligned to its size), or NULL. */
const struct ir_type *tally_vector(const struct ir_expr *access);
/* Whether neighbouring accesses to shared memory, of this site in turn or of this and another, may become one wider
 * access: the compiler knows how shared arrays are aligned. Then the figures hold only if it does not. */
bool may_be_merged(const struct fold *fold, const struct tally *tally);
/* Accesses to all members of one vector, in one function, are one access of the whole: the compiler makes them so. */
void merge_members(struct fold *fold);

#endif
