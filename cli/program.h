/* Which files are one program. Usually all that a command line names; but a folder of examples, or the files that a
 * commit touches, hold several mains, and then each main is a program of its own with the files that it needs. */
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

/* Splits the units. Every unit is in at least one program; what several mains need is in the program of each, and what
 * none of them needs makes the last ones: one, unless units define a kernel of the same name each for itself. */
struct program *program_split(struct arena *arena, struct ir_unit *units, size_t count, size_t *program_count);

/* Adds the files, kernels and host operations of `part` to `whole`; a kernel that is there already gains launches. Shallow:
 * `part` must outlive `whole`. */
void program_merge(struct facts *whole, const struct facts *part);
/* When all parts, each program's at its number, are in `whole`: its host operations' launches become those of its kernels. */
void program_find_launches(struct facts *whole, const struct facts *parts);

/* A header that does not stand by itself is told as the part of another unit that it is there. Empties those of the first
 * `given` units that are such. */
void program_absorb_headers(struct ir_unit *units, size_t count, size_t given);

/* Lists the kernel templates in the first `given` of the units' own files of which no unit has an instance. */
void program_report_dormant(struct facts *facts, const struct ir_unit *units, size_t count, size_t given);

#endif
