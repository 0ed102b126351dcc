#include "model/compiled/boxes.h"

#include <stdlib.h>

#include "support/allocate.h"
#include "support/trace.h"

enum { MOST_BOXES = 4096, MOST_LEFT = 256, MOST_NOTED = 24 };
/* Warp-level instructions to execute. With moves_bits, the caller sets the limit instead. */
enum { BOX_STEPS = 1500000 };

/* Blocks of a box at a constant distance along an axis of the grid. */
struct dimension {
	uint32_t size, stride;
	uint8_t axis;
};

struct box {
	uint32_t first[3];
	struct dimension dimensions[EXECUTE_DIMENSIONS];
	unsigned count;
};

/* Boxes of blocks that all behave like the first block of their box. */
struct boxes {
	struct counting *counting;
	struct execute_run *machine;
	struct execute_launch *shape;
	/* of a box's first block, and of that block's neighbours */
	struct execute_record *first, *nexts[EXECUTE_DIMENSIONS];
	struct box left[MOST_LEFT]; /* boxes to process */
	size_t count, seen;
	unsigned fruitless[3];      /* by axis: searches without a period since the last success */
	uint64_t most_steps, steps; /* instruction budget, and what remains of it */
	double reported;            /* blocks added so far */
	size_t noted;               /* boxes, of traced launches */
};

static void
note_failure(struct trace *trace, const uint32_t at[3], const struct execute_result *result)
{
	if (result->end == EXECUTE_DONE)
		trace_note(trace, TRACE_RUN, "block", "(%u, %u, %u) does what says nothing of other blocks", at[0],
		           at[1], at[2]);
	else
		trace_note(trace, TRACE_RUN, "block", "(%u, %u, %u) ended at 0x%04x: %s", at[0], at[1], at[2],
		           result->pc, result->why);
}

/* False if the block does not run to its end, or the record does not allow conclusions about other blocks. */
static bool
record_block(struct boxes *boxes, const uint32_t at[3], struct execute_record *record)
{
	boxes->shape->most_steps = boxes->steps;
	const struct execute_result result = counting_run(boxes->counting, boxes->machine, at, record);
	boxes->steps -= result.steps < boxes->steps ? result.steps : boxes->steps;
	const bool is_whole = result.end == EXECUTE_DONE && execute_record_is_whole(record);
	if (!is_whole)
		note_failure(counting_trace(boxes->counting), at, &result);
	return is_whole;
}

static bool
push_box(struct boxes *boxes, const struct box *box)
{
	if (boxes->count == MOST_LEFT || boxes->seen >= MOST_BOXES)
		return false;
	boxes->left[boxes->count++] = *box;
	return true;
}

/* The part of the box with `size` blocks along the dimension, beginning at index `from`. */
static struct box
part_of(const struct box *box, unsigned at, uint32_t from, uint32_t size)
{
	struct box part = *box;
	part.first[box->dimensions[at].axis] += from * box->dimensions[at].stride;
	part.dimensions[at].size = size;
	return part;
}

static bool
cut_box(struct boxes *boxes, const struct box *box, unsigned at, uint32_t size)
{
	const struct box near = part_of(box, at, 0, size),
			 far = part_of(box, at, size, box->dimensions[at].size - size);
	return push_box(boxes, &far) && push_box(boxes, &near);
}

/* Pushes a part of each period along the dimension. The periods become a dimension of their own. */
static bool
push_periods(struct boxes *boxes, const struct box *box, unsigned at, uint32_t from, uint32_t size,
             struct dimension periods)
{
	struct box part = part_of(box, at, from, size);
	if (size)
		part.dimensions[size == 1 ? at : part.count++] = periods;
	return !size || push_box(boxes, &part);
}

/* Splits each period into its first `size` blocks and the others. The remainder after the last whole period is a box
 * of its own. */
static bool
fold_box(struct boxes *boxes, const struct box *box, unsigned at, uint32_t size, uint32_t period)
{
	const struct dimension *dimension = &box->dimensions[at];
	const struct dimension periods = {dimension->size / period, period * dimension->stride, dimension->axis};
	const uint32_t whole = periods.size * period;
	const struct box behind = part_of(box, at, whole, dimension->size - whole);
	return (whole == dimension->size || push_box(boxes, &behind)) &&
	       push_periods(boxes, box, at, size, period - size, periods) &&
	       push_periods(boxes, box, at, 0, size, periods);
}

/* Records the block at the given distance along the dimension. */
static bool
record_next(struct boxes *boxes, const struct box *box, unsigned at, uint32_t distance, struct execute_record *record)
{
	const struct dimension *dimension = &box->dimensions[at];
	uint32_t block[3] = {box->first[0], box->first[1], box->first[2]};
	block[dimension->axis] += distance * dimension->stride;
	return record_block(boxes, block, record);
}

/* Records the neighbours and finally the first block, so that the last counts are the first block's own. */
static bool
record_corner(struct boxes *boxes, const struct box *box, const struct execute_record *nexts[EXECUTE_DIMENSIONS])
{
	for (unsigned i = 0; i < box->count; i++) {
		if (box->dimensions[i].size == 1)
			continue;
		nexts[i] = boxes->nexts[i];
		if (!record_next(boxes, box, i, 1, boxes->nexts[i]))
			return false;
	}
	return record_block(boxes, box->first, boxes->first);
}

/* The smallest period found along the dimension: the record of the first block repeats at multiples of it; 0: none
 * found. */
static uint32_t
period_of(struct boxes *boxes, const struct box *box, unsigned at, uint32_t size)
{
	enum { MOST_TRIED = 5, ENOUGH_ALIKE = 3 };
	uint32_t period = size > 1 ? size : 2;
	for (unsigned i = 0; i < MOST_TRIED && box->dimensions[at].size / period >= ENOUGH_ALIKE; i++) {
		if (!record_next(boxes, box, at, period, boxes->nexts[at]))
			return 0;
		if (execute_record_alike(boxes->first, boxes->nexts[at]) >= ENOUGH_ALIKE)
			return period;
		period = UINT32_C(1) << (32 - __builtin_clz(period));
	}
	return 0;
}

/* A search without a result is expensive. */
static bool
may_have_periods(const struct boxes *boxes, const struct box *box, unsigned at)
{
	enum { MOST_FRUITLESS = 4 };
	return box->count < EXECUTE_DIMENSIONS && boxes->fruitless[box->dimensions[at].axis] < MOST_FRUITLESS;
}

static void
note_box(struct trace *trace, const struct box *box, double blocks)
{
	const char *along = "";
	for (unsigned i = 0; i < box->count; i++) {
		const struct dimension *dimension = &box->dimensions[i];
		const char *stride =
			dimension->stride > 1 ? arena_printf(&trace->arena, ", every %u", dimension->stride) : "";
		if (dimension->size > 1)
			along = arena_printf(&trace->arena, "%s%s%u along %c%s", along, *along ? " and " : ": ",
			                     dimension->size, "xyz"[dimension->axis], stride);
	}
	trace_note(trace, TRACE_RUN, "box", "block (%u, %u, %u) stands for %.10g%s", box->first[0], box->first[1],
	           box->first[2], blocks, along);
}

static void
add_box(struct boxes *boxes, const struct box *box)
{
	double blocks = 1;
	for (unsigned i = 0; i < box->count; i++)
		blocks *= box->dimensions[i].size;
	counting_add(boxes->counting, blocks);
	boxes->reported += blocks;
	if (counting_trace(boxes->counting) && boxes->noted++ < MOST_NOTED)
		note_box(counting_trace(boxes->counting), box, blocks);
}

static bool
is_alike(const struct boxes *boxes, const struct box *box, const struct execute_record *const nexts[], uint64_t alike[])
{
	uint32_t sizes[EXECUTE_DIMENSIONS];
	for (unsigned i = 0; i < box->count; i++)
		sizes[i] = box->dimensions[i].size;
	return execute_record_box(boxes->first, nexts, sizes, box->count, alike);
}

/* Shortens the box to its first `size` blocks along the dimension, or divides it by periods. */
static bool
shorten_box(struct boxes *boxes, const struct box *box, unsigned at, uint32_t size)
{
	unsigned *fruitless = &boxes->fruitless[box->dimensions[at].axis];
	if (!may_have_periods(boxes, box, at))
		return cut_box(boxes, box, at, size);
	const uint32_t period = period_of(boxes, box, at, size);
	*fruitless = period ? 0 : *fruitless + 1;
	return period ? fold_box(boxes, box, at, size, period) : cut_box(boxes, box, at, size);
}

/* `alike`: number of equal blocks along each dimension. False if the box cannot be split. */
static bool
split_box(struct boxes *boxes, const struct box *box, const uint64_t alike[])
{
	unsigned longest = 0;
	for (unsigned i = 0; i < box->count; i++) {
		if (alike[i] < box->dimensions[i].size)
			return shorten_box(boxes, box, i, (uint32_t)alike[i]);
		longest = box->dimensions[i].size > box->dimensions[longest].size ? i : longest;
	}
	return box->dimensions[longest].size > 1 && cut_box(boxes, box, longest, box->dimensions[longest].size / 2);
}

/* Counts the box's blocks, or splits the box. False if neither is possible. */
static bool
take_box(struct boxes *boxes, const struct box *box)
{
	const struct execute_record *nexts[EXECUTE_DIMENSIONS] = {NULL};
	uint64_t alike[EXECUTE_DIMENSIONS];
	if (!record_corner(boxes, box, nexts))
		return false;
	if (!is_alike(boxes, box, nexts, alike))
		return split_box(boxes, box, alike);
	add_box(boxes, box);
	return true;
}

/* False if many boxes and steps were spent on a small share of the blocks. */
static bool
may_come_to_an_end(const struct boxes *boxes, const uint32_t grid[3])
{
	enum { JUDGED_FROM_BOX = 72 };
	static const double least_progress = 0.5;
	const double taken = 1 - (double)boxes->steps / (double)boxes->most_steps,
		     reported = boxes->reported / ((double)grid[0] * grid[1] * grid[2]);
	return boxes->seen < JUDGED_FROM_BOX || reported >= least_progress * taken;
}

static bool
take_boxes(struct boxes *boxes, const uint32_t grid[3])
{
	const struct box whole = {.dimensions = {{grid[0], 1, 0}, {grid[1], 1, 1}, {grid[2], 1, 2}}, .count = 3};
	bool goes_on = push_box(boxes, &whole);
	while (goes_on && boxes->count) {
		if (!may_come_to_an_end(boxes, grid))
			return false;
		const struct box box = boxes->left[--boxes->count];
		boxes->seen++;
		goes_on = take_box(boxes, &box);
	}
	return goes_on;
}

bool
boxes_run(const struct execute_kernel *kernel, struct execute_launch *shape, struct counting *counting, uint64_t *steps)
{
	const uint64_t most = *steps < BOX_STEPS || shape->moves_bits ? *steps : BOX_STEPS;
	struct boxes *boxes = memory_zeroed(1, sizeof *boxes);
	*boxes = (struct boxes){.counting = counting,
	                        .machine = execute_begin(kernel, shape),
	                        .shape = shape,
	                        .most_steps = most,
	                        .steps = most};
	boxes->first = execute_record_new(boxes->machine);
	for (unsigned i = 0; i < EXECUTE_DIMENSIONS; i++)
		boxes->nexts[i] = execute_record_new(boxes->machine);
	const bool are_complete = take_boxes(boxes, shape->grid);
	*steps -= most - boxes->steps;
	trace_note(counting_trace(counting), TRACE_RUN, "boxes",
	           "%zu boxes for %.10g of %.10g blocks%s, %llu warp instructions%s", boxes->noted, boxes->reported,
	           (double)shape->grid[0] * shape->grid[1] * shape->grid[2],
	           boxes->noted > MOST_NOTED ? " (the first are listed)" : "",
	           (unsigned long long)(most - boxes->steps), are_complete ? "" : ": incomplete");
	execute_record_free(boxes->first);
	for (unsigned i = 0; i < EXECUTE_DIMENSIONS; i++)
		execute_record_free(boxes->nexts[i]);
	execute_end(boxes->machine);
	free(boxes);
	return are_complete;
}
