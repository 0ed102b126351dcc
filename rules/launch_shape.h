/* How many blocks of a launch a multiprocessor holds, and would with fewer registers or less shared memory. */
#ifndef GPULINT_RULES_LAUNCH_SHAPE_H
#define GPULINT_RULES_LAUNCH_SHAPE_H

#include <stdint.h>

#include "rules/rules.h"

struct launch_shape {
	const struct gpu *gpu; /* NULL: not known, as is all that follows from it */
	unsigned threads;
	int registers;   /* a thread; 0: not known */
	uint64_t shared; /* bytes a block */
	unsigned blocks; /* that a multiprocessor holds */
};

struct launch_shape launch_shape_of(const struct rule_context *context);
/* Blocks that it holds with so many registers and bytes of shared memory; 0 registers: whatever they are. */
unsigned launch_shape_blocks(const struct launch_shape *shape, int registers, uint64_t shared);
/* The most registers with which one block more fits; 0: none does. */
int launch_shape_fewer_registers(const struct launch_shape *shape);
/* The most bytes of shared memory; 0: one block more does not fit. */
uint64_t launch_shape_less_shared(const struct launch_shape *shape);

#endif
