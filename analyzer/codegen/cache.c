#include "codegen/cache.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/allocate.h"
#include "support/cache_folder.h"

struct cache
cache_open(struct arena *arena)
{
	return (struct cache){cache_folder(arena, "compiled"), 256 << 20};
}

/* The caller frees the result; NULL: the file cannot be read. */
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
	const char *path = cache->folder ? cache_folder_entry(&arena, cache->folder, asked) : NULL;
	if (path)
		answer = load_entry(path);
	if (answer.object)
		cache_folder_touch(path);
	arena_free(&arena);
	return answer;
}

void
cache_answer_free(struct cache_answer *answer)
{
	json_decref(answer->object);
	free(answer->bytes);
}

/* ---- storing ----------------------------------------------------------------------------------------------------- */

/* Writes the entry completely or not at all. */
static void
write_entry(const char *path, const struct cache_answer *answer, struct arena *arena)
{
	char *part = arena_printf(arena, "%s.XXXXXX", path);
	const int descriptor = mkstemp(part);
	FILE *file = descriptor >= 0 ? fdopen(descriptor, "wb") : NULL;
	if (!file)
		return;
	const bool is_written = json_dumpf(answer->object, file, JSON_COMPACT) == 0 &&
	                        fwrite(answer->bytes, 1, answer->size, file) == answer->size;
	if (fclose(file) != 0 || !is_written || rename(part, path) != 0)
		unlink(part);
}

void
cache_keep(const struct cache *cache, const char *asked, const struct cache_answer *answer)
{
	struct arena arena = {0};
	if (cache->folder) {
		const char *path = cache_folder_entry(&arena, cache->folder, asked);
		folders_make_above(path);
		write_entry(path, answer, &arena);
		cache_folder_make_room(cache->folder, cache->most_bytes);
	}
	arena_free(&arena);
}
