/* How the rules for global memory divide accesses into cases, so that each access belongs to one rule. */
#ifndef GPULINT_RULES_ACCESS_H
#define GPULINT_RULES_ACCESS_H

#include "rules/judge.h"

enum access_case {
	ACCESS_OTHER,      /* none of the others: not global memory, uniform, contiguous, or unknown */
	ACCESS_MISALIGNED, /* contiguous, beginning inside a sector */
	ACCESS_STRIDED,    /* a constant step within a sector: neighbouring lanes share sectors */
	ACCESS_COLUMN,     /* a constant step of a sector or more: each lane has its own sector */
	ACCESS_RECORDS,    /* a member of an array of structs */
	ACCESS_GATHER,     /* indexed by loaded data */
	ACCESS_PIECES,     /* rows of a tile, wrapped indices, or varying steps */
};

enum access_case access_case(const struct site *site);

/* For an asynchronous copy: whether its load alone would be ideal. Then the destination causes the excess. */
bool is_copied_from_ideal_addresses(const struct site *site);

/* Whether an access is misaligned only because the block size is not a multiple of a warp. partial-warp-block reports
 * that. */
bool is_misaligned_by_block(const struct launch *launch, const struct site *site);

/* Whether all accesses of the launch would be contiguous or uniform if x and y were exchanged. */
bool is_side_by_side_along_y(const struct launch *launch);

/* Whether the launch stores to this memory, or may. */
bool launch_may_write(const struct launch *launch, const void *memory);

/* Whether both are in the same innermost loop. */
bool are_in_one_loop(const struct site *a, const struct site *b);

/* Whether the launch has fewer warps than the GPU has schedulers. */
bool has_few_warps(const struct rule_context *context);

/* Whether the loop contains a barrier. */
bool loop_waits(const struct launch *launch, const struct place *loop);
/* Whether iterations of the loop around the access are known to need results of earlier ones. Then other lanes could
 * not execute them independently. */
bool iterations_need_each_other(const struct launch *launch, const struct site *site);

/* The step between neighbouring lanes, or the offset into the sector, in elements of the access. */
double step_elements(const struct site *site);

/* "32 sectors per request, ideal 4" */
const char *per_request_text(struct rule_context *context, double cost, double ideal, const char *unit);

/* The same for the site's sectors. */
const char *sectors_text(struct rule_context *context, const struct site *site);
/* The site's reason, and which accesses use the rest of its sectors. */
const char *sectors_reason(struct rule_context *context, const struct site *site);

/* Whether the lanes' other accesses to the same memory, in the same step, use most of the bytes between this access's
 * elements. Examples: the other members of a record, the odd elements after the even ones, the next elements of a
 * lane's own row. These accesses find the sectors in a cache, so little traffic is wasted. */
bool sectors_are_shared(const struct rule_context *context, const struct site *site);

#endif
