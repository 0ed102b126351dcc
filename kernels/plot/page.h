/* A profile's curves as one self-contained HTML page. */
#ifndef GPULINT_KERNELS_PLOT_PAGE_H
#define GPULINT_KERNELS_PLOT_PAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* `profile` is a document that kernels/profile.h can read. False: it could not be written. */
bool page_write(json_t *profile, FILE *out);

#endif
