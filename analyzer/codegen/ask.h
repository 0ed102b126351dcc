/* Compile-only jobs, answered from the cache (cache.h) or by gpulint-run.
 *
 * The cache key is the job (docs/job.schema.json), the environment variables that locate NVRTC and its headers, and
 * the gpulint-run. The latter has headers and flags of its own. A cached answer is valid while the NVRTC that gave it
 * is unchanged. If the compiler timed out, it is valid for one hour. */
#ifndef GPULINT_CODEGEN_ASK_H
#define GPULINT_CODEGEN_ASK_H

#include <jansson.h>
#include <stdbool.h>

#include "support/arena.h"

struct asking {
	const char *version; /* gpulint's; part of the key */
	/* shell command that runs gpulint-run; NULL: the one next to this executable, or on the path */
	const char *command;
};

/* Returns a result, or NULL with the reason in *error. A source's "cubin" is a string of the bytes of its machine
 * code. */
json_t *ask(const struct asking *asking, const json_t *job, struct arena *arena, bool *is_from_cache,
            const char **error);

/* Size and time of the NVRTC files in the folder; "": there are none. */
const char *ask_compiler_state(const char *folder, struct arena *arena);

#endif
