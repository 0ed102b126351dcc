/* One round of all experiments as a job of gpulint-run (docs/job.schema.json). Kernels are called "EFFECT/penalised"
 * and "EFFECT/ideal", launches by their degree. */
#ifndef GPULINT_KERNELS_CALIBRATE_JOB_H
#define GPULINT_KERNELS_CALIBRATE_JOB_H

#include "kernels/calibrate/experiment.h"

/* As in the kernels' names. */
const char *form_text(enum form form);

/* The ideal forms are run before or after the penalised ones, by turns, so that what drifts does not favour one of the
 * two. A launch is ended after `seconds`. NULL with a message in *error on failure. */
json_t *job_build(struct experiments *experiments, unsigned round, double seconds, const char **error);

#endif
