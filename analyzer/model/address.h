/* Properties of an access's address that the source shows: a loaded index, a member of an array of records. */
#ifndef GPULINT_MODEL_ADDRESS_H
#define GPULINT_MODEL_ADDRESS_H

#include "analysis/definitions.h"

/* Answers queries about the accesses of one function at a time. */
struct address_reader {
	struct definitions_known *known;
	/* functions that are searched for calls, which determine the values of parameters */
	const struct ir_func **callers;
	size_t caller_count;
	const struct ir_func *func;
	struct definitions definitions; /* of `func` */
};

/* Sets the function that the following queries refer to. */
void address_begin(struct address_reader *reader, const struct ir_func *func);

/* Calls `found` for each load that the address is computed from, until it returns true. The search follows
 * single-valued variables and parameters; reader->func is the function that contains the load. Returns the accepted
 * load, or NULL. */
const struct ir_expr *address_find_load(struct address_reader *reader, const struct ir_expr *address,
                                        bool (*found)(void *context, const struct ir_expr *load), void *context);

/* Whether the address is that of an element of a declared array with one index for each dimension. */
bool address_by_dimensions(const struct address_reader *reader, const struct ir_expr *address, unsigned dimensions);

/* The record of that size that the address, or its enclosing member, refers to; NULL: none. */
const struct ir_type *address_in_record(const struct ir_expr *address, uint64_t size);

#endif
