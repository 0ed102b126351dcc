/* The unknowns of a launch: its time's low and high span these cases (model/time.h). */
#ifndef GPULINT_MODEL_TIME_CASES_H
#define GPULINT_MODEL_TIME_CASES_H

#include "model/time.h"

struct time_case {
	double wait_power;    /* exponent of the power sum of work and waiting */
	double loads_at_once; /* outstanding loads of a loop */
	double iterations;    /* iterations of loops with data-dependent trip count, for each evaluated one */
	double chained;       /* dependent operations, for each counted one */
	double of_call;       /* instructions of an unknown function */
	enum { L2_BY_SIZE, L2_COLD, L2_WARM } l2;
	bool stores_apart; /* no store reaches L2 together with an earlier one */
	enum {
		SITES_LIKELY,
		SITES_IDEAL,  /* sites without known addresses, other than those of the form */
		SITES_APART,  /* each of their lanes accesses its own sector */
		ATOMICS_MEET, /* all atomics without known addresses are on one word */
	} unknown;
	/* Properties of launches for which the case matters; 0: any launch. */
	enum time_caveat {
		CAVEAT_NONE = 0,
		CAVEAT_LOADS = 1,
		CAVEAT_COLD = 2,
		CAVEAT_WARM = 4,
		CAVEAT_SITES = 8,
		CAVEAT_ITERATIONS = 16,
		CAVEAT_CALLS = 32,
		CAVEAT_ATOMICS = 64,
		CAVEAT_MERGED = 128,
	} needs;
	/* the time is not reported if the case more than doubles it; NULL: it is reported all the same */
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
/* Whether it is unknown which word an atomic of the site accesses. */
bool time_may_meet(const struct site *site);
/* A set of enum time_caveat. */
unsigned time_caveats(const struct rates *rates, const struct launch *launch);

#endif
