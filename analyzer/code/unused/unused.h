/* Loads whose value nobody uses: the compiler makes no instruction of them. A value is used when it may come to a store
 * that others see, to a branch that makes a difference, a call, an address of such, or out of the function, before it is
 * overwritten; whatever is not surely unused counts as used. */
#ifndef GPULINT_CODE_UNUSED_UNUSED_H
#define GPULINT_CODE_UNUSED_UNUSED_H

#include <stdbool.h>
#include <stddef.h>

#include "code/unused/live.h"
#include "ir/ir.h"
#include "support/arena.h"
#include "support/pointer_map.h"
#include "support/pointer_set.h"

/* A value that a variable is given and that nobody reads before control meets other ways to the same place. */
struct meeting {
	const struct ir_var *var;
	const struct ir_stmt *at;        /* the branch or loop behind which it is read, or the body that begins with it */
	const struct ir_expr *value;
};

/* A load whose value is used on one way alone, behind a branch that comes later: the compiler may make it there. Of what is
 * volatile it does so where each way uses another load, and makes the one that is chosen. */
struct sunk_load {
	const struct ir_expr *load;
	struct live_way way;
	bool crosses;                    /* there may be a store on the way */
};

struct unused_loads {
	const struct ir_func *func;
	bool is_pure;                    /* as of func_is_pure */
	struct pointer_set loads;        /* loads, __ldg, copies' sources, calls: nobody uses the result */
	struct pointer_set partly;       /* the same: not each time that it is computed somebody uses the result */
	struct meeting *meetings;
	size_t meeting_count, meeting_capacity;
	struct sunk_load *sunk;
	size_t sunk_count, sunk_capacity;
	bool *param_used;                /* NULL as long as it is not known */
};

struct possible_known;

/* What is known of functions so far; zeroed but for `possible`: nothing. */
struct unused_known {
	struct possible_known *possible;      /* somebody else's */
	const struct pointer_set *needless;   /* stores that are taken to be none; NULL: all are some */
	struct pointer_map funcs;        /* to struct unused_loads */
	unsigned depth;                  /* of functions being read, one for another */
	struct arena_spares spares;      /* of the readers */
};

/* Lives as long as `known`. */
const struct unused_loads *unused_loads_of(struct unused_known *known, const struct ir_func *func);
bool unused_loads_has(const struct unused_loads *unused, const struct ir_expr *load);
/* Whether the result is not used each time, or never. */
bool unused_loads_doubt(const struct unused_loads *unused, const struct ir_expr *load);
/* NULL: it is none. */
const struct sunk_load *unused_loads_sunk(const struct unused_loads *unused, const struct ir_expr *load);
/* Whether the other way of the branch, or choice, uses another load. */
bool unused_loads_choose(const struct unused_loads *unused, const struct sunk_load *sunk);
void unused_known_free(struct unused_known *known);

#endif
