/* The protocol between gpulint and its gpulint-run, besides docs/job.schema.json and docs/result.schema.json. */
#ifndef GPULINT_CODEGEN_WORKER_PROTOCOL_H
#define GPULINT_CODEGEN_WORKER_PROTOCOL_H

/* An option with the process id of gpulint. gpulint-run ends when that process ends, in whatever way. A worker
 * started by a command (--runner) does not get the option, because it has another parent or is on another machine. */
#define PARENT_OPTION "--parent"

/* Factor on the job's seconds for slow steps: compiling all kernels of a source, and counting, in which each
 * instruction of a kernel calls others. */
enum { SLOW_STEP = 4 };

/* In compile-only jobs the seconds are CPU time, so that a busy machine gives the same answer. This factor bounds
 * the wall time. */
enum { BUSY_MACHINE = 4 };

#endif
