/* Whether a kernel's addresses or branches may depend on a loaded integer. Selections between computed values do not
 * count (see plain.h). Without such control all elements of its data are alike. The evaluator then does not
 * distinguish them, which saves most of the work on unknown data.
 *
 * The analysis is flow-insensitive and treats memory as one object: a load may yield anything that was ever stored.
 * Code that it cannot follow counts as data-dependent. */
#ifndef GPULINT_ANALYSIS_DATA_DEPENDENT_CONTROL_H
#define GPULINT_ANALYSIS_DATA_DEPENDENT_CONTROL_H

#include <stdbool.h>

#include "ir/ir.h"

bool func_has_data_dependent_control(const struct ir_func *kernel);

#endif
