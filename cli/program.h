/* Decides which files are one program. Usually it is all files of the command line. But a folder of examples, or the
 * files of a commit, contain several mains. Then each main is a program with the files that it needs. */
#ifndef GPULINT_CLI_PROGRAM_H
#define GPULINT_CLI_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

#include "ir/ir.h"
#include "model/facts.h"
#include "support/arena.h"

struct program {
	struct ir_unit **units;
	size_t unit_count;
};

bool program_defines_main(const struct ir_unit *unit);

/* Splits the units into programs. Every unit is in at least one program. A unit that several mains need is in the
 * program of each. Units that no main needs form one more program, or several if they define kernels of the same
 * name. */
struct program *program_split(struct arena *arena, struct ir_unit *units, size_t count, size_t *program_count);

/* Adds the files, kernels and host operations of `part` to `whole`; an existing kernel gains launches. Shallow: `part`
 * must outlive `whole`. */
void program_merge(struct facts *whole, const struct facts *part);
/* Call it when all parts are in `whole`, at their programs' indices: the launches of its host operations become those
 * of its kernels. */
void program_find_launches(struct facts *whole, const struct facts *parts);

/* A header that does not compile alone is reported as part of a unit that includes it. Empties such units among the
 * first `given`. */
void program_absorb_headers(struct ir_unit *units, size_t count, size_t given);

/* Lists the kernel templates in the first `given` units' own files that no unit instantiates. */
void program_report_dormant(struct facts *facts, const struct ir_unit *units, size_t count, size_t given);

#endif
