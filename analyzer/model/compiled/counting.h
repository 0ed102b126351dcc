/* Runs blocks of a launch on its machine code and counts what each instruction does. */
#ifndef GPULINT_MODEL_COMPILED_COUNTING_H
#define GPULINT_MODEL_COMPILED_COUNTING_H

#include "codegen/execute/execute.h"
#include "model/compiled/launch_memory.h"
#include "model/compiled/traffic.h"

struct counting;

/* Allocates the traffic's items, to which counting_add adds. memory NULL: its contents are unknown. */
struct counting *counting_begin(struct launch_traffic *traffic, const struct sass_code *code,
                                struct launch_memory *memory);
void counting_end(struct counting *counting);

/* Runs a block, and records it unless `record` is NULL. */
struct execute_result counting_run(struct counting *counting, struct execute_run *run, const uint32_t at[3],
                                   struct execute_record *record);
/* The notes of the run; NULL: it is not traced. */
struct trace *counting_trace(const struct counting *counting);
/* Adds `weight` times what the latest block did. */
void counting_add(struct counting *counting, double weight);

#endif
