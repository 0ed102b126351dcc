/* Inline assembly. */
#ifndef GPULINT_FRONTEND_PTX_LOWER_ASM_STMT_H
#define GPULINT_FRONTEND_PTX_LOWER_ASM_STMT_H

#include "frontend/lower/lower.h"

void asm_lower(struct lower *l, CXCursor cursor);

#endif
