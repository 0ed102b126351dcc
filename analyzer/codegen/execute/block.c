#include "codegen/execute/extrapolate.h"
#include "codegen/execute/kernel.h"
#include "codegen/execute/record.h"
#include "codegen/execute/run_state.h"
#include "support/allocate.h"

#include <stdlib.h>
#include <string.h>

/* ---- a step ---- */

static struct bits
guard_of(const struct warp *warp, const struct sass_guard *guard)
{
	const struct bits bits =
		warp->predicates[(guard->uniform ? UNIFORM_PREDICATES : 0) + guard->predicate % UNIFORM_PREDICATES];
	return guard->negated ? negated(bits) : bits;
}

static void
count(struct execute_count *into, uint32_t lanes, uint32_t doubtful)
{
	into->issued++;
	into->warps += lanes != 0;
	into->lanes += (uint64_t)__builtin_popcount(lanes);
	into->doubtful += doubtful != 0;
}

static bool
is_reported(const struct operation *operation)
{
	return operation->does == DOES_ACCESS || operation->instruction->control.conditional;
}

static void
compute(struct warp *warp, const struct operation *operation, uint32_t lanes, uint32_t doubtful)
{
	if (lanes)
		operation->operate(warp, operation, operation->is_uniform ? ALL_LANES : lanes);
	if (doubtful)
		unknown_results(warp, operation, doubtful);
}

/* Follows the instruction's dependences for extrapolation. A loop with an unsupported instruction is no longer
 * followed. Returns true if values that depend on the block's number must be hidden from the instruction. */
static bool
follow(struct warp *warp, const struct operation *operation, uint32_t lanes, uint32_t doubtful)
{
	struct execute_run *run = warp->run;
	if (run->followed == warp) {
		extrapolate_follow(run->extrapolation, warp, operation, lanes, doubtful);
		run->followed = run->extrapolation->fails ? NULL : warp;
	}
	const bool is_lost =
		run->follows_block && extrapolate_follow(run->follows_block, warp, operation, lanes, doubtful);
	if (run->follows_block && run->follows_block->fails)
		trouble(warp, "a dependence on other blocks");
	return is_lost;
}

static void
step(struct warp *warp)
{
	struct execute_run *run = warp->run;
	const struct operation *operation = &run->operations[warp->at];
	const struct bits guard = guard_of(warp, &operation->instruction->guard);
	const uint32_t lanes = warp->active & guard.value & guard.known, doubtful = warp->active & ~guard.known;
	count(&run->counts[warp->at], lanes, doubtful);
	run->counts[warp->at].apart += (warp->active & warp->apart) && is_reported(operation);
	run->current = warp->at++;
	run->steps++;
	if (operation->instruction->opcode == SASS_UNKNOWN)
		trouble(warp, "an unknown instruction");
	const bool is_lost = follow(warp, operation, lanes, doubtful);
	const bool is_followed = run->followed == warp;
	switch (operation->does) {
	case DOES_COMPUTE: compute(warp, operation, lanes, doubtful); break;
	case DOES_ACCESS:
		if (lanes | doubtful)
			do_access(warp, operation, lanes, doubtful);
		break;
	case DOES_CONTROL: do_control(warp, operation, lanes, doubtful); break;
	default:
		if (operation->instruction->opcode == SASS_OP_YIELD && warp->active != warp->alive)
			part(warp, warp->alive, true);
		break;
	}
	if (is_lost)
		extrapolate_show(run->follows_block, warp, operation,
		                 operation->is_uniform ? ALL_LANES : lanes | doubtful);
	if (is_followed)
		extrapolate_followed(run->extrapolation, warp, operation, lanes);
}

/* Executes the warp until its lanes wait for other warps, have exited, or the run stops. */
static void
run_warp(struct warp *warp)
{
	struct execute_run *run = warp->run;
	const size_t code = execute_code(run->kernel)->count;
	run->follows_block = run->record ? record_of(warp) : NULL;
	if (run->extrapolations)
		extrapolate_warp(warp);
	while (!run->trouble && run->steps < run->launch->most_steps) {
		if (!warp->active && !choose_lanes(warp))
			return;
		if (warp->at >= code) {
			trouble(warp, "execution past the end of the code");
			return;
		}
		step(warp);
	}
}

/* ---- a block ---- */

static uint32_t
lanes_of_warp(const struct execute_run *run, uint32_t number)
{
	const uint32_t left = run->threads - number * LANES;
	return left >= LANES ? ALL_LANES : (1u << left) - 1;
}

/* Marks all registers as unknown. */
static void
forget_words(struct warp *warp)
{
	for (size_t i = 0; i < sizeof warp->known_words / sizeof *warp->known_words; i++)
		for (uint64_t left = warp->known_words[i]; left; left &= left - 1)
			warp_word_forget(&warp->words[64 * i + (size_t)__builtin_ctzll(left)], ALL_LANES);
	memset(warp->known_words, 0, sizeof warp->known_words);
}

static void
reset_warp(struct warp *warp, uint32_t lanes)
{
	forget_words(warp);
	memset(&warp->words[WORD_ZERO], 0, sizeof warp->words[WORD_ZERO]);
	warp->words[WORD_ZERO].known = ALL_LANES;
	memset(warp->predicates, 0, sizeof warp->predicates);
	warp->predicates[SASS_PT] = warp->predicates[UNIFORM_PREDICATES + SASS_PT] =
		(struct bits){ALL_LANES, ALL_LANES};
	memset(warp->waits, 0, sizeof warp->waits);
	memset(warp->convergence, 0, sizeof warp->convergence);
	memset(warp->pc, 0, sizeof warp->pc);
	memset(warp->groups, 0, sizeof warp->groups);
	warp->apart = warp->yielded = 0;
	warp->alive = warp->ready = lanes;
	warp->active = 0;
	local_reset(&warp->local);
}

static void
reset(struct execute_run *run)
{
	for (uint32_t i = 0; i < run->warp_count; i++)
		reset_warp(&run->warps[i], lanes_of_warp(run, i));
	memset(run->barriers, 0, sizeof run->barriers);
	run->arrivals = 0;
	memory_reset(&run->memory);
	run->memory.unordered = run->launch->hides_stores;
	run->steps = 0;
	run->skips = 0;
	run->may_be_stored = 0;
	run->trouble = NULL;
}

/* Executes each warp once. False: no warp can continue. */
static bool
run_in_turn(struct execute_run *run)
{
	bool some = false;
	for (uint32_t i = 0; i < run->warp_count && !run->trouble; i++) {
		some |= run->warps[i].ready != 0;
		run_warp(&run->warps[i]);
		release_barriers(run);
	}
	if (run->extrapolations && run->block_extrapolation->held)
		extrapolate_release(run);
	return some;
}

static bool
is_done(const struct execute_run *run)
{
	for (uint32_t i = 0; i < run->warp_count; i++)
		if (run->warps[i].alive)
			return false;
	return true;
}

static struct execute_result
stopped(const struct execute_run *run, enum execute_end end, const char *why)
{
	return (struct execute_result){end,
	                               (run->trouble ? run->trouble_at : run->current) * SASS_INSTRUCTION_SIZE,
	                               why,
	                               run->steps,
	                               run->skips,
	                               run->memory.raced,
	                               run->memory.forgotten};
}

struct execute_result
execute_block(struct execute_run *run, const uint32_t block[3], const struct execute_sink *sink,
              struct execute_count *counts)
{
	run->sink = sink;
	run->counts = counts;
	memcpy(run->block, block, sizeof run->block);
	reset(run);
	run->followed = NULL;
	run->follows_block = NULL;
	run->extrapolations = sink && sink->mark && sink->repeat && !run->launch->load;
	if (run->extrapolations && !run->block_extrapolation)
		run->block_extrapolation = block_extrapolation_new(run);
	if (run->extrapolations)
		block_extrapolation_begin(run);
	if (!run->warp_count)
		return stopped(run, EXECUTE_UNKNOWN, "a block size that no GPU supports");
	while (run_in_turn(run) && !run->trouble && run->steps < run->launch->most_steps)
		;
	if (run->trouble)
		return stopped(run, EXECUTE_UNKNOWN, run->trouble);
	if (is_done(run))
		return stopped(run, EXECUTE_DONE, NULL);
	if (run->steps >= run->launch->most_steps)
		return stopped(run, EXECUTE_BUDGET, "more steps than the limit");
	return stopped(run, EXECUTE_UNKNOWN, "a deadlock");
}

struct execute_result
execute_block_recorded(struct execute_run *run, const uint32_t block[3], const struct execute_sink *sink,
                       struct execute_count *counts, struct execute_record *record)
{
	run->record = record;
	record_begin(record, run->launch);
	const struct execute_result result = execute_block(run, block, sink, counts);
	record_end(record, run);
	run->record = NULL;
	return result;
}

/* ---- a launch ---- */

/* 0: no GPU supports the block size. */
static uint32_t
threads_of(const struct execute_launch *launch)
{
	const uint32_t *block = launch->block;
	if (!block[0] || !block[1] || !block[2] || block[0] > 1024 || block[1] > 1024 || block[2] > 1024)
		return 0;
	const uint32_t threads = block[0] * block[1] * block[2];
	return threads <= MOST_WARPS * LANES ? threads : 0;
}

struct execute_run *
execute_begin(const struct execute_kernel *kernel, const struct execute_launch *launch)
{
	const struct sass_code *code = execute_code(kernel);
	struct execute_run *run = memory_zeroed(1, sizeof *run);
	run->kernel = kernel;
	run->launch = launch;
	run->threads = threads_of(launch);
	run->warp_count = (run->threads + LANES - 1) / LANES;
	run->warps = memory_zeroed(run->warp_count + 1, sizeof *run->warps);
	for (uint32_t i = 0; i < run->warp_count; i++) {
		run->warps[i].run = run;
		run->warps[i].number = i;
	}
	run->operations = memory_zeroed(code->count + 1, sizeof *run->operations);
	for (size_t i = 0; i < code->count; i++)
		run->operations[i] = make_operation(run, &code->instructions[i],
		                                    execute_text(kernel) + i * SASS_INSTRUCTION_SIZE, code->sm);
	run->regions = arena_new_array(&run->arena, struct region *, code->count);
	memory_begin(&run->memory);
	return run;
}

void
execute_end(struct execute_run *run)
{
	for (uint32_t i = 0; i < run->warp_count; i++)
		local_free(&run->warps[i].local);
	memory_free(&run->memory);
	if (run->block_extrapolation)
		block_extrapolation_free(run->block_extrapolation);
	arena_free(&run->arena);
	free(run->warps);
	free(run->operations);
	free(run->constants);
	free(run);
}
