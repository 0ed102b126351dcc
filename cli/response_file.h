/* Response files: compiler flags in a file, named as @FILE, --options-file FILE or -optf FILE. */
#ifndef GPULINT_CLI_RESPONSE_FILE_H
#define GPULINT_CLI_RESPONSE_FILE_H

#include "cli/report/words.h"

/* Adds the flags to `expanded`, with response files replaced by their contents. Relative names are relative to
 * `directory` (NULL: the current one). Files that could not be read are added to `unread`, one message each. */
void response_files_expand(struct words *expanded, struct words *unread, struct arena *arena, const struct words *flags,
                           const char *directory);

#endif
