#include "rules/pointers.h"

const struct launch_argument *
next_pointer(struct pointers *p)
{
	while (p->argument < p->launch->data.input_count) {
		const struct launch_argument *input = &p->launch->data.inputs[p->argument];
		const struct launch_argument *found = input->kind == ARGUMENT_BUFFER ? input : NULL;
		if (!found && p->member < input->pointer_count)
			return &input->pointers[p->member++];
		p->argument++;
		p->member = 0;
		if (found)
			return found;
	}
	return NULL;
}

const struct launch_argument *
pointer_to(const struct launch *launch, const void *memory)
{
	const struct launch_argument *found = NULL;
	struct pointers pointers = {.launch = launch};
	for (const struct launch_argument *pointer; (pointer = next_pointer(&pointers));) {
		if (pointer->memory != memory)
			continue;
		if (found)
			return NULL;
		found = pointer;
	}
	return found;
}
