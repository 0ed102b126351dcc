/* What host code does around its launches: allocations, copies, synchronisation, launches, clock reads, error checks.
 *
 * Operations stand in the order in which the program first makes them, those of several programs one program behind the other. Calls at one place, in the same
 * loops, that differ only in their size or stream are one operation, so that a loop of any number of iterations adds none. Everything lives in the arena of the
 * facts. A figure that is not known is NAN. */
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
	HOST_SYNCHRONIZATION, /* of the device, a stream or an event; queries of these as well */
	HOST_EVENT_RECORD,
	HOST_STREAM_CREATION,
	HOST_LAUNCH,
	HOST_GRAPH_LAUNCH,
	HOST_CLOCK,       /* the host's clock is read */
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

/* Launches of an operation that are told as one. */
struct made_launch {
	const struct launch *launch;
	uint64_t times;
};

struct host_operation {
	enum host_operation_kind kind;
	const char *function; /* that the program calls: "cudaMemcpyAsync"; of a launch the kernel's name */
	unsigned program;     /* as of struct launch */
	struct place place;
	/* the call of the program's function in which it stands; line 0: nothing in sight calls that */
	struct place called_from;
	/* the call in the innermost loop's function that leads there; line 0: it stands there itself, or in no loop */
	struct place call_in_loop;
	/* of host code, around it, innermost first, also through calls; not those that end behind it, by a `break`;
	 * line 0: no more */
	struct place loops[HOST_LOOPS];
	uint64_t count; /* times that it is made, as launch.repeats */
	enum confidence count_confidence;
	const char *count_why; /* NULL if exact */
	bool is_open_ended;    /* when a loop around it ends depends on what only a run settles */
	bool is_conditional;   /* so does, at times, whether it is made */
	double bytes;          /* of all these together; NAN: not known, or it has none */
	bool bytes_vary;
	double largest_bytes; /* of one call; 0: not known, or it has none */
	enum copy_direction direction;
	enum host_memory memory;   /* of the host's side of a copy; of what is allocated or freed */
	const char *memory_name;   /* of that memory, as the program has it; "": not known */
	struct place memory_place; /* where it is allocated or declared; line 0: not known */
	int stream;                /* 0: the default one; others are numbered from 1 */
	bool streams_vary;
	/* as called: whether it waits all the same is for who reads `memory`; of a stream that is created, that it
	 * does not wait for the default one */
	bool is_asynchronous;
	bool waits;        /* host code goes on only when work that was issued before has ended */
	bool is_checked;   /* the program uses the status of some call */
	bool is_elsewhere; /* in a file that nobody asked a report of */
	bool is_assumed;   /* nothing in sight calls the function in which it stands */
	bool is_captured;  /* it becomes a part of a graph */
	/* Copies to the device: how many of them find the host's memory as it was at the last such copy, and of these how many the
	 * device's memory as well; and how many copy what has come from the device and has not been stored to since. */
	uint64_t same_source, repeated, round_trips;
	/* the same: how many move what the host has made of its own, and other than the one before did */
	uint64_t own_inputs;
	/* Clock reads that end a timed part: the operation that began it and, if its work may not have ended, the last that issued
	 * some; each plus one, counted from the program's first; 0: there is none. */
	size_t timed_from, unfinished;
	bool times_calls; /* later the program waits for that work and reads the clock again: it wants to know what the calls take */
	bool times_first_launch; /* the part has the program's first launch */
	/* Launches. */
	struct made_launch *launches; /* of these all that were looked at, in the order of the first of each, */
	size_t launch_count; /* be it as repeats of what another place has launched before; if none was, all from this place */
	/* how many of them are handed exactly what the one before was: shape, numbers and addresses */
	uint64_t same_arguments;
	uint64_t host_inputs; /* how many of them are handed pinned memory of the host, */
	/* and how many of these find that the host has stored to some of it since a launch was last handed it */
	uint64_t new_host_inputs;
	uint64_t migrations; /* of a piece of managed memory that the host has stored to and that was not prefetched, */
	double migrated_bytes;     /* of all of these together, */
	const char *migrated_name; /* of the last such memory; NULL: there is none */
	struct place migrated_place;
	double migration_us; /* and what all of them take beside predicted_us; 0: nothing, or not known */

	double predicted_us; /* of one call, on average; NAN: not known */
};

/* Microseconds of all operations of a kind that programs make; the rest counts those of which no time is known. */
struct host_time {
	double us;
	uint64_t timed, untimed; /* calls */
};
struct host_time host_time_of(const struct facts *facts, enum host_operation_kind kind);
/* The same of managed memory that launches find on the host. */
struct host_time host_time_of_migrations(const struct facts *facts);
/* Bytes of one call, on average; NAN: not known. */
double host_operation_bytes(const struct host_operation *operation);
/* The first launch of the operation; NULL: it has none, or none was looked at. */
const struct launch *host_launch_of(const struct host_operation *operation);
/* The innermost loop around both; NULL: there is none. */
const struct place *host_common_loop(const struct host_operation *a, const struct host_operation *b);
/* Whether a loop is around the operation. */
bool host_is_in_loop(const struct host_operation *operation, const struct place *loop);
/* "allocation", "copy" */
const char *host_operation_kind_text(enum host_operation_kind kind);
const char *host_memory_text(enum host_memory memory);
const char *copy_direction_text(enum copy_direction direction);

#endif
