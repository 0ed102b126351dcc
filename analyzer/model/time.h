/* The time of a launch, and what bounds it: a bottleneck model.
 *
 * Each resource of the GPU has a rate. The launch's demand (struct demand) over that rate is a lower bound of the resource's time.
 * Resources work in parallel, so the busiest one decides. The model sums the times by a high power: that is their maximum, unless
 * several resources are about equally busy. A second term is latency: a block starts, waits for its loads, and makes room for the
 * next block. The first wait of the first blocks is added as it is. Otherwise work and waiting overlap, and a power of 2.5 combines
 * them: copies with 8 to 64 warps per multiprocessor and 1 to 16 outstanding loads are then within 10% of their measured times.
 *
 *   link          bytes to and from pinned host memory, and serialized atomics there (link.h)
 *   memory        sectors that miss L2, each with the bytes that memory moves for it, which depends on neighbouring sectors
 *   L2            sectors of loads that miss L1; lines of stores, for each request. If several iterations write a sector in parts,
 *                 L2 may have evicted it in between and loads it again
 *   L1            lines that requests look up: one per cycle and multiprocessor
 *   shared        wavefronts: one per cycle and multiprocessor
 *   atomics       passes in all L2 slices together, and passes of the busiest slice (contended atomics, contention.h)
 *   constant      distinct words of requests to constant memory that are not operands of other instructions
 *   local         lines of spills and arrays (own_variables.h): L1 looks up four lines of a load per cycle, and takes a cycle for each
 *                 line and sector of a store. Stores go on to L2, and so do loads that exceed L1
 *   textures      fetches by warps
 *   issue         instructions by warps: one per cycle and scheduler that has a warp
 *   special       instructions of the special function units, and double precision: a unit takes several cycles for a warp
 *   integers      bit operations, comparisons and products by warps: half of the lanes per cycle
 *   barriers      warps at barriers: two cycles each, per multiprocessor
 *   block starts  blocks, however little they do
 *   latency       (blocks / concurrent blocks) * (start and end of a block + wait for its loads + serial or pipelined operations of
 *                 its mean warp), after Little's law. The slowest warp counts at the end, and wherever all slots are full, since an
 *                 ending block makes room. The longest block is a lower bound. If the machine code's schedule gives a longer wait
 *                 for arithmetic, shared memory, shuffles, loads and barriers, that replaces both waits (model/compiled/schedule.h)
 *
 * All rates are measured. They follow from the curves of a profile (kernels/rates.h), or from another GPU's profile by data sheet
 * (kernels/scaled_rates.h). Times are microseconds. */
#ifndef GPULINT_MODEL_TIME_H
#define GPULINT_MODEL_TIME_H

#include "model/facts.h"

enum {
	TABLE_SIZES = 5,
	SMALLEST_TABLE = 2048
}; /* bytes of tables in constant memory; each size is twice the one before */

/* Microseconds that a warp waits: the likely value, and the measured minimum and maximum. */
struct wait {
	double likely, least, most;
};

/* Rates of the whole GPU per microsecond. */
struct rates {
	double bytes; /* memory bandwidth of one stream */
	double l2_sectors, l2_lines, resumed_lines;
	double lookups, wavefronts, instructions;
	double special, doubles, integers; /* instructions of each kind */
	double passes, slice_passes;       /* passes of atomics in all L2 slices, and in one */
	double slices_by_pieces; /* exponent: the number of slices that n pieces of memory occupy is n to this power */
	double constants, constant_passes;
	double constant_line_us[TABLE_SIZES]; /* for each line of constants, in addition to its words, by table size */
	double generic_passes;                /* extra passes of L1 or shared memory for a generic request */
	double local_bytes;                   /* bytes of local memory that L1 of a multiprocessor keeps */
	double fetches;
	double link_read, link_written; /* bytes */
	double blocks;
	/* bytes that memory moves for a sector */
	double loaded[NEARNESSES], part_stored[NEARNESSES], stored[NEARNESSES];
	double l1_latency, l2_latency, memory_latency, shared_latency;
	double double_step; /* latency of dependent double-precision operations */
	/* latency of a barrier with one warp, and of each further warp, which also is the time that a multiprocessor
	 * spends on each warp */
	double barrier, barrier_of_warp;
	/* a store and a fence, of device and of system scope; all warps wait in parallel */
	struct wait fence, system_fence;
	double block_overhead; /* time of a block without its loads */
	unsigned multiprocessors, warps_per_multiprocessor;
	unsigned schedulers; /* per multiprocessor */
	double l2_bytes;     /* effective size of L2 */
	double uncertainty;  /* factor of uncertainty of times and ratios due to the rates; 1: measured on this GPU */
};

/* Blocks that do not all start at once run in waves on each multiprocessor. After so many waves, a partial wave matters
 * less than the scatter of the predicted times. */
enum { TIME_FEW_WAVES = 8 };

/* Loads of a loop that are issued together if no store is between them: nvcc unrolls a loop of unknown trip count by
 * four. */
enum { TIME_LOADS_TOGETHER = 4 };

/* The advised block size, and the one that block sizes are compared with. */
enum { TIME_USUAL_BLOCK = 256 };

/* A variant of the launch. */
struct time_form {
	bool (*is_ideal)(const void *context, const struct site *site); /* sites in their ideal form; NULL: none */
	const void *context;
	struct work saved;
	struct work of_few;        /* the part of the remaining work that few warps do alone */
	double few;                /* the share of these warps; 0: none */
	bool is_freed;             /* ideal loads no longer wait for stores of their loop */
	bool branches_as_they_are; /* few warps execute the rare arms of branches alone */
	double block_threads;      /* block size, with as many threads in total; 0: unchanged */
	double spread;             /* factor on the number of threads, with the same total work; 0: unchanged */
	double share;              /* share of threads and of work that remains; 0: all */
	enum {
		LOCALS_AS_THEY_ARE,
		LOCALS_IN_SHARED, /* interleaved by lane, without bank conflicts */
		LOCALS_IN_REGISTERS
	} locals; /* where arrays of local memory are placed */
	bool (*is_merged)(const void *context,
	                  const struct site *site); /* sites that are merged into wider accesses; NULL: none */
	double merged;                              /* accesses that one instruction replaces */
	bool host_memory_is_copied; /* pinned memory is copied to the device and back, outside of the launch */
	double also_us;             /* additional time outside of the launch */
	bool even;                  /* all warps of a block have the same trip count */
	double warps;               /* warps per multiprocessor; 0: unchanged */
};
extern const struct time_form time_as_it_is;

/* Time of an empty launch between events (H200: 2.6 to 2.75), a part of every launch's time. Launches in direct succession take
 * about 1.3 less each. Profiles contain short launches in succession, and no empty one, so this is not a rate of a profile. */
extern const double time_launch_us;

/* us is NAN if the evaluator left a loop early, if the profile lacks a rate, or if unknowns could more than double the time (`why` has
 * the reason). The likely case assumes the usual behaviour of compiler and caches; low_us and high_us span the others, also beyond
 * a factor of two (time_cases.c). It reads the launch's shape, occupancy, work, local memory requests, footprint, buffer_bytes, sites,
 * unbounded_time and cut_loop. */
struct launch_time time_of_launch(const struct rates *rates, const struct launch *launch, const struct time_form *form);
/* The time of one variant over that of the other. Low and high span the unknowns: whether data are in L2 at the start, how far waits
 * overlap with work, how many loads of a loop are outstanding, twice or half as many dependent operations, the cost of unknown
 * addresses, and the model's error on reference kernels. */
struct penalty time_ratio(const struct rates *rates, const struct launch *launch, const struct time_form *form,
                          const struct time_form *ideal);

/* The same for the launch and another one that does the same work, each unchanged. The unknowns are those of the
 * first. */
struct penalty time_ratio_to(const struct rates *rates, const struct launch *launch, const struct launch *other);

/* "memory", "L2" */
const char *time_resource_text(enum time_resource resource);

#endif
