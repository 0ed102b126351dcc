#include "support/allocate.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Static, because allocation functions receive no context. */
static int exhausted_status = 2;
static bool ends_at_once;

void
memory_end_with(int status)
{
	exhausted_status = status;
	ends_at_once = true;
}

_Noreturn void
memory_exhausted(size_t wanted)
{
	fprintf(stderr, "gpulint: out of memory (%zu bytes wanted)\n", wanted);
	if (ends_at_once)
		_exit(exhausted_status);
	exit(exhausted_status);
}

size_t
memory_product(size_t count, size_t size)
{
	size_t product;
	if (__builtin_mul_overflow(count, size, &product))
		memory_exhausted(SIZE_MAX);
	return product;
}

void *
memory_alloc(size_t size)
{
	void *result = malloc(size ? size : 1);
	if (!result)
		memory_exhausted(size);
	return result;
}

void *
memory_zeroed(size_t count, size_t size)
{
	void *result = calloc(count ? count : 1, size ? size : 1);
	if (!result)
		memory_exhausted(memory_product(count, size));
	return result;
}

void *
memory_resize(void *old, size_t size)
{
	void *result = realloc(old, size ? size : 1);
	if (!result)
		memory_exhausted(size);
	return result;
}

char *
memory_strdup(const char *text)
{
	const size_t size = strlen(text) + 1;
	return memcpy(memory_alloc(size), text, size);
}

char *
memory_strndup(const char *text, size_t length)
{
	char *copy = memory_alloc(length + 1);
	memcpy(copy, text, length);
	copy[length] = '\0';
	return copy;
}

void *
memory_grow(void *items, size_t *capacity, size_t wanted, size_t item_size)
{
	if (wanted <= *capacity)
		return items;
	size_t larger = *capacity ? *capacity : 8;
	while (larger < wanted)
		larger = memory_product(larger, 2);
	items = memory_resize(items, memory_product(larger, item_size));
	*capacity = larger;
	return items;
}

double
memory_of_process(enum memory_kind kind)
{
	FILE *file = fopen("/proc/self/statm", "r");
	unsigned long pages[2];
	const bool is_known = file && fscanf(file, "%lu %lu", &pages[MEMORY_ADDRESSES], &pages[MEMORY_RESIDENT]) == 2;
	if (file)
		fclose(file);
	return is_known ? (double)pages[kind] * (double)sysconf(_SC_PAGESIZE) : 0;
}
