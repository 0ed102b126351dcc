#include "model/compiled/run_caveats.h"

#include "support/trace.h"

/* What the launch itself rests on; NULL: it is as the program makes it. */
static const char *
assumption_of_launch(const struct launch *launch, const struct launch_traffic *of)
{
	if (launch->caveats.assumption_count)
		return launch->caveats.assumptions[0];
	if (launch->data.assumed_numbers && of->reads_assumed_numbers)
		return launch->data.assumed_numbers;
	return launch->origin == LAUNCH_ASSUMED ? "the launch: these files do not make one" : NULL;
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
		return sum->by_race ? "warps race for memory: a load may see it before or after a store of another warp"
		                    : NULL;
	case CAVEAT_ADDRESS:
		return sum->by_address
		               ? "it depends on the addresses of buffers, which cudaMalloc only aligns to 256 bytes"
		               : NULL;
	case CAVEAT_ROUNDING:
		return sum->by_rounding ? "floating-point results decide it, and their last bits may differ on the GPU"
		                        : NULL;
	case CAVEAT_MEMORY: return sum->by_data ? figures->of->of_memory : NULL;
	case CAVEAT_SOURCE: return figures->site->basis.assumption;
	case CAVEAT_SHARED:
		return sum->by_data && figures->of->is_shared ? "blocks may load what other blocks of the launch store"
		                                              : NULL;
	case CAVEAT_ORDER:
		return sum->by_data && (!figures->agree || figures->site->basis.is_open_ended)
		               ? "it depends on data; the figure is for one of many orders of the warps"
		               : NULL;
	case CAVEAT_SAMPLE:
		return sum->is_sampled ? "the blocks that were not sampled behave like the sampled ones" : NULL;
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
