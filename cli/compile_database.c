#include "cli/compile_database.h"

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/file.h"
#include "cli/message.h"
#include "support/allocate.h"

/* If a database is wrong throughout, its first entries are enough. */
enum { MOST_REPORTED = 5, LARGEST = 1 << 30 };

struct entry {
	char *path; /* of the source, without symbolic links if it exists */
	json_t *json;
	unsigned line; /* where the entry begins in the database */
	size_t number; /* in the list, from 1 */
};

struct compile_database {
	char *path;
	struct entry *entries;
	size_t count, capacity;
	size_t unusable; /* number of skipped entries */
};

static const char *
member(const json_t *entry, const char *key)
{
	return json_string_value(json_object_get(entry, key));
}

/* The path relative to `directory` made absolute, and free of symbolic links and dots if the file exists. */
static char *
resolve(const char *directory, const char *path)
{
	const bool is_absolute = *path == '/';
	const size_t size = strlen(directory) + strlen(path) + 2;
	char *joined = memory_alloc(size);
	snprintf(joined, size, "%s%s%s", is_absolute ? "" : directory, is_absolute ? "" : "/", path);
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
	json_array_foreach (list, index, item)
		if (!json_is_string(item))
			return false;
	return json_is_array(list);
}

/* Why the entry has no usable flags, as a phrase that follows its number; NULL: it has. */
static const char *
fault(const json_t *json)
{
	const json_t *arguments = json_object_get(json, "arguments");
	struct arena arena = {0};
	struct words words = {0};
	if (!json_is_object(json))
		return "is not an object";
	if (!member(json, "directory"))
		return "has no directory";
	if (!member(json, "file"))
		return "has no file";
	if (arguments)
		return are_strings(arguments) ? NULL : "has arguments that are not a list of strings";
	if (!member(json, "command"))
		return "has neither a command nor arguments";
	const char *open = words_split(&words, &arena, member(json, "command"));
	arena_free(&arena);
	return open ? "has a command with an open quote" : NULL;
}

/* The rest of the file's text. The list's entries are read one by one, so that each has its line number. */
struct reader {
	const char *path, *at, *end;
	unsigned line;
	const char *error; /* why the reading ended; NULL: no error */
};

static void
move_to(struct reader *reader, const char *to)
{
	for (; reader->at < to; reader->at++)
		reader->line += *reader->at == '\n';
}

/* The next non-blank byte; '\0' at the end. */
static char
peek(struct reader *reader)
{
	const char *at = reader->at;
	while (at < reader->end && strchr(" \t\r\n", *at) && *at)
		at++;
	move_to(reader, at);
	return at < reader->end ? *at : '\0';
}

static bool
accept(struct reader *reader, char byte)
{
	if (peek(reader) != byte)
		return false;
	move_to(reader, reader->at + 1);
	return true;
}

/* The next value; NULL, with an error: there is none. */
static json_t *
read_value(struct reader *reader, struct arena *arena)
{
	json_error_t problem;
	peek(reader);
	json_t *json = json_loadb(reader->at, (size_t)(reader->end - reader->at),
	                          JSON_DECODE_ANY | JSON_DISABLE_EOF_CHECK, &problem);
	if (json)
		move_to(reader, reader->at + problem.position);
	else
		reader->error = arena_printf(arena, "%s:%u: %s", reader->path,
		                             reader->line + (unsigned)problem.line - 1, problem.text);
	return json;
}

static void
read_entry(struct compile_database *database, struct reader *reader, struct arena *arena, size_t number)
{
	peek(reader);
	const unsigned line = reader->line;
	json_t *json = read_value(reader, arena);
	if (!json)
		return;
	const char *wrong = fault(json);
	if (!wrong) {
		const struct entry entry = {resolve(member(json, "directory"), member(json, "file")), json, line,
		                            number};
		memory_push(database->entries, database->count, database->capacity, entry);
		return;
	}
	json_decref(json);
	if (database->unusable++ < MOST_REPORTED)
		message("%s:%u: entry %zu %s: ignored", reader->path, line, number, wrong);
}

static void
read_list(struct compile_database *database, struct reader *reader, struct arena *arena)
{
	if (!accept(reader, '[')) {
		reader->error = arena_printf(arena, "%s: not a list of commands", reader->path);
		return;
	}
	for (size_t number = 1; !reader->error && (number > 1 || peek(reader) != ']'); number++) {
		read_entry(database, reader, arena, number);
		if (!accept(reader, ','))
			break;
	}
	if (!reader->error && (!accept(reader, ']') || peek(reader)))
		reader->error = arena_printf(arena, "%s:%u: ',' or ']' and the end of the file expected", reader->path,
		                             reader->line);
	if (database->unusable > MOST_REPORTED)
		message("%s: %zu more entries are ignored", reader->path, database->unusable - MOST_REPORTED);
	if (!reader->error && !database->count)
		reader->error = arena_printf(arena, "%s: it has no entry to take flags from", reader->path);
}

struct compile_database *
compile_database_read(const char *path, struct arena *arena, const char **error)
{
	struct stat status;
	if (!stat(path, &status) && S_ISDIR(status.st_mode))
		path = arena_printf(arena, "%s/compile_commands.json", path);
	size_t length;
	char *text = file_read(path, LARGEST, &length, arena, error);
	if (!text)
		return NULL;
	struct compile_database *database = memory_zeroed(1, sizeof *database);
	database->path = memory_strdup(path);
	struct reader reader = {.path = path, .at = text, .end = text + length, .line = 1};
	read_list(database, &reader, arena);
	free(text);
	if (!reader.error)
		return database;
	*error = reader.error;
	compile_database_free(database);
	return NULL;
}

void
compile_database_free(struct compile_database *database)
{
	if (!database)
		return;
	for (size_t i = 0; i < database->count; i++) {
		free(database->entries[i].path);
		json_decref(database->entries[i].json);
	}
	free(database->entries);
	free(database->path);
	free(database);
}

/* The nearness of two paths: length of their common folders. A name that differs only in its extension counts more, an
 * equal path most. */
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
		json_array_foreach (arguments, index, argument)
			words_add(&all, arena, arena_strdup(arena, json_string_value(argument)));
	} else {
		words_split(&all, arena, member(entry, "command"));
	}
	/* The compiler's name, the source and the output are not flags. */
	for (size_t i = 1; i < all.count; i++) {
		if (!strcmp(all.items[i], "-o"))
			i++;
		else if (strcmp(all.items[i], "-c") && strcmp(all.items[i], member(entry, "file")))
			words_add(flags, arena, all.items[i]);
	}
}

bool
compile_database_find(const struct compile_database *database, struct arena *arena, const char *file,
                      struct database_flags *flags)
{
	char *here = realpath(".", NULL);
	char *path = resolve(here ? here : ".", file);
	free(here);
	const struct entry *nearest = &database->entries[0];
	size_t best = nearness(path, nearest->path);
	for (size_t i = 1; i < database->count; i++) {
		const size_t near = nearness(path, database->entries[i].path);
		if (near > best) {
			nearest = &database->entries[i];
			best = near;
		}
	}
	free(path);
	*flags = (struct database_flags){
		.directory = arena_strdup(arena, member(nearest->json, "directory")),
		.source = arena_strdup(arena, nearest->path),
		.database = arena_strdup(arena, database->path),
		.line = nearest->line,
		.number = nearest->number,
	};
	add_flags(&flags->words, arena, nearest->json);
	return best == SIZE_MAX;
}
