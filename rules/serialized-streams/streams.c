#include "rules/serialized-streams/streams.h"

#include <math.h>

#include "rules/stream_schedule.h"

bool
streams_is_work(const struct host_operation *operation)
{
	return operation->kind == HOST_LAUNCH || operation->kind == HOST_COPY || operation->kind == HOST_FILL;
}

bool
streams_is_issued(const struct host_operation *operation)
{
	return operation->is_asynchronous && (operation->stream > 0 || operation->streams_vary) &&
	       streams_is_work(operation);
}

uint64_t
streams_of_loop(const struct facts *facts, const struct place *loop)
{
	uint64_t created = 0;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (other->kind != HOST_STREAM_CREATION)
			continue;
		if (host_is_in_loop(other, loop))
			return 0;
		created += other->count;
	}
	return created;
}

/* Streams that were created as non-blocking do not wait for the default stream. */
bool
streams_wait_for_default(const struct facts *facts)
{
	bool creates = false;
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *other = &facts->host_operations[i];
		if (other->kind == HOST_STREAM_CREATION && other->is_asynchronous)
			return false;
		creates |= other->kind == HOST_STREAM_CREATION;
	}
	return creates;
}

/* ---- time of a loop ---- */

static enum stream_engine
engine_of(const struct host_operation *operation)
{
	if (operation->kind != HOST_COPY)
		return streams_is_work(operation) ? ENGINE_KERNELS : ENGINE_NONE;
	return operation->direction == COPY_TO_DEVICE ? ENGINE_TO_DEVICE
	       : operation->direction == COPY_TO_HOST ? ENGINE_TO_HOST
	                                              : ENGINE_KERNELS;
}

/* The share of multiprocessors that get a block. */
static double
share_of_engine(const struct rule_context *context, const struct host_operation *operation)
{
	const struct launch *launch = operation->kind == HOST_LAUNCH ? host_launch_of(operation) : NULL;
	return launch && context->rates ? fmin(1, launch_blocks(launch) / context->rates->multiprocessors) : 1;
}

static int
stream_as_issued(const struct facts *facts, const struct host_operation *operation)
{
	enum { OTHER_STREAM = STREAM_MOST }; /* represents a default stream for which no stream waits */
	if (operation->streams_vary || operation->stream == HOST_STREAM_UNKNOWN)
		return STREAM_IN_TURN;
	return operation->stream ? operation->stream : streams_wait_for_default(facts) ? STREAM_OF_ALL : OTHER_STREAM;
}

/* Whether the host continues only after it has ended. The processor takes part in copies of pageable memory. */
static bool
holds_host(const struct host_operation *operation)
{
	const bool is_staged = operation->kind == HOST_COPY && operation->memory == HOST_MEMORY_PAGEABLE;
	return (operation->waits || is_staged) &&
	       (streams_is_work(operation) || operation->kind == HOST_SYNCHRONIZATION || operation->kind == HOST_FREE);
}

/* An iteration of the loop: as it is, and with all serializing operations issued to the iteration's own stream, or
 * removed. */
struct iteration {
	struct stream_step *as_issued, *spread;
	size_t issued_count, spread_count;
	uint64_t iterations;
	bool is_known;
};

static void
add_step(const struct rule_context *context, struct iteration *all, const struct host_operation *operation,
         spread_test *is_to_be_spread)
{
	const struct facts *facts = context->facts;
	const double each = (double)operation->count / (double)all->iterations;
	struct stream_step step = {.engine = engine_of(operation),
	                           .us = streams_is_work(operation) ? operation->predicted_us * each : 0,
	                           .share = share_of_engine(context, operation),
	                           .stream = stream_as_issued(facts, operation),
	                           .host_waits = holds_host(operation)};
	if (operation->kind == HOST_SYNCHRONIZATION && operation->streams_vary)
		step.stream = STREAM_IN_TURN;
	all->is_known &= !isnan(step.us);
	all->as_issued[all->issued_count++] = step;
	if (is_to_be_spread(facts, operation)) {
		step.stream = STREAM_IN_TURN;
		step.host_waits = streams_is_work(operation) && operation->memory == HOST_MEMORY_PAGEABLE;
		if (!streams_is_work(operation))
			return;
	}
	all->spread[all->spread_count++] = step;
}

static bool
is_step(const struct host_operation *operation)
{
	return streams_is_work(operation) || operation->kind == HOST_SYNCHRONIZATION ||
	       (operation->kind == HOST_FREE && operation->waits);
}

static struct iteration
iteration_of(const struct rule_context *context, const struct place *loop, spread_test *is_to_be_spread)
{
	const struct facts *facts = context->facts;
	const size_t most = facts->host_operation_count;
	struct iteration all = {.as_issued = arena_array(&context->facts->arena, most, sizeof *all.as_issued),
	                        .spread = arena_array(&context->facts->arena, most, sizeof *all.spread),
	                        .iterations = 1,
	                        .is_known = true};
	for (size_t i = 0; i < most; i++)
		if (facts_same_place(&facts->host_operations[i].loops[0], loop) &&
		    facts->host_operations[i].count > all.iterations)
			all.iterations = facts->host_operations[i].count;
	for (size_t i = 0; i < most; i++)
		if (host_is_in_loop(&facts->host_operations[i], loop) && is_step(&facts->host_operations[i]))
			add_step(context, &all, &facts->host_operations[i], is_to_be_spread);
	return all;
}

struct host_cost
streams_cost(const struct rule_context *context, const struct place *loop, spread_test *is_to_be_spread)
{
	const struct iteration all = iteration_of(context, loop, is_to_be_spread);
	const unsigned streams = (unsigned)fmin((double)streams_of_loop(context->facts, loop), UINT8_MAX);
	if (!all.is_known)
		return (struct host_cost){NAN, NAN};
	const double now = stream_schedule_us(all.as_issued, all.issued_count, all.iterations, streams);
	const double then = stream_schedule_us(all.spread, all.spread_count, all.iterations, streams);
	return (struct host_cost){fmax(now - then, 0), now};
}
