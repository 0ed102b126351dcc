/* A warp's waits in machine code: hand-made instructions and basic blocks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <math.h>

#include "model/compiled/schedule.h"

enum { NO_BARRIER = 7, LOAD_CYCLES = 200 };

static struct sass_instruction
made(uint8_t stall, uint8_t write_barrier, uint8_t wait_mask)
{
	return (struct sass_instruction){.pipe = SASS_PIPE_ALU,
	                                 .schedule = {.stall = stall,
	                                              .write_barrier = write_barrier,
	                                              .read_barrier = NO_BARRIER,
	                                              .wait_mask = wait_mask}};
}

static struct sass_instruction
load(uint8_t stall, uint8_t write_barrier, enum sass_space space)
{
	struct sass_instruction instruction = made(stall, write_barrier, 0);
	instruction.pipe = SASS_PIPE_LSU;
	instruction.kind = SASS_LOAD;
	instruction.access_count = 1;
	instruction.accesses[0].space = (uint8_t)space;
	return instruction;
}

/* One basic block of these instructions, which branches to itself if it is a loop. */
static struct work
work_of(struct sass_instruction *instructions, uint32_t count, bool is_loop)
{
	uint32_t itself = 0;
	struct sass_loop loop = {.header = 0, .parent = SASS_NONE, .depth = 1, .latch = 0};
	struct sass_block block = {.count = count, .predecessor_count = is_loop, .loop = is_loop ? 0 : SASS_NONE};
	const struct sass_code code = {.instructions = instructions, .count = count, .sm = 90};
	const struct sass_flow flow = {
		.blocks = &block, .block_count = 1, .predecessors = &itself, .loops = &loop, .loop_count = is_loop};
	const struct gpu_latencies latencies = {.shared = 29, .load = LOAD_CYCLES};
	struct work *works = schedule_of_blocks(&code, &flow, &latencies);
	const struct work work = works[0];
	free(works);
	return work;
}

static void
is_about(double value, double expected)
{
	if (fabs(value - expected) > 1e-9)
		fail_msg("%g in place of %g", value, expected);
}

static void
a_load_is_waited_for_where_it_is_used(void **state)
{
	(void)state;
	struct sass_instruction one[] = {load(1, 0, SASS_GLOBAL), made(4, NO_BARRIER, 0), made(4, NO_BARRIER, 1)};
	struct work work = work_of(one, 3, false);
	is_about(work.cycles, 9);
	is_about(work.chained_loads, 1 - 5.0 / LOAD_CYCLES);
	is_about(work.instructions, 2);
	/* Two loads that are issued together arrive together. */
	struct sass_instruction two[] = {load(1, 0, SASS_GLOBAL), load(1, 1, SASS_GLOBAL), made(4, NO_BARRIER, 3)};
	is_about(work_of(two, 3, false).chained_loads, (LOAD_CYCLES - 1.0) / LOAD_CYCLES);
	/* A result without a use is not waited for. */
	is_about(work_of(two, 2, false).chained_loads, 0);
	struct sass_instruction shared[] = {load(1, 0, SASS_SHARED), made(4, NO_BARRIER, 1)};
	work = work_of(shared, 2, false);
	is_about(work.chained_loads, 0);
	assert_true(work.chained_shared > 0.9 && work.chained_shared < 1);
}

/* A load for the next iteration. */
static void
an_iteration_waits_for_the_one_before(void **state)
{
	(void)state;
	struct sass_instruction ahead[] = {made(4, NO_BARRIER, 1), load(1, 0, SASS_GLOBAL), made(15, NO_BARRIER, 0)};
	is_about(work_of(ahead, 3, false).chained_loads, 0);
	is_about(work_of(ahead, 3, true).chained_loads, 1 - 16.0 / LOAD_CYCLES);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_load_is_waited_for_where_it_is_used),
		cmocka_unit_test(an_iteration_waits_for_the_one_before),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
