/* From the accumulators of a launch to its sites, each part of a site in a file of its own:
 *   sites.c                which sites there are, and in what order
 *   summary_text.c         places, pieces of the source, why something is not known
 *   summary_arguments.c    the kernel's arguments that an index is made of
 *   summary_confidence.c   how far the figures can be trusted; what speaks against that:
 *   summary_run_caveats.c  caveats of what was run
 *   summary_figures.c      the figures
 *   summary_demand.c       what they take of the GPU
 *   summary_pattern.c      how the lanes step
 *   summary_object.c       the array
 *   summary_patch.c        whether the lanes lie close together in rows
 *   summary_aliasing.c     other accesses that may be to the same place
 *   summary_trace.c        all of this, for sites that are traced
 * Strings are constants or in the arena. */
#ifndef GPULINT_MODEL_SUMMARY_H
#define GPULINT_MODEL_SUMMARY_H

#include "model/address.h"
#include "model/aggregator_internal.h"

struct summary {
	const struct aggregator *aggregator;
	struct arena *arena;
	const struct source_reader *sources;
	const struct launch *launch;
	double block_bytes, footprint; /* of global memory that a block touches; that the sites told so far touch */
	uint64_t *phases;              /* orders of held loads, each once: struct site */
	size_t phase_count, phase_capacity;
	size_t visits; /* statements that summary_arguments may still look at, for all sites together */
	struct address_reader addresses;
	const struct object *sized;    /* the array of which it was asked last whether some code takes its size, and */
	bool size_taken;               /* whether some does */
	bool lanes_asked, lanes_named; /* whether the kernel has code that names lanes was asked; it has */
};

/* The file's name; "" when the unit does not have it. */
const char *summary_file(const struct ir_unit *unit, struct ir_loc loc);
/* The source text of a range, white space run together; "" when it cannot be had. */
const char *summary_excerpt(struct summary *t, const struct ir_unit *unit, struct ir_loc loc);
/* Why the symbol's value is not known. */
const char *summary_symbol(struct summary *t, symbol_id symbol);
/* Why nobody knows how long a launch takes in which that was met. */
const char *summary_unbounded_time(struct summary *t, uint32_t reason);
/* Where a reason is: "line 12", with the file if that is not the kernel's. */
const char *summary_line(struct summary *t, const struct reason *reason);

/* ": n = 1024 from the launch at line 40", or "" when no parameter matters. */
const char *summary_arguments(struct summary *t, const struct ir_func *func, const struct ir_expr *index);

/* Whether a number that was made up for the launch is a factor of the index. */
bool summary_steps_by_arbitrary(struct summary *t, const struct ir_func *func, const struct ir_expr *index);

/* Set the confidence and why it is so, of an access, of a branch; */
void summary_access_confidence(struct summary *t, const struct site_accumulator *accumulator, struct site *site);
void summary_branch_confidence(struct summary *t, const struct site_accumulator *accumulator, struct site *site);
/* and of a site whose figures are those of the run by example. */
void summary_likely_confidence(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

/* Notes in the site's trace what the source's evaluation makes of it; the site is set. */
void summary_trace(struct summary *t, const struct site_accumulator *accumulator, const struct site *site);

/* What the compiler knows of other accesses that may be to the same place; its loop and its demand are set. */
void summary_aliasing(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

/* Whether the lanes of a load that step unevenly lie close together in rows; its pattern is set. */
void summary_patch(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

/* What is wrong with where an access goes, if that is settled. */
void summary_fault(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

/* Those of the run by example where it knows more, with the confidence that they have; the site's own is set. */
void summary_figures(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

/* Where its pointer is chosen, if that may lead to several memories; before summary_demand. */
void summary_chosen(struct summary *t, const struct site_accumulator *accumulator, struct site *site);
/* What the site takes of the GPU; its figures are set. */
void summary_demand(struct summary *t, const struct site_accumulator *accumulator, struct site *site);
/* The same by its figures alone: nothing is known of what it shares with others, or finds in L1. */
void summary_demand_of_figures(struct site *site, const struct gpu *gpu);
/* Bytes of global memory that a block touches, as far as known. */
double summary_block_bytes(const struct summary *t);

/* How the lanes of an access step, and the reason that this gives. */
void summary_pattern(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

/* A load that gives the lanes of a warp different values, of those that the expression in `func` is computed from; NULL: there
 * is none. */
const struct ir_expr *summary_load_by_lane(struct summary *t, const struct ir_func *func, const struct ir_expr *expr);

/* What the source calls the array that an access goes to, where that stands; "": nothing. */
const char *summary_object_name(struct summary *t, const struct site_accumulator *accumulator);
/* Which array it is that an access goes to, and how that is laid out. */
void summary_object(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

#endif
