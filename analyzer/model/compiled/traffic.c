#include "model/compiled/traffic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/compiled/boxes.h"
#include "model/compiled/counting.h"
#include "model/compiled/launch_memory.h"
#include "support/allocate.h"
#include "support/trace.h"

/* ---- arguments --------------------------------------------------------------------------------------------------- */

struct parameters {
	uint8_t *bytes, *known; /* one entry per byte */
	uint8_t *pointers;      /* which bytes are pointers to buffers */
	size_t count;
	enum moved moved; /* the placement of buffers */
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
	const uint64_t address = launch_memory_address(pointer->buffer, parameters->moved) + pointer->buffer_offset;
	put(parameters, at, &address, sizeof address);
	if (at <= parameters->count && sizeof address <= parameters->count - at)
		memset(parameters->pointers + at, 1, sizeof address);
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

/* Uses the layout of cuLaunchKernel. */
static struct parameters
parameters_of(const struct execute_kernel *kernel, const struct launch *launch, enum moved moved)
{
	struct parameters parameters = {.count = execute_parameter_bytes(kernel), .moved = moved};
	parameters.bytes = memory_zeroed(parameters.count + 1, 1);
	parameters.known = memory_zeroed(parameters.count + 1, 1);
	parameters.pointers = memory_zeroed(parameters.count + 1, 1);
	for (size_t i = 0; i < launch->data.input_count; i++) {
		size_t at, size;
		if (execute_parameter(kernel, (unsigned)i, &at, &size) && size == launch->data.inputs[i].size)
			put_argument(&parameters, at, &launch->data.inputs[i]);
	}
	return parameters;
}

static void
parameters_free(struct parameters *parameters)
{
	free(parameters->bytes);
	free(parameters->known);
	free(parameters->pointers);
}

/* Whether the kernel reads argument bytes that have assumed values. */
static bool
reads_assumed_numbers(const struct execute_kernel *kernel, const struct launch *launch)
{
	bool reads = false;
	for (size_t i = 0; i < launch->data.input_count && !reads; i++) {
		const struct launch_argument *input = &launch->data.inputs[i];
		size_t at, size;
		reads = input->assumed_bytes &&
		        (!execute_parameter(kernel, (unsigned)i, &at, &size) || size != input->size ||
		         execute_reads_parameter(kernel, at, input->assumed_bytes, size));
	}
	return reads;
}

/* Sets the module's variables: their addresses, and the contents of those in constant memory. */
static void
set_variables(struct execute_kernel *kernel, const struct launch *launch, enum moved moved)
{
	execute_forget_variables(kernel);
	for (size_t i = 0; i < launch->data.variable_count; i++) {
		const struct launch_variable *variable = &launch->data.variables[i];
		execute_move_variable(kernel, variable->link_name, launch_memory_address(variable->object, moved));
		for (size_t k = 0; k < variable->contents.count; k++) {
			const struct known_bytes *piece = &variable->contents.pieces[k];
			execute_fill_variable(kernel, variable->link_name, piece->offset, piece->size, piece->bytes,
			                      piece->fill);
		}
	}
}

/* ---- executed blocks --------------------------------------------------------------------------------------------- */

/* Remaining warp-level instructions, and those reserved for runs with moves_bits. */
struct budget {
	uint64_t steps, moved;
	bool is_traced; /* each run notes its blocks (launch_traffic.trace) */
};

/* The blocks to execute, each with its weight. */
struct blocks {
	const struct sampled_block *items;
	size_t count;
};

enum { MOST_TRACED_BLOCKS = 24 }; /* of which each is noted */

static void
note_block(struct trace *trace, const struct sampled_block *block, const struct execute_result *result)
{
	const uint32_t *at = block->at;
	if (result->end == EXECUTE_DONE)
		trace_note(trace, TRACE_RUN, "block", "(%u, %u, %u) stands for %.10g, %llu warp instructions", at[0],
		           at[1], at[2], block->weight, (unsigned long long)result->steps);
	else
		trace_note(trace, TRACE_RUN, "block", "(%u, %u, %u) ended at 0x%04x after %llu warp instructions: %s",
		           at[0], at[1], at[2], result->pc, (unsigned long long)result->steps, result->why);
}

static void
run_blocks(struct counting *counting, struct launch_traffic *traffic, struct execute_run *run,
           struct execute_launch *shape, struct blocks blocks, struct budget *budget)
{
	for (size_t i = 0; i < blocks.count && !traffic->why; i++) {
		shape->most_steps = budget->steps / (blocks.count - i);
		const struct execute_result result = counting_run(counting, run, blocks.items[i].at, NULL);
		budget->steps -= result.steps < budget->steps ? result.steps : budget->steps;
		if (result.end == EXECUTE_DONE)
			counting_add(counting, blocks.items[i].weight);
		traffic->why = result.end == EXECUTE_DONE ? NULL : result.why;
		traffic->is_cut = result.end == EXECUTE_BUDGET;
		if (traffic->trace && blocks.count <= MOST_TRACED_BLOCKS)
			note_block(traffic->trace, &blocks.items[i], &result);
	}
}

/* Whether the sampled blocks and their weights cover the grid. */
static bool
are_stood_for(const struct launch *launch)
{
	double blocks = 0;
	for (size_t i = 0; i < launch->sampled.count; i++)
		blocks += launch->sampled.items[i].weight;
	return blocks >= launch_blocks(launch) * (1 - 1e-6);
}

/* Uses what is known of the memory's contents; `of_boxes`: not all blocks are executed. */
static struct counting *
begin_counting(const struct execute_kernel *kernel, struct launch_traffic *traffic, struct execute_launch *shape,
               struct launch_memory *memory, bool of_boxes, const struct budget *budget)
{
	traffic->trace = budget->is_traced ? trace_new() : NULL;
	shape->load = memory && launch_memory_is_known(memory) ? launch_memory_load : NULL;
	shape->finds_own = memory ? launch_memory_finds_own : NULL;
	shape->context = memory;
	if (memory)
		launch_memory_begin(memory, of_boxes);
	return counting_begin(traffic, execute_code(kernel), memory);
}

static void
end_counting(struct counting *counting, struct launch_traffic *traffic, const struct launch_memory *memory)
{
	traffic->is_shared = memory && launch_memory_is_shared(memory);
	traffic->is_raced |= memory && launch_memory_is_raced(memory);
	traffic->of_memory = memory ? launch_memory_assumption(memory) : NULL;
	counting_end(counting);
}

static struct launch_traffic
run_these(const struct execute_kernel *kernel, struct execute_launch *shape, struct launch_memory *memory,
          struct blocks blocks, struct budget *budget)
{
	struct launch_traffic traffic = {0};
	struct counting *counting = begin_counting(kernel, &traffic, shape, memory, false, budget);
	struct execute_run *machine = execute_begin(kernel, shape);
	trace_note(traffic.trace, TRACE_RUN, "blocks", "%zu are run one by one", blocks.count);
	run_blocks(counting, &traffic, machine, shape, blocks, budget);
	execute_end(machine);
	end_counting(counting, &traffic, memory);
	return traffic;
}

/* ---- a launch ---------------------------------------------------------------------------------------------------- */

/* Sets `why` if boxes cannot describe the grid. */
static struct launch_traffic
try_boxes(const struct execute_kernel *kernel, struct execute_launch *shape, struct launch_memory *memory,
          struct budget *budget)
{
	struct launch_traffic traffic = {0};
	struct counting *counting = begin_counting(kernel, &traffic, shape, memory, true, budget);
	traffic.why = boxes_run(kernel, shape, counting, shape->moves_bits ? &budget->moved : &budget->steps)
	                      ? NULL
	                      : "blocks that are too different from each other";
	end_counting(counting, &traffic, memory);
	return traffic;
}

/* Shifts and masks of the block number, such as tiles that blocks process alternately, produce many small boxes.
 * With moves_bits, fewer boxes may suffice; it is tried for blocks up to a number of steps. */
static struct launch_traffic
run_boxes(const struct execute_kernel *kernel, struct execute_launch *shape, struct launch_memory *memory,
          double block_steps, struct budget *budget)
{
	static const double most_block_steps = 500000;
	struct launch_traffic traffic = try_boxes(kernel, shape, memory, budget);
	if (!traffic.why || block_steps > most_block_steps || !budget->moved)
		return traffic;
	traffic_free(&traffic);
	shape->moves_bits = true;
	traffic = try_boxes(kernel, shape, memory, budget);
	shape->moves_bits = false;
	return traffic;
}

static bool
is_reported(const struct instruction_traffic *item)
{
	return !item->is_open && !item->is_sampled;
}

static bool
is_complete(const struct launch_traffic *traffic)
{
	bool all = !traffic->why;
	for (size_t i = 0; i < traffic->count && all; i++)
		all = is_reported(&traffic->items[i]);
	return all;
}

/* How many instructions have their totals from the boxes, and how many from the sample. */
static void
note_completed(struct launch_traffic *sampled, const struct launch_traffic *boxes)
{
	size_t of_sample = 0;
	trace_take_notes(sampled->trace, boxes->trace);
	if (!sampled->trace || boxes->why)
		return;
	for (size_t i = 0; i < sampled->count; i++) {
		of_sample += sampled->items[i].is_sampled;
		sampled->seen[i] = sampled->items[i].is_sampled ? sampled->seen[i] : boxes->seen[i];
	}
	trace_note(sampled->trace, TRACE_RUN, "combined",
	           "%zu instructions have totals of boxes, %zu of sampled blocks", sampled->count - of_sample,
	           of_sample);
}

/* Instructions with complete figures need no sample. For the others, the number of lanes may still be complete. */
static void
take_complete(struct launch_traffic *sampled, const struct launch_traffic *boxes)
{
	for (size_t i = 0; i < sampled->count; i++) {
		sampled->items[i].is_sampled = true;
		if (!boxes->why && is_reported(&boxes->items[i]))
			sampled->items[i] = boxes->items[i];
		else if (!boxes->why)
			sampled->items[i].certain_lanes = boxes->items[i].certain_lanes;
	}
	note_completed(sampled, boxes);
	sampled->is_shared |= !boxes->why && boxes->is_shared;
	sampled->is_raced |= !boxes->why && boxes->is_raced;
}

/* Whether some figures come from a sample although they do not depend on data. */
static bool
needs_whole(const struct launch_traffic *traffic)
{
	bool needs = false;
	for (size_t i = 0; i < traffic->count && !traffic->why; i++)
		needs |= traffic->items[i].is_sampled && !traffic->items[i].is_open && traffic->items[i].requests > 0;
	return needs;
}

/* Instructions of all blocks if each executes as many as the first. */
static double
steps_by_first(const struct execute_kernel *kernel, const struct launch *launch, struct execute_launch *shape,
               struct launch_memory *memory, struct budget *budget)
{
	const struct sampled_block first = {.weight = 1};
	struct launch_traffic traffic = run_these(kernel, shape, memory, (struct blocks){&first, 1}, budget);
	const double all = traffic.why ? INFINITY : traffic.steps * launch_blocks(launch);
	traffic_free(&traffic);
	return all;
}

static struct launch_traffic
run_whole(const struct execute_kernel *kernel, const struct launch *launch, struct execute_launch *shape,
          struct launch_memory *memory, struct budget *budget)
{
	const uint32_t *grid = launch->grid;
	const size_t count = (size_t)launch_blocks(launch);
	struct sampled_block *items = memory_zeroed(count, sizeof *items);
	for (size_t n = 0; n < count; n++)
		items[n] = (struct sampled_block){
			{(uint32_t)(n % grid[0]), (uint32_t)(n / grid[0] % grid[1]), (uint32_t)(n / grid[0] / grid[1])},
			1};
	struct launch_traffic traffic = run_these(kernel, shape, memory, (struct blocks){items, count}, budget);
	free(items);
	return traffic;
}

/* Executes small grids completely, and others by boxes. The sampled blocks, or all blocks within the budget, supply
 * what boxes leave open. */
static struct launch_traffic
run(const struct execute_kernel *kernel, const struct launch *launch, struct execute_launch *shape,
    struct launch_memory *memory, struct budget *budget)
{
	static const double few_steps = 100000, few_blocks = 16, most_whole_steps = 1500000;
	const struct blocks sampled = {launch->sampled.items, launch->sampled.count};
	if ((double)sampled.count == launch_blocks(launch))
		return run_these(kernel, shape, memory, sampled, budget);
	const double all = steps_by_first(kernel, launch, shape, memory, budget);
	if (all <= few_steps || (all <= most_whole_steps && launch_blocks(launch) <= few_blocks))
		return run_whole(kernel, launch, shape, memory, budget);
	struct launch_traffic boxes = run_boxes(kernel, shape, memory, all / launch_blocks(launch), budget);
	const bool has_sample = are_stood_for(launch);
	if (is_complete(&boxes) || (!boxes.why && !has_sample))
		return boxes;
	struct launch_traffic traffic =
		has_sample ? run_these(kernel, shape, memory, sampled, budget)
			   : (struct launch_traffic){.why = "blocks without a sampled one that stands for them",
	                                             .trace = budget->is_traced ? trace_new() : NULL};
	take_complete(&traffic, &boxes);
	traffic_free(&boxes);
	if (!needs_whole(&traffic) || traffic.steps > fmin(most_whole_steps, (double)budget->steps))
		return traffic;
	struct launch_traffic whole = run_whole(kernel, launch, shape, memory, budget);
	if (whole.why) {
		traffic_free(&whole);
		return traffic;
	}
	traffic_free(&traffic);
	return whole;
}

/* ---- dependence on memory contents ------------------------------------------------------------------------------- */

/* Whether something is open that the memory's contents would determine. */
static bool
lacks_data(const struct launch_traffic *traffic)
{
	bool lacks = traffic->why;
	for (size_t i = 0; i < traffic->count && !lacks; i++)
		lacks = traffic->items[i].lacks_data;
	return lacks;
}

static bool
are_alike(const struct instruction_traffic *a, const struct instruction_traffic *b)
{
	return a->warps == b->warps && a->requests == b->requests && a->lanes == b->lanes && a->cost == b->cost &&
	       a->ideal == b->ideal && a->divergent == b->divergent && a->lines == b->lines;
}

/* Whether the instruction's figures depend on the hidden information. */
static bool
hangs_on_hidden(const struct launch_traffic *traffic, const struct launch_traffic *without, size_t i)
{
	const struct instruction_traffic *other = &without->items[i];
	return without->why || other->is_open || other->lacks_data || !are_alike(&traffic->items[i], other);
}

/* `traffic` was obtained with the launch's memory contents, `without` with none. */
static void
note_by_data(struct launch_traffic *traffic, const struct launch_traffic *without)
{
	for (size_t i = 0; i < traffic->count; i++)
		traffic->items[i].by_data = hangs_on_hidden(traffic, without, i);
}

static void
note_by_rounding(struct launch_traffic *traffic, const struct execute_kernel *kernel, const struct launch *launch,
                 struct execute_launch *shape, struct launch_memory *memory, struct budget *budget)
{
	shape->hides_approximations = true;
	struct launch_traffic without = run(kernel, launch, shape, memory, budget);
	shape->hides_approximations = false;
	for (size_t i = 0; i < traffic->count; i++)
		traffic->items[i].by_rounding = hangs_on_hidden(traffic, &without, i);
	traffic_free(&without);
}

/* Repeats a launch that depends on memory with the known contents. Figures of the first run do not depend on them. */
static struct launch_traffic
run_with_memory(const struct execute_kernel *kernel, const struct launch *launch, struct execute_launch *shape,
                struct launch_memory *memory, struct budget *budget)
{
	struct budget left = *budget;
	/* If blocks synchronize with each other, memory changes during the launch. */
	const bool is_known = memory && launch_memory_is_known(memory) && !launch->synchronization.of_grid;
	if (memory)
		launch_memory_hide(memory, true);
	struct launch_traffic without = run(kernel, launch, shape, memory, &left);
	/* Known contents do not shorten a run that exceeded its budget. */
	if (!is_known || without.is_cut || !lacks_data(&without)) {
		*budget = left;
		return without;
	}
	launch_memory_hide(memory, false);
	const uint64_t taken = budget->steps - left.steps;
	struct launch_traffic traffic = run(kernel, launch, shape, memory, budget);
	budget->steps -= taken < budget->steps ? taken : budget->steps;
	if (traffic.why && !without.why) {
		traffic_free(&traffic);
		return without;
	}
	note_by_data(&traffic, &without);
	traffic_free(&without);
	trace_note(traffic.trace, TRACE_RUN, "memory",
	           "data decides something: the run has the known contents of memory, after one without them");
	return traffic;
}

/* Data that warps race for is unknown to the blocks. */
static void
note_by_race(struct launch_traffic *traffic, const struct execute_kernel *kernel, const struct launch *launch,
             struct execute_launch *shape, struct launch_memory *memory, struct budget *budget)
{
	shape->hides_stores = true;
	struct launch_traffic without = run_with_memory(kernel, launch, shape, memory, budget);
	shape->hides_stores = false;
	for (size_t i = 0; i < traffic->count; i++)
		traffic->items[i].by_race = hangs_on_hidden(traffic, &without, i);
	traffic_free(&without);
}

static struct launch_traffic
run_moved(struct execute_kernel *kernel, const struct launch *launch, struct execute_launch shape,
          struct launch_memory *memory, enum moved moved, struct budget *budget)
{
	struct parameters parameters = parameters_of(kernel, launch, moved);
	shape.parameters = parameters.bytes;
	shape.parameters_known = parameters.known;
	set_variables(kernel, launch, moved);
	if (memory)
		launch_memory_move(memory, moved);
	struct launch_traffic traffic = run_with_memory(kernel, launch, &shape, memory, budget);
	if (memory)
		launch_memory_move(memory, NOT_MOVED);
	parameters_free(&parameters);
	return traffic;
}

/* Marks figures that depend on unknown address bits. */
static void
note_by_address(struct launch_traffic *traffic, struct execute_kernel *kernel, const struct launch *launch,
                const struct execute_launch *shape, struct launch_memory *memory, struct budget budget)
{
	for (enum moved moved = MOVED_BY_EVEN_BITS; moved <= MOVED_BY_ODD_BITS; moved++) {
		struct budget left = budget;
		struct launch_traffic other = run_moved(kernel, launch, *shape, memory, moved, &left);
		for (size_t i = 0; i < traffic->count; i++)
			traffic->items[i].by_address |= hangs_on_hidden(traffic, &other, i);
		traffic_free(&other);
	}
}

struct launch_traffic
traffic_of_launch(struct execute_kernel *kernel, const struct launch *launch, uint64_t *steps, uint64_t moved_steps)
{
	struct budget budget = {*steps, moved_steps, launch->trace != NULL};
	struct parameters parameters = parameters_of(kernel, launch, NOT_MOVED);
	struct execute_launch shape = {
		.grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
		.block = {launch->block[0], launch->block[1], launch->block[2]},
		.cluster = {launch->cluster[0], launch->cluster[1], launch->cluster[2]},
		.dynamic_shared = launch->dynamic_shared,
		.parameters = parameters.bytes,
		.parameters_known = parameters.known,
		.parameter_bytes = parameters.count,
		.skip_unknown = true,
	};
	struct launch_memory *memory = execute_asks_memory(kernel) ? launch_memory_of(launch) : NULL;
	set_variables(kernel, launch, NOT_MOVED);
	const struct budget whole = budget;
	struct launch_traffic traffic = run_with_memory(kernel, launch, &shape, memory, &budget);
	traffic.reads_assumed_numbers = reads_assumed_numbers(kernel, launch);
	for (size_t i = 0; i < execute_code(kernel)->count && i < traffic.count; i++)
		if (traffic.items[i].is_open)
			traffic.items[i].unknown_operation = execute_unknown_operation(kernel, i);
	if (launch->caveats.is_rough && execute_asks_approximations(kernel) && !traffic.why)
		note_by_rounding(&traffic, kernel, launch, &shape, memory, &budget);
	if (traffic.is_raced) {
		trace_note(traffic.trace, TRACE_RUN, "race",
		           "a second run hides what blocks store, to see what depends on it");
		note_by_race(&traffic, kernel, launch, &shape, memory, &budget);
	}
	if (!traffic.why && execute_bends_pointers(kernel, parameters.pointers, parameters.count)) {
		trace_note(traffic.trace, TRACE_RUN, "addresses",
		           "further runs move the buffers, to see what depends on it");
		note_by_address(&traffic, kernel, launch, &shape, memory, whole);
	}
	*steps = budget.steps;
	launch_memory_free(memory);
	parameters_free(&parameters);
	return traffic;
}

void
traffic_free(struct launch_traffic *traffic)
{
	free(traffic->items);
	free(traffic->seen);
	trace_free(traffic->trace);
}
