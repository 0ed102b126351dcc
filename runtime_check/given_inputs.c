#include "runtime_check/given_inputs.h"

#include <string.h>

static bool
names_kernel(const struct verify_input *input, const struct kernel *kernel)
{
	return !input->kernel || strcmp(input->kernel, kernel->name) == 0 ||
	       (kernel->qualified_name && strcmp(input->kernel, kernel->qualified_name) == 0);
}

/* An input names a parameter, a member, or the path to a member. */
static bool
names(const struct verify_input *input, const struct kernel *kernel, const struct launch_argument *pointer)
{
	return names_kernel(input, kernel) &&
	       (strcmp(input->name, pointer->name) == 0 || (pointer->path && strcmp(input->name, pointer->path) == 0));
}

static bool
fits(const struct verify_input *input, const struct launch_argument *pointer)
{
	const struct npy *array = &input->array;
	const bool is_alike =
		pointer->number_size == array->item_size && pointer->numbers_are_floats == array->is_float;
	return (!pointer->number_size || is_alike) && (!pointer->buffer_bytes || pointer->buffer_bytes >= array->size);
}

/* Why the input cannot fill the buffer; NULL: it can. */
static const char *
misfit(const struct verify_input *input, const struct launch_argument *pointer, struct arena *arena)
{
	static const char *const number_kinds[] = {"integers", "floating-point numbers"};
	const struct npy *array = &input->array;
	if (fits(input, pointer))
		return NULL;
	if (pointer->number_size && pointer->number_size != array->item_size)
		return arena_printf(arena, "the input for '%s' has numbers of %u bytes, and the kernel's have %u",
		                    pointer->name, array->item_size, (unsigned)pointer->number_size);
	if (pointer->number_size && pointer->numbers_are_floats != array->is_float)
		return arena_printf(arena, "the input for '%s' has %s, and the kernel has %s", pointer->name,
		                    number_kinds[array->is_float], number_kinds[pointer->numbers_are_floats]);
	return arena_printf(arena, "the input for '%s' has %zu bytes, and its buffer has %llu", pointer->name,
	                    array->size, (unsigned long long)pointer->buffer_bytes);
}

static void
bind(struct verify_input *input, const struct kernel *kernel, const struct launch_argument *pointer,
     struct arena *arena)
{
	if (!names(input, kernel, pointer))
		return;
	input->used = true;
	const char *why = misfit(input, pointer, arena);
	if (why && !input->misfit)
		input->misfit = arena_printf(arena, "%s: %s", kernel->name, why);
	if (why)
		return;
	input->fits = true;
	if (pointer->buffer_bytes > input->largest_buffer)
		input->largest_buffer = pointer->buffer_bytes;
}

static void
bind_in_launch(const struct verify_options *options, const struct kernel *kernel, const struct launch *launch,
               struct arena *arena)
{
	const struct pointers pointers = launch_pointers(launch, arena);
	for (size_t i = 0; i < options->input_count; i++)
		for (size_t k = 0; k < pointers.count; k++)
			bind(&options->inputs[i], kernel, pointers.items[k], arena);
}

void
given_inputs_bind(const struct verify_options *options, struct facts *facts)
{
	for (size_t i = 0; options->input_count && i < facts->kernel_count; i++)
		for (size_t k = 0; k < facts->kernels[i].launch_count; k++)
			bind_in_launch(options, &facts->kernels[i], &facts->kernels[i].launches[k], &facts->arena);
}

/* How specific the input's name is; the highest value wins. */
static int
closeness(const struct verify_input *input)
{
	return 2 * (input->kernel != NULL) + (strchr(input->name, '.') != NULL);
}

const struct verify_input *
given_input_for(const struct verify_options *options, const struct kernel *kernel, const struct pointers *pointers,
                uint32_t buffer)
{
	const struct verify_input *found = NULL;
	for (size_t i = 0; i < options->input_count; i++) {
		const struct verify_input *input = &options->inputs[i];
		for (size_t k = 0; k < pointers->count; k++) {
			const struct launch_argument *pointer = pointers->items[k];
			const bool is_for =
				pointer->buffer == buffer && names(input, kernel, pointer) && fits(input, pointer);
			if (is_for && (!found || closeness(input) > closeness(found)))
				found = input;
		}
	}
	return found;
}

const char *
given_inputs_misfit(const struct verify_options *options, const struct kernel *kernel, const struct pointers *pointers,
                    struct arena *arena)
{
	for (size_t i = 0; i < options->input_count; i++) {
		const struct verify_input *input = &options->inputs[i];
		for (size_t k = 0; k < pointers->count && !input->fits; k++) {
			const char *why = names(input, kernel, pointers->items[k])
			                          ? misfit(input, pointers->items[k], arena)
			                          : NULL;
			if (why)
				return why;
		}
	}
	return NULL;
}
