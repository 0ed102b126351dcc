#include "eval/language/chain.h"

#include <math.h>

/* The latency of arithmetic in double precision, and how much later an approximation of a function is there, in steps. The former
 * is an H200's (latency-multiply-add-double over latency-multiply-add), the latter some 24 of its cycles in all. */
static const double double_steps = 1.7, special_steps = 5;

/* Copies that the compiler usually makes of a loop's body (code/unroll.h): their operations go on beside each other. */
static const double usual_copies = 4;

static double
steps_of(const struct work *work)
{
	return work->instructions + (double_steps - 1) * work->doubles + special_steps * work->special;
}

void
chain_result(struct machine *m, struct value *result, const struct work *work)
{
	struct chain *chain = &m->chain;
	const double steps = steps_of(work), in_doubles = double_steps * work->doubles / steps;
	result->ready = fmax(result->ready, chain->begun) + steps;
	const double longer = result->ready - chain->latest;
	if (longer <= 0)
		return;
	const struct work chained = {.chained = longer * (1 - in_doubles), .chained_doubles = longer * in_doubles / double_steps};
	machine_count_work(m, &chained);
	chain->latest = result->ready;
}

void
chain_begin(struct machine *m, bool remains)
{
	if (remains)
		m->chain.begun = m->chain.latest;
}

void
chain_go_round(struct machine *m, bool remains)
{
	if (remains)
		m->chain.begun += (m->chain.latest - m->chain.begun) / usual_copies;
}
