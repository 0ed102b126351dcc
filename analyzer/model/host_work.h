/* The host's operations around its launches: allocations, copies, synchronization, launches, clock reads, error
 * checks.
 *
 * Operations are in the order of their first execution, program after program. Calls at one place and in the same
 * loops that differ only in size or stream are one operation, so a loop adds one operation for any trip count.
 * Everything lives in the arena of the facts. An unknown figure is NAN. */
#ifndef GPULINT_MODEL_HOST_WORK_H
#define GPULINT_MODEL_HOST_WORK_H

#include "model/facts.h"

enum host_operation_kind {
	HOST_NOTHING,
	HOST_ALLOCATION,
	HOST_FREE,
	HOST_COPY,
	HOST_FILL,
	HOST_PREFETCH,        /* cudaMemPrefetchAsync, cudaMemAdvise */
	HOST_SYNCHRONIZATION, /* of the device, a stream or an event; also queries of these */
	HOST_EVENT_RECORD,
	HOST_STREAM_CREATION,
	HOST_LAUNCH,
	HOST_GRAPH_LAUNCH,
	HOST_CLOCK,       /* the host reads its clock */
	HOST_ERROR_CHECK, /* cudaGetLastError, cudaPeekAtLastError */
	HOST_OPERATION_KINDS
};

enum host_memory {
	HOST_MEMORY_UNKNOWN,
	HOST_MEMORY_PAGEABLE,
	HOST_MEMORY_PINNED,
	HOST_MEMORY_MANAGED,
	HOST_MEMORY_DEVICE
};
enum copy_direction { COPY_UNKNOWN, COPY_TO_DEVICE, COPY_TO_HOST, COPY_ON_DEVICE, COPY_ON_HOST };

enum { HOST_LOOPS = 4, HOST_STREAM_UNKNOWN = -1 };

/* Launches of an operation that are reported together. */
struct made_launch {
	const struct launch *launch;
	uint64_t times;
};

struct host_operation {
	enum host_operation_kind kind;
	const char *function; /* the called function, such as "cudaMemcpyAsync"; for a launch the kernel's name */
	unsigned program;     /* as launch.program.number */
	struct place place;
	/* the call of the program's function that contains it; line 0: no visible call */
	struct place called_from;
	/* the call in the innermost loop's function that leads to it; line 0: it is in the loop itself, or in no
	 * loop */
	struct place call_in_loop;
	/* surrounding loops of host code, innermost first, also through calls, without loops that `break` leaves
	 * right after it; line 0: no more */
	struct place loops[HOST_LOOPS];
	uint64_t count; /* executions; see launch.program.repeats */
	enum confidence count_confidence;
	const char *count_why; /* NULL if exact */
	bool is_open_ended;    /* the trip count of a surrounding loop depends on values that only a run determines */
	bool is_conditional;   /* so does, in some cases, whether it executes */
	double bytes;          /* of all executions together; NAN: unknown or none */
	bool bytes_vary;
	double largest_bytes; /* of one execution; 0: unknown or none */
	enum copy_direction direction;
	enum host_memory memory;   /* of a copy's host memory; of allocated or freed memory */
	const char *memory_name;   /* the program's name of that memory; "": unknown */
	struct place memory_place; /* where it is allocated or declared; line 0: unknown */
	int stream;                /* 0: the default stream; others are numbered from 1 */
	bool streams_vary;
	/* as called; `memory` decides whether it waits all the same. Of a created stream: it does not wait for the
	 * default stream */
	bool is_asynchronous;
	bool waits;        /* the host continues only when earlier work has ended */
	bool is_checked;   /* the program uses the status of some execution */
	bool is_elsewhere; /* in a file without a requested report */
	bool is_assumed;   /* no visible call of the function that contains it */
	bool is_captured;  /* it becomes part of a graph */
	/* Copies to the device: how many find the host memory unchanged since the last such copy; how many of these
	 * also find the device memory unchanged; and how many copy data that came from the device and was not stored
	 * to since. */
	uint64_t same_source, repeated, round_trips;
	/* the same: how many copy data that the host itself computed and that differs from the previous copy */
	uint64_t own_inputs;
	/* Clock reads that end a timed part: the operation that began it and, if its work may not have ended, the
	 * last one that issued work. Each is an index in the program plus one; 0: none. */
	size_t timed_from, unfinished;
	/* the program later waits for that work and reads the clock again, so it measures the calls on purpose */
	bool times_calls;
	bool times_first_launch; /* the timed part includes the program's first launch */
	/* Launches: */
	/* the evaluated launches, in order of the first of each, even if other places launched them before; if none
	 * was evaluated, all launches from this place */
	struct made_launch *launches;
	size_t launch_count;
	/* launches with the same shape, numbers and addresses as the previous one */
	uint64_t same_arguments;
	uint64_t host_inputs; /* launches that receive pinned host memory, */
	/* and those of them for which the host has stored to that memory since a launch last received it */
	uint64_t new_host_inputs;
	/* migrations of a piece of managed memory that the host has stored to and that was not prefetched, */
	uint64_t migrations;
	double migrated_bytes;     /* the bytes of all of them, */
	const char *migrated_name; /* the last such memory; NULL: none */
	struct place migrated_place;
	double migration_us; /* their total time, in addition to predicted_us; 0: none, or unknown */

	double predicted_us; /* mean time of one execution; NAN: unknown */
};

/* Total microseconds of all operations of a kind that programs execute, and the number of executions with and
 * without a known time. */
struct host_time {
	double us;
	uint64_t timed, untimed; /* executions */
};
struct host_time host_time_of(const struct facts *facts, enum host_operation_kind kind);
/* The same for migrations of managed memory that launches find on the host. */
struct host_time host_time_of_migrations(const struct facts *facts);
/* Mean bytes of one execution; NAN: unknown. */
double host_operation_bytes(const struct host_operation *operation);
/* The first launch of the operation; NULL: none, or none was evaluated. */
const struct launch *host_launch_of(const struct host_operation *operation);
/* The innermost common loop; NULL: none. */
const struct place *host_common_loop(const struct host_operation *a, const struct host_operation *b);
/* Whether the loop contains the operation. */
bool host_is_in_loop(const struct host_operation *operation, const struct place *loop);
/* "allocation", "copy" */
const char *host_operation_kind_text(enum host_operation_kind kind);
const char *host_memory_text(enum host_memory memory);
const char *copy_direction_text(enum copy_direction direction);

#endif
