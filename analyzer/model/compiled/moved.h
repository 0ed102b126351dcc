/* Accesses whose instructions the compiler has put on other lines: a load that it hoists out of a loop stands where the loop
 * begins, and what two arms of a branch both load stands at the branch. */
#ifndef GPULINT_MODEL_COMPILED_MOVED_H
#define GPULINT_MODEL_COMPILED_MOVED_H

#include "model/compiled/lines.h"

/* line_of: of each site the instructions of its line, NULL where there are none. Where instructions of no site's line access only what
 * such a site accesses, or each what one of several does, they become its, and the site's line_info their place. */
void moved_find(struct launch *launch, const struct lines_traffic *lines, const struct line_traffic **line_of);

#endif
