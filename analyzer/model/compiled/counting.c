#include "model/compiled/counting.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model/async_copy.h"
#include "model/memory_model.h"
#include "support/allocate.h"
#include "support/trace.h"
#include "support/wide_loops.h"

/* An instruction's latest request, or that of a copy's source or destination. */
struct latest_request {
	uint64_t addresses[EXECUTE_LANES];
	uint32_t lanes, idle;
	uint8_t space; /* enum sass_space */
	struct request_cost cost;
};

/* The source of a copy. The machine reports it before the destination. */
struct copy_source {
	struct execute_access access;
	uint64_t addresses[EXECUTE_LANES];
};

/* Iterations that were not run, since they do what the one before did: of the loop between these instructions. */
enum { MOST_REPEATED = 16 };
struct repeated_loop {
	size_t first, last;
	double times, iterations;
};

struct counting {
	const struct sass_code *code;
	struct launch_traffic *traffic;
	struct launch_memory *memory;       /* NULL: contents unknown */
	struct instruction_traffic *block;  /* figures of the running block, */
	struct instruction_traffic *marked; /* and a copy of them at the latest mark */
	struct execute_count *executions;   /* of the running block */
	size_t *copies;                     /* by instruction: the item of a copy's destination */
	struct latest_request *latest;      /* by item */
	struct copy_source source;          /* of the current copy */
	uint64_t steps;                     /* of the latest block */
	struct repeated_loop repeated[MOST_REPEATED];
	size_t repeated_count; /* of traced launches */
};

/* Eight lanes supply the rows of a matrix, and further lanes do not count. No two matrices share wavefronts
 * (measured on an H200). */
static struct request_cost
cost_of_matrices(const struct execute_access *access)
{
	enum { ROWS = 8, BYTES_A_LANE = 4 };
	const unsigned rows = access->bytes / BYTES_A_LANE * ROWS;
	const uint32_t giving = access->lanes & (rows < EXECUTE_LANES ? (UINT32_C(1) << rows) - 1 : UINT32_MAX);
	return memory_shared(access->addresses, giving, SASS_MATRIX_ROW_BYTES, SHARED_STORE);
}

/* The wavefronts of a shared-memory atomic depend on its operation, so they stay open. */
static struct request_cost
cost_of(const struct sass_instruction *instruction, const struct execute_access *access, bool *is_open)
{
	const bool stores = access->access->writes;
	if (sass_moves_matrices(instruction))
		return cost_of_matrices(access);
	switch (access->space) {
	case SASS_GLOBAL: return memory_global(access->addresses, access->lanes, access->bytes);
	case SASS_SHARED:
		*is_open |= stores && access->access->reads;
		return memory_shared(access->addresses, access->lanes, access->bytes,
		                     stores ? SHARED_STORE : SHARED_LOAD);
	default: *is_open = true; return (struct request_cost){0};
	}
}

/* Whether all lanes moved by a multiple of the banks' row and of the cache line. The cost is then the same. */
static bool
is_like_latest(const struct latest_request *latest, const struct execute_access *access)
{
	enum { ROW_BYTES = 128 };
	const uint64_t distance = access->addresses[0] - latest->addresses[0];
	return latest->lanes == access->lanes && latest->idle == access->idle && latest->space == access->space &&
	       distance % ROW_BYTES == 0 && memory_lanes_moved(access->addresses, latest->addresses, distance);
}

static void
set_latest(struct latest_request *latest, const struct execute_access *access, bool is_open, struct request_cost cost)
{
	latest->cost = cost;
	latest->lanes = is_open ? 0 : access->lanes;
	latest->idle = access->idle;
	latest->space = (uint8_t)access->space;
	memcpy(latest->addresses, access->addresses, sizeof latest->addresses);
}

static struct request_cost
cost_by_latest(struct latest_request *latest, const struct sass_instruction *instruction,
               const struct execute_access *access, bool *is_open)
{
	if (!is_like_latest(latest, access))
		set_latest(latest, access, *is_open, cost_of(instruction, access, is_open));
	return latest->cost;
}

/* Local memory interleaves the words of a warp's lanes: a line holds one word of each lane, a sector that of eight
 * lanes. */
static void
add_local(struct instruction_traffic *traffic, const struct execute_access *access)
{
	enum { WORD_SHIFT = 2, SECTOR_LANES = 8 };
	const unsigned words = (access->bytes + 3) >> WORD_SHIFT;
	unsigned lines = 0, sectors = 0;
	for (uint32_t left = access->lanes; left; lines++) {
		const uint64_t word = access->addresses[__builtin_ctz(left)] >> WORD_SHIFT;
		uint32_t there = 0;
		for (uint32_t bits = left; bits; bits &= bits - 1) {
			const unsigned lane = (unsigned)__builtin_ctz(bits);
			there |= access->addresses[lane] >> WORD_SHIFT == word ? UINT32_C(1) << lane : 0;
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
	return sass_is_copy(instruction) ||
	       (instruction->access_count == 1 && (kind == SASS_LOAD || kind == SASS_STORE || kind == SASS_ATOMIC ||
	                                           kind == SASS_REDUCTION || sass_moves_matrices(instruction)));
}

/* launch_memory_load records loads itself. */
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
note_addresses(struct instruction_traffic *traffic, const struct execute_access *access, uint32_t lanes)
{
	uint64_t first = UINT64_MAX, last = 0;
	for (unsigned i = 0; i < EXECUTE_LANES; i++) {
		const uint64_t address = access->addresses[i], others = (uint64_t)(lanes >> i & 1) - 1;
		first = (address | others) < first ? address | others : first;
		last = (address & ~others) > last ? address & ~others : last;
	}
	include(traffic, first, last + access->bytes);
}

/* False if the cost is unknown or no lane accesses memory. */
static bool
note_request(struct instruction_traffic *traffic, const struct sass_instruction *instruction,
             const struct execute_access *access)
{
	traffic->lacks_data |= access->doubtful || (access->known | access->idle) != access->lanes;
	traffic->is_open |= traffic->lacks_data || !is_plain_access(instruction);
	if (traffic->is_open || !access->lanes)
		return false;
	traffic->spaces |= (uint16_t)(1u << access->space);
	traffic->requests++;
	traffic->lanes += __builtin_popcount(access->lanes);
	return true;
}

static void
add_cost(struct instruction_traffic *traffic, const struct execute_access *access, struct request_cost cost)
{
	const uint32_t lanes = access->lanes & ~access->idle;
	if (lanes)
		note_addresses(traffic, access, lanes);
	traffic->cost += cost.cost;
	traffic->ideal += cost.ideal;
}

static struct async_copy
copy_of(const struct execute_access *from, const struct execute_access *to)
{
	struct async_copy copy = {.active = to->lanes, .empty = from->idle, .width = to->bytes, .bypass = to->past_l1};
	memcpy(copy.from, from->addresses, sizeof copy.from);
	memcpy(copy.to, to->addresses, sizeof copy.to);
	return copy;
}

/* The cost of the source and of the destination depend on each other's addresses. */
static void
note_copy(struct counting *counting, const struct sass_instruction *instruction, const struct execute_access *to)
{
	const struct execute_access *from = &counting->source.access;
	const size_t at[] = {to->instruction, counting->copies[to->instruction]};
	struct instruction_traffic *taken = &counting->block[at[0]], *put = &counting->block[at[1]];
	struct latest_request *latest_from = &counting->latest[at[0]], *latest_to = &counting->latest[at[1]];
	taken->is_open |= to->fills;
	const bool is_taken = note_request(taken, instruction, from), is_put = note_request(put, instruction, to);
	taken->skips_lanes |= from->idle != 0;
	put->skips_lanes |= from->idle != 0;
	put->is_open |= taken->is_open;
	taken->is_open |= put->is_open;
	if (!is_taken || !is_put)
		return;
	if (!is_like_latest(latest_from, from) || !is_like_latest(latest_to, to)) {
		const struct async_copy copy = copy_of(from, to);
		const struct async_copy_cost cost = async_copy_cost(&copy);
		taken->is_open |= cost.estimated;
		put->is_open |= cost.estimated;
		set_latest(latest_from, from, cost.estimated, cost.global);
		set_latest(latest_to, to, cost.estimated, cost.shared);
	}
	add_cost(taken, from, latest_from->cost);
	add_cost(put, to, latest_to->cost);
}

/* The machine reports the source first. */
static void
note_copy_end(struct counting *counting, const struct sass_instruction *instruction,
              const struct execute_access *access)
{
	struct copy_source *source = &counting->source;
	if (access->access == &instruction->accesses[1]) {
		note_copy(counting, instruction, access);
		return;
	}
	source->access = *access;
	memcpy(source->addresses, access->addresses, sizeof source->addresses);
	source->access.addresses = source->addresses;
}

static void
note_access(void *context, const struct execute_access *access)
{
	struct counting *counting = context;
	const struct sass_instruction *instruction = &counting->code->instructions[access->instruction];
	if (counting->traffic->seen)
		counting->traffic->seen[access->instruction] += access->access == &instruction->accesses[0];
	struct instruction_traffic *traffic = &counting->block[access->instruction];
	if (counting->memory) {
		launch_memory_take_turn(counting->memory, access->interval, access->warp);
		note_stores(counting->memory, access);
	}
	if (sass_is_copy(instruction)) {
		note_copy_end(counting, instruction, access);
		return;
	}
	if (!note_request(traffic, instruction, access))
		return;
	if (access->access->space == SASS_LOCAL)
		add_local(traffic, access);
	else
		add_cost(
			traffic, access,
			cost_by_latest(&counting->latest[access->instruction], instruction, access, &traffic->is_open));
}

static void
note_branch(void *context, const struct execute_branch *branch)
{
	struct counting *counting = context;
	struct instruction_traffic *traffic = &counting->block[branch->instruction];
	if (counting->traffic->seen)
		counting->traffic->seen[branch->instruction]++;
	traffic->requests++;
	traffic->lanes += __builtin_popcount(branch->taken | branch->not_taken);
	traffic->divergent += branch->taken && branch->not_taken;
}

/* The sink does not receive unconditional jumps. */
static bool
is_plain_jump(const struct sass_instruction *instruction)
{
	const enum sass_kind kind = instruction->kind;
	return !instruction->control.conditional && (kind == SASS_BRANCH || kind == SASS_CALL || kind == SASS_RETURN);
}

/* Whether it is unknown if the branch diverges. */
static bool
is_undecided(const struct sass_instruction *instruction, const struct instruction_traffic *block,
             const struct execute_count *count)
{
	return instruction->kind == SASS_BRANCH && instruction->control.conditional &&
	       block->requests < (double)count->warps;
}

void
traffic_add(struct instruction_traffic *sum, const struct instruction_traffic *item, double weight)
{
	sum->warps += weight * item->warps;
	sum->doubtful += weight * item->doubtful;
	sum->certain_lanes += weight * item->certain_lanes;
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
	sum->unknown_operation = sum->unknown_operation ? sum->unknown_operation : item->unknown_operation;
	sum->lacks_data |= item->lacks_data;
	sum->is_sampled |= item->is_sampled;
	sum->by_data |= item->by_data;
	sum->by_race |= item->by_race;
	sum->by_address |= item->by_address;
	sum->skips_lanes |= item->skips_lanes;
	sum->by_rounding |= item->by_rounding;
}

static void
mark(void *context)
{
	struct counting *counting = context;
	memcpy(counting->marked, counting->block, counting->traffic->count * sizeof *counting->marked);
}

/* By the accesses and branches that have happened since the mark. */
static void
note_repeated(struct counting *counting, uint64_t times)
{
	struct repeated_loop loop = {.first = SIZE_MAX};
	for (size_t i = 0; i < counting->code->count; i++) {
		if (counting->block[i].requests == counting->marked[i].requests)
			continue;
		loop.first = loop.first == SIZE_MAX ? i : loop.first;
		loop.last = i;
	}
	size_t at = 0;
	while (at < counting->repeated_count &&
	       (counting->repeated[at].first != loop.first || counting->repeated[at].last != loop.last))
		at++;
	if (loop.first == SIZE_MAX || at == MOST_REPEATED)
		return;
	if (at == counting->repeated_count)
		counting->repeated[counting->repeated_count++] = loop;
	counting->repeated[at].times++;
	counting->repeated[at].iterations += (double)times;
}

static void
repeat(void *context, uint64_t times)
{
	struct counting *counting = context;
	if (counting->traffic->trace)
		note_repeated(counting, times);
	for (size_t i = 0; i < counting->traffic->count; i++) {
		const struct instruction_traffic now = counting->block[i];
		traffic_add(&counting->block[i], &now, (double)times);
		traffic_add(&counting->block[i], &counting->marked[i], -(double)times);
	}
}

size_t
traffic_item_count(const struct sass_code *code)
{
	size_t count = code->count;
	for (size_t i = 0; i < code->count; i++)
		count += sass_is_copy(&code->instructions[i]);
	return count;
}

static size_t *
find_copies(const struct sass_code *code)
{
	size_t *copies = memory_zeroed(code->count + 1, sizeof *copies), next = code->count;
	for (size_t i = 0; i < code->count; i++)
		copies[i] = sass_is_copy(&code->instructions[i]) ? next++ : 0;
	return copies;
}

struct counting *
counting_begin(struct launch_traffic *traffic, const struct sass_code *code, struct launch_memory *memory)
{
	struct counting *counting = memory_zeroed(1, sizeof *counting);
	traffic->count = traffic_item_count(code);
	traffic->items = memory_zeroed(traffic->count + 1, sizeof *traffic->items);
	traffic->seen = traffic->trace ? memory_zeroed(traffic->count + 1, sizeof *traffic->seen) : NULL;
	*counting = (struct counting){
		.code = code,
		.traffic = traffic,
		.memory = memory,
		.copies = find_copies(code),
		.block = memory_zeroed(traffic->count + 1, sizeof *counting->block),
		.marked = memory_zeroed(traffic->count + 1, sizeof *counting->marked),
		.executions = memory_zeroed(code->count + 1, sizeof *counting->executions),
		.latest = memory_zeroed(traffic->count + 1, sizeof *counting->latest),
	};
	return counting;
}

struct trace *
counting_trace(const struct counting *counting)
{
	return counting->traffic->trace;
}

void
counting_end(struct counting *counting)
{
	for (size_t i = 0; i < counting->repeated_count; i++) {
		const struct repeated_loop *loop = &counting->repeated[i];
		trace_note(
			counting->traffic->trace, TRACE_RUN, "iterations",
			"%.10g periods of a loop, from 0x%04x to 0x%04x, were not run: each is like the one before it (%.10g "
			"times)",
			loop->iterations, counting->code->instructions[loop->first].pc,
			counting->code->instructions[loop->last].pc, loop->times);
	}
	free(counting->copies);
	free(counting->block);
	free(counting->marked);
	free(counting->executions);
	free(counting->latest);
	free(counting);
}

struct execute_result
counting_run(struct counting *counting, struct execute_run *run, const uint32_t at[3], struct execute_record *record)
{
	const struct execute_sink sink = {note_access, note_branch, counting, mark, repeat};
	const size_t count = counting->traffic->count;
	memset(counting->block, 0, count * sizeof *counting->block);
	memset(counting->executions, 0, counting->code->count * sizeof *counting->executions);
	if (counting->memory)
		launch_memory_begin_block(counting->memory);
	const struct execute_result result =
		record ? execute_block_recorded(run, at, &sink, counting->executions, record)
		       : execute_block(run, at, &sink, counting->executions);
	if (counting->memory && result.forgets)
		launch_memory_store_anywhere(counting->memory);
	counting->traffic->is_raced |= result.raced;
	counting->steps = result.steps;
	return result;
}

static bool
skips_lanes(const struct sass_instruction *instruction, const struct execute_count *count)
{
	return sass_is_copy(instruction) && instruction->guard.predicate != SASS_PT &&
	       count->lanes != EXECUTE_LANES * count->issued;
}

/* `item` is an item of instruction `at`. */
static void
add_item(struct counting *counting, size_t item, size_t at, double weight)
{
	struct instruction_traffic *block = &counting->block[item];
	const struct execute_count *count = &counting->executions[at];
	const struct sass_instruction *instruction = &counting->code->instructions[at];
	block->warps = (double)count->issued;
	block->doubtful = (double)count->doubtful;
	block->certain_lanes = count->doubtful || count->apart ? NAN : (double)count->lanes;
	block->lanes = is_plain_jump(instruction) ? (double)count->lanes : block->lanes;
	block->skips_lanes |= skips_lanes(instruction, count);
	block->lacks_data |= count->doubtful > 0 || count->apart > 0 || is_undecided(instruction, block, count);
	block->is_open |= block->lacks_data;
	traffic_add(&counting->traffic->items[item], block, weight);
}

void
counting_add(struct counting *counting, double weight)
{
	struct launch_traffic *traffic = counting->traffic;
	for (size_t i = 0; i < counting->code->count; i++) {
		add_item(counting, i, i, weight);
		if (counting->copies[i])
			add_item(counting, counting->copies[i], i, weight);
	}
	traffic->steps += weight * (double)counting->steps;
}
