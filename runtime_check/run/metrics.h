/* CUPTI's SASS metrics: counters for each instruction of a kernel. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_METRICS_H
#define GPULINT_RUNTIME_CHECK_RUN_METRICS_H

#include <stdint.h>

#include "cupti.h"

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
	X(LOCAL_ST, "inst_executed_op_local_st") \
	X(LDGSTS, "inst_executed_op_ldgsts") \
	X(LDSM, "inst_executed_op_ldsm") \
	X(STSM, "inst_executed_op_shared_stsm") \
	X(GMMA, "inst_executed_op_shared_gmma") \
	X(GLOBAL_THREADS, "thread_inst_executed_op_global_pred_on") \
	X(SHARED_THREADS, "thread_inst_executed_op_shared_pred_on") \
	X(LDGSTS_THREADS, "thread_inst_executed_op_ldgsts_pred_on")

enum metric {
#define METRIC_ENUM(name, text) METRIC_##name,
	METRICS(METRIC_ENUM)
#undef METRIC_ENUM
		METRIC_COUNT
};

struct metrics {
	const struct cupti *cupti;
	CUcontext context; /* context to count in; NULL: the current one */
	uint64_t ids[METRIC_COUNT];
	bool available[METRIC_COUNT];
	CUpti_SassMetrics_Config configs[METRIC_COUNT]; /* CUPTI keeps reading them */
};

/* The counts of one instruction. */
struct metric_record {
	const char *function; /* CUPTI's string; never freed, because the process ends soon */
	uint32_t cubin_crc, pc;
	uint64_t values[METRIC_COUNT];
};

const char *metric_name(enum metric metric);

/* Chooses the metrics for the device (the driver's number), in one of its contexts. Call it once for each device, while
 * no work runs on it. False here and below: *error says why, and the caller frees it. */
bool metrics_configure(struct metrics *metrics, const struct cupti *cupti, int device, char **error);

/* Between metrics_begin and metrics_end or metrics_drop, one kernel is launched and waited for. The context must be
 * idle before.
 *
 * Observed with CUPTI 13.0: a process can count only once, and after metrics_begin it must launch only that kernel.
 * If the driver runs a kernel of its own in between (a memset, a copy within the device), or if metrics are enabled
 * a second time, no records arrive and no call fails. CUPTI 12.9 and 13.5 count any number of kernels. */
bool metrics_begin(struct metrics *metrics, CUcontext context, char **error);
/* The records are sorted by function and pc, and the caller frees them. There may be none. */
bool metrics_end(struct metrics *metrics, struct metric_record **records, size_t *count, char **error);
/* Discards the counts. Returns whether CUPTI was disabled; if it was not, nothing more can be done. */
bool metrics_drop(struct metrics *metrics);

#endif
