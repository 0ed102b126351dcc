/* How many blocks of a launch a multiprocessor holds, and how many with fewer registers or less shared memory. */
#ifndef GPULINT_RULES_LAUNCH_SHAPE_H
#define GPULINT_RULES_LAUNCH_SHAPE_H

#include <stdint.h>

#include "rules/rules.h"

struct launch_shape {
	const struct gpu *gpu; /* NULL: unknown, as are all members that depend on it */
	unsigned threads;
	int registers;   /* per thread; 0: unknown */
	uint64_t shared; /* bytes per block */
	unsigned blocks; /* that a multiprocessor holds */
};

struct launch_shape launch_shape_of(const struct rule_context *context);
/* Blocks that a multiprocessor holds with these registers and bytes of shared memory; 0 registers: without a limit by
 * registers. */
unsigned launch_shape_blocks(const struct launch_shape *shape, int registers, uint64_t shared);
/* The most registers with which one more block fits; 0: none does. */
int launch_shape_fewer_registers(const struct launch_shape *shape);
/* The most bytes of shared memory with which one more block fits; 0: none does. */
uint64_t launch_shape_less_shared(const struct launch_shape *shape);

#endif
