/* Structured bindings of classes that have functions for their parts. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_GETTER_H
#define GPULINT_FRONTEND_CLASSES_LOWER_GETTER_H

#include "frontend/lower/lower.h"

/* The indexer has come by what stands in this declaration. */
void getter_note(struct lower *l, CXCursor function);
/* Whether the i-th name of a structured binding stands for what a function yields, by the class's word, not for a field. */
bool getter_is_needed(CXCursor name, CXType record, unsigned i);
/* What that function yields of the object, which has the type, at an address that may be asked for repeatedly. is_lvalue: the
 * binding is to an object that others have as well. NULL: it is not known which function that is. */
const struct ir_expr *getter_call(struct lower *l, const struct ir_expr *object, CXType type, bool is_lvalue, unsigned i);

#endif
