#include "support/cache_folder.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *
cache_folder(struct arena *arena, const char *name)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	/* The specification has relative paths ignored. */
	if (cache && *cache == '/')
		return arena_printf(arena, "%s/gpulint/%s", cache, name);
	return home && *home ? arena_printf(arena, "%s/.cache/gpulint/%s", home, name) : NULL;
}

void
folders_make_above(const char *path)
{
	struct arena arena = {0};
	char *folder = arena_strdup(&arena, path);
	for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(folder, S_IRWXU);   /* the user's own, as the specification asks for it */
		*slash = '/';
	}
	arena_free(&arena);
}
