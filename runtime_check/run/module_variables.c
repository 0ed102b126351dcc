#include "module_variables.h"

#include <stdlib.h>
#include <string.h>

#include "device_memory.h"
#include "support/allocate.h"

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

/* ---- finding ----------------------------------------------------------------------------------------------------- */

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
	/* The driver does not know the names of string literals, which are never written. */
	if (variables->gpu->cu.cuModuleGetGlobal(&variable.data, &variable.bytes, search->module, name) ==
	            CUDA_SUCCESS &&
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
	/* Versions of a source may define them in another order. */
	if (variables->count)
		qsort(variables->items, variables->count, sizeof *variables->items, by_name);
}

void
module_variables_note_addresses(struct module_variables *variables, const char *name, const struct pointers *addresses)
{
	for (size_t i = 0; name && addresses->count && i < variables->count; i++)
		if (strcmp(variables->items[i].name, name) == 0)
			variables->items[i].addresses = addresses;
}

/* ---- contents ---------------------------------------------------------------------------------------------------- */

enum {
	COPY_ALIGNMENT = 16,
	LARGEST_COMPARED = 1 << 20, /* bytes; a larger variable is assumed to change */
};

static CUresult
allocate_copies(struct module_variables *variables)
{
	size_t bytes = 0;
	for (size_t i = 0; i < variables->count; i++) {
		variables->items[i].copied_at = bytes;
		bytes += (variables->items[i].bytes + COPY_ALIGNMENT - 1) / COPY_ALIGNMENT * COPY_ALIGNMENT;
	}
	const CUresult result = variables->gpu->cu.cuMemAlloc(&variables->copies, bytes);
	if (result != CUDA_SUCCESS)
		variables->copies = 0;
	return result;
}

CUresult
module_variables_keep(struct module_variables *variables)
{
	CUresult result = variables->count && !variables->copies ? allocate_copies(variables) : CUDA_SUCCESS;
	for (size_t i = 0; i < variables->count && result == CUDA_SUCCESS; i++) {
		const struct module_variable *variable = &variables->items[i];
		result = variables->gpu->cu.cuMemcpyDtoD(variables->copies + variable->copied_at, variable->data,
		                                         variable->bytes);
	}
	variables->are_restored = false;
	return result;
}

CUresult
module_variables_learn(struct module_variables *variables)
{
	if (!variables->copies)
		return CUDA_SUCCESS;
	const struct cuda_driver *cu = &variables->gpu->cu;
	uint8_t *now = memory_alloc(LARGEST_COMPARED), *first = memory_alloc(LARGEST_COMPARED);
	CUresult result = CUDA_SUCCESS;
	for (size_t i = 0; i < variables->count && result == CUDA_SUCCESS; i++) {
		struct module_variable *variable = &variables->items[i];
		variable->changes |= variable->bytes > LARGEST_COMPARED;
		if (variable->changes)
			continue;
		result = cu->cuMemcpyDtoH(now, variable->data, variable->bytes);
		if (result == CUDA_SUCCESS)
			result = cu->cuMemcpyDtoH(first, variables->copies + variable->copied_at, variable->bytes);
		variable->changes = result == CUDA_SUCCESS && memcmp(now, first, variable->bytes) != 0;
	}
	free(now);
	free(first);
	return result;
}

CUresult
module_variables_restore(struct module_variables *variables)
{
	CUresult result = CUDA_SUCCESS;
	if (!variables->copies)
		return result;
	for (size_t i = 0; i < variables->count && result == CUDA_SUCCESS; i++) {
		const struct module_variable *variable = &variables->items[i];
		if (!variables->are_restored || variable->changes)
			result = variables->gpu->cu.cuMemcpyDtoDAsync(
				variable->data, variables->copies + variable->copied_at, variable->bytes, NULL);
	}
	variables->are_restored = true;
	return result;
}

CUresult
module_variables_hash(const struct module_variables *variables, uint64_t *hash)
{
	CUresult result = CUDA_SUCCESS;
	for (size_t i = 0; i < variables->count && result == CUDA_SUCCESS; i++) {
		const struct module_variable *variable = &variables->items[i];
		result = device_hash(variables->gpu, variable->data, variable->bytes, variable->addresses, hash);
	}
	return result;
}

void
module_variables_free(struct module_variables *variables)
{
	if (variables->copies)
		variables->gpu->cu.cuMemFree(variables->copies);
	free(variables->items);
	*variables = (struct module_variables){0};
}
