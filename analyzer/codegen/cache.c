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
	return arena_printf(arena, "%s/%016llx%016llx", cache->folder, (unsigned long long)first, (unsigned long long)second);
}

void
cache_touch(const char *path)
{
	const struct timespec now[2] = {{.tv_nsec = UTIME_NOW}, {.tv_nsec = UTIME_NOW}};
	utimensat(AT_FDCWD, path, now, 0);
}

/* For the caller to free; NULL: it cannot be read. */
static char *
read_whole(FILE *file, size_t *size)
{
	struct stat status;
	if (fstat(fileno(file), &status) != 0 || status.st_size <= 0)
		return NULL;
	char *bytes = memory_alloc((size_t)status.st_size);
	*size = fread(bytes, 1, (size_t)status.st_size, file);
	return bytes;
}

static struct cache_answer
load_entry(const char *path)
{
	struct cache_answer answer = {0};
	FILE *file = fopen(path, "rbe");
	size_t size = 0;
	char *text = file ? read_whole(file, &size) : NULL;
	json_error_t end;
	answer.object = text ? json_loadb(text, size, JSON_REJECT_DUPLICATES | JSON_DISABLE_EOF_CHECK, &end) : NULL;
	if (answer.object) {
		answer.size = size - (size_t)end.position;
		answer.bytes = memory_alloc(answer.size + 1);
		memcpy(answer.bytes, text + end.position, answer.size);
	}
	free(text);
	if (file)
		fclose(file);
	return answer;
}

struct cache_answer
cache_find(const struct cache *cache, const char *asked)
{
	struct cache_answer answer = {0};
	struct arena arena = {0};
	const char *path = cache->folder ? path_of(cache, asked, &arena) : NULL;
	if (path)
		answer = load_entry(path);
	if (answer.object)
		cache_touch(path);
	arena_free(&arena);
	return answer;
}

void
cache_answer_free(struct cache_answer *answer)
{
	json_decref(answer->object);
	free(answer->bytes);
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
write_entry(const char *path, const struct cache_answer *answer, struct arena *arena)
{
	char *part = arena_printf(arena, "%s.XXXXXX", path);
	const int descriptor = mkstemp(part);
	FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
	if (!file)
		return;
	const bool is_written = json_dumpf(answer->object, file, JSON_COMPACT) == 0 && fwrite(answer->bytes, 1, answer->size, file) == answer->size;
	if (fclose(file) != 0 || !is_written || rename(part, path) != 0)
		unlink(part);
}

void
cache_keep(const struct cache *cache, const char *asked, const struct cache_answer *answer)
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
