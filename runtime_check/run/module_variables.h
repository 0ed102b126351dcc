/* A loaded module's variables in global memory: __device__ and managed variables. Kernels modify them as they do
 * buffers: tickets, flags, results. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_MODULE_VARIABLES_H
#define GPULINT_RUNTIME_CHECK_RUN_MODULE_VARIABLES_H

#include "codegen/cubin.h"
#include "gpu.h"

struct module_variable {
	const char *name; /* mangled */
	CUdeviceptr data;
	size_t bytes;
	size_t copied_at;                 /* offset in the copies */
	const struct pointers *addresses; /* addresses of the job's buffers that it contains; NULL: none */
	bool changes;                     /* a run has modified it */
};

struct module_variables {
	struct gpu *gpu;
	struct module_variable *items; /* sorted by name */
	size_t count, capacity;
	CUdeviceptr copies; /* the initial contents if they are to be restored; otherwise 0 */
	bool are_restored;  /* all were restored once */
};

/* Whether launches of the module's kernels can observe what an earlier launch wrote. */
bool module_has_variables(const struct cubin *cubin);

/* Finds the variables that the driver knows. Copies nothing yet. */
void module_variables_find(struct module_variables *variables, struct gpu *gpu, CUmodule module,
                           const struct cubin *cubin);
/* Records that the variable of this name contains these addresses, which must outlive it. name NULL: no variable. */
void module_variables_note_addresses(struct module_variables *variables, const char *name,
                                     const struct pointers *addresses);
/* Copies the current contents. */
CUresult module_variables_keep(struct module_variables *variables);
/* Between runs: enqueues the restoring of the saved contents. Before the first run it restores all variables, later
 * those known to change. CUDA's headers define a thousand constants; restoring all of them before each run would take
 * far longer than most kernels. */
CUresult module_variables_restore(struct module_variables *variables);
/* After runs, for which it waits: variables that differ from their initial contents are known to change from now on. */
CUresult module_variables_learn(struct module_variables *variables);
/* Mixes all contents into *hash, without addresses, which differ from process to process. */
CUresult module_variables_hash(const struct module_variables *variables, uint64_t *hash);
/* Accepts variables that were found, or a zeroed struct. */
void module_variables_free(struct module_variables *variables);

#endif
