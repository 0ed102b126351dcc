#include "cupti.h"

#include <string.h>

#include "library.h"

bool
cupti_open(struct cupti *cupti, char **error)
{
	static const char *const file_names[] = {"libcupti.so.13", "libcupti.so.12", NULL};
	static const struct library_names names = {"GPULINT_CUPTI", file_names};
	void *library = library_open(&names, error);
	if (!library)
		return false;
	bool complete = true;
#define CUPTI_FIND(name) complete &= library_find(library, #name, &cupti->name);
	CUPTI_FUNCTIONS(CUPTI_FIND)
#undef CUPTI_FIND
	if (!complete)
		*error = strdup("libcupti is too old: it lacks required functions");
	return complete;
}

void
cupti_prepare(const struct cupti *cupti)
{
	static const char *const companions[] = {"libnvperf_host.so", NULL};
	library_open_companions(&cupti->cuptiGetVersion, companions);
}
