/* compile_commands.json: the flags that a project's build compiles a file with. They are handed on unfiltered; the front
 * end takes only those that are known to be harmless. */
#ifndef GPULINT_CLI_COMPILE_DATABASE_H
#define GPULINT_CLI_COMPILE_DATABASE_H

#include "cli/words.h"
#include "support/arena.h"

struct compile_database;

/* From a folder that holds compile_commands.json, or from the file itself. NULL, with a message in the arena, when it
 * cannot be read. */
struct compile_database *compile_database_read(const char *path, struct arena *arena, const char **error);
void compile_database_free(struct compile_database *database);

/* The flags of the file's own entry; else, as headers have none, those of the entry whose path is the nearest: the same
 * name with another ending, then the same folder, then the longest way in common. `directory` is what relative paths
 * in the flags are relative to; NULL when the database is empty. */
void compile_database_find(const struct compile_database *database, struct arena *arena, const char *file,
                           struct words *flags, const char **directory);

#endif
