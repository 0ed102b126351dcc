#include "model/atomics.h"

#include "model/gpu.h"

static bool
is_integer(const struct ir_type *type, unsigned size)
{
	return type && type->kind == IR_TYPE_INT && type->size == size;
}

static bool
adds(const struct atomic *atomic)
{
	return atomic->builtin == IR_BUILTIN_atomicAdd || atomic->builtin == IR_BUILTIN_atomicSub;
}

static bool
combines(const struct atomic *atomic)
{
	return adds(atomic) || atomic->builtin == IR_BUILTIN_atomicMin || atomic->builtin == IR_BUILTIN_atomicMax ||
	       atomic->builtin == IR_BUILTIN_atomicAnd || atomic->builtin == IR_BUILTIN_atomicOr ||
	       atomic->builtin == IR_BUILTIN_atomicXor;
}

/* atomicAdd(p, 1) whose result is not used: ATOMS.POPC.INC, since compute capability 8.0. */
static bool
counts(const struct atomic *atomic, const struct gpu *gpu)
{
	if (atomic->builtin != IR_BUILTIN_atomicAdd || !atomic->result_unused || !atomic->operand ||
	    !is_integer(atomic->type, 4) || gpu->major < 8)
		return false;
	const struct ir_expr *operand = ir_without_conversions(atomic->operand);
	return operand->kind == IR_INT && operand->integer == 1;
}

enum shared_atomic
atomic_in_shared(const struct atomic *atomic, const struct gpu *gpu)
{
	if (atomic->builtin == IR_BUILTIN_atomicCAS)
		return SHARED_ATOMIC_COMPARE;
	return counts(atomic, gpu) ? SHARED_ATOMIC_COUNT : SHARED_ATOMIC_OTHER;
}

bool
atomic_loops_in_shared(const struct atomic *atomic)
{
	if (atomic->builtin == IR_BUILTIN_atomicCAS || atomic->builtin == IR_BUILTIN_atomicExch)
		return false;
	return atomic->type && !is_integer(atomic->type, 4);
}

bool
atomic_is_native(const struct atomic *atomic, bool in_shared, const struct gpu *gpu)
{
	const struct ir_type *type = atomic->type;
	if (in_shared)
		return is_integer(type, 4) || (atomic->builtin == IR_BUILTIN_atomicExch && is_integer(type, 8));
	if (type->kind == IR_TYPE_INT)
		return type->size == 4 || type->size == 8;
	const bool is_single = type->kind == IR_TYPE_FLOAT && type->size == sizeof(float);
	const bool is_double = type->kind == IR_TYPE_FLOAT && type->size == sizeof(double);
	if (atomic->builtin == IR_BUILTIN_atomicExch)
		return is_single || is_double;
	return atomic->builtin == IR_BUILTIN_atomicAdd && (is_single || (is_double && gpu->major >= 6));
}

bool
atomic_elects(const struct atomic *atomic)
{
	if (is_integer(atomic->type, 4))
		return atomic->result_unused ? combines(atomic) : adds(atomic);
	return is_integer(atomic->type, 8) && adds(atomic) && atomic->uniform_operand;
}

uint32_t
atomic_elected(const struct atomic *atomic, const struct gpu *gpu, uint32_t active)
{
	/* An addition of a uniform operand is a multiplication by the number of lanes. REDUX combines any set of
	 * lanes. Shuffles need a full warp. */
	const bool any = (adds(atomic) && atomic->uniform_operand) || (atomic->result_unused && gpu->major >= 8);
	return any || active == UINT32_MAX ? active & -active : active;
}

struct atomic_pace
atomic_pace(const struct atomic *atomic)
{
	const struct ir_type *type = atomic->type;
	if (atomic->builtin == IR_BUILTIN_atomicCAS)
		return (struct atomic_pace){2, 2, 1};
	if (!adds(atomic) || !type || type->kind == IR_TYPE_INT || type->size < sizeof(float))
		return (struct atomic_pace){1, 1, 1};
	return type->size == sizeof(double) ? (struct atomic_pace){2, 3, 2} : (struct atomic_pace){1, 3, 1};
}
