/* Translates libclang's types to IR types. */
#ifndef GPULINT_FRONTEND_UNIT_TYPES_H
#define GPULINT_FRONTEND_UNIT_TYPES_H

#include "frontend/unit/lower.h"

void types_init(struct lower *l);
const struct ir_type *types_get(struct lower *l, CXType source);
const struct ir_type *types_of(struct lower *l, CXCursor cursor);
const struct ir_type *types_pointer(struct lower *l, const struct ir_type *element);
const struct ir_type *types_reference(struct lower *l, const struct ir_type *element);
/* The canonical type without const, volatile and references. */
CXType types_bare(CXType type);
/* The bare type; for an array, the bare type of its innermost elements. */
CXType types_element(CXType type);
bool types_same(CXType a, CXType b);
bool types_is_reference(CXType type);
bool types_is_function(CXType type);
/* Whether IR does not distinguish the two types: `long` and `long long` are equal. */
bool types_equal(const struct ir_type *a, const struct ir_type *b);
static inline bool
types_is_scalar(const struct ir_type *type)
{
	return type->kind >= IR_TYPE_BOOL && type->kind <= IR_TYPE_POINTER;
}
/* The field of a FieldDecl; NULL if its record could not be laid out. */
const struct ir_field *types_field(struct lower *l, CXCursor field);

#endif
