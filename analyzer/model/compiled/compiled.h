/* The map from the source to the machine code that the compiler made of it, taken into the facts: resources of the kernels, and
 * what their launches' instructions do. */
#ifndef GPULINT_MODEL_COMPILED_COMPILED_H
#define GPULINT_MODEL_COMPILED_COMPILED_H

#include "codegen/compile.h"
#include "model/facts.h"
#include "support/source_reader.h"

/* The source of what was compiled. */
struct compiled_program {
	const struct ir_unit *units;
	size_t unit_count;
	struct source_reader sources;
};

void compiled_take(struct facts *facts, const struct compiled_program *program, const struct compilation *compilation, const struct gpu *gpu);
/* The same of what is not compiled. */
void compiled_leave(struct facts *facts);

#endif
