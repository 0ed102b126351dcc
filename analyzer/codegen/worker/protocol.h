/* What gpulint and the gpulint-run that it starts have to agree on, besides docs/job.schema.json and docs/result.schema.json. */
#ifndef GPULINT_CODEGEN_WORKER_PROTOCOL_H
#define GPULINT_CODEGEN_WORKER_PROTOCOL_H

/* The option, with the number of gpulint's process: gpulint-run ends with that, however that ends. What a command starts
 * (--runner) has another parent, or is elsewhere, and does not get it. */
#define PARENT_OPTION "--parent"

/* A step that is no plain launch may take so many times the job's seconds: compiling all kernels of a source, and counting,
 * for which each instruction of a kernel calls others. */
enum { SLOW_STEP = 4 };

/* Where nothing is run those are the processor's seconds, so that the answer is the same on a busy machine. By the clock they may
 * be so many times more. */
enum { BUSY_MACHINE = 4 };

#endif
