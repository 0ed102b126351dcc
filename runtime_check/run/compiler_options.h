/* The options that a job may give NVRTC. A job may come from somebody whom the worker's user does not trust, and some of NVRTC's
 * options write files or read them: nothing passes that is not on a list. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_COMPILER_OPTIONS_H
#define GPULINT_RUNTIME_CHECK_RUN_COMPILER_OPTIONS_H

#include <stdbool.h>

/* Of one option, with its value: the same as the pattern in docs/job.schema.json. */
bool compiler_option_is_allowed(const char *option);

#endif
