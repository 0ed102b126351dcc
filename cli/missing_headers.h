/* Where headers may be that the compiler did not find. */
#ifndef GPULINT_CLI_MISSING_HEADERS_H
#define GPULINT_CLI_MISSING_HEADERS_H

#include "model/facts.h"

/* Adds to the message of each header that was not found a folder to name with -I: the first below the file's own folder, or one of
 * those around it, that holds the header by the name it is included by. The search is bounded; where it finds none the message says
 * to name one. */
void missing_headers_suggest(struct facts *facts);

#endif
