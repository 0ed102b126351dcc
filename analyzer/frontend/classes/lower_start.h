/* Initialisation before main of variables at namespace scope. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_START_H
#define GPULINT_FRONTEND_CLASSES_LOWER_START_H

#include "frontend/unit/lower.h"

/* Whether a variable's initialiser may access other state than the variable, or whether the variable needs destruction
 * at the program's end. */
bool start_does_more(struct lower *l, CXCursor variable);
/* Records the initialiser of a variable at namespace scope, if it must run before main. */
void start_note(struct lower *l, CXCursor variable);
/* Makes the unit's function that runs all recorded initialisers. */
void start_finish(struct lower *l);

#endif
