/* Data files that are compiled in, so that the executable needs no others. cmake/Embed.cmake generates them from the
 * folders below. Names are relative to the folder; each array ends at a NULL name. */
#ifndef GPULINT_SUPPORT_EMBEDDED_H
#define GPULINT_SUPPORT_EMBEDDED_H

#include <stddef.h>

struct embedded_file {
	const char *name;
	const char *text; /* `length` bytes and a closing 0 */
	size_t length;
};

/* analyzer/model/gpus: "h200.yaml" */
extern const struct embedded_file embedded_gpus[];
extern const size_t embedded_gpu_count;

/* rules: "strided-access/page.md" */
extern const struct embedded_file embedded_pages[];
extern const size_t embedded_page_count;

/* kernels/profiles: "h200.json" */
extern const struct embedded_file embedded_profiles[];
extern const size_t embedded_profile_count;

/* kernels/reference: "stride.json", "stride.cu" */
extern const struct embedded_file embedded_experiments[];
extern const size_t embedded_experiment_count;

/* The file of that name in one of the arrays; NULL: none. */
const struct embedded_file *embedded_find(const struct embedded_file *files, const char *name);

#endif
