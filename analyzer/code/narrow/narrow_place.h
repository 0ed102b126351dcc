/* Where in a variable of a function's own a number lies, and what of it is needed there. */
#ifndef GPULINT_CODE_NARROW_PLACE_H
#define GPULINT_CODE_NARROW_PLACE_H

#include <stdbool.h>
#include <stdint.h>

#include "ir/ir.h"

/* What is needed of a variable, or of what a parameter points to. */
struct narrow_need {
	uint64_t bits;             /* of a number or a small record; of an array, of each of them */
	uint64_t piece;            /* of a record: bytes of the smallest number that is taken out of what was stored as another; 0: none */
	bool is_doubted;           /* a part of a number may be enough, for all that is known */
	bool is_filled;            /* of what a parameter points to: something is stored there */
	bool is_taken_apart;       /* a part of a number is taken somewhere; */
	unsigned stores;           /* from outside, so many; who takes a part need not take it of each */
};

struct narrow_place {
	const struct ir_var *var;
	const struct ir_type *element;  /* the number or record that it is, is an array of, or leads to */
	uint64_t offset;           /* bytes into the element */
	bool is_known;             /* the offset is */
	bool is_pointed_to;        /* it is what the variable, a pointer, leads to */
	bool is_seen_otherwise;    /* by another type, or through a union */
};

bool narrow_is_number(const struct ir_type *type);
/* A number, or a record of no more bits. */
bool narrow_is_small(const struct ir_type *type);
/* The type itself, or of an array what it is of. */
const struct ir_type *narrow_element_of(const struct ir_type *type);
/* False: it is in none of the function's variables, nor where one of its parameters leads. */
bool narrow_place_of(const struct ir_func *func, const struct ir_expr *address, struct narrow_place *place);
/* Whether a number of that size lies in one element. */
bool narrow_place_holds(const struct narrow_place *place, uint64_t size);
/* Bits of a number there as those of the element, and the other way round. */
uint64_t narrow_place_bits(const struct narrow_place *place, uint64_t bits);
uint64_t narrow_place_number(const struct narrow_place *place, uint64_t bits);

#endif
