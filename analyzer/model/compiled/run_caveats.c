#include "model/compiled/run_caveats.h"

#include "support/trace.h"

/* What the launch itself rests on; NULL: it is as the program makes it. */
static const char *
assumption_of_launch(const struct launch *launch, const struct launch_traffic *of)
{
	if (launch->assumption_count)
		return launch->assumptions[0];
	if (launch->stand_ins && of->reads_stand_ins)
		return launch->stand_ins;
	return launch->origin == LAUNCH_ASSUMED ? "the launch is assumed" : NULL;
}

/* What figures that are the instructions' sum may rest on; the first that holds counts. */
enum run_caveat {
	CAVEAT_LAUNCH,
	CAVEAT_RACE,
	CAVEAT_ADDRESS,
	CAVEAT_ROUNDING,
	CAVEAT_MEMORY,
	CAVEAT_SOURCE,
	CAVEAT_SHARED,
	CAVEAT_ORDER,
	CAVEAT_SAMPLE,
	RUN_CAVEATS
};

/* NULL: it does not hold. */
static const char *
run_caveat(enum run_caveat caveat, const struct run_figures *figures)
{
	const struct instruction_traffic *sum = figures->sum;
	switch (caveat) {
	case CAVEAT_LAUNCH: return assumption_of_launch(figures->launch, figures->of);
	case CAVEAT_RACE:
		return sum->by_race
		               ? "warps may find in memory what others store there with nothing between, or what was there before"
		               : NULL;
	case CAVEAT_ADDRESS:
		return sum->by_address
		               ? "it depends on where buffers lie, and cudaMalloc aligns them to 256 bytes alone"
		               : NULL;
	case CAVEAT_ROUNDING:
		return sum->by_rounding
		               ? "floating point decides it, whose last bits may be others on the GPU than here"
		               : NULL;
	case CAVEAT_MEMORY: return sum->by_data ? figures->of->of_memory : NULL;
	case CAVEAT_SOURCE: return figures->site->run_assumption;
	case CAVEAT_SHARED:
		return sum->by_data && figures->of->is_shared
		               ? "blocks may find in memory what others of the launch have stored"
		               : NULL;
	case CAVEAT_ORDER:
		return sum->by_data && (!figures->agree || figures->site->is_open_ended)
		               ? "it depends on data, which warps take to come in one order of many"
		               : NULL;
	case CAVEAT_SAMPLE: return sum->is_sampled ? "the blocks that were run stand for others" : NULL;
	case RUN_CAVEATS: break;
	}
	return NULL;
}

const char *
run_caveats_first(const struct run_figures *figures)
{
	const char *why = NULL;
	for (enum run_caveat caveat = 0; caveat < RUN_CAVEATS && !why; caveat++)
		why = run_caveat(caveat, figures);
	return why;
}

void
run_caveats_trace(const struct run_figures *figures)
{
	static const char *const names[RUN_CAVEATS] = {
		[CAVEAT_LAUNCH] = "launch",
		[CAVEAT_RACE] = "race",
		[CAVEAT_ADDRESS] = "buffer addresses",
		[CAVEAT_ROUNDING] = "rounding",
		[CAVEAT_MEMORY] = "memory",
		[CAVEAT_SOURCE] = "source",
		[CAVEAT_SHARED] = "other blocks",
		[CAVEAT_ORDER] = "order of warps",
		[CAVEAT_SAMPLE] = "sampled blocks",
	};
	struct trace_site *trace = figures->site->trace;
	for (enum run_caveat caveat = 0; trace && caveat < RUN_CAVEATS; caveat++) {
		const char *why = run_caveat(caveat, figures);
		if (why)
			trace_site_note(trace, TRACE_MAP, "caveat", "%s: %s", names[caveat], why);
	}
}
