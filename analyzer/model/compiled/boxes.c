#include "model/compiled/boxes.h"

#include <stdlib.h>

#include "support/memory.h"

enum { MOST_BOXES = 256, MOST_BOX_STEPS = 1500000, MOST_STRIDE = 8 };

/* `strides`: blocks from one of the box to the next, along each dimension; `is_behind_one`: that in front of the first is unlike it. */
struct box { uint32_t first[3], sizes[3], strides[3]; bool is_behind_one[3]; };

/* Boxes of blocks that all do what the first of them does. */
struct boxes {
	struct counting *counting;
	struct execute_run *machine;
	struct execute_launch *shape;
	struct execute_record *records[4];   /* of the first block of one, and of its neighbours along each dimension */
	struct box left[MOST_BOXES];   /* that are still to be looked at */
	size_t count, seen;
	uint64_t steps;                /* that may still be run */
	double told;                   /* blocks */
};

/* False: it does not come to its end, or says nothing of others. */
static bool
record_block(struct boxes *boxes, const uint32_t at[3], struct execute_record *record)
{
	boxes->shape->most_steps = boxes->steps;
	const struct execute_result result = counting_run(boxes->counting, boxes->machine, at, record);
	boxes->steps -= result.steps < boxes->steps ? result.steps : boxes->steps;
	return result.end == EXECUTE_DONE && execute_record_is_whole(record);
}

static bool
push_box(struct boxes *boxes, const struct box *box)
{
	if (boxes->count == MOST_BOXES || boxes->seen >= MOST_BOXES)
		return false;
	boxes->left[boxes->count++] = *box;
	return true;
}

/* Cuts off so many blocks along the dimension. */
static bool
cut_box(struct boxes *boxes, const struct box *box, int dimension, uint64_t size)
{
	struct box near = *box, far = *box;
	near.sizes[dimension] = (uint32_t)size;
	far.sizes[dimension] -= (uint32_t)size;
	far.first[dimension] += (uint32_t)size * box->strides[dimension];
	far.is_behind_one[dimension] = size == 1;
	return push_box(boxes, &far) && push_box(boxes, &near);
}

/* Every other block: sectors begin at other places in these than in those between them, or they go other ways. */
static bool
part_box(struct boxes *boxes, const struct box *box, int dimension)
{
	struct box even = *box, odd = *box;
	even.strides[dimension] = odd.strides[dimension] = 2 * box->strides[dimension];
	even.sizes[dimension] -= box->sizes[dimension] / 2;
	odd.sizes[dimension] /= 2;
	odd.first[dimension] += box->strides[dimension];
	even.is_behind_one[dimension] = odd.is_behind_one[dimension] = false;
	return push_box(boxes, &odd) && push_box(boxes, &even);
}

/* Its first block, behind the neighbours of that: what is counted last is its own. */
static bool
record_corner(struct boxes *boxes, const struct box *box, const struct execute_record *nexts[3])
{
	for (int d = 0; d < 3; d++) {
		uint32_t at[3] = {box->first[0], box->first[1], box->first[2]};
		if (box->sizes[d] == 1)
			continue;
		at[d] += box->strides[d];
		nexts[d] = boxes->records[1 + d];
		if (!record_block(boxes, at, boxes->records[1 + d]))
			return false;
	}
	return record_block(boxes, box->first, boxes->records[0]);
}

/* `alike`: how many of its blocks are along each dimension. False: there is no way to. */
static bool
split_box(struct boxes *boxes, const struct box *box, const struct execute_record *const nexts[3], const uint64_t alike[3])
{
	for (int d = 0; d < 3; d++)
		if (nexts[d] && box->strides[d] < MOST_STRIDE && execute_record_is_shifted(boxes->records[0], nexts[d]))
			return part_box(boxes, box, d);
	for (int d = 0; d < 3; d++) {
		const bool alternates = alike[d] == 1 && box->is_behind_one[d] && box->strides[d] < MOST_STRIDE;
		if (alike[d] < box->sizes[d])
			return alternates ? part_box(boxes, box, d) : cut_box(boxes, box, d, alike[d]);
	}
	const int longest = box->sizes[0] >= box->sizes[1] && box->sizes[0] >= box->sizes[2] ? 0 : box->sizes[1] >= box->sizes[2] ? 1 : 2;
	return box->sizes[longest] > 1 && cut_box(boxes, box, longest, box->sizes[longest] / 2);
}

/* Adds what its blocks do, or cuts it to pieces. False: neither. */
static bool
take_box(struct boxes *boxes, const struct box *box)
{
	const struct execute_record *nexts[3] = {NULL, NULL, NULL};
	const double blocks = (double)box->sizes[0] * box->sizes[1] * box->sizes[2];
	uint64_t alike[3];
	if (!record_corner(boxes, box, nexts))
		return false;
	if (!execute_record_box(boxes->records[0], nexts, box->sizes, alike))
		return split_box(boxes, box, nexts, alike);
	counting_add(boxes->counting, blocks);
	boxes->told += blocks;
	return true;
}

/* False: many boxes and steps have been taken for few of the blocks. */
static bool
may_come_to_an_end(const struct boxes *boxes, const uint32_t grid[3])
{
	enum { SOME = 72 };
	static const double slow = 0.5;
	const double taken = 1 - (double)boxes->steps / MOST_BOX_STEPS, told = boxes->told / ((double)grid[0] * grid[1] * grid[2]);
	return boxes->seen < SOME || told >= slow * taken;
}

static bool
take_boxes(struct boxes *boxes, const uint32_t grid[3])
{
	const struct box whole = {.sizes = {grid[0], grid[1], grid[2]}, .strides = {1, 1, 1}};
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
	const uint64_t most = *steps < MOST_BOX_STEPS ? *steps : MOST_BOX_STEPS;
	struct boxes *boxes = memory_zeroed(1, sizeof *boxes);
	*boxes = (struct boxes){.counting = counting, .machine = execute_begin(kernel, shape), .shape = shape, .steps = most};
	for (size_t i = 0; i < sizeof boxes->records / sizeof *boxes->records; i++)
		boxes->records[i] = execute_record_new(boxes->machine);
	const bool are_told = take_boxes(boxes, shape->grid);
	*steps -= most - boxes->steps;
	for (size_t i = 0; i < sizeof boxes->records / sizeof *boxes->records; i++)
		execute_record_free(boxes->records[i]);
	execute_end(boxes->machine);
	free(boxes);
	return are_told;
}
