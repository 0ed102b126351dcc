/* What is not known of a launch, one way or another: the low and high of its time span these cases (model/time.h). */
#ifndef GPULINT_MODEL_TIME_CASES_H
#define GPULINT_MODEL_TIME_CASES_H

#include "model/time.h"

struct time_case {
	double wait_power;    /* by which waiting is added to work */
	double loads_at_once; /* of a loop */
	double rounds;        /* of loops of which only data knows when they end, for each that was run */
	double chained;       /* operations that need the result of the one before, for each that is counted as such */
	double of_call;       /* instructions of a function that is not known */
	enum { L2_BY_SIZE, L2_COLD, L2_WARM } l2;
	bool stores_apart; /* none goes to L2 together with an earlier one */
	enum {
		SITES_LIKELY,
		SITES_IDEAL,  /* those without known addresses, other than those that are asked for */
		SITES_APART,  /* each of their lanes wants a sector by itself */
		ATOMICS_MEET, /* atomics without known addresses are all on one word */
	} unknown;
	/* What a launch has where the case may make a difference; 0: any launch. */
	enum time_caveat {
		CAVEAT_NONE = 0,
		CAVEAT_LOADS = 1,
		CAVEAT_COLD = 2,
		CAVEAT_WARM = 4,
		CAVEAT_SITES = 8,
		CAVEAT_ROUNDS = 16,
		CAVEAT_CALLS = 32,
		CAVEAT_ATOMICS = 64,
		CAVEAT_MERGED = 128,
	} needs;
	/* the time is not told where the case makes it more than twice as long; NULL: it is told all the same */
	const char *why;
};

/* The first is the likely one. */
extern const struct time_case time_cases[];
extern const size_t time_case_count;

/* Whether all that the launch touches is in L2 when it begins: if the buffers fit, of whatever of them it touches. Before a run that is
 * timed they are written anew, whole (docs/measuring/README.md), as by a program's copies or the kernel before; of what does not fit the last
 * part is left, which mostly is something else. And whether it may be: if the same is touched again and again. */
bool time_lies_in_l2(const struct rates *rates, const struct launch *launch);
bool time_may_lie_in_l2(const struct rates *rates, const struct launch *launch);
/* Addresses nobody knows which word an atomic of that site goes to. */
bool time_may_meet(const struct site *site);
/* A set of enum time_caveat. */
unsigned time_caveats(const struct rates *rates, const struct launch *launch);

#endif
