#include "model/compiled/traffic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/compiled/memory.h"
#include "model/memory_model.h"
#include "model/tell_doubts.h"
#include "support/memory.h"
#include "support/wide_loops.h"

/* ---- the arguments ------------------------------------------------------------------------------------------------- */

struct parameters {
	uint8_t *bytes, *known;        /* one each */
	size_t count;
};

static void
put(struct parameters *parameters, size_t at, const void *bytes, size_t size)
{
	if (at > parameters->count || size > parameters->count - at)
		return;
	memcpy(parameters->bytes + at, bytes, size);
	memset(parameters->known + at, 1, size);
}

static void
put_pointer(struct parameters *parameters, size_t at, const struct launch_argument *pointer)
{
	const uint64_t address = launch_memory_address(pointer->buffer) + pointer->buffer_offset;
	put(parameters, at, &address, sizeof address);
}

static void
put_argument(struct parameters *parameters, size_t at, const struct launch_argument *argument)
{
	if (argument->kind == ARGUMENT_BUFFER)
		put_pointer(parameters, at, argument);
	if (argument->kind != ARGUMENT_BYTES)
		return;
	put(parameters, at, argument->bytes, argument->size);
	for (size_t i = 0; i < argument->pointer_count; i++)
		put_pointer(parameters, at + argument->pointers[i].at, &argument->pointers[i]);
}

/* As cuLaunchKernel lays them out. */
static struct parameters
parameters_of(const struct execute_kernel *kernel, const struct launch *launch)
{
	struct parameters parameters = {.count = execute_parameter_bytes(kernel)};
	parameters.bytes = memory_zeroed(parameters.count + 1, 1);
	parameters.known = memory_zeroed(parameters.count + 1, 1);
	for (size_t i = 0; i < launch->input_count; i++) {
		size_t at, size;
		if (execute_parameter(kernel, (unsigned)i, &at, &size) && size == launch->inputs[i].size)
			put_argument(&parameters, at, &launch->inputs[i]);
	}
	return parameters;
}

/* Variables of the module: where they are, and what those in constant memory hold. */
static void
set_variables(struct execute_kernel *kernel, const struct launch *launch)
{
	execute_forget_variables(kernel);
	for (size_t i = 0; i < launch->variable_count; i++) {
		const struct launch_variable *variable = &launch->variables[i];
		execute_place_variable(kernel, variable->link_name, launch_memory_address(variable->object));
		for (size_t k = 0; k < variable->contents.count; k++) {
			const struct known_bytes *piece = &variable->contents.pieces[k];
			execute_fill_variable(kernel, variable->link_name, piece->offset, piece->size, piece->bytes, piece->fill);
		}
	}
}

/* ---- what a block does --------------------------------------------------------------------------------------------- */

/* An instruction's latest request. */
struct latest_request {
	uint64_t addresses[EXECUTE_LANES];
	uint32_t lanes;
	uint8_t space;                 /* enum sass_space */
	struct request_cost cost;
};

struct counting {
	const struct sass_code *code;
	struct launch_traffic *traffic;
	struct launch_memory *memory;        /* NULL: nothing is known of it */
	struct instruction_traffic *block;   /* of the one that runs, */
	struct instruction_traffic *marked;  /* what it was at the latest mark, */
	struct instruction_traffic *first;   /* and that of the first of those that stand for others */
	struct latest_request *latest;              /* by instruction */
	bool has_first;
	struct execute_count *executions;
};

/* An atomic's wavefronts depend on what it computes. */
static struct request_cost
cost_of(const struct execute_access *access, bool *is_open)
{
	const bool stores = access->access->writes;
	switch (access->space) {
	case SASS_GLOBAL:
		return memory_global(access->addresses, access->lanes, access->bytes);
	case SASS_SHARED:
		*is_open |= stores && access->access->reads;
		return memory_shared(access->addresses, access->lanes, access->bytes, stores ? SHARED_STORE : SHARED_LOAD);
	default:
		*is_open = true;
		return (struct request_cost){0};
	}
}

/* What lanes that have all moved by whole rows of banks, and lines of caches, cost again. */
static struct request_cost
cost_by_latest(struct latest_request *latest, const struct execute_access *access, bool *is_open)
{
	enum { ROW_BYTES = 128 };
	const uint64_t distance = access->addresses[0] - latest->addresses[0];
	if (latest->lanes == access->lanes && latest->space == access->space && distance % ROW_BYTES == 0 &&
	    memory_lanes_moved(access->addresses, latest->addresses, distance))
		return latest->cost;
	latest->cost = cost_of(access, is_open);
	latest->lanes = *is_open ? 0 : access->lanes;
	latest->space = (uint8_t)access->space;
	memcpy(latest->addresses, access->addresses, sizeof latest->addresses);
	return latest->cost;
}

/* Local memory has the words of a warp's lanes side by side: a line is a word of each, and a sector of it that of eight. */
static void
add_local(struct instruction_traffic *traffic, const struct execute_access *access)
{
	enum { WORD_SHIFT = 2, SECTOR_LANES = 8 };
	const unsigned words = (access->bytes + 3) >> WORD_SHIFT;
	unsigned lines = 0, sectors = 0;
	for (uint32_t left = access->lanes; left; lines++) {
		const uint64_t place = access->addresses[__builtin_ctz(left)] >> WORD_SHIFT;
		uint32_t there = 0;
		for (uint32_t bits = left; bits; bits &= bits - 1) {
			const unsigned lane = (unsigned)__builtin_ctz(bits);
			there |= access->addresses[lane] >> WORD_SHIFT == place ? UINT32_C(1) << lane : 0;
		}
		for (unsigned first = 0; first < EXECUTE_LANES; first += SECTOR_LANES)
			sectors += (there >> first & 0xff) != 0;
		left &= ~there;
	}
	traffic->lines += lines * words;
	traffic->cost += sectors * words;
	traffic->ideal += sectors * words;
}

static bool
is_plain_access(const struct sass_instruction *instruction)
{
	const enum sass_kind kind = instruction->kind;
	return instruction->access_count == 1 &&
	       (kind == SASS_LOAD || kind == SASS_STORE || kind == SASS_ATOMIC || kind == SASS_REDUCTION);
}

/* What is loaded, memory notes itself. */
static void
note_stores(struct launch_memory *memory, const struct execute_access *access)
{
	if (!access->access->writes || (access->space != SASS_GLOBAL && access->space != SASS_GENERIC))
		return;
	if (access->known != access->lanes)
		launch_memory_store_anywhere(memory);
	for (uint32_t left = access->known; left; left &= left - 1)
		launch_memory_store(memory, access->addresses[__builtin_ctz(left)], access->bytes);
}

static void
include(struct instruction_traffic *traffic, uint64_t first, uint64_t end)
{
	traffic->first = traffic->end && traffic->first < first ? traffic->first : first;
	traffic->end = traffic->end > end ? traffic->end : end;
}

GPULINT_WIDE_LOOPS static void
note_addresses(struct instruction_traffic *traffic, const struct execute_access *access)
{
	uint64_t first = UINT64_MAX, last = 0;
	for (unsigned i = 0; i < EXECUTE_LANES; i++) {
		const uint64_t address = access->addresses[i], others = (uint64_t)(access->lanes >> i & 1) - 1;
		first = (address | others) < first ? address | others : first;
		last = (address & ~others) > last ? address & ~others : last;
	}
	include(traffic, first, last + access->bytes);
}

static void
note_access(void *context, const struct execute_access *access)
{
	struct counting *counting = context;
	if (counting->memory)
		note_stores(counting->memory, access);
	struct instruction_traffic *traffic = &counting->block[access->instruction];
	traffic->lacks_data |= access->doubtful || access->known != access->lanes;
	traffic->is_open |= traffic->lacks_data || !is_plain_access(&counting->code->instructions[access->instruction]);
	if (traffic->is_open || !access->lanes)
		return;
	traffic->spaces |= (uint16_t)(1u << access->space);
	traffic->requests++;
	traffic->lanes += __builtin_popcount(access->lanes);
	if (access->access->space == SASS_LOCAL) {
		add_local(traffic, access);
		return;
	}
	note_addresses(traffic, access);
	const struct request_cost cost = cost_by_latest(&counting->latest[access->instruction], access, &traffic->is_open);
	traffic->cost += cost.cost;
	traffic->ideal += cost.ideal;
}

static void
note_branch(void *context, const struct execute_branch *branch)
{
	struct counting *counting = context;
	struct instruction_traffic *traffic = &counting->block[branch->instruction];
	traffic->requests++;
	traffic->lanes += __builtin_popcount(branch->taken | branch->not_taken);
	traffic->divergent += branch->taken && branch->not_taken;
}

static void
mark(void *context)
{
	struct counting *counting = context;
	memcpy(counting->marked, counting->block, counting->traffic->count * sizeof *counting->marked);
}

static void
repeat(void *context, uint64_t times)
{
	struct counting *counting = context;
	for (size_t i = 0; i < counting->traffic->count; i++) {
		struct instruction_traffic *block = &counting->block[i];
		const struct instruction_traffic *marked = &counting->marked[i];
		block->requests += (double)times * (block->requests - marked->requests);
		block->lanes += (double)times * (block->lanes - marked->lanes);
		block->cost += (double)times * (block->cost - marked->cost);
		block->ideal += (double)times * (block->ideal - marked->ideal);
		block->divergent += (double)times * (block->divergent - marked->divergent);
		block->lines += (double)times * (block->lines - marked->lines);
	}
}

/* Of jumps that are not conditional the sink is not told. */
static bool
is_plain_jump(const struct sass_instruction *instruction)
{
	const enum sass_kind kind = instruction->kind;
	return !instruction->control.conditional && (kind == SASS_BRANCH || kind == SASS_CALL || kind == SASS_RETURN);
}

/* Of a branch nobody knows whether lanes part there. */
static bool
is_undecided(const struct sass_instruction *instruction, const struct instruction_traffic *block, const struct execute_count *count)
{
	return instruction->kind == SASS_BRANCH && instruction->control.conditional && block->requests < (double)count->warps;
}

static bool
are_alike(const struct instruction_traffic *a, const struct instruction_traffic *b)
{
	return a->warps == b->warps && a->requests == b->requests && a->lanes == b->lanes && a->cost == b->cost && a->ideal == b->ideal &&
	       a->divergent == b->divergent && a->lines == b->lines;
}

void
traffic_add(struct instruction_traffic *sum, const struct instruction_traffic *item, double weight)
{
	sum->warps += weight * item->warps;
	sum->doubtful += weight * item->doubtful;
	sum->requests += weight * item->requests;
	sum->lanes += weight * item->lanes;
	sum->cost += weight * item->cost;
	sum->ideal += weight * item->ideal;
	sum->divergent += weight * item->divergent;
	sum->lines += weight * item->lines;
	if (item->end)
		include(sum, item->first, item->end);
	sum->spaces |= item->spaces;
	sum->is_open |= item->is_open;
	sum->lacks_data |= item->lacks_data;
	sum->varies |= item->varies;
	sum->by_data |= item->by_data;
}

static void
add_block(struct counting *counting, double weight)
{
	struct launch_traffic *traffic = counting->traffic;
	const bool is_first = weight > 1 && !counting->has_first;
	for (size_t i = 0; i < traffic->count; i++) {
		struct instruction_traffic *block = &counting->block[i];
		const struct execute_count *count = &counting->executions[i];
		block->warps = (double)count->issued;
		block->doubtful = (double)count->doubtful;
		block->lanes = is_plain_jump(&counting->code->instructions[i]) ? (double)count->lanes : block->lanes;
		block->lacks_data |= count->doubtful > 0 || is_undecided(&counting->code->instructions[i], block, count);
		block->is_open |= block->lacks_data;
		traffic_add(&traffic->items[i], block, weight);
		traffic->items[i].varies |= weight > 1 && counting->has_first && !are_alike(block, &counting->first[i]);
	}
	if (is_first)
		memcpy(counting->first, counting->block, traffic->count * sizeof *counting->first);
	counting->has_first |= weight > 1;
}

/* Those that are run, each for as many as it stands for. */
struct blocks {
	const struct sampled_block *items;
	size_t count;
};

static void
run_blocks(struct counting *counting, struct execute_run *run, struct execute_launch *shape, struct blocks blocks, uint64_t *steps)
{
	const struct execute_sink sink = {note_access, note_branch, counting, mark, repeat};
	struct launch_traffic *traffic = counting->traffic;
	for (size_t i = 0; i < blocks.count && !traffic->why; i++) {
		memset(counting->block, 0, traffic->count * sizeof *counting->block);
		memset(counting->executions, 0, traffic->count * sizeof *counting->executions);
		shape->most_steps = *steps / (blocks.count - i);
		if (counting->memory)
			launch_memory_begin_block(counting->memory);
		const struct execute_result result = execute_block(run, blocks.items[i].at, &sink, counting->executions);
		*steps -= result.steps < *steps ? result.steps : *steps;
		if (counting->memory && result.forgets)
			launch_memory_store_anywhere(counting->memory);
		if (result.end == EXECUTE_DONE)
			add_block(counting, blocks.items[i].weight);
		traffic->steps += blocks.items[i].weight * (double)result.steps;
		traffic->why = result.end == EXECUTE_DONE ? NULL : result.why;
		traffic->pc = result.pc;
		traffic->is_cut = result.end == EXECUTE_BUDGET;
	}
}

static double
blocks_of(const struct launch *launch)
{
	double blocks = 0;
	for (size_t i = 0; i < launch->sampled_count; i++)
		blocks += launch->sampled[i].weight;
	return blocks;
}

static void
begin_counting(struct counting *counting, struct launch_traffic *traffic, const struct sass_code *code, struct launch_memory *memory)
{
	traffic->count = code->count;
	traffic->items = memory_zeroed(code->count + 1, sizeof *traffic->items);
	*counting = (struct counting){
		.code = code,
		.traffic = traffic,
		.memory = memory,
		.block = memory_zeroed(code->count + 1, sizeof *counting->block),
		.marked = memory_zeroed(code->count + 1, sizeof *counting->marked),
		.first = memory_zeroed(code->count + 1, sizeof *counting->first),
		.latest = memory_zeroed(code->count + 1, sizeof *counting->latest),
		.executions = memory_zeroed(code->count + 1, sizeof *counting->executions),
	};
}

static void
end_counting(struct counting *counting)
{
	free(counting->block);
	free(counting->marked);
	free(counting->first);
	free(counting->latest);
	free(counting->executions);
}

/* With what is known of the memory that they find. */
static struct launch_traffic
run_these(const struct execute_kernel *kernel, struct execute_launch *shape, struct launch_memory *memory, struct blocks blocks,
          uint64_t *steps)
{
	struct launch_traffic traffic = {0};
	struct counting counting;
	begin_counting(&counting, &traffic, execute_code(kernel), memory);
	shape->load = memory ? launch_memory_load : NULL;
	shape->context = memory;
	if (memory)
		launch_memory_begin(memory);
	struct execute_run *machine = execute_begin(kernel, shape);
	run_blocks(&counting, machine, shape, blocks, steps);
	traffic.is_shared = memory && launch_memory_is_shared(memory);
	traffic.of_memory = memory ? launch_memory_assumption(memory) : NULL;
	execute_end(machine);
	end_counting(&counting);
	return traffic;
}

/* Where the blocks that were run need not be like the others, all of a grid that takes no more are run; of few blocks it may take more. */
static double
most_whole_steps(const struct launch *launch)
{
	static const double few_blocks = 64;
	return launch_blocks(launch) <= few_blocks ? 900000 : 500000;
}

static bool
wants_whole(const struct launch *launch, const struct launch_traffic *traffic)
{
	bool varies = launch->budget_reached;
	for (size_t i = 0; i < traffic->count && !varies; i++)
		varies = traffic->items[i].varies;
	return varies && !traffic->why;
}

/* So many blocks, which are evenly spread over the grid. */
static struct launch_traffic
run_spread(const struct execute_kernel *kernel, const struct launch *launch, struct execute_launch *shape, struct launch_memory *memory,
           size_t count, uint64_t *steps)
{
	const uint32_t *grid = launch->grid;
	struct sampled_block *items = memory_zeroed(count, sizeof *items);
	const double each = launch_blocks(launch) / (double)count;
	for (size_t i = 0; i < count; i++) {
		const uint64_t n = (uint64_t)(((double)i + 0.5) * each);
		items[i] = (struct sampled_block){{(uint32_t)(n % grid[0]), (uint32_t)(n / grid[0] % grid[1]), (uint32_t)(n / grid[0] / grid[1])}, each};
	}
	struct launch_traffic traffic = run_these(kernel, shape, memory, (struct blocks){items, count}, steps);
	traffic.is_whole = (double)count == launch_blocks(launch);
	free(items);
	return traffic;
}

/* ---- grids that are told box by box -------------------------------------------------------------------------------- */

enum { MOST_BOXES = 128, MOST_BOX_STEPS = 350000, MOST_STRIDE = 8 };

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
};

/* False: it does not come to its end, or says nothing of others. */
static bool
record_block(struct boxes *boxes, const uint32_t at[3], struct execute_record *record)
{
	struct counting *counting = boxes->counting;
	const struct execute_sink sink = {.access = note_access, .branch = note_branch, .context = counting};
	memset(counting->block, 0, counting->traffic->count * sizeof *counting->block);
	memset(counting->executions, 0, counting->traffic->count * sizeof *counting->executions);
	boxes->shape->most_steps = boxes->steps;
	const struct execute_result result = execute_block_recorded(boxes->machine, at, &sink, counting->executions, record);
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

/* Adds what its blocks do, or cuts it to pieces. False: neither. */
static bool
take_box(struct boxes *boxes, const struct box *box)
{
	const struct execute_record *nexts[3] = {NULL, NULL, NULL};
	for (int d = 0; d < 3; d++) {
		uint32_t at[3] = {box->first[0], box->first[1], box->first[2]};
		if (box->sizes[d] == 1)
			continue;
		at[d] += box->strides[d];
		nexts[d] = boxes->records[1 + d];
		if (!record_block(boxes, at, boxes->records[1 + d]))
			return false;
	}
	if (!record_block(boxes, box->first, boxes->records[0]))
		return false;
	if (execute_record_box(boxes->records[0], nexts, box->sizes)) {
		add_block(boxes->counting, (double)box->sizes[0] * box->sizes[1] * box->sizes[2]);
		return true;
	}
	for (int d = 0; d < 3; d++)
		if (nexts[d] && box->strides[d] < MOST_STRIDE && execute_record_is_shifted(boxes->records[0], nexts[d]))
			return part_box(boxes, box, d);
	for (int d = 0; d < 3; d++) {
		const uint64_t alike = nexts[d] ? execute_record_alike(boxes->records[0], nexts[d]) : 1;
		const bool alternates = alike == 1 && box->is_behind_one[d] && box->strides[d] < MOST_STRIDE;
		if (nexts[d] && alike < box->sizes[d])
			return alternates ? part_box(boxes, box, d) : cut_box(boxes, box, d, alike);
	}
	const int longest = box->sizes[0] >= box->sizes[1] && box->sizes[0] >= box->sizes[2] ? 0 : box->sizes[1] >= box->sizes[2] ? 1 : 2;
	return box->sizes[longest] > 1 && cut_box(boxes, box, longest, box->sizes[longest] / 2);
}

static bool
take_boxes(struct boxes *boxes, const uint32_t grid[3])
{
	const struct box whole = {.sizes = {grid[0], grid[1], grid[2]}, .strides = {1, 1, 1}};
	bool goes_on = push_box(boxes, &whole);
	while (goes_on && boxes->count) {
		const struct box box = boxes->left[--boxes->count];
		boxes->seen++;
		goes_on = take_box(boxes, &box);
	}
	return goes_on;
}

/* `why` is set where blocks cannot be told so. */
static struct launch_traffic
run_boxes(const struct execute_kernel *kernel, const struct launch *launch, struct execute_launch *shape, uint64_t *steps)
{
	struct launch_traffic traffic = {.is_whole = true};
	struct counting counting;
	begin_counting(&counting, &traffic, execute_code(kernel), NULL);
	shape->load = NULL;
	const uint64_t most = *steps < MOST_BOX_STEPS ? *steps : MOST_BOX_STEPS;
	struct boxes *boxes = memory_zeroed(1, sizeof *boxes);
	*boxes = (struct boxes){.counting = &counting, .machine = execute_begin(kernel, shape), .shape = shape, .steps = most};
	for (size_t i = 0; i < sizeof boxes->records / sizeof *boxes->records; i++)
		boxes->records[i] = execute_record_new(boxes->machine);
	traffic.why = take_boxes(boxes, launch->grid) ? NULL : "blocks that do not go on by steps";
	*steps -= most - boxes->steps;
	for (size_t i = 0; i < sizeof boxes->records / sizeof *boxes->records; i++)
		execute_record_free(boxes->records[i]);
	execute_end(boxes->machine);
	free(boxes);
	end_counting(&counting);
	return traffic;
}

/* ---- a launch ------------------------------------------------------------------------------------------------------ */

static struct launch_traffic
run(const struct execute_kernel *kernel, const struct launch *launch, struct execute_launch *shape, struct launch_memory *memory,
    uint64_t *steps)
{
	const struct blocks sampled = {launch->sampled, launch->sampled_count};
	struct launch_traffic traffic = run_these(kernel, shape, memory, sampled, steps);
	traffic.is_whole = (double)sampled.count == launch_blocks(launch);
	if (traffic.is_whole || !wants_whole(launch, &traffic))
		return traffic;
	const bool is_small = traffic.steps <= fmin(most_whole_steps(launch), (double)*steps);
	if (!is_small && memory)
		return traffic;
	struct launch_traffic whole = is_small ? run_spread(kernel, launch, shape, memory, (size_t)launch_blocks(launch), steps)
	                                       : run_boxes(kernel, launch, shape, steps);
	if (whole.why) {
		traffic_free(&whole);
		return traffic;
	}
	traffic_free(&traffic);
	return whole;
}

static bool
has_sampled_branch(const struct launch *launch)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (site->kind == SITE_BRANCH && site->standing == STANDING_ASSUMED && doubt_is_of_sample(site->why))
			return true;
	}
	return false;
}

/* Of a larger grid some blocks more: how often lanes part hangs on where in the grid a block is, more than what they access. */
static void
add_spread(struct launch_traffic *traffic, const struct execute_kernel *kernel, const struct launch *launch, struct execute_launch *shape,
           struct launch_memory *memory, uint64_t *steps)
{
	static const double most = 60000;
	const size_t count = (size_t)(launch_blocks(launch) * fmin(1, most / fmax(1, traffic->steps)));
	if (traffic->is_whole || traffic->why || count <= launch->sampled_count || most > (double)*steps || !has_sampled_branch(launch))
		return;
	struct launch_traffic spread = run_spread(kernel, launch, shape, memory, count, steps);
	if (!spread.why) {
		traffic->spread = spread.items;
		spread.items = NULL;
	}
	traffic_free(&spread);
}

/* ---- what hangs on memory ------------------------------------------------------------------------------------------ */

/* Whether something is open that more knowledge would settle. */
static bool
lacks_data(const struct launch_traffic *traffic)
{
	bool lacks = traffic->why;
	for (size_t i = 0; i < traffic->count && !lacks; i++)
		lacks = traffic->items[i].lacks_data;
	return lacks;
}

/* `traffic` was found with the launch's memory, `without` with none of it. */
static void
note_by_data(struct launch_traffic *traffic, const struct launch_traffic *without)
{
	for (size_t i = 0; i < traffic->count; i++) {
		struct instruction_traffic *item = &traffic->items[i];
		const struct instruction_traffic *other = &without->items[i];
		item->by_data = without->why || other->is_open || other->lacks_data || !are_alike(item, other);
	}
}

/* A launch that hangs on memory is run again with what is known of it: what came out before does not hang on it. */
static struct launch_traffic
run_with_memory(const struct execute_kernel *kernel, const struct launch *launch, struct execute_launch *shape,
                struct launch_memory *memory, uint64_t *steps)
{
	uint64_t left = *steps;
	struct launch_traffic without = run(kernel, launch, shape, NULL, &left);
	/* Which data there is makes no way shorter. */
	if (!memory || without.is_cut || !lacks_data(&without)) {
		*steps = left;
		add_spread(&without, kernel, launch, shape, NULL, steps);
		return without;
	}
	const uint64_t taken = *steps - left;
	struct launch_traffic traffic = run(kernel, launch, shape, memory, steps);
	*steps -= taken < *steps ? taken : *steps;
	if (traffic.why && !without.why) {
		traffic_free(&traffic);
		return without;
	}
	note_by_data(&traffic, &without);
	traffic_free(&without);
	add_spread(&traffic, kernel, launch, shape, memory, steps);
	return traffic;
}

struct launch_traffic
traffic_of_launch(struct execute_kernel *kernel, const struct launch *launch, uint64_t *steps)
{
	if (!launch->sampled_count || blocks_of(launch) < launch_blocks(launch) * (1 - 1e-6))
		return (struct launch_traffic){.why = "not all of its blocks are stood for"};
	struct parameters parameters = parameters_of(kernel, launch);
	struct execute_launch shape = {
		.grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
		.block = {launch->block[0], launch->block[1], launch->block[2]},
		.dynamic_shared = launch->dynamic_shared,
		.parameters = parameters.bytes,
		.parameters_known = parameters.known,
		.parameter_bytes = parameters.count,
		.skip_unknown = true,
	};
	/* Of a launch whose blocks wait for each other memory does not stay as it is. */
	struct launch_memory *memory = launch->syncs_grid || !execute_asks_memory(kernel) ? NULL : launch_memory_of(launch);
	set_variables(kernel, launch);
	const struct launch_traffic traffic = run_with_memory(kernel, launch, &shape, memory, steps);
	launch_memory_free(memory);
	free(parameters.bytes);
	free(parameters.known);
	return traffic;
}

void
traffic_free(struct launch_traffic *traffic)
{
	free(traffic->items);
	free(traffic->spread);
}
