#include "model/atomics.h"

#include "model/gpu.h"

static bool
is_builtin(const struct atomic *atomic, enum ir_builtin builtin)
{
	return atomic->call->kind == IR_BUILTIN && atomic->call->builtin == builtin;
}

/* What the address points to. */
static const struct ir_type *
target(const struct atomic *atomic)
{
	const struct ir_expr *e = atomic->call;
	return e->kind == IR_BUILTIN && e->arg_count ? e->args[0]->type->element : NULL;
}

static bool
is_integer(const struct ir_type *type, unsigned size)
{
	return type && type->kind == IR_TYPE_INT && type->size == size;
}

static bool
adds(const struct atomic *atomic)
{
	return is_builtin(atomic, IR_BUILTIN_atomicAdd) || is_builtin(atomic, IR_BUILTIN_atomicSub);
}

static bool
combines(const struct atomic *atomic)
{
	return adds(atomic) || is_builtin(atomic, IR_BUILTIN_atomicMin) || is_builtin(atomic, IR_BUILTIN_atomicMax) ||
	       is_builtin(atomic, IR_BUILTIN_atomicAnd) || is_builtin(atomic, IR_BUILTIN_atomicOr) ||
	       is_builtin(atomic, IR_BUILTIN_atomicXor);
}

/* atomicAdd(p, 1) whose result is not used: ATOMS.POPC.INC, since compute capability 8.0. */
static bool
counts(const struct atomic *atomic, const struct gpu *gpu)
{
	if (!is_builtin(atomic, IR_BUILTIN_atomicAdd) || !atomic->result_unused || atomic->call->arg_count < 2 ||
	    !is_integer(target(atomic), 4) || gpu->major < 8)
		return false;
	const struct ir_expr *operand = ir_without_conversions(atomic->call->args[1]);
	return operand->kind == IR_INT && operand->integer == 1;
}

enum shared_atomic
atomic_in_shared(const struct atomic *atomic, const struct gpu *gpu)
{
	if (is_builtin(atomic, IR_BUILTIN_atomicCAS))
		return SHARED_ATOMIC_COMPARE;
	return counts(atomic, gpu) ? SHARED_ATOMIC_COUNT : SHARED_ATOMIC_OTHER;
}

bool
atomic_loops_in_shared(const struct atomic *atomic)
{
	if (is_builtin(atomic, IR_BUILTIN_atomicCAS) || is_builtin(atomic, IR_BUILTIN_atomicExch))
		return false;
	return target(atomic) && !is_integer(target(atomic), 4);
}

bool
atomic_elects(const struct atomic *atomic)
{
	if (is_integer(target(atomic), 4))
		return atomic->result_unused ? combines(atomic) : adds(atomic);
	return is_integer(target(atomic), 8) && adds(atomic) && atomic->uniform_operand;
}

uint32_t
atomic_elected(const struct atomic *atomic, const struct gpu *gpu, uint32_t active)
{
	/* How many there are tells what they add together; REDUX combines any lanes; shuffles want all of a warp. */
	const bool any = (adds(atomic) && atomic->uniform_operand) || (atomic->result_unused && gpu->major >= 8);
	return any || active == UINT32_MAX ? active & -active : active;
}

struct atomic_pace
atomic_pace(const struct atomic *atomic)
{
	const struct ir_type *type = target(atomic);
	if (is_builtin(atomic, IR_BUILTIN_atomicCAS))
		return (struct atomic_pace){2, 2};
	if (!adds(atomic) || !type || type->kind == IR_TYPE_INT || type->size < sizeof(float))
		return (struct atomic_pace){1, 1};
	return (struct atomic_pace){type->size == sizeof(double) ? 2 : 1, 3};
}
