/* One round of all experiments as a job of gpulint-run (docs/job.schema.json): a kernel with one launch for each form
 * of each degree. */
#ifndef GPULINT_KERNELS_CALIBRATE_JOB_H
#define GPULINT_KERNELS_CALIBRATE_JOB_H

#include "kernels/calibrate/experiment.h"

/* The id of the kernel that provides the figure of this form and degree: "EFFECT/penalised/4", "EFFECT/ideal/1". */
const char *job_kernel_id(struct arena *arena, const struct effect *effect, enum form form, int64_t degree);

/* The ideal forms run alternately before and after the penalised ones, so that drift favours neither. A launch is
 * terminated after `seconds`. NULL: it failed, and *error has a message. */
json_t *job_build(struct experiments *experiments, unsigned round, double seconds, const char **error);

#endif
