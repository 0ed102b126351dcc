/* Which buffers get what the user says they hold. An input is for the buffers that it names and fits; one that fits none of those
 * is an obstacle to their launches. */
#ifndef GPULINT_RUNTIME_CHECK_GIVEN_INPUTS_H
#define GPULINT_RUNTIME_CHECK_GIVEN_INPUTS_H

#include "runtime_check/launch_pointers.h"
#include "runtime_check/verify.h"

/* Sets of each input which buffers it is for. To be called before the others are; texts are taken from the arena of the facts. */
void given_inputs_place(const struct verify_options *options, struct facts *facts);

/* The input for the buffer of that number; of several the one that names it most closely. NULL: there is none. */
const struct verify_input *given_input_for(const struct verify_options *options, const struct kernel *kernel,
                                           const struct pointers *pointers, uint32_t buffer);

/* Why what was given for the launch's buffers cannot be put there; NULL: it can, or nothing was given. */
const char *given_inputs_misfit(const struct verify_options *options, const struct kernel *kernel,
                                const struct pointers *pointers, struct arena *arena);

#endif
