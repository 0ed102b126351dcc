/* What the runtime tells of a device, by the members of cudaDeviceProp and the numbers of enum cudaDeviceAttr. */
#ifndef GPULINT_EVAL_BUILTIN_DEVICE_FACTS_H
#define GPULINT_EVAL_BUILTIN_DEVICE_FACTS_H

#include <stddef.h>
#include <stdint.h>

#include "model/gpu.h"

struct device_fact {
	const char *member; /* of cudaDeviceProp, */
	unsigned index;     /* its element where it is an array */
	int attribute;      /* its number, as the toolkit's driver_types.h has it; 0: there is none */
	int64_t value;
	enum {
		DEVICE_SETTLED, /* by the GPU or its architecture, or the same for all */
		DEVICE_GIVEN,   /* the same, where a source gives it; 0: none does */
		DEVICE_TAKEN,   /* likely, but neither settles it */
	} confidence;
	int64_t low, high; /* DEVICE_TAKEN: where it surely lies, both ends included */
};

enum { MOST_DEVICE_FACTS = 64 };

/* Fills the list, and tells how many there are. Figures that no source gives are left out. */
size_t device_facts(const struct gpu *gpu, struct device_fact *list);
/* The same of cudaFuncAttributes, of a kernel that is compiled for the GPU. */
size_t function_facts(const struct gpu *gpu, struct device_fact *list);

#endif
