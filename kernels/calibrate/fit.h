/* From the rounds' results to a profile: the form that kernels/profile.c reads. */
#ifndef GPULINT_KERNELS_CALIBRATE_FIT_H
#define GPULINT_KERNELS_CALIBRATE_FIT_H

#include "kernels/calibrate/experiment.h"

/* Results are documents of docs/result.schema.json, one a round. A degree whose launch failed, took a time that no
 * GPU takes, or ran with other warps on a multiprocessor than the experiment says, is left out; *omitted then says which and why, and is else NULL.
 * NULL when nothing is left. */
json_t *fit_profile(struct experiments *experiments, json_t *results, const char *date, const char **omitted);

#endif
