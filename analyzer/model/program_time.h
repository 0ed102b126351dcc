/* Each launch's share of the predicted time of its program. */
#ifndef GPULINT_MODEL_PROGRAM_TIME_H
#define GPULINT_MODEL_PROGRAM_TIME_H

#include "model/facts.h"

/* Launches of the program that the launch represents. */
double program_launches(const struct launch *launch);
/* Predicted microseconds of all these launches. If the time is unknown, its minimum; NAN: nothing is known. */
double program_time_of(const struct launch *launch);
/* The same for all launches of a program. */
double program_time_sum(const struct facts *facts);
/* Sets stands_for and program_share of all launches from their predicted times. Assumed launches belong to no
 * program. */
void program_time_share(struct facts *facts);

#endif
