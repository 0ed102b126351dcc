/* Puts the worker's result (docs/result.schema.json) into the facts, and judges each finding by it. */
#ifndef GPULINT_RUNTIME_CHECK_COMPARE_H
#define GPULINT_RUNTIME_CHECK_COMPARE_H

#include <jansson.h>

#include "runtime_check/job_build.h"

/* Predicted and measured figures agree if they differ by at most this share of the measured one. */
#define COMPARE_TOLERANCE 0.02

/* The cost of a site and its ideal: sectors, wavefronts, or divergent executions. NAN if the site has none. */
double compare_cost(const struct site *site, const struct figures *figures);
double compare_ideal(const struct site *site, const struct figures *figures);
/* Total cost above the ideal. For branches: all divergent executions. */
double compare_excess(const struct site *site, const struct figures *figures);
bool compare_agrees(double predicted, double measured);

/* Sets the facts' measured figures, the kernels' resources and the launches' times, or the reasons why these are
 * missing. Then judges the findings (judge.h). */
void compare_result(struct facts *facts, const struct plan *plan, const json_t *result);

#endif
