/* Code that at most one lane of each warp executes, where it is unknown which. */
#ifndef GPULINT_EVAL_LANGUAGE_ONE_LANE_H
#define GPULINT_EVAL_LANGUAGE_ONE_LANE_H

#include "eval/state/machine.h"

/* Whether an unknown condition holds (negated: fails) in at most one of the given lanes of each warp. */
bool comes_out_in_one_lane(struct machine *m, const struct ir_expr *condition, bool negated, const struct mask *lanes);
/* The active lanes as reported to the aggregator. */
struct active lanes_to_report(const struct machine *m);

#endif
