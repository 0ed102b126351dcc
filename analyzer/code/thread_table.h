/* Arrays that are tables: each thread fills one of its own with the same constants, and only reads it then. One for all would do. */
#ifndef GPULINT_CODE_THREAD_TABLE_H
#define GPULINT_CODE_THREAD_TABLE_H

#include "ir/ir.h"

bool array_is_table(const struct ir_func *kernel, const struct ir_var *array);

#endif
