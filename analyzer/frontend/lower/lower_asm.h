/* Inline assembly. Only the machine code shows its accesses and results: the statement reads its inputs, and everything
 * that it may write becomes unknown. Single instructions that the program's control flow or indices depend on are
 * modelled: special registers, and instructions that end the thread. An empty text only keeps the compiler from moving
 * code; it changes nothing. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_ASM_H
#define GPULINT_FRONTEND_LOWER_LOWER_ASM_H

#include "frontend/unit/lower.h"

void asm_lower(struct lower *l, CXCursor cursor);

#endif
