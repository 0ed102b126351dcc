/* Response files: compiler flags that stand in a file, named as @FILE, --options-file FILE or -optf FILE. */
#ifndef GPULINT_CLI_RESPONSE_FILE_H
#define GPULINT_CLI_RESPONSE_FILE_H

#include "cli/report/words.h"

/* Adds the flags to `expanded`, those of response files in the place of their names; relative names are of files in
 * `directory` (NULL: the current one). What could not be read goes to `unread`, a message each. */
void response_files_expand(struct words *expanded, struct words *unread, struct arena *arena, const struct words *flags,
                           const char *directory);

#endif
