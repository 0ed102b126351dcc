#include "rules/launch-overhead/merging.h"

#include "rules/access.h"
#include "rules/wording.h"

/* The share of the launch overhead that remains if a grid-wide barrier, or the next kernel of a graph, replaces a
 * launch. Measured on an H200 over 1000 steps (a load and a store for each thread, blocks of 256): a barrier took 0.6
 * us with 1 to 132 blocks, 0.87 with 528 and 1.58 with 1056. A whole kernel of a graph took 0.8 to 1.4 us. The launches
 * were 3.9 us apart. */
static const double barrier_share = 0.5;

/* ---- the host ---- */

/* Whether the operation prevents merging iterations. Operations that another rule's finding removes do not. Copies are
 * seldom easy to remove, so for them a note does not suffice. */
static bool
is_obstacle(const struct facts *facts, const struct host_operation *operation)
{
	if (operation->kind == HOST_COPY)
		return operation->direction != COPY_ON_DEVICE && !host_is_found(facts, operation, SEVERITY_WARNING);
	const bool is_of_memory =
		(operation->kind == HOST_ALLOCATION || operation->kind == HOST_FREE) && host_is_of_driver(operation);
	return (is_of_memory || operation->waits) && !host_is_found(facts, operation, SEVERITY_NOTE);
}

const struct host_operation *
merging_obstacle(const struct facts *facts, const struct place *loop)
{
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (host_is_in_loop(&facts->host_operations[i], loop) && is_obstacle(facts, &facts->host_operations[i]))
			return &facts->host_operations[i];
	return NULL;
}

/* Whether the copy brings an input of the iteration's own, or returns a result on which nothing else depends. */
static bool
is_own(const struct host_operation *copy)
{
	if (copy->direction == COPY_TO_DEVICE)
		return copy->own_inputs >= (copy->count + 1) / 2;
	return !(copy->count_confidence == CONFIDENCE_UNKNOWN && (copy->is_open_ended || copy->is_conditional));
}

/* Whether the host only gives each iteration an input, and takes its result. */
static bool
has_own_inputs(const struct facts *facts, const struct place *loop)
{
	bool has_input = false;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		if (!host_is_in_loop(operation, loop))
			continue;
		const bool is_copy = operation->kind == HOST_COPY && operation->direction != COPY_ON_DEVICE;
		if (is_copy ? !is_own(operation) : is_obstacle(facts, operation))
			return false;
		has_input |= is_copy && operation->direction == COPY_TO_DEVICE;
	}
	return has_input;
}

/* Whether several equal iterations can be recorded as a graph. */
static bool
can_be_graph(const struct facts *facts, const struct place *loop)
{
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		if (!host_is_in_loop(operation, loop))
			continue;
		if (operation->kind == HOST_CLOCK)
			return false;
		if (operation->kind == HOST_LAUNCH &&
		    (double)operation->same_arguments < 0.75 * (double)operation->count)
			return false;
	}
	return true;
}

static bool
has_waits(const struct facts *facts, const struct place *loop)
{
	for (size_t i = 0; i < facts->host_operation_count; i++)
		if (facts->host_operations[i].waits && host_is_in_loop(&facts->host_operations[i], loop))
			return true;
	return false;
}

/* ---- dependences between launches ---- */

static bool
is_launch_of(const struct host_operation *operation, const struct place *loop)
{
	return operation->kind == HOST_LAUNCH && host_is_in_loop(operation, loop);
}

static bool
is_of_buffers(const struct site *site)
{
	return site->kind <= SITE_ATOMIC &&
	       (site->space == SPACE_GLOBAL || site->space == SPACE_TEXTURE || site->space == SPACE_GENERIC);
}

static const struct launch_argument *
argument_of(const struct launch *launch, const void *memory)
{
	for (size_t i = 0; i < launch->data.input_count; i++)
		if (launch->data.inputs[i].kind == ARGUMENT_BUFFER && launch->data.inputs[i].memory == memory)
			return &launch->data.inputs[i];
	return NULL;
}

/* Whether it accesses only the buffers in its arguments. */
static bool
keeps_to_arguments(const struct launch *launch)
{
	for (size_t i = 0; i < launch->site_count; i++) {
		const struct site *site = &launch->sites[i];
		if (is_of_buffers(site) && (!site->object.allocation || site->object.has_others ||
		                            !argument_of(launch, site->object.allocation)))
			return false;
	}
	return launch->site_count;
}

/* Whether all of its accesses were evaluated. */
static bool
is_seen_whole(const struct launch *launch)
{
	return !launch->caveats.cut_loop.line && !launch->caveats.cut_call.line && !launch->caveats.budget_reached;
}

static bool
are_disjoint(const struct launch_argument *a, const struct launch_argument *b)
{
	const bool is_known = !a->is_touched_elsewhere && !b->is_touched_elsewhere;
	return is_known && (a->touched_bytes <= b->touched_from || b->touched_bytes <= a->touched_from);
}

/* Whether the second launch accesses nothing that the first one stores to. */
static bool
is_unaffected(const struct launch *storing, const struct launch *other)
{
	for (size_t i = 0; i < storing->data.input_count; i++) {
		const struct launch_argument *to = &storing->data.inputs[i];
		if (to->kind != ARGUMENT_BUFFER || !launch_may_write(storing, to->memory))
			continue;
		const struct launch_argument *same = argument_of(other, to->memory);
		if (same && !are_disjoint(to, same))
			return false;
	}
	return true;
}

/* The same for all evaluated launches of two operations in different iterations. Launches are in the order of
 * iterations. */
static bool
is_apart(const struct host_operation *storing, const struct host_operation *other)
{
	for (size_t i = 0; i < storing->launch_count; i++)
		for (size_t k = 0; k < other->launch_count; k++) {
			const struct launch *first = storing->launches[i].launch, *second = other->launches[k].launch;
			if (i != k && is_seen_whole(first) && is_seen_whole(second) && !is_unaffected(first, second))
				return false;
		}
	return true;
}

/* Whether there are evaluated launches to compare, each with arguments of its own. */
static bool
is_comparable(const struct host_operation *operation)
{
	size_t whole = 0;
	for (size_t i = 0; i < operation->launch_count; i++) {
		if (!keeps_to_arguments(operation->launches[i].launch))
			return false;
		whole += is_seen_whole(operation->launches[i].launch);
	}
	return whole > 1 && !operation->same_arguments;
}

/* Whether no iteration of the loop reads what another one stores, or stores to the same addresses. */
static bool
is_independent(const struct facts *facts, const struct place *loop)
{
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		if (!host_is_in_loop(operation, loop))
			continue;
		/* A fill or a copy may change what launches read. */
		if (operation->kind == HOST_FILL || operation->kind == HOST_COPY)
			return false;
		if (operation->kind != HOST_LAUNCH)
			continue;
		if (!is_comparable(operation))
			return false;
		for (size_t k = 0; k < facts->host_operation_count; k++)
			if (is_launch_of(&facts->host_operations[k], loop) &&
			    !is_apart(operation, &facts->host_operations[k]))
				return false;
	}
	return true;
}

static bool
has_single_blocks(const struct facts *facts, const struct place *loop)
{
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		if (!is_launch_of(operation, loop))
			continue;
		for (size_t k = 0; k < operation->launch_count; k++)
			if (launch_blocks(operation->launches[k].launch) > 1)
				return false;
		if (!operation->launch_count)
			return false;
	}
	return true;
}

/* ---- the result ---- */

enum merging
merging_of(const struct facts *facts, const struct place *loop)
{
	if (!loop->line)
		return MERGING_UNKNOWN;
	if (merging_obstacle(facts, loop))
		return has_own_inputs(facts, loop) ? MERGING_BY_INPUTS : MERGING_BY_HOST;
	if (is_independent(facts, loop))
		return MERGING_BY_GRID;
	return has_single_blocks(facts, loop) ? MERGING_BY_BLOCK : MERGING_BY_BARRIER;
}

double
merging_saves(enum merging merging, bool is_alone)
{
	if (merging == MERGING_BY_HOST && is_alone)
		return 0;
	return merging == MERGING_BY_HOST || merging == MERGING_BY_BARRIER ? 1 - barrier_share : 1;
}

static const char *
barrier_advice(struct rule_context *context, const struct place *loop)
{
	const char *barrier =
		"merge them into one launch with the loop in the kernel; where blocks need the stores of others, add "
		"a grid barrier (cooperative groups, grid.sync())";
	if (!can_be_graph(context->facts, loop))
		return barrier;
	return text(context, "%s; or%s replay several iterations as a graph (cudaStreamBeginCapture, cudaGraphLaunch)",
	            barrier, has_waits(context->facts, loop) ? ", once nothing in the loop waits," : "");
}

const char *
merging_advice(struct rule_context *context, const struct place *loop, enum merging merging, bool is_alone)
{
	switch (merging) {
	case MERGING_UNKNOWN:
		return "do the work of several launches in one: add a loop to the kernel, or a dimension to the grid";
	case MERGING_BY_HOST:
		return is_alone ? "do the host's part of each iteration on the GPU, and merge several iterations into "
		                  "one launch"
		                : "merge the launches of an iteration; to merge iterations too, do the host's part "
		                  "between them on the GPU";
	case MERGING_BY_INPUTS: return "give each launch the inputs of several iterations, and copy them together";
	case MERGING_BY_GRID:
		return "merge them into one launch, with the loop as a dimension of the grid: the launches are "
		       "independent";
	case MERGING_BY_BLOCK:
		return "merge them into one launch with the loop in the kernel: a single block can synchronize with "
		       "__syncthreads()";
	case MERGING_BY_BARRIER: break;
	}
	return barrier_advice(context, loop);
}
