/* The work of warps: instructions, and those for units with fewer lanes. Weighted totals. */
#ifndef GPULINT_MODEL_WORK_H
#define GPULINT_MODEL_WORK_H

struct work {
	double instructions; /* of warps, of all kinds */
	double special;      /* approximations by the special function units (MUFU) */
	double doubles;      /* double-precision arithmetic */
	double integers;     /* right shifts, bit operations, comparisons and minima, except on doubles */
	double products;     /* of integers; sums use either unit */
	double calls;        /* of functions with an unknown number of instructions */
	double cycles;       /* cycles that each warp takes by itself for them, without other warps; not included are */
	/* awaited accesses to shared memory and loads from global memory, */
	double chained_shared, chained_loads;
	double chained_doubles;  /* double-precision arithmetic of variable latency, */
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

/* The work since `before`. */
static inline struct work
work_since(struct work now, const struct work *before)
{
	work_add(&now, before, -1);
	return now;
}

#endif
