/* Known properties of a symbol's value: bounds, and a power of two that divides it. */
#ifndef GPULINT_DOMAIN_SYMBOL_BOUNDS_H
#define GPULINT_DOMAIN_SYMBOL_BOUNDS_H

#include "domain/symbol.h"

/* The range of a term. False: it lacks a bound. */
bool symbol_range(const struct symbols *symbols, struct term t, struct interval *range);
/* log2 of a power of two that divides the term; 63 for zero. */
unsigned symbol_align(const struct symbols *symbols, struct term t);
/* Sets the properties of the result of an operation, before it is added to the symbols. */
void symbol_derive(const struct symbols *symbols, struct symbol *s);

#endif
