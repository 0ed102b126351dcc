/* Additions of a product that nothing else uses, which one instruction could do with the multiplication. */
#ifndef GPULINT_MODEL_COMPILED_UNFUSED_H
#define GPULINT_MODEL_COMPILED_UNFUSED_H

#include "codegen/sass/flow.h"

/* Whether the instruction is the multiplication of such a pair, both in one block and of one width (FMUL and FADD, DMUL and DADD). What
 * is packed in pairs (HMUL2, FMUL2) is not looked at. */
bool unfused_at(const struct sass_code *code, const struct sass_flow *flow, size_t at);

#endif
