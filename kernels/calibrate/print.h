/* JSON for people and for version control: a container of plain values is on one line, and other members are on lines
 * of their own. */
#ifndef GPULINT_KERNELS_CALIBRATE_PRINT_H
#define GPULINT_KERNELS_CALIBRATE_PRINT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* False: it could not be written. */
bool print_json(json_t *json, FILE *file);

#endif
