/* Loads in a loop's first iteration of what was at hand before the loop. If every iteration leaves it at hand to the next,
 * the compiler needs no load; else each iteration makes one. Which it is shows when the loop goes round for the first time,
 * so until then these loads wait. */
#ifndef GPULINT_EVAL_REUSE_OPEN_LOADS_H
#define GPULINT_EVAL_REUSE_OPEN_LOADS_H

#include "data/mask.h"
#include "eval/language/compute.h"
#include "model/fold.h"

enum { MOST_OPEN_LOADS = 8 };

struct open_load {
	uint32_t loop;             /* that settles it, as of reuse.loop; 0: the place is free */
	struct name name;          /* of the address */
	struct fold_access access;
	struct value address;
	struct active active;
	union lane *lane;          /* the address's, copied */
	symbol_id *symbol;
};

struct open_loads {
	struct open_load items[MOST_OPEN_LOADS];
};

/* False when there is no room. */
bool open_load_keep(struct machine *m, const struct fold_access *load, struct name name, uint32_t loop);
/* The loop goes round, or ends: what is not at hand any more was loaded, what is needs no load once its own loop says so. */
void open_loads_settle(struct machine *m, uint32_t loop);
/* Forgets them all. */
void open_loads_free(struct open_loads *open);

#endif
