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
move_to_front(struct computed_values *values, unsigned at, uint64_t number, uint32_t made)
{
	const uint32_t warps = at < COMPUTED_KEPT ? values->warps[at] : 0;
	const unsigned before = at < COMPUTED_KEPT ? at : COMPUTED_KEPT - 1;
	memmove(values->number + 1, values->number, before * sizeof *values->number);
	memmove(values->made + 1, values->made, before * sizeof *values->made);
	memmove(values->warps + 1, values->warps, before * sizeof *values->warps);
	values->number[0] = number;
	values->made[0] = made;
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
	while (at < COMPUTED_KEPT && (values->number[at] != name.number || values->made[at] != name.made))
		at++;
	move_to_front(values, at, name.number, name.made);
	return have(m, values);
}

/* Names are random numbers, which come so close to each other only where a constant is added: by up to 2^23, as
 * instructions do with addresses. */
bool
computed_near(struct machine *m, struct name name)
{
	const uint64_t most = UINT64_C(1) << 23;
	struct computed_values *values = &m->computed.near;
	unsigned at = 0;
	if (name.kind != NAME_OPAQUE)
		return false;
	while (at < COMPUTED_KEPT && values->number[at] - name.number + most > 2 * most)
		at++;
	move_to_front(values, at, name.number, 0);
	return have(m, values);
}
