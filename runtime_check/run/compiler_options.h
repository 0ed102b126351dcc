/* The options that a job may pass to NVRTC. A job may come from an untrusted source, and some of NVRTC's options read
 * or write files. So only listed options are allowed. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_COMPILER_OPTIONS_H
#define GPULINT_RUNTIME_CHECK_RUN_COMPILER_OPTIONS_H

#include <stdbool.h>

/* For one option with its value: equivalent to the pattern in docs/job.schema.json. */
bool compiler_option_is_allowed(const char *option);

#endif
