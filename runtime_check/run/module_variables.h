/* What a loaded module has in global memory: its __device__ and managed variables. Kernels leave them changed, as they do
 * buffers: tickets, flags, results. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_MODULE_VARIABLES_H
#define GPULINT_RUNTIME_CHECK_RUN_MODULE_VARIABLES_H

#include "cubin.h"
#include "gpu.h"

struct module_variable {
	const char *name;        /* mangled */
	CUdeviceptr data;
	size_t bytes;
	bool is_address;         /* of one of the job's buffers */
};

/* Variables that lie one behind the other. What a header of CUDA's own library defines is a thousand of them, of a few bytes each. */
struct module_stretch {
	CUdeviceptr allocation;  /* that it lies in, beyond which no copy may go; 0: not known */
	CUdeviceptr data, copy;  /* copy: what it holds at first; 0: it is not to be restored */
	size_t bytes;
};

struct module_variables {
	struct gpu *gpu;
	struct module_variable *items;   /* by name */
	size_t count, capacity;
	struct module_stretch *stretches;
	size_t stretch_count, stretch_capacity;
};

/* Whether launches of the module's kernels can find what an earlier one left. */
bool module_has_variables(const struct cubin *cubin);

/* Those of them that the driver tells; nothing is copied yet. */
void module_variables_find(struct module_variables *variables, struct gpu *gpu, CUmodule module, const struct cubin *cubin);
/* What the variable of that name holds is the address of one of the job's buffers; NULL: there is none. */
void module_variables_mark_address(struct module_variables *variables, const char *name);
/* Copies what they hold now. */
CUresult module_variables_keep(struct module_variables *variables);
/* Enqueues the copying back, of those that were kept. */
CUresult module_variables_restore(const struct module_variables *variables);
/* Mixes all contents but addresses, which differ from process to process, into the number. */
CUresult module_variables_hash(const struct module_variables *variables, uint64_t *hash);
/* Of what was found or is zero. */
void module_variables_free(struct module_variables *variables);

#endif
