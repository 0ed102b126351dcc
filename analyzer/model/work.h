/* What warps execute: instructions, and those of them that go to units of which a multiprocessor has fewer. Totals, each as often
 * as it counts. */
#ifndef GPULINT_MODEL_WORK_H
#define GPULINT_MODEL_WORK_H

struct work {
	double instructions; /* of warps, all of them */
	double special;      /* approximations of functions by the special function units (MUFU) */
	double doubles;      /* arithmetic in double precision */
	double integers; /* shifts to the right, operations on bits, comparisons, the least of two: of what is no double */
	double products; /* of integers; sums go either way */
	double calls;    /* of functions of which it is not known how many instructions they are */
	double cycles;   /* that each warp takes by itself to execute them, whatever other warps do; and beside these */
	/* accesses to shared memory and loads from global memory that it waits for, */
	double chained_shared, chained_loads;
	double chained_doubles;  /* arithmetic in double precision where its latency varies, */
	double chained_barriers; /* and barriers */
};

static inline void
work_add(struct work *to, const struct work *work, double times)
{
	to->instructions += times * work->instructions;
	to->special += times * work->special;
	to->doubles += times * work->doubles;
	to->integers += times * work->integers;
	to->products += times * work->products;
	to->calls += times * work->calls;
	to->chained_doubles += times * work->chained_doubles;
	to->chained_shared += times * work->chained_shared;
	to->chained_loads += times * work->chained_loads;
	to->chained_barriers += times * work->chained_barriers;
	to->cycles += times * work->cycles;
}

/* What was done since there was so much. */
static inline struct work
work_since(struct work now, const struct work *before)
{
	work_add(&now, before, -1);
	return now;
}

#endif
