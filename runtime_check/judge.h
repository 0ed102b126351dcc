/* Decides whether the hardware confirms a finding. */
#ifndef GPULINT_RUNTIME_CHECK_JUDGE_H
#define GPULINT_RUNTIME_CHECK_JUDGE_H

#include "model/facts.h"

/* Sets each finding's status after the facts have their measured figures:
 * - confirmed: the cost per request and the number of requests are as predicted;
 * - partly-confirmed: the cost per request is as predicted, but the number of requests differs; or at least half of
 *   the predicted excess was measured. For branches, the excess is the total or the share of divergent executions.
 *   The reason says what was measured;
 * - refuted: less than half of the excess was measured;
 * - not-measured: neither can be decided; the reason says why.
 * If sites share a line, only their sum is known. The sum can confirm a finding, but not refute it, because the
 * compiler may have merged any of them. A finding about a launch is judged by the warps that the driver allows on a
 * multiprocessor, or by the active lanes. A finding that several launches share is judged by the launch whose
 * figures it shows; if that is undecided, by the launch that confirms it best. A time measured on the predicted GPU
 * may refute a finding later (counterfactual.h). */
void judge_findings(struct facts *facts);

#endif
