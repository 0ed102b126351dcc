/* Values for which a thread has too few registers: the compiler keeps them in local memory and reloads them. */
#include <inttypes.h>
#include <math.h>

#include "model/memory_model.h"
#include "rules/checks.h"
#include "rules/draft.h"
#include "rules/host_finding.h"
#include "rules/slowdown.h"
#include "rules/wording.h"
#include "support/digits.h"

/* The compiler uses at most MOST_REGISTERS. If a limit leaves fewer than REGISTER_UNIT registers unused, it has been
 * reached. */
enum { MOST_REGISTERS = 255, REGISTER_UNIT = 8, LINE_SECTORS = 4, MOST_LINES = 3 };
/* A smaller penalty means that the spills do no harm. */
static const double harmful_penalty = 1.02;

/* What keeps the compiler from using more registers. */
enum cause { CAUSE_MOST, CAUSE_BLOCKS, CAUSE_THREADS, CAUSE_OTHER };

/* Registers of a thread if a multiprocessor is to hold this many threads. */
static int
registers_left(const struct rule_context *context, int64_t threads)
{
	const struct gpu *gpu = gpu_find(context->facts->gpu);
	const int64_t left = gpu && threads > 0 ? gpu->registers_per_sm / threads : 0;
	return (int)(left / REGISTER_UNIT * REGISTER_UNIT);
}

static bool
is_all_of(int registers, int left)
{
	return left > 0 && registers <= left && registers > left - REGISTER_UNIT;
}

static enum cause
cause_of(const struct rule_context *context)
{
	const struct kernel *kernel = context->kernel;
	const int registers = kernel->resources.registers;
	if (registers >= MOST_REGISTERS - 1)
		return CAUSE_MOST;
	if (kernel->min_blocks > 1 &&
	    is_all_of(registers, registers_left(context, kernel->max_threads * kernel->min_blocks)))
		return CAUSE_BLOCKS;
	return kernel->max_threads && is_all_of(registers, registers_left(context, kernel->max_threads)) ? CAUSE_THREADS
	                                                                                                 : CAUSE_OTHER;
}

static const char *
reason(struct rule_context *context, enum cause cause)
{
	const struct kernel *kernel = context->kernel;
	const int registers = kernel->resources.registers;
	switch (cause) {
	case CAUSE_MOST:
		return text(context, "the live values need more registers than a thread can have (%d)", MOST_REGISTERS);
	case CAUSE_BLOCKS:
		return text(context, "__launch_bounds__(%" PRId64 ", %" PRId64 ") leaves a thread %d registers",
		            kernel->max_threads, kernel->min_blocks, registers);
	case CAUSE_THREADS:
		return text(context, "__launch_bounds__(%" PRId64 ") leaves a thread %d registers", kernel->max_threads,
		            registers);
	default: return text(context, "the compiler uses %d registers, and the live values need more", registers);
	}
}

static const char *
advice(struct rule_context *context, enum cause cause)
{
	switch (cause) {
	case CAUSE_BLOCKS:
		return text(context,
		            "request fewer blocks in __launch_bounds__ (%" PRId64
		            " or none): then each thread has more registers",
		            context->kernel->min_blocks / 2);
	case CAUSE_THREADS:
		return "use smaller blocks, and state their size in __launch_bounds__: then each thread has more "
		       "registers";
	default:
		return "give each thread fewer values at a time: smaller arrays, less unrolling, or more threads that "
		       "share the work";
	}
}

/* Finds the lines with most spilled traffic, most first. */
static size_t
busiest_lines(const struct machine_lines *lines, const struct machine_line *busiest[MOST_LINES])
{
	size_t count = 0;
	for (size_t i = 0; i < lines->count; i++) {
		const struct machine_line *line = &lines->items[i];
		if (line->spill_sectors < NAMED_SHARE * lines->spill_sectors)
			continue;
		size_t at = count < MOST_LINES ? count++ : MOST_LINES;
		for (; at > 0 && busiest[at - 1]->spill_sectors < line->spill_sectors; at--)
			if (at < MOST_LINES)
				busiest[at] = busiest[at - 1];
		if (at < MOST_LINES)
			busiest[at] = line;
	}
	return count;
}

static const char *
line_text(struct rule_context *context, const struct machine_line *line)
{
	const double warps = launch_warps(context->launch);
	const char *loop = line->depth > 1 ? text(context, ", in a loop of depth %u", line->depth)
	                   : line->depth   ? ", in a loop"
	                                   : "";
	return text(context, "%.0f%% of the spilled bytes: each thread executes %s loads and %s stores here%s",
	            100 * line->spill_sectors / context->launch->execution.lines.spill_sectors,
	            digits_of(line->spill_loads / warps, 3).text, digits_of(line->spill_stores / warps, 3).text, loop);
}

/* The launch as it would be if registers held all values. */
static struct penalty
spill_slowdown(struct rule_context *context)
{
	struct launch *without = launch_copy(&context->facts->arena, context->launch, 0);
	const struct machine_lines *machine = &context->launch->execution.lines;
	struct array_traffic *local = &without->local_memory.traffic;
	const double requests = machine->spill_loads + machine->spill_stores,
		     sectors = requests > 0 ? machine->spill_sectors / requests : 0;
	local->loads = fmax(0, local->loads - machine->spill_loads);
	local->stores = fmax(0, local->stores - machine->spill_stores);
	local->load_sectors = fmax(0, local->load_sectors - machine->spill_loads * sectors);
	local->store_sectors = fmax(0, local->store_sectors - machine->spill_stores * sectors);
	local->load_lines = fmax(0, local->load_lines - machine->spill_loads * sectors / LINE_SECTORS);
	local->store_lines = fmax(0, local->store_lines - machine->spill_stores * sectors / LINE_SECTORS);
	without->execution.work.instructions =
		fmax(0, without->execution.work.instructions - (machine->is_estimated ? 0 : requests));
	return launch_slowdown(context, without);
}

void
check_register_spill(struct rule_context *context)
{
	const struct launch *launch = context->launch;
	const struct machine_lines *machine = &launch->execution.lines;
	const struct machine_line *busiest[MOST_LINES];
	if (!(machine->spill_sectors > 0))
		return;
	const struct penalty slower = spill_slowdown(context);
	if (slower.estimate < harmful_penalty)
		return;
	const size_t count = busiest_lines(machine, busiest);
	struct related *related = arena_new_array(&context->facts->arena, struct related, count + 1);
	for (size_t i = 0; i < count; i++)
		related[i] = (struct related){{.file = busiest[i]->file, .line = busiest[i]->line},
		                              line_text(context, busiest[i])};
	const enum cause cause = cause_of(context);
	const struct draft draft = {
		.place = &context->kernel->place,
		.claim = CLAIM_WORK,
		.verdict = VERDICT_BAD,
		.confidence = CONFIDENCE_ASSUMED,
		.confidence_why = machine_basis_text(machine),
		.penalty = slower,
		.is_rough = true,
		.count_is_guessed = machine->is_estimated,
		.message = "registers spilled to local memory",
		.figures =
			text(context, "%" PRId64 " bytes per thread, %s moved", context->kernel->resources.stack_bytes,
	                     host_bytes_text(context, machine->spill_sectors * SECTOR_BYTES)),
		.reason = reason(context, cause),
		.ideal = "with all values in registers",
		.advice = advice(context, cause),
		.subject = context->kernel->link_name,
		.related = related,
		.related_count = count,
	};
	draft_add(context, &draft);
}
