/* Compiler flags that change the generated code, and with it the predictions. */
#ifndef GPULINT_FRONTEND_CODE_FLAGS_H
#define GPULINT_FRONTEND_CODE_FLAGS_H

#include <stdbool.h>

#include "ir/ir.h"

/* For flags without an argument. Other flags are ignored; false: it is one. */
bool code_flags_switch(struct ir_compilation *compilation, const char *flag);
/* For a flag and its argument. `name`: the flag's name with one dash. */
void code_flags_value(struct ir_compilation *compilation, const char *name, const char *value);

#endif
