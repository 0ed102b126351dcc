/* Whether the hardware confirms a finding. */
#ifndef GPULINT_RUNTIME_CHECK_JUDGE_H
#define GPULINT_RUNTIME_CHECK_JUDGE_H

#include "model/facts.h"

/* Sets each finding's status, once the facts have their measured figures:
 *  - confirmed: a request costs what was predicted, and there are as many of them;
 *  - partly-confirmed: a request costs that, but there are more or fewer; or at least half of its predicted excess over the
 *    ideal is there, of branches in all or as their share of executions. The reason says what was measured instead;
 *  - refuted: less than that is there;
 *  - not-measured: neither can be said, and why. Where sites share a line and only their sum is known, that sum can
 *    confirm a finding, but not refute it: the compiler may have merged any of them.
 * Of a finding about a launch the count is that of the warps that the driver lets on a multiprocessor, or of lanes that work.
 * A finding that several launches share is judged by the one whose figures it tells; where that says nothing, by the one that
 * confirms it best. What it costs in time, on the GPU that this was predicted for, may refute it afterwards (counterfactual.h). */
void judge_findings(struct facts *facts);

#endif
