#include "nvrtc.h"

#include "library.h"
#include "support/allocate.h"

bool
nvrtc_open(struct nvrtc *nvrtc, char **error)
{
	static const char *const file_names[] = {"libnvrtc.so.13", "libnvrtc.so.12", NULL};
	static const char *const companions[] = {"libnvrtc-builtins.so", NULL};
	static const struct library_names names = {"GPULINT_NVRTC", file_names};
	void *library = library_open(&names, error);
	if (!library)
		return false;
	bool complete = true;
#define NVRTC_FIND(type, name, parameters) complete &= library_find(library, #name, &nvrtc->name);
	NVRTC_FUNCTIONS(NVRTC_FIND)
#undef NVRTC_FIND
	if (!library_find(library, "nvrtcGetPCHCreateStatus", &nvrtc->nvrtcGetPCHCreateStatus))
		nvrtc->nvrtcGetPCHCreateStatus = NULL;
	if (complete)
		library_open_companions(&nvrtc->nvrtcVersion, companions);
	else
		*error = memory_strdup("libnvrtc is too old: it lacks required functions");
	return complete;
}
