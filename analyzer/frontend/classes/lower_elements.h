/* What is done to each element of an array. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_ELEMENTS_H
#define GPULINT_FRONTEND_CLASSES_LOWER_ELEMENTS_H

#include "frontend/lower/lower.h"

typedef void element_action(struct lower *l, const struct ir_expr *address, CXType type, struct ir_loc loc,
                            struct lower_effects *effects);
/* Does it to `count` elements from `first` on, in that order or the other way round; neither may have effects. */
void elements_first_first(struct lower *l, const struct ir_expr *first, const struct ir_expr *count, CXType element,
                          struct ir_loc loc, element_action *act, struct lower_effects *effects);
void elements_last_first(struct lower *l, const struct ir_expr *first, const struct ir_expr *count, CXType element,
                         struct ir_loc loc, element_action *act, struct lower_effects *effects);

#endif
