#include "model/host_work.h"

#include <math.h>

double
host_operation_bytes(const struct host_operation *operation)
{
	return operation->count ? operation->bytes / (double)operation->count : (double)NAN;
}

const struct launch *
host_launch_of(const struct host_operation *operation)
{
	return operation->launch_count ? operation->launches[0].launch : NULL;
}

/* A captured operation becomes a part of a graph and does not execute there. An operation in code that nothing calls
 * has assumed sizes. */
static bool
is_of_program(const struct host_operation *operation)
{
	return !operation->is_captured && !operation->is_assumed;
}

struct host_time
host_time_of(const struct facts *facts, enum host_operation_kind kind)
{
	struct host_time sum = {0};
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		/* Pageable host memory does not concern the GPU. */
		const bool is_hosts = kind == HOST_ALLOCATION && operation->memory == HOST_MEMORY_PAGEABLE;
		if (operation->kind != kind || !is_of_program(operation) || is_hosts)
			continue;
		if (isnan(operation->predicted_us)) {
			sum.untimed += operation->count;
			continue;
		}
		sum.timed += operation->count;
		sum.us += operation->predicted_us * (double)operation->count;
	}
	return sum;
}

struct host_time
host_time_of_migrations(const struct facts *facts)
{
	struct host_time sum = {0};
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		const struct host_operation *operation = &facts->host_operations[i];
		if (!(operation->migration_us > 0) || !is_of_program(operation))
			continue;
		sum.timed += operation->migrations;
		sum.us += operation->migration_us;
	}
	return sum;
}

bool
host_is_in_loop(const struct host_operation *operation, const struct place *loop)
{
	for (size_t i = 0; i < HOST_LOOPS && operation->loops[i].line; i++)
		if (facts_same_place(&operation->loops[i], loop))
			return true;
	return false;
}

const struct place *
host_common_loop(const struct host_operation *a, const struct host_operation *b)
{
	for (size_t i = 0; i < HOST_LOOPS && a->loops[i].line; i++)
		if (host_is_in_loop(b, &a->loops[i]))
			return &a->loops[i];
	return NULL;
}

const char *
host_operation_kind_text(enum host_operation_kind kind)
{
	static const char *const texts[HOST_OPERATION_KINDS] = {
		[HOST_NOTHING] = "",
		[HOST_ALLOCATION] = "allocation",
		[HOST_FREE] = "free",
		[HOST_COPY] = "copy",
		[HOST_FILL] = "fill",
		[HOST_PREFETCH] = "prefetch",
		[HOST_SYNCHRONIZATION] = "synchronization",
		[HOST_EVENT_RECORD] = "event-record",
		[HOST_STREAM_CREATION] = "stream-creation",
		[HOST_LAUNCH] = "launch",
		[HOST_GRAPH_LAUNCH] = "graph-launch",
		[HOST_CLOCK] = "clock",
		[HOST_ERROR_CHECK] = "error-check",
	};
	return texts[kind];
}

const char *
host_memory_text(enum host_memory memory)
{
	static const char *const texts[] = {
		[HOST_MEMORY_UNKNOWN] = "unknown", [HOST_MEMORY_PAGEABLE] = "pageable", [HOST_MEMORY_PINNED] = "pinned",
		[HOST_MEMORY_MANAGED] = "managed", [HOST_MEMORY_DEVICE] = "device",
	};
	return texts[memory];
}

const char *
copy_direction_text(enum copy_direction direction)
{
	static const char *const texts[] = {
		[COPY_UNKNOWN] = "unknown",     [COPY_TO_DEVICE] = "to-device", [COPY_TO_HOST] = "to-host",
		[COPY_ON_DEVICE] = "on-device", [COPY_ON_HOST] = "on-host",
	};
	return texts[direction];
}
