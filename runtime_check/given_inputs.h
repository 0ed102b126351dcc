/* Assigns the user's input files to buffers. An input fills the buffers that it names and fits. An input that names
 * buffers but fits none of them prevents their launches. */
#ifndef GPULINT_RUNTIME_CHECK_GIVEN_INPUTS_H
#define GPULINT_RUNTIME_CHECK_GIVEN_INPUTS_H

#include "runtime_check/launch_pointers.h"
#include "runtime_check/verify.h"

/* Sets for each input which buffers it fills. Call this before the other functions. Texts are taken from the arena of
 * the facts. */
void given_inputs_bind(const struct verify_options *options, struct facts *facts);

/* The input for this buffer. If several name it, the most specific one. NULL: there is none. */
const struct verify_input *given_input_for(const struct verify_options *options, const struct kernel *kernel,
                                           const struct pointers *pointers, uint32_t buffer);

/* Why the inputs for the launch's buffers cannot be used; NULL: they can, or there are none. */
const char *given_inputs_misfit(const struct verify_options *options, const struct kernel *kernel,
                                const struct pointers *pointers, struct arena *arena);

#endif
