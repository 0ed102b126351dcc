/* Initial contents of buffers and variables, as bytes. The same in every run: random values are a function of the
 * element's number. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_FILL_H
#define GPULINT_RUNTIME_CHECK_RUN_FILL_H

#include <stdbool.h>
#include <stdint.h>

#include "job.h"

/* The bytes after which the contents repeat, FILL_PERIOD at most; 0: they do not. */
uint64_t fill_period(const struct fill *fill);
/* Writes bytes [first, first + count) of the contents; `first` a multiple of 8. */
void fill_write(const struct fill *fill, uint64_t first, uint8_t *out, size_t count);

/* Whether the type has what the fill is to be made of: of random numbers finite ends, and any from `low` on and below `high`;
 * of indices all. */
bool fill_has_numbers(const struct fill *fill);

/* One element of the type, converted from `value` (rounded, and clamped to an integer type's range). */
void element_write(enum element_type type, uint8_t *out, double value);
/* For integer types: the low bytes of `value`. */
void element_write_integer(enum element_type type, uint8_t *out, int64_t value);

#endif
