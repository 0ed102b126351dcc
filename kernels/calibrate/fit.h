/* From the rounds' results to a profile, in the form that kernels/profile.c reads. */
#ifndef GPULINT_KERNELS_CALIBRATE_FIT_H
#define GPULINT_KERNELS_CALIBRATE_FIT_H

#include "kernels/calibrate/experiment.h"

/* Results are documents of docs/result.schema.json, one for each round. A degree is left out if its launch failed, took
 * an impossible time, or ran with another occupancy than the experiment requires. Then *omitted says which and why;
 * otherwise it is NULL. NULL: nothing is left. */
json_t *fit_profile(struct experiments *experiments, json_t *results, const char *date, const char **omitted);

#endif
