/* Bit-fields: numbers in some bits of a unit of memory, which is loaded and stored whole. at: the unit's address; site: the
 * expression that accesses it, whose type is the unit's. */
#ifndef GPULINT_EVAL_LANGUAGE_BIT_FIELD_H
#define GPULINT_EVAL_LANGUAGE_BIT_FIELD_H

#include "eval/state/machine.h"

/* The bit-field that an address is of; NULL: of none. */
const struct ir_field *bit_field_at(const struct ir_expr *address);

/* A unit of which the field alone is to be stored anew. */
struct value bit_field_load_to_store(struct machine *m, const struct ir_expr *site, struct value at);
/* What the field holds in a unit. */
struct value bit_field_read(struct machine *m, struct value unit, const struct ir_field *field, bool is_signed);
/* Stores the unit with the number in the field. */
void bit_field_store(struct machine *m, const struct ir_expr *site, struct value at, struct value unit, struct value number,
                     const struct ir_field *field);
/* What it then holds of the number. */
struct value bit_field_kept(struct machine *m, struct value number, const struct ir_field *field, bool is_signed);

#endif
