/* glibc's random numbers: data that the host draws are known if the seed is. */
#include "eval/builtin/builtin.h"

#include "eval/state/program.h"

/* Whether the call is certainly made: otherwise the generator's next numbers are unknown. */
static bool
is_certain(const struct machine *m)
{
	return !m->on_device && mask_equal(&m->active.may, &m->active.must);
}

static struct value
unknown_between(struct machine *m, const struct builtin_call *call, struct interval range)
{
	const struct value v = builtin_unknown(m, call, REASON_RANDOM);
	if (v.symbol && !symbol_varies(m->symbols, v.symbol[0]))
		m->symbols->items[v.symbol[0]].range = range;
	return v;
}

struct value
builtin_seed(struct machine *m, const struct builtin_call *call)
{
	union lane number, drawn;
	const bool known = builtin_constant(call, 0, &number.integer);
	generators_call(&m->program->generators, call->id, known ? &number : NULL, is_certain(m), &drawn);
	return value_integer(m, 0);
}

struct value
builtin_rand(struct machine *m, const struct builtin_call *call)
{
	union lane drawn;
	if (!m->on_device && generators_call(&m->program->generators, call->id, NULL, is_certain(m), &drawn))
		return value_integer(m, drawn.integer);
	return unknown_between(m, call, (struct interval){0, GLIBC_RANDOM_MAX});
}

struct value
builtin_rand48(struct machine *m, const struct builtin_call *call)
{
	union lane drawn;
	const bool real = call->id == IR_BUILTIN_drand48;
	if (!m->on_device && generators_call(&m->program->generators, call->id, NULL, is_certain(m), &drawn))
		return real ? value_real(m, drawn.real) : value_integer(m, drawn.integer);
	if (real)
		return builtin_unknown(m, call, REASON_RANDOM);
	return unknown_between(m, call, (struct interval){call->id == IR_BUILTIN_mrand48 ? INT32_MIN : 0, INT32_MAX});
}
