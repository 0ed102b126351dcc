/* Integer expressions of the experiment files: + - * / % and parentheses over numbers and names, as in "(count + 255) /
 * 256". All values have 64 bits; overflow and division by zero are errors. */
#ifndef GPULINT_KERNELS_CALIBRATE_EXPRESSION_H
#define GPULINT_KERNELS_CALIBRATE_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct binding {
	const char *name;
	int64_t value;
};

/* False: `text` is not an expression, or names something unbound. Then *problem, a constant, says what. */
bool expression_value(const char *text, const struct binding *bindings, size_t count, int64_t *value,
                      const char **problem);

#endif
