/* Reading what another process says it measured, perhaps through another machine: it is taken as far as it can be true. */
#ifndef GPULINT_RUNTIME_CHECK_RESULT_H
#define GPULINT_RUNTIME_CHECK_RESULT_H

#include <jansson.h>
#include <stdint.h>

/* "": there is none. */
const char *result_text(const json_t *object, const char *member);
/* NAN: there is none. */
double result_number(const json_t *object, const char *member);
/* -1: there is none. */
int64_t result_count(const json_t *object, const char *member);

#endif
