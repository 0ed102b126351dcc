#include "model/compiled/counting.h"

#include <stdlib.h>
#include <string.h>

#include "model/memory_model.h"
#include "support/memory.h"
#include "support/wide_loops.h"

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
	struct instruction_traffic *marked;  /* and what it was at the latest mark */
	struct execute_count *executions;    /* of it */
	struct latest_request *latest;       /* by instruction */
	uint64_t steps;                      /* of the latest block */
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
	sum->is_sampled |= item->is_sampled;
	sum->by_data |= item->by_data;
}

struct counting *
counting_begin(struct launch_traffic *traffic, const struct sass_code *code, struct launch_memory *memory)
{
	struct counting *counting = memory_zeroed(1, sizeof *counting);
	traffic->count = code->count;
	traffic->items = memory_zeroed(code->count + 1, sizeof *traffic->items);
	*counting = (struct counting){
		.code = code,
		.traffic = traffic,
		.memory = memory,
		.block = memory_zeroed(code->count + 1, sizeof *counting->block),
		.marked = memory_zeroed(code->count + 1, sizeof *counting->marked),
		.executions = memory_zeroed(code->count + 1, sizeof *counting->executions),
		.latest = memory_zeroed(code->count + 1, sizeof *counting->latest),
	};
	return counting;
}

void
counting_end(struct counting *counting)
{
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
	memset(counting->executions, 0, count * sizeof *counting->executions);
	if (counting->memory)
		launch_memory_begin_block(counting->memory);
	const struct execute_result result = record ? execute_block_recorded(run, at, &sink, counting->executions, record)
	                                            : execute_block(run, at, &sink, counting->executions);
	if (counting->memory && result.forgets)
		launch_memory_store_anywhere(counting->memory);
	counting->steps = result.steps;
	return result;
}

void
counting_add(struct counting *counting, double weight)
{
	struct launch_traffic *traffic = counting->traffic;
	for (size_t i = 0; i < traffic->count; i++) {
		struct instruction_traffic *block = &counting->block[i];
		const struct execute_count *count = &counting->executions[i];
		block->warps = (double)count->issued;
		block->doubtful = (double)count->doubtful;
		block->lanes = is_plain_jump(&counting->code->instructions[i]) ? (double)count->lanes : block->lanes;
		block->lacks_data |= count->doubtful > 0 || is_undecided(&counting->code->instructions[i], block, count);
		block->is_open |= block->lacks_data;
		traffic_add(&traffic->items[i], block, weight);
	}
	traffic->steps += weight * (double)counting->steps;
}
