#include "model/compiled/schedule.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "support/allocate.h"

enum { SCOREBOARDS = 6 };

/* The kind of operation that releases a scoreboard. */
enum latency {
	LATENCY_NONE,
	LATENCY_OPERANDS,
	LATENCY_FUNCTION,
	LATENCY_DOUBLE,
	LATENCY_CONSTANT,
	LATENCY_TENSOR,
	LATENCY_SHARED,
	LATENCY_LOAD
};

/* An operation in flight. `since`: its start in cycles of the current block; negative if an earlier block started
 * it. */
struct pending {
	enum latency latency;
	double since;
};
struct scoreboards {
	struct pending of[SCOREBOARDS];
};

/* A block during issue. */
struct issuing {
	const struct gpu_latencies *latencies;
	struct work work;
	double cycles;
	struct scoreboards scoreboards;
};

static double
cycles_of(const struct gpu_latencies *latencies, enum latency latency)
{
	switch (latency) {
	case LATENCY_OPERANDS: return latencies->operands;
	case LATENCY_FUNCTION: return latencies->function;
	case LATENCY_DOUBLE: return latencies->doubles;
	case LATENCY_CONSTANT: return latencies->constant;
	case LATENCY_TENSOR: return latencies->tensor;
	case LATENCY_SHARED: return latencies->shared;
	case LATENCY_LOAD: return latencies->load;
	default: return 0;
	}
}

static enum latency
latency_of_space(enum sass_space space)
{
	switch (space) {
	case SASS_SHARED: return LATENCY_SHARED;
	case SASS_CONSTANT: return LATENCY_CONSTANT;
	case SASS_NO_SPACE: return LATENCY_OPERANDS;
	case SASS_TENSOR_SPACE: return LATENCY_TENSOR;
	case SASS_LOCAL: return LATENCY_SHARED;
	default: return LATENCY_LOAD;
	}
}

static enum latency
latency_of(const struct sass_instruction *instruction)
{
	if (instruction->access_count)
		return latency_of_space((enum sass_space)instruction->accesses[0].space);
	switch ((enum sass_pipe)instruction->pipe) {
	case SASS_PIPE_FP64: return LATENCY_DOUBLE;
	case SASS_PIPE_TENSOR: return LATENCY_TENSOR;
	case SASS_PIPE_TEXTURE: return LATENCY_LOAD;
	case SASS_PIPE_LSU: return LATENCY_SHARED;
	default: return LATENCY_FUNCTION;
	}
}

static void
add_wait(struct work *work, enum latency latency, double cycles, double share)
{
	switch (latency) {
	case LATENCY_LOAD: work->chained_loads += share; break;
	case LATENCY_SHARED: work->chained_shared += share; break;
	case LATENCY_DOUBLE: work->chained_doubles += share; break;
	default: work->cycles += cycles; break;
	}
}

static void
wait_for(struct issuing *issuing, struct pending *pending)
{
	const double whole = cycles_of(issuing->latencies, pending->latency),
		     left = pending->latency ? whole - (issuing->cycles - pending->since) : 0;
	if (left > 0) {
		issuing->cycles += left;
		add_wait(&issuing->work, pending->latency, left, left / whole);
	}
	pending->latency = LATENCY_NONE;
}

/* Waiting for a scoreboard waits for its last operation. */
static void
begin(struct issuing *issuing, unsigned scoreboard, enum latency latency)
{
	if (scoreboard >= SCOREBOARDS)
		return;
	struct pending *pending = &issuing->scoreboards.of[scoreboard];
	const double until = pending->since + cycles_of(issuing->latencies, pending->latency);
	if (!pending->latency || issuing->cycles + cycles_of(issuing->latencies, latency) > until)
		*pending = (struct pending){latency, issuing->cycles};
}

static bool
is_access(const struct sass_instruction *instruction)
{
	return instruction->access_count && instruction->accesses[0].space != SASS_CONSTANT &&
	       instruction->accesses[0].space != SASS_LOCAL;
}

/* Memory accesses are counted by their sites. */
static void
count_units(struct work *work, const struct sass_instruction *instruction)
{
	work->instructions += !is_access(instruction);
	work->special += instruction->pipe == SASS_PIPE_XU;
	work->doubles += instruction->pipe == SASS_PIPE_FP64;
	work->integers += instruction->pipe == SASS_PIPE_ALU;
	work->products += instruction->opcode == SASS_OP_IMAD;
}

static void
issue(struct issuing *issuing, const struct sass_instruction *instruction)
{
	const struct sass_schedule *schedule = &instruction->schedule;
	for (unsigned i = 0; i < SCOREBOARDS; i++)
		if (schedule->wait_mask >> i & 1)
			wait_for(issuing, &issuing->scoreboards.of[i]);
	begin(issuing, schedule->write_barrier, latency_of(instruction));
	begin(issuing, schedule->read_barrier, LATENCY_OPERANDS);
	count_units(&issuing->work, instruction);
	issuing->work.chained_barriers +=
		instruction->kind == SASS_BARRIER && instruction->control.barrier != SASS_BARRIER_ARRIVE;
	issuing->work.cycles += schedule->stall;
	issuing->cycles += schedule->stall;
}

/* Returns the operations that are in flight at the end of the block. */
static struct scoreboards
issue_block(struct work *work, const struct sass_code *code, const struct sass_block *block,
            const struct gpu_latencies *latencies, const struct scoreboards *before)
{
	struct issuing issuing = {.latencies = latencies, .scoreboards = *before};
	for (uint32_t i = 0; i < block->count; i++)
		issue(&issuing, &code->instructions[block->first + i]);
	for (unsigned i = 0; i < SCOREBOARDS; i++)
		issuing.scoreboards.of[i].since -= issuing.cycles;
	*work = issuing.work;
	return issuing.scoreboards;
}

/* The block that usually precedes it: the latch if it is a loop header, else the nearest predecessor before it. */
static uint32_t
block_before(const struct sass_flow *flow, uint32_t at)
{
	const struct sass_block *block = &flow->blocks[at];
	if (block->loop != SASS_NONE && flow->loops[block->loop].header == at &&
	    flow->loops[block->loop].latch != SASS_NONE)
		return flow->loops[block->loop].latch;
	uint32_t before = SASS_NONE;
	for (uint32_t i = 0; i < block->predecessor_count; i++) {
		const uint32_t other = flow->predecessors[block->first_predecessor + i];
		if (other < at && (before == SASS_NONE || other > before))
			before = other;
	}
	return before;
}

struct work *
schedule_of_blocks(const struct sass_code *code, const struct sass_flow *flow, const struct gpu_latencies *latencies)
{
	enum { PASSES = 2 }; /* the first pass computes what latches leave in flight */
	const struct scoreboards none = {.of = {{LATENCY_NONE, 0}}};
	struct work *works = memory_zeroed(flow->block_count + 1, sizeof *works);
	struct scoreboards *left = memory_zeroed(flow->block_count + 1, sizeof *left);
	for (unsigned pass = 0; pass < PASSES; pass++)
		for (uint32_t i = 0; i < flow->block_count; i++) {
			const uint32_t before = block_before(flow, i);
			left[i] = issue_block(&works[i], code, &flow->blocks[i], latencies,
			                      before == SASS_NONE ? &none : &left[before]);
		}
	free(left);
	return works;
}
