/* What a launch's instructions do that no access of the source says: registers that are spilled, arithmetic in double precision,
 * special functions; by the lines of the source.
 *
 * A thread's stack has its arrays below and the registers that do not suffice above. The compiler says how many bytes of these its
 * code stores, each instruction once: where the uppermost stores are so many bytes together, these are they. */
#ifndef GPULINT_MODEL_COMPILED_MACHINE_H
#define GPULINT_MODEL_COMPILED_MACHINE_H

#include "codegen/compile.h"
#include "codegen/line_table.h"
#include "model/compiled/traffic.h"

/* What one instruction is to those who look at lines. */
struct machine_instruction {
	const char *file;              /* of the program's own; NULL: nothing is known of its line */
	uint32_t line;
	unsigned depth;
	enum { MACHINE_OTHER, MACHINE_SPILL, MACHINE_ARRAY, MACHINE_DOUBLE, MACHINE_WIDENING, MACHINE_NARROWING, MACHINE_SPECIAL, MACHINE_SLOW_CALL } kind;
	struct line_origin inner, outer;   /* its line by the compiler, and that of the kernel, of calls that are inlined there; file NULL: not known */
	bool is_usual;                 /* its block is executed instead of a rare case (frequency.h) */
	bool is_unfused;               /* its product is added by an instruction of its own (unfused.h) */
};

/* Of one kernel, whose code and flow stay. */
struct machine_code {
	const struct sass_code *code;
	const struct sass_flow *flow;
	double stack_bytes;            /* of a thread */
	struct work *blocks;           /* of each of the code's blocks, executed once (schedule.h); malloc'ed */
	struct machine_instruction *instructions;   /* one for each of the code's; malloc'ed */
};

struct machine_code machine_code_of(const struct execute_kernel *code, const struct line_table *table,
                                    const struct compiled_kernel *compiled, const struct kernel *kernel, const struct gpu *gpu);
void machine_code_free(struct machine_code *machine);

/* What warps move of local memory with one instruction. */
struct local_access { double requests, lines, sectors; };

/* That of an instruction of which no more is known than how often it is executed: whole warps; at a place that all lanes have in common
 * or, where data chooses the element of an array, at as many as the source's accesses to arrays. */
struct local_access machine_plain_access(const struct machine_code *machine, size_t at, const struct array_traffic *source,
                                         double executions, double certain);

/* Takes that into the launch: its machine lines, and what its local memory takes. `traffic` NULL: it was not run to the end; `blocks`: how
 * often warps execute each block of the code then. */
void machine_take(const struct machine_code *machine, const struct launch_traffic *traffic, const double *blocks, struct launch *launch, struct arena *arena);

#endif
