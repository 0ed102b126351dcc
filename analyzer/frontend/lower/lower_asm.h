/* Inline assembly. What it accesses and computes is known from the machine code alone: the statement reads its inputs, and whatever it may
 * write is unknown afterwards. Texts of one instruction that the program's own control flow or indices are made of are an exception: special
 * registers, and what ends a thread. An empty text only keeps the compiler from moving code, and changes nothing. */
#ifndef GPULINT_FRONTEND_LOWER_LOWER_ASM_H
#define GPULINT_FRONTEND_LOWER_LOWER_ASM_H

#include "frontend/unit/lower.h"

void asm_lower(struct lower *l, CXCursor cursor);

#endif
