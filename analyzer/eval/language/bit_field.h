/* Bit-fields: numbers in some bits of a memory unit, which is loaded and stored whole. at: the unit's address; site:
 * the accessing expression, of the unit's type. */
#ifndef GPULINT_EVAL_LANGUAGE_BIT_FIELD_H
#define GPULINT_EVAL_LANGUAGE_BIT_FIELD_H

#include "eval/state/machine.h"

/* The bit-field at an address; NULL: none. */
const struct ir_field *bit_field_at(const struct ir_expr *address);

/* Loads a unit in which only the field will be replaced. */
struct value bit_field_load_to_store(struct machine *m, const struct ir_expr *site, struct value at);
/* The field's number in a unit. */
struct value bit_field_read(struct machine *m, struct value unit, const struct ir_field *field, bool is_signed);
/* Stores the unit with the number in the field. */
void bit_field_store(struct machine *m, const struct ir_expr *site, struct value at, struct value unit,
                     struct value number, const struct ir_field *field);
/* The number as the field then holds it. */
struct value bit_field_kept(struct machine *m, struct value number, const struct ir_field *field, bool is_signed);

#endif
