/* Measured beside predicted: the worker's result (docs/result.schema.json) put into the facts, and each finding judged by
 * it. */
#ifndef GPULINT_RUNTIME_CHECK_COMPARE_H
#define GPULINT_RUNTIME_CHECK_COMPARE_H

#include <jansson.h>

#include "runtime_check/job_build.h"

/* Predicted and measured agree when they differ by no more than this share of the measured. */
#define COMPARE_TOLERANCE 0.02

/* The figure that a site costs: sectors, wavefronts, or divergent executions; and its ideal. NAN if the site has none. */
double compare_cost(const struct site *site, const struct figures *figures);
double compare_ideal(const struct site *site, const struct figures *figures);
/* What it costs over the ideal, in all; of branches all that diverges. */
double compare_excess(const struct site *site, const struct figures *figures);
bool compare_agrees(double predicted, double measured);

/* Sets the facts' measured figures, kernels' resources and launches' times, or why there are none, and judges the findings
 * (judge.h). */
void compare_result(struct facts *facts, const struct plan *plan, const json_t *result);

#endif
