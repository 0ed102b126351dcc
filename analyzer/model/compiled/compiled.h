/* The map from the source to the machine code that the compiler made of it, taken into the facts: resources of the kernels, and
 * what their launches' instructions do. */
#ifndef GPULINT_MODEL_COMPILED_COMPILED_H
#define GPULINT_MODEL_COMPILED_COMPILED_H

#include <stdio.h>

#include "codegen/compile.h"
#include "model/facts.h"
#include "support/source_reader.h"

/* The source of what was compiled. */
struct compiled_program {
	const struct ir_unit *units;
	size_t unit_count;
	struct source_reader sources;
};

/* table: where a line goes for each launch and source line, what was predicted by the source and what by the machine code, for
 * those who work on gpulint; NULL: nowhere. */
void compiled_take(struct facts *facts, const struct compiled_program *program, const struct compilation *compilation, const struct gpu *gpu,
                   FILE *table);
/* The same of what is not compiled. */
void compiled_leave(struct facts *facts);

#endif
