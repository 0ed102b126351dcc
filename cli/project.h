/* Which folders are the project's, of which files are given: what a search may look through. */
#ifndef GPULINT_CLI_PROJECT_H
#define GPULINT_CLI_PROJECT_H

#include <stdbool.h>

#include "cli/report/words.h"
#include "support/arena.h"

/* Real paths, without a slash at the end; NULL: there is none. */
struct project {
	const char *common;   /* the innermost folder that holds all files given */
	const char *database; /* where the compile database is */
};

/* database: its file or folder; NULL: none is given. */
struct project project_of(struct arena *arena, const struct words *files, const char *database);

/* Folders around this one, itself not counted, that are the project's as well: up to the one that a version control system marks, or
 * that holds the compile database or the folder that it is made in; else up to the common one. Never one that holds the files of
 * several projects, such as /tmp or the home folder: -1 if this one does. */
int project_folders_around(const struct project *project, const char *folder);

#endif
