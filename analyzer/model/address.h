/* What the source says of an access's address, beside the figures: whether an index was loaded, whether a member of an array of
 * records is meant. */
#ifndef GPULINT_MODEL_ADDRESS_H
#define GPULINT_MODEL_ADDRESS_H

#include "code/definitions.h"

/* Answers questions about the accesses of one function after the other. */
struct address_reader {
	struct definitions_known *known;
	const struct ir_func **callers; /* functions in which calls are looked for that give a parameter its value */
	size_t caller_count;
	const struct ir_func *func;
	struct definitions definitions; /* of `func` */
};

/* Questions are of that function from here on. */
void address_begin(struct address_reader *reader, const struct ir_func *func);

/* Calls `found` for each load that the address is computed from, through variables that have one value and parameters,
 * until it returns true; reader->func is the function in which the load stands. What is returned is the load for which it
 * did, or NULL. */
const struct ir_expr *address_find_load(struct address_reader *reader, const struct ir_expr *address,
                                        bool (*found)(void *context, const struct ir_expr *load), void *context);

/* Whether the address is that of an element of a declared array, through all of its so many dimensions. */
bool address_by_dimensions(const struct address_reader *reader, const struct ir_expr *address, unsigned dimensions);

/* The record of that size whose address it is, or a member's; NULL: there is none. */
const struct ir_type *address_in_record(const struct ir_expr *address, uint64_t size);

#endif
