/* Lanes that end the thread, the kernel or the process, and lanes that may have left a loop body. */
#include "eval/state/machine.h"

void
machine_end_lanes(struct machine *m, const char *assumption)
{
	if (m->on_device && !mask_includes(&m->active.must, &m->active.may))
		m->assumption = assumption;
	m->exited = mask_join(&m->exited, &m->active.may);
	m->active = active_none();
}

void
machine_spare(struct machine *m, const struct mask *alive)
{
	m->exited = mask_without(&m->exited, alive);
}

void
machine_resume(struct machine *m, const struct active *all)
{
	m->active.may = mask_without(&all->may, &m->exited);
	m->active.must = mask_without(&all->must, &m->exited);
}

void
machine_weaken(struct machine *m, const struct mask *lanes, uint32_t reason)
{
	if (mask_empty(lanes))
		return;
	if (mask_empty(&m->divergence.may_have_left)) {
		m->divergence.weak_since = m->clock;
		m->divergence.weak_reason = reason;
	}
	m->divergence.may_have_left = mask_join(&m->divergence.may_have_left, lanes);
}
