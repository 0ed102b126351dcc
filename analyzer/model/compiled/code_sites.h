/* Sites of what only the machine code has: accesses of inline assembly, and those on lines where the evaluation of the source came to
 * none. The evaluator may have left a loop before its end, or a call; a library's function may be known to it by its name alone; and the
 * compiler makes accesses of its own, as for the arguments of a kernel that a kernel launches.
 *
 * The line is where compilers and profilers have it; the expression is that line's text. What lanes do there is known as
 * far as the machine code was run. */
#ifndef GPULINT_MODEL_COMPILED_CODE_SITES_H
#define GPULINT_MODEL_COMPILED_CODE_SITES_H

#include "model/compiled/lines.h"
#include "model/compiled/machine.h"
#include "support/source_reader.h"

struct code_sites_of {
	const struct kernel *kernel;
	const struct machine_code *machine;
	const struct source_reader *sources;
	struct arena *arena;
	const struct gpu *gpu;
};

/* Adds them to the launch's sites. Those that are there stay in their order, but lie elsewhere then. */
void code_sites_add(const struct code_sites_of *code, struct launch *launch, const struct lines_traffic *lines,
                    const struct launch_traffic *of);
/* The same where the machine code was not run to its end: why. Of none of them anything is known. */
void code_sites_add_unknown(const struct code_sites_of *code, struct launch *launch, const char *why);
/* Sites of its inline assembly, where the kernel was not compiled: nothing is known of them. */
void code_sites_of_assembly(const struct kernel *kernel, struct launch *launch, struct arena *arena);

#endif
