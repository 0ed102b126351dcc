#include "support/kept_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/cache_folder.h"
#include "support/hash.h"

const char *
kept_file_stem(struct arena *arena, const char *folder, const char *made_of)
{
	const char *path = cache_folder(arena, folder);
	return path ? cache_folder_entry(arena, path, made_of) : NULL;
}

const char *
kept_file_folder(struct arena *arena, const char *stem)
{
	return arena_strndup(arena, stem, (size_t)(strrchr(stem, '/') - stem));
}

static const char *
path_with_size(const char *stem, int64_t size, struct arena *arena)
{
	return arena_printf(arena, "%s-%llx", stem, (unsigned long long)size);
}

/* Whether the file is complete and only this user can have written it. */
static bool
is_whole(const char *path, const char *stem, struct arena *arena)
{
	struct stat status;
	return lstat(path, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == geteuid() &&
	       !(status.st_mode & (S_IWGRP | S_IWOTH)) &&
	       strcmp(path, path_with_size(stem, status.st_size, arena)) == 0;
}

const char *
kept_file_find(const char *stem, struct arena *arena)
{
	const char *folder = kept_file_folder(arena, stem), *name = strrchr(stem, '/') + 1, *found = NULL;
	DIR *directory = opendir(folder);
	if (!directory)
		return NULL;
	for (struct dirent *entry; !found && (entry = readdir(directory));) {
		if (strncmp(entry->d_name, name, strlen(name)) != 0)
			continue;
		const char *path = arena_printf(arena, "%s/%s", folder, entry->d_name);
		if (is_whole(path, stem, arena))
			found = path;
	}
	closedir(directory);
	if (found)
		cache_folder_touch(found);
	return found;
}

const char *
kept_file_begin(const char *stem, struct arena *arena)
{
	char *path = arena_printf(arena, "%s.XXXXXX", stem);
	folders_make_above(stem);
	const int file = mkstemp(path);
	if (file < 0)
		return NULL;
	close(file);
	return path;
}

const char *
kept_file_end(const char *stem, const char *written, bool is_good, int64_t most_bytes, struct arena *arena)
{
	struct stat status;
	/* The writer may have replaced the file. */
	if (is_good && chmod(written, S_IRUSR | S_IWUSR) == 0 && stat(written, &status) == 0 && status.st_size > 0) {
		const char *path = path_with_size(stem, status.st_size, arena);
		if (rename(written, path) == 0) {
			cache_folder_make_room(kept_file_folder(arena, stem), most_bytes);
			return path;
		}
	}
	unlink(written);
	return NULL;
}

static const char *
lock_path(const char *stem, struct arena *arena)
{
	return arena_printf(arena, "%s.lock", stem);
}

int
kept_file_lock(const char *stem, struct arena *arena)
{
	folders_make_above(stem);
	const int lock = open(lock_path(stem, arena), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR);
	while (lock >= 0 && flock(lock, LOCK_EX) != 0 && errno == EINTR)
		continue;
	return lock;
}

void
kept_file_unlock(const char *stem, int lock, struct arena *arena)
{
	if (lock < 0)
		return;
	unlink(lock_path(stem, arena));
	close(lock);
}
