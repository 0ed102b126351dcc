/* The experiment files next to the reference kernels: which effect is swept over which degrees, how a degree becomes
 * a launch, and its ideal form. docs/measuring/calibrate.md describes their format.
 *
 * An experiment stays in JSON; a `plan` is its launch at one degree. All are in the arena. */
#ifndef GPULINT_KERNELS_CALIBRATE_EXPERIMENT_H
#define GPULINT_KERNELS_CALIBRATE_EXPERIMENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "support/arena.h"
#include "support/embedded.h"

enum form { FORM_PENALISED, FORM_IDEAL, FORM_COUNT };

struct effect {
	const char *name;
	const char *source; /* "stride.cu" */
	json_t *json;       /* borrowed from experiments.files */
	const int64_t *degrees;
	size_t degree_count;
};

struct experiment_source {
	const char *name;
	const char *text;
};

struct experiments {
	struct arena arena;
	json_t *files; /* array of the documents */
	struct experiment_source *sources;
	size_t source_count;
	struct effect *effects;
	size_t effect_count;
};

struct plan_argument {
	const char *buffer; /* or NULL */
	json_t *texture;    /* or NULL: in a job's form; borrowed */
	int64_t scalar;     /* unsigned 32 bits, if it is neither */
};

struct plan_buffer {
	const char *name;
	int64_t bytes;
};

/* One operation of a launch that is a sequence. */
struct plan_operation {
	const char *what;      /* "to-device", "launch", "to-host" */
	const char *buffer;    /* the copied buffer */
	int64_t offset, bytes; /* the part of the buffer; a launch's pointers are increased by the offset */
	int64_t stream;
};

struct plan {
	const char *kernel; /* in C++: "read_with_stride", "copy_elements<4>" */
	int64_t grid[3], block[3];
	size_t grid_count, block_count;
	int64_t warps;           /* exact number on a multiprocessor that the degree requires; 0: as many as fit */
	int64_t useful_bytes;    /* 0: not about bytes */
	int64_t warp_operations; /* number of operations of the measured kind; 0: not given */
	/* buffer in which the kernel stores its measured clock cycles; NULL: the launch is timed */
	const char *cycles;
	int64_t steps; /* number of steps that these cycles are for */
	struct plan_buffer *buffers;
	size_t buffer_count;
	struct plan_argument *arguments;
	size_t argument_count;
	const char *host_memory; /* "pinned" or "pageable"; NULL: the launch is only the kernel */
	struct plan_operation *operations;
	size_t operation_count;
};

/* Loads all *.json files (embedded_experiments), with their kernels. False: *error, of the arena, has a message. */
bool experiments_load(struct experiments *experiments, const struct embedded_file *files, const char **error);
/* Keeps only the effects with these names, and their sources. Returns NULL, or the first unknown name. */
const char *experiments_select(struct experiments *experiments, const char *const *effects, size_t count);
void experiments_free(struct experiments *experiments);

/* False: the experiment has no launch at this degree; *error has a message. */
bool experiment_plan(struct arena *arena, const struct effect *effect, enum form form, int64_t degree,
                     struct plan *plan, const char **error);
/* The degree whose launch also serves `degree`: the first one with an equal launch. An ideal form often does not depend
 * on the degree. Both degrees must have a plan. */
int64_t experiment_stand_in(struct arena *arena, const struct effect *effect, enum form form, int64_t degree);

#endif
