#include "eval/state/reals.h"

#include "analysis/effects.h"
#include "eval/state/program.h"

static bool
look_for_reals(const struct program *program)
{
	for (size_t u = 0; u < program->unit_count; u++) {
		for (size_t i = 0; i < program->units[u]->func_count; i++) {
			const struct ir_func *func = program->units[u]->funcs[i];
			if ((func->is_kernel || func->is_device) && stmt_decides_by_reals(func->body))
				return true;
		}
	}
	return false;
}

bool
reals_decide(struct program *program)
{
	if (!program->looked_for_reals)
		program->reals_decide = look_for_reals(program);
	program->looked_for_reals = true;
	return program->reals_decide;
}

bool
reals_are_idle(const struct machine *m)
{
	return m->on_device && m->lanes > 1 && !m->by_example && !reals_decide(m->program);
}
