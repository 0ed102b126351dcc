/* Blocks of a launch that are run on its machine code: what each instruction does is counted. */
#ifndef GPULINT_MODEL_COMPILED_COUNTING_H
#define GPULINT_MODEL_COMPILED_COUNTING_H

#include "codegen/execute/execute.h"
#include "model/compiled/memory.h"
#include "model/compiled/traffic.h"

struct counting;

/* Makes the items, which counting_add adds to; `memory` NULL: nothing is known of it. */
struct counting *counting_begin(struct launch_traffic *traffic, const struct sass_code *code, struct launch_memory *memory);
void counting_end(struct counting *counting);

/* Runs a block, of which a record is made unless that is NULL; */
struct execute_result counting_run(struct counting *counting, struct execute_run *run, const uint32_t at[3], struct execute_record *record);
/* and adds what the latest one did, which stands for so many. */
void counting_add(struct counting *counting, double weight);

#endif
