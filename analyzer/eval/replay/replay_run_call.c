/* The instructions that take more than a few of the machine's own: calls, and many bytes at a time. */
#include "eval/replay/replay_run.h"
#include "eval/state/program.h"

enum { FUNCTION_COST = 8, RANDOM_COST = 1, ALLOCATION_COST = 64, BYTES_AN_INSTRUCTION = 8 };

static struct replay_value
apply(const struct replay_value *registers, const struct replay_function *f)
{
	union lane args[4];
	struct replay_value result = {.unknown = 0};
	for (int i = 0; i < 4; i++) {
		args[i] = registers[f->args[i]].number;
		result.unknown |= registers[f->args[i]].unknown;
	}
	if (!result.unknown && !builtin_apply(f->function, &f->call, args, &result.number))
		result.unknown = 1;
	return result;
}

/* Of unknown size, the object is as unknown as the evaluator's own. */
static struct replay_value
allocate(struct replay_run *run, const struct ir_expr *expr, const struct replay_value *bytes,
         const struct replay_value *count)
{
	int64_t all;
	if (bytes->unknown || count->unknown || bytes->number.integer < 0 || count->number.integer < 0 ||
	    __builtin_mul_overflow(bytes->number.integer, count->number.integer, &all))
		all = 0;
	const int64_t address = replay_allocate(&run->memory, expr, (uint64_t)all);
	if (address && expr->builtin == IR_BUILTIN_calloc)
		memory_zero(run->memory.m->memory, memory_object_at(run->memory.m->memory, address));
	return (struct replay_value){{.integer = address}, address == 0};
}

static struct replay_value
draw(struct replay_run *run, enum ir_builtin builtin, const struct replay_value *a)
{
	struct replay_value v = {.unknown = 0};
	const bool seeds =
		builtin == IR_BUILTIN_srand || builtin == IR_BUILTIN_srandom || builtin == IR_BUILTIN_srand48;
	struct generators *generators = &run->memory.m->program->generators;
	v.unknown = !generators_call(generators, builtin, a->unknown ? NULL : &a->number, run->certain, &v.number);
	if (seeds)
		return v; /* which is nothing */
	run->memory.met_examples |= v.unknown != 0;
	if (v.unknown && run->memory.by_example)
		v.unknown = !generators_draw_example(generators, builtin, &v.number);
	return v;
}

/* Bytes: D of them at A, each B. */
static bool
fill(struct replay_run *run, const struct replay_instruction *i)
{
	const struct replay_value *a = &run->registers[i->a], *b = &run->registers[i->b],
				  *count = &run->registers[i->d];
	return !a->unknown && !count->unknown && count->number.integer >= 0 &&
	       replay_fill(&run->memory, a->number.integer, (uint64_t)count->number.integer, (uint8_t)b->number.integer,
	                   !b->unknown, i->shape);
}

/* Bytes: D of them from B to A. */
static bool
move_bytes(struct replay_run *run, const struct replay_instruction *i)
{
	const struct replay_value *a = &run->registers[i->a], *b = &run->registers[i->b],
				  *count = &run->registers[i->d];
	return !a->unknown && !b->unknown && !count->unknown && count->number.integer >= 0 &&
	       replay_move(&run->memory, a->number.integer, b->number.integer, (uint64_t)count->number.integer);
}

bool
replay_run_call(struct replay_run *run, const struct replay_instruction *i, int64_t *cost)
{
	struct replay_value *registers = run->registers, *d = &registers[i->d];
	const struct replay_value *a = &registers[i->a], *b = &registers[i->b];
	switch ((enum replay_op)i->op) {
	case REPLAY_UNKNOW: return !a->unknown && replay_unknow(&run->memory, a->number.integer, i->bytes);
	case REPLAY_REORDER:
		if (!a->unknown)
			replay_forget_examples(&run->memory, a->number.integer);
		return true;
	case REPLAY_FILL:
	case REPLAY_MOVE_BYTES:
		if (i->op == REPLAY_FILL ? !fill(run, i) : !move_bytes(run, i))
			return false;
		*cost = d->number.integer / BYTES_AN_INSTRUCTION;
		return true;
	case REPLAY_FUNCTION:
		*cost = FUNCTION_COST;
		*d = apply(registers, i->function);
		return true;
	case REPLAY_ALLOCATE:
		*cost = ALLOCATION_COST;
		*d = allocate(run, i->expr, a, b);
		return !d->unknown;
	case REPLAY_RANDOM:
		*cost = RANDOM_COST;
		*d = draw(run, i->builtin, a);
		return true;
	default: return false;
	}
}
