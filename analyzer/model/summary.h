/* From the accumulators of a launch to its sites, each part of a site in a file of its own:
 *   sites.c                which sites there are, and in what order
 *   summary_text.c         places, source excerpts, reasons of unknown values
 *   summary_arguments.c    the kernel's arguments that determine an index
 *   summary_confidence.c   confidence, and its caveats:
 *   summary_run_caveats.c  caveats of the evaluation
 *   summary_figures.c      the figures
 *   summary_demand.c       their demand on the GPU
 *   summary_pattern.c      the lane pattern
 *   summary_object.c       the array
 *   summary_patch.c        whether the lanes lie close together in rows
 *   summary_aliasing.c     other accesses that may be to the same address
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
	double block_bytes, footprint; /* global memory that a block touches; that the sites summarized so far touch */
	uint64_t *phases;              /* distinct orders of held loads: struct site */
	size_t phase_count, phase_capacity;
	size_t visits; /* statements that summary_arguments may still visit, for all sites together */
	struct address_reader addresses;
	const struct object *sized;    /* the array of the last query whether code takes its size, */
	bool size_taken;               /* and the answer */
	bool lanes_asked, lanes_named; /* whether the kernel was searched for code that names lanes, and the answer */
};

/* The file's name; "" if the unit lacks it. */
const char *summary_file(const struct ir_unit *unit, struct ir_loc loc);
/* The source text of a range, with white space collapsed; "" if unavailable. */
const char *summary_excerpt(struct summary *t, const struct ir_unit *unit, struct ir_loc loc);
/* The reason why the symbol's value is unknown. */
const char *summary_symbol(struct summary *t, symbol_id symbol);
/* The reason why the launch's time is unknown. */
const char *summary_unbounded_time(struct summary *t, uint32_t reason);
/* The location of a reason: "line 12", with the file if it is not the kernel's. */
const char *summary_line(struct summary *t, const struct reason *reason);

/* ": n = 1024 from the launch at line 40", or "" when no parameter matters. */
const char *summary_arguments(struct summary *t, const struct ir_func *func, const struct ir_expr *index);

/* Whether an assumed number of the launch is a factor of the index. */
bool summary_steps_by_arbitrary(struct summary *t, const struct ir_func *func, const struct ir_expr *index);

/* Sets the confidence and its basis, of an access, of a branch, */
void summary_access_confidence(struct summary *t, const struct site_accumulator *accumulator, struct site *site);
void summary_branch_confidence(struct summary *t, const struct site_accumulator *accumulator, struct site *site);
/* and of a site with figures from the run with sample data. */
void summary_likely_confidence(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

/* Notes in the site's trace what the source's evaluation makes of it; the site is set. */
void summary_trace(struct summary *t, const struct site_accumulator *accumulator, const struct site *site);

/* Sets what the compiler knows of aliasing accesses; the site's loop and demand must be set. */
void summary_aliasing(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

/* Sets whether the lanes of an unevenly stepping load are close together in rows; its pattern must be set. */
void summary_patch(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

/* Reports an invalid access if it is certain. */
void summary_fault(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

/* Sets the figures, from the run with sample data if more is known there, with their confidence. The site's own
 * confidence must be set. */
void summary_figures(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

/* Sets where the access's pointer is selected, if several memories are possible; before summary_demand. */
void summary_chosen(struct summary *t, const struct site_accumulator *accumulator, struct site *site);
/* Sets the site's demand on the GPU; its figures must be set. */
void summary_demand(struct summary *t, const struct site_accumulator *accumulator, struct site *site);
/* The same from its figures alone, without knowledge of shared sectors and L1 hits. */
void summary_demand_of_figures(struct site *site, const struct gpu *gpu);
/* Bytes of global memory that a block touches, as far as known. */
double summary_block_bytes(const struct summary *t);

/* Sets the lane pattern of an access, and its reason. */
void summary_pattern(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

/* A load that gives the lanes of a warp different values and that the expression in `func` depends on; NULL: none. */
const struct ir_expr *summary_load_by_lane(struct summary *t, const struct ir_func *func, const struct ir_expr *expr);

/* The source's name for the accessed array, where the access is; "": none. */
const char *summary_object_name(struct summary *t, const struct site_accumulator *accumulator);
/* Sets the accessed array and its layout. */
void summary_object(struct summary *t, const struct site_accumulator *accumulator, struct site *site);

#endif
