#include "eval/language/computed.h"

#include <string.h>

#include "eval/machine.h"

static uint32_t
running_warps(const struct machine *m)
{
	uint32_t warps = 0;
	for (unsigned w = 0; w < m->warps; w++)
		warps |= (uint32_t)(m->active.may.warp[w] != 0) << w;
	return warps;
}

/* Puts the value in the place in front of all; beyond them is one that was not there. */
static void
move_to_front(struct computed_values *values, unsigned at, struct name name)
{
	const uint32_t warps = at < COMPUTED_KEPT ? values->warps[at] : 0;
	const unsigned before = at < COMPUTED_KEPT ? at : COMPUTED_KEPT - 1;
	memmove(values->name + 1, values->name, before * sizeof *values->name);
	memmove(values->warps + 1, values->warps, before * sizeof *values->warps);
	values->name[0] = name;
	values->warps[0] = warps;
}

/* Of the value in front. What is run for no weight counts for nothing, and so is still to be counted. */
static bool
have(const struct machine *m, struct computed_values *values)
{
	const uint32_t warps = running_warps(m);
	const bool all = !(warps & ~values->warps[0]);
	values->warps[0] |= m->weight > 0 ? warps : 0;
	return all;
}

bool
computed_before(struct machine *m, struct name name)
{
	struct computed_values *values = &m->computed.same;
	unsigned at = 0;
	if (name.kind != NAME_OPAQUE)
		return false;
	while (at < COMPUTED_KEPT && !name_same(values->name[at], name))
		at++;
	move_to_front(values, at, name);
	return have(m, values);
}

bool
computed_near(struct machine *m, struct name name)
{
	struct computed_values *values = &m->computed.near;
	unsigned at = 0;
	if (name.kind != NAME_OPAQUE)
		return false;
	while (at < COMPUTED_KEPT && !name_is_near(values->name[at], name))
		at++;
	move_to_front(values, at, name);
	return have(m, values);
}
