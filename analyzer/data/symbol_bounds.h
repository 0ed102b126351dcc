/* What is known of a symbol's value: bounds, and a power of two that divides it. */
#ifndef GPULINT_DATA_SYMBOL_BOUNDS_H
#define GPULINT_DATA_SYMBOL_BOUNDS_H

#include "data/symbol.h"

/* The range of a term, both ends included; false when it is not bounded. */
bool symbol_range(const struct symbols *symbols, struct term t, int64_t *low, int64_t *high);
/* Sets them for the result of an operation, which is not among the symbols yet. */
void symbol_derive(const struct symbols *symbols, struct symbol *s);

#endif
