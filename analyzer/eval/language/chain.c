#include "eval/language/chain.h"

#include <math.h>

/* The latency of arithmetic in double precision, and how much later an approximation of a function is there, in steps. The former
 * is an H200's (latency-multiply-add-double over latency-multiply-add), the latter some 24 of its cycles in all. */
static const double double_steps = 1.7, special_steps = 5;

/* Of what a function or a division is, that share comes one after the other; of the instructions to the special function units one. On
 * an H200 sinf, logf, powf, sqrtf and a division take 96, 87, 254, 55 and 56 cycles from operand to result. */
static const double chained_share = 0.7;
enum { FEW = 3 };

/* The latency of shared memory, of a load that L1 or L2 answers, and of a barrier that nobody is late for, of one warp and of each
 * further one, in steps: 29 cycles, some 200, some 16 and 2 of those of which a multiply-add takes 4.9. They choose the longest path;
 * what it takes follows from the rates. */
static const double shared_steps = 6, load_steps = 40, barrier_steps = 3, barrier_steps_of_warp = 0.4;

double
chain_steps(const struct work *work)
{
	return work->chained + double_steps * work->chained_doubles + shared_steps * work->chained_shared + load_steps * work->chained_loads +
	       barrier_steps * work->chained_barriers;
}

/* Of more copies of a loop's body the scheduler does not mix the operations. */
enum { MOST_MIXED = 4 };

static unsigned
mixed_of(unsigned copies)
{
	return copies < MOST_MIXED ? copies : MOST_MIXED;
}

static double
steps_of(const struct work *work)
{
	const double chained = work->instructions > FEW ? fmax(FEW, chained_share * work->instructions) : work->instructions;
	return chained + (double_steps - 1) * work->doubles + special_steps * fmin(1, work->special);
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

/* By how much what is ready so many steps after its operands makes the path longer, as a share of these steps. */
static double
lengthen(struct machine *m, struct value *result, double steps)
{
	struct chain *chain = &m->chain;
	result->ready = fmax(result->ready, chain->begun) + steps;
	const double longer = fmax(0, result->ready - chain->latest);
	chain->latest += longer;
	return longer / steps;
}

void
chain_shuffle(struct machine *m, struct value *result)
{
	const struct work work = {.chained_shared = lengthen(m, result, shared_steps)};
	machine_count_work(m, &work);
}

void
chain_load(struct machine *m, enum chain_space space, bool is_restricted, struct value *result)
{
	struct work work = {0};
	if (!is_restricted)
		result->ready = fmax(result->ready, m->chain.stored[space]);
	if (space == CHAIN_SHARED)
		work.chained_shared = lengthen(m, result, shared_steps);
	else
		work.chained_loads = lengthen(m, result, load_steps);
	machine_count_work(m, &work);
}

void
chain_store(struct machine *m, enum chain_space space, double ready)
{
	m->chain.stored[space] = fmax(m->chain.stored[space], ready);
}

void
chain_barrier(struct machine *m)
{
	const struct work work = {.chained_barriers = 1};
	machine_count_work(m, &work);
	m->chain.begun = m->chain.latest += barrier_steps + barrier_steps_of_warp * m->warps;
}

void
chain_branch(struct machine *m, const struct value *condition)
{
	m->chain.begun = fmax(m->chain.begun, condition->ready);
}

void
chain_end_if(struct machine *m, const struct work *before, const struct mask *came)
{
	enum { MOST_PREDICATED = 16 };   /* instructions: a side of no more may be executed under predicates */
	unsigned warps = 0;
	for (unsigned w = 0; w < m->warps; w++)
		warps += came->warp[w] != 0;
	if (work_since(m->work, before).instructions > MOST_PREDICATED * m->weight * warps)
		m->chain.begun = m->chain.latest;
}

void
chain_begin(struct machine *m, bool remains)
{
	if (remains)
		m->chain.begun = m->chain.latest;
}

void
chain_go_round(struct machine *m, bool remains, unsigned copies)
{
	if (remains)
		m->chain.begun += (m->chain.latest - m->chain.begun) / mixed_of(copies);
}

/* Of what waits for memory the copies of a body wait together, as chain_go_round has it: for the first round and a share of each
 * other one. */
void
chain_end_loop(struct machine *m, const struct work *before, uint64_t rounds, unsigned copies)
{
	const struct work since = work_since(m->work, before);
	const struct work waits = {.chained_shared = since.chained_shared, .chained_loads = since.chained_loads};
	const unsigned mixed = mixed_of(copies);
	if (mixed < 2 || !rounds)
		return;
	const double one_by_one = (double)(rounds / mixed + rounds % mixed), reckoned = 1 + (double)(rounds - 1) / mixed;
	work_add(&m->work, &waits, one_by_one / reckoned - 1);
}
