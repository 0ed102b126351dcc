/* Host code that asks for variables of the environment is told that there are none, and each launch behind says so. It is run
 * once more with such variables unknown: a launch that comes out just the same rests on nothing of them. */
#ifndef GPULINT_EVAL_ENVIRONMENT_H
#define GPULINT_EVAL_ENVIRONMENT_H

#include "model/facts.h"

/* facts: of the program in an empty environment; open: of the same program in one of which nothing is known. Launches that both
 * have, with the same figures, take their standings, and what these rest on, from the latter. */
void environment_compare(struct facts *facts, const struct facts *open);

#endif
