/* Braces that initialise a class: either they initialise its members, or a conversion makes the object. */
#ifndef GPULINT_FRONTEND_CLASSES_LOWER_AGGREGATE_H
#define GPULINT_FRONTEND_CLASSES_LOWER_AGGREGATE_H

#include "frontend/unit/children.h"
#include "frontend/unit/lower.h"

/* The initialiser of an object of the type, without elided copies, parentheses and casts to its own type. An expression
 * of another record type is returned unchanged: it is converted as a whole. */
CXCursor aggregate_peel(struct lower *l, CXCursor cursor, CXType type);
/* Whether a class has no constructors of its own, so that braces initialise its members. */
bool aggregate_is(CXType record);
bool aggregate_has_constructor_template(CXType record);
/* Whether braces with those elements can only initialise the members of an object of the class. */
bool aggregate_makes_members(struct lower *l, CXType record, struct children elements);
/* Whether the compiler converts the element to an object of the class, instead of using it for a member. */
bool aggregate_is_converted(struct lower *l, CXCursor element, CXType record);

#endif
