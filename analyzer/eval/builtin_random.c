/* Random numbers as glibc draws them: host-made data are as known as the seed is. */
#include "eval/builtin.h"

#include <math.h>

#include "eval/program.h"

static const struct ir_type seed_type = {.kind = IR_TYPE_INT, .size = 4, .align = 4, .name = "unsigned int"};

/* Whether the call is made for sure: else nobody knows what the next one draws. */
static bool
is_certain(const struct machine *m)
{
	return !m->on_device && mask_equal(&m->active.may, &m->active.must);
}

static struct value
unknown_between(struct machine *m, const struct builtin_call *call, int64_t low, int64_t high)
{
	const struct value v = builtin_unknown(m, call, REASON_RANDOM);
	if (v.symbol && !symbol_varies(m->symbols, v.symbol[0])) {
		m->symbols->items[v.symbol[0]].low = low;
		m->symbols->items[v.symbol[0]].high = high;
	}
	return v;
}

struct value
builtin_rand(struct machine *m, const struct builtin_call *call)
{
	struct generators *g = &m->program->generators;
	g->calls++;
	if (!g->additive_known || m->on_device)
		return unknown_between(m, call, 0, GLIBC_RANDOM_MAX);
	g->additive_known = is_certain(m);
	return value_integer(m, glibc_random_next(&g->additive));
}

struct value
builtin_srand(struct machine *m, const struct builtin_call *call)
{
	struct generators *g = &m->program->generators;
	int64_t seed;
	g->calls++;
	g->additive_known = builtin_constant(call, 0, &seed) && is_certain(m);
	if (g->additive_known)
		glibc_random_seed(&g->additive, (uint32_t)seed);
	return value_integer(m, 0);
}

struct value
builtin_rand_r(struct machine *m, const struct builtin_call *call)
{
	int64_t offset, number;
	struct object *object = builtin_object(m, &call->args[0], &offset);
	const struct value before = object ? access_read_object(m, object, &seed_type, offset) : value_integer(m, 0);
	if (!object || m->on_device || !value_is_constant(&before, &number)) {
		access_forget(m, call->args[0], seed_type.size, machine_reason(m, REASON_RANDOM, call->expr->loc, "rand_r"));
		return unknown_between(m, call, 0, GLIBC_RANDOM_MAX);
	}
	uint32_t seed = (uint32_t)number;
	const int32_t drawn = glibc_rand_r(&seed);
	access_write_object(m, object, &seed_type, offset, value_integer(m, seed));
	return value_integer(m, drawn);
}

struct value
builtin_rand48(struct machine *m, const struct builtin_call *call)
{
	struct generators *g = &m->program->generators;
	g->calls++;
	if (!g->linear_known || m->on_device) {
		if (call->id == IR_BUILTIN_drand48)
			return builtin_unknown(m, call, REASON_RANDOM);
		return unknown_between(m, call, call->id == IR_BUILTIN_mrand48 ? INT32_MIN : 0, INT32_MAX);
	}
	g->linear_known = is_certain(m);
	g->linear = glibc_next48(g->linear);
	switch (call->id) {
	case IR_BUILTIN_drand48: return value_real(m, ldexp((double)g->linear, -48));
	case IR_BUILTIN_mrand48: return value_integer(m, (int32_t)(g->linear >> 16));
	default: return value_integer(m, (int64_t)(g->linear >> 17));
	}
}

struct value
builtin_srand48(struct machine *m, const struct builtin_call *call)
{
	struct generators *g = &m->program->generators;
	int64_t seed;
	g->calls++;
	g->linear_known = builtin_constant(call, 0, &seed) && is_certain(m);
	if (g->linear_known)
		g->linear = glibc_srand48(seed);
	return value_integer(m, 0);
}
