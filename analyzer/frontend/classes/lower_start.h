/* What runs before main: initialisers of variables of namespace scope. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_START_H
#define GPULINT_FRONTEND_CLASSES_LOWER_START_H

#include "frontend/unit/lower.h"

/* Whether a variable's initialiser may do or read more than what makes the variable, or has it destroyed at the end. */
bool start_does_more(struct lower *l, CXCursor variable);
/* A variable of namespace scope: notes its initialiser if it has to run before main. */
void start_note(struct lower *l, CXCursor variable);
/* Makes the unit's function that runs all that were noted. */
void start_finish(struct lower *l);

#endif
