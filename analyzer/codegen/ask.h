/* A job that only compiles, asked of gpulint-run or answered from the cache (cache.h).
 *
 * The question is all of the job (docs/job.schema.json), the environment that says where NVRTC and its headers are, and the
 * gpulint-run that is asked: its own headers and flags are part of what is compiled. An answer counts while the NVRTC that gave it is
 * there unchanged. */
#ifndef GPULINT_CODEGEN_ASK_H
#define GPULINT_CODEGEN_ASK_H

#include <jansson.h>
#include <stdbool.h>

#include "support/arena.h"

struct asking {
	const char *version;           /* gpulint's: others may ask differently */
	const char *command;           /* for the shell, that is gpulint-run; NULL: the one beside this executable, or on the path */
};

/* NULL, with the reason in *error: there is no answer. A source's "cubin" in it is the machine code itself, a string of its bytes. */
json_t *ask(const struct asking *asking, const json_t *job, struct arena *arena, bool *is_from_cache, const char **error);

/* Size and time of the NVRTC files in the folder; "": there are none. */
const char *ask_compiler_state(const char *folder, struct arena *arena);

#endif
