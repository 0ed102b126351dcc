/* How the predicted time of a program's launches is shared among them. */
#ifndef GPULINT_MODEL_PROGRAM_TIME_H
#define GPULINT_MODEL_PROGRAM_TIME_H

#include "model/facts.h"

/* Launches of the program that the launch stands for. */
double program_launches(const struct launch *launch);
/* Predicted microseconds of all these. Where its time is not known, the least that it takes; NAN: nothing is known of it. */
double program_time_of(const struct launch *launch);
/* Of all launches that a program makes. */
double program_time_sum(const struct facts *facts);
/* Fills in stands_for and program_share of all launches, whose predicted times are there. Assumed launches are part of no program. */
void program_time_share(struct facts *facts);

#endif
