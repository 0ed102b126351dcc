/* What stands in for a value that nothing in sight binds; each such value is told in the launch's assumptions. */
#ifndef GPULINT_EVAL_ASSUME_H
#define GPULINT_EVAL_ASSUME_H

#include "eval/machine.h"

/* A value for a parameter of a function that nobody calls, a number being no larger than `largest`; what is assumed is
 * appended to `text` ("n = 1024"). */
struct value assume_parameter(struct machine *m, const struct ir_var *param, int64_t largest, char *text, size_t size);

/* A number that a parameter or member of that name may well have, no larger than `largest`. */
int64_t assume_number(const char *name, const struct ir_type *type, int64_t largest);

#endif
