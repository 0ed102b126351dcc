/* Finds files next to the given ones that contain the rest of the program.
 *
 * Kernels are often linted without the file that contains main, which alone determines the sizes of grids and
 * arrays. If no given file defines main, the source files of their folders are searched for one that names a
 * function of the given files. If such a main calls them through a third file, that is included. Only text is
 * compared here; whether the functions are really called shows when the program is linked. */
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
	/* the first file beyond the limits of files or of bytes; NULL: none */
	const char *left_out;
};

struct companions companions_find(struct arena *arena, struct sources *sources, const struct ir_unit *units,
                                  size_t unit_count);

#endif
