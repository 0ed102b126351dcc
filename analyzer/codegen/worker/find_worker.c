#include "codegen/worker/find_worker.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/executable.h"
#include "support/hash.h"

static const char name[] = "gpulint-run";

/* NULL: none of the folders contains it. */
static const char *
find_on_path(const char *folders, struct arena *arena)
{
	while (*folders) {
		const size_t length = strcspn(folders, ":");
		const char *path = arena_printf(arena, "%.*s/%s", (int)length, folders, name);
		if (length && access(path, X_OK) == 0)
			return path;
		folders += length + (folders[length] == ':');
	}
	return NULL;
}

const char *
find_worker(struct arena *arena)
{
	char beside[PATH_MAX];
	if (path_from_executable(beside, sizeof beside, name) && access(beside, X_OK) == 0)
		return arena_strdup(arena, beside);
	const char *folders = getenv("PATH");
	const char *path = folders ? find_on_path(folders, arena) : NULL;
	return path ? path : name;
}

const char *
find_worker_state(struct arena *arena)
{
	unsigned char piece[1 << 16];
	uint64_t hash = 0;
	FILE *file = fopen(find_worker(arena), "rbe");
	if (!file)
		return "";
	size_t size;
	do {
		size = fread(piece, 1, sizeof piece, file);
		hash = hash_bytes_from(hash, piece, size);
	} while (size == sizeof piece);
	fclose(file);
	return arena_printf(arena, "%016" PRIx64, hash);
}
