/* The runtime API's occupancy calculator. Where the compiler says nothing of a kernel's registers only the most is known; an answer that
 * they may change is taken for so. */

#include "eval/builtin/builtin.h"
#include "eval/state/program.h"

enum { WARP_THREADS = 32, MOST_THREADS = 1024 };

static const struct ir_type int_type = {.kind = IR_TYPE_INT, .is_signed = true, .size = 4, .align = 4, .name = "int"};

/* What a call asks about. */
struct question {
	const struct gpu *gpu;
	const struct ir_func *kernel;
	uint64_t shared; /* bytes, static and dynamic */
	int least, most; /* registers of a thread; NO_REGISTERS: none that limit anything */
};

enum { NO_REGISTERS = -1 };

/* The most that the compiler gives a thread: with __launch_bounds__ so many that the blocks asked for fit. */
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

/* As the compiler says, or what lies between none and the most that it gives. */
static void
find_registers(const struct eval_options *options, struct question *q)
{
	const struct register_source *source = &options->registers;
	const int registers = source->registers ? source->registers(source->context, q->kernel) : -1;
	q->least = registers < 0 ? NO_REGISTERS : registers;
	q->most = registers < 0 ? most_registers(q) : registers;
}

/* Argument `function` is a kernel's address, and `shared` how much dynamic shared memory its blocks get. */
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
	if (number.low == number.high)
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
	               answer(m, call, &q, (struct taken_number){.number = most, .low = least, .high = most}));
	return value_integer(m, 0);
}

struct shape {
	unsigned threads, blocks; /* of a block; on a multiprocessor */
};

/* Of block sizes up to the most, the largest of those that fill a multiprocessor best, as cuda_runtime.h seeks it. */
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
	const struct taken_number grid = {
		.number = blocks, .low = is_sure ? blocks : 0, .high = is_sure ? blocks : most_blocks};
	const struct taken_number block = {
		.number = free.threads, .low = is_sure ? free.threads : 0, .high = is_sure ? free.threads : most};
	builtin_output(m, call, 0, &int_type, answer(m, call, &q, grid));
	builtin_output(m, call, 1, &int_type, answer(m, call, &q, block));
	return value_integer(m, 0);
}
