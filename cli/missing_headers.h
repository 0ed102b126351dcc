/* Suggests folders for headers that the compiler did not find. */
#ifndef GPULINT_CLI_MISSING_HEADERS_H
#define GPULINT_CLI_MISSING_HEADERS_H

#include "cli/project.h"
#include "frontend/frontend.h"

/* Adds to the message of each missing header a folder for -I. It is the nearest folder that contains the header by its
 * included name. The search covers the including file's folder, its subfolders, and the project's enclosing folders.
 * The search is bounded; if it finds none, the message says to name one. Found headers may include other missing ones.
 * So the file is parsed again with these folders. Headers that are missing then become problems of the unit too, so
 * that all are reported at once. Whether a found header is the intended one is unknown, and the message says so.
 * options: those with which the unit was parsed. */
void missing_headers_suggest(struct ir_unit *unit, const struct frontend_options *options,
                             const struct project *project);

#endif
