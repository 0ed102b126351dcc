/* The places that a thread has accessed last, in whichever round of a loop. Of a loop that is one body here the compiler may make
 * copies, where it sees that one accesses what another has, though names do not say so: of any two where constants tell how
 * often it goes round, `while (k < 3) { o[t] = a[t + 32 * k]; k++; }`; of those made one behind the other where they do not, if two
 * pointers change places in each round, say. */
#ifndef GPULINT_EVAL_REUSE_EARLIER_ROUNDS_H
#define GPULINT_EVAL_REUSE_EARLIER_ROUNDS_H

#include "model/fold.h"

struct machine;

enum { EARLIER_ACCESSES = 32 };

/* What the compiler may make of a loop that is one body here. */
enum rounds_made { ROUNDS_IN_TURN, ROUNDS_IN_COPIES, ROUNDS_EACH_BY_ITSELF };

struct earlier_access {
	const struct ir_expr *site;     /* NULL: there is none */
	enum site_kind kind;
	enum rounds_made rounds;
	unsigned lane, width;
	struct term at;                 /* of that lane, the first that ran */
	bool moves;                     /* with the loop, as far as its name says */
	uint64_t turn;                  /* as of reuse.turns */
	uint32_t loop;                  /* as of reuse.loop */
};

struct earlier_rounds {
	struct earlier_access items[EARLIER_ACCESSES];
	unsigned next;
};

/* Behind a barrier or an atomic nothing is kept. */
void earlier_rounds_clear(struct earlier_rounds *earlier);
/* A load or a store of that name's place is made: it is in doubt, and so is what it is one with perhaps. */
void earlier_rounds_note(struct machine *m, const struct fold_access *access, struct name name);

#endif
