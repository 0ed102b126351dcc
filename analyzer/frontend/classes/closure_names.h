/* Kernels that lambdas are arguments of: which closures those are, so that a compiler that gets no host code can be given classes in
 * their place. */
#ifndef GPULINT_FRONTEND_CLASSES_CLOSURE_NAMES_H
#define GPULINT_FRONTEND_CLASSES_CLOSURE_NAMES_H

#include "frontend/unit/lower.h"

/* Once all functions are lowered: sets the kernels' closure_args, and the unit's closures. */
void closures_name(struct lower *l);

#endif
