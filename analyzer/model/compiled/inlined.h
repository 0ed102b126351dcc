/* Accesses whose instructions are on a line of a library's header. Example: the copy of a __half2 is in its
 * constructor there. */
#ifndef GPULINT_MODEL_COMPILED_INLINED_H
#define GPULINT_MODEL_COMPILED_INLINED_H

#include "model/compiled/lines.h"
#include "model/compiled/machine_code.h"

/* line_of: by site, the instructions of its line, or NULL. The function assigns lines without sites, in files that
 * are not the program's, to sites. It does so if each of the line's instructions was inlined into a line whose sites
 * have no instructions, or none that access their memory. The sites' code.line_info becomes that line. */
void inlined_find(struct launch *launch, const struct lines_traffic *lines,
                  const struct machine_instruction *instructions, const struct line_traffic **line_of);

#endif
