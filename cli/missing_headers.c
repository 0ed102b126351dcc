#include "cli/missing_headers.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_ENTRIES = 20000, DEEPEST = 5, MOST_LEVELS = 3, LONGEST_PATH = 4096 };

struct search {
	const char *header;
	unsigned entries;              /* that were looked at */
	char found[LONGEST_PATH];      /* the folder; "": none */
};

static bool
holds(const char *folder, const char *header)
{
	char path[2 * LONGEST_PATH];
	struct stat status;
	snprintf(path, sizeof path, "%s/%s", folder, header);
	return !stat(path, &status) && S_ISREG(status.st_mode);
}

static bool
is_folder(const char *path)
{
	struct stat status;
	return !lstat(path, &status) && S_ISDIR(status.st_mode);
}

static bool
look_in(struct search *search, const char *folder, unsigned depth)
{
	if (holds(folder, search->header)) {
		snprintf(search->found, sizeof search->found, "%s", folder);
		return true;
	}
	DIR *dir = depth < DEEPEST ? opendir(folder) : NULL;
	bool found = false;
	for (struct dirent *entry; dir && !found && search->entries < MOST_ENTRIES && (entry = readdir(dir));) {
		char path[LONGEST_PATH];
		search->entries++;
		const bool fits = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path;
		found = fits && entry->d_name[0] != '.' && is_folder(path) && look_in(search, path, depth + 1);
	}
	if (dir)
		closedir(dir);
	return found;
}

/* The nearest folders first: the file's own and what is below, then those around it. */
static bool
find(struct search *search, const char *file)
{
	char folder[LONGEST_PATH];
	const char *slash = strrchr(file, '/');
	if ((size_t)snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - file) : 1, slash ? file : ".") + 8 >= sizeof folder)
		return false;
	for (unsigned level = 0; level < MOST_LEVELS; level++) {
		if (look_in(search, folder, 0))
			return true;
		strcat(folder, "/..");
	}
	return false;
}

/* "'cub/cub.cuh' file not found": what stands in the quotes; "": it is another message. */
static void
header_of(const char *message, char *header, size_t size)
{
	const char *end = strstr(message, "' file not found");
	*header = '\0';
	if (*message == '\'' && end && (size_t)(end - message) < size)
		snprintf(header, size, "%.*s", (int)(end - message - 1), message + 1);
}

void
missing_headers_suggest(struct facts *facts)
{
	struct search search = {0};
	for (size_t i = 0; i < facts->file_count; i++) {
		for (size_t k = 0; k < facts->files[i].problem_count; k++) {
			struct file_problem *problem = &facts->files[i].problems[k];
			char header[LONGEST_PATH];
			header_of(problem->message, header, sizeof header);
			if (!*header || !problem->place.file)
				continue;
			search.header = header;
			problem->is_missing_header = true;
			problem->message = find(&search, problem->place.file)
			                   ? arena_printf(&facts->arena, "%s: try -I %s", problem->message, search.found)
			                   : arena_printf(&facts->arena, "%s: name its folder with -I", problem->message);
		}
	}
}
