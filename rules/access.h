/* How the rules for global memory tell their cases apart, so that each access has one rule that speaks of it. */
#ifndef GPULINT_RULES_ACCESS_H
#define GPULINT_RULES_ACCESS_H

#include "rules/judge.h"

enum access_case {
	ACCESS_OTHER,      /* none of what follows: not global memory, uniform, contiguous, unknown */
	ACCESS_MISALIGNED, /* side by side, beginning inside a sector */
	ACCESS_STRIDED,    /* a constant step within a sector: neighbours share sectors */
	ACCESS_COLUMN,     /* a constant step of a sector or more: each lane has its own */
	ACCESS_RECORDS,    /* a member of an array of structs */
	ACCESS_GATHER,     /* indexed by loaded data */
	ACCESS_PIECES,     /* rows of a tile, wrapped indices, steps that vary */
};

enum access_case access_case(const struct site *site);

/* Of an asynchronous copy: whether its load would be ideal by itself. What is in excess then is due to where it goes. */
bool is_copied_from_ideal_places(const struct site *site);

/* Whether an access is misaligned only because the block size is no multiple of a warp: partial-warp-block tells that. */
bool is_misaligned_by_block(const struct launch *launch, const struct site *site);

/* Whether all that the launch does in memory would be side by side, or the same in all lanes, were x and y exchanged. */
bool is_side_by_side_along_y(const struct launch *launch);

/* Whether something stores there in the launch, or may. */
bool launch_may_write(const struct launch *launch, const void *memory);

/* Whether the innermost loop around both is the same. */
bool are_in_one_loop(const struct site *a, const struct site *b);

/* Whether the launch has fewer warps than the GPU has schedulers. */
bool has_few_warps(const struct rule_context *context);

/* Whether a barrier stands in the loop. */
bool loop_waits(const struct launch *launch, const struct place *loop);
/* Whether the iterations of the loop around the access are known to need what those before have made: other lanes could not make them as
 * they are. */
bool iterations_need_each_other(const struct launch *launch, const struct site *site);

/* The step between neighbouring lanes, or the offset into the sector, in elements of the access. */
double step_elements(const struct site *site);

/* "32 sectors per request, ideal 4" */
const char *per_request_text(struct rule_context *context, double cost, double ideal, const char *unit);

/* The same of the site's sectors. */
const char *sectors_text(struct rule_context *context, const struct site *site);
/* The site's reason, and who uses the rest of its sectors. */
const char *sectors_reason(struct rule_context *context, const struct site *site);

/* Whether the lanes' other accesses to the same memory, in the same step, take most of what lies between this one's
 * elements: the other members of a record, the odd elements beside the even ones, the next along a lane's own row. They
 * find the sectors in a cache, and together the accesses move little for nothing. */
bool sectors_are_shared(const struct rule_context *context, const struct site *site);

#endif
