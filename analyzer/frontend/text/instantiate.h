/* Instances of kernel templates, and of templates that launch them, which libclang's tree does not show. */
#ifndef GPULINT_FRONTEND_TEXT_INSTANTIATE_H
#define GPULINT_FRONTEND_TEXT_INSTANTIATE_H

#include "frontend/unit/lower.h"

/* The names of appended variables begin with REFERENCE_PREFIX (unit/lower.h), those of instances that are asked for, with their place among these behind. */
#define INSTANTIATE_ASKED REFERENCE_PREFIX "asked_"

/* Text to append to the file so that another parse of it instantiates the kernels which this one did not; on the heap,
 * NULL when there is nothing to add. */
char *instantiate_missing(struct lower *l);

/* Lists the kernel templates that have no instance in the unit. */
void instantiate_report_left(struct lower *l);

#endif
