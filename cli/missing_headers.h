/* Where headers may be that the compiler did not find. */
#ifndef GPULINT_CLI_MISSING_HEADERS_H
#define GPULINT_CLI_MISSING_HEADERS_H

#include "cli/project.h"
#include "frontend/frontend.h"

/* Adds to the message of each header that was not found a folder to name with -I: the nearest at or below the folder of the file that
 * includes it, or one of those around that are the project's, that holds the header by the name it is included by. The search is
 * bounded; where it finds none the message says to name one. Headers found so may lack others: the file is parsed with these folders
 * once more, and what is missing then is a problem of the unit as well, so that all are named at once: of a header that is the one
 * meant, which nobody knows, and the message says so. options: those that the unit was parsed with. */
void missing_headers_suggest(struct ir_unit *unit, const struct frontend_options *options,
                             const struct project *project);

#endif
