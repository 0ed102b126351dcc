/* How long a launch takes, and what bounds it: a model of bottlenecks.
 *
 * Each resource of the GPU has a rate, and what the launch asks of it (struct demand) over that rate is the time that it
 * takes at least. Resources work side by side, so the busiest decides: the times are summed by a high power, which is
 * their maximum but where several are about as busy. Beside them stands the time that blocks take when nothing is busy:
 * each starts, waits for its loads, and makes room for the next. The first blocks' first wait comes before anything else is done:
 * it is added as it is. Otherwise, where waiting and work take about as long they get in each
 * other's way, which a lower power says: with 2.5, copies with 8 to 64 warps a multiprocessor and 1 to 16 loads under
 * way are within 10% of what they take.
 *
 *   link          bytes to and from pinned memory of the host, and atomics there that wait for each other (link.h)
 *   memory        sectors that are not found in L2, each at the bytes that memory moves for it, by what lies beside it
 *   L2            sectors that loads do not find in L1; stores, request by request, by the lines that they go to: where rounds
 *                 write a sector part by part, L2 has put some of them away in the meantime, and has to bring them back
 *   L1            lines that requests look up: one a cycle and multiprocessor
 *   shared        wavefronts: one a cycle and multiprocessor
 *   atomics       passes in L2, of all slices together; and those of the slice that has most, which are contended (contention.h)
 *   constant      words that requests to constant memory want, where the compiler cannot make operands of them
 *   local         lines that arrays of a thread's own are in which registers cannot hold (own_variables.h): L1 looks up four of a load's
 *                 in a cycle, and takes one for each line and sector of a store. Stores go on to L2, and so do loads of what L1 has
 *                 no room for
 *   textures      fetches of warps
 *   issue         instructions of warps: one a cycle and scheduler, of those that have a warp
 *   special       those to the special function units; and in double precision: each of these units does a warp in several cycles
 *   integers      operations on bits and comparisons of warps, or products: each kind has units for half of the lanes a cycle
 *   barriers      warps that come to one: two cycles each, of a multiprocessor
 *   block starts  blocks, however little they do
 *   latency       (blocks over those that run at once) * (a block's start and end + the wait for its loads + what the
 *                 operations of its mean warp take, a cycle each or one after the other): Little's law; the slowest warp counts at
 *                 the end, and with as many blocks as there can be, for one that ends makes room; and no less than the block takes that has
 *                 most to do. Where that is longer, in
 *                 place of both waits what the machine code's schedule has a warp wait for: arithmetic, shared memory, shuffles, loads
 *                 and barriers (model/compiled/schedule.h)
 *
 * All rates are measured: they follow from a profile's curves (kernels/rates.h), of another GPU by its data sheet
 * (kernels/scaled_rates.h). Times are microseconds. */
#ifndef GPULINT_MODEL_TIME_H
#define GPULINT_MODEL_TIME_H

#include "model/facts.h"

enum { TABLE_SIZES = 5, SMALLEST_TABLE = 2048 };   /* bytes: what the cache for constants holds; each size twice the one before */

/* Microseconds that a warp waits, likely, and from the least to the most that was measured. */
struct wait { double likely, least, most; };

/* Of the whole GPU, a microsecond. */
struct rates {
	double bytes;                   /* of memory, in one stream */
	double l2_sectors, l2_lines, resumed_lines;
	double lookups, wavefronts, instructions;
	double special, doubles, integers;   /* instructions, of each kind */
	double passes, slice_passes;    /* of atomics: of all slices of L2, and of one */
	double slices_by_pieces;        /* the power of the pieces of memory which says how many slices have these */
	double constants, constant_passes;
	double constant_line_us[TABLE_SIZES];   /* of a line of constants beside its words, of tables of 2 KiB, 4 KiB, … to TABLE_SIZES */
	double generic_passes;          /* of L1 or shared memory, that a generic request takes beside its own */
	double local_bytes;             /* of local memory that L1 of a multiprocessor keeps */
	double fetches;
	double link_read, link_written;   /* bytes */
	double blocks;
	double loaded[NEARNESSES], part_stored[NEARNESSES], stored[NEARNESSES];   /* bytes that memory moves for a sector */
	double l1_latency, l2_latency, memory_latency, shared_latency;
	double double_step;             /* latency of arithmetic in double precision: of an operation that needs the result of the one before */
	double barrier, barrier_of_warp;   /* latencies: of a barrier of one warp, and what each further warp of the block adds; as long
	                                      as that, too, a multiprocessor is busy with each warp that comes to one */
	struct wait fence, system_fence;   /* of a store and a fence of device scope, and of system scope: all warps wait at once */
	double block_turn;              /* what a block takes beside waiting for loads */
	unsigned multiprocessors, warps_per_multiprocessor;
	unsigned schedulers;            /* of a multiprocessor */
	double l2_bytes;                /* that are kept */
	double uncertainty;             /* the factor by which times and ratios may be off because of the rates: 1 of those that were
	                                   measured on the GPU itself */
};

/* Threads of the blocks that are advised, and that sizes of blocks are compared with. */
enum { TIME_USUAL_BLOCK = 256 };

/* In what form the launch is looked at. */
struct time_form {
	bool (*is_ideal)(const void *context, const struct site *site);   /* sites that are made ideal; NULL: none */
	const void *context;
	struct work saved;
	struct work of_few;             /* of what is left that which some warps do alone, */
	double few;                     /* and the share of these; 0: there are none */
	bool is_freed;                  /* loads that are made ideal stand behind no stores of their loop any more */
	bool branches_as_they_are;      /* few warps do alone what stands on the sides of the branches that few take */
	double block_threads;           /* blocks of so many threads, for the same threads in all; 0: as they are */
	double spread;                  /* the same work in all, by so many times as many threads; 0: as it is */
	double share;                   /* that share of the threads does that share of the work, and no others are there; 0: all */
	enum {
		LOCALS_AS_THEY_ARE,
		LOCALS_IN_SHARED,           /* of which lanes are side by side, each in a bank of its own */
		LOCALS_IN_REGISTERS
	} locals;                       /* where those arrays lie that are in local memory now */
	bool (*is_merged)(const void *context, const struct site *site);   /* sites of which a lane moves with one instruction */
	double merged;                  /* what it moves with so many now; NULL: none */
	bool host_memory_is_copied;     /* to the device's before and back behind, which is no part of the launch: what the host has pinned */
	double also_us;                 /* what has to be done beside the launch */
	bool even;                      /* all warps of a block make as many iterations */
	double warps;                   /* on a multiprocessor; 0: as they are */
};
extern const struct time_form time_as_it_is;

/* What a launch takes that does nothing, by events around it (an H200: 2.6 to 2.75); part of every launch's time. Launches
 * that follow each other at once take about 1.3 less, each: so the profiles have the short ones, and none that does nothing, which is
 * why this is no rate of theirs. */
extern const double time_launch_us;

/* us is NAN where a loop was left before it had come to its end, where the profile lacks a rate that is needed, and, with the reason
 * in `why`, where what is not known of the launch may make it more than twice as long. What the compiler and the caches make of it,
 * the likely case has as they mostly do: of that low_us and high_us alone tell, also beyond twice (time_cases.c). Only the shape,
 * occupancy, work, requests to local memory, footprint, buffer_bytes, sites, `boundless` and `cut_loop` of the launch are read. */
struct launch_time time_of_launch(const struct rates *rates, const struct launch *launch, const struct time_form *form);
/* Time in the one form over that in the other. Low and high span what is not known: whether data lie in L2 when the launch
 * begins, how far waiting overlaps with work, how many loads of a loop are under way at once, twice or half as many operations that
 * wait for the one before, what sites cost of which no addresses are known; and by how much the model misses reference kernels. */
struct penalty time_ratio(const struct rates *rates, const struct launch *launch, const struct time_form *form,
                          const struct time_form *ideal);

/* The same of the launch and of another that does the same work, each as it is; what is not known is that of the first. */
struct penalty time_ratio_to(const struct rates *rates, const struct launch *launch, const struct launch *other);

/* "memory", "L2" */
const char *time_resource_text(enum time_resource resource);

#endif
