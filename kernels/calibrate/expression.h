/* Integer expressions of the experiment files: + - * / % and parentheses over numbers and names, as in
 * "(count + 255) / 256". Everything is computed in 64 bits; what overflows or divides by zero is an error. */
#ifndef GPULINT_KERNELS_CALIBRATE_EXPRESSION_H
#define GPULINT_KERNELS_CALIBRATE_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct binding {
	const char *name;
	int64_t value;
};

/* False when `text` is no expression or names something unbound; *problem then says what, and lives for ever. */
bool expression_value(const char *text, const struct binding *bindings, size_t count, int64_t *value,
                      const char **problem);

#endif
