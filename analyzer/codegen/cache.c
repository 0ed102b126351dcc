#include "codegen/cache.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/cache_folder.h"
#include "support/hash.h"
#include "support/memory.h"

struct cache
cache_open(struct arena *arena)
{
	return (struct cache){cache_folder(arena, "compiled"), 256 << 20};
}

/* Two hashes of 64 bits: that both are another question's does not happen. */
static const char *
path_of(const struct cache *cache, const char *asked, struct arena *arena)
{
	const uint64_t first = hash_text(asked), second = hash_text_from(first, asked);
	return arena_printf(arena, "%s/%016llx%016llx.json", cache->folder, (unsigned long long)first, (unsigned long long)second);
}

void
cache_touch(const char *path)
{
	const struct timespec now[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}};
	utimensat(AT_FDCWD, path, now, 0);
}

static size_t
read_part(void *buffer, size_t size, void *file)
{
	return fread(buffer, 1, size, file);
}

/* In parts: the reader of files takes a call for each byte. */
static json_t *
load_entry(const char *path)
{
	FILE *file = fopen(path, "rbe");
	if (!file)
		return NULL;
	json_t *answer = json_load_callback(read_part, file, JSON_REJECT_DUPLICATES, NULL);
	fclose(file);
	return answer;
}

json_t *
cache_find(const struct cache *cache, const char *asked)
{
	if (!cache->folder)
		return NULL;
	struct arena arena = {0};
	const char *path = path_of(cache, asked, &arena);
	json_t *answer = load_entry(path);
	if (answer)
		cache_touch(path);
	arena_free(&arena);
	return answer;
}

/* ---- keeping ------------------------------------------------------------------------------------------------------- */

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
cache_make_room(const char *folder, int64_t most_bytes)
{
	struct arena arena = {0};
	struct entries entries = {0};
	list_entries(&entries, folder, &arena);
	if (entries.bytes > most_bytes)
		qsort(entries.items, entries.count, sizeof *entries.items, by_use);
	for (size_t i = 0; i < entries.count && entries.bytes > most_bytes; i++) {
		if (unlink(entries.items[i].path) == 0)
			entries.bytes -= entries.items[i].bytes;
	}
	free(entries.items);
	arena_free(&arena);
}

/* Whole, or not at all. */
static void
write_entry(const char *path, const json_t *answer, struct arena *arena)
{
	char *part = arena_printf(arena, "%s.XXXXXX", path);
	const int file = mkstemp(part);
	if (file < 0)
		return;
	const bool is_written = json_dumpfd(answer, file, JSON_COMPACT) == 0;
	if (close(file) != 0 || !is_written || rename(part, path) != 0)
		unlink(part);
}

void
cache_keep(const struct cache *cache, const char *asked, const json_t *answer)
{
	struct arena arena = {0};
	if (cache->folder) {
		const char *path = path_of(cache, asked, &arena);
		folders_make_above(path);
		write_entry(path, answer, &arena);
		cache_make_room(cache->folder, cache->most_bytes);
	}
	arena_free(&arena);
}
