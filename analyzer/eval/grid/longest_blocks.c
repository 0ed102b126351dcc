#include "eval/grid/longest_blocks.h"

#include <math.h>

#include "eval/state/program.h"

enum {
	STEPS_SHARE = 4,       /* of the remaining steps, for one array */
	LEAST_ITERATIONS = 64, /* a shorter row ends before its block matters */
	FAR_MORE = 8,          /* times the mean row */
};

/* Numbers in memory as rows: each number is a row's length, or the offset at which a row begins. */
struct rows {
	uint64_t count;
	double sum, most;
	uint64_t longest;
};

static void
add_row(struct rows *rows, double length)
{
	if (length > rows->most) {
		rows->most = length;
		rows->longest = rows->count;
	}
	rows->sum += length;
	rows->count++;
}

static int64_t
number_of(uint64_t bits, const struct ir_type *type)
{
	return type->size == 4 ? (type->is_signed ? (int32_t)bits : (int64_t)(uint32_t)bits) : (int64_t)bits;
}

/* False: the numbers are unknown, or there are none. */
static bool
read_rows(const struct memory *memory, const struct object *object, int64_t begin, const struct ir_type *type,
          struct rows *rows)
{
	struct rows lengths = {0}, steps = {0};
	bool rises = true;
	int64_t before = 0;
	for (int64_t at = begin; at + (int64_t)type->size <= (int64_t)object->size; at += (int64_t)type->size) {
		uint64_t bits;
		if (!memory_read(memory, object, at, (unsigned)type->size, &bits))
			return false;
		const int64_t number = number_of(bits, type);
		rises &= at == begin || number >= before;
		if (rises && at != begin)
			add_row(&steps, (double)number - (double)before);
		add_row(&lengths, fmax(0, (double)number));
		before = number;
	}
	*rows = rises ? steps : lengths;
	return rows->count;
}

/* The block that owns the row. Each block, warp or thread owns one row; otherwise all blocks own equally many. */
static uint64_t
block_of(const struct launch_request *request, const struct rows *rows, uint64_t blocks)
{
	const uint64_t threads = (uint64_t)(request->block[0] * request->block[1] * request->block[2]);
	const uint64_t shares[] = {1, (threads + 31) / 32, threads, (rows->count + blocks - 1) / blocks};
	size_t i = 0;
	while (i < sizeof shares / sizeof *shares - 1 && (rows->count + shares[i] - 1) / shares[i] != blocks)
		i++;
	return rows->longest / shares[i];
}

void
plan_add_longest(struct planned_blocks *plan, const struct program *program, const struct launch_request *request,
                 uint64_t *steps, struct arena *arena)
{
	const uint64_t blocks = (uint64_t)(request->grid[0] * request->grid[1] * request->grid[2]);
	struct rows longest = {0};
	for (size_t i = 0; i < request->arg_count; i++) {
		const struct ir_type *type = request->kernel->params[i]->type;
		const struct term at = value_term(&request->args[i], 0);
		const bool is_row = type->kind == IR_TYPE_POINTER && type->element &&
		                    type->element->kind == IR_TYPE_INT && type->element->size >= 4 &&
		                    type->element->size <= 8 && !at.symbol;
		const struct object *object = is_row ? memory_object_at(&program->memory, at.offset) : NULL;
		struct rows rows;
		if (!object || object->size / type->element->size > *steps / STEPS_SHARE)
			continue;
		*steps -= object->size / type->element->size;
		if (read_rows(&program->memory, object, at.offset - object_base(object), type->element, &rows) &&
		    rows.count >= blocks && rows.most >= LEAST_ITERATIONS &&
		    rows.most * (double)rows.count > FAR_MORE * rows.sum && rows.most > longest.most)
			longest = rows;
	}
	uint64_t number = longest.count ? block_of(request, &longest, blocks) : blocks;
	struct planned_block block = {.weight = 1, .is_longest = true};
	if (number >= blocks)
		return;
	for (int d = 0; d < 3; number /= (uint64_t)request->grid[d], d++)
		block.at[d] = (uint32_t)(number % (uint64_t)request->grid[d]);
	planned_blocks_add(plan, block, arena);
}
