#include "cli/paths.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/message.h"
#include "cli/report/path.h"
#include "support/path.h"

bool
path_is_stdin(const char *path)
{
	return !strcmp(path, "-");
}

bool
paths_name_stdin(const char *const *paths, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (path_is_stdin(paths[i]))
			return true;
	return false;
}

static bool
is_among(const struct words *paths, const char *path)
{
	for (size_t i = 0; i < paths->count; i++)
		if (path_is_stdin(path) ? path_is_stdin(paths->items[i]) : path_is_same_file(paths->items[i], path))
			return true;
	return false;
}

bool
paths_spare(const char *option, const char *written, const char *const *read, size_t count)
{
	for (size_t i = 0; written && i < count; i++) {
		if (path_is_same_file(written, read[i])) {
			message("%s: '%s' is an input file", option, written);
			return false;
		}
	}
	return true;
}

bool
paths_spare_program(struct arena *arena, const char *option, const char *written, const char *program)
{
	const char *folders = getenv("PATH");
	bool is_same = written && path_is_same_file(written, program);
	if (strchr(program, '/'))
		folders = NULL;
	else
		is_same = false; /* a file in this folder that merely has the program's name */
	while (folders && *folders && written && !is_same) {
		const size_t length = strcspn(folders, ":");
		const char *found =
			arena_printf(arena, "%.*s/%s", length ? (int)length : 1, length ? folders : ".", program);
		is_same = path_is_same_file(written, found);
		if (!access(found, X_OK))
			break;
		folders += length + (folders[length] != 0);
	}
	if (is_same)
		message("%s: '%s' is the program to run", option, written);
	return !is_same;
}

bool
paths_choose(struct words *chosen, struct arena *arena, const struct options *options, const char *const *paths,
             size_t count)
{
	size_t from_stdin = 0, nameless = 0;
	for (size_t i = 0; i < count; i++) {
		from_stdin += path_is_stdin(paths[i]);
		nameless += !*paths[i];
		if (*paths[i] && !is_among(chosen, paths[i]))
			words_add(chosen, arena, paths[i]);
	}
	if (!count && options->flags.count)
		message("no file given: arguments after -- are compiler flags; see gpulint --help");
	else if (!count)
		message("no file given; see gpulint --help");
	else if (nameless == count)
		message("a file's name is empty");
	else if (from_stdin > 1)
		message("standard input can only be read once");
	else if (options->stdin_filename && !from_stdin)
		message("--stdin-filename names the file -, which is not given");
	else
		return paths_spare("--output", options->output, paths, count);
	return false;
}

/* The error that would prevent writing the file; 0: none is visible. */
static int
writing_error(struct arena *arena, const char *path)
{
	struct stat status;
	if (stat(path, &status))
		return access(path_folder(arena, path), W_OK | X_OK) ? errno : 0;
	if (S_ISDIR(status.st_mode))
		return EISDIR;
	return access(path, W_OK) ? errno : 0;
}

bool
paths_can_write(struct arena *arena, const char *path)
{
	const int error = path ? writing_error(arena, path) : 0;
	if (error)
		message("%s: %s", path, strerror(error));
	return !error;
}
