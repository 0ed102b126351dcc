/* The experiment files beside the reference kernels: which effect is swept over which degrees, how a degree becomes a
 * launch, and what its ideal form is. docs/measuring/calibrate.md describes their format.
 *
 * An experiment is kept as it stands in JSON; a `plan` is what one degree makes of it. All live in the arena. */
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
	json_t *texture;    /* or NULL: as a job describes it; borrowed */
	int64_t scalar;     /* unsigned 32 bits, of what is neither */
};

struct plan_buffer {
	const char *name;
	int64_t bytes;
};

/* Of a launch that is a sequence. */
struct plan_operation {
	const char *what;      /* "to-device", "launch", "to-host" */
	const char *buffer;    /* of what is copied */
	int64_t offset, bytes; /* its part; a launch's pointers are moved by the offset */
	int64_t stream;
};

struct plan {
	const char *kernel; /* as C++ names it: "read_with_stride", "copy_elements<4>" */
	int64_t grid[3], block[3];
	size_t grid_count, block_count;
	int64_t warps; /* on a multiprocessor, and no more, for the degree to be what it says; 0: as many as fit */
	int64_t useful_bytes;    /* 0: not about bytes */
	int64_t warp_operations; /* of the kind that it is about; 0: not told */
	/* the buffer in which the kernel leaves the clock cycles that it counted; NULL: it is timed */
	const char *cycles;
	int64_t steps; /* that it counted the cycles of */
	struct plan_buffer *buffers;
	size_t buffer_count;
	struct plan_argument *arguments;
	size_t argument_count;
	const char *host_memory; /* "pinned" or "pageable"; NULL: the launch is the kernel alone */
	struct plan_operation *operations;
	size_t operation_count;
};

/* All *.json among the files (embedded_experiments), with their kernels. False with a message in *error, of the arena. */
bool experiments_load(struct experiments *experiments, const struct embedded_file *files, const char **error);
/* Keeps the effects of those names only, and their sources. NULL, or the first name that is none. */
const char *experiments_select(struct experiments *experiments, const char *const *effects, size_t count);
void experiments_free(struct experiments *experiments);

/* False with a message in *error when the experiment does not make a launch of that degree. */
bool experiment_plan(struct arena *arena, const struct effect *effect, enum form form, int64_t degree,
                     struct plan *plan, const char **error);
/* The degree whose launch stands for that of `degree`: the first one where both are the same, as of an ideal form that
 * the degree does not change. Both have to make a plan. */
int64_t experiment_stand_in(struct arena *arena, const struct effect *effect, enum form form, int64_t degree);

#endif
