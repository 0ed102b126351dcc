#include "runtime_check/launch_pointers.h"

#include "model/index_range.h"

struct pointers
launch_pointers(const struct launch *launch, struct arena *arena)
{
	size_t most = launch->data.input_count + launch->data.reached_count;
	for (size_t i = 0; i < launch->data.input_count; i++)
		most += launch->data.inputs[i].pointer_count;
	struct pointers pointers = {arena_new_array(arena, const struct launch_argument *, most), 0};
	for (size_t i = 0; i < launch->data.input_count; i++) {
		const struct launch_argument *argument = &launch->data.inputs[i];
		if (argument->kind == ARGUMENT_BUFFER)
			pointers.items[pointers.count++] = argument;
		for (size_t k = 0; k < argument->pointer_count; k++)
			pointers.items[pointers.count++] = &argument->pointers[k];
	}
	for (size_t i = 0; i < launch->data.reached_count; i++)
		pointers.items[pointers.count++] = &launch->data.reached[i];
	return pointers;
}

uint64_t
buffer_size(const struct pointers *pointers, uint32_t buffer)
{
	uint64_t known = 0, touched = 0;
	for (size_t i = 0; i < pointers->count; i++) {
		const struct launch_argument *pointer = pointers->items[i];
		if (pointer->buffer != buffer)
			continue;
		known = pointer->buffer_bytes > known ? pointer->buffer_bytes : known;
		touched = pointer->touched_bytes > touched ? pointer->touched_bytes : touched;
	}
	if (known)
		return known;
	return touched / INDEX_UNKNOWN_SIZE * INDEX_UNKNOWN_SIZE + INDEX_UNKNOWN_SIZE;
}
