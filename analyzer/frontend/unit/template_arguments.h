#ifndef GPULINT_FRONTEND_UNIT_TEMPLATE_ARGUMENTS_H
#define GPULINT_FRONTEND_UNIT_TEMPLATE_ARGUMENTS_H

#include "frontend/unit/lower.h"

/* Reads the arguments of a function template's instantiation, or of the class template to which the method belongs. */
void template_read_arguments(struct lower *l, struct ir_func *func, CXCursor cursor);

/* Reads the arguments of a method that is a template's instance from the compiler's printed text: libclang does not
 * report them. */
void template_read_method_arguments(struct lower *l, struct ir_func *func, CXCursor method);
/* Respells all arguments as demanglers do, if the function's name contains them. The `written` ones stay as they
 * are. */
void template_demangle_arguments(struct lower *l, struct ir_func *func);

#endif
