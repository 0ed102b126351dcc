#include "eval/state/generators.h"

#include <stdlib.h>
#include <string.h>

static bool
seed_additive(struct generators *g, const union lane *seed, bool certain)
{
	g->additive_known = seed && certain;
	if (g->additive_known)
		glibc_random_seed(&g->additive, (uint32_t)seed->integer);
	return false;
}

/* Like srand48(). */
static bool
seed_linear(struct generators *g, const union lane *seed, bool certain)
{
	enum { LOWEST = 0x330E };
	g->affine_known = seed && certain;
	if (g->affine_known)
		memcpy(g->linear,
		       (unsigned short[]){LOWEST, (unsigned short)seed->integer, (unsigned short)(seed->integer >> 16)},
		       sizeof g->linear);
	return false;
}

static bool
draw_linear(struct generators *g, enum ir_builtin id, bool certain, union lane *drawn)
{
	if (!g->affine_known)
		return false;
	g->affine_known = certain;
	switch (id) {
	case IR_BUILTIN_drand48: drawn->real = erand48(g->linear); break;
	case IR_BUILTIN_mrand48: drawn->integer = jrand48(g->linear); break;
	default: drawn->integer = nrand48(g->linear); break;
	}
	return true;
}

bool
generators_call(struct generators *g, enum ir_builtin id, const union lane *seed, bool certain, union lane *drawn)
{
	g->calls++;
	switch (id) {
	case IR_BUILTIN_srand:
	case IR_BUILTIN_srandom: return seed_additive(g, seed, certain);
	case IR_BUILTIN_srand48: return seed_linear(g, seed, certain);
	case IR_BUILTIN_rand:
	case IR_BUILTIN_random:
		if (!g->additive_known)
			return false;
		g->additive_known = certain;
		drawn->integer = glibc_random_next(&g->additive);
		return true;
	default: return draw_linear(g, id, certain, drawn);
	}
}

bool
generators_draw_example(struct generators *g, enum ir_builtin id, union lane *drawn)
{
	struct generators likely = *g;
	likely.additive_known = likely.affine_known = true;
	if (!generators_call(&likely, id, NULL, true, drawn))
		return false;
	generators_go_on_from(g, &likely);
	return true;
}

void
generators_go_on_from(struct generators *g, const struct generators *last_seen)
{
	if (!g->additive_known)
		g->additive = last_seen->additive;
	if (!g->affine_known)
		memcpy(g->linear, last_seen->linear, sizeof g->linear);
}
