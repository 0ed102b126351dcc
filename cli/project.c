#include "cli/project.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/path.h"

static const char *
real_path(struct arena *arena, const char *path)
{
	char *real = realpath(path, NULL);
	const char *copy = real ? arena_strdup(arena, real) : NULL;
	free(real);
	return copy;
}

static bool
is_folder(const char *path)
{
	struct stat status;
	return !stat(path, &status) && S_ISDIR(status.st_mode);
}

/* The common folder of two paths. */
static const char *
common_folder(struct arena *arena, const char *a, const char *b)
{
	size_t length = 0, i = 0;
	for (; a[i] && a[i] == b[i]; i++)
		if (a[i] == '/')
			length = i;
	if ((!a[i] || a[i] == '/') && (!b[i] || b[i] == '/'))
		length = i;
	return arena_strndup(arena, a, length ? length : 1);
}

struct project
project_of(struct arena *arena, const struct words *files, const char *database)
{
	struct project project = {0};
	for (size_t i = 0; i < files->count; i++) {
		const char *folder = real_path(arena, path_folder(arena, files->items[i]));
		if (folder)
			project.common = project.common ? common_folder(arena, project.common, folder) : folder;
	}
	if (database)
		project.database = real_path(arena, is_folder(database) ? database : path_folder(arena, database));
	return project;
}

static bool
is_home(const char *folder)
{
	const char *home = getenv("HOME");
	char *real = home && *home ? realpath(home, NULL) : NULL;
	const bool is_it = real && !strcmp(real, folder);
	free(real);
	return is_it;
}

/* Whether unrelated projects have files in this folder. */
static bool
is_shared(const char *folder)
{
	static const char *const shared[] = {
		"/",        "/data", "/home",    "/media", "/mnt",         "/opt",       "/root",
		"/scratch", "/srv",  "/tmp",     "/usr",   "/usr/include", "/usr/local", "/usr/local/include",
		"/usr/src", "/var",  "/var/tmp",
	};
	for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
		if (!strcmp(folder, shared[i]))
			return true;
	return is_home(folder);
}

static bool
has_mark(const char *folder)
{
	static const char *const marks[] = {".git", ".hg", ".svn", ".bzr", ".jj", ".fslckout", "_FOSSIL_", "_darcs"};
	char path[PATH_MAX + 16];
	struct stat status;
	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		snprintf(path, sizeof path, "%s/%s", folder, marks[i]);
		if (!stat(path, &status))
			return true;
	}
	return false;
}

/* Whether the database is in the folder itself, or in a folder in it, such as a build folder. */
static bool
is_database_of(const char *database, const char *folder)
{
	const size_t length = strlen(folder);
	return database && !strncmp(database, folder, length) &&
	       (!database[length] || (database[length] == '/' && !strchr(database + length + 1, '/')));
}

int
project_folders_around(const struct project *project, const char *folder)
{
	char *at = realpath(folder, NULL);
	int around = at && is_shared(at) ? -1 : 0;
	for (int steps = 0; at && !is_shared(at); steps++) {
		const bool is_top = has_mark(at) || is_database_of(project->database, at);
		if (is_top || (project->common && !strcmp(project->common, at)))
			around = steps;
		if (is_top)
			break;
		*strrchr(at, '/') = 0;
		if (!*at)
			break;
	}
	free(at);
	return around;
}
