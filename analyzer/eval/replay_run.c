#include "eval/replay_run.h"

#include <string.h>

#include "eval/program.h"
#include "support/memory.h"

enum {
	MOST_LOGGED = 1 << 16,     /* stores before a checkpoint is due, however few the iterations */
	FUNCTION_COST = 8, RANDOM_COST = 1, ALLOCATION_COST = 64, BYTES_AN_INSTRUCTION = 8,
};

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

static uint64_t
bits_of(const struct replay_value *v, enum replay_scalar scalar)
{
	uint64_t bits = 0;
	if (scalar == SCALAR_F32) {
		const float f = (float)v->number.real;
		memcpy(&bits, &f, sizeof f);
	} else {
		memcpy(&bits, &v->number, sizeof bits);
	}
	return bits;
}

static struct replay_value
value_of(uint64_t bits, enum replay_scalar scalar)
{
	struct replay_value v = {.unknown = 0};
	float f;
	switch (scalar) {
	case SCALAR_BOOL: v.number.integer = bits != 0; break;
	case SCALAR_I8: v.number.integer = (int64_t)(int8_t)bits; break;
	case SCALAR_U8: v.number.integer = (uint8_t)bits; break;
	case SCALAR_I16: v.number.integer = (int16_t)bits; break;
	case SCALAR_U16: v.number.integer = (uint16_t)bits; break;
	case SCALAR_I32: v.number.integer = (int32_t)bits; break;
	case SCALAR_U32: v.number.integer = (uint32_t)bits; break;
	case SCALAR_F32:
		memcpy(&f, &bits, sizeof f);
		v.number.real = f;
		break;
	default: memcpy(&v.number, &bits, sizeof bits); break;
	}
	return v;
}

/* The long way: other pages, unaligned accesses, what is not known. */
static struct replay_value
load_slowly(struct replay_run *run, int64_t address, enum replay_scalar scalar)
{
	uint64_t bits;
	if (!replay_load(&run->memory, address, replay_width(scalar), &bits))
		return (struct replay_value){.unknown = 1};
	return value_of(bits, scalar);
}

static struct replay_value
convert(const struct replay_conversion *conversion, const struct replay_value *v)
{
	if (v->unknown)
		return (struct replay_value){.unknown = 1};
	return (struct replay_value){value_convert_known(v->number, conversion->to, conversion->from,
	                                                 conversion->from->kind == IR_TYPE_FLOAT), 0};
}

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
draw_from(struct replay_run *run, const struct replay_value *address, bool *fails)
{
	uint64_t bits;
	*fails = address->unknown != 0;
	if (*fails || !replay_load(&run->memory, address->number.integer, sizeof(uint32_t), &bits)) {
		*fails = *fails || !replay_store(&run->memory, address->number.integer, SCALAR_U32, 0, false);
		return (struct replay_value){.unknown = 1};
	}
	uint32_t seed = (uint32_t)bits;
	const int32_t drawn = glibc_rand_r(&seed);
	*fails = !replay_store(&run->memory, address->number.integer, SCALAR_U32, seed, true);
	return (struct replay_value){{.integer = drawn}, 0};
}

static struct replay_value
draw(struct replay_run *run, enum ir_builtin builtin, const struct replay_value *a, bool *fails)
{
	struct replay_value v = {.unknown = 0};
	*fails = false;
	if (builtin == IR_BUILTIN_rand_r)
		return draw_from(run, a, fails);
	v.unknown = !generators_call(&run->memory.m->program->generators, builtin, a->unknown ? NULL : &a->number,
	                             run->certain, &v.number);
	return v;
}

/* Bytes: D of them at A, each B. */
static bool
fill(struct replay_run *run, const struct replay_instruction *i)
{
	const struct replay_value *a = &run->registers[i->a], *b = &run->registers[i->b], *count = &run->registers[i->d];
	return !a->unknown && !count->unknown && count->number.integer >= 0 &&
	       replay_fill(&run->memory, a->number.integer, (uint64_t)count->number.integer, (uint8_t)b->number.integer,
	                   !b->unknown, i->shape);
}

/* Bytes: D of them from B to A. */
static bool
move_bytes(struct replay_run *run, const struct replay_instruction *i)
{
	const struct replay_value *a = &run->registers[i->a], *b = &run->registers[i->b], *count = &run->registers[i->d];
	return !a->unknown && !b->unknown && !count->unknown && count->number.integer >= 0 &&
	       replay_move(&run->memory, a->number.integer, b->number.integer, (uint64_t)count->number.integer);
}

static int64_t
divide(int64_t x, int64_t y, bool *fails)
{
	*fails = y == 0 || (y == -1 && x == INT64_MIN);
	return *fails ? 0 : x / y;
}

static int64_t
remainder_of(int64_t x, int64_t y, bool *fails)
{
	*fails = y == 0 || (y == -1 && x == INT64_MIN);
	return *fails ? 0 : x % y;
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
#define JUMP(name, type, operator) \
	JUMP_IF(name, A.unknown | B.unknown, (type)A.number.integer operator (type)B.number.integer)
#define ADDRESS (int64_t)((uint64_t)A.number.integer + (uint64_t)B.number.integer * (uint64_t)(int64_t)i->scale + \
                          (uint64_t)(int64_t)i->displacement)
#define LOAD(name, type, member, value) \
	case REPLAY_LOAD_##name: { \
		const int64_t address = ADDRESS; \
		const struct replay_way *way = replay_way(memory, address); \
		const unsigned at = (uint64_t)address & (PAGE_BYTES - 1), width = sizeof(type); \
		const uint64_t mask = ((uint64_t)1 << width) - 1; \
		if (A.unknown | B.unknown) { \
			D = (struct replay_value){.unknown = 1}; \
		} else if (way->tag == (uint64_t)address >> PAGE_BITS && at + width <= way->readable && !(at & (width - 1)) && \
		           (way->page->known[at >> 6] >> (at & 63) & mask) == mask) { \
			type loaded; \
			memcpy(&loaded, way->page->bytes + at, width); \
			D = (struct replay_value){{.member = (value)}, 0}; \
		} else { \
			D = load_slowly(run, address, SCALAR_##name); \
		} \
		break; \
	}
#define STORE(name, type, member) \
	case REPLAY_STORE_##name: { \
		const int64_t address = ADDRESS; \
		const struct replay_way *way = replay_way(memory, address); \
		const unsigned at = (uint64_t)address & (PAGE_BYTES - 1), width = sizeof(type); \
		const uint64_t mask = ((uint64_t)1 << width) - 1; \
		if (A.unknown | B.unknown) \
			goto bail; \
		if (!D.unknown && way->tag == (uint64_t)address >> PAGE_BITS && at + width <= way->writable && \
		    !(at & (width - 1)) && memory->log_count < memory->log_capacity) { \
			uint64_t *known = &way->page->known[at >> 6]; \
			uint8_t *bytes = way->page->bytes + at; \
			if (way->logged) { \
				struct replay_undo *undo = &memory->log[memory->log_count++]; \
				type former; \
				memcpy(&former, bytes, width); \
				*undo = (struct replay_undo){way->page, 0, (uint16_t)at, (uint8_t)width, (uint8_t)(*known >> (at & 63) & mask)}; \
				memcpy(&undo->former, &former, width); \
			} \
			const type stored = (type)D.number.member; \
			memcpy(bytes, &stored, width); \
			*known |= mask << (at & 63); \
		} else if (!replay_store(memory, address, SCALAR_##name, bits_of(&D, SCALAR_##name), !D.unknown)) { \
			goto bail; \
		} \
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
		case REPLAY_MOVE: D = A; break;
		case REPLAY_UNKNOWN: D = (struct replay_value){.unknown = 1}; break;
		case REPLAY_ADDRESS: {
			const uint64_t unknown = A.unknown | B.unknown;
			D = (struct replay_value){{.integer = ADDRESS}, unknown};
			break;
		}
		INTEGER(ADD_I32, uint32_t, (int32_t)(x + y))
		INTEGER(ADD_U32, uint32_t, (uint32_t)(x + y))
		INTEGER(ADD_64, uint64_t, x + y)
		INTEGER(SUB_I32, uint32_t, (int32_t)(x - y))
		INTEGER(SUB_U32, uint32_t, (uint32_t)(x - y))
		INTEGER(SUB_64, uint64_t, x - y)
		INTEGER(MUL_I32, uint32_t, (int32_t)(x * y))
		INTEGER(MUL_U32, uint32_t, (uint32_t)(x * y))
		INTEGER(MUL_64, uint64_t, x * y)
		DIVISION(DIV_I32, int32_t, y == -1 ? (int32_t)(0 - (uint32_t)x) : x / y)
		DIVISION(DIV_U32, uint32_t, x / y)
		DIVISION(DIV_I64, int64_t, divide(x, y, &fails))
		DIVISION(DIV_U64, uint64_t, x / y)
		DIVISION(REM_I32, int32_t, y == -1 ? 0 : x % y)
		DIVISION(REM_U32, uint32_t, x % y)
		DIVISION(REM_I64, int64_t, remainder_of(x, y, &fails))
		DIVISION(REM_U64, uint64_t, x % y)
		INTEGER(SHL_I32, uint64_t, y < 32 ? (int32_t)(uint32_t)(x << y) : 0)
		INTEGER(SHL_U32, uint64_t, y < 32 ? (uint32_t)(x << y) : 0)
		INTEGER(SHL_64, uint64_t, y < 64 ? x << y : 0)
		INTEGER(SHR_I32, int64_t, (uint64_t)y < 32 ? x >> y : x < 0 ? -1 : 0)
		INTEGER(SHR_U32, uint64_t, y < 32 ? x >> y : 0)
		INTEGER(SHR_I64, int64_t, (uint64_t)y < 64 ? x >> y : x < 0 ? -1 : 0)
		INTEGER(SHR_U64, uint64_t, y < 64 ? x >> y : 0)
		INTEGER(AND, uint64_t, x & y)
		INTEGER(OR, uint64_t, x | y)
		INTEGER(XOR, uint64_t, x ^ y)
		INTEGER(LT_S, int64_t, x < y)
		INTEGER(LE_S, int64_t, x <= y)
		INTEGER(LT_U, uint64_t, x < y)
		INTEGER(LE_U, uint64_t, x <= y)
		INTEGER(EQ, int64_t, x == y)
		INTEGER(NE, int64_t, x != y)
		WRAP(WRAP_I8, int8_t)
		WRAP(WRAP_U8, uint8_t)
		WRAP(WRAP_I16, int16_t)
		WRAP(WRAP_U16, uint16_t)
		WRAP(WRAP_I32, int32_t)
		WRAP(WRAP_U32, uint32_t)
		REAL(ADD_F32, float, +)
		REAL(SUB_F32, float, -)
		REAL(MUL_F32, float, *)
		REAL(DIV_F32, float, /)
		REAL(ADD_F64, double, +)
		REAL(SUB_F64, double, -)
		REAL(MUL_F64, double, *)
		REAL(DIV_F64, double, /)
		REAL_COMPARE(LT_F, <)
		REAL_COMPARE(LE_F, <=)
		REAL_COMPARE(EQ_F, ==)
		REAL_COMPARE(NE_F, !=)
		case REPLAY_NEGATE_F: D = (struct replay_value){{.real = -A.number.real}, A.unknown}; break;
		case REPLAY_ROUND_F32: D = (struct replay_value){{.real = (float)A.number.real}, A.unknown}; break;
		case REPLAY_CONVERT: D = convert(i->conversion, &A); break;
		case REPLAY_JUMP: goto jump;
		JUMP_IF(JUMP_ZERO, A.unknown, !A.number.integer)
		JUMP_IF(JUMP_NONZERO, A.unknown, A.number.integer)
		JUMP(JUMP_LT_S, int64_t, <)
		JUMP(JUMP_LE_S, int64_t, <=)
		JUMP(JUMP_LT_U, uint64_t, <)
		JUMP(JUMP_LE_U, uint64_t, <=)
		JUMP(JUMP_EQ, int64_t, ==)
		JUMP(JUMP_NE, int64_t, !=)
		LOAD(BOOL, uint8_t, integer, loaded != 0)
		LOAD(I8, int8_t, integer, loaded)
		LOAD(U8, uint8_t, integer, loaded)
		LOAD(I16, int16_t, integer, loaded)
		LOAD(U16, uint16_t, integer, loaded)
		LOAD(I32, int32_t, integer, loaded)
		LOAD(U32, uint32_t, integer, loaded)
		LOAD(64, int64_t, integer, loaded)
		LOAD(F32, float, real, loaded)
		LOAD(F64, double, real, loaded)
		STORE(BOOL, uint8_t, integer)
		STORE(I8, int8_t, integer)
		STORE(U8, uint8_t, integer)
		STORE(I16, int16_t, integer)
		STORE(U16, uint16_t, integer)
		STORE(I32, int32_t, integer)
		STORE(U32, uint32_t, integer)
		STORE(64, int64_t, integer)
		STORE(F32, float, real)
		STORE(F64, double, real)
		case REPLAY_UNKNOW:
			if (A.unknown || !replay_unknow(memory, A.number.integer, i->bytes))
				goto bail;
			break;
		case REPLAY_FILL:
			if (!fill(run, i))
				goto bail;
			left -= D.number.integer / BYTES_AN_INSTRUCTION;
			break;
		case REPLAY_MOVE_BYTES:
			if (!move_bytes(run, i))
				goto bail;
			left -= D.number.integer / BYTES_AN_INSTRUCTION;
			break;
		case REPLAY_FUNCTION:
			left -= FUNCTION_COST;
			D = apply(registers, i->function);
			break;
		case REPLAY_ALLOCATE:
			left -= ALLOCATION_COST;
			D = allocate(run, i->expr, &A, &B);
			if (D.unknown)
				goto bail;
			break;
		case REPLAY_RANDOM: {
			bool fails;
			left -= RANDOM_COST;
			D = draw(run, i->builtin, &A, &fails);
			if (fails)
				goto bail;
			break;
		}
		case REPLAY_IS_KNOWN: D = (struct replay_value){{.integer = !A.unknown}, 0}; break;
		case REPLAY_LOOP:
			run->progress[i->loop] = (struct replay_progress){A.number.integer,
			                                                  run->spent + (uint64_t)((int64_t)granted - left)};
			break;
		case REPLAY_ITERATION:
			run->iterations++;
			if (memory->log_count > MOST_LOGGED || --run->until_checkpoint == 0)
				pass_checkpoint(run);
			break;
		case REPLAY_BAIL:
			goto bail;
		case REPLAY_END:
			stop = REPLAY_STOP_END;
			goto stopped;
		jump:
			left -= i->cost;
			i = code + i->target - 1;
			if (left >= 0)
				break;
			i++;
			stop = REPLAY_STOP_PAUSE;
			goto stopped;
		}
	}
bail:
	stop = REPLAY_STOP_BAIL;
stopped:
	run->next = (uint32_t)(i - code);
	run->spent += (uint64_t)((int64_t)granted - left);
	return stop;
}
