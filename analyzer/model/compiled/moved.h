/* Accesses whose instructions are on other lines. A load hoisted out of a loop is at the loop's start; a load common
 * to both arms of a branch is at the branch. */
#ifndef GPULINT_MODEL_COMPILED_MOVED_H
#define GPULINT_MODEL_COMPILED_MOVED_H

#include "model/compiled/lines.h"

/* line_of: by site, the instructions of its line, or NULL. A line without sites is assigned to a site without one, if
 * its instructions access only that site's memory. It is assigned to several such sites if each instruction accesses
 * only the memory of one of them. The site's line_info becomes that line. */
void moved_find(struct launch *launch, const struct lines_traffic *lines, const struct line_traffic **line_of);

#endif
