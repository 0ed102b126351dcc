#include "eval/bytecode/bytecode_run.h"

#include <string.h>

#include "eval/state/program.h"
#include "support/allocate.h"

enum { MOST_LOGGED = 1 << 16 }; /* stores after which a checkpoint is due, regardless of the iterations */

void
bytecode_run_checkpoint(struct bytecode_run *run)
{
	const struct bytecode_code *code = run->code;
	struct bytecode_checkpoint *c = &run->checkpoint;
	size_t kept = 0;
	bytecode_memory_checkpoint(&run->memory);
	c->iterations = run->iterations;
	c->generators = run->memory.m->program->generators;
	for (uint32_t i = 0; i < code->input_count; i++) {
		if (!code->inputs[i].assigned)
			continue;
		if (kept == run->checkpoint_capacity)
			c->values = memory_grow(c->values, &run->checkpoint_capacity, kept + 1, sizeof *c->values);
		c->values[kept++] = run->registers[code->first_input + i];
	}
}

void
bytecode_run_restore(struct bytecode_run *run)
{
	const struct bytecode_code *code = run->code;
	size_t kept = 0;
	bytecode_memory_undo(&run->memory);
	run->iterations = run->checkpoint.iterations;
	run->memory.m->program->generators = run->checkpoint.generators;
	for (uint32_t i = 0; i < code->input_count; i++)
		if (code->inputs[i].assigned)
			run->registers[code->first_input + i] = run->checkpoint.values[kept++];
	run->next = run->iterations ? code->iteration + 1 : 0;
}

/* The end of an iteration for which a checkpoint is due. */
static void
pass_checkpoint(struct bytecode_run *run)
{
	run->until_checkpoint = run->every;
	if (run->every || run->memory.log_count > MOST_LOGGED)
		bytecode_run_checkpoint(run);
	if (!run->until_checkpoint)
		run->until_checkpoint = UINT64_MAX;
}

static inline void
end_iteration(struct bytecode_run *run)
{
	run->iterations++;
	if (run->memory.log_count > MOST_LOGGED || --run->until_checkpoint == 0)
		pass_checkpoint(run);
}

/* The bits in memory for a register's number. */
static uint64_t
bits_of(const struct bytecode_value *v, enum bytecode_scalar scalar)
{
	uint64_t bits = 0;
	switch (scalar) {
#define BITS(name, type, member, ...) \
	case SCALAR_##name: { \
		const type stored = (type)v->number.member; \
		memcpy(&bits, &stored, sizeof stored); \
		break; \
	}
		BYTECODE_SCALARS(BITS)
#undef BITS
	case SCALAR_NONE: break;
	}
	return bits;
}

static struct bytecode_value
value_of(uint64_t bits, enum bytecode_scalar scalar)
{
	struct bytecode_value v = {.unknown = 0};
	switch (scalar) {
#define VALUE(name, type, member, value) \
	case SCALAR_##name: { \
		type loaded; \
		memcpy(&loaded, &bits, sizeof loaded); \
		v.number.member = (value); \
		break; \
	}
		BYTECODE_SCALARS(VALUE)
#undef VALUE
	case SCALAR_NONE: break;
	}
	return v;
}

/* The slow path: uncached pages, unaligned accesses, unknown data. */
static struct bytecode_value
load_slowly(struct bytecode_run *run, int64_t address, enum bytecode_scalar scalar)
{
	uint64_t bits;
	if (!bytecode_load(&run->memory, address, bytecode_width(scalar), &bits) &&
	    !bytecode_load_example(&run->memory, address, scalar, &bits))
		return (struct bytecode_value){.unknown = 1};
	return value_of(bits, scalar);
}

static struct bytecode_value
convert(const struct bytecode_conversion *conversion, const struct bytecode_value *v)
{
	if (v->unknown)
		return (struct bytecode_value){.unknown = 1};
	return (struct bytecode_value){
		lane_convert(v->number, conversion->to, conversion->from, conversion->from->kind == IR_TYPE_FLOAT), 0};
}

/* Each operation reads its operands before it writes the result: they may share a register. */
#define A registers[i->a]
#define B registers[i->b]
#define D registers[i->d]
#define INTEGER(name, type, expression) \
	case BYTECODE_##name: { \
		const type x = (type)A.number.integer, y = (type)B.number.integer; \
		const uint64_t unknown = A.unknown | B.unknown; \
		D = (struct bytecode_value){{.integer = (int64_t)(expression)}, unknown}; \
		break; \
	}
#define DIVISION(name, type, expression) \
	case BYTECODE_##name: { \
		const type x = (type)A.number.integer, y = (type)B.number.integer; \
		uint64_t unknown = A.unknown | B.unknown; \
		bool fails = y == 0; \
		const int64_t result = fails ? 0 : (int64_t)(expression); \
		D = (struct bytecode_value){{.integer = result}, unknown | fails}; \
		break; \
	}
#define WRAP(name, type) \
	case BYTECODE_##name: D = (struct bytecode_value){{.integer = (type)A.number.integer}, A.unknown}; break;
#define REAL(name, type, operator) \
	case BYTECODE_##name: { \
		const uint64_t unknown = A.unknown | B.unknown; \
		D = (struct bytecode_value){{.real = (type)(A.number.real operator B.number.real)}, unknown}; \
		break; \
	}
#define REAL_COMPARE(name, operator) \
	case BYTECODE_##name: { \
		const uint64_t unknown = A.unknown | B.unknown; \
		D = (struct bytecode_value){{.integer = A.number.real operator B.number.real}, unknown}; \
		break; \
	}
#define JUMP_IF(name, is_unknown, holds) \
	case BYTECODE_##name: \
		if (is_unknown) \
			goto bail; \
		if (!(holds)) \
			break; \
		goto jump;
#define COMPARE_JUMP(name, type, operator) \
	JUMP_IF(name, A.unknown | B.unknown, (type)A.number.integer operator(type) B.number.integer)
#define ADDRESS \
	(int64_t)((uint64_t)A.number.integer + (uint64_t)B.number.integer * (uint64_t)(int64_t)i->scale + \
	          (uint64_t)(int64_t)i->displacement)
#define LOAD(name, type, member, value) \
	case BYTECODE_LOAD_##name: { \
		const int64_t address = ADDRESS; \
		type loaded; \
		if (A.unknown | B.unknown) \
			D = (struct bytecode_value){.unknown = 1}; \
		else if (bytecode_load_cached(memory, address, sizeof loaded, &loaded)) \
			D = (struct bytecode_value){{.member = (value)}, 0}; \
		else \
			D = load_slowly(run, address, SCALAR_##name); \
		break; \
	}
#define STORE(name, type, member, ...) \
	case BYTECODE_STORE_##name: { \
		const int64_t address = ADDRESS; \
		const type stored = (type)D.number.member; \
		if (A.unknown | B.unknown) \
			goto nowhere; \
		if ((D.unknown || !bytecode_store_cached(memory, address, sizeof stored, &stored)) && \
		    !bytecode_store(memory, address, SCALAR_##name, bits_of(&D, SCALAR_##name), !D.unknown)) \
			goto nowhere; \
		break; \
	}

enum bytecode_stop
bytecode_run(struct bytecode_run *run, uint64_t granted)
{
	struct bytecode_value *registers = run->registers;
	struct bytecode_memory *memory = &run->memory;
	const struct bytecode_instruction *code = run->code->instructions, *i = code + run->next;
	int64_t left = (int64_t)granted;
	enum bytecode_stop stop;
	for (;; i++) {
		switch ((enum bytecode_op)i->op) {
			BYTECODE_INTEGER_OPS(INTEGER)
			BYTECODE_DIVISION_OPS(DIVISION)
			BYTECODE_WRAP_OPS(WRAP)
			BYTECODE_REAL_OPS(REAL)
			BYTECODE_REAL_COMPARE_OPS(REAL_COMPARE)
			BYTECODE_COMPARE_JUMP_OPS(COMPARE_JUMP)
			BYTECODE_SCALARS(LOAD)
			BYTECODE_SCALARS(STORE)
		case BYTECODE_MOVE: D = A; break;
		case BYTECODE_UNKNOWN: D = (struct bytecode_value){.unknown = 1}; break;
		case BYTECODE_INPUT: run->inputs_read++; break;
		case BYTECODE_IS_KNOWN: D = (struct bytecode_value){{.integer = !A.unknown}, 0}; break;
		case BYTECODE_ADDRESS: D = (struct bytecode_value){{.integer = ADDRESS}, A.unknown | B.unknown}; break;
		case BYTECODE_NEGATE_F: D = (struct bytecode_value){{.real = -A.number.real}, A.unknown}; break;
		case BYTECODE_ROUND_F32: D = (struct bytecode_value){{.real = (float)A.number.real}, A.unknown}; break;
		case BYTECODE_CONVERT: D = convert(i->conversion, &A); break;
		case BYTECODE_UNKNOW:
		case BYTECODE_REORDER:
		case BYTECODE_FILL:
		case BYTECODE_MOVE_BYTES:
		case BYTECODE_FUNCTION:
		case BYTECODE_ALLOCATE:
		case BYTECODE_RANDOM: {
			int64_t cost = 0;
			const bool done = bytecode_run_call(run, i, &cost);
			left -= cost;
			if (!done)
				goto bail;
			break;
		}
		case BYTECODE_LOOP:
			run->progress[i->loop] = (struct bytecode_progress){
				A.number.integer, run->spent + (uint64_t)((int64_t)granted - left)};
			break;
		case BYTECODE_ITERATION:
			end_iteration(run);
			break;
			JUMP_IF(JUMP_ZERO, A.unknown, !A.number.integer)
			JUMP_IF(JUMP_NONZERO, A.unknown, A.number.integer)
		case BYTECODE_JUMP:
		jump:
			left -= i->cost;
			i = code + i->target - 1;
			if (left >= 0)
				break;
			i++;
			stop = BYTECODE_STOP_PAUSE;
			goto stopped;
		case BYTECODE_END:
			stop = BYTECODE_STOP_END;
			goto stopped;
		/* A store to no object. An example that is slightly wrong may cause it, so a run by example ignores
		 * it. */
		nowhere:
			if (memory->by_example)
				break;
			goto bail;
		case BYTECODE_BAIL: goto bail;
		}
	}
bail:
	stop = BYTECODE_STOP_BAIL;
stopped:
	run->next = (uint32_t)(i - code);
	run->spent += (uint64_t)((int64_t)granted - left);
	return stop;
}
