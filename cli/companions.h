/* The files beside those given that hold the rest of the program.
 *
 * Kernels are often linted without the file in which main stands, which alone says how large the grids and arrays are.
 * Where no file given defines main, the source files of their folders are looked through for one that names a function of
 * the files given; and where such a main calls them through a third file, for that. Only text is compared here: whether
 * the functions are really called shows when the program is put together. */
#ifndef GPULINT_CLI_COMPANIONS_H
#define GPULINT_CLI_COMPANIONS_H

#include <stddef.h>

#include "cli/report/source.h"
#include "ir/ir.h"
#include "support/arena.h"

enum { MOST_COMPANIONS = 8, MOST_COMPANION_BYTES = 1 << 19 };

/* Paths, in the arena. */
struct companions {
	const char *paths[MOST_COMPANIONS];
	size_t count;
	/* the first that would have been too much to read beside these: more than so many files, or than so many bytes
	 * in all; NULL: none */
	const char *left_out;
};

struct companions companions_find(struct arena *arena, struct sources *sources, const struct ir_unit *units,
                                  size_t unit_count);

#endif
