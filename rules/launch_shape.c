#include "rules/launch_shape.h"

unsigned
launch_shape_blocks(const struct launch_shape *shape, int registers, uint64_t shared)
{
	return shape->gpu ? gpu_occupancy(shape->gpu, shape->threads, registers, shared).blocks_per_sm : 0;
}

struct launch_shape
launch_shape_of(const struct rule_context *context)
{
	const struct resources *resources = &context->kernel->resources;
	const uint64_t of_variables = resources->static_shared > 0 ? (uint64_t)resources->static_shared : 0;
	struct launch_shape shape = {
		.gpu = context->facts->gpu ? gpu_find(context->facts->gpu) : NULL,
		.threads = launch_threads(context->launch),
		.registers = resources->registers > 0 ? resources->registers : 0,
		.shared = of_variables + context->launch->dynamic_shared,
	};
	shape.blocks = launch_shape_blocks(&shape, shape.registers, shape.shared);
	return shape;
}

int
launch_shape_fewer_registers(const struct launch_shape *shape)
{
	int registers = shape->gpu ? shape->registers : 0;
	while (registers > 0 && launch_shape_blocks(shape, registers, shape->shared) <= shape->blocks)
		registers--;
	return registers;
}

uint64_t
launch_shape_less_shared(const struct launch_shape *shape)
{
	uint64_t low = 0, high = shape->shared;
	if (launch_shape_blocks(shape, shape->registers, 0) <= shape->blocks)
		return 0;
	while (high - low > 1) {
		const uint64_t middle = low + (high - low) / 2;
		*(launch_shape_blocks(shape, shape->registers, middle) > shape->blocks ? &low : &high) = middle;
	}
	return low;
}
