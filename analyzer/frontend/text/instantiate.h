/* Instances of kernel templates, and of templates that launch kernels, which libclang's tree does not show. */
#ifndef GPULINT_FRONTEND_TEXT_INSTANTIATE_H
#define GPULINT_FRONTEND_TEXT_INSTANTIATE_H

#include "frontend/unit/lower.h"

/* The prefix of variables for instances that the options ask for. The index of the instance among these follows. All
 * appended variables begin with REFERENCE_PREFIX (frontend/unit/lower.h). */
#define INSTANTIATE_ASKED REFERENCE_PREFIX "asked_"

/* The text to append to the file so that another parse instantiates the kernels that this parse did not. On the heap;
 * NULL: nothing to add. */
char *instantiate_missing(struct lower *l);

/* Records the kernel templates that have no instance in the unit. */
void instantiate_report_left(struct lower *l);

#endif
