/* Finds additions of a product without another use. An FMA could replace the multiplication and the addition. */
#ifndef GPULINT_MODEL_COMPILED_UNFUSED_H
#define GPULINT_MODEL_COMPILED_UNFUSED_H

#include "codegen/sass/flow.h"

/* Whether the instruction is the multiplication of such a pair, both in one basic block and of one width (FMUL and
 * FADD, DMUL and DADD). Packed operations (HMUL2, FMUL2) are ignored. */
bool unfused_at(const struct sass_code *code, const struct sass_flow *flow, size_t at);

#endif
