#ifndef GPULINT_FRONTEND_CLASSES_LOWER_BINDING_H
#define GPULINT_FRONTEND_CLASSES_LOWER_BINDING_H

#include "frontend/unit/lower.h"

void binding_declare(struct lower *l, CXCursor cursor);

#endif
