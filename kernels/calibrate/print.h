/* JSON for people and for version control: what holds only plain values stands on one line, each on its own. */
#ifndef GPULINT_KERNELS_CALIBRATE_PRINT_H
#define GPULINT_KERNELS_CALIBRATE_PRINT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* False when it could not be written. */
bool print_json(json_t *json, FILE *file);

#endif
