/* Arguments of templates. */
#ifndef GPULINT_FRONTEND_UNIT_TEMPLATE_ARGUMENTS_H
#define GPULINT_FRONTEND_UNIT_TEMPLATE_ARGUMENTS_H

#include "frontend/unit/lower.h"

/* Those of a function template's instantiation, or those of the class template whose method it is. */
void template_read_arguments(struct lower *l, struct ir_func *func, CXCursor cursor);

/* Those of a method that is a template's instance, which libclang does not tell: as the compiler prints them. */
void template_read_method_arguments(struct lower *l, struct ir_func *func, CXCursor method);
/* All of them as demanglers spell them, if the function's name says them; `written` are as they are. */
void template_demangle_arguments(struct lower *l, struct ir_func *func);

#endif
