/* What a loaded module has in global memory: its __device__ and managed variables. Kernels leave them changed, as they do
 * buffers: tickets, flags, results. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_MODULE_VARIABLES_H
#define GPULINT_RUNTIME_CHECK_RUN_MODULE_VARIABLES_H

#include "codegen/cubin.h"
#include "gpu.h"

struct module_variable {
	const char *name; /* mangled */
	CUdeviceptr data;
	size_t bytes;
	size_t copied_at;                 /* in the copies */
	const struct pointers *addresses; /* in the job's buffers, that it holds; NULL: none */
	bool changes;                     /* a run has left it otherwise than it was */
};

struct module_variables {
	struct gpu *gpu;
	struct module_variable *items; /* by name */
	size_t count, capacity;
	CUdeviceptr copies; /* what they hold at first, where that is to be restored; else 0 */
	bool are_restored;  /* all were, once */
};

/* Whether launches of the module's kernels can find what an earlier one left. */
bool module_has_variables(const struct cubin *cubin);

/* Those of them that the driver tells; nothing is copied yet. */
void module_variables_find(struct module_variables *variables, struct gpu *gpu, CUmodule module,
                           const struct cubin *cubin);
/* The variable of that name holds these, which the caller keeps; name NULL: there is none. */
void module_variables_note_addresses(struct module_variables *variables, const char *name,
                                     const struct pointers *addresses);
/* Copies what they hold now. */
CUresult module_variables_keep(struct module_variables *variables);
/* Between runs. Enqueues the copying back of those that were kept: of all before the first run, then of those that are known to
 * change. CUDA's own headers define a thousand constants, of which to copy back each before every run would take far longer than
 * most kernels. */
CUresult module_variables_restore(struct module_variables *variables);
/* Behind runs, and waits for them: those that are not what they were at first are known to change from now on. */
CUresult module_variables_learn(struct module_variables *variables);
/* Mixes all contents but addresses, which differ from process to process, into the number. */
CUresult module_variables_hash(const struct module_variables *variables, uint64_t *hash);
/* Of what was found or is zero. */
void module_variables_free(struct module_variables *variables);

#endif
