/* Adds facts from the machine code: resources of the kernels, and what the instructions of their launches do. */
#ifndef GPULINT_MODEL_COMPILED_COMPILED_H
#define GPULINT_MODEL_COMPILED_COMPILED_H

#include "codegen/compile.h"
#include "model/facts.h"
#include "support/source_reader.h"

/* The source of the compiled code. */
struct compiled_program {
	const struct ir_unit *units;
	size_t unit_count;
	struct source_reader sources;
};

void compiled_take(struct facts *facts, const struct compiled_program *program, const struct compilation *compilation,
                   const struct gpu *gpu);
/* Sets the same facts if nothing is compiled. */
void compiled_leave(struct facts *facts);

#endif
