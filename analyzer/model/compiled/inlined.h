/* Accesses whose instructions are on a line of a library's header: the copy of a __half2 is in its constructor there. */
#ifndef GPULINT_MODEL_COMPILED_INLINED_H
#define GPULINT_MODEL_COMPILED_INLINED_H

#include "model/compiled/lines.h"
#include "model/compiled/machine.h"

/* line_of: of each site the instructions of its line, NULL where there are none. Where no site stands on the line of a file that is not
 * the program's, and each of its instructions was inlined into a line of sites without any, or whose instructions go to none of their
 * memory, they become these sites', and the line the sites' line_info. */
void inlined_find(struct launch *launch, const struct lines_traffic *lines, const struct machine_instruction *instructions,
                  const struct line_traffic **line_of);

#endif
