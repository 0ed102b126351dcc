#include "model/host_time.h"

#include <math.h>

#include "model/gpu.h"

static double
point_us(const struct transfer_point *point, enum host_memory memory)
{
	return memory == HOST_MEMORY_PAGEABLE ? point->pageable_us : point->pinned_us;
}

static double
curve_us(const struct transfer_curve *curve, enum host_memory memory, double bytes)
{
	const struct transfer_point *points = curve->points;
	if (!curve->count || isnan(bytes))
		return NAN;
	if (bytes <= points[0].bytes)
		return point_us(&points[0], memory);
	for (size_t i = 1; i < curve->count; i++) {
		const struct transfer_point *low = &points[i - 1], *high = &points[i];
		const double share = (bytes - low->bytes) / (high->bytes - low->bytes);
		if (bytes <= high->bytes)
			return point_us(low, memory) + share * (point_us(high, memory) - point_us(low, memory));
	}
	const struct transfer_point *last = &points[curve->count - 1];
	return point_us(last, memory) * bytes / last->bytes;
}

double
transfer_us(const struct transfer_times *times, enum copy_direction direction, enum host_memory memory, double bytes)
{
	if (memory != HOST_MEMORY_PAGEABLE && memory != HOST_MEMORY_PINNED)
		return NAN;
	if (direction == COPY_TO_DEVICE)
		return curve_us(&times->to_device, memory, bytes);
	return direction == COPY_TO_HOST ? curve_us(&times->to_host, memory, bytes) : (double)NAN;
}

/* The mean time of the operation's launches. Launches of unknown time are ignored as long as they are the minority. */
static double
launch_us(const struct host_operation *operation)
{
	double us = 0, timed = 0, all = 0;
	for (size_t i = 0; i < operation->launch_count; i++) {
		const struct made_launch *made = &operation->launches[i];
		all += (double)made->times;
		/* A kernel that was not selected has no predicted time. */
		if (!(made->launch->predicted_time.us > 0))
			continue;
		us += (double)made->times * made->launch->predicted_time.us;
		timed += (double)made->times;
	}
	return timed > all / 2 ? us / timed : (double)NAN;
}

const double host_wait_us = 5;

static const double mebibyte = 1 << 20;

double
pinning_us(double bytes)
{
	static const double pinning = 600, pinning_of_mebibyte = 540;
	return pinning + pinning_of_mebibyte * bytes / mebibyte;
}

/* A small allocation comes from a chunk that the driver already owns. */
static double
allocation_us(enum host_memory memory, double bytes)
{
	static const double small_allocation = 3, device = 50, device_of_mebibyte = 0.075, managed = 40,
			    managed_of_mebibyte = 0.2;
	switch (memory) {
	case HOST_MEMORY_DEVICE:
		return bytes < mebibyte ? small_allocation : device + device_of_mebibyte * bytes / mebibyte;
	case HOST_MEMORY_MANAGED: return managed + managed_of_mebibyte * bytes / mebibyte;
	case HOST_MEMORY_PINNED: return pinning_us(bytes);
	default: return NAN;
	}
}

/* Memory is filled at its highest write rate: 0.93 of clock times bus width. */
static double
fill_us(const struct gpu *gpu, double bytes)
{
	enum { BITS_OF_BYTE = 8, TRANSFERS = 2 };
	static const double reached_rate = 0.93, fill = 4;
	const double bytes_per_us =
		gpu ? reached_rate * gpu->bus_bits / BITS_OF_BYTE * TRANSFERS * gpu->memory_clock_ghz * 1e3 : 0;
	return bytes_per_us > 0 ? fill + bytes / bytes_per_us : (double)NAN;
}

/* Page faults on 1 to 256 MiB took 0.42, 0.76, 2.2, 10.6 and 34 ms; a prefetch of them took 0.17, 0.26, 0.54, 1.4
 * and 5.3 ms. */
double
migration_us(double bytes)
{
	static const double migration = 300, migrated_per_us = 8000;
	return migration + bytes / migrated_per_us;
}

double
prefetch_us(double bytes)
{
	static const double prefetch = 130, prefetched_per_us = 52000;
	return prefetch + bytes / prefetched_per_us;
}

static double
operation_us(const struct facts *facts, const struct host_operation *operation, const struct transfer_times *times)
{
	const double bytes = host_operation_bytes(operation);
	switch (operation->kind) {
	case HOST_LAUNCH: return launch_us(operation);
	case HOST_COPY: return transfer_us(times, operation->direction, operation->memory, bytes);
	case HOST_ALLOCATION: return operation->is_asynchronous ? (double)NAN : allocation_us(operation->memory, bytes);
	case HOST_FILL: return fill_us(facts->gpu ? gpu_find(facts->gpu) : NULL, bytes);
	case HOST_PREFETCH: return operation->is_asynchronous ? prefetch_us(bytes) : 0;
	case HOST_SYNCHRONIZATION: return host_wait_us;
	default: return NAN;
	}
}

void
host_predict_times(struct facts *facts, const struct transfer_times *times)
{
	for (size_t i = 0; i < facts->host_operation_count; i++) {
		struct host_operation *operation = &facts->host_operations[i];
		operation->predicted_us = times ? operation_us(facts, operation, times) : (double)NAN;
		const double migrations = (double)operation->migrations;
		operation->migration_us =
			times && migrations > 0 ? migrations * migration_us(operation->migrated_bytes / migrations) : 0;
	}
}
