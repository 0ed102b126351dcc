/* The runtime's figures of a device, by members of cudaDeviceProp and numbers of enum cudaDeviceAttr. */
#ifndef GPULINT_EVAL_BUILTIN_DEVICE_FACTS_H
#define GPULINT_EVAL_BUILTIN_DEVICE_FACTS_H

#include <stddef.h>
#include <stdint.h>

#include "model/gpu.h"

struct device_fact {
	const char *member; /* member of cudaDeviceProp */
	unsigned index;     /* the element, if the member is an array */
	int attribute;      /* number in the toolkit's driver_types.h; 0: none */
	int64_t value;
	enum {
		DEVICE_SETTLED, /* certain: determined by the GPU or its architecture, or the same for all */
		DEVICE_GIVEN,   /* the same, if a source has it; 0: none has */
		DEVICE_TAKEN,   /* likely, but not determined by these */
	} confidence;
	int64_t low, high; /* DEVICE_TAKEN: certain bounds, both included */
};

enum { MOST_DEVICE_FACTS = 64 };

/* Fills the list and returns its length. Figures without a source are left out. */
size_t device_facts(const struct gpu *gpu, struct device_fact *list);
/* The same for cudaFuncAttributes, for a kernel compiled for the GPU. */
size_t function_facts(const struct gpu *gpu, struct device_fact *list);

#endif
