#include "module_variables.h"

#include <stdlib.h>
#include <string.h>

#include "device_memory.h"
#include "support/memory.h"

static void
count(void *context, const char *name)
{
	(void)name;
	++*(size_t *)context;
}

bool
module_has_variables(const struct cubin *cubin)
{
	size_t number = 0;
	cubin_variables(cubin, count, &number);
	return number > 0;
}

/* ---- finding ------------------------------------------------------------------------------------------------------- */

struct search {
	struct module_variables *variables;
	CUmodule module;
};

static void
add(void *context, const char *name)
{
	const struct search *search = context;
	struct module_variables *variables = search->variables;
	struct module_variable variable = {.name = name};
	/* String literals have no name that the driver knows; nobody writes them. */
	if (variables->gpu->cu.cuModuleGetGlobal(&variable.data, &variable.bytes, search->module, name) == CUDA_SUCCESS &&
	    variable.bytes > 0)
		memory_push(variables->items, variables->count, variables->capacity, variable);
}

static int
by_name(const void *left, const void *right)
{
	const struct module_variable *a = left, *b = right;
	return strcmp(a->name, b->name);
}

void
module_variables_find(struct module_variables *variables, struct gpu *gpu, CUmodule module, const struct cubin *cubin)
{
	*variables = (struct module_variables){.gpu = gpu};
	cubin_variables(cubin, add, &(struct search){variables, module});
	/* Versions of a source may have them in another order. */
	if (variables->count)
		qsort(variables->items, variables->count, sizeof *variables->items, by_name);
}

void
module_variables_mark_address(struct module_variables *variables, const char *name)
{
	for (size_t i = 0; name && i < variables->count; i++)
		variables->items[i].is_address |= strcmp(variables->items[i].name, name) == 0;
}

/* ---- contents ------------------------------------------------------------------------------------------------------ */

/* The most that a variable is aligned to: less between two of them is padding. */
enum { MOST_ALIGNMENT = 256 };

static int
by_address(const void *left, const void *right)
{
	const struct module_stretch *a = left, *b = right;
	return (a->data > b->data) - (a->data < b->data);
}

static struct module_stretch
stretch_of(const struct module_variables *variables, const struct module_variable *variable)
{
	struct module_stretch stretch = {.data = variable->data, .bytes = variable->bytes};
	size_t bytes;
	if (variables->gpu->cu.cuMemGetAddressRange(&stretch.allocation, &bytes, variable->data) != CUDA_SUCCESS)
		stretch.allocation = 0;
	return stretch;
}

static bool
goes_on(const struct module_stretch *last, const struct module_stretch *next)
{
	return last && next->allocation && next->allocation == last->allocation &&
	       next->data < last->data + last->bytes + MOST_ALIGNMENT;
}

static void
find_stretches(struct module_variables *variables)
{
	struct module_stretch *all = memory_zeroed(variables->count, sizeof *all), *last = NULL;
	for (size_t i = 0; i < variables->count; i++)
		all[i] = stretch_of(variables, &variables->items[i]);
	qsort(all, variables->count, sizeof *all, by_address);
	for (size_t i = 0; i < variables->count; i++) {
		const CUdeviceptr end = all[i].data + all[i].bytes;
		if (!goes_on(last, &all[i])) {
			memory_push(variables->stretches, variables->stretch_count, variables->stretch_capacity, all[i]);
			last = &variables->stretches[variables->stretch_count - 1];
		} else if (end > last->data + last->bytes) {
			last->bytes = end - last->data;
		}
	}
	free(all);
}

CUresult
module_variables_keep(struct module_variables *variables)
{
	const struct cuda_driver *cu = &variables->gpu->cu;
	CUresult result = CUDA_SUCCESS;
	if (variables->count && !variables->stretch_count)
		find_stretches(variables);
	for (size_t i = 0; i < variables->stretch_count && result == CUDA_SUCCESS; i++) {
		struct module_stretch *stretch = &variables->stretches[i];
		if (!stretch->copy)
			result = cu->cuMemAlloc(&stretch->copy, stretch->bytes);
		if (result == CUDA_SUCCESS)
			result = cu->cuMemcpyDtoD(stretch->copy, stretch->data, stretch->bytes);
	}
	return result;
}

CUresult
module_variables_restore(const struct module_variables *variables)
{
	CUresult result = CUDA_SUCCESS;
	for (size_t i = 0; i < variables->stretch_count && result == CUDA_SUCCESS; i++) {
		const struct module_stretch *stretch = &variables->stretches[i];
		if (stretch->copy)
			result = variables->gpu->cu.cuMemcpyDtoDAsync(stretch->data, stretch->copy, stretch->bytes, NULL);
	}
	return result;
}

CUresult
module_variables_hash(const struct module_variables *variables, uint64_t *hash)
{
	CUresult result = CUDA_SUCCESS;
	for (size_t i = 0; i < variables->count && result == CUDA_SUCCESS; i++) {
		const struct module_variable *variable = &variables->items[i];
		if (!variable->is_address)
			result = device_hash(variables->gpu, variable->data, variable->bytes, hash);
	}
	return result;
}

void
module_variables_free(struct module_variables *variables)
{
	for (size_t i = 0; i < variables->stretch_count; i++)
		if (variables->stretches[i].copy)
			variables->gpu->cu.cuMemFree(variables->stretches[i].copy);
	free(variables->stretches);
	free(variables->items);
	*variables = (struct module_variables){0};
}
