/* One round of all experiments as a job of gpulint-run (docs/job.schema.json): a kernel with one launch for each form of
 * each degree. */
#ifndef GPULINT_KERNELS_CALIBRATE_JOB_H
#define GPULINT_KERNELS_CALIBRATE_JOB_H

#include "kernels/calibrate/experiment.h"

/* What the kernel is called of which that form of that degree takes its figure: "EFFECT/penalised/4", "EFFECT/ideal/1". */
const char *job_kernel_id(struct arena *arena, const struct effect *effect, enum form form, int64_t degree);

/* The ideal forms are run before or after the penalised ones, by turns, so that what drifts does not favour one of the
 * two. A launch is ended after `seconds`. NULL with a message in *error on failure. */
json_t *job_build(struct experiments *experiments, unsigned round, double seconds, const char **error);

#endif
