#include "modules.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "support/allocate.h"

struct module {
	uint32_t id;
	struct cubin cubin;
	bool has_crc;
	uint32_t crc;
};

/* Held briefly, and never during a call of the driver or of CUPTI that may load modules: a thread that loads a module
 * holds the driver's locks. */
static struct {
	pthread_mutex_t mutex;
	struct module *items;
	size_t count, capacity;
	bool is_incomplete; /* memory ran out for one of them */
} modules = {.mutex = PTHREAD_MUTEX_INITIALIZER};

void
modules_add(uint32_t module, const void *cubin, size_t size)
{
	uint8_t *bytes = malloc(size);
	if (bytes)
		memcpy(bytes, cubin, size);
	pthread_mutex_lock(&modules.mutex);
	struct module *items =
		bytes ? memory_try_grow(modules.items, &modules.capacity, modules.count + 1, sizeof *items) : NULL;
	if (items) {
		modules.items = items;
		modules.items[modules.count++] = (struct module){.id = module, .cubin = {bytes, size}};
	}
	modules.is_incomplete |= !items;
	pthread_mutex_unlock(&modules.mutex);
	if (!items)
		free(bytes);
}

bool
modules_are_complete(void)
{
	pthread_mutex_lock(&modules.mutex);
	const bool are_complete = !modules.is_incomplete;
	pthread_mutex_unlock(&modules.mutex);
	return are_complete;
}

void
modules_remove(uint32_t module)
{
	pthread_mutex_lock(&modules.mutex);
	for (size_t i = 0; i < modules.count; i++) {
		if (modules.items[i].id != module)
			continue;
		free((void *)(uintptr_t)modules.items[i].cubin.bytes);
		modules.items[i] = modules.items[--modules.count];
		break;
	}
	pthread_mutex_unlock(&modules.mutex);
}

/* Computed on first use, because the instructions of most modules are never counted. */
static bool
has_crc(const struct cupti *cupti, struct module *module, uint32_t crc)
{
	if (!module->has_crc) {
		CUpti_GetCubinCrcParams params = {
			.size = CUpti_GetCubinCrcParamsSize,
			.cubinSize = module->cubin.size,
			.cubin = module->cubin.bytes,
		};
		module->has_crc = cupti->cuptiGetCubinCrc(&params) == CUPTI_SUCCESS;
		module->crc = (uint32_t)params.cubinCrc;
	}
	return module->has_crc && module->crc == crc;
}

struct line_place
modules_locate(const struct cupti *cupti, const struct metric_record *record, bool *known)
{
	struct line_place place = {0};
	*known = false;
	pthread_mutex_lock(&modules.mutex);
	for (size_t i = 0; i < modules.count && !*known; i++) {
		*known = has_crc(cupti, &modules.items[i], record->cubin_crc);
		if (*known)
			place = line_locate(cupti, record, &modules.items[i].cubin);
	}
	pthread_mutex_unlock(&modules.mutex);
	return place;
}
