/* What braces make of a class: its members, or an object by conversion. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_AGGREGATE_H
#define GPULINT_FRONTEND_CLASSES_LOWER_AGGREGATE_H

#include "frontend/unit/children.h"
#include "frontend/unit/lower.h"

/* What an object of the type begins with, without what does not change it; a record of another class stays as it is written: it
 * is converted as a whole, whatever it is made of. */
CXCursor aggregate_peel(struct lower *l, CXCursor cursor, CXType type);
/* Whether a class has no constructors of its own, so that braces make its members. */
bool aggregate_is(CXType record);
bool aggregate_has_constructor_template(CXType record);
/* Whether braces with those elements can only make the members of an object of the class. */
bool aggregate_makes_members(struct lower *l, CXType record, struct children elements);
/* Whether the compiler makes an object of the class of an element by a conversion, and not by its members. */
bool aggregate_is_converted(struct lower *l, CXCursor element, CXType record);

#endif
