/* Compiler flags that change the code that is made of a program, and with it what is predicted. */
#ifndef GPULINT_FRONTEND_CODE_FLAGS_H
#define GPULINT_FRONTEND_CODE_FLAGS_H

#include "ir/ir.h"

/* Flags without an argument: does nothing for one that is none of these. */
void code_flags_switch(struct ir_compilation *compilation, const char *flag);
/* Of a flag and its argument, by the name that the flag has with one dash. */
void code_flags_value(struct ir_compilation *compilation, const char *name, const char *value);

#endif
