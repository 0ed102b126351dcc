/* Whether the hardware confirms a finding. */
#ifndef GPULINT_RUNTIME_CHECK_JUDGE_H
#define GPULINT_RUNTIME_CHECK_JUDGE_H

#include "model/facts.h"

/* Sets each finding's status, once the facts have their measured figures:
 *  - confirmed: the measured figure agrees with the predicted one, or at least half of the predicted excess over the ideal
 *    is there; the reason then says what was measured instead;
 *  - refuted: less than that is there;
 *  - not-measured: neither can be said, and why. Where sites share a line and only their sum is known, that sum can
 *    confirm a finding, but not refute it: the compiler may have merged any of them.
 * A finding that several launches share is confirmed if one of them confirms it. */
void judge_findings(struct facts *facts);

#endif
