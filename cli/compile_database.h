/* compile_commands.json: the flags that a project's build compiles a file with. They are handed on unfiltered; the front
 * end takes only those that are known to be harmless. */
#ifndef GPULINT_CLI_COMPILE_DATABASE_H
#define GPULINT_CLI_COMPILE_DATABASE_H

#include <stdbool.h>

#include "cli/report/words.h"
#include "support/arena.h"

struct compile_database;

/* From a folder that holds compile_commands.json, or from the file itself. Entries that cannot be used are told in messages and
 * passed over. NULL, with a message in the arena, when it cannot be read or nothing of it can be used. */
struct compile_database *compile_database_read(const char *path, struct arena *arena, const char **error);
void compile_database_free(struct compile_database *database);

/* What an entry says. */
struct database_flags {
	struct words words;
	const char *directory; /* what relative paths in the flags are relative to */
	const char *source;    /* the file that it is about */
	const char *database;  /* where the entry stands: the file, */
	unsigned line;         /* the line where it begins, */
	size_t number;         /* and which one it is, from 1 */
};

/* The flags of the file's own entry, and true; else, as headers have none, those of the entry whose path is the nearest: the
 * same name with another ending, then the same folder, then the longest way in common. */
bool compile_database_find(const struct compile_database *database, struct arena *arena, const char *file,
                           struct database_flags *flags);

#endif
