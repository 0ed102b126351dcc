/* Initial contents of buffers and variables, as bytes. They are equal in every run: random values are a function of the
 * element's index. */
#ifndef GPULINT_RUNTIME_CHECK_RUN_FILL_H
#define GPULINT_RUNTIME_CHECK_RUN_FILL_H

#include <stdbool.h>
#include <stdint.h>

#include "job.h"

/* The period of the contents in bytes, at most FILL_PERIOD; 0: they are not periodic. */
uint64_t fill_period(const struct fill *fill);
/* Writes bytes [first, first + count) of the contents. `first` must be a multiple of 8. */
void fill_write(const struct fill *fill, uint64_t first, uint8_t *out, size_t count);

/* Whether the type contains numbers for the fill. Random numbers need finite bounds and a number of the type in [low,
 * high). For indices, the type must contain all of them. */
bool fill_has_numbers(const struct fill *fill);

/* One element of the type, converted from `value` (rounded, and clamped to an integer type's range). */
void element_write(enum element_type type, uint8_t *out, double value);
/* For integer types: the low bytes of `value`. */
void element_write_integer(enum element_type type, uint8_t *out, int64_t value);

#endif
