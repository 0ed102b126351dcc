/* The places that a thread has stored to last. A load from one of them may be none: the compiler, which unrolls loops, may
 * see that it reads what an iteration before has stored (`a[i] = f(a[i - 1])`), though names do not say so. */
#ifndef GPULINT_EVAL_REUSE_RECENT_STORES_H
#define GPULINT_EVAL_REUSE_RECENT_STORES_H

#include <stdbool.h>

#include "model/fold.h"

enum { RECENT_STORES = 4 };

struct recent_stores {
	struct recent_store {
		unsigned lane, width;   /* width 0: there is none */
		struct term at;         /* of that lane, the first that ran */
	} items[RECENT_STORES];
	unsigned next;
};

/* Behind a barrier or an atomic nothing is kept. */
void recent_stores_clear(struct recent_stores *stores);
void recent_stores_note(struct recent_stores *stores, const struct fold_access *access);
bool recent_stores_have(const struct recent_stores *stores, const struct fold_access *access);

#endif
