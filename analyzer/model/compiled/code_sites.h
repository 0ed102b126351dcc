/* Sites that only the machine code has: accesses of inline assembly, and accesses on lines where the evaluated
 * source has none. The evaluator may have left a loop or call early, or may know a library function only by name.
 * The compiler also adds accesses, such as for the arguments of a kernel that a kernel launches.
 *
 * The line is the one of compilers and profilers; the expression is that line's text. The lanes' behaviour is known
 * as far as the machine code was run. */
#ifndef GPULINT_MODEL_COMPILED_CODE_SITES_H
#define GPULINT_MODEL_COMPILED_CODE_SITES_H

#include "model/compiled/lines.h"
#include "model/compiled/machine_code.h"
#include "support/source_reader.h"

struct code_sites_of {
	const struct kernel *kernel;
	const struct machine_code *machine;
	const struct source_reader *sources;
	struct arena *arena;
	const struct gpu *gpu;
};

/* Adds them to the launch's sites. Existing sites keep their order, but their addresses change. */
void code_sites_add(const struct code_sites_of *code, struct launch *launch, const struct lines_traffic *lines,
                    const struct launch_traffic *of);
/* The same if the machine code was not run to its end; `why` gives the reason. Nothing is known of these sites. */
void code_sites_add_unknown(const struct code_sites_of *code, struct launch *launch, const char *why);
/* Adds sites of the inline assembly of a kernel that was not compiled. Nothing is known of them. */
void code_sites_of_assembly(const struct kernel *kernel, struct launch *launch, struct arena *arena);

#endif
