/* CUPTI's SASS metrics: counts that the hardware's instructions themselves keep, one for each instruction of a kernel. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_METRICS_H
#define GPULINT_RUNTIME_CHECK_RUN_METRICS_H

#include <stdint.h>

#include "cupti.h"
#include "gpu.h"

/* Identifier, and the metric's name without "smsp__sass_". */
#define METRICS(X) \
	X(INST, "inst_executed") \
	X(THREADS, "thread_inst_executed_pred_on") \
	X(SECTORS, "sectors_mem_global") \
	X(IDEAL_SECTORS, "sectors_mem_global_ideal") \
	X(TAGS, "l1tex_tags_mem_global") \
	X(LOCAL_SECTORS, "sectors_mem_local") \
	X(WAVEFRONTS, "l1tex_pipe_lsu_wavefronts_mem_shared") \
	X(IDEAL_WAVEFRONTS, "l1tex_pipe_lsu_wavefronts_mem_shared_ideal") \
	X(DIVERGENT, "branch_targets_threads_divergent") \
	X(UNIFORM, "branch_targets_threads_uniform") \
	X(GLOBAL_LD, "inst_executed_op_global_ld") \
	X(GLOBAL_ST, "inst_executed_op_global_st") \
	X(GLOBAL_RED, "inst_executed_op_global_red") \
	X(GLOBAL_ATOM, "inst_executed_op_global_atom") \
	X(SHARED_LD, "inst_executed_op_shared_ld") \
	X(SHARED_ST, "inst_executed_op_shared_st") \
	X(SHARED_ATOM, "inst_executed_op_shared_atom") \
	X(LOCAL_LD, "inst_executed_op_local_ld") \
	X(LOCAL_ST, "inst_executed_op_local_st")

enum metric {
#define METRIC_ENUM(name, text) METRIC_##name,
	METRICS(METRIC_ENUM)
#undef METRIC_ENUM
	METRIC_COUNT
};

struct metrics {
	struct gpu *gpu;
	struct cupti cupti;
	uint64_t ids[METRIC_COUNT];
	bool available[METRIC_COUNT];
};

/* One instruction's counts. */
struct metric_record {
	const char *function;       /* CUPTI's */
	uint32_t cubin_crc, pc;
	uint64_t values[METRIC_COUNT];
};

/* Needs the GPU's context. False: *error says why and is for the caller to free. */
bool metrics_open(struct metrics *metrics, struct gpu *gpu, char **error);

const char *metric_name(enum metric metric);

/* Between the two, one kernel is launched; metrics_end synchronises. On failure they return the message, which is for
 * the caller to free, else NULL. The records are sorted by function and pc, and for the caller to free. */
char *metrics_begin(struct metrics *metrics);
char *metrics_end(struct metrics *metrics, struct metric_record **records, size_t *count);

#endif
