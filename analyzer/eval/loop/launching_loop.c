#include "eval/loop/launching_loop.h"

#include "analysis/effects.h"
#include "eval/state/program.h"

bool
launching_loop(struct sampler *sampler)
{
	if (!sampler->asked) {
		sampler->asked = true;
		sampler->reaches_device = stmt_reaches_device(sampler->stmt);
	}
	return sampler->reaches_device;
}

bool
launching_loop_affords(struct machine *m, struct sampler *sampler, uint64_t iterations, uint64_t cost)
{
	struct program *program = m->program;
	if (program->rehearsing || iterations > loop_inner_share(m, program->launching_steps_left) / cost)
		return false;
	program->launching_steps_left -= iterations * cost;
	m->budget.limit += iterations * cost;
	sampler->runs_whole = true;
	return true;
}
