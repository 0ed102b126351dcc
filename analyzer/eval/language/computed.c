#include "eval/language/computed.h"

#include "eval/machine.h"
#include "support/hash.h"

static uint32_t
running_warps(const struct machine *m)
{
	uint32_t warps = 0;
	for (unsigned w = 0; w < m->warps; w++)
		warps |= (uint32_t)(m->active.may.warp[w] != 0) << w;
	return warps;
}

/* Moves what is called so to the front of its set. */
static struct computed_value *
find(struct computed *computed, uint64_t number, uint32_t made)
{
	struct computed_value *set = computed->sets[hash_mix(number, made) % COMPUTED_SETS];
	unsigned at = 0;
	while (at < COMPUTED_WAYS && (set[at].number != number || set[at].made != made))
		at++;
	const struct computed_value found = at < COMPUTED_WAYS ? set[at] : (struct computed_value){number, made, 0};
	for (at = at < COMPUTED_WAYS ? at : COMPUTED_WAYS - 1; at > 0; at--)
		set[at] = set[at - 1];
	set[0] = found;
	return set;
}

/* What is run for no weight counts for nothing, and so is still to be counted. */
static bool
have(struct machine *m, uint64_t number, uint32_t made)
{
	struct computed_value *value = find(&m->computed, number, made);
	const uint32_t warps = running_warps(m);
	const bool all = !(warps & ~value->warps);
	value->warps |= m->weight > 0 ? warps : 0;
	return all;
}

bool
computed_before(struct machine *m, struct name name)
{
	return name.kind == NAME_OPAQUE && have(m, name.number, name.made);
}

/* Names are random numbers, which come so close to each other only where a constant is added: by up to 2^23, as
 * instructions do with addresses. */
bool
computed_near(struct machine *m, struct name name)
{
	enum { DISTANCE_BITS = 23 };
	return name.kind == NAME_OPAQUE && have(m, ~(name.number >> DISTANCE_BITS), 0);
}
