#include "cli/compile_database.h"

#include <errno.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "support/memory.h"

struct entry {
	char *path;            /* of the source, without symbolic links where it exists */
	json_t *json;          /* borrowed from the root */
};

struct compile_database {
	json_t *root;
	struct entry *entries;
	size_t count, capacity;
};

static const char *
member(const json_t *entry, const char *key)
{
	return json_string_value(json_object_get(entry, key));
}

/* The path made absolute against `directory`, and free of symbolic links and dots where the file exists. */
static char *
resolve(const char *directory, const char *path)
{
	char *joined = memory_alloc(strlen(directory) + strlen(path) + 2);
	sprintf(joined, "%s%s%s", *path == '/' ? "" : directory, *path == '/' ? "" : "/", path);
	char *real = realpath(joined, NULL);
	if (!real)
		return joined;
	free(joined);
	return real;
}

static bool
are_strings(const json_t *list)
{
	size_t index;
	json_t *item;
	json_array_foreach(list, index, item)
		if (!json_is_string(item))
			return false;
	return json_is_array(list);
}

static bool
is_entry(const json_t *entry)
{
	const json_t *arguments = json_object_get(entry, "arguments");
	return member(entry, "directory") && member(entry, "file") && (arguments ? are_strings(arguments) : member(entry, "command") != NULL);
}

struct compile_database *
compile_database_read(const char *path, struct arena *arena, const char **error)
{
	struct stat status;
	if (!stat(path, &status) && S_ISDIR(status.st_mode))
		path = arena_printf(arena, "%s/compile_commands.json", path);
	/* To open a pipe would wait for who writes to it. */
	if (!stat(path, &status) && !S_ISREG(status.st_mode)) {
		*error = arena_printf(arena, "%s: not a regular file", path);
		return NULL;
	}
	FILE *file = fopen(path, "rb");
	if (!file) {
		*error = arena_printf(arena, "%s: %s", path, strerror(errno));
		return NULL;
	}
	json_error_t problem;
	json_t *root = json_loadf(file, JSON_REJECT_DUPLICATES, &problem);
	fclose(file);
	if (!root) {
		*error = arena_printf(arena, "%s:%d: %s", path, problem.line, problem.text);
		return NULL;
	}
	struct compile_database *database = memory_zeroed(1, sizeof *database);
	database->root = root;
	if (!json_is_array(root)) {
		*error = arena_printf(arena, "%s: not a list of commands", path);
		goto fail;
	}
	size_t index;
	json_t *json;
	json_array_foreach(root, index, json) {
		if (!is_entry(json)) {
			*error = arena_printf(arena, "%s: entry %zu lacks directory, file, or command and arguments, or these are "
			                             "not strings", path, index + 1);
			goto fail;
		}
		const struct entry entry = {resolve(member(json, "directory"), member(json, "file")), json};
		memory_push(database->entries, database->count, database->capacity, entry);
	}
	return database;

fail:
	compile_database_free(database);
	return NULL;
}

void
compile_database_free(struct compile_database *database)
{
	if (!database)
		return;
	for (size_t i = 0; i < database->count; i++)
		free(database->entries[i].path);
	free(database->entries);
	json_decref(database->root);
	free(database);
}

/* How near two paths are: bytes of folders in common; a name that differs only in its ending counts more, an equal one
 * most. */
static size_t
nearness(const char *a, const char *b)
{
	size_t folders = 0, i = 0;
	for (; a[i] && a[i] == b[i]; i++)
		if (a[i] == '/')
			folders = i + 1;
	if (!a[i] && !b[i])
		return SIZE_MAX;
	const bool same_folder = !strchr(a + folders, '/') && !strchr(b + folders, '/');
	const char *a_ending = strrchr(a, '.'), *b_ending = strrchr(b, '.');
	const bool same_stem = a_ending && b_ending && a_ending - a == b_ending - b && i > (size_t)(a_ending - a);
	return 4 * folders + (same_folder ? 1 : 0) + (same_folder && same_stem ? 1 : 0);
}

static void
add_flags(struct words *flags, struct arena *arena, const json_t *entry)
{
	struct words all = {0};
	const json_t *arguments = json_object_get(entry, "arguments");
	size_t index;
	json_t *argument;
	if (arguments) {
		json_array_foreach(arguments, index, argument)
			words_add(&all, arena, arena_strdup(arena, json_string_value(argument)));
	} else {
		words_split(&all, arena, member(entry, "command"));
	}
	/* The compiler's name, the source and what is to be made of it are not flags of ours. */
	for (size_t i = 1; i < all.count; i++) {
		if (!strcmp(all.items[i], "-o"))
			i++;
		else if (strcmp(all.items[i], "-c") && strcmp(all.items[i], member(entry, "file")))
			words_add(flags, arena, all.items[i]);
	}
}

void
compile_database_find(const struct compile_database *database, struct arena *arena, const char *file,
                      struct words *flags, const char **directory)
{
	char *here = realpath(".", NULL);
	char *path = resolve(here ? here : ".", file);
	free(here);
	const struct entry *nearest = NULL;
	size_t best = 0;
	for (size_t i = 0; i < database->count; i++) {
		const size_t near = nearness(path, database->entries[i].path);
		if (!nearest || near > best) {
			nearest = &database->entries[i];
			best = near;
		}
	}
	free(path);
	*directory = NULL;
	if (nearest) {
		*directory = arena_strdup(arena, member(nearest->json, "directory"));
		add_flags(flags, arena, nearest->json);
	}
}
