/* Instructions that need more than a few machine instructions: calls, and operations on many bytes. */
#include "eval/bytecode/bytecode_run.h"
#include "eval/state/program.h"

enum { FUNCTION_COST = 8, RANDOM_COST = 1, ALLOCATION_COST = 64, BYTES_AN_INSTRUCTION = 8 };

static struct bytecode_value
apply(const struct bytecode_value *registers, const struct bytecode_function *f)
{
	union lane args[4];
	struct bytecode_value result = {.unknown = 0};
	for (int i = 0; i < 4; i++) {
		args[i] = registers[f->args[i]].number;
		result.unknown |= registers[f->args[i]].unknown;
	}
	if (!result.unknown && !builtin_apply(f->function, &f->call, args, &result.number))
		result.unknown = 1;
	return result;
}

/* An allocation of unknown size gets an object of unknown size, as in the tree evaluator. */
static struct bytecode_value
allocate(struct bytecode_run *run, const struct ir_expr *expr, const struct bytecode_value *bytes,
         const struct bytecode_value *count)
{
	int64_t all;
	if (bytes->unknown || count->unknown || bytes->number.integer < 0 || count->number.integer < 0 ||
	    __builtin_mul_overflow(bytes->number.integer, count->number.integer, &all))
		all = 0;
	const int64_t address = bytecode_allocate(&run->memory, expr, (uint64_t)all);
	if (address && expr->builtin == IR_BUILTIN_calloc)
		memory_zero(run->memory.m->memory, memory_object_at(run->memory.m->memory, address));
	return (struct bytecode_value){{.integer = address}, address == 0};
}

static struct bytecode_value
draw(struct bytecode_run *run, enum ir_builtin builtin, const struct bytecode_value *a)
{
	struct bytecode_value v = {.unknown = 0};
	const bool seeds =
		builtin == IR_BUILTIN_srand || builtin == IR_BUILTIN_srandom || builtin == IR_BUILTIN_srand48;
	struct generators *generators = &run->memory.m->program->generators;
	v.unknown = !generators_call(generators, builtin, a->unknown ? NULL : &a->number, run->certain, &v.number);
	if (seeds)
		return v; /* it has no result */
	run->memory.met_examples |= v.unknown != 0;
	if (v.unknown && run->memory.by_example)
		v.unknown = !generators_draw_example(generators, builtin, &v.number);
	return v;
}

/* Stores d bytes at a, each with the value b. */
static bool
fill(struct bytecode_run *run, const struct bytecode_instruction *i)
{
	const struct bytecode_value *a = &run->registers[i->a], *b = &run->registers[i->b],
				    *count = &run->registers[i->d];
	return !a->unknown && !count->unknown && count->number.integer >= 0 &&
	       bytecode_fill(&run->memory, a->number.integer, (uint64_t)count->number.integer,
	                     (uint8_t)b->number.integer, !b->unknown, i->shape);
}

/* Moves d bytes from b to a. */
static bool
move_bytes(struct bytecode_run *run, const struct bytecode_instruction *i)
{
	const struct bytecode_value *a = &run->registers[i->a], *b = &run->registers[i->b],
				    *count = &run->registers[i->d];
	return !a->unknown && !b->unknown && !count->unknown && count->number.integer >= 0 &&
	       bytecode_move(&run->memory, a->number.integer, b->number.integer, (uint64_t)count->number.integer);
}

bool
bytecode_run_call(struct bytecode_run *run, const struct bytecode_instruction *i, int64_t *cost)
{
	struct bytecode_value *registers = run->registers, *d = &registers[i->d];
	const struct bytecode_value *a = &registers[i->a], *b = &registers[i->b];
	switch ((enum bytecode_op)i->op) {
	case BYTECODE_UNKNOW: return !a->unknown && bytecode_unknow(&run->memory, a->number.integer, i->bytes);
	case BYTECODE_REORDER:
		if (!a->unknown)
			bytecode_forget_examples(&run->memory, a->number.integer);
		return true;
	case BYTECODE_FILL:
	case BYTECODE_MOVE_BYTES:
		if (i->op == BYTECODE_FILL ? !fill(run, i) : !move_bytes(run, i))
			return false;
		*cost = d->number.integer / BYTES_AN_INSTRUCTION;
		return true;
	case BYTECODE_FUNCTION:
		*cost = FUNCTION_COST;
		*d = apply(registers, i->function);
		return true;
	case BYTECODE_ALLOCATE:
		*cost = ALLOCATION_COST;
		*d = allocate(run, i->expr, a, b);
		return !d->unknown;
	case BYTECODE_RANDOM:
		*cost = RANDOM_COST;
		*d = draw(run, i->builtin, a);
		return true;
	default: return false;
	}
}
