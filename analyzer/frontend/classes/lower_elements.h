/* Applies an action to each element of an array. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_ELEMENTS_H
#define GPULINT_FRONTEND_CLASSES_LOWER_ELEMENTS_H

#include "frontend/unit/lower.h"

typedef void element_action(struct lower *l, const struct ir_expr *address, CXType type, struct ir_loc loc,
                            struct lower_effects *effects);
enum elements_order { FIRST_FIRST, LAST_FIRST };
/* Applies the action to `count` elements from `first`. Precondition: neither expression has effects. */
void elements_act(struct lower *l, const struct ir_expr *first, const struct ir_expr *count, enum elements_order order,
                  CXType element, struct ir_loc loc, element_action *act, struct lower_effects *effects);

#endif
