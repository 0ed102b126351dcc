/* Names the closures among the template arguments of kernels. A compiler that gets no host code can then be given
 * classes in their place. */
#ifndef GPULINT_FRONTEND_CLASSES_CLOSURE_NAMES_H
#define GPULINT_FRONTEND_CLASSES_CLOSURE_NAMES_H

#include "frontend/unit/lower.h"

/* Sets the kernels' closure_args and the unit's closures. Precondition: all functions are lowered. */
void closures_name(struct lower *l);

#endif
