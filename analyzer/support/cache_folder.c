#include "support/cache_folder.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/allocate.h"
#include "support/hash.h"

const char *
cache_folder(struct arena *arena, const char *name)
{
	const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
	/* The XDG specification requires relative paths to be ignored. */
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
		mkdir(folder, S_IRWXU); /* private to the user, as the specification requires */
		*slash = '/';
	}
	arena_free(&arena);
}

/* Two 64-bit hashes: a collision of both is negligible. */
const char *
cache_folder_entry(struct arena *arena, const char *folder, const char *text)
{
	const uint64_t first = hash_text(text), second = hash_text_from(first, text);
	return arena_printf(arena, "%s/%016llx%016llx", folder, (unsigned long long)first, (unsigned long long)second);
}

void
cache_folder_touch(const char *path)
{
	const struct timespec now[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}};
	utimensat(AT_FDCWD, path, now, 0);
}

/* ---- size limit -------------------------------------------------------------------------------------------------- */

struct entry {
	const char *path;
	off_t bytes;
	struct timespec used;
};

struct entries {
	struct entry *items;
	size_t count, capacity;
	off_t bytes;
};

static void
list_entries(struct entries *entries, const char *folder, struct arena *arena)
{
	DIR *directory = opendir(folder);
	if (!directory)
		return;
	for (struct dirent *file; (file = readdir(directory));) {
		struct stat status;
		const char *path = arena_printf(arena, "%s/%s", folder, file->d_name);
		if (lstat(path, &status) != 0 || !S_ISREG(status.st_mode))
			continue;
		const struct entry entry = {path, status.st_size, status.st_mtim};
		memory_push(entries->items, entries->count, entries->capacity, entry);
		entries->bytes += entry.bytes;
	}
	closedir(directory);
}

static int
by_use(const void *left, const void *right)
{
	const struct timespec a = ((const struct entry *)left)->used, b = ((const struct entry *)right)->used;
	if (a.tv_sec != b.tv_sec)
		return a.tv_sec < b.tv_sec ? -1 : 1;
	return (a.tv_nsec > b.tv_nsec) - (a.tv_nsec < b.tv_nsec);
}

void
cache_folder_make_room(const char *folder, int64_t most_bytes)
{
	struct arena arena = {0};
	struct entries entries = {0};
	list_entries(&entries, folder, &arena);
	if (entries.count && entries.bytes > most_bytes)
		qsort(entries.items, entries.count, sizeof *entries.items, by_use);
	for (size_t i = 0; i < entries.count && entries.bytes > most_bytes; i++) {
		if (unlink(entries.items[i].path) == 0)
			entries.bytes -= entries.items[i].bytes;
	}
	free(entries.items);
	arena_free(&arena);
}
