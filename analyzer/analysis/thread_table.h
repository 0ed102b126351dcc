/* Arrays used as tables: each thread fills its own with the same constants and then only reads it. One shared table
 * would do. */
#ifndef GPULINT_ANALYSIS_THREAD_TABLE_H
#define GPULINT_ANALYSIS_THREAD_TABLE_H

#include "ir/ir.h"

bool array_is_table(const struct ir_func *kernel, const struct ir_var *array);

#endif
