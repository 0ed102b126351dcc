/* Whether the control or the addresses of a kernel depend on the data that it works on: whether an integer that it loads may come to be part of an
 * address, or decide a branch; a choice of what is computed decides none (see plain.h). If none does, one element of its
 * data is as good as another, and nobody need keep them apart, which is most of the work where data is not known.
 *
 * Read from the code alone, whatever order it runs in, and with memory taken for one: what is loaded may be anything that
 * was ever stored. Where the code cannot be followed the answer is yes. */
#ifndef GPULINT_CODE_DATA_DEPENDENT_CONTROL_H
#define GPULINT_CODE_DATA_DEPENDENT_CONTROL_H

#include <stdbool.h>

#include "ir/ir.h"

bool func_has_data_dependent_control(const struct ir_func *kernel);

#endif
