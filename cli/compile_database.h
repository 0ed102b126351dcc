/* compile_commands.json: the flags with which a project's build compiles a file. They are passed on unfiltered; the
 * front end accepts only those known to be harmless. */
#ifndef GPULINT_CLI_COMPILE_DATABASE_H
#define GPULINT_CLI_COMPILE_DATABASE_H

#include <stdbool.h>

#include "cli/report/words.h"
#include "support/arena.h"

struct compile_database;

/* Reads from a folder that contains compile_commands.json, or from the file itself. Unusable entries are reported in
 * messages and skipped. NULL, with a message in the arena: it cannot be read, or no entry is usable. */
struct compile_database *compile_database_read(const char *path, struct arena *arena, const char **error);
void compile_database_free(struct compile_database *database);

/* The contents of an entry. */
struct database_flags {
	struct words words;
	const char *directory; /* for relative paths in the flags */
	const char *source;    /* the file that it compiles */
	const char *database;  /* the database's file */
	unsigned line;         /* the line on which the entry begins */
	size_t number;         /* the entry's number, from 1 */
};

/* The flags of the file's own entry; then it returns true. Headers have no entry, so otherwise the flags of the entry
 * with the nearest path: the same name with another extension, then the same folder, then the longest common path. */
bool compile_database_find(const struct compile_database *database, struct arena *arena, const char *file,
                           struct database_flags *flags);

#endif
