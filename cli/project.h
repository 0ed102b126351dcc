/* Which folders belong to the project of the given files, and may be searched. */
#ifndef GPULINT_CLI_PROJECT_H
#define GPULINT_CLI_PROJECT_H

#include <stdbool.h>

#include "cli/report/words.h"
#include "support/arena.h"

/* Real paths, without a trailing slash; NULL: there is none. */
struct project {
	const char *common;   /* the innermost folder that contains all given files */
	const char *database; /* the folder of the compile database */
};

/* database: its file or folder; NULL: none is given. */
struct project project_of(struct arena *arena, const struct words *files, const char *database);

/* The number of enclosing folders that also belong to the project: up to the folder with a version control system's
 * mark, or with the compile database or its build folder; otherwise up to the common folder. Never a folder that
 * contains several projects' files, such as /tmp or the home folder. -1: `folder` itself is one. */
int project_folders_around(const struct project *project, const char *folder);

#endif
