#include "eval/replay/replay_run.h"

#include <string.h>

#include "eval/state/program.h"
#include "support/memory.h"

enum { MOST_LOGGED = 1 << 16 }; /* stores before a checkpoint is due, however few the iterations */

void
replay_run_checkpoint(struct replay_run *run)
{
	const struct replay_code *code = run->code;
	struct replay_checkpoint *c = &run->checkpoint;
	size_t kept = 0;
	replay_memory_checkpoint(&run->memory);
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
replay_run_restore(struct replay_run *run)
{
	const struct replay_code *code = run->code;
	size_t kept = 0;
	replay_memory_undo(&run->memory);
	run->iterations = run->checkpoint.iterations;
	run->memory.m->program->generators = run->checkpoint.generators;
	for (uint32_t i = 0; i < code->input_count; i++)
		if (code->inputs[i].assigned)
			run->registers[code->first_input + i] = run->checkpoint.values[kept++];
	run->next = run->iterations ? code->iteration + 1 : 0;
}

/* At the end of an iteration for which a checkpoint is due. */
static void
pass_checkpoint(struct replay_run *run)
{
	run->until_checkpoint = run->every;
	if (run->every || run->memory.log_count > MOST_LOGGED)
		replay_run_checkpoint(run);
	if (!run->until_checkpoint)
		run->until_checkpoint = UINT64_MAX;
}

static inline void
end_iteration(struct replay_run *run)
{
	run->iterations++;
	if (run->memory.log_count > MOST_LOGGED || --run->until_checkpoint == 0)
		pass_checkpoint(run);
}

/* The bits in memory of a register's number. */
static uint64_t
bits_of(const struct replay_value *v, enum replay_scalar scalar)
{
	uint64_t bits = 0;
	switch (scalar) {
#define BITS(name, type, member, ...) \
	case SCALAR_##name: { \
		const type stored = (type)v->number.member; \
		memcpy(&bits, &stored, sizeof stored); \
		break; \
	}
		REPLAY_SCALARS(BITS)
#undef BITS
	case SCALAR_NONE: break;
	}
	return bits;
}

static struct replay_value
value_of(uint64_t bits, enum replay_scalar scalar)
{
	struct replay_value v = {.unknown = 0};
	switch (scalar) {
#define VALUE(name, type, member, value) \
	case SCALAR_##name: { \
		type loaded; \
		memcpy(&loaded, &bits, sizeof loaded); \
		v.number.member = (value); \
		break; \
	}
		REPLAY_SCALARS(VALUE)
#undef VALUE
	case SCALAR_NONE: break;
	}
	return v;
}

/* The long way: other pages, unaligned accesses, what is not known. */
static struct replay_value
load_slowly(struct replay_run *run, int64_t address, enum replay_scalar scalar)
{
	uint64_t bits;
	if (!replay_load(&run->memory, address, replay_width(scalar), &bits) &&
	    !replay_load_example(&run->memory, address, scalar, &bits))
		return (struct replay_value){.unknown = 1};
	return value_of(bits, scalar);
}

static struct replay_value
convert(const struct replay_conversion *conversion, const struct replay_value *v)
{
	if (v->unknown)
		return (struct replay_value){.unknown = 1};
	return (struct replay_value){
		lane_convert(v->number, conversion->to, conversion->from, conversion->from->kind == IR_TYPE_FLOAT), 0};
}

/* Of each operation the operands are read before the result is written: they may share a register. */
#define A registers[i->a]
#define B registers[i->b]
#define D registers[i->d]
#define INTEGER(name, type, expression) \
	case REPLAY_##name: { \
		const type x = (type)A.number.integer, y = (type)B.number.integer; \
		const uint64_t unknown = A.unknown | B.unknown; \
		D = (struct replay_value){{.integer = (int64_t)(expression)}, unknown}; \
		break; \
	}
#define DIVISION(name, type, expression) \
	case REPLAY_##name: { \
		const type x = (type)A.number.integer, y = (type)B.number.integer; \
		uint64_t unknown = A.unknown | B.unknown; \
		bool fails = y == 0; \
		const int64_t result = fails ? 0 : (int64_t)(expression); \
		D = (struct replay_value){{.integer = result}, unknown | fails}; \
		break; \
	}
#define WRAP(name, type) \
	case REPLAY_##name: D = (struct replay_value){{.integer = (type)A.number.integer}, A.unknown}; break;
#define REAL(name, type, operator) \
	case REPLAY_##name: { \
		const uint64_t unknown = A.unknown | B.unknown; \
		D = (struct replay_value){{.real = (type)(A.number.real operator B.number.real)}, unknown}; \
		break; \
	}
#define REAL_COMPARE(name, operator) \
	case REPLAY_##name: { \
		const uint64_t unknown = A.unknown | B.unknown; \
		D = (struct replay_value){{.integer = A.number.real operator B.number.real}, unknown}; \
		break; \
	}
#define JUMP_IF(name, is_unknown, holds) \
	case REPLAY_##name: \
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
	case REPLAY_LOAD_##name: { \
		const int64_t address = ADDRESS; \
		type loaded; \
		if (A.unknown | B.unknown) \
			D = (struct replay_value){.unknown = 1}; \
		else if (replay_load_cached(memory, address, sizeof loaded, &loaded)) \
			D = (struct replay_value){{.member = (value)}, 0}; \
		else \
			D = load_slowly(run, address, SCALAR_##name); \
		break; \
	}
#define STORE(name, type, member, ...) \
	case REPLAY_STORE_##name: { \
		const int64_t address = ADDRESS; \
		const type stored = (type)D.number.member; \
		if (A.unknown | B.unknown) \
			goto nowhere; \
		if ((D.unknown || !replay_store_cached(memory, address, sizeof stored, &stored)) && \
		    !replay_store(memory, address, SCALAR_##name, bits_of(&D, SCALAR_##name), !D.unknown)) \
			goto nowhere; \
		break; \
	}

enum replay_stop
replay_run(struct replay_run *run, uint64_t granted)
{
	struct replay_value *registers = run->registers;
	struct replay_memory *memory = &run->memory;
	const struct replay_instruction *code = run->code->instructions, *i = code + run->next;
	int64_t left = (int64_t)granted;
	enum replay_stop stop;
	for (;; i++) {
		switch ((enum replay_op)i->op) {
			REPLAY_INTEGER_OPS(INTEGER)
			REPLAY_DIVISION_OPS(DIVISION)
			REPLAY_WRAP_OPS(WRAP)
			REPLAY_REAL_OPS(REAL)
			REPLAY_REAL_COMPARE_OPS(REAL_COMPARE)
			REPLAY_COMPARE_JUMP_OPS(COMPARE_JUMP)
			REPLAY_SCALARS(LOAD)
			REPLAY_SCALARS(STORE)
		case REPLAY_MOVE: D = A; break;
		case REPLAY_UNKNOWN: D = (struct replay_value){.unknown = 1}; break;
		case REPLAY_INPUT: run->inputs_read++; break;
		case REPLAY_IS_KNOWN: D = (struct replay_value){{.integer = !A.unknown}, 0}; break;
		case REPLAY_ADDRESS: D = (struct replay_value){{.integer = ADDRESS}, A.unknown | B.unknown}; break;
		case REPLAY_NEGATE_F: D = (struct replay_value){{.real = -A.number.real}, A.unknown}; break;
		case REPLAY_ROUND_F32: D = (struct replay_value){{.real = (float)A.number.real}, A.unknown}; break;
		case REPLAY_CONVERT: D = convert(i->conversion, &A); break;
		case REPLAY_UNKNOW:
		case REPLAY_REORDER:
		case REPLAY_FILL:
		case REPLAY_MOVE_BYTES:
		case REPLAY_FUNCTION:
		case REPLAY_ALLOCATE:
		case REPLAY_RANDOM: {
			int64_t cost = 0;
			const bool done = replay_run_call(run, i, &cost);
			left -= cost;
			if (!done)
				goto bail;
			break;
		}
		case REPLAY_LOOP:
			run->progress[i->loop] = (struct replay_progress){
				A.number.integer, run->spent + (uint64_t)((int64_t)granted - left)};
			break;
		case REPLAY_ITERATION:
			end_iteration(run);
			break;
			JUMP_IF(JUMP_ZERO, A.unknown, !A.number.integer)
			JUMP_IF(JUMP_NONZERO, A.unknown, A.number.integer)
		case REPLAY_JUMP:
		jump:
			left -= i->cost;
			i = code + i->target - 1;
			if (left >= 0)
				break;
			i++;
			stop = REPLAY_STOP_PAUSE;
			goto stopped;
		case REPLAY_END:
			stop = REPLAY_STOP_END;
			goto stopped;
		/* A store that goes nowhere, which an example that is not quite right may make of it. */
		nowhere:
			if (memory->by_example)
				break;
			goto bail;
		case REPLAY_BAIL: goto bail;
		}
	}
bail:
	stop = REPLAY_STOP_BAIL;
stopped:
	run->next = (uint32_t)(i - code);
	run->spent += (uint64_t)((int64_t)granted - left);
	return stop;
}
