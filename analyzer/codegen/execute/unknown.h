/* Internal to the engine: which addresses and guards depend on an instruction that the run does not know. */
#ifndef GPULINT_CODEGEN_EXECUTE_UNKNOWN_H
#define GPULINT_CODEGEN_EXECUTE_UNKNOWN_H

#include "codegen/execute/demand.h"
#include "codegen/sass/flow.h"

struct arena;

/* By instruction: the opcode of an instruction without an operation (operations.c) whose result may reach its addresses
 * or its guard through registers, or decide whether it executes; SASS_UNKNOWN: none. NULL: no instruction needs such a
 * result. post_dominators: by block. */
uint16_t *find_unknown_operations(const struct sass_code *code, const struct sass_flow *flow,
                                  const struct demand *demand, const uint32_t *post_dominators, struct arena *arena);

#endif
