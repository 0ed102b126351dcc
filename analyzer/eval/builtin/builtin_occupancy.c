/* The runtime API's occupancy calculator. If the compiler does not report a kernel's registers, only their maximum
 * is known. A result that depends on them is then assumed. */

#include "eval/builtin/builtin.h"
#include "eval/state/program.h"

enum { WARP_THREADS = 32, MOST_THREADS = 1024 };

static const struct ir_type int_type = {.kind = IR_TYPE_INT, .is_signed = true, .size = 4, .align = 4, .name = "int"};

/* The arguments of a call. */
struct question {
	const struct gpu *gpu;
	const struct ir_func *kernel;
	uint64_t shared; /* bytes, static and dynamic */
	int least, most; /* registers of a thread; NO_REGISTERS: they limit nothing */
};

enum { NO_REGISTERS = -1 };

/* The most registers that the compiler allocates to a thread: with __launch_bounds__, as many as allow the requested
 * blocks. */
static int
most_registers(const struct question *q)
{
	const unsigned threads = (unsigned)q->kernel->max_threads;
	int most = (int)q->gpu->max_registers_per_thread;
	if (!threads)
		return most;
	unsigned blocks = q->kernel->min_blocks > 0 ? (unsigned)q->kernel->min_blocks : 1;
	if (gpu_occupancy(q->gpu, threads, NO_REGISTERS, 0).blocks_per_sm < blocks)
		blocks = 1;
	while (most > 1 && gpu_occupancy(q->gpu, threads, most, 0).blocks_per_sm < blocks)
		most--;
	return most;
}

/* The compiler's number of registers, or the range between none and its maximum. */
static void
find_registers(const struct eval_options *options, struct question *q)
{
	const struct register_source *source = &options->registers;
	const int registers = source->registers ? source->registers(source->context, q->kernel) : -1;
	q->least = registers < 0 ? NO_REGISTERS : registers;
	q->most = registers < 0 ? most_registers(q) : registers;
}

/* Arguments: `function` is a kernel's address, `shared` the dynamic shared memory of its blocks. */
static bool
read_question(struct machine *m, const struct builtin_call *call, uint32_t function, uint32_t shared,
              struct question *q)
{
	int64_t address, dynamic = 0;
	const struct object *object =
		builtin_constant(call, function, &address) ? memory_object_at(m->memory, address) : NULL;
	const struct ir_func *func =
		object && object->kind == OBJECT_FUNCTION ? program_definition(m->program, object->func) : NULL;
	if (!func || !func->is_kernel || (shared < call->count && !builtin_constant(call, shared, &dynamic)) ||
	    dynamic < 0)
		return false;
	*q = (struct question){.gpu = m->program->options->gpu, .kernel = func};
	q->shared = shared_layout_size(&m->program->code.layouts, func) + (uint64_t)dynamic;
	find_registers(m->program->options, q);
	return true;
}

static struct value
answer(struct machine *m, const struct builtin_call *call, const struct question *q, struct taken_number number)
{
	char text[256];
	if (number.range.low == number.range.high)
		return value_integer(m, number.number);
	snprintf(text, sizeof text, "the registers of '%.100s' do not limit its blocks per multiprocessor",
	         q->kernel->name);
	number.text = text;
	return builtin_taken(m, call, &int_type, number);
}

struct value
builtin_cuda_resident_blocks(struct machine *m, const struct builtin_call *call)
{
	struct question q;
	int64_t threads;
	if (!builtin_constant(call, 2, &threads) || threads <= 0 || threads > MOST_THREADS ||
	    !read_question(m, call, 1, 3, &q))
		return builtin_cuda_output(m, call);
	const unsigned most = gpu_occupancy(q.gpu, (unsigned)threads, q.least, q.shared).blocks_per_sm;
	const unsigned least = gpu_occupancy(q.gpu, (unsigned)threads, q.most, q.shared).blocks_per_sm;
	builtin_output(m, call, 0, &int_type,
	               answer(m, call, &q, (struct taken_number){.number = most, .range = {least, most}}));
	return value_integer(m, 0);
}

struct shape {
	unsigned threads, blocks; /* threads of a block; blocks on a multiprocessor */
};

/* The largest of the block sizes up to `most` that fill a multiprocessor best, in the search order of
 * cuda_runtime.h. */
static struct shape
best_shape(const struct question *q, int registers, unsigned most)
{
	struct shape best = {0};
	for (unsigned up = (most + WARP_THREADS - 1) / WARP_THREADS * WARP_THREADS; up; up -= WARP_THREADS) {
		const unsigned threads = up < most ? up : most;
		const unsigned blocks = gpu_occupancy(q->gpu, threads, registers, q->shared).blocks_per_sm;
		if (threads * blocks > best.threads * best.blocks)
			best = (struct shape){threads, blocks};
	}
	return best;
}

struct value
builtin_cuda_best_block(struct machine *m, const struct builtin_call *call)
{
	struct question q;
	int64_t limit = 0;
	if (!read_question(m, call, 2, 3, &q) || (call->count > 4 && !builtin_constant(call, 4, &limit))) {
		builtin_forget_output(m, call, 1);
		return builtin_cuda_output(m, call);
	}
	unsigned most = MOST_THREADS;
	if (limit > 0 && limit < most)
		most = (unsigned)limit;
	if (q.kernel->max_threads > 0 && q.kernel->max_threads < most)
		most = (unsigned)q.kernel->max_threads;
	const struct shape free = best_shape(&q, q.least, most), tight = best_shape(&q, q.most, most);
	const bool is_sure = free.threads == tight.threads && free.blocks == tight.blocks;
	const int64_t blocks = (int64_t)free.blocks * q.gpu->multiprocessors,
		      most_blocks = (int64_t)q.gpu->max_blocks_per_sm * q.gpu->multiprocessors;
	const struct taken_number grid = {.number = blocks,
	                                  .range = {is_sure ? blocks : 0, is_sure ? blocks : most_blocks}};
	const struct taken_number block = {.number = free.threads,
	                                   .range = {is_sure ? free.threads : 0, is_sure ? free.threads : most}};
	builtin_output(m, call, 0, &int_type, answer(m, call, &q, grid));
	builtin_output(m, call, 1, &int_type, answer(m, call, &q, block));
	return value_integer(m, 0);
}
